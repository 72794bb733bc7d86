"""What several pictures say together, and colours on the way from one to another."""

import pytest

from calibration.colour_sum import blend, combine
from calibration.colours import GENERIC, ColourReferences, Paint, Wood


def seen(wood: Wood | None = None, **paints: Paint) -> ColourReferences:
    return ColourReferences({**GENERIC, **paints}, wood)


def test_nothing_together_is_most_sets() -> None:
    assert combine([]) == ColourReferences.generic()


def test_each_picture_adds_the_colours_it_shows() -> None:
    together = combine([seen(R=Paint(1.8, 0.1, samples=500)), seen(B=Paint(-0.8, 1.2, samples=300))])
    assert together.measured == ("R", "B")
    assert together.paints["R"] == Paint(1.8, 0.1, samples=500)
    assert together.paints["Y"] == GENERIC["Y"]


def test_pictures_count_by_what_they_show_but_none_outvotes_the_others() -> None:
    light = combine([seen(R=Paint(1.8, 0.0, samples=100)), seen(R=Paint(1.6, 0.0, samples=300))])
    assert light.paints["R"].u == pytest.approx(1.65)
    assert light.paints["R"].samples == 400
    heavy = combine([seen(R=Paint(1.8, 0.0, samples=1_000_000)), seen(R=Paint(1.6, 0.0, samples=2000))])
    assert heavy.paints["R"].u == pytest.approx(1.7)


def test_what_differs_between_pictures_is_spread_too() -> None:
    two = combine([seen(R=Paint(1.6, 0.2, 0.1, 0.1, samples=9)), seen(R=Paint(1.6, -0.2, 0.1, 0.1, samples=9))])
    assert two.paints["R"].v == pytest.approx(0)
    assert two.paints["R"].spread == pytest.approx((0.1**2 + 0.2**2) ** 0.5)
    assert two.paints["R"].along == pytest.approx(0.1)


def test_a_picture_that_took_one_paint_for_another_does_not_count() -> None:
    good = [seen(Y=Paint(0.2, -1.6 - 0.01 * i, samples=400)) for i in range(3)]
    together = combine([*good, seen(Y=Paint(-1.2, -0.8, samples=900))])
    assert together.paints["Y"].u == pytest.approx(0.2)
    assert together.paints["Y"].samples == 1200


def test_of_two_that_disagree_the_better_seen_one_is_believed() -> None:
    together = combine([seen(Y=Paint(0.2, -1.6, samples=400)), seen(Y=Paint(-1.2, -0.8, samples=90))])
    assert together.paints["Y"] == Paint(0.2, -1.6, samples=400)


def test_the_woods_are_put_together_as_light() -> None:
    together = combine([seen(Wood(0.6, 0.4, 0.2, 0.1, 50)), seen(), seen(Wood(0.6, 0.4, 0.3, 0.1, 50))])
    assert together.wood is not None
    assert together.wood.samples == 100
    assert 0.2 < together.wood.blue < 0.3
    assert together.wood.red / together.wood.green == pytest.approx(1.5)


def test_a_share_of_the_way() -> None:
    old = seen(Wood(0.6, 0.4, 0.2), R=Paint(1.6, 0.0, level=-1.0), B=Paint(-0.8, 1.2))
    new = seen(Wood(0.6, 0.4, 0.2), R=Paint(2.0, 0.0, level=-2.0), G=Paint(-1.2, -0.7))
    now = blend(old, new, 0.25)
    assert (now.paints["R"].u, now.paints["R"].level) == pytest.approx((1.7, -1.25))
    assert now.paints["B"] == old.paints["B"], "not seen just now"
    assert now.paints["G"] == new.paints["G"], "seen for the first time"
    assert now.paints["Y"] == GENERIC["Y"]
    assert now.wood is not None
    assert now.wood.green == pytest.approx(0.4)
    assert blend(old, seen(), 0.5) == old

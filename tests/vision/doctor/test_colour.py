"""Colour: a strong cast is named with its hue, and so are paints that look alike."""

import pytest

from benchmarks.spoiling import tinted
from calibration.colours import GENERIC, ColourReferences, Paint
from tests.vision.doctor.tables import SETTINGS, picture, seen
from vision.doctor.colour import cast_hue, judge_colour
from vision.doctor.seen import Seen


def test_usual_wood_is_good() -> None:
    finding = judge_colour(seen(), None, SETTINGS)
    assert (finding.score, finding.advice) == (100, ())


@pytest.mark.parametrize(
    ("red", "blue", "hue"), [(1.5, -0.4, "R"), (-1.2, -1.2, "G"), (-1.2, 1.6, "B"), (0.2, -2.2, "Y")]
)
def test_a_cast_is_named(red: float, blue: float, hue: str) -> None:
    finding = judge_colour(seen(tinted(picture(), red, blue)), None, SETTINGS)
    assert [advice.key for advice in finding.advice] == ["doctor.colour.cast"]
    assert finding.advice[0].params["colour"] == hue


def test_a_slight_cast_is_not() -> None:
    assert judge_colour(seen(tinted(picture(), 0.3, -0.3)), None, SETTINGS).good


@pytest.mark.parametrize(
    ("red", "blue", "hue"), [(1.0, 0.0, "R"), (0.0, 1.0, "B"), (-1.0, -1.0, "G"), (0.0, -1.0, "Y"), (-0.5, 0.5, "B")]
)
def test_the_name_of_a_hue(red: float, blue: float, hue: str) -> None:
    assert cast_hue(red, blue) == hue


def paints(**changed: Paint) -> ColourReferences:
    clear = {c: Paint(p.u, p.v, 0.1, 0.1, p.level, 0.2, 500) for c, p in GENERIC.items()}
    return ColourReferences({**clear, **changed})


def test_paints_that_are_far_apart() -> None:
    assert judge_colour(seen(), paints(), SETTINGS).good


def test_paints_that_look_alike_are_named() -> None:
    red = paints().paints["R"]
    finding = judge_colour(seen(), paints(Y=Paint(red.u, red.v - 0.1, 0.1, 0.1, red.level, 0.2, 500)), SETTINGS)
    assert [advice.key for advice in finding.advice] == ["doctor.colour.alike"]
    assert set(finding.advice[0].params["colours"]) == {"R", "Y"}


def test_a_paint_like_wood_is_named() -> None:
    finding = judge_colour(seen(), paints(Y=Paint(0.05, -0.1, 0.1, 0.1, -0.1, 0.2, 500)), SETTINGS)
    assert [advice.key for advice in finding.advice] == ["doctor.colour.like_wood"]
    assert finding.advice[0].params["colour"] == "Y"


def test_without_a_board_nothing_is_said() -> None:
    assert judge_colour(Seen(picture(), None, seen().physical_set), None, SETTINGS).score is None

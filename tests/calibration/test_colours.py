"""The paints relative to the wood: told apart, kept as a file, and checked when read."""

from dataclasses import replace
from typing import Any

import pytest

from calibration.colours import GENERIC, ColourReferences, Paint, Wood
from words.message import InputError

MEASURED = ColourReferences(
    {**GENERIC, "R": Paint(1.75, 0.25, 0.1, 0.2, -1.5, 0.3, 4321), "B": Paint(-0.8, 1.2, samples=99)},
    Wood(0.6, 0.4, 0.2, 0.05, 20000),
)


def test_generic_paints_are_far_apart_and_far_from_wood() -> None:
    paints = ColourReferences.generic().paints
    assert list(paints) == ["R", "B", "Y", "G"]
    for colour, paint in paints.items():
        assert paint.distance(0, 0) > 4
        assert all(paint.distance(other.u, other.v) > 4 for name, other in paints.items() if name != colour)


def test_nothing_is_measured_in_general() -> None:
    assert ColourReferences.generic().measured == ()
    assert MEASURED.measured == ("R", "B")


def test_there_and_back() -> None:
    assert ColourReferences.from_json(MEASURED.to_json()) == MEASURED
    assert ColourReferences.from_json(ColourReferences.generic().to_json()) == ColourReferences.generic()


def test_files_from_before_there_were_levels_still_load() -> None:
    made = ColourReferences.from_json({"R": {"u": 1.75, "v": 0.25, "spread": 0.5}, "taken": "in the evening"})
    assert made.paints["R"] == Paint(1.75, 0.25, 0.5, along=0.5, level=GENERIC["R"].level)
    assert made.measured == ("R",), "somebody wrote it"
    assert made.paints["B"] == GENERIC["B"]
    assert made.wood is None
    old = {colour: {"u": p.u, "v": p.v, "spread": p.spread} for colour, p in GENERIC.items()}
    assert ColourReferences.from_json(old).measured == (), "what is as in most sets was not measured"


@pytest.mark.parametrize(
    ("paint", "said"),
    [
        ([1, 2], "colours.R: an object"),
        ({"u": 1}, "colours.R: the key v is missing"),
        ({"u": "1", "v": 0}, "colours.R: u lies between -5.0 and 5.0, not at '1'"),
        ({"u": float("nan"), "v": 0}, "colours.R: u lies between"),
        ({"u": 1, "v": True}, "colours.R: v lies between"),
        ({"u": 1, "v": 9}, "colours.R: v lies between -5.0 and 5.0, not at 9"),
        ({"u": 1, "v": 1, "spread": 0}, "colours.R: spread lies between"),
        ({"u": 1, "v": 1, "along": 0}, "colours.R: along lies between"),
        ({"u": 1, "v": 1, "level": "dark"}, "colours.R: level lies between"),
        ({"u": 1, "v": 1, "level_spread": -1}, "colours.R: level_spread lies between"),
        ({"u": 1, "v": 1, "samples": -1}, "colours.R: samples lies between"),
        ({"u": 1, "v": 1, "measured": 1}, "colours.R.measured: must be one of: true, false"),
    ],
)
def test_a_slip_is_named(paint: Any, said: str) -> None:
    with pytest.raises(InputError) as error:
        ColourReferences.from_json({"R": paint})
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("wood", "said"),
    [
        ("oak", "colours.wood: an object"),
        ({"red": 0.5, "green": 0.4}, "colours.wood: the key blue is missing"),
        ({"red": 0.5, "green": 0, "blue": 0.2}, "colours.wood: green lies between"),
        ({"red": 0.5, "green": 0.4, "blue": 0.2, "spread": 0}, "colours.wood: spread lies between"),
    ],
)
def test_a_slip_about_the_wood_is_named(wood: Any, said: str) -> None:
    with pytest.raises(InputError) as error:
        ColourReferences.from_json({"wood": wood})
    assert said in str(error.value)


@pytest.mark.parametrize("data", [None, [], "R"])
def test_colours_are_an_object(data: Any) -> None:
    with pytest.raises(InputError, match="colours are an object"):
        ColourReferences.from_json(data)


def test_a_paint_has_a_direction_around_the_wood() -> None:
    up, left = Paint(0.0, 2.0), Paint(-1.0, 0.0)
    assert up.chroma == 2.0
    assert up.turn_deg(left) == pytest.approx(90)
    assert left.turn_deg(up) == pytest.approx(-90)
    assert Paint(-1.0, -0.01).turn_deg(Paint(-1.0, 0.01)) == pytest.approx(-1.146, abs=0.01), "the short way round"


def test_distances_are_in_spreads_along_and_across() -> None:
    red = Paint(2.0, 0.0, spread=0.1, along=0.4)
    assert red.distance(2.0, 0.2) == pytest.approx(2.0)
    assert red.distance(1.2, 0.0) == pytest.approx(2.0)
    assert Paint(0.0, 0.0, spread=0.5).distance(0.3, 0.4) == pytest.approx(1.0)


def test_wood_is_kept_as_light_or_as_ratios() -> None:
    wood = Wood(0.6, 0.4, 0.2, 0.05, 100)
    again = Wood.of(wood.u, wood.v, wood.level, wood.spread, wood.samples)
    assert (again.red, again.green, again.blue) == pytest.approx((0.6, 0.4, 0.2))
    brighter = replace(wood, red=0.9, green=0.6, blue=0.3)
    assert (brighter.u, brighter.v) == pytest.approx((wood.u, wood.v))
    assert brighter.level > wood.level

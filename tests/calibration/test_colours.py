"""The paints relative to the wood: told apart, kept as a file, and checked when read."""

from typing import Any

import pytest

from calibration.colours import GENERIC, ColourReferences, Paint
from referee.message import InputError


def test_generic_paints_are_far_apart_and_far_from_wood() -> None:
    paints = ColourReferences.generic().paints
    assert list(paints) == ["R", "B", "Y", "G"]
    for colour, paint in paints.items():
        assert paint.distance(0, 0) > 4
        assert all(paint.distance(other.u, other.v) > 4 for name, other in paints.items() if name != colour)


def test_there_and_back() -> None:
    made = ColourReferences.from_json({"R": {"u": 1.75, "v": 0.25, "spread": 0.5}, "taken": "in the evening"})
    assert made.paints["R"] == Paint(1.75, 0.25, 0.5, along=0.5, level=GENERIC["R"].level)
    assert made.paints["B"] == ColourReferences.generic().paints["B"]
    assert ColourReferences.from_json(made.to_json()) == made


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
    ],
)
def test_a_slip_is_named(paint: Any, said: str) -> None:
    with pytest.raises(InputError) as error:
        ColourReferences.from_json({"R": paint})
    assert said in str(error.value)


@pytest.mark.parametrize("data", [None, [], "R"])
def test_colours_are_an_object(data: Any) -> None:
    with pytest.raises(InputError, match="colours are an object"):
        ColourReferences.from_json(data)

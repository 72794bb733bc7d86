"""The measures of a set: read as they are measured, completed in proportion, and doubted where they cannot be."""

import math
from typing import Any

import pytest

from calibration.board_plan import BoardPlan
from calibration.physical_set import DEFAULT_PROPORTIONS, PhysicalSet, plan_of
from words.message import InputError

MEASURED = {
    "pitch_9": 31.2,
    "tower_width": 21.1,
    "tower_height": 17.6,
    "stick_width": 4.2,
    "stick_length": 60.6,
    "groove_depth": 9.4,
    "board_side": 303.6,
}


def test_what_was_measured_stays() -> None:
    made = PhysicalSet.from_json(MEASURED)
    assert {name: getattr(made, name) for name in MEASURED} == MEASURED
    assert PhysicalSet.from_json(made.to_json()) == made


def test_what_was_not_measured_is_in_proportion() -> None:
    small, large = PhysicalSet.from_json({"pitch_9": 20}), PhysicalSet.from_json({"pitch_9": 40})
    for name in DEFAULT_PROPORTIONS:
        assert math.isclose(2 * getattr(small, name), getattr(large, name))


def test_the_fields_of_the_5x5_side_are_twice_as_far_apart() -> None:
    made = PhysicalSet.from_json(MEASURED)
    assert (made.pitch(9), made.pitch(5)) == (31.2, 62.4)


def test_unknown_keys_are_ignored() -> None:
    assert PhysicalSet.from_json({**MEASURED, "maker": "Tactori"}) == PhysicalSet.from_json(MEASURED)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"tower_width": "21"}, "set: tower_width is a length in millimetres, not '21'"),
        ({"tower_width": True}, "set: tower_width is a length in millimetres, not True"),
        ({"tower_width": 0}, "set: tower_width is a length in millimetres, not 0"),
        ({"tower_width": -3.5}, "set: tower_width is a length in millimetres, not -3.5"),
        ({"tower_width": math.nan}, "set: tower_width is a length in millimetres, not nan"),
        ({"pitch_9": 10**30}, "set: pitch_9 is a length in millimetres, not 1" + "0" * 30),
        ({"tower_height": 1.76}, "set: tower_height = 1.76 does not go with pitch_9; are they millimetres?"),
        ({"stick_length": 606}, "set: stick_length = 606 does not go with pitch_9; are they millimetres?"),
        ({"tower_width": 35}, "set: tower_width must be smaller than pitch_9"),
        ({"groove_depth": 18}, "set: groove_depth must be smaller than tower_height"),
        ({"board_side": 240}, "set: board_side is too small: there is no room for 9x9 fields with this pitch_9"),
    ],
)
def test_a_slip_is_named(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as error:
        PhysicalSet.from_json({**MEASURED, **change})
    assert str(error.value) == said


@pytest.mark.parametrize("data", [None, [], "31", 31])
def test_a_set_is_an_object(data: Any) -> None:
    with pytest.raises(InputError, match="a set is an object"):
        PhysicalSet.from_json(data)


def test_the_pitch_must_be_there() -> None:
    with pytest.raises(InputError, match="lacks pitch_9"):
        PhysicalSet.from_json({"tower_width": 21})


def test_a_board_is_looked_for_by_its_measures() -> None:
    made = PhysicalSet.from_json({**MEASURED, "board_thickness": 12})
    assert made.plan(5) == BoardPlan(5, 31.2, 303.6, 12.0, side_measured=True)
    assert made.plan().points is None


def test_a_side_nobody_measured_is_not_relied_on() -> None:
    assert not PhysicalSet.from_json({"pitch_9": 31.2}).plan().side_measured
    assert plan_of(None, 9) == PhysicalSet.in_proportion().plan(9)
    assert not plan_of(None).side_measured

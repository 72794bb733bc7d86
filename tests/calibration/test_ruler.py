"""Sets from a ruler: any of the measures."""

import pytest

from calibration.measured import DEFAULT, RULER
from calibration.physical_set import PhysicalSet
from calibration.ruler import set_from_ruler
from words.message import InputError


def test_what_was_measured_is_kept_and_the_rest_is_in_proportion() -> None:
    made = set_from_ruler({"pitch_9": 31.2, "tower_height": 17.6})
    assert made.physical_set == PhysicalSet.in_proportion(31.2, tower_height=17.6)
    assert made.origins["tower_height"] == RULER
    assert made.origins["tower_width"] == DEFAULT
    assert set(made.errors) == {"pitch_9", "tower_height"}
    assert "tower_width" in made.physical_set.defaults
    assert "tower_height" not in made.physical_set.defaults


def test_without_the_pitch_it_is_what_the_other_measures_usually_go_with() -> None:
    made = set_from_ruler({"board_side": 297.0})
    assert made.physical_set.pitch_9 == pytest.approx(30.0)
    assert made.origins["pitch_9"] == DEFAULT


@pytest.mark.parametrize("ruler", [{"pitch_9": 0.0}, {"pitch_9": 31.0, "tower_height": 176.0}, {"tower_width": -3.0}])
def test_what_cannot_be_a_set_is_said(ruler: dict[str, float]) -> None:
    with pytest.raises(InputError):
        set_from_ruler(ruler)

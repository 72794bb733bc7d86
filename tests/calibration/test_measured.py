"""What a calibration found, written and read again, and what is no such thing."""

from typing import Any

import pytest

from calibration.camera import Camera
from calibration.measured import DEFAULT, EXIF, PHOTOGRAPHS, RULER, MeasuredCamera, MeasuredSet
from calibration.physical_set import MEASURES, PhysicalSet
from words.message import InputError

SET = MeasuredSet(
    PhysicalSet.in_proportion(31.0, tower_height=17.6),
    {"tower_height": 0.2},
    {"pitch_9": RULER, "tower_height": PHOTOGRAPHS},
    "rings",
)
CAMERA = MeasuredCamera(Camera.simple(900.0, (1280, 720)), EXIF, 0.04, 0.3, 1.2, 0.6, 12, 0.01)


def test_a_set_survives_being_written() -> None:
    again = MeasuredSet.from_json(SET.to_json())
    assert (again.errors, again.origins, again.marks) == (SET.errors, SET.origins, SET.marks)
    assert again.physical_set.defaults == frozenset(MEASURES) - {"pitch_9", "tower_height"}
    assert again.margin_mm == pytest.approx((31.0 * 9.9 - 31.0 * 8) / 2)


def test_a_plain_set_was_measured_with_a_ruler_where_it_says_something() -> None:
    made = MeasuredSet.from_json({"pitch_9": 31.0, "tower_height": 17.6})
    assert made.origins == {"pitch_9": RULER, "tower_height": RULER}
    assert "tower_width" in made.physical_set.defaults


def test_a_set_of_defaults_stays_one() -> None:
    made = MeasuredSet.from_json(MeasuredSet(PhysicalSet.in_proportion(31.0)).to_json())
    assert made.physical_set.defaults == frozenset(MEASURES)
    assert DEFAULT not in made.origins.values()


def test_a_camera_survives_being_written() -> None:
    assert MeasuredCamera.from_json(CAMERA.to_json()) == CAMERA


@pytest.mark.parametrize(
    "more",
    [
        {"origins": {"pitch_9": []}},
        {"origins": {"pitch_9": "guess"}},
        {"origins": {"pitch": RULER}},
        {"origins": []},
        {"errors": {"pitch_9": 10**400}},
        {"errors": {"pitch_9": -1}},
        {"errors": {"pitch_9": True}},
        {"errors": {"colour": 1}},
        {"marks": "stars"},
        {"marks": []},
        {"tower_height": 1e-9},
    ],
    ids=str,
)
def test_what_is_no_measured_set_is_said(more: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        MeasuredSet.from_json({"pitch_9": 31.0, **more})


@pytest.mark.parametrize("quality", [[], {"way": "guess"}, {"way": []}, {"views": 10**400}, {"rms_px": "1"}], ids=str)
def test_what_is_no_measured_camera_is_said(quality: Any) -> None:
    with pytest.raises(InputError):
        MeasuredCamera.from_json({**CAMERA.to_json(), "quality": quality})

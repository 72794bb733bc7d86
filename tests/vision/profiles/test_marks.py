"""How fields are marked."""

import pytest

from simulator.tactori.viewpoint import look_at
from tests.vision.tactori.calibrate.pictures import CAMERA, SET, photograph
from vision.profiles.marks import field_style


@pytest.mark.parametrize("style", ["dots", "rings", "squares", "lines"])
def test_the_style_is_told(style: str) -> None:
    pose = look_at(SET, 48.0, 8.0, CAMERA)
    assert field_style(photograph(style=style), pose, 9, SET.pitch_9) == style


def test_where_no_marks_are_none_is_claimed() -> None:
    pose = look_at(SET, 48.0, 8.0, CAMERA)
    bare = photograph()
    bare = bare * 0 + 128
    assert field_style(bare, pose, 9, SET.pitch_9) is None

"""The simulated camera: where it stands, what it sees, and that the whole board is in its picture."""

import numpy as np
import pytest

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from simulator.tactori.viewpoint import field_mm, look_at
from simulator.viewpoint import corners_mm

SET = PhysicalSet.in_proportion(31.0)
BARREL = Camera(1000, 1000, 640, 360, (-0.15, 0.03, 0.001, -0.001), (1280, 720))
TELE = Camera.simple(20_000, (1280, 720))


@pytest.mark.parametrize("elevation", [15, 30, 50, 75, 90])
@pytest.mark.parametrize("turned", [-44, 0, 20])
@pytest.mark.parametrize("camera", [None, BARREL, TELE], ids=["usual", "barrel", "tele"])
def test_the_whole_board_and_its_stacks_are_in_the_picture(
    elevation: float, turned: float, camera: Camera | None
) -> None:
    seen = look_at(SET, elevation, turned, camera, highest_floor=5)
    for z in (-SET.board_thickness, 0.0, 5 * SET.tower_height):
        pixels = seen.project(corners_mm(SET, z))
        assert ((pixels > 0) & (pixels < (1280, 720))).all()


def test_it_comes_as_near_as_it_can() -> None:
    pixels = look_at(SET, 50, 0, highest_floor=1).project(corners_mm(SET))
    assert np.ptp(pixels[:, 1]) > 0.8 * 720


@pytest.mark.parametrize("elevation", [20, 45, 90])
def test_the_elevation_is_the_one_asked_for(elevation: float) -> None:
    seen = look_at(SET, elevation)
    forward = seen.rotation[2]
    assert np.degrees(np.arcsin(-forward[2])) == pytest.approx(elevation)


def test_a1_is_the_near_left_corner() -> None:
    a1, e1, e5, a5 = look_at(SET, 45, 30).project(corners_mm(SET))
    assert a1[0] < e1[0]
    assert a5[0] < e5[0]
    assert a1[1] > a5[1]
    assert e1[1] > e5[1]


def test_going_to_the_right_shows_the_board_turned_the_other_way() -> None:
    a1, e1, *_ = look_at(SET, 60, 20).project(corners_mm(SET))
    assert e1[1] > a1[1]  # the corner one walks towards comes nearer


def test_fields_are_where_the_conventions_say() -> None:
    assert field_mm(4, 4, 9, SET) == (0.0, 0.0)
    assert field_mm(0, 8, 9, SET) == (-124.0, 124.0)
    assert field_mm(0, 4, 5, SET) == (-124.0, 124.0)


def test_the_eye_is_in_front_of_the_board_and_above_it() -> None:
    x, y, z = look_at(SET, 40, 0).eye_mm
    assert y < -SET.board_side / 2
    assert z > 0
    assert abs(x) < 5

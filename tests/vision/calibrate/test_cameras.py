"""Which photographs one camera took."""

from dataclasses import replace

from calibration.camera import Camera
from vision.calibrate.cameras import group_cameras

PHONE = Camera.simple(1000.0, (1280, 720))
ZOOMED = Camera.simple(1080.0, (1280, 720))
LARGE = Camera.simple(2000.0, (2560, 1440))
UNKNOWN = [False] * 3


def test_pictures_of_one_size_are_one_cameras() -> None:
    near = replace(PHONE, fx=1008.0, fy=1008.0)
    assert group_cameras([PHONE, near, PHONE], [0.004, 0.005, 0.003], UNKNOWN) == (0, 0, 0)


def test_another_size_is_another_camera() -> None:
    assert group_cameras([LARGE, PHONE, LARGE], [0.004] * 3, UNKNOWN) == (0, 1, 0)


def test_focal_lengths_that_contradict_each_other_are_two_cameras() -> None:
    assert group_cameras([PHONE, ZOOMED, PHONE], [0.004] * 3, UNKNOWN) == (0, 1, 0)


def test_from_straight_above_nothing_contradicts() -> None:
    assert group_cameras([PHONE, ZOOMED, PHONE], [0.004, 0.05, 0.004], UNKNOWN) == (0, 0, 0)


def test_a_camera_that_was_given_is_that_of_the_views_it_was_given_for() -> None:
    assert group_cameras([PHONE, PHONE, PHONE], [0.0, 0.004, 0.0], [True, False, True]) == (0, 1, 0)
    near = replace(PHONE, fx=1001.0)
    assert group_cameras([PHONE, near, PHONE], [0.0] * 3, [True] * 3) == (0, 1, 0)

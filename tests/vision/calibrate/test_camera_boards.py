"""The camera from photographs of the board: found again, or refused with the reason."""

import numpy as np
import pytest

from calibration.measured import BOARD
from calibration.physical_set import PhysicalSet
from calibration.refused import Refused
from tests.vision.tactori.calibrate.pictures import CAMERA, OTHER, SET, photograph
from vision.calibrate.camera_boards import BoardCameraSession, cameras_from_boards

PITCH = PhysicalSet.in_proportion(31.0)


def test_the_camera_is_found_again_though_the_side_is_not_known() -> None:
    views = [photograph(), photograph("9", 40.0, -20.0), photograph("9", 60.0, 25.0)]
    (found,) = cameras_from_boards(views, PITCH)
    assert found.way == BOARD
    assert found.camera.fx == pytest.approx(CAMERA.fx, rel=0.01)
    assert found.camera.dist[0] == pytest.approx(CAMERA.dist[0], abs=0.02)
    assert abs(found.camera.fx / CAMERA.fx - 1) < 4 * found.focal_error < 0.08
    assert found.views == 3
    assert 0.2 < found.coverage <= 1.0


def test_one_oblique_view_is_enough_and_no_set_is_needed() -> None:
    (found,) = cameras_from_boards([photograph("9", 40.0, -20.0)], None)
    assert found.camera.fx == pytest.approx(CAMERA.fx, rel=0.02)


def refused(images: list[np.ndarray]) -> str:
    with pytest.raises(Refused) as error:
        cameras_from_boards(images, SET)
    assert error.value.advice is not None
    return error.value.message.key


def test_from_straight_above_the_focal_length_is_not_told() -> None:
    assert refused([photograph("9", 90.0, 0.0), photograph("9", 88.0, 10.0)]) == "calibrate.from_above"


def test_the_same_photograph_twice_is_not_two_views() -> None:
    assert refused([photograph(), photograph().copy()]) == "calibrate.same_photo"


def test_no_board_is_said() -> None:
    assert refused([np.full((540, 960, 3), 90, np.uint8)]) == "calibrate.no_board"


def test_of_two_cameras_the_one_that_took_most_pictures_is_told_and_both_are_measured() -> None:
    session = BoardCameraSession(PITCH)
    for view in (photograph("9", 45.0, 5.0, camera=OTHER), photograph(), photograph("9", 40.0, -20.0)):
        assert session.add(view).accepted
    found = session.finish()
    assert found.views == 2
    assert found.camera.fx == pytest.approx(CAMERA.fx, rel=0.01)
    other, same = session.cameras
    assert same is found
    assert other.camera.size == OTHER.size
    assert other.camera.fx == pytest.approx(OTHER.fx, rel=0.02)

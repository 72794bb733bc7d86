"""Corners of the sheet in pictures: where they are, how sharp, and none where there is no sheet."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.camera import Camera
from calibration.charuco import SheetView, corner_points, find_sheet
from tests.calibration.filming import Shot, hand_held, in_motion, shoot

SIZE = (640, 480)
CAMERA = Camera(600.0, 601.0, 315.0, 236.0, (-0.1, 0.02, 0.0005, -0.0003), SIZE)
STILL = Shot((0.25, -0.3, 0.1), (-3.3, -4.4, 13.0), blur_px=0.4)


def true_pixels(view: SheetView, shot: Shot) -> np.ndarray:
    pixels, _ = cv2.projectPoints(
        view.points, np.array(shot.rvec), np.array(shot.tvec), CAMERA.matrix, np.array(CAMERA.dist)
    )
    return pixels.reshape(-1, 2)


def test_corners_are_where_they_are() -> None:
    rng = np.random.default_rng(4)
    for shot in hand_held(CAMERA, rng, 4):
        view = find_sheet(shoot(CAMERA, shot, rng))
        assert view is not None
        off = np.linalg.norm(view.pixels - true_pixels(view, shot), axis=1)
        assert np.sqrt((off**2).mean()) < 0.2


def test_grey_and_coloured_pictures_are_alike() -> None:
    picture = shoot(CAMERA, STILL, np.random.default_rng(1))
    coloured, grey = find_sheet(picture), find_sheet(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    assert coloured is not None
    assert grey is not None
    assert np.array_equal(coloured.pixels, grey.pixels)
    assert (len(coloured.ids), coloured.spread) == (48, 6)


def test_a_part_of_the_sheet_will_do() -> None:
    picture = shoot(CAMERA, STILL, np.random.default_rng(1))
    picture[:, 300:] = 60
    view = find_sheet(picture)
    assert view is not None
    assert 8 <= len(view.ids) < 40
    assert (view.pixels[:, 0] < 302).all()
    assert np.linalg.norm(view.pixels - true_pixels(view, STILL), axis=1).max() < 1


def test_spread_tells_a_line_from_an_area() -> None:
    pixels = np.zeros((6, 2))
    assert SheetView(np.arange(6), pixels, 2.0).spread == 1
    assert SheetView(np.array([0, 1, 2, 6, 7, 8]), pixels, 2.0).spread == 2
    assert SheetView(np.array([0, 6, 12, 18, 24, 30]), pixels, 2.0).spread == 1


def test_blurred_edges_are_wide() -> None:
    rng = np.random.default_rng(2)
    widths = []
    for blur_px in (0.0, 0.6, 1.0, 1.5):
        view = find_sheet(shoot(CAMERA, replace(STILL, blur_px=blur_px), rng))
        assert view is not None
        widths.append(view.edge_px)
    assert widths == sorted(widths)
    assert widths[0] < 2.6
    assert widths[-1] > 3.9


@pytest.mark.parametrize("moved_px", [(9.0, 0.0), (0.0, 9.0)])
def test_motion_to_one_side_is_a_blur_too(moved_px: tuple[float, float]) -> None:
    rng = np.random.default_rng(2)
    large = replace(STILL, tvec=(-3.3, -4.4, 10.5))
    view = find_sheet(shoot(CAMERA, replace(large, moved_px=moved_px), rng))
    assert view is not None
    assert view.edge_px > 4.5


def test_no_sheet_no_corners() -> None:
    rng = np.random.default_rng(3)
    away = replace(STILL, tvec=(200.0, 0.0, 20.0))
    assert find_sheet(shoot(CAMERA, away, rng)) is None
    assert find_sheet(rng.integers(0, 255, (480, 640, 3), dtype=np.uint8)) is None
    assert find_sheet(np.zeros((480, 640), np.uint8)) is None
    assert find_sheet(shoot(CAMERA, in_motion(STILL, rng, 60), rng)) is None


def test_corners_are_counted_along_the_rows() -> None:
    points = corner_points()
    assert points.shape == (48, 3)
    assert points[0].tolist() == [1, 1, 0]
    assert points[5].tolist() == [6, 1, 0]
    assert points[6].tolist() == [1, 2, 0]

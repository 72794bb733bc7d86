"""The picture of a measurement: cells, errors and what was left out can be seen on it."""

import numpy as np

from calibration.camera import Camera
from calibration.camera_fit import CameraFit
from calibration.camera_picture import EMPTY, FULL, LEFT_OUT, MARGIN_PX, OFF, WIDTH_PX, draw_fit
from calibration.measured import SHEET, MeasuredCamera

CAMERA = Camera.simple(600.0, (640, 480))


def test_where_the_sheet_was_seen_and_how_far_it_was_off() -> None:
    pixels = np.array([[100.0, 100.0], [500.0, 400.0]])
    residuals = np.array([[0.1, 0.0], [0.0, -0.1]])
    measured = MeasuredCamera(CAMERA, SHEET, 0.002, rms_px=0.1, worst_px=0.1)
    picture = draw_fit(CameraFit(measured, pixels, residuals, np.array([[320.0, 50.0]]), 0.0, 30.0))
    assert picture.shape == (960 + 2 * MARGIN_PX, WIDTH_PX + 2 * MARGIN_PX, 3)

    def at(u: float, v: float) -> tuple[int, ...]:
        return tuple(picture[round((v + 0.5) * 2 + MARGIN_PX), round((u + 0.5) * 2 + MARGIN_PX)].tolist())

    assert at(90, 90) == FULL
    assert at(600, 40) == EMPTY
    # 0.1 pixels are drawn as 2 % of the width, which is here 12.8 pixels of the camera.
    assert np.abs(np.subtract(at(100 - 8, 100), OFF)).max() < 90
    assert at(100 + 8, 100) == FULL
    assert np.abs(np.subtract(at(500, 400 + 8), OFF)).max() < 90
    assert np.abs(np.subtract(at(320, 50), LEFT_OUT)).max() < 60


def test_a_perfect_fit_can_be_drawn() -> None:
    measured = MeasuredCamera(CAMERA, SHEET, 0.002)
    picture = draw_fit(CameraFit(measured, np.zeros((1, 2)), np.zeros((1, 2)), np.zeros((0, 2)), 0.0, 30.0))
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 2

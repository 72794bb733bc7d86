"""A picture of how a camera was measured: where the sheet was seen, and how far each corner was off."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array
from calibration.camera_fit import CameraFit, covered
from calibration.camera_settings import SETTINGS, CameraSettings

WIDTH_PX = 1280
MARGIN_PX = 40
ARROW = 0.02
"""Length of the arrow of the RMS error, as a share of the width."""
# Blue, green and red.
PAPER, EMPTY, FULL = (255, 255, 255), (225, 225, 235), (190, 225, 190)
LINE, FOUND, OFF, LEFT_OUT = (150, 150, 150), (110, 70, 20), (20, 90, 220), (40, 40, 200)
FINE = 4
"""Bits behind the point of a pixel's coordinates."""


def draw_fit(fit: CameraFit, settings: CameraSettings = SETTINGS) -> NDArray[np.uint8]:
    """Cells of the picture in which corners were seen are green. A dot is a corner; a line leads to it from where it
    should be, enlarged like the bar below, which is one pixel; crosses were left out.
    """
    camera = fit.measured.camera
    scale = WIDTH_PX / camera.size[0]
    width, height = WIDTH_PX, round(camera.size[1] * scale)
    canvas = np.full((height + 2 * MARGIN_PX, width + 2 * MARGIN_PX, 3), PAPER, np.uint8)
    _draw_cells(canvas[MARGIN_PX : MARGIN_PX + height, MARGIN_PX : MARGIN_PX + width], fit, settings)
    enlarged = ARROW * width / max(fit.measured.rms_px, 1e-3)
    middle = (np.array([camera.cx, camera.cy]) + 0.5) * scale + MARGIN_PX
    cv2.drawMarker(canvas, _whole(middle), LINE, cv2.MARKER_CROSS, 40, 1, cv2.LINE_AA)
    for at, off in zip((fit.pixels + 0.5) * scale + MARGIN_PX, fit.residuals * enlarged, strict=True):
        _line(canvas, at - off, at, OFF)
        cv2.circle(canvas, _sixteenths(at), round(2 * 2**FINE), FOUND, -1, cv2.LINE_AA, FINE)
    for at in (fit.left_out + 0.5) * scale + MARGIN_PX:
        cv2.drawMarker(canvas, _whole(at), LEFT_OUT, cv2.MARKER_TILTED_CROSS, 9, 2, cv2.LINE_AA)
    _draw_bar(canvas, enlarged)
    return canvas


def _draw_cells(part: NDArray[np.uint8], fit: CameraFit, settings: CameraSettings) -> None:
    counts = covered(fit.pixels, fit.measured.camera.size, settings)
    rows, columns = counts.shape
    height, width = part.shape[:2]
    for row in range(rows):
        for column in range(columns):
            begin = (column * width // columns, row * height // rows)
            end = ((column + 1) * width // columns - 2, (row + 1) * height // rows - 2)
            cv2.rectangle(part, begin, end, FULL if counts[row, column] else EMPTY, -1)


def _draw_bar(canvas: NDArray[np.uint8], pixel: float) -> None:
    """What a whole pixel would be, or a tenth if that is too long."""
    length, written = (pixel, "1 px") if pixel < WIDTH_PX / 2 else (pixel / 10, "0.1 px")
    begin = np.array([MARGIN_PX, canvas.shape[0] - MARGIN_PX / 2])
    _line(canvas, begin, begin + np.array([length, 0.0]), OFF)
    after = _whole(begin + np.array([length + 10, 5.0]))
    cv2.putText(canvas, written, after, cv2.FONT_HERSHEY_SIMPLEX, 0.5, FOUND, 1, cv2.LINE_AA)


def _line(canvas: NDArray[np.uint8], begin: Array, end: Array, colour: tuple[int, int, int]) -> None:
    cv2.line(canvas, _sixteenths(begin), _sixteenths(end), colour, 1, cv2.LINE_AA, FINE)


def _whole(at: Array) -> tuple[int, int]:
    return round(float(at[0])), round(float(at[1]))


def _sixteenths(at: Array) -> tuple[int, int]:
    return _whole(at * 2**FINE)

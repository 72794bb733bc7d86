"""Colours as logarithms of ratios in linear light: a warmer lamp or a longer exposure adds the same to all of them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float32]
Picture = NDArray[np.uint8]
BLACK_LEVEL = 0.006
"""Linear light, 0 to 1, that is added to each channel: keeps the logarithm of a dark pixel within a sensor's noise."""


ROW = 256
"""Points in a row of a map; nothing but speed depends on it."""


def _log_table() -> Float:
    level = np.arange(256) / 255
    linear = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    return np.log(linear + BLACK_LEVEL).astype(np.float32)


LOG_TABLE = _log_table()


def ratios(image: Picture) -> Float:
    """For every pixel (u, v, l): the logarithms of red to green, of blue to green, and of the brightness."""
    blue, green, red = cv2.split(cv2.LUT(image, LOG_TABLE))
    return np.asarray(cv2.merge([red - green, blue - green, 0.3 * red + 0.6 * green + 0.1 * blue]), np.float32)


def samples(image: Picture, points_px: NDArray[np.float64]) -> Picture:
    """The colours (n, 3) of a picture at points (n, 2), between pixels too; beyond its border they are black."""
    points = points_px.reshape(-1, 2)
    # OpenCV's maps have at most 32767 rows, so they are folded.
    rows = -(-len(points) // ROW)
    folded = np.full((2, rows * ROW), -1.0, np.float32)
    folded[:, : len(points)] = points.T
    u, v = folded.reshape(2, rows, ROW)
    seen = cv2.remap(image, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(seen, np.uint8).reshape(-1, 3)[: len(points)]

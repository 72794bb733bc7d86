"""The camera's sheet in one picture: which of its corners are seen, where, and how sharply."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Mask
from calibration.sheet import SQUARES, charuco_board

Ids = NDArray[np.int64]
Grey = NDArray[np.uint8]

COLUMNS, ROWS = SQUARES[0] - 1, SQUARES[1] - 1
# Where along an edge between two corners its steepness is measured, and how far to both sides of it.
ALONG = (0.3, 0.5, 0.7)
ACROSS_PX = (-2.0, -1.0, 0.0, 1.0, 2.0)
SOBEL = 1 / 8
"""Sobel's weights together, so that its answer is grey levels a pixel."""


@dataclass(frozen=True)
class SheetView:
    """Corners of the sheet as one picture shows them."""

    ids: Ids
    """Numbers of the corners that are seen, (N,), counted along the rows of the sheet."""
    pixels: Array
    """Where they are, (N, 2)."""
    edge_px: float
    """How many pixels an edge takes from black to white, in the direction in which the picture is less sharp."""
    speed_px: float | None = None
    """How far the sheet moved since the picture before, if there was one."""

    @property
    def points(self) -> Array:
        """The same corners on the sheet, (N, 3), in squares."""
        return corner_points()[self.ids]

    @property
    def spread(self) -> int:
        """Rows or columns of the sheet with corners in them, whichever are fewer: 1 if all are on a line."""
        return min(len(np.unique(self.ids % COLUMNS)), len(np.unique(self.ids // COLUMNS)))

    def only(self, kept: Mask) -> SheetView:
        return replace(self, ids=self.ids[kept], pixels=self.pixels[kept])


@cache
def corner_points() -> Array:
    """All inner corners of the sheet, (N, 3), in squares."""
    return np.asarray(charuco_board().getChessboardCorners(), dtype=np.float64)


@cache
def _detector() -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(charuco_board())


def find_sheet(image: NDArray[np.uint8]) -> SheetView | None:
    """The sheet in a picture (grey, or blue, green and red), however little of it is seen; None if nothing is."""
    grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    corners, numbers, _, _ = _detector().detectBoard(grey)
    if numbers is None or len(numbers) == 0:
        return None
    pixels = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
    ids = np.asarray(numbers, dtype=np.int64).ravel()
    return SheetView(ids, pixels, edge_width(grey, ids, pixels))


def edge_width(grey: Grey, ids: Ids, pixels: Array) -> float:
    """How many pixels the edges of the squares take from black to white, infinite where none is seen.

    Edges along the sheet and across it are looked at separately: a hand that moves blurs only one kind.
    """
    where = dict(zip(ids.tolist(), pixels, strict=True))
    kinds: list[Array] = []
    for step, ends in ((1, COLUMNS - 1), (COLUMNS, COLUMNS)):
        pairs = [(where[i], where[i + step]) for i in where if i + step in where and i % COLUMNS < ends]
        if pairs:
            kinds.append(np.array(pairs))
    if not kinds:
        return float("inf")
    square_px = float(np.median([np.linalg.norm(pair[:, 1] - pair[:, 0], axis=1).mean() for pair in kinds]))
    margin = int(np.ceil(square_px)) + 3
    low = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - margin, 0)
    high = np.ceil(pixels.max(axis=0)).astype(int) + margin
    part = grey[low[1] : high[1], low[0] : high[0]]
    smooth = cv2.GaussianBlur(part, (0, 0), 0.7)
    # Nothing on the sheet is farther than a square from pure black and pure white.
    reach = np.ones((2 * max(2, round(square_px * 0.6)) + 1,) * 2, np.uint8)
    contrast = cv2.subtract(cv2.dilate(smooth, reach), cv2.erode(smooth, reach)).astype(np.float32)
    slopes = [cv2.Sobel(part, cv2.CV_32F, dx, dy, ksize=3, scale=SOBEL) for dx, dy in ((1, 0), (0, 1))]
    widths = []
    for pair in kinds:
        begin, way = pair[:, 0] - low, pair[:, 1] - pair[:, 0]
        normal = np.stack([-way[:, 1], way[:, 0]], axis=1) / np.linalg.norm(way, axis=1, keepdims=True)
        along, across = np.array(ALONG)[:, None, None, None], np.array(ACROSS_PX)[:, None, None]
        at = (begin + along * way + across * normal).astype(np.float32)
        flat = at.reshape(len(ALONG) * len(ACROSS_PX), -1, 2)
        u, v = np.ascontiguousarray(flat[..., 0]), np.ascontiguousarray(flat[..., 1])
        gx, gy, level = (cv2.remap(each, u, v, cv2.INTER_LINEAR) for each in (*slopes, contrast))
        steep = np.abs(gx * normal[:, 0] + gy * normal[:, 1]).reshape(len(ALONG), len(ACROSS_PX), -1).max(axis=1)
        levels = level.reshape(len(ALONG), len(ACROSS_PX), -1)[:, len(ACROSS_PX) // 2]
        widths.append(float(np.median(levels / np.maximum(steep, 1e-3))))
    return max(widths)

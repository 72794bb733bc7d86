"""The lens's distortion: a straight picture with a margin, bent into the picture a real camera would take."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera

# The bend is smooth: it is reckoned on every so many pixels and drawn out in between.
GRID_PX = 8
# How wide the margin may be on each side, in pictures; what a lens shows beyond is drawn as its edge.
WIDEST = 0.5


@dataclass(frozen=True)
class Bend:
    """A straight picture's matrix and size, and for each pixel of the bent one its place there."""

    matrix: NDArray[np.float64]
    size: tuple[int, int]
    u: NDArray[np.float32] | None = None
    v: NDArray[np.float32] | None = None


@lru_cache(maxsize=4)
def bend_of(camera: Camera) -> Bend:
    if not any(camera.dist):
        return Bend(camera.matrix, camera.size)
    width, height = camera.size
    across, down = np.arange(0, width + GRID_PX, GRID_PX), np.arange(0, height + GRID_PX, GRID_PX)
    grid = np.stack(np.meshgrid(across, down), axis=-1).astype(np.float64)
    straight = cv2.undistortPoints(grid.reshape(-1, 1, 2), camera.matrix, np.array(camera.dist), P=camera.matrix)
    places = np.asarray(straight, dtype=np.float64).reshape(*grid.shape)
    whole = np.array(camera.size, dtype=np.float64)
    places = np.clip(np.nan_to_num(places), -WIDEST * whole, (1 + WIDEST) * whole)
    low = np.floor(places.min(axis=(0, 1))) - 1
    high = np.ceil(places.max(axis=(0, 1))) + 2
    matrix = camera.matrix
    matrix[:2, 2] -= low
    # Grid point i is to come out exactly at pixel i * GRID_PX.
    take_u, take_v = np.meshgrid(
        np.arange(width, dtype=np.float32) / GRID_PX, np.arange(height, dtype=np.float32) / GRID_PX
    )
    drawn = [
        np.asarray(cv2.remap((places[..., i] - low[i]).astype(np.float32), take_u, take_v, cv2.INTER_LINEAR))
        for i in (0, 1)
    ]
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    return Bend(matrix, size, drawn[0].astype(np.float32), drawn[1].astype(np.float32))


def bend_picture(picture: NDArray[np.float32], bend: Bend) -> NDArray[np.float32]:
    if bend.u is None or bend.v is None:
        return picture
    return np.asarray(cv2.remap(picture, bend.u, bend.v, cv2.INTER_LINEAR), dtype=np.float32)

"""Where the simulated camera stands, and the way from millimetres on the board to pixels of its picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.pose import Pose

Array = NDArray[np.float64]

# How much of the picture's half width and half height the board and its stacks may take.
FILL = 0.93
STEP_BACK = 1.02
# A webcam sees about 60 degrees from side to side.
FOCAL_PER_WIDTH = 0.9


class Slab(Protocol):
    """A board that lies on the table, in millimetres."""

    @property
    def board_side(self) -> float: ...
    @property
    def board_thickness(self) -> float: ...


@dataclass(frozen=True)
class Room:
    """What has to be wholly in the picture, in millimetres: a square, from so far below the board's top to so far above
    it. Nothing of it comes nearer to the camera than `nearest`."""

    side: float
    low: float
    high: float
    nearest: float

    @property
    def corners(self) -> Array:
        return np.concatenate([_square(self.side, self.low), _square(self.side, self.high)])


def corners_mm(slab: Slab, z_mm: float = 0.0) -> Array:
    """The board's corners, from the near left one counter-clockwise."""
    return _square(slab.board_side, z_mm)


def _square(side_mm: float, z_mm: float) -> Array:
    half = side_mm / 2
    return np.array([(-half, -half, z_mm), (half, -half, z_mm), (half, half, z_mm), (-half, half, z_mm)])


def see_all(
    room: Room,
    elevation_deg: float = 50.0,
    turned_deg: float = 0.0,
    camera: Camera | None = None,
    size: tuple[int, int] = (1280, 720),
    roll_deg: float = 0.0,
) -> Pose:
    """A camera that looks at the board, stepped back until the whole room is in the picture.

    `elevation_deg` is 90 straight from above; `turned_deg` is how far the camera went around the table to the right.
    """
    camera = camera or Camera.simple(FOCAL_PER_WIDTH * size[0], size)
    elevation, azimuth = math.radians(elevation_deg), math.radians(turned_deg - 90)
    outward = np.array(
        [math.cos(elevation) * math.cos(azimuth), math.cos(elevation) * math.sin(azimuth), math.sin(elevation)]
    )
    right = np.array([-math.sin(azimuth), math.cos(azimuth), 0.0])
    down = np.cross(-outward, right)
    roll = math.radians(roll_deg)
    right, down = (
        math.cos(roll) * right + math.sin(roll) * down,
        math.cos(roll) * down - math.sin(roll) * right,
    )
    rotation = np.stack([right, down, -outward])
    rvec = tuple(float(v) for v in cv2.Rodrigues(rotation)[0].ravel())
    seen = room.corners
    middle, most = np.array([camera.cx, camera.cy]), FILL * np.array(camera.size) / 2
    focal = np.array([camera.fx, camera.fy])
    tvec = np.array([0.0, 0.0, room.side])
    while True:
        for _ in range(3):  # the middle of what is seen to the middle of the picture
            made = Pose(camera, (rvec[0], rvec[1], rvec[2]), (tvec[0], tvec[1], tvec[2]))
            if (seen @ rotation.T + tvec)[:, 2].min() < room.nearest:
                break
            pixels = made.project(seen)
            low, high = pixels.min(axis=0), pixels.max(axis=0)
            if (high - low < 2 * most).all() and (np.abs((high + low) / 2 - middle) < 1).all():
                return made
            tvec[:2] -= ((low + high) / 2 - middle) * tvec[2] / focal
        tvec[2] *= STEP_BACK

"""Where the simulated camera stands, and the way from millimetres on the board to pixels of its picture."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose

Array = NDArray[np.float64]

# How much of the picture's half width and half height the board and its stacks may take.
FILL = 0.93
STEP_BACK = 1.02
# A webcam sees about 60 degrees from side to side.
FOCAL_PER_WIDTH = 0.9


def corners_mm(physical_set: PhysicalSet, z_mm: float = 0.0) -> Array:
    """The board's corners beside a1, i1, i9 and a9."""
    half = physical_set.board_side / 2
    return np.array([(-half, -half, z_mm), (half, -half, z_mm), (half, half, z_mm), (-half, half, z_mm)])


def field_mm(x: float, y: float, board: int, physical_set: PhysicalSet) -> tuple[float, float]:
    """The middle of a field counted from 0."""
    pitch, middle = physical_set.pitch(board), (board - 1) / 2
    return (x - middle) * pitch, (y - middle) * pitch


def look_at(
    physical_set: PhysicalSet,
    elevation_deg: float = 50.0,
    turned_deg: float = 0.0,
    camera: Camera | None = None,
    size: tuple[int, int] = (1280, 720),
    highest_floor: int = 3,
    roll_deg: float = 0.0,
) -> Pose:
    """A camera that looks at the board, stepped back until all of it and its highest stack are in the picture.

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
    height = highest_floor * physical_set.tower_height
    seen = np.concatenate([corners_mm(physical_set, -physical_set.board_thickness), corners_mm(physical_set, height)])
    middle, room = np.array([camera.cx, camera.cy]), FILL * np.array(camera.size) / 2
    focal = np.array([camera.fx, camera.fy])
    tvec = np.array([0.0, 0.0, physical_set.board_side])
    while True:
        for _ in range(3):  # the middle of what is seen to the middle of the picture
            made = Pose(camera, (rvec[0], rvec[1], rvec[2]), (tvec[0], tvec[1], tvec[2]))
            if (seen @ rotation.T + tvec)[:, 2].min() < physical_set.pitch_9:
                break
            pixels = made.project(seen)
            low, high = pixels.min(axis=0), pixels.max(axis=0)
            if (high - low < 2 * room).all() and (np.abs((high + low) / 2 - middle) < 1).all():
                return made
            tvec[:2] -= ((low + high) / 2 - middle) * tvec[2] / focal
        tvec[2] *= STEP_BACK

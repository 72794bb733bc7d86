"""A board found in a photograph: how many fields it has, where it lies, and from where the camera sees it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from calibration.arrays import Array
from calibration.pose import Pose
from vision.corners import Corners
from vision.cover import Cover


@dataclass(frozen=True)
class FoundBoard:
    """A board in a photograph. `board` is 5, 9, or None for a square wooden board with other fields."""

    board: int | None
    pose: Pose
    corners_px: Corners
    focal_error: float
    """Standard error of the focal length, relative; 0 where the camera was given, large seen from straight above."""
    cover: Cover | None = field(default=None, compare=False, repr=False)
    """What lay over the board in the very picture in which it was found."""

    @property
    def size(self) -> tuple[int, int]:
        """Of the pictures in which it lies there."""
        return self.pose.camera.size


def square(side_mm: float) -> Array:
    """The corners of a board, in its own axes, beside a1 first."""
    return np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * side_mm / 2


def corners_of(pose: Pose, side_mm: float) -> Corners:
    """Where a board of this side has its corners in the picture."""
    return tuple((float(u), float(v)) for u, v in pose.project(square(side_mm)))


def turn(found: FoundBoard, quarters: int) -> FoundBoard:
    """The same board with its fields named from another corner: a1 goes on by so many corners, anticlockwise."""
    if quarters % 4 == 0:
        return found
    pose = Pose.of(found.pose.camera, cv2.Rodrigues(_turned(found.pose, quarters))[0], found.pose.tvec)
    corners = found.corners_px[quarters % 4 :] + found.corners_px[: quarters % 4]
    return replace(found, pose=pose, corners_px=corners)


def facing(pose: Pose) -> Pose:
    """The same pose with a1 at the near left: of four turns the one whose near side is lowest in the picture."""
    best = max((_turned(pose, quarters) for quarters in range(4)), key=lambda rotation: float(-rotation[1, 1]))
    return Pose.of(pose.camera, cv2.Rodrigues(best)[0], pose.tvec)


def _turned(pose: Pose, quarters: int) -> Array:
    """A pose's rotation, the board having been turned on the table."""
    angle = quarters * np.pi / 2
    about = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])
    return np.asarray(pose.rotation @ about)

"""A board found in a photograph: how many fields it has, where it lies, and from where the camera sees it."""

from __future__ import annotations

from dataclasses import dataclass, field

from calibration.pose import Pose
from vision.cover import Cover


@dataclass(frozen=True)
class FoundBoard:
    """A board in a photograph. `board` is 5, 9, or None for a square wooden board with other fields."""

    board: int | None
    pose: Pose
    corners_px: tuple[tuple[float, float], ...]
    focal_error: float
    """Standard error of the focal length, relative; 0 where the camera was given, large seen from straight above."""
    cover: Cover | None = field(default=None, compare=False, repr=False)
    """What lay over the board in the very picture in which it was found."""

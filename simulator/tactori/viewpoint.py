"""Where fields are on the board, and a camera that has all stacks in its picture."""

from __future__ import annotations

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from simulator.viewpoint import Room, see_all


def field_mm(x: float, y: float, board: int, physical_set: PhysicalSet) -> tuple[float, float]:
    """The middle of a field counted from 0."""
    pitch, middle = physical_set.pitch(board), (board - 1) / 2
    return (x - middle) * pitch, (y - middle) * pitch


def room_of(physical_set: PhysicalSet, highest_floor: int) -> Room:
    """The board with stacks up to this floor."""
    high = highest_floor * physical_set.tower_height
    return Room(physical_set.board_side, -physical_set.board_thickness, high, physical_set.pitch_9)


def look_at(
    physical_set: PhysicalSet,
    elevation_deg: float = 50.0,
    turned_deg: float = 0.0,
    camera: Camera | None = None,
    size: tuple[int, int] = (1280, 720),
    highest_floor: int = 3,
    roll_deg: float = 0.0,
) -> Pose:
    """A camera that looks at the board, stepped back until all of it and its highest stack are in the picture."""
    return see_all(room_of(physical_set, highest_floor), elevation_deg, turned_deg, camera, size, roll_deg)

"""Simulated tables whose camera is known, as the doctor sees them."""

from __future__ import annotations

from functools import cache

import numpy as np

from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.text import parse_text
from simulator.look import LIGHTS, Look
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from simulator.viewpoint import corners_mm
from vision.doctor.seen import Seen
from vision.doctor.settings import DoctorSettings
from vision.found_board import FoundBoard
from vision.photograph import Picture

SET = PhysicalSet.in_proportion(31.0)
SETTINGS = DoctorSettings()
SIZE = (960, 540)
GAME = "9 c3:RRB e3:RB c5:R e5:RY g3:B g5:B h7:G b7:YG d8:GY R:c3-e3@1 R:c3-c5@1 B:g3-g5@1"


@cache
def pose(elevation_deg: float = 50.0, size: tuple[int, int] = SIZE, highest_floor: int = 3) -> Pose:
    return look_at(SET, elevation_deg, turned_deg=8.0, size=size, highest_floor=highest_floor)


@cache
def picture(
    elevation_deg: float = 50.0, light: str = "soft", position: str = GAME, frame: int = 0, size: tuple[int, int] = SIZE
) -> Picture:
    """Not to be written into."""
    look = Look(light=LIGHTS[light])
    made = draw_position(parse_text(position), SET, pose(elevation_deg, size), look, seed=3, frame=frame)
    made.setflags(write=False)
    return made


def seen(image: Picture | None = None, where: Pose | None = None, position: str = GAME) -> Seen:
    """A picture with its board where it was drawn."""
    where = where or pose()
    corners = tuple((float(u), float(v)) for u, v in where.project(corners_mm(SET)))
    found = FoundBoard(9, where, corners, 0.0)
    heights_mm = {at: len(stack) * SET.tower_height for at, stack in parse_text(position).towers.items()}
    return Seen(picture(position=position) if image is None else image, found, SET, heights_mm)


def place_px(field: str, floors: float = 0.0, where: Pose | None = None) -> tuple[float, float]:
    """Where the middle of a field, or of a stack's top, is in the picture."""
    x, y = seen(where=where).middle_mm(field)
    ((u, v),) = (where or pose()).project(np.array([[x, y, floors * SET.tower_height]]))
    return float(u), float(v)

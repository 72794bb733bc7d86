"""Simulated photographs of a set that is not the usual one, taken by a camera that is known."""

from __future__ import annotations

from functools import cache

from calibration.arrays import Image
from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from referee.tactori.text import parse_text
from simulator.look import FieldStyle, Look
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at

SET = PhysicalSet.in_proportion(
    31.0, tower_width=19.2, tower_height=15.6, stick_width=3.9, groove_depth=8.0, board_side=300.0
)
CAMERA = Camera.simple(800.0, (960, 540), -0.05)
OTHER = Camera.simple(1250.0, (1200, 900), 0.0)
"""A phone's, of another size."""
FEW = "9 b7:GRB c3:R e3:R e7:B g6:YB h2:Y h4:GG R:c3-e3@1"


@cache
def photograph(
    position: str = FEW,
    elevation_deg: float = 48.0,
    turned_deg: float = 8.0,
    seed: int = 0,
    style: str = "dots",
    camera: Camera = CAMERA,
) -> Image:
    pose = look_at(SET, elevation_deg, turned_deg, camera)
    return draw_position(parse_text(position), SET, pose, Look(style=FieldStyle(style)), seed)

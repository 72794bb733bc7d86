"""Simulated boards in any light, with any paints, whose place in the picture is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import numpy as np

from calibration.pose import Pose
from referee.tactori.text import parse_text
from simulator import look as looks
from simulator.look import LIGHTS, PAINTS, TABLES, WOODS, Look, Rgb
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from tests.vision.tactori.pictures import SET, Drawn
from vision.found_board import FoundBoard

GAME = "9 a2:R b5:YB c3:RRB c8:GY d6:B e3:RB e9:G f5:YY g2:G g7:YG h4:BR i8:R"
OTHER = "9 a6:YG b2:B c5:RY d3:G d8:BB e6:R f2:YR g4:GG g8:Y h6:RB i3:G"
EMPTY = "9"
ORANGE: Rgb = (0.66, 0.21, 0.035)
"""A red that is more like yellow than like most sets' red."""


@cache
def board(
    text: str = GAME,
    warmth: float = 0.15,
    light: str = "soft",
    table: str = "walnut",
    stock: bool = False,
    paints: tuple[tuple[str, Rgb], ...] = (),
    brightness: float | None = None,
    seed: int = 1,
) -> Drawn:
    """A photograph of a position; `paints` replaces some of the set's."""
    position = parse_text(text)
    viewpoint = look_at(SET, 50.0, 5.0, size=(960, 540), highest_floor=3)
    lit = replace(LIGHTS[light], warmth=warmth)
    look = Look(light=replace(lit, brightness=brightness or lit.brightness), table=TABLES[table], stock=stock)
    before = dict(PAINTS)
    looks.PAINTS.update(paints)
    try:
        image = draw_position(position, SET, viewpoint, look, seed)
    finally:
        looks.PAINTS.update(before)
    image.flags.writeable = False
    pose = Pose(viewpoint.camera, viewpoint.rvec, viewpoint.tvec)
    half = SET.board_side / 2
    corners = pose.project(np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]]))
    found = FoundBoard(position.board, pose, tuple((float(u), float(v)) for u, v in corners), 0.0)
    return Drawn(image, found, position)


def true_uv(paint: Rgb, wood: Rgb = WOODS["beech"]) -> tuple[float, float]:
    """Where a paint lies around the wood, whatever the light."""
    red, green, blue = np.log(np.array(paint) / np.array(wood))
    return float(red - green), float(blue - green)


def true_paints(**other: Rgb) -> Mapping[str, tuple[float, float]]:
    return {colour: true_uv({**PAINTS, **other}[colour]) for colour in "RBYG"}

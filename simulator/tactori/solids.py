"""Towers and sticks as flat faces in space, set down a little carelessly."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from calibration.physical_set import PhysicalSet
from referee.tactori.board import COLOURS, STICKS_PER_COLOUR, TOWERS_PER_COLOUR, coordinates
from referee.tactori.position import End, Position, Stick
from simulator.look import PAINTS, Look, Rgb
from simulator.shapes import Faces, box, join, set_down
from simulator.tactori.viewpoint import field_mm

Array = NDArray[np.float64]

# A groove is a little wider than the stick that goes into it.
GROOVE_PER_STICK = 1.35
POST_ROOT_MM = 0.6
# Rounded edges: below each tower a dark line is left, which tells one floor from the next.
SEAM_MM = 0.45
SEAM_DARK = 0.35
# What a usual hand does: millimetres off, per millimetre of pitch, and degrees turned.
OFF_PER_PITCH = 0.012
TURNED_DEG = 1.5
STICK_OFF_MM = 0.4
STICK_TURNED_DEG = 0.5
PAINT_VARIES = 0.06


def tower_block(physical_set: PhysicalSet) -> Array:
    """A tower around the origin: a block with four posts on it, which leave the cross-shaped groove."""
    half, height = physical_set.tower_width / 2, physical_set.tower_height
    floor, gap = height - physical_set.groove_depth, GROOVE_PER_STICK * physical_set.stick_width / 2
    foot = half - SEAM_MM
    parts = [box((-foot, -foot, 0.0), (foot, foot, 2 * SEAM_MM)), box((-half, -half, SEAM_MM), (half, half, floor))]
    for x0, x1 in ((-half, -gap), (gap, half)):
        for y0, y1 in ((-half, -gap), (gap, half)):
            # A little into the block, so that no seam of the block's top shines through.
            parts.append(box((x0, y0, floor - POST_ROOT_MM), (x1, y1, height)))
    return np.concatenate(parts)


def stick_bar(physical_set: PhysicalSet) -> Array:
    """A stick along x, its underside in the middle on the origin."""
    length, width = physical_set.stick_length / 2, physical_set.stick_width / 2
    return box((-length, -width, 0.0), (length, width, 2 * width))


def rest_mm(floor: int, physical_set: PhysicalSet) -> float:
    """How high the underside of a stick lies in a tower's groove; floor 0 is the bare board."""
    return floor * physical_set.tower_height - physical_set.groove_depth if floor else 0.0


def stick_ends_mm(stick: Stick, lifted: bool, board: int, physical_set: PhysicalSet) -> tuple[Array, Array]:
    """The undersides of a stick's two ends, over the middles of their fields."""

    def end_mm(end: End) -> Array:
        x, y = coordinates(end.at)
        z = rest_mm(end.floor, physical_set)
        if stick.line is None and end.floor:
            z = end.floor * physical_set.tower_height  # no groove runs that way, so it lies on the posts
        return np.array([*field_mm(x, y, board, physical_set), z + (physical_set.stick_width if lifted else 0.0)])

    return end_mm(stick.a), end_mm(stick.b)


def lifted_sticks(sticks: Iterable[Stick]) -> list[bool]:
    """Which sticks lie upon another one that crosses them on their floor, or that lies along there."""
    lifted: list[bool] = []
    below: list[Stick] = []
    for each in sticks:
        crossing = each.half_bridges > 0 and any(
            other.floor == each.floor
            and other.line is not None
            and each.line is not None
            and set(other.touched) & set(each.touched)
            and (
                (other.a.at[0] == other.b.at[0]) != (each.a.at[0] == each.b.at[0])
                or other.half_bridges & each.half_bridges
            )
            for other in below
        )
        lifted.append(crossing)
        if not crossing:
            below.append(each)
    return lifted


def piece_faces(position: Position, physical_set: PhysicalSet, look: Look, seed: int) -> Faces:
    """All towers and sticks of a position. Each has its own chance, so that it lies alike in the next picture."""
    block, bar, parts = tower_block(physical_set), stick_bar(physical_set), []
    for at, stack in position.towers.items():
        x, y = coordinates(at)
        middle = field_mm(x, y, position.board, physical_set)
        for floor, colour in enumerate(stack, 1):
            rng = np.random.default_rng([seed, 1, x, y, floor, ord(colour)])
            dx, dy = rng.normal(0, OFF_PER_PITCH * physical_set.pitch_9, 2) * look.jitter
            yaw = math.radians(rng.normal(0, TURNED_DEG) * look.jitter)
            z = (floor - 1) * physical_set.tower_height
            shape = set_down(block, (middle[0] + dx, middle[1] + dy, z), yaw)
            parts.append(_painted(shape, PAINTS[colour], rng, seam=True))
    for stick, lifted in zip(position.sticks, lifted_sticks(position.sticks), strict=True):
        a, b = stick_ends_mm(stick, lifted, position.board, physical_set)
        where = [*coordinates(stick.a.at), stick.a.floor, *coordinates(stick.b.at), stick.b.floor]
        rng = np.random.default_rng([seed, 2, *where, ord(stick.colour)])
        off = np.array([*rng.normal(0, STICK_OFF_MM, 2), 0.0]) * look.jitter
        way, turned = b - a, math.radians(rng.normal(0, STICK_TURNED_DEG) * look.jitter)
        yaw = math.atan2(way[1], way[0]) + turned
        x_mm, y_mm, z_mm = (a + b) / 2 + off
        pitch = math.atan2(way[2], math.hypot(way[0], way[1]))
        parts.append(_painted(set_down(bar, (x_mm, y_mm, z_mm), yaw, pitch), PAINTS[stick.colour], rng))
    return join(parts)


def tower_faces(colour: str, at: tuple[float, float, float], yaw: float, physical_set: PhysicalSet) -> Faces:
    """A single tower that is not on the board, say in a hand."""
    shape = set_down(tower_block(physical_set), at, yaw)
    return _painted(shape, PAINTS[colour], np.random.default_rng(0), seam=True)


def stock_faces(position: Position, physical_set: PhysicalSet, seed: int) -> Faces:
    """Some of the pieces that are not in play, scattered around the board."""
    rng = np.random.default_rng([seed, 3])
    block, bar, parts = tower_block(physical_set), stick_bar(physical_set), []
    half, width = physical_set.board_side / 2, physical_set.tower_width
    taken: list[tuple[Array, float]] = []
    for colour in position.colours() or tuple(COLOURS[:2]):
        towers = TOWERS_PER_COLOUR - position.count_towers(colour)
        sticks = STICKS_PER_COLOUR - position.count_sticks(colour)
        for shape, left, reach in ((block, min(towers, 6), 0.8 * width), (bar, min(sticks, 4), 1.35 * width)):
            for _ in range(max(0, left)):
                around = rng.uniform(0, 2 * math.pi)
                edge = half / max(abs(math.cos(around)), abs(math.sin(around)))
                away = edge + 1.3 * reach + rng.uniform(0, 3.5 * width)
                middle = away * np.array([math.cos(around), math.sin(around)])
                yaw = rng.uniform(0, math.pi)
                if all(np.hypot(*(middle - other)) > reach + theirs for other, theirs in taken):
                    taken.append((middle, reach))
                    at = (middle[0], middle[1], -physical_set.board_thickness)
                    parts.append(_painted(set_down(shape, at, yaw), PAINTS[colour], rng, seam=shape is block))
    return join(parts)


def _painted(shape: Array, paint: Rgb, rng: np.random.Generator, seam: bool = False) -> Faces:
    """A piece in its paint, no two quite alike; a tower's first faces are the seam it stands on."""
    colours = np.tile(np.array(paint) * (1 + PAINT_VARIES * rng.standard_normal()), (len(shape), 1))
    if seam:
        colours[:5] *= SEAM_DARK
    return Faces(shape, colours)

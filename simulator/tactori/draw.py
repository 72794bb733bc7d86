"""A position in, a picture out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.position import Position
from simulator.draw import Drawn, Stage, draw_stage
from simulator.expose import Picture, expose
from simulator.hand import Hand
from simulator.look import Look
from simulator.raster import FloatImage
from simulator.shapes import Faces, join, slab_sides
from simulator.surfaces import table_pattern
from simulator.tactori.hand import hand_faces
from simulator.tactori.solids import piece_faces, stock_faces
from simulator.tactori.surfaces import board_pattern
from simulator.window import Window


@dataclass(frozen=True, eq=False)
class Scenery:
    """Surfaces and things of any kind, in place of the usual ones: linear light that comes back, (rows, columns, 3)."""

    top: FloatImage
    table: FloatImage
    things: Faces


def draw_position(
    position: Position,
    physical_set: PhysicalSet,
    viewpoint: Pose,
    look: Look = Look(),  # noqa: B008 - frozen
    seed: int = 0,
    hand: Hand | None = None,
    frame: int = 0,
) -> Picture:
    """The picture (BGR) of a position. The same seed gives the same picture; frames of a film differ in their noise."""
    drawn = draw_light(position, physical_set, viewpoint, look, seed, hand)
    return expose(drawn.light, drawn.bend, look, viewpoint.camera.size, np.random.default_rng([seed, 21, frame]))


def draw_light(
    position: Position,
    physical_set: PhysicalSet,
    viewpoint: Pose,
    look: Look = Look(),  # noqa: B008 - frozen
    seed: int = 0,
    hand: Hand | None = None,
    window: Window | None = None,
    scenery: Scenery | None = None,
) -> Drawn:
    """A position before the camera has made a picture of it. Things of a `scenery` are the last faces."""
    return draw_stage(stage_of(position, physical_set, look, seed, hand, scenery), viewpoint, look, window)


def stage_of(
    position: Position,
    physical_set: PhysicalSet,
    look: Look,
    seed: int,
    hand: Hand | None = None,
    scenery: Scenery | None = None,
) -> Stage:
    faces = faces_of(position, physical_set, look, seed, hand)
    apart = physical_set.tower_height, physical_set.pitch_9
    if scenery is not None:
        return Stage(physical_set, join([faces, scenery.things]), scenery.top, scenery.table, *apart)
    top = board_pattern(position.board, physical_set, look.style, seed)
    return Stage(physical_set, faces, top, table_pattern(look.table, seed), *apart)


def faces_of(position: Position, physical_set: PhysicalSet, look: Look, seed: int, hand: Hand | None) -> Faces:
    """All that stands on the table: the slab's sides, the towers and the sticks in their order, then the rest."""
    parts = [slab_sides(physical_set, look.wood), piece_faces(position, physical_set, look, seed)]
    if look.stock:
        parts.append(stock_faces(position, physical_set, seed).turned(-look.turned_deg))
    if hand is not None:
        parts.append(hand_faces(hand, position, physical_set, seed, look.turned_deg))
    return join(parts)

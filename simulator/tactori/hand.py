"""A hand that reaches for a field, over whatever stands there."""

from __future__ import annotations

from dataclasses import replace

from calibration.physical_set import PhysicalSet
from referee.tactori.board import coordinates
from referee.tactori.position import Position
from simulator.hand import SMOOTH, Grip, Hand, Roundness, arm_faces
from simulator.shapes import Faces, join
from simulator.tactori.solids import tower_faces
from simulator.tactori.viewpoint import field_mm


def hand_faces(
    hand: Hand,
    position: Position,
    physical_set: PhysicalSet,
    seed: int,
    turned_deg: float = 0.0,
    roundness: Roundness = SMOOTH,
) -> Faces:
    """The hand comes from the near side of the table, however the board lies turned on it."""
    x, y = field_mm(*coordinates(hand.field), position.board, physical_set)
    height = physical_set.tower_height
    over = (position.height(hand.field) + 0.15) * height
    grip = Grip(x, y, over, physical_set.tower_width, height, physical_set.board_side).turned(turned_deg)
    grip = replace(grip, y=grip.y - hand.away_mm)
    parts = [arm_faces(grip, seed, roundness)]
    if hand.holds:
        parts.append(tower_faces(hand.holds, (grip.x, grip.y, over), 0.1, physical_set))
    return join(parts).turned(-turned_deg)

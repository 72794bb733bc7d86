"""The next position of a film, in which few pieces came or went."""

from __future__ import annotations

from collections.abc import Iterator

from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.board import coordinates
from referee.tactori.position import Position, Stick
from referee.tactori.turn import compare
from simulator import redraw as film
from simulator.draw import Drawn
from simulator.expose import Picture
from simulator.look import Look
from simulator.redraw import Changed
from simulator.tactori.draw import stage_of
from simulator.tactori.solids import lifted_sticks
from simulator.tactori.viewpoint import field_mm

# What a piece dims around it, in pitches of the 9x9 board: three standard deviations of the light's blur.
DIMS_PITCHES = 1.4


def redraw(
    before: Position,
    drawn: Drawn,
    clean: Picture,
    after: Position,
    physical_set: PhysicalSet,
    viewpoint: Pose,
    look: Look,
    seed: int,
) -> tuple[Drawn, Picture]:
    """The position after, given what was drawn of the one before. Sticks are given in the order in which they were
    laid."""
    stage = stage_of(after, physical_set, look, seed)
    return film.redraw(drawn, clean, stage, _changed(before, after, physical_set), viewpoint, look)


def _changed(before: Position, after: Position, physical_set: PhysicalSet) -> Iterator[Changed]:
    """For each piece that came, went or lies otherwise: from where to where on the board, and how high."""

    def place(at: str) -> tuple[float, float]:
        return field_mm(*coordinates(at), after.board, physical_set)

    around = DIMS_PITCHES * physical_set.pitch_9 + physical_set.tower_width

    difference = compare(before, after)
    for change in difference.stacks:
        floors = max(before.height(change.at), after.height(change.at))
        yield Changed(place(change.at), place(change.at), floors * physical_set.tower_height, around)
    lying: list[tuple[Stick, bool]] = []
    for position in (before, after):
        lying += set(zip(position.sticks, lifted_sticks(position.sticks), strict=True))
    for stick, _ in (each for each in lying if lying.count(each) == 1):
        (ax, ay), (bx, by) = place(stick.a.at), place(stick.b.at)
        high = max(stick.a.floor, stick.b.floor) * physical_set.tower_height + 2 * physical_set.stick_width
        yield Changed((min(ax, bx), min(ay, by)), (max(ax, bx), max(ay, by)), high, around)

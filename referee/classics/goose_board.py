"""The plan of the goose game: 62 fields in a spiral, and what happens on some of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.classics.boards import of_cells

SIDE = 8
GOAL = 61
WAITING, LEAVING = 57, 60
FORWARD = {3: 2, 30: 2, 36: 2, 51: 2, 21: 4, 9: 10}
BACK = {12: 4, 42: 10}
SINGING = 42
SITTING = frozenset((6, 18, 24, 39, 48))
HELD = {27: 6, 33: 4}
"""With which throw one may go on."""
AGAIN = frozenset((45, 54))


def _spiral() -> Iterator[tuple[int, int]]:
    """Along the near edge, then always to the left, inwards."""
    free = {(i, j) for i in range(SIDE) for j in range(SIDE)}
    at, way = (0, 0), (1, 0)
    while free:
        yield at
        free.discard(at)
        ahead = (at[0] + way[0], at[1] + way[1])
        if ahead not in free:
            way = (-way[1], way[0])
            ahead = (at[0] + way[0], at[1] + way[1])
        at = ahead


BOARD = of_cells({str(number): cell for number, cell in enumerate(_spiral()) if number <= GOAL}, SIDE)


@dataclass(frozen=True)
class Landing:
    """Where a throw ends, what happens there, and where that leads."""

    field: int
    to: int
    effect: str | None


def landing(field: int) -> Landing:
    if field in FORWARD:
        return Landing(field, field + FORWARD[field], "forward")
    if field in BACK:
        return Landing(field, field - BACK[field], "back")
    return Landing(field, field, effect_of(field))


def effect_of(field: int) -> str | None:
    """What happens to whoever stands here, where it is no further move."""
    if field in SITTING:
        return "skip"
    if field in HELD:
        return "held"
    if field in AGAIN:
        return "again"
    return {WAITING: "wait", LEAVING: "out", GOAL: "goal"}.get(field)


def landed(start: int, throw: int, overshoot: str) -> Landing:
    """Where a throw leads. Past the goal a piece goes back instead: by the throw from where it stands, or by what is
    too much from the goal."""
    field = start + throw
    if field > GOAL:
        field = start - throw if overshoot == "back_throw" else 2 * GOAL - field
    return landing(field)

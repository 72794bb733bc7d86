"""The plan of Mensch ärgere Dich nicht: a track of 40 fields, and for every colour its A, its goal and its B."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from referee.classics.boards import of_cells

SIDE = 11
COLOURS = "ygrb"
"""Clockwise, and so in the order of play."""
TRACK = 40
LAST = TRACK - 1
"""A colour's progress on its last field: A is 0, a to d are 40 to 43."""
GOAL_FIELDS = "abcd"
TOP = TRACK + len(GOAL_FIELDS) - 1
PIECES = 4
QUARTER = TRACK // len(COLOURS)
_CORNERS = (
    *((4, 0), (4, 4), (0, 4), (0, 6), (4, 6), (4, 10), (6, 10), (6, 6), (10, 6), (10, 4), (6, 4), (6, 0), (5, 0)),
)
_GOALS = {"y": (5, 1, 0, 1), "g": (1, 5, 1, 0), "r": (5, 9, 0, -1), "b": (9, 5, -1, 0)}
"""Where a goal begins, and which way it goes."""
_WAITING = {"y": (0, 0), "g": (0, 9), "r": (9, 9), "b": (9, 0)}


def _track() -> Iterator[tuple[int, int]]:
    """The cells of the track from corner to corner."""
    x, y = _CORNERS[0]
    yield x, y
    for to_x, to_y in _CORNERS[1:]:
        while (x, y) != (to_x, to_y):
            x += (to_x > x) - (to_x < x)
            y += (to_y > y) - (to_y < y)
            yield x, y


def _cells() -> Iterator[tuple[str, tuple[int, int]]]:
    yield from ((str(number), cell) for number, cell in enumerate(_track(), 1))
    for colour in COLOURS:
        x, y, right, up = _GOALS[colour]
        yield from ((f"{colour}{name}", (x + n * right, y + n * up)) for n, name in enumerate(GOAL_FIELDS))
    for colour in COLOURS:
        x, y = _WAITING[colour]
        yield from ((f"{colour}B{n + 1}", (x + n % 2, y + n // 2)) for n in range(PIECES))


BOARD = of_cells(dict(_cells()), SIDE)
WAITING = {colour: tuple(f"{colour}B{n + 1}" for n in range(PIECES)) for colour in COLOURS}
GOAL = {colour: tuple(colour + name for name in GOAL_FIELDS) for colour in COLOURS}
WAY = {
    colour: (*(str((QUARTER * n + k) % TRACK + 1) for k in range(TRACK)), *GOAL[colour])
    for n, colour in enumerate(COLOURS)
}
"""From A to d, for every colour."""
PROGRESS = {colour: {point: k for k, point in enumerate(way)} for colour, way in WAY.items()}
A = {colour: way[0] for colour, way in WAY.items()}
ALIASES = {f"{colour}A": point for colour, point in A.items()}


@cache
def is_track(point: str) -> bool:
    return point.isdigit()


@cache
def owner(point: str) -> str:
    """Whose goal or B a point is, "" on the track."""
    return "" if is_track(point) else point[0]


def is_waiting(point: str) -> bool:
    return len(point) == 3


def partner(colour: str) -> str:
    """The colour opposite."""
    return COLOURS[(COLOURS.index(colour) + 2) % len(COLOURS)]

"""Fields, colours and the straight lines between fields, as numbers that are quick to reckon with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

COLOURS = "RBYG"
UNKNOWN = "?"
FILES = "abcdefghi"
BOARDS = (5, 9)
TOWERS_PER_COLOUR = 16
STICKS_PER_COLOUR = 15

# A set of half bridges, or of the unit cells between the fields, is one integer. Cell (i, j) has bit i + STRIDE * j;
# cells are counted from 0 with a ring of cells outside the board, so that the field (x, y) is the corner that
# the cells (x, y), (x + 1, y), (x, y + 1) and (x + 1, y + 1) share. A half bridge has the number of the cell
# left of it (upright) or below it (level); upright ones are shifted by UPRIGHT to keep the two apart.
STRIDE = 12
UPRIGHT = STRIDE * STRIDE
LEVEL_MASK = (1 << UPRIGHT) - 1


def span(board: int) -> int:
    """How many steps apart the ends of a bridge are."""
    return 2 if board == 9 else 1


def field_name(x: int, y: int) -> str:
    return f"{FILES[x]}{y + 1}"


def coordinates(field: str) -> tuple[int, int]:
    return FILES.index(field[0]), int(field[1:]) - 1


def fields_of(board: int) -> tuple[str, ...]:
    """All fields, rank by rank from a1."""
    return _FIELDS[board]


def is_field(name: object, board: int) -> bool:
    return isinstance(name, str) and name in _FIELD_SETS[board]


def is_colour(name: object) -> bool:
    return isinstance(name, str) and len(name) == 1 and name in COLOURS


_FIELDS = {n: tuple(field_name(x, y) for y in range(n) for x in range(n)) for n in BOARDS}
_FIELD_SETS = {n: frozenset(names) for n, names in _FIELDS.items()}
NINE_CENTRE = frozenset(field_name(x, y) for x in (3, 4, 5) for y in (3, 4, 5))


def half_bridge(x: int, y: int, upright: bool) -> int:
    """The bit of the half bridge from field (x, y) one step away from the viewer (upright) or to the right."""
    return 1 << (UPRIGHT + x + STRIDE * (y + 1)) if upright else 1 << (x + 1 + STRIDE * y)


@dataclass(frozen=True)
class Line:
    """A straight way along a row or a column: the fields it touches in order, and the half bridges it covers."""

    fields: tuple[str, ...]
    halves: tuple[int, ...]
    mask: int
    steps: int

    @property
    def between(self) -> tuple[str, ...]:
        return self.fields[1:-1]


@cache
def line_between(a: str, b: str) -> Line | None:
    """The line from a to b, or None if they are one field or not in one row or column."""
    (ax, ay), (bx, by) = coordinates(a), coordinates(b)
    if (ax == bx) == (ay == by):
        return None
    upright = ax == bx
    fields = tuple(
        field_name(ax + (bx > ax) * i - (bx < ax) * i, ay + (by > ay) * i - (by < ay) * i)
        for i in range(abs(bx - ax) + abs(by - ay) + 1)
    )
    halves = []
    for p, q in pairwise(fields):
        (px, py), (qx, qy) = coordinates(p), coordinates(q)
        halves.append(half_bridge(min(px, qx), min(py, qy), upright))
    return Line(fields, tuple(halves), sum(halves), len(halves))


def neighbours(field: str, steps: int, board: int) -> Iterator[str]:
    """The fields so many steps away along row and column."""
    x, y = coordinates(field)
    for dx, dy in ((steps, 0), (0, steps), (-steps, 0), (0, -steps)):
        if 0 <= x + dx < board and 0 <= y + dy < board:
            yield field_name(x + dx, y + dy)


@cache
def half_bridge_ends(half: int) -> tuple[str, str]:
    """The two fields at the ends of one half bridge."""
    bit = half.bit_length() - 1
    if bit >= UPRIGHT:
        row, x = divmod(bit - UPRIGHT, STRIDE)
        return field_name(x, row - 1), field_name(x, row)
    y, column = divmod(bit, STRIDE)
    return field_name(column - 1, y), field_name(column, y)


def bits(mask: int) -> Iterator[int]:
    """The single bits of a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low

"""Boards of points: what the points are called, where they lie on the unit square, and how a board is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

FILES = "abcdefghijklmno"
Spot = tuple[float, float]
"""x to the right, y away from the viewer, (0, 0) near left and (1, 1) far right."""


@dataclass(frozen=True, eq=False)
class Board:
    """The points of a board. `rows` has them as they are drawn, from the far side to the near one, each row with its
    label and with the column in which a point is drawn."""

    rows: tuple[tuple[str, tuple[tuple[int, str], ...]], ...]
    spots: Mapping[str, Spot]
    """Where a point lies, in board order."""
    files: tuple[str, ...] = ()
    """What stands below the columns, if they have names."""

    @cached_property
    def order(self) -> Mapping[str, int]:
        return {point: number for number, point in enumerate(self.spots)}

    @property
    def points(self) -> tuple[str, ...]:
        return tuple(self.spots)

    def __contains__(self, point: object) -> bool:
        return point in self.spots

    def in_order(self, points: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(points, key=self.order.__getitem__))

    def holds(self, points: Iterable[str]) -> bool:
        return all(point in self.spots for point in points)


def at(file: int, rank: int) -> str:
    """The name of a grid's point, both counted from 0.

    >>> at(2, 3)
    'c4'
    """
    return f"{FILES[file]}{rank + 1}"


@cache
def cell(point: str) -> tuple[int, int]:
    """File and rank of a grid's point, both counted from 0."""
    return FILES.index(point[0]), int(point[1:]) - 1


def grid(side: int, kept: Iterable[str] | None = None) -> Board:
    """A square of points, or those of it that are kept."""
    wanted = None if kept is None else frozenset(kept)
    cells = {at(i, j): (i, j) for j in range(side) for i in range(side) if wanted is None or at(i, j) in wanted}
    return of_cells(cells, side, tuple(FILES[:side]), ranks=True)


def of_cells(
    cells: Mapping[str, tuple[int, int]], side: int, files: tuple[str, ...] = (), ranks: bool = False
) -> Board:
    """A board whose points lie in the cells of a grid, in the order in which they are given."""
    rows = tuple(
        (str(j + 1) if ranks else "", tuple(sorted((i, point) for point, (i, k) in cells.items() if k == j)))
        for j in range(side - 1, -1, -1)
    )
    spots = {point: ((i + 0.5) / side, (j + 0.5) / side) for point, (i, j) in cells.items()}
    return Board(rows, spots, files)

"""Every place where a stick could lie among the stacks, by the rules or against them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from calibration.arrays import Array
from vision.tactori.scene import Field, Grid

End = tuple[Field, int]


@dataclass(frozen=True)
class Stretch:
    """A piece of the way, as shares of it; `host` is the tower in whose groove it lies or on which it rests."""

    low: float
    high: float
    host: End | None = None


@dataclass(frozen=True, eq=False)
class Place:
    """A stick from one end to the other, as it would lie there: the line along its lower middle (mm)."""

    a: End
    b: End
    start: tuple[float, float, float]
    end: tuple[float, float, float]
    stretches: tuple[Stretch, ...]
    """Where it is looked for: not at the towers' faces, which blur and a tower set askew make uncertain."""
    body: tuple[Stretch, ...]
    """All of it that is not inside a tower."""
    straight: bool  # along a row of fields, so that it lies in its hosts' grooves and not on top of them

    @cached_property
    def key(self) -> tuple[str, End, End]:
        return ("stick", self.a, self.b)

    @cached_property
    def touched(self) -> frozenset[Field]:
        """The fields it ends on or passes over."""
        return frozenset({self.a[0], self.b[0], self.passed})

    @cached_property
    def passed(self) -> Field:
        """The field half-way, which it passes over; on the 5x5 board one of its ends."""
        return _across(self.a, self.b)

    @cached_property
    def level(self) -> bool:
        """Straight and level, as a bridge must be; not that it is one."""
        return self.straight and self.a[1] == self.b[1]

    def at(self, shares: Array) -> Array:
        start, end = np.array(self.start), np.array(self.end)
        return np.asarray(start + shares[:, None] * (end - start))


class Places:
    """Remembers the places on a board: the same ones are asked for again and again while stacks change."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._made: dict[tuple[object, ...], Place] = {}
        span, n = (2, 9) if grid.board == 9 else (1, 5)
        fields = [(x, y) for x in range(n) for y in range(n)]
        inside = set(fields)
        self._straight = [((x, y), g) for x, y in fields for g in ((x + span, y), (x, y + span)) if g in inside]
        # On the 5x5 board a diagonal is longer than a stick.
        steps = ((1, 1), (1, -1)) if grid.board == 9 else ()
        self._diagonal = [
            ((x, y), (x + dx, y + dy)) for x, y in fields for dx, dy in steps if (x + dx, y + dy) in inside
        ]

    def among(self, heights: Mapping[Field, int], hidden: Mapping[Field, int]) -> list[Place]:
        """All places among stacks of these heights.

        `hidden` says of empty fields how high a stack could stand there unseen: a stick may end in it.
        """
        made: list[Place] = []
        for f, g in self._straight:
            made += self._straight_between(f, g, heights, hidden)
        for f, g in self._diagonal:
            made += self._diagonal_between(f, g, heights)
        return made

    def _straight_between(
        self, f: Field, g: Field, heights: Mapping[Field, int], hidden: Mapping[Field, int]
    ) -> list[Place]:
        hf, hg = heights.get(f, 0), heights.get(g, 0)
        if not hf and not hg:  # it lies on the bare board
            return [self._place(heights, (f, 0), (g, 0), 0.0)]
        lifts = (0.0, self.grid.set.stick_width)
        common = min(hf or hidden.get(f, 0), hg or hidden.get(g, 0))
        made = [self._place(heights, (f, k), (g, k), lift) for k in range(1, common + 1) for lift in lifts]
        if abs(hf - hg) == 1 or {hf, hg} == {0, 2}:
            made.append(self._place(heights, (f, hf), (g, hg), 0.0))
        return made

    def _diagonal_between(self, f: Field, g: Field, heights: Mapping[Field, int]) -> list[Place]:
        hf, hg = heights.get(f, 0), heights.get(g, 0)
        if not hf or not hg or abs(hf - hg) > 1:
            return []
        return [self._place(heights, (f, hf), (g, hg), self.grid.set.groove_depth)]

    def _place(self, heights: Mapping[Field, int], a: End, b: End, lift: float) -> Place:
        tops = tuple(heights.get(field, 0) for field in (a[0], b[0], _across(a, b)))
        key = (a, b, lift, tops)
        if key not in self._made:
            self._made[key] = _make(self.grid, tops, a, b, lift)
        return self._made[key]


def _make(grid: Grid, tops: tuple[int, ...], a: End, b: End, lift: float) -> Place:
    start, end = ((*grid.centre(e[0]), rest_mm(grid, e[1]) + lift) for e in (a, b))
    straight = a[0][0] == b[0][0] or a[0][1] == b[0][1]
    way = float(np.hypot(end[0] - start[0], end[1] - start[1]))
    passed = tops[2] if straight and grid.board == 9 else 0
    looked, body = (
        _stretches(grid, (tops[0], tops[1], passed), a, b, way, margin) for margin in (grid.set.stick_width / 2, 0.0)
    )
    return Place(a, b, start, end, looked, body, straight)


def _stretches(
    grid: Grid, tops: tuple[int, int, int], a: End, b: End, way: float, margin: float
) -> tuple[Stretch, ...]:
    """The way between the ends in pieces that keep `margin` (mm) from every tower's face."""
    overhang = (grid.set.stick_length / way - 1) / 2
    half, inside = (grid.set.tower_width / 2 + margin) / way, (grid.set.tower_width / 2 - margin) / way
    low = half if a[1] else -overhang
    high = 1 - half if b[1] else 1 + overhang
    made = []
    if a[1] and tops[0] == a[1]:
        made.append(Stretch(max(-overhang, -inside), inside, a))
    passed = tops[2]
    if passed >= min((e[1] for e in (a, b) if e[1]), default=1):
        made += [Stretch(low, 0.5 - half), Stretch(0.5 + half, high)]
        if passed == a[1] == b[1]:
            made.append(Stretch(0.5 - inside, 0.5 + inside, (_across(a, b), passed)))
    elif low < 0.5 < high:
        made += [Stretch(low, 0.5), Stretch(0.5, high)]
    elif low < high:
        made.append(Stretch(low, high))
    if b[1] and tops[1] == b[1]:
        made.append(Stretch(1 - inside, min(1 + overhang, 1 + inside), b))
    return tuple(made)


def _across(a: End, b: End) -> Field:
    """The field in the middle between two ends; one of them where there is none."""
    return (a[0][0] + b[0][0]) // 2, (a[0][1] + b[0][1]) // 2


def rest_mm(grid: Grid, floor: int) -> float:
    """How high a stick's lower side lies when it rests in this floor's groove, or on the board (0)."""
    return floor * grid.set.tower_height - grid.set.groove_depth if floor else 0.0

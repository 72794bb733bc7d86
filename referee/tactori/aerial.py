"""The aerial view: which half bridges of a colour are connected, and which areas they close in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from referee.tactori.board import LEVEL_MASK, STRIDE, UPRIGHT, bits, half_bridge_ends
from referee.tactori.position import Stick


class Border(NamedTuple):
    """A simple closed line: its half bridges in order, anticlockwise from its lowest left field to the right."""

    halves: tuple[int, ...]
    corners: int

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields it leads over, in the same order."""
        found = []
        at, _ = half_bridge_ends(self.halves[0])
        for half in self.halves:
            found.append(at)
            one, other = half_bridge_ends(half)
            at = other if at == one else one
        return tuple(found)

    @property
    def is_rectangle(self) -> bool:
        return self.corners == 4


def covered(sticks: Iterable[Stick]) -> int:
    """The half bridges that these sticks cover, floors ignored."""
    mask = 0
    for s in sticks:
        mask |= s.half_bridges
    return mask


def groups(sticks: Iterable[Stick]) -> list[list[Stick]]:
    """The sticks by connection: two that touch the same field, at an end or in passing, belong together."""
    found: list[tuple[set[str], list[Stick]]] = []
    for s in sticks:
        fields, members = set(s.touched), [s]
        apart = []
        for group in found:
            if group[0].isdisjoint(fields):
                apart.append(group)
            else:
                fields |= group[0]
                members += group[1]
        found = [*apart, (fields, members)]
    return [members for _, members in found]


@cache
def _cells(board: int) -> tuple[int, int]:
    """All cells with the ring outside, and the ring alone."""
    everything = ring = 0
    for i in range(board + 1):
        for j in range(board + 1):
            bit = 1 << (i + STRIDE * j)
            everything |= bit
            if i in (0, board) or j in (0, board):
                ring |= bit
    return everything, ring


def areas(mask: int, board: int) -> Iterator[int]:
    """The sets of cells, cut apart along the covered half bridges, that the outside cannot reach."""
    everything, ring = _cells(board)
    right, up = everything & ~(mask >> UPRIGHT), everything & ~(mask & LEVEL_MASK)
    inside = everything & ~_flood(ring, right, up, everything)
    while inside:
        area = _flood(inside & -inside, right, up, everything)
        yield area
        inside &= ~area


def _flood(reached: int, right: int, up: int, everything: int) -> int:
    """Everything that can be reached; `right` and `up` are the cells that are open to the right and upwards."""
    while True:
        grown = (
            reached | (reached & right) << 1 | reached >> 1 & right | (reached & up) << STRIDE | reached >> STRIDE & up
        ) & everything
        if grown == reached:
            return reached
        reached = grown


# Headings: right, up, left, down. A field (x, y) is the vertex x + STRIDE * y; from each heading the way can go on
# straight, to the left or to the right, each time to a vertex some steps on, along a half bridge some bits on.
_STEPS = (1, STRIDE, -1, -STRIDE)
_EDGE_BITS = (1, UPRIGHT + STRIDE, 0, UPRIGHT)
_WAYS = tuple(tuple((way % 4, _EDGE_BITS[way % 4]) for way in (h, h + 1, h + 3)) for h in range(4))
_BITS = tuple(1 << i for i in range(2 * UPRIGHT))


def border(area: int) -> Border | None:
    """The border of an area, if it is one simple closed line."""
    rest = (area ^ area >> STRIDE) | (area ^ area >> 1) << UPRIGHT
    edge = rest & -rest  # the lowest level half bridge: the area is above it
    start = vertex = edge.bit_length() - 2
    heading = corners = 0
    halves: list[int] = []
    while True:
        halves.append(edge)
        rest ^= edge
        vertex += _STEPS[heading]
        if vertex == start:
            break
        edge = 0
        for way, shift in _WAYS[heading]:
            if rest & _BITS[vertex + shift]:
                if edge:
                    return None  # the border touches itself here
                edge, onward = _BITS[vertex + shift], way
        if onward != heading:
            corners += 1
            heading = onward
    return None if rest else Border(tuple(halves), corners + (heading != 0))


@lru_cache(maxsize=4096)
def polygons(mask: int, board: int) -> tuple[Border, ...]:
    """Every area closed in that encloses no other one; remembered, for most of a board stays as it is."""
    found = []
    for area in areas(mask, board):
        box = _box(area)
        line = _around(*box) if box else border(area)
        if line:
            found.append(line)
    return tuple(found)


_RANK = (1 << STRIDE) - 1
_PILES = tuple(sum(1 << STRIDE * i for i in range(high)) for high in range(STRIDE))


def _box(area: int) -> Rectangle | None:
    """The rectangle that an area fills, if it does: then its border needs no tracing."""
    bottom = ((area & -area).bit_length() - 1) // STRIDE
    top = (area.bit_length() - 1) // STRIDE
    row = area >> STRIDE * bottom & _RANK
    low = row & -row
    if row & row + low or row * _PILES[top - bottom + 1] << STRIDE * bottom != area:
        return None
    return Rectangle(low.bit_length() - 2, bottom - 1, row.bit_length() - 1, top)


class Rectangle(NamedTuple):
    """A closed line of covered half bridges with four corners."""

    left: int
    bottom: int
    right: int
    top: int

    def contains(self, other: Rectangle) -> bool:
        return (
            self.left <= other.left
            and self.bottom <= other.bottom
            and self.right >= other.right
            and self.top >= other.top
        )


@cache
def _around(left: int, bottom: int, right: int, top: int) -> Border:
    """The border of a rectangle; there are no more than 1296 of them."""
    bottom_left, bottom_right = left + STRIDE * bottom, right + STRIDE * bottom
    top_left, top_right = left + STRIDE * top, right + STRIDE * top
    halves = (
        _BITS[bottom_left + 1 : bottom_right + 1]
        + _BITS[UPRIGHT + bottom_right + STRIDE : UPRIGHT + top_right + STRIDE : STRIDE]
        + _BITS[top_right:top_left:-1]
        + _BITS[UPRIGHT + top_left : UPRIGHT + bottom_left : -STRIDE]
    )
    return Border(halves, 4)


@cache
def _spans(posts: int) -> tuple[tuple[int, int, int], ...]:
    """Every two of the files in a set, and the level half bridges between them, bit x for the one from file x."""
    files = [x for x in range(posts.bit_length()) if posts >> x & 1]
    return tuple((left, right, (1 << right) - (1 << left)) for left, right in combinations(files, 2))


@lru_cache(maxsize=4096)
def rectangles(mask: int, board: int) -> tuple[tuple[Border, bool], ...]:
    """The border of every closed rectangle, the small ones first, and whether it contains no smaller one."""
    level, upright = mask & LEVEL_MASK, mask >> UPRIGHT
    ways = [level >> STRIDE * y & _RANK for y in range(board)]  # bit x + 1: from file x to the right
    posts = [upright >> STRIDE * (y + 1) & _RANK for y in range(board)]  # bit x: from rank y up
    found: list[tuple[int, Rectangle]] = []
    for bottom, way in enumerate(ways):
        standing = posts[bottom] if way else 0
        top = bottom
        while standing & (standing - 1):  # at least two of them reach on
            top += 1
            both = (way & ways[top]) >> 1
            if both:
                for left, right, stretch in _spans(standing):
                    if both & stretch == stretch:
                        found.append(((right - left) * (top - bottom), Rectangle(left, bottom, right, top)))
            standing &= posts[top]
    found.sort()
    smallest: list[Rectangle] = []
    judged = []
    for _, rectangle in found:
        is_smallest = not any(rectangle.contains(inner) for inner in smallest)
        if is_smallest:
            smallest.append(rectangle)
        judged.append((_around(*rectangle), is_smallest))
    return tuple(judged)


def group_fields(sticks: Iterable[Stick]) -> tuple[str, ...]:
    return tuple(sorted({field for s in sticks for field in s.touched}))


def links(mask: int) -> list[tuple[str, str]]:
    """The covered half bridges as pairs of fields."""
    return [half_bridge_ends(half) for half in bits(mask)]

"""The rules about positions written down a second time, slowly and with other means, to compare with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import shapely

from referee.tactori.position import Position, Stick

Point = tuple[int, int]
Edge = frozenset[Point]


def point(field: str) -> Point:
    return "abcdefghi".index(field[0]), int(field[1:]) - 1


def edges(s: Stick) -> list[Edge]:
    """The unit steps between the ends of a straight stick."""
    (ax, ay), (bx, by) = sorted((point(s.a.at), point(s.b.at)))
    if ax == bx:
        return [frozenset({(ax, y), (ax, y + 1)}) for y in range(ay, by)]
    return [frozenset({(x, ay), (x + 1, ay)}) for x in range(ax, bx)] if ay == by else []


def broken_rules(position: Position, gap: int = 1) -> list[tuple[str, Stick]]:
    """Every broken rule of `bridge.*` with its stick."""
    found = []
    step = {5: 1, 9: 2}[position.board]
    for i, s in enumerate(position.sticks):
        (ax, ay), (bx, by) = point(s.a.at), point(s.b.at)
        if ax != bx and ay != by:
            found.append(("bridge.straight", s))
        elif abs(ax - bx) + abs(ay - by) != step:
            found.append(("bridge.span", s))
        if s.a.floor != s.b.floor:
            found.append(("bridge.level", s))
        under = [position.towers.get(end.at, "")[end.floor - 1 : end.floor] if end.floor else "" for end in s.ends]
        if "" in under:
            found.append(("bridge.supported", s))
        if any(tower not in ("", "?", s.colour) for tower in under):
            found.append(("bridge.own_colour", s))
        for j, other in enumerate(position.sticks):
            both_level = s.a.floor == s.b.floor and other.a.floor == other.b.floor
            if i != j and both_level and abs(s.a.floor - other.a.floor) < gap and set(edges(s)) & set(edges(other)):
                found.append(("bridge.overlay", s))
                break
    return found


def legal_sticks(position: Position) -> list[Stick]:
    wrong = {s for _, s in broken_rules(position)}
    return [s for s in position.sticks if s not in wrong]


def faces(sticks: Iterable[Stick]) -> Iterator[list[Edge]]:
    """The borders of the polygons that shapely finds in the sticks; a face with another one in it is none."""
    steps = {edge for s in sticks for edge in edges(s)}
    if not steps:
        return
    lines = shapely.linestrings([sorted(edge) for edge in steps])
    for face in shapely.polygonize(lines).geoms:
        if not face.interiors:
            corners = [(round(x), round(y)) for x, y in face.exterior.coords]
            yield [frozenset(pair) for pair in pairwise(corners)]


def points(border: list[Edge], sticks: list[Stick]) -> int:
    """The floors of the topmost sticks on a border, each stick once."""
    topmost = set()
    for edge in border:
        topmost.add(max((s for s in sticks if edge in edges(s)), key=lambda s: s.a.floor))
    return sum(s.a.floor for s in topmost)


def closed_rectangles(sticks: Iterable[Stick], board: int) -> list[tuple[int, int, int, int]]:
    """Left, bottom, right and top of every closed rectangle, found by looking at all there could be."""
    steps = {edge for s in sticks for edge in edges(s)}
    span = range(board)
    return [
        (left, bottom, right, top)
        for left in span
        for right in span
        for bottom in span
        for top in span
        if left < right
        and bottom < top
        and all(frozenset({(x, y), (x + 1, y)}) in steps for x in range(left, right) for y in (bottom, top))
        and all(frozenset({(x, y), (x, y + 1)}) in steps for y in range(bottom, top) for x in (left, right))
    ]


def longest_trail(links: list[tuple[str, str]]) -> int:
    """Walks every way there is."""

    def walk(at: str, used: frozenset[int]) -> int:
        lengths = [len(used)]
        for i, link in enumerate(links):
            if i not in used and at in link:
                lengths.append(walk(link[at == link[0]], used | {i}))
        return max(lengths)

    return max((walk(field, frozenset()) for link in links for field in link), default=0)

"""A board with towers from above, on paper: towers, sticks and numbered polygons, in colours and symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from web.games.paper import Area, Ink, Mark, Point, Side, Stroke, Words
from web.games.signs import EDGE, ON_PAINT, PAINTS, QUIET, UNKNOWN_INK, WHITE, WOOD, below, circle, sign

FIELD: Ink = (205, 192, 168)

Json: TypeAlias = Mapping[str, Any]
"""A position or a polygon as the page is told of it."""
_At: TypeAlias = Callable[[float, float], Point]
"""Where on the paper the coordinates of the board are."""

AROUND = 0.85
"""From the outer fields to the edge, in steps."""
TOWER = {5: 0.24, 9: 0.34}
"""Half of a tower's width, in steps: on 5x5 sticks are only one step long, and are to be seen between the towers."""
STICK = 0.13
"""A stick's width, in steps: as narrow against a tower as it is in the set."""
BADGE = 0.18
"""How far beside a short stick its floor is written, in steps."""
BESIDE = 0.25
"""How far two sticks over each other are drawn apart, in steps."""


def tower_marks(
    position: Json, polygons: Sequence[Json], corner: Point, side_mm: float, points: bool = False
) -> list[Mark]:
    """The board in a square of this size whose upper left corner is there; in each polygon its number in the list, or
    its points where there is no list."""
    board = position["board"]
    pitch = side_mm / (board - 1 + 2 * AROUND)

    def at(x: float, y: float) -> Point:
        return corner[0] + (x + AROUND) * pitch, corner[1] + (board - 1 - y + AROUND) * pitch

    low, high = -AROUND, board - 1 + AROUND
    outline = (at(low, low), at(high, low), at(high, high), at(low, high))
    marks: list[Mark] = [Area(outline, WOOD), Stroke((*outline, outline[0]), 0.3, EDGE)]
    for i in range(board):
        rank, file = str(i + 1), "abcdefghi"[i]
        size = 0.36 * pitch
        marks.append(Words(rank, below(at(low + 0.28, i), size), size, QUIET, side=Side.MIDDLE))
        marks.append(Words(file, below(at(i, low + 0.26), size), size, QUIET, side=Side.MIDDLE))
        for j in range(board):
            marks.append(Area(circle(at(i, j), 0.09 * pitch), FIELD))
    places = [tuple(map(_place, polygon["fields"])) for polygon in polygons]
    for polygon, border in zip(polygons, places, strict=True):
        if polygon["counts"]:
            marks.append(Area(tuple(at(*point) for point in border), PAINTS[polygon["color"]], 0.22))
    marks += _sticks(position["sticks"], at, pitch)
    for field, stack in position["towers"].items():
        marks += _tower(at(*_place(field)), stack, pitch * TOWER[board] / TOWER[9])
    written = [str(each["points"] if points else number) for number, each in enumerate(polygons, 1)]
    marks += _numbers(polygons, written, places, at, pitch)
    return marks


def _tower(middle: Point, stack: str, pitch: float) -> list[Mark]:
    """The topmost tower in its colour, its symbol, and the number of floors if there are several; a tower of the board
    with 9x9 fields of that pitch."""
    x, y = middle
    half, top = TOWER[9] * pitch, stack[-1]
    square = (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)
    paint, on = PAINTS.get(top, UNKNOWN_INK), ON_PAINT.get(top, WHITE)
    marks: list[Mark] = [Area(square, paint), Stroke((*square, square[0]), 0.25, WHITE)]
    many = len(stack) > 1
    at = (x - 0.14 * pitch, y) if many else middle
    if top in PAINTS:
        marks.append(Area(sign(top, at, (0.11 if many else 0.16) * pitch), on))
    if many:
        size = 0.42 * pitch
        place = below((x + 0.13 * pitch, y), size)
        marks.append(Words(str(len(stack)), place, size, on, True, Side.MIDDLE, most_mm=0.36 * pitch))
    return marks


def _sticks(sticks: Sequence[Json], at: _At, pitch: float) -> list[Mark]:
    """Sticks between the same fields lie beside each other, the lowest first; each has its floor written on it."""
    marks: list[Mark] = []
    shared: dict[tuple[str, str], list[Json]] = {}
    for stick in sticks:
        shared.setdefault((stick["a"]["at"], stick["b"]["at"]), []).append(stick)
    for (a, b), beside in shared.items():
        (ax, ay), (bx, by) = _place(a), _place(b)
        long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
        across = -(by - ay) / long, (bx - ax) / long
        apart = min(BESIDE, 0.75 / len(beside))
        for i, stick in enumerate(sorted(beside, key=_floors)):
            low, high = _floors(stick)
            off = (i - (len(beside) - 1) / 2) * apart
            dx, dy = across[0] * off, across[1] * off
            ends = at(ax + dx, ay + dy), at(bx + dx, by + dy)
            marks.append(Stroke(ends, (STICK + 0.05) * pitch, WHITE))
            marks.append(Stroke(ends, STICK * pitch, PAINTS[stick["color"]], dashed=low != high))
            # Not in the middle of a long one: on 9x9 towers stand there. Beside a short one, which it would hide.
            share, aside = (0.5, BADGE if off >= 0 else -BADGE) if long <= 1 else (0.25, 0.0)
            on = at(ax + dx + across[0] * aside + share * (bx - ax), ay + dy + across[1] * aside + share * (by - ay))
            size = 0.24 * pitch if long > 1 else 0.2 * pitch
            marks.append(Area(circle(on, 0.54 * size), WHITE))
            text = str(low) if low == high else f"{low}/{high}"
            marks.append(Words(text, below(on, size), size, QUIET, True, Side.MIDDLE, most_mm=0.3 * pitch))
    return marks


def _floors(stick: Json) -> tuple[int, int]:
    return stick["a"]["floor"], stick["b"]["floor"]


def _numbers(
    polygons: Sequence[Json],
    written: Sequence[str],
    places: Sequence[tuple[tuple[int, int], ...]],
    at: _At,
    pitch: float,
) -> list[Mark]:
    """What is written of each polygon in a cell inside it, if there is one in a cell that no other polygon uses."""
    marks: list[Mark] = []
    inside = [_cells(border) for border in places]
    taken: set[tuple[float, float]] = set()
    for polygon, text, cells in zip(polygons, written, inside, strict=True):
        own = [cell for cell in cells if sum(cell in other for other in inside) == 1 and cell not in taken]
        free = own or [cell for cell in cells if cell not in taken]
        if not free:  # rectangles within rectangles: the list has them all the same
            continue
        middle = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
        cell = min(free, key=lambda each: (each[0] - middle[0]) ** 2 + (each[1] - middle[1]) ** 2)
        taken.add(cell)
        size = 0.4 * pitch
        ink = PAINTS[polygon["color"]] if polygon["color"] != "Y" else (140, 100, 0)
        place = below(at(*cell), size)
        marks.append(Words(text, place, size, ink if polygon["counts"] else QUIET, True, Side.MIDDLE))
    return marks


def _cells(border: Sequence[tuple[int, int]]) -> list[tuple[float, float]]:
    """The middles of the cells between four fields that lie inside the border."""
    found = []
    edges = list(zip(border, (*border[1:], border[0]), strict=True))
    for x in range(8):
        for y in range(8):
            middle = x + 0.5, y + 0.5
            left_of = [
                ax
                for (ax, ay), (bx, by) in edges
                if ax == bx and ax < middle[0] and min(ay, by) < middle[1] < max(ay, by)
            ]
            if len(left_of) % 2:
                found.append(middle)
    return found


def _place(field: str) -> tuple[int, int]:
    return ord(field[0]) - ord("a"), int(field[1:]) - 1

"""The picture of the house, drawn from its real imports: `python -m docs.tools.house docs/pictures/house.svg`."""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FLOORS = ("web", "live", "simulator", "vision", "calibration", "referee")
"""The parts, the one on top may use those below it; all of them use `words`, which is not drawn."""
COLUMNS = {
    "": "every game",
    "tactori": "towers and sticks",
    "flat": "flat boards",
    "antiblok": "flat boards",
    "classics": "flat boards",
    "blocks": "blocks",
    "taio": "blocks",
}
"""By folder: what is general, and what knows the pieces of a family."""
WIDE, HIGH, ASIDE, APART, MARGIN = 190, 48, 70, 60, 24
LEFT = 120
"""Room for the arrows that go past a floor."""
HEAD = 34


class Room(NamedTuple):
    """A part of the house, and whose it is."""

    part: str
    column: str


def rooms_of(root: Path) -> dict[Room, list[Path]]:
    """Every room with its modules."""
    found: dict[Room, list[Path]] = {}
    for part in FLOORS:
        for path in sorted((root / part).rglob("*.py")):
            found.setdefault(room_of(path.relative_to(root).parts), []).append(path)
    return found


def room_of(parts: tuple[str, ...]) -> Room:
    """The room of a module that is named so, be it by its path or by its import."""
    inner = parts[1].removesuffix(".py") if len(parts) > 1 else ""
    return Room(parts[0], COLUMNS.get(inner, COLUMNS[""]))


def imported(path: Path) -> Iterator[tuple[str, ...]]:
    """The modules of the house that a module imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module] if "." in node.module else [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (tuple(name.split(".")) for name in names if name.split(".")[0] in FLOORS)


def arrows_of(rooms: dict[Room, list[Path]]) -> set[tuple[Room, Room]]:
    """Which room uses which."""
    arrows: set[tuple[Room, Room]] = set()
    for room, paths in rooms.items():
        for path in paths:
            arrows.update({(room, other) for name in imported(path) if (other := room_of(name)) != room})
    return arrows


def draw(root: Path = ROOT) -> str:
    """The picture as SVG: a row for each part, a column for each family, an arrow for each use."""
    rooms = rooms_of(root)
    columns = [name for name in dict.fromkeys(COLUMNS.values()) if any(room.column == name for room in rooms)]
    width = LEFT + 2 * MARGIN + len(columns) * WIDE + (len(columns) - 1) * ASIDE
    height = 2 * MARGIN + HEAD + len(FLOORS) * HIGH + (len(FLOORS) - 1) * APART

    def middle(room: Room) -> tuple[float, float]:
        x = LEFT + MARGIN + columns.index(room.column) * (WIDE + ASIDE) + WIDE / 2
        return x, MARGIN + HEAD + FLOORS.index(room.part) * (HIGH + APART) + HIGH / 2

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" '
        'markerUnits="userSpaceOnUse" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#7a6a52"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#fbf7ef"/>',
    ]
    for name in columns:
        x, _ = middle(Room(FLOORS[0], name))
        lines.append(f'<text x="{x:.0f}" y="{MARGIN + 14}" text-anchor="middle" font-size="15">{name}</text>')
    lines += [_arrow(middle(one), middle(other)) for one, other in sorted(arrows_of(rooms))]
    lines += [_box(room, *middle(room)) for room in rooms]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    (x, y), (u, v) = start, end
    if y == v and abs(u - x) < 2 * WIDE:  # next door: from side to side
        x, u = (x + WIDE / 2, u - WIDE / 2) if u > x else (x - WIDE / 2, u + WIDE / 2)
        bends = (x, y), (u, v)
    elif y == v:  # over the room between
        y = v = y - HIGH / 2
        bends = (x, y - APART * 0.7), (u, v - APART * 0.7)
    else:
        y, v = (y + HIGH / 2, v - HIGH / 2) if v > y else (y - HIGH / 2, v + HIGH / 2)
        past = -WIDE * 0.7 if x == u and abs(v - y) > APART + 1 else 0.0
        bends = (x + past, y + (v - y) * 0.4), (u + past, v - (v - y) * 0.4)
    way = " ".join(f"{each:.0f}" for point in (*bends, (u, v)) for each in point)
    return (
        f'<path d="M{x:.0f} {y:.0f}C{way}" fill="none" stroke="#7a6a52" stroke-opacity="0.6" '
        'stroke-width="1.5" marker-end="url(#tip)"/>'
    )


def _box(room: Room, x: float, y: float) -> str:
    left, top = x - WIDE / 2, y - HIGH / 2
    return (
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{WIDE}" height="{HIGH}" rx="8" fill="#fff" stroke="#5c4a2e"/>'
        f'<text x="{x:.0f}" y="{y + 6:.0f}" text-anchor="middle" font-size="17">{room.part}</text>'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("picture", type=Path, help="where to write the SVG")
    parser.parse_args().picture.write_text(draw())


if __name__ == "__main__":
    main()

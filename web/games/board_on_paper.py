"""A position on paper, whatever the game: as its game draws it from above, or with towers."""

from __future__ import annotations

from typing import Any

from referee.game import Position, Rules
from referee.games import find_game
from web.games.flat_board import top_view_marks
from web.games.paper import Mark, Point
from web.games.tower_board import Json, tower_marks


def board_marks(
    position: Position, verdict: Json, rules: Rules, corner: Point, side_mm: float, points: bool = False
) -> list[Mark]:
    """The board in a square of this size whose upper left corner is there. `verdict` is what is said of it; with
    `points` closed areas show what they count, otherwise their number in the list."""
    seen = find_game(rules.id).top_view(position, rules)
    if seen is not None:
        return top_view_marks(seen, corner, side_mm)
    polygons: Any = verdict["polygons"]
    if points:
        polygons = [polygon for polygon in polygons if polygon["counts"]]
    return tower_marks(position.to_json(), polygons, corner, side_mm, points)

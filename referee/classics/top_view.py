"""A classic's board from above: its ground as the game draws it, a place for every point, and the pieces on it."""

from __future__ import annotations

from typing import Any

from referee.classics.classic import Classic, Ground
from referee.classics.position import Position
from referee.top_view import (
    INK,
    PAPER,
    SHADE,
    WOOD,
    WOOD_DARK,
    Point,
    Role,
    Shape,
    TopView,
    circle,
    line,
    rectangle,
    words,
)

PAINTS = {"w": PAPER, "b": INK, "y": "Y", "r": "R", "g": "G", "?": "?"}
"""White and black pieces are painted as paper and ink."""
AGAINST = {"b": PAPER}
"""What is written on a piece, where ink cannot be read."""
EDGE = 0.12
"""From the outer fields to the edge of the board, in fields."""
BESIDE = 0.5
"""The margin for the letters beside the board."""
HALF_FIELD, POINT, PIECE = 0.5, 0.16, 0.34
STACKED = 0.12
"""How far the next piece of a stack is drawn above the one below."""
SIGN = 0.16


def top_view(classic: Classic[Any], position: Position, rules: Any) -> TopView:
    board, across = classic.board(rules), rules.board
    low, high = -EDGE, across + EDGE
    places = {point: (x * across, y * across) for point, (x, y) in board.spots.items()}
    shapes = [rectangle(low, low, high, high, WOOD, stroke=WOOD_DARK, width=0.04)]
    for one, other in classic.lines(rules):
        shapes.append(line((places[one], places[other]), INK, 0.03))
    for point, middle in places.items():
        shapes.append(_ground(point, middle, classic.ground(point, rules)))
        if sign := classic.sign(point):
            shapes.append(words(sign, (middle[0], middle[1] + 0.3), SIGN * 0.7, place=point, role=Role.LABEL))
    for label, cells in board.rows if board.files else ():
        y = places[cells[0][1]][1]
        shapes.append(words(label, (low - BESIDE / 2, y), SIGN, role=Role.LABEL))
    for number, name in enumerate(board.files):
        shapes.append(words(name, (number + HALF_FIELD, low - BESIDE / 2), SIGN, role=Role.LABEL))
    for point, there in position.pieces.items():
        shapes += _pieces(point, places[point], there)
    return TopView((low - BESIDE, low - BESIDE), (high + EDGE, high + 2 * EDGE), tuple(shapes))


def _ground(point: str, middle: Point, ground: Ground) -> Shape:
    x, y = middle
    if ground.square:
        corners = (x - HALF_FIELD, y - HALF_FIELD, x + HALF_FIELD, y + HALF_FIELD)
        return rectangle(*corners, ground.paint, stroke=WOOD_DARK, width=0.02, place=point)
    return circle(middle, ground.radius or POINT, ground.paint, stroke=INK, width=0.02, place=point)


def _pieces(point: str, middle: Point, there: str) -> list[Shape]:
    x, y = middle
    shapes = []
    for letter in there:
        if letter in PAINTS:
            edge = SHADE if letter == "b" else INK
            shapes.append(circle((x, y), PIECE, PAINTS[letter], stroke=edge, width=0.03, place=point, role=Role.PIECE))
            y += STACKED
        else:
            paint = AGAINST.get(there[0], INK)
            shapes.append(words(letter, (x, y - STACKED), SIGN, paint, place=point, role=Role.PIECE))
    return shapes

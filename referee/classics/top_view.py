"""A classic's board from above: its ground as the game draws it, a place for every point, and the pieces on it."""

from __future__ import annotations

from typing import Any

from referee.classics.classic import Classic, Ground
from referee.classics.figures import OUTLINES, figure
from referee.classics.position import Position
from referee.top_view import (
    INK,
    NONE,
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
    polygon,
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
HALF_FIELD, POINT, PIECE, LINE = 0.5, 0.12, 0.36, 0.04
STACKED = 0.12
"""How far the next piece of a stack is drawn above the one below."""
SIGN = 0.16
GROOVE = 0.29
"""A ring on a disc, as if turned on a lathe: on a field of its own colour it is seen too."""
GROOVES = {"w": SHADE, **dict.fromkeys("byrg", PAPER)}
FIGURE = 0.42
SHADOW = 0.035
"""How far it falls aside and towards the viewer."""
FRAME = 0.2
"""The rim of a board, in fields."""


def top_view(classic: Classic[Any], position: Position, rules: Any) -> TopView:
    board, across = classic.board(rules), rules.board
    low, high = -EDGE - FRAME, across + EDGE + FRAME
    places = {point: (x * across, y * across) for point, (x, y) in board.spots.items()}
    shapes = [
        rectangle(low, low, high, high, WOOD_DARK, stroke=INK, width=0.03),
        rectangle(-EDGE, -EDGE, across + EDGE, across + EDGE, WOOD, stroke=INK, width=0.02),
    ]
    for one, other in classic.lines(rules):
        shapes.append(line((places[one], places[other]), INK, LINE))
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
    """A stack of discs, or a figure with what it stands on in its own colour."""
    own: dict[str, Any] = {"place": point, "role": Role.PIECE}
    x, y = middle
    if there[1:] in OUTLINES:
        edge = SHADE if there[0] == "b" else INK
        shadow = polygon(figure(there[1:], (x + SHADOW, y - SHADOW), FIGURE), SHADE, **own)
        return [shadow, polygon(figure(there[1:], middle, FIGURE), PAINTS[there[0]], stroke=edge, width=0.03, **own)]
    shapes = [circle((x + SHADOW, y - SHADOW), PIECE, SHADE, **own)]
    for letter in there:
        if letter not in PAINTS:
            shapes.append(words(letter, (x, y - STACKED), SIGN, AGAINST.get(there[0], INK), **own))
            continue
        shapes.append(circle((x, y), PIECE, PAINTS[letter], stroke=SHADE if letter == "b" else INK, width=0.03, **own))
        if groove := GROOVES.get(letter):
            shapes.append(circle((x, y), GROOVE, NONE, stroke=groove, width=0.03, **own))
        y += STACKED
    return shapes

"""Anti-Blok's board from above: cards of four quarters, blocks on crossings, squares that are there, locked cards."""

from __future__ import annotations

from referee.antiblok.board import COLOURS, CROSSINGS, FIELDS, FILES, SIDE, UNKNOWN
from referee.antiblok.filling import complete
from referee.antiblok.position import Position
from referee.antiblok.turn import cards_round
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
    rectangle,
    words,
)

EDGE = 0.62
"""From the middle of an outer card to the edge of the board, in fields."""
BESIDE = 0.36
"""From there to the middle of the letters beside the board."""
HALF_CARD = 0.47
STEM = 0.07
"""The rider's stem in the middle of a card."""
HALF_BLOCK = 0.2
FRAME = 0.44
"""Half the side of the frame round a square."""
LOCK = 0.13
SIGN = 0.11
QUARTER_WAYS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""Where a card's letters lie: near left, near right, far right, far left."""
LOCKED, SQUARE = "locked", "square"
"""What marks say."""


def top_view(position: Position) -> TopView:
    seen = complete(position)
    low, high = -EDGE, SIDE - 1 + EDGE
    shapes = [rectangle(low, low, high, high, WOOD, stroke=WOOD_DARK, width=0.04)]
    for i, file in enumerate(FILES):
        shapes.append(words(file, (i, low - BESIDE / 2), SIGN, role=Role.LABEL))
        shapes.append(words(str(i + 1), (low - BESIDE / 2, i), SIGN, role=Role.LABEL))
    for at in FIELDS:
        shapes += _card(at, seen.cards[at])
    shapes += [_lock(at) for at in FIELDS if at in cards_round(frozenset(position.blocks))]
    squares = seen.squares()
    for at in CROSSINGS:
        if at in squares:
            shapes.append(_frame(at, squares[at]))
        shapes.append(_block(at, position.blocks.get(at)))
        if colour := position.blocks.get(at):
            shapes.append(words(colour, middle_of(at), SIGN, INK, place=at, role=Role.PIECE))
    return TopView((low - BESIDE, low - BESIDE), (high + BESIDE / 2, high + BESIDE / 2), tuple(shapes))


def middle_of(place: str) -> Point:
    """Of a field, or of a crossing, which lies between four of them."""
    aside = 0.5 if place.endswith("+") else 0.0
    return FILES.index(place[0]) + aside, int(place[1]) - 1 + aside


def _card(at: str, card: str) -> list[Shape]:
    x, y = middle_of(at)
    shapes = []
    for letter, (right, up) in zip(card, QUARTER_WAYS, strict=True):
        fill = letter if letter in COLOURS else UNKNOWN
        across, along = sorted((x, x + right * HALF_CARD)), sorted((y, y + up * HALF_CARD))
        shapes.append(rectangle(across[0], along[0], across[1], along[1], fill, place=at, role=Role.PIECE))
    corners = [(x + right * HALF_CARD, y + up * HALF_CARD) for right, up in QUARTER_WAYS]
    outline = (*corners, corners[0])
    shapes.append(line(outline, PAPER, 0.02, place=at, role=Role.PIECE))
    shapes.append(circle((x, y), STEM, SHADE, place=at, role=Role.PIECE))
    return shapes


def _lock(at: str) -> Shape:
    return circle(middle_of(at), LOCK, NONE, stroke=INK, width=0.03, text=LOCKED, place=at, role=Role.MARK)


def _frame(at: str, colour: str) -> Shape:
    x, y = middle_of(at)
    corners = (x - FRAME, y - FRAME, x + FRAME, y + FRAME)
    return rectangle(*corners, NONE, stroke=INK, width=0.05, text=f"{SQUARE} {colour}", place=at, role=Role.MARK)


def _block(at: str, colour: str | None) -> Shape:
    """A block; without one, the place to click at."""
    x, y = middle_of(at)
    if colour is None:
        return circle((x, y), HALF_BLOCK, NONE, place=at, role=Role.PIECE)
    corners = (x - HALF_BLOCK, y - HALF_BLOCK, x + HALF_BLOCK, y + HALF_BLOCK)
    return rectangle(*corners, colour, stroke=INK, width=0.04, place=at, role=Role.PIECE)

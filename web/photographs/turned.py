"""How fields and pieces are called by somebody who sees the board from another side."""

from __future__ import annotations

from referee.tactori.board import coordinates, field_name
from referee.tactori.correction import place_of
from referee.tactori.position import End, Position, Stick


def turned_place(place: str, board: int, quarters: int = 1) -> str:
    """A field, or the two fields of a stick, as named from so many sides further on the left.

    A picture for which the camera went round by 90 degrees, anticlockwise seen from above, calls c3 what the first
    picture calls `turned_place("c3", board, 1)`.
    """
    if "-" in place:
        a, b = place.split("-")
        return place_of(turned_place(a, board, quarters), turned_place(b, board, quarters))
    x, y = coordinates(place)
    for _ in range(quarters % 4):
        x, y = board - 1 - y, x
    return field_name(x, y)


def turned_stick(stick: Stick, board: int, quarters: int = 1) -> Stick:
    a, b = (End(turned_place(end.at, board, quarters), end.floor) for end in stick.ends)
    return Stick(stick.colour, a, b)


def turned_position(position: Position, quarters: int) -> Position:
    board = position.board
    towers = {turned_place(at, board, quarters): stack for at, stack in position.towers.items()}
    return Position.of(board, towers, [turned_stick(stick, board, quarters) for stick in position.sticks])

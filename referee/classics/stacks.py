"""Several pieces on one point whose order means nothing."""

from __future__ import annotations

from collections import Counter

from referee.classics.position import Position
from referee.places import UNKNOWN


def ordered(stack: str) -> str:
    return "".join(sorted(stack))


def plus(stack: str, colour: str) -> str:
    return ordered(stack + colour)


def minus(stack: str, colours: str) -> str:
    for colour in colours:
        stack = stack.replace(colour, "", 1)
    return stack


def alike(there: str, seen: str) -> bool:
    """Whether these pieces may be those seen; one of unknown colour may be any."""
    if there == seen:
        return True
    if len(there) != len(seen):
        return False
    missing = Counter(seen) - Counter(there)
    return set(missing) <= {UNKNOWN}


def in_order(position: Position) -> Position:
    """The same with the letters of every stack in the order in which they are kept."""
    pieces = {point: ordered(there) for point, there in position.pieces.items()}
    return Position(position.game, pieces, position.memory, position.kinds)

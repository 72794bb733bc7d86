"""A position as one line: the game, each stack with its points, then what is remembered.

`mill w:a1,d1 b:g7; hand=w7,b8`
"""

from __future__ import annotations

from typing import Any

from referee.classics.asking import board_of, made
from referee.classics.classic import Classic
from referee.classics.memory import memory_text, parse_memory
from referee.classics.position import Position
from words.message import InputError, message

REMEMBERED = ";"


def to_text(classic: Classic[Any], position: Position) -> str:
    stacks: dict[str, list[str]] = {}
    for point in board_of(classic, position.pieces).in_order(position.pieces):
        stacks.setdefault(position.at(point), []).append(point)
    words = [classic.id, *(f"{stack}:{','.join(points)}" for stack, points in stacks.items())]
    remembered = memory_text(classic.memory, position.memory)
    return " ".join(words) + (f"{REMEMBERED} {remembered}" if remembered else "")


def parse_text(classic: Classic[Any], text: str) -> Position:
    """The inverse of `to_text`; what cannot be read is an `InputError` that quotes it."""
    written, _, remembered = text.partition(REMEMBERED)
    game, *stacks = written.split() or [""]
    if game != classic.id:
        raise InputError(message("classics.text.game", value=game[:40], game=classic.id))
    pieces: dict[str, str] = {}
    for word in stacks:
        stack, colon, points = word.partition(":")
        if not colon or not points:
            raise InputError(message("classics.text.word", value=word[:40]))
        for point in points.split(","):
            if point in pieces:
                raise InputError(message("input.twice", key=point[:40]))
            pieces[point] = stack
    return made(classic, pieces, parse_memory(classic.memory, remembered))

"""Corrections as people type them: `e5=RRB` is what really stands there, `+R:c3-e3@1` really lies, `-R:c3-e3@1` not."""

from __future__ import annotations

from collections.abc import Sequence

from referee.message import InputError, message
from referee.tactori.board import is_colour, is_field
from referee.tactori.position import Position, Stick, check_stack, without
from referee.tactori.text import parse_stick


def corrected(position: Position, words: Sequence[str]) -> Position:
    """The position with these corrections; a word that cannot be read or does not fit is an `InputError`."""
    towers, taken, laid = dict(position.towers), list[Stick](), list[Stick]()
    said: set[str] = set()
    for word in words:
        if word[:1] in ("+", "-"):
            stick = _stick(word, position.board)
            (laid if word[0] == "+" else taken).append(stick)
            continue
        at, sign, stack = word.partition("=")
        if not sign:
            raise InputError(message("table.word", value=word[:40]))
        if not is_field(at, position.board):
            raise InputError(message("input.field", value=repr(at[:40]), board=position.board), word[:40])
        if at in said:
            raise InputError(message("text.twice", field=at), word[:40])
        if stack:
            check_stack(stack, word[:40])
        said.add(at)
        towers[at] = stack
    left = list(position.sticks)
    for stick in taken:
        if stick not in left:
            raise InputError(message("notation.no_stick", value=f"-{stick}"))
        left.remove(stick)
    return Position.of(position.board, towers, (*without(position.sticks, taken), *laid))


def _stick(word: str, board: int) -> Stick:
    colour, colon, places = word[1:].partition(":")
    if not colon or not is_colour(colour):
        raise InputError(message("table.word", value=word[:40]))
    return parse_stick(colour, places, board, word[:40])

"""Corrections as people type them: `e5=RRB` is what really stands there, `+R:c3-e3@1` really lies, `-R:c3-e3@1` not.

`c3-e3=` says that between these two fields nothing lies but what is laid in the same breath.
That settles a doubt about a stick too: with `c3-e3=` none lies there, with `c3-e3= +R:c3-e3@1` this one does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.game import Corrected
from referee.tactori.board import is_colour, is_field
from referee.tactori.position import Position, Stick, check_stack, without
from referee.tactori.rules import RuleBook
from referee.tactori.text import parse_stick
from words.message import InputError, message


def place_of(a: str, b: str) -> str:
    """How the place of a stick is called, whichever end is named first."""
    return "-".join(sorted((a, b)))


def place_named(said: str) -> str:
    """A field as it is, and the two fields of a stick in order."""
    ends = said.split("-")
    return place_of(*ends) if len(ends) == 2 else said


def check_place(place: object, rules: RuleBook) -> None:
    """Whether it is a field, or two in order between which a stick can lie."""
    ends = place.split("-") if isinstance(place, str) else []
    if not (1 <= len(ends) <= 2 and all(is_field(end, rules.board) for end in ends) and ends == sorted(ends)):
        raise InputError(message("input.field", value=repr(place)[:40], board=rules.board))


def content(position: Position, place: str) -> Any:
    """What stands or lies at a place: a stack, or the sticks between two fields in writing."""
    if "-" not in place:
        return position.towers.get(place, "")
    return [str(stick) for stick in position.sticks if place_of(*stick.fields) == place]


def correct(position: Position, words: Sequence[str]) -> Corrected[Position]:
    """The position with these corrections; a word that cannot be read or does not fit is an `InputError`. What is said
    of a way between two fields is settled, be it as it was or not."""
    made = _corrected(position, words)
    said = [place_named(word.partition("=")[0]) for word in words if word[:1] not in ("+", "-")]
    sticks = [place_of(*_stick(word, position.board).fields) for word in words if word[:1] in ("+", "-")]
    return Corrected(made, (*said, *sticks), tuple(place for place in said if "-" in place))


def _corrected(position: Position, words: Sequence[str]) -> Position:
    towers, taken, laid = dict(position.towers), list[Stick](), list[Stick]()
    said: set[str] = set()
    bare: set[frozenset[str]] = set()
    for word in words:
        if word[:1] in ("+", "-"):
            stick = _stick(word, position.board)
            (laid if word[0] == "+" else taken).append(stick)
            continue
        at, sign, stack = word.partition("=")
        if not sign:
            raise InputError(message("table.word", value=word[:40]))
        ends = at.split("-")
        if len(ends) > 2 or (len(ends) == 2 and (stack or ends[0] == ends[1])):
            raise InputError(message("table.word", value=word[:40]))
        for end in ends:
            if not is_field(end, position.board):
                raise InputError(message("input.field", value=repr(end[:40]), board=position.board), word[:40])
        if len(ends) == 2:
            bare.add(frozenset(ends))
            continue
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
    kept = [stick for stick in without(position.sticks, taken) if frozenset(stick.fields) not in bare]
    return Position.of(position.board, towers, (*kept, *laid))


def _stick(word: str, board: int) -> Stick:
    colour, colon, places = word[1:].partition(":")
    if not colon or not is_colour(colour):
        raise InputError(message("table.word", value=word[:40]))
    return parse_stick(colour, places, board, word[:40])

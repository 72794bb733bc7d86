"""Which cards were turned last and by whom, for those who play that no card is turned twice running."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.antiblok.board import FIELDS, in_order
from referee.antiblok.position import is_colour
from referee.antiblok.rules import NoRepeat
from words.message import InputError, message

ANYBODY = ""
"""For marks of which nobody said whose they are."""

Marks = Mapping[str, frozenset[str]]
"""For every player the fields of the cards turned in the last turn."""


def read_marks(value: object) -> Marks | None:
    """From outside: fields by player (`{"R": ["c3"]}`), players by field (`{"c3": "R"}`), or only fields; None where
    nobody knows."""
    if value is None:
        return None
    if isinstance(value, str | list):
        return {ANYBODY: _fields(value)}
    if not isinstance(value, Mapping):
        raise InputError(message("antiblok.input.last_turned"), "last_turned")
    marks: dict[str, frozenset[str]] = {}
    for key, said in value.items():
        if is_colour(key):
            marks[key] = _fields([] if said is None else said)
        elif key in FIELDS and is_colour(said):
            marks[said] = marks.get(said, frozenset()) | {key}
        else:
            raise InputError(message("antiblok.input.last_turned"), "last_turned")
    return marks


def _fields(value: object) -> frozenset[str]:
    fields = [value] if isinstance(value, str) else value
    if not isinstance(fields, list) or not all(isinstance(at, str) and at in FIELDS for at in fields):
        raise InputError(message("antiblok.input.last_turned"), "last_turned")
    return frozenset(fields)


def marks_json(marks: Marks) -> dict[str, list[str]]:
    return {player: list(in_order(fields)) for player, fields in marks.items() if player != ANYBODY}


def forbidden(marks: Marks, player: str, previous: str | None, mode: NoRepeat) -> frozenset[str]:
    """The cards that the player may not turn now."""
    if mode is NoRepeat.OFF:
        return frozenset()
    found = marks.get(player, frozenset()) | marks.get(ANYBODY, frozenset())
    if mode is NoRepeat.ANY and previous is not None:
        found |= marks.get(previous, frozenset())
    return found


def marks_after(marks: Marks, player: str, turned: Sequence[str], swapped: Sequence[str]) -> Marks:
    """The marks follow the cards; only turning leaves one."""
    there = dict(zip(swapped, reversed(swapped), strict=True))
    moved = {who: frozenset(there.get(at, at) for at in fields) for who, fields in marks.items()}
    return {**moved, player: frozenset(turned)}

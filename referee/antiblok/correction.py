"""Corrections as people type them: `b2=RBYG` is how a card really lies, `b2+=R` is a block that is really there, `b2+=`
is none."""

from __future__ import annotations

from collections.abc import Sequence

from referee.antiblok.board import FIELDS, PLACES
from referee.antiblok.position import Position, check_card, check_colour
from referee.game import Corrected
from words.message import InputError, message


def check_place(place: object) -> None:
    if place not in PLACES:
        key = "antiblok.input.crossing" if str(place).endswith("+") else "antiblok.input.field"
        raise InputError(message(key, value=repr(place)[:40]))


def correct(position: Position, words: Sequence[str]) -> Corrected[Position]:
    """The position with these corrections; a word that cannot be read is an `InputError`."""
    changes: dict[str, str] = {}
    for word in words:
        at, sign, there = word.partition("=")
        if not sign:
            raise InputError(message("antiblok.input.correction", value=word[:40]))
        check_place(at)
        if at in changes:
            raise InputError(message("text.twice", field=at), word[:40])
        if at in FIELDS:
            check_card(there, word[:40])
        elif there:
            check_colour(there, word[:40])
        changes[at] = there
    return Corrected(position.with_places(changes), tuple(changes), tuple(changes))

"""Corrections as people type them: `e5=RRB` is what really stands there, `+R:c3-e3@1` really lies, `-R:c3-e3@1` not.

`c3-e3=` says that between these two fields nothing lies but what is laid in the same breath.
That settles a doubt about a stick too: with `c3-e3=` none lies there, with `c3-e3= +R:c3-e3@1` this one does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from live.game import place_named, place_of
from referee.tactori.board import is_colour, is_field
from referee.tactori.position import Position, Stick, check_stack, without
from referee.tactori.text import parse_stick
from words.message import InputError, message

if TYPE_CHECKING:
    from live.events import Event
    from live.play import Play


def correct_by_words(play: Play, words: Sequence[str]) -> list[Event]:
    """Corrects what the board shows by the time it counts, also if another program has written in between. What is said
    of a way between two fields is settled, be it as it was or not."""
    said, board = named(words), play.state.start.board
    sticks = [place_of(*_stick(word, board).fields) for word in words if word[:1] in ("+", "-")]
    ways = [place for place in said if "-" in place]
    return play.correct_part(lambda shown: corrected(shown, words), [*said, *sticks], ways)


def named(words: Sequence[str]) -> list[str]:
    """The places of which these words say all that is there: fields, and the two fields of a stick in order."""
    return [place_named(word.partition("=")[0]) for word in words if word[:1] not in ("+", "-")]


def corrected(position: Position, words: Sequence[str]) -> Position:
    """The position with these corrections; a word that cannot be read or does not fit is an `InputError`."""
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

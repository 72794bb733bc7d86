"""A turn in writing: what was thrown, then the turn as players write it, which is for the game to say.

`4: 1-5`, `c3xe5xc7`, `g4-g1xf6`, `pass`, `draw`. Any other change is written out, allowed or not: `c3=- d4=ww`, a point
and what stands there now. Without a throw the die was not seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from referee.classics.asking import made
from referee.classics.classic import Classic
from referee.classics.dice import one_throw, read_die
from referee.classics.explain import first_steps
from referee.classics.match import Match
from referee.classics.position import Position
from referee.classics.turn import PASS, Asked, Throws
from referee.places import changed_places
from words.message import InputError, message

DRAW = "draw"
NOTHING = "-"
_THROWN = re.compile(r"([1-9](?:,[1-9])*):(?:\s+|$)(.*)", re.ASCII)
_CHANGE = re.compile(r"(\w{1,4})=(-|[\w?]{1,20})", re.ASCII)


def write_turn(match: Match[Any], after: Position, die: Throws | None) -> str:
    """What changed, as a turn of the player to move; `read_written` gives what comes of it and the throws back."""
    thrown = f"{','.join(map(str, die))}: " if die else ""
    verdict = match.judge(after, die)
    if verdict.legal and verdict.turn and not verdict.replaces:
        written = PASS if verdict.turn.kind == PASS else match.classic.write(verdict.turn)
        if _reads_as(match, thrown + written, verdict.position):
            return thrown + written
    words = [f"{point}={after.at(point) or NOTHING}" for point in _differing(match, after)]
    return thrown + (" ".join(words) if words else PASS)


def _differing(match: Match[Any], after: Position) -> Iterator[str]:
    """Where something else is to be seen than before, or is said to be of another kind."""
    before = match.position
    seen = set(changed_places(before.places, after.places))
    for point in dict.fromkeys([*before.pieces, *after.pieces]):
        if point in seen or not match.classic.alike(before.at(point), after.at(point)):
            yield point


def _reads_as(match: Match[Any], written: str, position: Position) -> bool:
    try:
        return read_written(match, written, match.to_move)[0] == position
    except InputError:
        return False


def read_written(match: Match[Any], written: str, player: str) -> tuple[Position, Throws | None]:
    """The position after a written turn and its throws. A word that cannot be read or does not fit is an `InputError`
    quoting it."""
    thrown = _THROWN.fullmatch(written.strip())
    die = written_die(match.classic, written)
    rest = " ".join((thrown[2] if thrown else written).split())
    if not rest:
        raise InputError(message("notation.empty"))
    if rest == PASS:
        return match.begun, die
    asked = match.asked(die).of(player)
    if (found := _one_turn(match, rest, asked)) or (found := _steps(match, rest.split(), asked)):
        return found, die
    return _changed(match, rest), die


def written_die(classic: Classic[Any], written: str) -> Throws | None:
    """What a written turn says was thrown for it."""
    thrown = _THROWN.fullmatch(written.strip())
    return read_die(thrown[1].split(",")) if thrown and classic.faces else None


def _one_turn(match: Match[Any], written: str, asked: Asked[Any]) -> Position | None:
    moves = first_steps(match.classic, match.begun, asked)
    found = next((move for move in moves if match.classic.reads(move, written)), None)
    return match.begun.with_changes(found.changes, found.memory) if found else None


def _steps(match: Match[Any], words: list[str], asked: Asked[Any]) -> Position | None:
    """Several steps one after another, each a word, where a look may show several."""
    position, classic = match.begun, match.classic
    for i, word in enumerate(words):
        own = asked.thrown(asked.die[i]) if asked.die and i < len(asked.die) else asked
        moves = (
            one_throw(position, own, classic.steps, classic.faces) if classic.faces else classic.legal(position, own)
        )
        found = next((m for m in moves if (word == PASS if m.kind == PASS else classic.reads(m, word))), None)
        if found is None:
            return None
        position = position.with_changes(found.changes, found.memory)
    return position


def _changed(match: Match[Any], written: str) -> Position:
    pieces = dict(match.position.pieces)
    for word in written.split():
        found = _CHANGE.fullmatch(word)
        if not found:
            raise InputError(message("classics.notation.word", value=word[:40]))
        if found[2] == NOTHING:
            if pieces.pop(found[1], None) is None:
                raise InputError(message("notation.impossible", value=word))
        else:
            pieces[found[1]] = found[2]
    return made(match.classic, pieces, match.position.memory)

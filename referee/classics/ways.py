"""Every legal turn as the way of one piece, for whoever moves pieces on a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.classics.dice import in_order, one_throw
from referee.classics.match import Match
from referee.classics.position import Position
from referee.classics.turn import Move, Throws
from referee.game import Way


def ways(match: Match[Any], die: Throws | None) -> Iterator[Way[Position]]:
    """With no die, where there is one, the turns of every possible throw."""
    if match.outcome:
        return
    classic, begun, asked = match.classic, match.begun, match.asked(die)
    if not classic.faces:
        moves = classic.steps(begun, asked)
    elif asked.die is None:
        moves = one_throw(begun, asked, classic.steps, classic.faces)
    else:
        moves = in_order(begun, asked, asked.die, classic.steps)
    for move in moves:
        start, to = _ends(match, move)
        if to is not None:
            yield Way(start, to, begun.with_changes(move.changes, move.memory), classic.write(move))


def _ends(match: Match[Any], move: Move) -> tuple[str | None, str | None]:
    """From where the piece goes and where it ends; a turn in which none does ends nowhere. One that is brought in from
    beside the track stood there."""
    steps = move.facts.get("steps") or [move.facts]
    start, to = steps[0].get("from"), steps[-1].get("to")
    if start is None:
        waited = (point for point, there in move.changes.items() if point != to and _leaves(match, point, there))
        start = next(waited, None)
    return start, to


def _leaves(match: Match[Any], point: str, there: str) -> bool:
    return match.to_move in match.begun.at(point) and match.to_move not in there

"""What became of a position: nothing, a turn, several, one that went on, one taken back, or one against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from live.game import GameState
from referee.game import Die, Match, Position, TurnVerdict
from referee.games import find_game
from referee.places import may_be_same


class What(Enum):
    SAME = "same"
    SET_UP = "set_up"
    """This is how the game begins."""
    TURNS = "turns"
    """One legal turn, or several that were played before anybody could look."""
    UNDER_WAY = "under_way"
    """The first part of a turn, as far as it goes allowed."""
    CONTINUED = "continued"
    """The last turn went on or was changed: from where it began, this is a legal turn of the same player."""
    TAKEN_BACK = "taken_back"
    ILLEGAL = "illegal"


@dataclass(frozen=True)
class Happened:
    """What happened, and the positions that it made, one for each turn."""

    what: What
    positions: tuple[Any, ...] = ()
    back: int = 0
    """How many turns were taken back."""
    verdict: TurnVerdict | None = None
    """Of an illegal turn."""


def judge_seen(state: GameState, seen: Position) -> Happened:
    """Explains a position by a game as it stands."""
    if not state.is_set_up:
        return Happened(What.SET_UP, (seen,))
    return judge(state.history, seen, state.thrown, state.steps[-1].die if state.steps else None)


def judge(history: Sequence[Match], seen: Position, die: Die = None, last_die: Die = None) -> Happened:
    """Explains a position by the game so far: `history` begins with the start and ends with the present state.

    `die` is what was thrown for the turn that comes and `last_die` for the last one, as far as anybody said it.
    """
    present = history[-1]
    if is_same(present.position, seen):
        return Happened(What.SAME)
    if present.outcome:
        return _after_the_end(history, seen, last_die)
    verdict = present.play(seen, die)[1]
    if verdict.under_way:
        return Happened(What.UNDER_WAY, (seen,))
    if verdict.legal:
        return Happened(What.TURNS, (seen,))
    for back, earlier in enumerate(reversed(history[:-1]), 1):
        if is_same(earlier.position, seen):
            return Happened(What.TAKEN_BACK, back=back)
    if len(history) > 1 and is_legal(history[-2], seen, last_die):
        return Happened(What.CONTINUED, (seen,))
    if turns := turns_between(present, seen, die):
        return Happened(What.TURNS, turns)
    if len(history) > 1 and (turns := turns_between(history[-2], seen, last_die)):
        return Happened(What.CONTINUED, turns)
    return Happened(What.ILLEGAL, (seen,), verdict=verdict)


def _after_the_end(history: Sequence[Match], seen: Position, last_die: Die) -> Happened:
    """The last turn may still be taken back or gone on with; whoever clears the board plays no turn."""
    if len(history) > 1 and is_same(history[-2].position, seen):
        return Happened(What.TAKEN_BACK, back=1)
    if len(history) > 1 and not history[-2].outcome:
        again, verdict = history[-2].play(seen, last_die)
        if verdict.legal and again.outcome:
            return Happened(What.CONTINUED, (seen,))
    return Happened(What.SAME)


def is_same(one: Position, other: Position) -> bool:
    """Whether two positions can be the same; what is unknown in one may be known in the other."""
    return one == other or may_be_same(one.places, other.places)


def is_legal(match: Match, after: Position, die: Die = None) -> bool:
    """Whether this is a whole turn that the rules allow."""
    if match.outcome:
        return False
    verdict = match.play(after, die)[1]
    return verdict.legal and verdict.complete


def turns_between(match: Match, seen: Position, die: Die = None) -> tuple[Any, ...]:
    """Legal turns, one after another, that end in this position: fast players do not wait for the camera. What is
    known to have been thrown was thrown for the first."""
    turns = find_game(match.rules.id).turns_to(match, seen)
    return turns if die is None or (turns and is_legal(match, turns[0], die)) else ()

"""What became of a position: nothing, a turn, several, one that went on, one taken back, or one against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from live.game import GameState
from referee.tactori.explain import TurnVerdict
from referee.tactori.match import Match
from referee.tactori.nearby import distance, is_on_the_way, rivals, turns_to
from referee.tactori.position import Position
from referee.tactori.turn import compare

__all__ = [
    "Happened",
    "What",
    "distance",
    "history_of",
    "is_legal",
    "is_on_the_way",
    "is_same",
    "judge",
    "rivals",
    "turns_to",
]


class What(Enum):
    SAME = "same"
    TURNS = "turns"
    """One legal turn, or several that were played before anybody could look."""
    CONTINUED = "continued"
    """The last turn went on or was changed: from where it began, this is a legal turn of the same player."""
    TAKEN_BACK = "taken_back"
    ILLEGAL = "illegal"


@dataclass(frozen=True)
class Happened:
    """What happened, and the positions that it made, one for each turn."""

    what: What
    positions: tuple[Position, ...] = ()
    back: int = 0
    """How many turns were taken back."""
    verdict: TurnVerdict | None = None
    """Of an illegal turn."""


def judge(history: Sequence[Match], seen: Position) -> Happened:
    """Explains a position by the game so far: `history` begins with the start and ends with the present state."""
    present = history[-1]
    if is_same(present.position, seen):
        return Happened(What.SAME)
    if is_legal(present, seen):
        return Happened(What.TURNS, (seen,))
    if present.outcome:
        return _after_the_end(history, seen)
    for back, earlier in enumerate(reversed(history[:-1]), 1):
        if is_same(earlier.position, seen):
            return Happened(What.TAKEN_BACK, back=back)
    if len(history) > 1 and is_legal(history[-2], seen):
        return Happened(What.CONTINUED, (seen,))
    if turns := turns_to(present, seen):
        return Happened(What.TURNS, turns)
    if len(history) > 1 and (turns := turns_to(history[-2], seen)):
        return Happened(What.CONTINUED, turns)
    _, verdict = present.play(seen)
    return Happened(What.ILLEGAL, (seen,), verdict=verdict)


def _after_the_end(history: Sequence[Match], seen: Position) -> Happened:
    """The last turn may still be taken back or gone on with; whoever clears the board plays no turn."""
    if len(history) > 1 and is_same(history[-2].position, seen):
        return Happened(What.TAKEN_BACK, back=1)
    if len(history) > 1 and not history[-2].outcome:
        again, verdict = history[-2].play(seen)
        if verdict.legal and again.outcome:
            return Happened(What.CONTINUED, (seen,))
    return Happened(What.SAME)


def history_of(state: GameState) -> list[Match]:
    """The game from its beginning to its present state."""
    return [state.beginning, *(step.match for step in state.steps)]


def is_same(one: Position, other: Position) -> bool:
    """Whether two positions can be the same; what is unknown in one may be known in the other."""
    return one == other or compare(one, other).is_nothing


def is_legal(match: Match, after: Position) -> bool:
    return not match.outcome and match.play(after)[1].legal

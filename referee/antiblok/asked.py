"""What a turn is judged by, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.antiblok.board import BLOCKS_PER_COLOUR
from referee.antiblok.dice import Die
from referee.antiblok.position import Position
from referee.antiblok.repeat import Marks, marks_json
from referee.antiblok.rules import RuleBook
from referee.antiblok.turn import Turn
from referee.verdict import Finding, Outcome, findings_of


@dataclass(frozen=True)
class Asked:
    """What a turn is judged by, besides the two positions."""

    rules: RuleBook
    player: str
    players: tuple[str, ...] = ()
    die: Die | None = None
    marks: Marks | None = None
    """Whose cards were turned last, None if nobody knows."""
    previous: str | None = None
    """Who played just before."""
    held: frozenset[str] = frozenset()
    """Crossings on which an earlier picture of this turn saw a block laid: its cards are locked since."""
    freed: frozenset[str] = frozenset()
    """Squares whose block Anti-Blok took away and that have been there ever since."""

    @property
    def next_player(self) -> str | None:
        if self.player not in self.players:
            return None
        return self.players[(self.players.index(self.player) + 1) % len(self.players)]

    @property
    def blocks_each(self) -> int:
        return BLOCKS_PER_COLOUR if self.rules.solo else self.rules.blocks_each(len(self.players))

    def is_own(self, colour: str) -> bool:
        """Whether the player lays blocks of this colour."""
        return self.rules.solo or colour == self.player


@dataclass(frozen=True)
class TurnVerdict:
    """What the referee says of a turn; `turn` is None if it cannot be explained as one."""

    turn: Turn | None
    violations: tuple[Finding, ...]
    open: tuple[Finding, ...] = ()
    advice: tuple[Finding, ...] = ()
    outcome: Outcome | None = None
    position: Position | None = None
    """The position after, with what follows from what was seen."""
    marks: Marks | None = None
    next: str | None = None

    @property
    def legal(self) -> bool:
        return not self.violations

    @property
    def complete(self) -> bool:
        return self.turn is not None and self.turn.complete

    @property
    def under_way(self) -> bool:
        return self.legal and not self.complete

    def broke(self, rule: str) -> bool:
        return any(finding.rule == rule for finding in self.violations)

    def answer(self) -> object:
        """What two verdicts must share to be the same answer."""
        found = (tuple(f.rule for f in group) for group in (self.violations, self.open, self.advice))
        turn = self.turn.to_json() if self.turn else None
        return tuple(found), repr(turn), repr(self.outcome.to_json() if self.outcome else None)

    def to_json(self, language: str = "en") -> dict[str, Any]:
        remembered = {"last_turned": marks_json(self.marks)} if self.marks is not None else {}
        return {
            "legal": self.legal,
            "turn": self.turn.to_json() if self.turn else None,
            **findings_of(self, language),
            "outcome": self.outcome.to_json() if self.outcome else None,
            "next": self.next,
            "position": {**self.position.to_json(), **remembered} if self.position else None,
        }

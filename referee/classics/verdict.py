"""What the referee says of a position and of a turn of a classic, and how one of them ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.classics.position import Position
from referee.classics.turn import Move
from referee.verdict import Finding, Outcome, findings_of

UNFINISHED, ORDER = "turn.unfinished", "turn.order"


@dataclass(frozen=True)
class Ending(Outcome):
    """How a game ended; in some games with a place or a grade."""

    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def reason_key(self) -> str:
        place = self.more.get("place", 1)
        return f"classics.reason.{self.reason}" + (f".{place}" if place > 1 else "")

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), **self.more}


@dataclass(frozen=True)
class PositionVerdict:
    """What the referee says of a position. `scores` has one number a colour, `more` whatever else the game tells."""

    violations: tuple[Finding, ...]
    scores: Mapping[str, int]
    more: Mapping[str, Any] = field(default_factory=dict)
    open: tuple[Finding, ...] = ()
    advice: tuple[Finding, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.violations

    def to_json(self, language: str = "en") -> dict[str, Any]:
        return {
            "legal": self.legal,
            **findings_of(self, language),
            "scores": dict(self.scores),
            **self.more,
        }


@dataclass(frozen=True)
class TurnVerdict:
    """What the referee says of a turn; `turn` is None if it cannot be explained as one."""

    turn: Move | None
    violations: tuple[Finding, ...]
    position: Position
    """The position after, with what is remembered."""
    open: tuple[Finding, ...] = ()
    advice: tuple[Finding, ...] = ()
    outcome: Outcome | None = None
    next: str | None = None
    replaces: bool = False
    """Whether it is told instead of the verdict on the turn before, of which an earlier look had shown only a part."""

    @property
    def legal(self) -> bool:
        return not self.violations

    @property
    def complete(self) -> bool:
        return not self.broke(UNFINISHED)

    @property
    def under_way(self) -> bool:
        return not self.complete

    def broke(self, rule: str) -> bool:
        return any(finding.rule == rule for finding in self.violations)

    def to_json(self, language: str = "en") -> dict[str, Any]:
        said = {
            "legal": self.legal,
            "turn": self.turn.to_json() if self.turn else None,
            **findings_of(self, language),
            "outcome": self.outcome.to_json() if self.outcome else None,
            "next": self.next,
            "position": self.position.to_json(),
        }
        return {**said, "replaces": True} if self.replaces else said

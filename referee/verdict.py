"""What a referee says of any game: findings that name their rule, and how a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from words.language import say
from words.message import Message


class Piece(Protocol):
    """Whatever a finding points at."""

    def to_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Finding:
    """A rule that is broken (or open, or only advised), where, and the sentence that says so."""

    rule: str
    message: Message
    fields: tuple[str, ...] = ()
    stick: Piece | None = None

    def to_json(self, language: str = "en") -> dict[str, Any]:
        said: dict[str, Any] = {
            "rule": self.rule,
            "message": say(self.message, language),
            "fields": list(self.fields),
        }
        if self.stick is not None:
            said["stick"] = self.stick.to_json()
        return said


@dataclass(frozen=True)
class Outcome:
    """How a game ended: for what reason, who won (None: a draw, or nobody to win) and with which scores."""

    reason: str
    winner: str | None
    scores: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "scores", MappingProxyType(dict(self.scores)))

    @property
    def reason_key(self) -> str:
        """Where the words for the reason stand."""
        return f"reason.{self.reason}"

    def to_json(self) -> dict[str, Any]:
        return {"reason": self.reason, "winner": self.winner, "scores": dict(self.scores)}


class Judged(Protocol):
    """Whatever findings are about."""

    @property
    def violations(self) -> tuple[Finding, ...]: ...
    @property
    def open(self) -> tuple[Finding, ...]: ...
    @property
    def advice(self) -> tuple[Finding, ...]: ...


def findings_of(judged: Judged, language: str) -> dict[str, Any]:
    """What is broken, what is open and what is advised, as JSON has it."""
    return {
        "violations": findings_json(judged.violations, language),
        "open": findings_json(judged.open, language),
        "advice": findings_json(judged.advice, language),
    }


def findings_json(findings: tuple[Finding, ...], language: str) -> list[dict[str, Any]]:
    return [finding.to_json(language) for finding in findings]

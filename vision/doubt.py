"""What a reading does not vouch for: a place on the board, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.places import is_field
from words.language import say
from words.message import Message


@dataclass(frozen=True)
class Doubt:
    """A field (`c3`); or a place of which only is open what lies there: a stick's way (`c3-e3`), a crossing (`b2+`)."""

    at: str
    why: Message

    @property
    def is_field(self) -> bool:
        return is_field(self.at)

    @property
    def fields(self) -> tuple[str, ...]:
        """The place itself, or the two fields that the stick would lie between."""
        return tuple(self.at.split("-"))

    def to_json(self, language: str = "en") -> dict[str, Any]:
        return {"at": self.at, "why": say(self.why, language)}

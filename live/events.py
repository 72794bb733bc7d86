"""What a watched table tells: one event after another, for the page, the command line and other programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from words.language import say
from words.message import Message


class Kind(StrEnum):
    STARTED = "started"
    """A game begins, or goes on where it was."""
    TURN = "turn"
    """A turn was confirmed; or, with `waits`, an illegal one waits to be put right or accepted."""
    TAKEN_BACK = "taken_back"
    PUT_RIGHT = "put_right"
    """An illegal turn that waited was put right."""
    UNSURE = "unsure"
    HAND = "hand"
    """A hand has been over the board for long."""
    MOVED = "moved"
    """Camera or board were pushed, and the board was followed."""
    LOST = "lost"
    """The board is not seen any more, or the source gives no pictures."""
    BACK = "back"
    OUTCOME = "outcome"
    CORRECTED = "corrected"
    THROWN = "thrown"
    """Somebody said what was thrown for the turn that comes, or took that back."""
    PAUSED = "paused"
    RESUMED = "resumed"
    ENDED = "ended"
    MEMORY = "memory"
    """The log cannot be written: the game goes on in memory only."""


@dataclass(frozen=True)
class Event:
    """`data` holds what JSON can say, and messages, findings, turns, positions and outcomes, which say themselves."""

    kind: Kind
    data: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", MappingProxyType(dict(self.data)))

    def to_json(self, language: str = "en") -> dict[str, Any]:
        return {"event": self.kind.value} | {key: _plain(value, language) for key, value in self.data.items()}


def event(kind: Kind, /, **data: Any) -> Event:
    return Event(kind, data)


def _plain(value: Any, language: str) -> Any:
    if isinstance(value, Message):
        return say(value, language)
    if isinstance(value, Mapping):
        return {key: _plain(each, language) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each, language) for each in value]
    if hasattr(value, "to_json"):
        try:
            return value.to_json(language)
        except TypeError:
            return value.to_json()
    return value

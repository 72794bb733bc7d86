"""A thing to be said to a person: a key of the catalogue and what goes into its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class Message:
    """Stays a key and its parameters until somebody asks for it in a language."""

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "params", MappingProxyType(dict(self.params)))

    def __hash__(self) -> int:
        return hash((self.key, tuple((name, str(value)) for name, value in sorted(self.params.items()))))


def message(key: str, /, **params: Any) -> Message:
    return Message(key, params)


class InputError(ValueError):
    """Input that cannot be understood; `message` says what is wrong, `place` where."""

    def __init__(self, said: Message, place: str = "") -> None:
        super().__init__(said, place)
        self.message = said
        self.place = place

    def __str__(self) -> str:
        from words.language import explain_error  # the catalogue needs messages, so it can only be asked late

        return explain_error(self, "en")

    def at(self, place: str) -> InputError:
        """The same error, with the place it was met in put in front."""
        return InputError(self.message, f"{place}: {self.place}" if self.place else place)

"""The rule book: every reading of the rules as an option with its default, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, TypeVar

from referee.options import option_text
from words.message import InputError, message

YES_OR_NO = (True, False)


@dataclass(frozen=True)
class RuleBook:
    """A game with every option decided. A game's own rule book adds its options as fields, and in `CHOICES` what each
    of them can be; what is not chosen from a list is read by `read_free`."""

    join: bool = True
    """Whether one look may show several steps of a turn."""

    GAME: ClassVar[str] = ""
    BOARD: ClassVar[int] = 8
    """Fields across."""
    CHOICES: ClassVar[Mapping[str, tuple[Any, ...]]] = {}
    FREE: ClassVar[Mapping[str, str]] = {}
    """What an option can be that is not chosen from a list."""

    @property
    def id(self) -> str:
        return self.GAME

    @property
    def board(self) -> int:
        return self.BOARD

    def options(self) -> dict[str, Any]:
        """Every option with its value, as JSON has it."""
        return {key: getattr(self, field) for key, field in option_keys(type(self)).items()}

    def changed(self) -> dict[str, Any]:
        """The options that are not as the game has them by default."""
        plain = type(self)().options()
        return {key: value for key, value in self.options().items() if value != plain[key]}

    @classmethod
    def read_free(cls, key: str, value: object) -> Any:
        """A value that is not chosen from a list, or is one of the list in other words; else a `ValueError`."""
        raise ValueError(key)

    def settled(self, chosen: frozenset[str]) -> RuleBook:
        """The same with what follows from the options that were chosen."""
        return self


R = TypeVar("R", bound=RuleBook)


def choices_of(book: type[RuleBook]) -> Mapping[str, tuple[Any, ...]]:
    return {"join": YES_OR_NO, **book.CHOICES}


def option_keys(book: type[RuleBook]) -> Mapping[str, str]:
    """The game's own options, then the one that all share, each with its field: `continue` is kept in `continue_`."""
    names = [f.name for f in fields(book) if f.name != "join"]
    return {name.rstrip("_"): name for name in [*names, "join"]}


def values_of(book: type[RuleBook], key: str) -> str:
    """What an option can be, for people."""
    choices = choices_of(book)
    return ", ".join(map(option_text, choices[key])) if key in choices else book.FREE[key]


def read_rules(book: type[R], given: Mapping[str, Any]) -> R:
    """The rule book with the given options, each a value or its text; errors list what is known."""
    chosen: dict[str, Any] = {}
    known = option_keys(book)
    for key, value in given.items():
        if key not in known:
            raise InputError(message("rule.unknown", key=str(key)[:40], known=", ".join(known)))
        chosen[known[key]] = _value(book, key, value)
    read = replace(book(), **chosen).settled(frozenset(given))
    assert isinstance(read, book)
    return read


def _value(book: type[RuleBook], key: str, value: object) -> Any:
    choices = choices_of(book)
    try:
        if key not in choices:
            return book.read_free(key, value)
        said = option_text(value)
        chosen = [choice for choice in choices[key] if said == option_text(choice)]
        return chosen[0] if chosen else book.read_free(key, value)
    except ValueError:
        said = option_text(value)[:40]
        raise InputError(message("rule.value", key=key, value=said, known=values_of(book, key))) from None

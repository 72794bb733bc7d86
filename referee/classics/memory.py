"""What the referee remembers beside the board: how it is said in JSON and in a line of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from words.message import InputError, message

Value = Any
"""A text, a number, None, a tuple of points, or a mapping from colour to number or text: never changed in place."""
NOTHING = "-"
MOST_COUNTED = 1000


@dataclass(frozen=True)
class Kind:
    """One way to remember something: how it comes in, how it goes out, and how it is written."""

    empty: Value
    read: Callable[[object], Value]
    """From JSON; a `ValueError` where it is not of this kind."""
    write: Callable[[Value], str]
    parse: Callable[[str], object]
    """From its text to JSON."""


@dataclass(frozen=True)
class Memory:
    """A key that a game remembers; one that is `needed` cannot be guessed."""

    kind: Kind
    needed: bool = False


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_COUNTED:
        raise ValueError
    return value


def _word(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9]{0,12}", value, re.ASCII):
        raise ValueError
    return value


def _colour(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[wbyrg]", value):
        raise ValueError
    return value


def _by_colour(data: object, read: Callable[[object], Value]) -> Value:
    if not isinstance(data, Mapping):
        raise ValueError
    return {_colour(key): read(value) for key, value in data.items()}


def _points(data: object) -> Value:
    if not isinstance(data, list | tuple):
        raise ValueError
    return tuple(map(_word, data))


def _split(text: str) -> list[str]:
    return [part for part in text.split(",") if part]


COUNTS = Kind(
    {},
    lambda data: _by_colour(data, _whole),
    lambda value: ",".join(f"{colour}{count}" for colour, count in value.items()),
    lambda text: {part[0]: int(part[1:]) for part in _split(text)},
)
"""`{"w": 8}`, written `w8`."""
NAMES = Kind(
    {},
    lambda data: _by_colour(data, _word),
    lambda value: ",".join(f"{colour}:{name}" for colour, name in value.items()),
    lambda text: dict(part.split(":", 1) for part in _split(text)),
)
"""`{"r": "NW"}`, written `r:NW`."""
POINTS = Kind((), _points, lambda value: ",".join(value), _split)
"""`["c3", "e5"]`, written `c3,e5`."""
TEXT = Kind("", _word, str, str)
"""`"KQkq"`, written as it is."""
POINT = Kind(None, lambda data: None if data is None else _word(data), str, str)
"""A point or none."""
NUMBER = Kind(0, _whole, str, int)


def read_memory(kinds: Mapping[str, Memory], data: Mapping[str, Any]) -> dict[str, Value]:
    """What a position from outside remembers; keys that the game does not know are kept out of the way."""
    found = {}
    for key, memory in kinds.items():
        if key in data:
            try:
                found[key] = memory.kind.read(data[key])
            except ValueError:
                raise InputError(message("classics.input.memory", key=key), key) from None
    return found


def memory_json(kinds: Mapping[str, Memory], remembered: Mapping[str, Value]) -> dict[str, Any]:
    """Every key the game has; one that cannot be guessed only if it is known."""
    said = {}
    for key, memory in kinds.items():
        if key in remembered or not memory.needed:
            value = remembered.get(key, memory.kind.empty)
            said[key] = (
                list(value) if isinstance(value, tuple) else dict(value) if isinstance(value, Mapping) else value
            )
    return said


def memory_text(kinds: Mapping[str, Memory], remembered: Mapping[str, Value]) -> str:
    """`hand=w7,b8 missed=c3`; what is empty is left out."""
    return " ".join(
        f"{key}={memory.kind.write(remembered[key])}"
        for key, memory in kinds.items()
        if key in remembered and (memory.needed or remembered[key] != memory.kind.empty)
    )


def parse_memory(kinds: Mapping[str, Memory], text: str) -> dict[str, Value]:
    """The inverse of `memory_text`."""
    data: dict[str, object] = {}
    for word in text.split():
        key, sign, value = word.partition("=")
        if not sign or key not in kinds:
            raise InputError(message("classics.text.memory", value=word[:40], known=", ".join(kinds) or NOTHING))
        if key in data:
            raise InputError(message("input.twice", key=key))
        try:
            data[key] = kinds[key].kind.parse(value)
        except (ValueError, IndexError):
            raise InputError(message("classics.input.memory", key=key), key) from None
    return read_memory(kinds, data)

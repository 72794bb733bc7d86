"""A position: which towers stand where and which sticks lie between them. It can also be one that breaks the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.tactori.board import BOARDS, COLOURS, UNKNOWN, Line, is_colour, is_field, line_between, span
from words.message import InputError, Message, message

STACK_LETTERS = frozenset(COLOURS + UNKNOWN)
_STICKS = re.compile(r"([A-Z])(\d+)(?:/(\d+))?", re.ASCII)
"""The sticks between two fields as `places` has them, with the floors of both ends where they differ."""


class End(NamedTuple):
    """One end of a stick: the field and the floor of the tower it rests in, 0 for the bare board."""

    at: str
    floor: int

    def __str__(self) -> str:
        return f"{self.at}@{self.floor}"


@dataclass(frozen=True, order=True)
class Stick:
    """A stick with its two ends; the ends are kept in order, so that equal sticks are equal."""

    colour: str
    a: End
    b: End
    line: Line | None = field(init=False, repr=False, compare=False)
    """The straight way between the ends, None for a stick at an angle."""
    floor: int | None = field(init=False, repr=False, compare=False)
    """The floor of both ends, None for a slanting stick."""
    half_bridges: int = field(init=False, repr=False, compare=False)
    """The half bridges it covers on its floor; none for a stick that is slanting or at an angle."""

    def __post_init__(self) -> None:
        if self.b < self.a:
            low, high = self.b, self.a
            object.__setattr__(self, "a", low)
            object.__setattr__(self, "b", high)
        line = line_between(self.a.at, self.b.at)
        level = self.a.floor == self.b.floor
        object.__setattr__(self, "line", line)
        object.__setattr__(self, "floor", self.a.floor if level else None)
        object.__setattr__(self, "half_bridges", line.mask if line and level else 0)

    @property
    def ends(self) -> tuple[End, End]:
        return self.a, self.b

    @property
    def fields(self) -> tuple[str, str]:
        return self.a.at, self.b.at

    @property
    def touched(self) -> tuple[str, ...]:
        """Every field that it ends on or passes."""
        return self.line.fields if self.line else self.fields

    def fits(self, board: int) -> bool:
        """Whether it lies straight, level and over the right distance."""
        return self.line is not None and self.floor is not None and self.line.steps == span(board)

    def places(self) -> str:
        """The ends as text: c3-e3@1, or c3@1-e3@2 if the floors differ."""
        if self.floor is not None:
            return f"{self.a.at}-{self.b.at}@{self.floor}"
        return f"{self.a}-{self.b}"

    def in_words(self) -> Message:
        """The same for a sentence: from c3 to e3 on floor 1; a slanting one is only said to go from field to field."""
        if self.floor:
            return message("word.stick", a=self.a.at, b=self.b.at, floor=self.floor)
        return message("word.way", a=self.a.at, b=self.b.at)

    def __str__(self) -> str:
        return f"{self.colour}:{self.places()}"

    def to_json(self) -> dict[str, Any]:
        return {"color": self.colour, "a": self.a._asdict(), "b": self.b._asdict()}


def stick(colour: str, a: str, b: str, floor: int, floor_b: int | None = None) -> Stick:
    """A stick said shortly: level unless the other floor is given.

    >>> str(stick("R", "e3", "c3", 1))
    'R:c3-e3@1'
    """
    return Stick(colour, End(a, floor), End(b, floor if floor_b is None else floor_b))


@dataclass(frozen=True, eq=False)
class Position:
    """Towers by field (floor 1 first) and sticks, immutable and in a fixed order.

    >>> Position.of(9, {"c3": "RRB"}, []).height("c3")
    3
    """

    board: int
    towers: Mapping[str, str]
    sticks: tuple[Stick, ...]

    @classmethod
    def of(cls, board: int, towers: Mapping[str, str], sticks: Iterable[Stick]) -> Position:
        """Checks nothing but puts everything in order; `from_json` is the door for what comes from outside."""
        kept = {at: towers[at] for at in sorted(towers) if towers[at]}
        return cls(board, MappingProxyType(kept), tuple(sorted(sticks)))

    @classmethod
    def empty(cls, board: int) -> Position:
        return cls.of(board, {}, ())

    @property
    def places(self) -> Mapping[str, str]:
        """Every stack by its field, and the sticks by the two fields they end on: `{"e5": "RRB", "c3-e3": "R1"}`."""
        lying: dict[str, str] = {}
        for s in self.sticks:
            floors = str(s.a.floor) if s.floor is not None else f"{s.a.floor}/{s.b.floor}"
            at = "-".join(s.fields)
            lying[at] = f"{lying.get(at, '')}{s.colour}{floors}"
        return {**self.towers, **lying}

    def with_places(self, changes: Mapping[str, str]) -> Position:
        """The same with other stacks, or other sticks between two fields."""
        stacks = {at: there for at, there in changes.items() if "-" not in at}
        ways = {at: there for at, there in changes.items() if "-" in at}
        kept = [s for s in self.sticks if "-".join(s.fields) not in ways]
        laid = [s for at, there in ways.items() for s in _sticks_there(at, there)]
        return Position.of(self.board, {**self.towers, **stacks}, (*kept, *laid))

    def height(self, at: str) -> int:
        return len(self.towers.get(at, ""))

    def count_towers(self, colour: str) -> int:
        return sum(stack.count(colour) for stack in self.towers.values())

    def count_sticks(self, colour: str) -> int:
        return sum(s.colour == colour for s in self.sticks)

    def colours(self) -> tuple[str, ...]:
        """The colours with a piece on the board, in the order of the set."""
        seen = set("".join(self.towers.values())) | {s.colour for s in self.sticks}
        return tuple(c for c in COLOURS if c in seen)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.board, self.sticks, self.towers) == (other.board, other.sticks, other.towers)

    def __hash__(self) -> int:
        return hash((self.board, tuple(self.towers.items()), self.sticks))

    def __repr__(self) -> str:
        from referee.tactori.text import to_text

        return f"parse_text({to_text(self)!r})"

    def to_json(self) -> dict[str, Any]:
        return {"board": self.board, "towers": dict(self.towers), "sticks": [s.to_json() for s in self.sticks]}

    @classmethod
    def from_json(cls, data: object) -> Position:
        """Reads the contract's format; the first thing wrong with it is an `InputError` that names the place."""
        if not isinstance(data, Mapping):
            raise InputError(message("input.object"))
        board = _get(data, "board", "")
        if isinstance(board, bool) or not isinstance(board, int) or board not in BOARDS:
            raise InputError(message("input.board"), "board")
        towers = _get(data, "towers", "")
        if not isinstance(towers, Mapping):
            raise InputError(message("input.object"), "towers")
        for at, stack in towers.items():
            if not is_field(at, board):
                raise InputError(message("input.field", value=_short(at), board=board), "towers")
            check_stack(stack, f"towers.{at}")
        sticks = _get(data, "sticks", "")
        if not isinstance(sticks, list):
            raise InputError(message("input.list"), "sticks")
        read = [_stick_from_json(s, board, f"sticks[{i}]") for i, s in enumerate(sticks)]
        return cls.of(board, towers, read)


def _sticks_there(at: str, written: str) -> list[Stick]:
    a, b = at.split("-")
    return [
        stick(colour, a, b, int(floor), int(other) if other else None)
        for colour, floor, other in _STICKS.findall(written)
    ]


def check_stack(stack: object, place: str) -> None:
    if not isinstance(stack, str) or not stack or not STACK_LETTERS.issuperset(stack):
        raise InputError(message("input.stack", value=_short(stack)), place)


def _stick_from_json(data: object, board: int, place: str) -> Stick:
    if not isinstance(data, Mapping):
        raise InputError(message("input.object"), place)
    colour = _get(data, "color", place)
    if not is_colour(colour):
        raise InputError(message("input.colour", value=_short(colour)), f"{place}.color")
    ends = []
    for name in "ab":
        end, where = _get(data, name, place), f"{place}.{name}"
        if not isinstance(end, Mapping):
            raise InputError(message("input.object"), where)
        at, floor = _get(end, "at", where), _get(end, "floor", where)
        if not is_field(at, board):
            raise InputError(message("input.field", value=_short(at), board=board), f"{where}.at")
        if isinstance(floor, bool) or not isinstance(floor, int) or floor < 0:
            raise InputError(message("input.floor", value=_short(floor)), f"{where}.floor")
        ends.append(End(at, floor))
    return Stick(colour, *ends)


def _get(data: Mapping[str, Any], key: str, place: str) -> Any:
    if key not in data:
        raise InputError(message("input.missing", key=key), place)
    return data[key]


def _short(value: object) -> str:
    """What was found instead, short enough for one line."""
    said = repr(value) if not isinstance(value, dict | list) else type(value).__name__
    return said if len(said) <= 40 else said[:37] + "..."


def without(sticks: Iterable[Stick], fewer: Iterable[Stick]) -> tuple[Stick, ...]:
    """The sticks that are left when `fewer` are taken away; a stick that lies twice is taken once."""
    left = Counter(sticks)
    left.subtract(Counter(fewer))
    return tuple(sorted(left.elements()))

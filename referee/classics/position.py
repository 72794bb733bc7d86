"""A position: what stands on the points of a board, and what the referee remembers. It may break the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from referee.classics.memory import Memory, Value, memory_json
from referee.places import UNKNOWN

COLOURS = "wbyrg"
EMPTY = ""


@dataclass(frozen=True, eq=False)
class Position:
    """The pieces by point, lowest first, one small letter each, and the memory by key. Two positions are the same if
    the same is to be seen on the same points: memory, and what kind a piece is of, the referee adds."""

    game: str
    pieces: Mapping[str, str]
    memory: Mapping[str, Value] = field(default_factory=dict)
    kinds: Mapping[str, Memory] = field(default_factory=dict, repr=False)
    """How the game says what it remembers."""

    @cached_property
    def places(self) -> Mapping[str, str]:
        """What can be seen: the colours. What kind a piece is of is remembered."""
        if any(there != there.lower() for there in self.pieces.values()):
            return {point: "".join(filter(_is_seen, there)) for point, there in self.pieces.items()}
        return self.pieces

    def at(self, point: str) -> str:
        return self.pieces.get(point, EMPTY)

    def recalls(self, key: str) -> Any:
        """What is remembered under a key; nothing if nothing is."""
        return self.memory.get(key, self.kinds[key].kind.empty)

    def with_places(self, changes: Mapping[str, str]) -> Position:
        """The same with something else on some points, "" being nothing. A piece that looks as before is the same."""
        seen = self.places
        return self.with_changes({p: there for p, there in changes.items() if seen.get(p, EMPTY) != there}, {})

    def with_changes(self, changes: Mapping[str, str], remembered: Mapping[str, Value]) -> Position:
        pieces = {point: there for point, there in {**self.pieces, **changes}.items() if there}
        return Position(self.game, pieces, {**self.memory, **remembered}, self.kinds)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self.places == other.places

    def __hash__(self) -> int:
        return hash((self.game, frozenset(self.places.items())))

    def to_json(self) -> dict[str, Any]:
        return {"game": self.game, "pieces": dict(self.pieces), **memory_json(self.kinds, self.memory)}


def _is_seen(letter: str) -> bool:
    return not letter.isupper()


def is_colour(value: object) -> bool:
    return isinstance(value, str) and len(value) == 1 and value in COLOURS


def is_stack(value: object, letters: str = COLOURS + UNKNOWN) -> bool:
    """One small letter for every piece, lowest first."""
    return isinstance(value, str) and 0 < len(value) <= MOST_STACKED and set(value) <= set(letters)


MOST_STACKED = 20
"""More than any game has pieces to put on one point."""


def short(value: object) -> str:
    """What was found instead, short enough for one line."""
    said = repr(value) if not isinstance(value, dict | list) else type(value).__name__
    return said if len(said) <= 40 else said[:37] + "..."

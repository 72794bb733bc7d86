"""The measures of a wooden set, in millimetres, as one takes them with a ruler."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from calibration.board_plan import BoardPlan
from words.message import InputError, message

# What a measure is if nobody took it, in multiples of the distance between two fields of the 9x9 board.
DEFAULT_PROPORTIONS = {
    "tower_width": 0.67,
    "tower_height": 0.58,
    "stick_width": 0.134,
    "stick_length": 1.945,
    "groove_depth": 0.30,
    "board_side": 9.9,
    "board_thickness": 0.35,
}
# How far a measure may be from its default before it is taken for a slip (a digit too many, inches).
LARGEST_FACTOR = 2.5
# What has to go beside, onto or into what.
SMALLER = (("tower_width", "pitch_9"), ("groove_depth", "tower_height"), ("stick_width", "tower_width"))
STEPS_9 = 8
# Beyond these it is no board game: metres or inches were meant, or a digit slipped.
LEAST_MM, MOST_MM = 0.5, 10_000.0


@dataclass(frozen=True)
class PhysicalSet:
    """All lengths in millimetres. Fields are `pitch_9` apart on the 9x9 side and twice that on the 5x5 side."""

    pitch_9: float
    tower_width: float
    tower_height: float
    stick_width: float
    stick_length: float
    groove_depth: float
    board_side: float
    board_thickness: float
    defaults: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """Measures that nobody took."""

    @classmethod
    def in_proportion(cls, pitch_9: float = 31.0, **measured: float) -> PhysicalSet:
        """A set of which only some measures are known; the others take their defaults."""
        made = {name: pitch_9 * factor for name, factor in DEFAULT_PROPORTIONS.items()}
        return cls(pitch_9=pitch_9, **{**made, **measured}, defaults=frozenset(made) - frozenset(measured))

    @classmethod
    def from_json(cls, data: Any) -> PhysicalSet:
        if not isinstance(data, dict):
            raise InputError(message("set.object"))
        measured = {name: length(data[name], name) for name in MEASURES if name in data}
        if "pitch_9" not in measured:
            raise InputError(message("set.pitch"))
        made = cls.in_proportion(**measured)
        for name, factor in DEFAULT_PROPORTIONS.items():
            ratio = getattr(made, name) / (made.pitch_9 * factor)
            if not 1 / LARGEST_FACTOR <= ratio <= LARGEST_FACTOR:
                raise InputError(message("set.range", name=name, value=data.get(name)), "set")
        for name, other in SMALLER:
            if getattr(made, name) >= getattr(made, other):
                raise InputError(message("set.smaller", name=name, other=other), "set")
        if made.board_side <= STEPS_9 * made.pitch_9:
            raise InputError(message("set.board"), "set")
        return made

    def resized(self, sizes: Mapping[str, float]) -> PhysicalSet:
        """The same set with some measures changed."""
        changed: dict[str, Any] = dict(sizes)
        return replace(self, **changed)

    def to_json(self) -> dict[str, float]:
        return {name: round(getattr(self, name), 3) for name in MEASURES}

    @property
    def margin_mm(self) -> float:
        """From the outermost fields' middles to the board's edge."""
        return (self.board_side - STEPS_9 * self.pitch_9) / 2

    def pitch(self, board: int) -> float:
        """The distance between neighbouring fields."""
        return self.pitch_9 if board == 9 else 2 * self.pitch_9

    def plan(self, board: int | None = None) -> BoardPlan:
        """Its board, as it is looked for; `board` says which side of it lies up, if that is known."""
        measured = "board_side" not in self.defaults
        return BoardPlan(board, self.pitch_9, self.board_side, self.board_thickness, measured)


MEASURES = tuple(each.name for each in fields(PhysicalSet) if each.name != "defaults")


def plan_of(physical_set: PhysicalSet | None, board: int | None = None) -> BoardPlan:
    """The board of a set, or of a usual one where nobody measured it."""
    return (physical_set or PhysicalSet.in_proportion()).plan(board)


def length(value: Any, name: str) -> float:
    """A measure that can be one; raises `InputError` for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not LEAST_MM <= value < MOST_MM:
        raise InputError(message("set.length", name=name, value=repr(value)[:40]), "set")
    return float(value)

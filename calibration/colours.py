"""The paints of a set as a camera sees them, each relative to the board's own wood, so that the light drops out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from referee.message import InputError, message
from referee.tactori.board import COLOURS

# Beyond these a reference is a slip: e^5 is a hundred and fifty times as much red as green.
LARGEST_RATIO, LARGEST_SPREAD = 5.0, 2.0
USUAL_SPREAD = 0.35


@dataclass(frozen=True)
class Paint:
    """Log ratios to the wood in linear light: u = ln r/r0 - ln g/g0, v = ln b/b0 - ln g/g0.

    The wood itself is (0, 0). `spread` is the standard deviation in both directions.
    """

    u: float
    v: float
    spread: float = USUAL_SPREAD

    @classmethod
    def from_json(cls, data: Any, colour: str) -> Paint:
        if not isinstance(data, dict):
            raise InputError(message("input.object"), f"colours.{colour}")
        found = {}
        for key in ("u", "v", "spread"):
            if key not in data and key != "spread":
                raise InputError(message("input.missing", key=key), f"colours.{colour}")
            value = data.get(key, USUAL_SPREAD)
            low, high = (0.0, LARGEST_SPREAD) if key == "spread" else (-LARGEST_RATIO, LARGEST_RATIO)
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if not is_number or not low <= value <= high or (key == "spread" and value == 0):
                said = message("value.range", key=key, low=low, high=high, value=repr(value)[:40])
                raise InputError(said, f"colours.{colour}")
            found[key] = float(value)
        return cls(**found)

    def to_json(self) -> dict[str, float]:
        return {"u": round(self.u, 4), "v": round(self.v, 4), "spread": round(self.spread, 4)}

    def distance(self, u: float, v: float) -> float:
        """How many spreads a colour is away from this one."""
        return math.hypot(u - self.u, v - self.v) / self.spread


@dataclass(frozen=True)
class ColourReferences:
    """The four paints of a set."""

    paints: Mapping[str, Paint]

    def __post_init__(self) -> None:
        object.__setattr__(self, "paints", MappingProxyType({c: self.paints[c] for c in COLOURS}))

    @classmethod
    def generic(cls) -> ColourReferences:
        """What the paints of most sets are like, for a set that nobody measured."""
        return cls({"R": Paint(1.6, 0.3), "B": Paint(-0.9, 1.35), "Y": Paint(0.1, -1.5), "G": Paint(-1.4, -0.6)})

    @classmethod
    def from_json(cls, data: Any) -> ColourReferences:
        """Colours that are not named keep their generic reference."""
        if not isinstance(data, dict):
            raise InputError(message("colours.object"))
        measured = {c: Paint.from_json(data[c], c) for c in COLOURS if c in data}
        return cls({**cls.generic().paints, **measured})

    def to_json(self) -> dict[str, dict[str, float]]:
        return {colour: paint.to_json() for colour, paint in self.paints.items()}

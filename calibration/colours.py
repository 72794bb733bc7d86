"""The paints of a set as a camera sees them, each relative to the board's own wood, so that the light drops out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from referee.tactori.board import COLOURS
from words.message import InputError, message

# Beyond these a reference is a slip: e^5 is a hundred and fifty times as much red as green.
LARGEST_RATIO, LARGEST_SPREAD, MOST_SAMPLES = 5.0, 2.0, 1_000_000_000
USUAL_SPREAD, USUAL_LEVEL, USUAL_LEVEL_SPREAD = 0.35, -0.9, 0.7
DARKEST_WOOD, BRIGHTEST_WOOD = 1e-4, 2.0


@dataclass(frozen=True)
class Paint:
    """Log ratios to the wood in linear light: u = ln r/r0 - ln g/g0, v = ln b/b0 - ln g/g0, and of the brightness.

    The wood itself is (0, 0), and its level 0. Glare and reflected light carry a paint to and from the wood, other
    light turns it around the wood: both ways it strays differently.
    """

    u: float
    v: float
    spread: float = USUAL_SPREAD
    """Standard deviation across the line from the wood to the paint."""
    along: float = USUAL_SPREAD
    """The same along that line."""
    level: float = USUAL_LEVEL
    level_spread: float = USUAL_LEVEL_SPREAD
    samples: int = 0
    """How many pixels it was learned from; 0 where nobody counted."""
    measured: bool = True
    """Whether it was learned from this set, not taken from sets in general."""

    @property
    def chroma(self) -> float:
        """How far it is from the wood."""
        return math.hypot(self.u, self.v)

    @property
    def angle_deg(self) -> float:
        """Its direction, seen from the wood."""
        return math.degrees(math.atan2(self.v, self.u))

    def turn_deg(self, other: Paint) -> float:
        """How far the other lies around the wood from here, from -180 to 180."""
        return (other.angle_deg - self.angle_deg + 180.0) % 360.0 - 180.0

    @classmethod
    def from_json(cls, data: Any, colour: str) -> Paint:
        """What is not said is as it is in most sets."""
        place, usual = f"colours.{colour}", GENERIC[colour]
        if not isinstance(data, dict):
            raise InputError(message("input.object"), place)
        for key in ("u", "v"):
            if key not in data:
                raise InputError(message("input.missing", key=key), place)
        u, v = (_within(data, key, 0.0, -LARGEST_RATIO, LARGEST_RATIO, place) for key in ("u", "v"))
        spread = _within(data, "spread", USUAL_SPREAD, 0.0, LARGEST_SPREAD, place, more_than_low=True)
        measured = data.get("measured", (u, v) != (usual.u, usual.v))
        if not isinstance(measured, bool):
            raise InputError(message("measured.names", known="true, false"), f"{place}.measured")
        return cls(
            u,
            v,
            spread,
            _within(data, "along", spread, 0.0, LARGEST_SPREAD, place, more_than_low=True),
            _within(data, "level", usual.level, -LARGEST_RATIO, LARGEST_RATIO, place),
            _within(data, "level_spread", USUAL_LEVEL_SPREAD, 0.0, LARGEST_SPREAD, place, more_than_low=True),
            round(_within(data, "samples", 0, 0, MOST_SAMPLES, place)),
            measured,
        )

    def to_json(self) -> dict[str, Any]:
        names = ("u", "v", "spread", "along", "level", "level_spread")
        said: dict[str, Any] = {name: round(getattr(self, name), 4) for name in names}
        return said | {"samples": self.samples, "measured": self.measured}

    def distance(self, u: float, v: float) -> float:
        """How many spreads a colour is away from this one."""
        if not self.chroma:
            return math.hypot(u, v) / self.spread
        du, dv = self.u / self.chroma, self.v / self.chroma
        along, across = (u - self.u) * du + (v - self.v) * dv, (v - self.v) * du - (u - self.u) * dv
        return math.hypot(along / self.along, across / self.spread)


@dataclass(frozen=True)
class Wood:
    """The board's wood as the camera saw it, in linear light from 0 to 1: it says what the light was like."""

    red: float
    green: float
    blue: float
    spread: float = 0.1
    """Standard deviation of its log ratios: grain, marks, light from two sides."""
    samples: int = 0

    @property
    def u(self) -> float:
        return math.log(self.red / self.green)

    @property
    def v(self) -> float:
        return math.log(self.blue / self.green)

    @property
    def level(self) -> float:
        return 0.3 * math.log(self.red) + 0.6 * math.log(self.green) + 0.1 * math.log(self.blue)

    @classmethod
    def of(cls, u: float, v: float, level: float, spread: float, samples: int) -> Wood:
        """From its log ratios and its brightness."""
        green = level - 0.3 * u - 0.1 * v
        return cls(math.exp(green + u), math.exp(green), math.exp(green + v), spread, samples)

    @classmethod
    def from_json(cls, data: Any) -> Wood:
        place = "colours.wood"
        if not isinstance(data, dict):
            raise InputError(message("input.object"), place)
        for key in ("red", "green", "blue"):
            if key not in data:
                raise InputError(message("input.missing", key=key), place)
        red, green, blue = (
            _within(data, key, 0.0, DARKEST_WOOD, BRIGHTEST_WOOD, place) for key in ("red", "green", "blue")
        )
        spread = _within(data, "spread", 0.1, 0.0, LARGEST_SPREAD, place, more_than_low=True)
        return cls(red, green, blue, spread, round(_within(data, "samples", 0, 0, MOST_SAMPLES, place)))

    def to_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {key: round(getattr(self, key), 5) for key in ("red", "green", "blue")}
        return said | {"spread": round(self.spread, 4), "samples": self.samples}


@dataclass(frozen=True)
class ColourReferences:
    """The four paints of a set, and the wood they were seen beside, if it is known."""

    paints: Mapping[str, Paint]
    wood: Wood | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "paints", MappingProxyType({c: self.paints[c] for c in COLOURS}))

    @property
    def measured(self) -> tuple[str, ...]:
        """The colours that somebody measured on this set."""
        return tuple(colour for colour, paint in self.paints.items() if paint.measured)

    @classmethod
    def generic(cls) -> ColourReferences:
        """What the paints of most sets are like, for a set that nobody measured."""
        return cls(GENERIC)

    @classmethod
    def from_json(cls, data: Any) -> ColourReferences:
        """Colours that are not named keep their generic reference."""
        if not isinstance(data, dict):
            raise InputError(message("colours.object"))
        found = {c: Paint.from_json(data[c], c) for c in COLOURS if c in data}
        return cls({**GENERIC, **found}, Wood.from_json(data["wood"]) if "wood" in data else None)

    def to_json(self) -> dict[str, Any]:
        said = {colour: paint.to_json() for colour, paint in self.paints.items()}
        return said if self.wood is None else {**said, "wood": self.wood.to_json()}


GENERIC: Mapping[str, Paint] = MappingProxyType(
    {
        "R": Paint(1.6, 0.3, level=-1.2, measured=False),
        "B": Paint(-0.9, 1.35, level=-1.2, measured=False),
        "Y": Paint(0.1, -1.5, level=-0.1, measured=False),
        "G": Paint(-1.4, -0.6, level=-0.9, measured=False),
    }
)


def _within(
    data: Mapping[str, Any], key: str, usual: float, low: float, high: float, place: str, more_than_low: bool = False
) -> float:
    value = data.get(key, usual)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not low <= value <= high or (more_than_low and value == low):
        raise InputError(message("value.range", key=key, low=low, high=high, value=repr(value)[:40]), place)
    return float(value)

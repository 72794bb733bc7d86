"""What a simulated table looks like: the light, the wood, the marks of the fields, the table, the lens."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

Rgb = tuple[float, float, float]
"""Red, green and blue in linear light, as the fraction of light that comes back."""


class FieldStyle(Enum):
    """How a set marks its fields."""

    DOTS = "dots"
    RINGS = "rings"
    SQUARES = "squares"
    LINES = "lines"


@dataclass(frozen=True)
class Light:
    """One lamp or window, and what comes from everywhere else."""

    from_deg: float
    """Where it stands around the table, anticlockwise from the right."""
    elevation_deg: float
    warmth: float
    """0 is daylight; 1 is a warm bulb that the camera did not balance; below 0 it is bluish."""
    share: float
    """How much of the light on the board comes from the lamp; the rest comes from all around."""
    softness_mm: float
    """How wide the edge of a shadow is."""
    brightness: float
    """How bright the board's wood comes out in the picture, 0 to 1 in linear light."""

    @property
    def direction(self) -> NDArray[np.float64]:
        """Towards the lamp."""
        around, up = math.radians(self.from_deg), math.radians(self.elevation_deg)
        return np.array([math.cos(up) * math.cos(around), math.cos(up) * math.sin(around), math.sin(up)])

    @property
    def tint(self) -> NDArray[np.float64]:
        return np.array([1 + 0.25 * self.warmth, 1.0, 1 - 0.38 * self.warmth])


LIGHTS = {
    "soft": Light(125, 62, 0.15, 0.45, 9.0, 0.42),
    "hard": Light(150, 36, -0.1, 0.78, 1.6, 0.46),
    "dim": Light(60, 55, 0.75, 0.55, 5.0, 0.085),
}


@dataclass(frozen=True)
class Table:
    """What the board lies on. `grain` is 0 for a plain table; `woven` makes it a cloth."""

    colour: Rgb
    grain: float = 0.0
    woven: bool = False


TABLES = {
    "walnut": Table((0.13, 0.075, 0.04), 0.45),
    "pine": Table((0.42, 0.29, 0.16), 0.25),
    "white": Table((0.62, 0.61, 0.58)),
    "grey cloth": Table((0.20, 0.21, 0.22), woven=True),
    "blue cloth": Table((0.05, 0.09, 0.18), woven=True),
    "green felt": Table((0.035, 0.09, 0.05), woven=True),
}
WOODS: dict[str, Rgb] = {
    "maple": (0.66, 0.50, 0.32),
    "beech": (0.60, 0.41, 0.24),
    "oak": (0.46, 0.31, 0.17),
    "ash": (0.70, 0.57, 0.40),
}
PAINTS: dict[str, Rgb] = {
    "R": (0.50, 0.045, 0.035),
    "B": (0.035, 0.115, 0.36),
    "Y": (0.76, 0.47, 0.035),
    "G": (0.045, 0.21, 0.06),
    "?": (0.33, 0.30, 0.27),
}
SKIN: Rgb = (0.55, 0.30, 0.20)
SLEEVE: Rgb = (0.10, 0.13, 0.20)


@dataclass(frozen=True)
class Look:
    """Everything about a picture that is not the position, the set or the camera."""

    light: Light = LIGHTS["soft"]
    style: FieldStyle = FieldStyle.DOTS
    wood: Rgb = WOODS["beech"]
    table: Table = TABLES["walnut"]
    stock: bool = False
    """Pieces that are not in play lie beside the board."""
    jitter: float = 1.0
    """How carelessly the pieces were set down; 1 is a usual hand, 0 a machine."""
    noise: float = 0.008
    """Standard deviation of the sensor's noise, of full white."""
    blur_px: float = 0.6
    """Standard deviation of the lens's blur, in pixels of a picture 1280 wide."""
    turned_deg: float = 0.0
    """How far the board lies turned on its table, anticlockwise seen from above. Lamp, hand and table do not turn."""

    @property
    def lamp_direction(self) -> NDArray[np.float64]:
        """Towards the lamp, in the board's axes."""
        return replace(self.light, from_deg=self.light.from_deg - self.turned_deg).direction

"""The measures and colours of a set of Anti-Blok, and where things lie on its board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.antiblok.board import FILES, SIDE
from simulator.look import WOODS, Rgb
from simulator.raster import Array
from simulator.viewpoint import Room

DIE = "die"
"""The place of the die, as a hand reaches for it."""


@dataclass(frozen=True)
class CardSet:
    """In millimetres; heights are above the board's surface. Colours are linear light that comes back."""

    pitch: float = 44.0
    """From card to card."""
    card: float = 39.0
    white: float = 1.7
    """The rim of a card that is not painted."""
    card_top: float = 3.2
    card_thickness: float = 0.9
    stem_radius: float = 3.4
    stem_top: float = 6.4
    block: float = 11.5
    die: float = 14.0
    margin: float = 17.0
    """From the outermost fields to the frame."""
    frame: float = 11.0
    frame_height: float = 3.5
    board_thickness: float = 10.0
    ground: Rgb = (0.030, 0.115, 0.060)
    ink: Rgb = (0.62, 0.66, 0.56)
    frame_colour: Rgb = (0.36, 0.030, 0.030)
    grain: float = 0.0
    """How much wood shows in the ground."""

    @property
    def playing_side(self) -> float:
        return SIDE * self.pitch

    @property
    def board_side(self) -> float:
        return self.playing_side + 2 * (self.margin + self.frame)

    @property
    def room(self) -> Room:
        return Room(self.board_side, -self.board_thickness, self.card_top + self.block, self.pitch)

    def place(self, at: str) -> tuple[float, float]:
        """The middle of a field (`b2`) or of a crossing (`b2+`), or where the die lies, on the table."""
        if at == DIE:
            return self.board_side / 2 + 2.1 * self.die, -0.2 * self.board_side
        beyond = 0.5 if at.endswith("+") else 0.0
        x, y = FILES.index(at[0]) + beyond, int(at[1]) - 1 + beyond
        return (x - (SIDE - 1) / 2) * self.pitch, (y - (SIDE - 1) / 2) * self.pitch

    @property
    def playing_corners(self) -> Array:
        half = self.playing_side / 2
        return np.array([(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0)])

    def to_json(self) -> dict[str, Any]:
        measures = ("pitch", "card", "card_top", "block", "die", "board_thickness")
        return {name: getattr(self, name) for name in measures} | {"board_side": self.board_side}


SETS = (
    CardSet(),
    CardSet(pitch=47.0, card=42.5, ground=WOODS["beech"], ink=(0.16, 0.09, 0.05), frame_colour=(0.20, 0.11, 0.055),
            grain=0.16, block=12.5, margin=14.0),
    CardSet(pitch=41.0, card=36.0, ground=(0.045, 0.045, 0.050), ink=(0.50, 0.50, 0.48),
            frame_colour=(0.05, 0.05, 0.055), block=10.5, stem_radius=3.0),
    CardSet(pitch=45.0, card=40.0, ground=(0.66, 0.61, 0.50), ink=(0.22, 0.21, 0.20), frame_colour=(0.42, 0.29, 0.16)),
)  # fmt: skip
"""Sets that someone might own: green with a red frame, of wood, black, and of pale cardboard."""

"""How a film of the demo table is cut."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pace:
    """How a film of the table is cut: what there is to see of a scene, and for how long."""

    frame_s: float
    """From one frame to the next."""
    coming_mm: tuple[float, ...]
    """How far from its field the hand is seen on its way there, over what was there before."""
    going_mm: tuple[float, ...]
    """The same on its way back, over what is there then."""
    hand_frames: int
    """Frames for which each picture with a hand is shown."""
    calm_frames: int
    """Frames without a hand before the next scene begins."""
    settling_frames: int
    """The same after a push, a lamp or a turned board: nobody plays on before all have looked up."""
    first_frames: int
    """Frames of the position before the first scene."""


FAST = Pace(
    frame_s=0.2, coming_mm=(150.0, 0.0), going_mm=(0.0, 170.0), hand_frames=1, calm_frames=5, settling_frames=10,
    first_frames=6,
)  # fmt: skip
"""As few frames as it takes to see that the hand has gone and that the picture is calm."""
LIVE = Pace(
    frame_s=0.1, coming_mm=(300.0, 180.0, 70.0, 0.0), going_mm=(0.0, 80.0, 200.0), hand_frames=2, calm_frames=22,
    settling_frames=30, first_frames=18,
)  # fmt: skip
"""Slow enough to follow for a person: a turn takes about four seconds."""

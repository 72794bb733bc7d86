"""A square wooden board with marked points: all that finding it has to know, whatever is played on it."""

from __future__ import annotations

from dataclasses import dataclass

POINTS = (5, 9)
"""How many marked points a board may have across. Both lie on one lattice of 9x9 nodes: five are every second one."""


@dataclass(frozen=True)
class BoardPlan:
    points: int | None
    """One of `POINTS`; None where the marks are to tell."""
    pitch_mm: float
    """Between neighbouring nodes of the lattice."""
    side_mm: float
    thickness_mm: float
    side_measured: bool = True
    """Whether the side can be relied on; otherwise it is found with the board."""

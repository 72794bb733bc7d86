"""How well a board is seen, and since when something is as it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Sight(StrEnum):
    """How well a board is seen."""

    NONE = "none"
    """Not found yet."""
    CALM = "calm"
    BUSY = "busy"
    """Something moves or covers it."""
    LOST = "lost"
    UNSURE = "unsure"
    HAND = "hand"
    """Nobody looks: pieces are moved on the page."""


@dataclass
class Since:
    """When something began, on the source's clock, and whether it has been told."""

    at_s: float
    count: int = 1
    told: bool = False

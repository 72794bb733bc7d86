"""What photographs of any game are read as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from calibration.measured import MeasuredSet
from calibration.physical_set import PhysicalSet
from referee.game import Position
from vision.corners import Corners, corners_json
from vision.doubt import Doubt
from vision.found_board import FoundBoard
from vision.known_of_picture import Known
from vision.scanning import ScannedView
from words.message import Message


@dataclass(frozen=True)
class Reading:
    """What a photograph shows. `corners` are in its pixels, counter-clockwise from the one beside a1."""

    image: str
    corners: Corners
    position: Position
    unsure: tuple[Doubt, ...]
    ms: float
    """From the decoded picture to this reading."""
    p: Mapping[str, float] = field(default_factory=dict)
    """For the places of which that is known, how probable it is that they are right as written."""

    def to_json(self, language: str = "en") -> dict[str, Any]:
        return {
            "image": self.image,
            "corners": corners_json(self.corners),
            **self.position.to_json(),
            "unsure": [doubt.to_json(language) for doubt in self.unsure],
            "p": {at: round(p, 3) for at, p in sorted(self.p.items())},
            "ms": round(self.ms, 1),
        }


@dataclass(frozen=True)
class PictureRead:
    """A reading, and what else came of looking at its photograph, or at several of one position."""

    reading: Reading
    found: FoundBoard | None = None
    """Where the camera stands, of several pictures for the first; None where that is not asked."""
    physical_set: PhysicalSet | None = None
    measured: MeasuredSet | None = None
    """The set, if it was measured on this very picture."""
    known: Known | None = None
    views: tuple[ScannedView, ...] = ()
    """All pictures, if it was read from several."""
    moves: Mapping[str, Message] = field(default_factory=dict)
    """For its doubts from which side another picture would settle them, or what else would."""

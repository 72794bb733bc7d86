"""What photographs of any game are read as, and what a family of games gives so that its photographs can be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from calibration.measured import MeasuredSet
from calibration.physical_set import PhysicalSet
from referee.game import AnyGame, Position
from vision.corners import Corners, corners_json
from vision.doubt import Doubt
from vision.found_board import FoundBoard
from vision.known_of_picture import Known
from vision.photograph import Photograph, Picture
from vision.scanning import ScannedView
from vision.tasks import Task
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
            **self.position.to_json(),
            "image": self.image,
            "corners": corners_json(self.corners),
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


class Hanging(Protocol):
    """What of a verdict hangs on a place that nobody vouches for."""

    @property
    def at(self) -> str: ...
    def to_json(self) -> dict[str, Any]: ...
    def sentence(self, language: str) -> str: ...


@dataclass(frozen=True)
class Together:
    """How several pictures of one position are one."""

    read: Callable[[Task, Sequence[tuple[Photograph, bytes]]], PictureRead]
    turned: Callable[[Any, Sequence[str], int], tuple[Any, tuple[str, ...]]]
    """A position and places of it, as they are called from so many sides further on the left."""
    claims: Callable[[Any, Sequence[str]], Any]
    """What a position vouches for but for the doubtful places, ready to be compared."""
    agreement: Callable[[Any, Any], int]
    """About how many pieces two claims agree, if from some side they clearly show the same; otherwise 0."""


@dataclass(frozen=True)
class SetMeasuring:
    """How the set of a list of photographs is measured."""

    measure: Callable[
        [Sequence[Picture], Sequence[MeasuredSet | None], int | None, Callable[[float], None]], MeasuredSet
    ]
    """Over all pictures at once; what single ones told before, and the board's fields if they are known."""
    is_told: Callable[[PhysicalSet], bool]
    """Whether somebody measured what a picture would tell."""
    error: Callable[[MeasuredSet], float | None]
    """How uncertain it is, as a share of the pitch; None if it does not tell the set."""
    same: Callable[[MeasuredSet, MeasuredSet], bool]
    """Whether two can be one set."""
    as_good: Callable[[MeasuredSet, MeasuredSet], bool]
    """Whether pictures need not be read again with the other."""


@dataclass(frozen=True)
class PhotographFamily:
    """What photographs of a family's boards are read with; None is what they are not."""

    read: Callable[[Task, AnyGame, Photograph, bytes], PictureRead]
    boards: tuple[int, ...]
    """Of how many fields across a picture may show one, where it has to tell; none where there is only one board."""
    pieces: tuple[str, ...]
    """What `count` counts."""
    count: Callable[[Any], Mapping[str, int]]
    board: Callable[[Any], int]
    """How many fields a position's board has across."""
    hanging: Callable[[Any, Sequence[str], Any], tuple[Hanging, ...]]
    """What of the verdict hangs on these doubtful places."""
    together: Together | None = None
    sets: SetMeasuring | None = None

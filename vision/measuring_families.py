"""Every family of games whose set and paints can be measured: one dictionary from a family to what measures them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from calibration.arrays import Image
from calibration.bundle import Bundle
from calibration.colour_separation import Finding
from calibration.colours import ColourReferences
from calibration.measured import MeasuredCamera, MeasuredSet
from calibration.physical_set import PhysicalSet
from vision.calibrate.camera_boards import Added
from vision.found_board import FoundBoard
from vision.tactori.calibrate.colours import ColourSession as TactoriColours
from vision.tactori.calibrate.colours_picture import draw_colours
from vision.tactori.calibrate.set_photos import SetSession as TactoriSet
from vision.tactori.calibrate.set_picture import draw_sightings
from words.message import Message


class SetResult(Protocol):
    """A set, the cameras if they were not known, and how well it fits what it was measured on."""

    @property
    def measured(self) -> MeasuredSet: ...
    @property
    def cameras(self) -> tuple[MeasuredCamera, ...]: ...
    @property
    def camera(self) -> MeasuredCamera | None: ...
    @property
    def views(self) -> Sequence[object]: ...
    @property
    def bundle(self) -> Bundle: ...
    @property
    def unlike(self) -> int: ...


class SetSession(Protocol):
    """Photographs handed in one after another, with what stands there if somebody says so; then the set."""

    def add(self, image: Image, told: Any = None) -> Added: ...
    def finish(self, progress: Callable[[float], None] | None = None) -> SetResult: ...


class ColourStep(Protocol):
    """What one picture added."""

    @property
    def here(self) -> tuple[str, ...]: ...
    @property
    def seen(self) -> tuple[str, ...]: ...
    @property
    def progress(self) -> float: ...
    @property
    def message(self) -> Message: ...
    @property
    def findings(self) -> tuple[Finding, ...]: ...


class ColourSession(Protocol):
    """Pictures in, paints out. It remembers no pictures, so that it can be handed to and fro."""

    boards: int

    def add(self, image: Image, found: FoundBoard | None = None, position: Any = None) -> ColourStep: ...
    def finish(self) -> ColourReferences: ...


@dataclass(frozen=True)
class MeasuringFamily:
    set_session: Callable[[Mapping[str, float]], SetSession]
    """With what a ruler told."""
    draw_set: Callable[[Any, int], Image]
    """What a set was measured on, drawn over one of its photographs."""
    colour_session: Callable[[PhysicalSet | None], ColourSession]
    draw_colours: Callable[[ColourReferences], Image]


MEASURING_FAMILIES: Mapping[str, MeasuringFamily] = {
    "tactori": MeasuringFamily(TactoriSet, draw_sightings, TactoriColours, draw_colours)
}

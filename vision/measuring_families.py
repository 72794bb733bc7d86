"""Every family of games whose set and paints can be measured: one dictionary from a family to what measures them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from calibration.arrays import Image
from calibration.colours import ColourReferences
from calibration.physical_set import PhysicalSet
from vision.tactori.calibrate.colours import ColourSession as ColourSession
from vision.tactori.calibrate.colours_picture import draw_colours
from vision.tactori.calibrate.set_photos import SetResult as SetResult
from vision.tactori.calibrate.set_photos import SetSession
from vision.tactori.calibrate.set_picture import draw_sightings


@dataclass(frozen=True)
class MeasuringFamily:
    set_session: Callable[[Mapping[str, float]], SetSession]
    """Photographs in, a set out; with what a ruler told."""
    draw_set: Callable[[SetResult, int], Image]
    """What a set was measured on, drawn over one of its photographs."""
    colour_session: Callable[[PhysicalSet | None], ColourSession]
    """Pictures in, paints out. It remembers no pictures, so that it can be handed to and fro."""
    draw_colours: Callable[[ColourReferences], Image]


MEASURING_FAMILIES: Mapping[str, MeasuringFamily] = {
    "tactori": MeasuringFamily(SetSession, draw_sightings, ColourSession, draw_colours)
}

"""A reading: the position a photograph shows, where the board lies in it, and what it does not vouch for."""

from __future__ import annotations

from dataclasses import dataclass, field

from calibration.colours import ColourReferences
from calibration.measured import MeasuredSet
from calibration.physical_set import PhysicalSet
from referee.tactori.position import Position
from vision import picture_reading
from vision.doubt import Doubt as Doubt
from vision.found_board import FoundBoard

# Why a field can be doubtful; each is a sentence of the catalogue. Only the first has a parameter, `field`.
REASONS = (
    "doubt.hidden",
    "doubt.dark",
    "doubt.glare",
    "doubt.edge",
    "doubt.covered",
    "doubt.height",
    "doubt.colour",
    "doubt.close",
    "doubt.camera",
    "doubt.along",
    "doubt.sliver",
    "doubt.own_colour",
    "doubt.nowhere",
)


@dataclass(frozen=True)
class Reading(picture_reading.Reading):
    """With a probability for every stack (`c3`) and stick (`c3-e3`), and with what else was learnt of the picture."""

    position: Position
    found: FoundBoard | None = None
    """The board in the picture that was worked on; None where only what was read is kept."""
    physical_set: PhysicalSet = field(default_factory=PhysicalSet.in_proportion)
    """With which it was read."""
    borne_out: bool = True
    """Whether the picture agrees with the colours that were given; if not, it was read without them."""
    observed: ColourReferences | None = None
    """What paints and wood look like here, if colours were given: the light of a running game can be followed so."""
    measured: MeasuredSet | None = None
    """The set, if it was measured on this very picture."""

    @property
    def board(self) -> int:
        return self.position.board

    @property
    def doubtful(self) -> frozenset[str]:
        """The fields that are not vouched for."""
        return frozenset(doubt.at for doubt in self.unsure if doubt.is_field)

    @property
    def open_ways(self) -> tuple[str, ...]:
        """Between which fields it is not vouched for whether a stick lies there."""
        return tuple(doubt.at for doubt in self.unsure if not doubt.is_field)

    @property
    def heights_mm(self) -> dict[str, float]:
        """How high what stands on each field is."""
        return {at: len(stack) * self.physical_set.tower_height for at, stack in self.position.towers.items() if stack}

"""Whether the paints on a board still look as they did when they were measured."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.colours import ColourReferences


@dataclass(frozen=True)
class ColourCheckSettings:
    """Angles are those of a paint's direction from the wood, in which the light's brightness drops out."""

    turned_deg: float = 9.0
    """From one picture of a set to the next paints turn by 4 degrees; the paints of another set by 12 and more."""
    fewest: int = 2
    """So many must have turned: a single paint may have been sampled where it mirrors another."""
    far_deg: float = 25.0
    """But one that has turned so far is another."""


@dataclass(frozen=True)
class Turned:
    """Paints that look different than they did."""

    colours: tuple[str, ...]
    largest_deg: float


def turned_paints(
    observed: ColourReferences,
    references: ColourReferences,
    settings: ColourCheckSettings = ColourCheckSettings(),  # noqa: B008 - frozen
) -> Turned | None:
    """Compares paints that were observed with `references`; None if they agree or were not seen well enough."""
    turns = {
        colour: abs(kept.turn_deg(observed.paints[colour]))
        for colour, kept in references.paints.items()
        if kept.measured and observed.paints[colour].measured
    }
    turned = tuple(colour for colour, deg in turns.items() if deg > settings.turned_deg)
    largest = max(turns.values(), default=0.0)
    if len(turned) < settings.fewest and largest < settings.far_deg:
        return None
    return Turned(turned, largest)

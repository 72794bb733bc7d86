"""What several pictures said about the paints of one set, put together without the one that is astray."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.colours import GENERIC, ColourReferences, Paint, Wood


@dataclass(frozen=True)
class SumSettings:
    most_weight: int = 2000  # pixels: a picture full of one paint does not outvote several with a little of it
    astray: float = 0.45  # log ratio: a paint that one picture sees so far from where the others do was another one


def combine(
    several: Sequence[ColourReferences],
    settings: SumSettings = SumSettings(),  # noqa: B008 - frozen
) -> ColourReferences:
    """What all pictures say together; a colour that none of them measured stays as it is in most sets."""
    paints = {}
    for colour, usual in GENERIC.items():
        seen = [one.paints[colour] for one in several if one.paints[colour].measured]
        paints[colour] = _combine_paints(seen, settings) if seen else usual
    woods = [one.wood for one in several if one.wood is not None]
    return ColourReferences(paints, _combine_woods(woods) if woods else None)


def _combine_paints(seen: Sequence[Paint], settings: SumSettings) -> Paint:
    def weight(paint: Paint) -> int:
        return min(max(paint.samples, 1), settings.most_weight)

    def disagreement(paint: Paint) -> float:
        return sum(weight(other) * _away(paint, other) for other in seen)

    middle = min(seen, key=disagreement)
    kept = [paint for paint in seen if _away(paint, middle) <= settings.astray]
    weights = [weight(paint) for paint in kept]
    u, v, level = (_mean([getattr(p, axis) for p in kept], weights) for axis in ("u", "v", "level"))
    chroma = math.hypot(u, v) or 1.0
    # What differs between the pictures is spread too: it is what the next picture may differ by.
    across = [p.spread**2 + (((p.v - v) * u - (p.u - u) * v) / chroma) ** 2 for p in kept]
    along = [p.along**2 + (((p.u - u) * u + (p.v - v) * v) / chroma) ** 2 for p in kept]
    levels = [p.level_spread**2 + (p.level - level) ** 2 for p in kept]
    spread, lengthwise, of_level = (math.sqrt(_mean(each, weights)) for each in (across, along, levels))
    return Paint(u, v, spread, lengthwise, level, of_level, sum(p.samples for p in kept))


def _combine_woods(woods: Sequence[Wood]) -> Wood:
    weights = [max(wood.samples, 1) for wood in woods]
    u, v, level = (_mean([getattr(wood, axis) for wood in woods], weights) for axis in ("u", "v", "level"))
    spread = math.sqrt(_mean([wood.spread**2 for wood in woods], weights))
    return Wood.of(u, v, level, spread, sum(wood.samples for wood in woods))


def blend(old: ColourReferences, new: ColourReferences, share: float) -> ColourReferences:
    """A share of the way from one to the other; a paint that only one of them measured is as it says."""
    paints = {}
    for colour, was in old.paints.items():
        now = new.paints[colour]
        both = was.measured and now.measured
        paints[colour] = _blend_paints(was, now, share) if both else now if now.measured else was
    if old.wood is None or new.wood is None:
        return ColourReferences(paints, new.wood or old.wood)
    u, v, level, spread = (
        _mean([getattr(wood, axis) for wood in (old.wood, new.wood)], [1 - share, share])
        for axis in ("u", "v", "level", "spread")
    )
    return ColourReferences(paints, Wood.of(u, v, level, spread, new.wood.samples))


def _blend_paints(was: Paint, now: Paint, share: float) -> Paint:
    def mix(before: float, after: float) -> float:
        return _mean([before, after], [1 - share, share])

    return replace(
        was,
        u=mix(was.u, now.u),
        v=mix(was.v, now.v),
        spread=mix(was.spread, now.spread),
        along=mix(was.along, now.along),
        level=mix(was.level, now.level),
        level_spread=mix(was.level_spread, now.level_spread),
    )


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights)


def _away(one: Paint, other: Paint) -> float:
    return math.hypot(one.u - other.u, one.v - other.v)

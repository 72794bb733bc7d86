"""Colours that follow the daylight through a game: slowly, not for a hand's shadow, and anew when a lamp is lit."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum

from calibration.colour_sum import blend, combine
from calibration.colours import ColourReferences


@dataclass(frozen=True)
class FollowSettings:
    share: float = 0.1  # of the way to what was just seen: noise of single readings is quartered, a slow day is kept up
    jump: float = 0.15  # log ratio of the wood: daylight moves 0.01 from reading to reading, a lamp 0.2 and more
    paint_jump: float = 0.35  # log ratio of a paint beside the wood: one reading's error is a third of it
    darker: float = 0.35  # log light: a hand's shadow takes more; clouds come slowly
    uneven: float = 0.12  # log ratio by which the wood's spread grows when a shadow lies on half of it
    patience: int = 6  # readings alike before new light is believed; a hand in the picture stays for fewer
    shadow_patience: int = 30  # the same if it became darker or uneven: shadows of people stay longer than hands
    agree: float = 0.1  # log ratio of the wood, between readings that see the same new light


class Change(Enum):
    """What the last reading said about the light."""

    STEADY = "steady"
    """As it was, or slowly changing: followed."""
    SHADOW = "shadow"
    """Darker or uneven: not followed, unless it stays."""
    JUMP = "jump"
    """Another light, perhaps a lamp: the colours are not right any more and will be learned anew if it stays."""
    RELEARNED = "relearned"
    """The new light stayed: the colours are those of the new light."""


@dataclass(frozen=True)
class Following:
    """Colours under way through a game: start with `Following(references)`."""

    references: ColourReferences
    change: Change = Change.STEADY
    waiting: tuple[ColourReferences, ...] = ()
    """Readings in a row that agree on another light."""


def follow(
    now: Following,
    observed: ColourReferences,
    settings: FollowSettings = FollowSettings(),  # noqa: B008 - frozen
) -> Following:
    """The colours after one more reading, whose own colours are `observed`."""
    observed = _believable(now.references, observed)
    change = _change(now.references, observed, settings)
    if change is Change.STEADY:
        return Following(blend(now.references, observed, settings.share))
    alike = now.waiting and _wood_step(now.waiting[-1], observed) <= settings.agree
    waiting = (*now.waiting, observed) if alike else (observed,)
    patience = settings.shadow_patience if change is Change.SHADOW else settings.patience
    if len(waiting) < patience:
        return Following(now.references, change, waiting)
    seen = combine(waiting[-settings.patience :])
    return Following(blend(now.references, seen, 1.0), Change.RELEARNED)


def _change(known: ColourReferences, observed: ColourReferences, settings: FollowSettings) -> Change:
    if known.wood is not None and observed.wood is not None:
        darker = known.wood.level - observed.wood.level > settings.darker
        if darker or observed.wood.spread - known.wood.spread > settings.uneven:
            return Change.SHADOW
    if _wood_step(known, observed) > settings.jump or _paint_step(known, observed) > settings.paint_jump:
        return Change.JUMP
    return Change.STEADY


def _wood_step(one: ColourReferences, other: ColourReferences) -> float:
    if one.wood is None or other.wood is None:
        return 0.0
    return math.hypot(one.wood.u - other.wood.u, one.wood.v - other.wood.v)


def _paint_step(known: ColourReferences, observed: ColourReferences) -> float:
    both = [(paint, observed.paints[c]) for c, paint in known.paints.items() if paint.measured]
    return max((math.hypot(a.u - b.u, a.v - b.v) for a, b in both if b.measured), default=0.0)


def _believable(known: ColourReferences, observed: ColourReferences) -> ColourReferences:
    """Without the paints that look more like another one: there a reading went wrong, not the light."""
    paints = {}
    for colour, seen in observed.paints.items():
        away = {c: math.hypot(seen.u - paint.u, seen.v - paint.v) for c, paint in known.paints.items()}
        mistaken = seen.measured and min(away, key=lambda c: away[c]) != colour
        paints[colour] = replace(known.paints[colour], measured=False) if mistaken else seen
    return replace(observed, paints=paints)

"""How well the paints can be told from each other and from the wood, and what to do where they cannot."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np

from calibration.arrays import Array
from calibration.colours import GENERIC, ColourReferences, Paint
from words.language import say
from words.message import Message, message

WOOD = "wood"


@dataclass(frozen=True)
class SeparationSettings:
    """How the thresholds were found: paints were mixed step by step until readings took one for the other."""

    alike: float = 4.5  # standard deviations: above it hardly a floor was read in the wrong paint, nor taken for wood
    useless: float = 3.0  # the same: below it references mislead as often as they help
    wood_level_spread: float = 0.35  # log light: shadows and grain on a board; it is told from paint in spite of them
    dark: float = 0.03  # linear light of the wood, 0 to 1: in less, blue drowns in the noise
    bright: float = 0.97  # the same, of two channels: what is as bright as the wood has no colour any more
    one_sided: float = 0.12  # of the wood's green in its red or blue: under a candle hardly any blue is left to tell by
    least_wood_spread: float = 0.08  # log ratio: reflected paint colours the wood beside it


@dataclass(frozen=True)
class Pair:
    """Two things on the table, one of which may be the wood, and how many standard deviations lie between them."""

    one: str
    other: str
    distance: float

    @property
    def names(self) -> tuple[str, str]:
        return self.one, self.other

    def other_than(self, colour: str) -> str:
        return self.other if colour == self.one else self.one


def separations(
    references: ColourReferences,
    settings: SeparationSettings = SeparationSettings(),  # noqa: B008 - frozen
) -> tuple[Pair, ...]:
    """Every two measured paints, and each with the wood, the most alike first."""
    things = {colour: _bell(references.paints[colour]) for colour in references.measured}
    if things:
        spread = references.wood.spread if references.wood else 0.0
        along = max(spread, settings.least_wood_spread)
        things[WOOD] = (np.zeros(3), np.diag([along, along, settings.wood_level_spread]) ** 2)
    pairs = [Pair(a, b, _distance(things[a], things[b])) for a, b in combinations(things, 2)]
    return tuple(sorted(pairs, key=lambda pair: pair.distance))


Bell = tuple[Array, Array]


def _bell(paint: Paint) -> Bell:
    """Where a paint's pixels are in (u, v, level), and how they stray."""
    du, dv = (paint.u / paint.chroma, paint.v / paint.chroma) if paint.chroma else (1.0, 0.0)
    turn = np.array([[du, -dv, 0.0], [dv, du, 0.0], [0.0, 0.0, 1.0]])
    strays = np.diag([paint.along, paint.spread, paint.level_spread]) ** 2
    return np.array([paint.u, paint.v, paint.level]), turn @ strays @ turn.T


def _distance(one: Bell, other: Bell) -> float:
    """Between the middles, in standard deviations of both together."""
    apart = one[0] - other[0]
    return math.sqrt(float(apart @ np.linalg.solve((one[1] + other[1]) / 2, apart)))


def plausible(
    references: ColourReferences,
    settings: SeparationSettings = SeparationSettings(),  # noqa: B008 - frozen
) -> bool:
    """Whether each paint goes by its own name and no two are alike: otherwise reading with them makes things worse.

    Sets differ in their reds, but in every set what is most like red is red.
    """
    if any(pair.distance < settings.useless for pair in separations(references, settings) if WOOD not in pair.names):
        return False
    usual, own = list(GENERIC.values()), list(references.paints.values())
    turns = [[abs(a.turn_deg(b)) for b in own] for a in usual]
    costs = {order: sum(turns[i][j] for i, j in enumerate(order)) for order in permutations(range(len(own)))}
    return min(costs, key=lambda order: costs[order]) == tuple(range(len(own)))


def nearest(pairs: tuple[Pair, ...], colour: str) -> Pair | None:
    """The pair of this colour that is most alike."""
    return next((pair for pair in pairs if colour in (pair.one, pair.other)), None)


@dataclass(frozen=True)
class Finding:
    """Something that makes reading hard, and what to do about it; `colours` are those it is about."""

    message: Message
    colours: tuple[str, ...] = ()
    pair: Pair | None = None

    def to_json(self, language: str = "en") -> dict[str, Any]:
        said: dict[str, Any] = {"message": say(self.message, language), "colours": list(self.colours)}
        return said if self.pair is None else {**said, "distance": round(self.pair.distance, 1)}


def findings(
    references: ColourReferences,
    settings: SeparationSettings = SeparationSettings(),  # noqa: B008 - frozen
) -> tuple[Finding, ...]:
    """What is hard to tell apart in this light, the hardest first, and whether the light itself is the reason."""
    made = []
    for pair in separations(references, settings):
        if pair.distance >= settings.alike:
            break
        colours = tuple(name for name in pair.names if name != WOOD)
        if len(colours) == 1:
            made.append(Finding(message("colours.like_wood", colour=colours[0]), colours, pair))
        else:
            made.append(Finding(message("colours.alike", colours=colours), colours, pair))
    wood = references.wood
    if wood is not None:
        _, second, brightest = sorted((wood.red, wood.green, wood.blue))
        if brightest < settings.dark:
            made.append(Finding(message("colours.dark")))
        elif second > settings.bright:  # red alone reaches the end in many good pictures
            made.append(Finding(message("colours.bright")))
        elif min(wood.red, wood.blue) < settings.one_sided * wood.green:
            made.append(Finding(message("colours.one_sided")))
    return tuple(made)

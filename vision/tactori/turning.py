"""How pictures of one position are turned against each other: the way in which they explain the same stacks best.

A board looks alike from its four sides, what stands on it does not. Each picture is looked at by itself first; then
what speaks for every stack is added up over all of them for each way to turn them, without deciding anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from vision.tactori.scene import Field
from vision.tactori.stacks import Stack, Weighed

QUARTERS = range(4)
BARE = 3000.0  # log likelihood times pixel of the photograph: what bare wood says against a tower there
Weights = Mapping[Field, Weighed]
"""What one picture says of every field on which it allows anything to stand."""


@dataclass(frozen=True)
class Turning:
    """By how many quarters a picture's fields have to be turned to be named as the others name them."""

    quarters: int
    margin: float  # log likelihood times pixel of the photographs, over the next best way
    agreement: float
    """Of what it explains by itself, the share that is left when the others have their say: 1 if they say the same."""


def turned_field(field: Field, quarters: int, board: int) -> Field:
    """The name in a picture of what is called `field` after `vision.found_board.turn(found, quarters)`."""
    for _ in range(quarters % 4):
        field = (board - 1 - field[1], field[0])
    return field


def turning(known: Sequence[Weights], other: Weights, board: int, cost: float) -> Turning:
    """How a picture is turned against others that are turned alike already."""
    worths = []
    for quarters in QUARTERS:
        turned = {turned_field(field, -quarters, board): weighed for field, weighed in other.items()}
        worths.append(explained([*known, turned], cost))
    best = int(np.argmax(worths))
    alone = max(explained([other], cost), 1.0)
    margin = worths[best] - max(worth for quarters, worth in enumerate(worths) if quarters != best)
    return Turning(best, margin, (worths[best] - explained(known, cost)) / alone)


def explained(pictures: Sequence[Weights], cost: float) -> float:
    """How much the best stacks explain in all pictures together."""
    return sum(worth for worth, _ in _best(pictures, cost).values())


def best_stacks(pictures: Sequence[Weights], cost: float) -> dict[Field, Stack]:
    """The stacks that all pictures together speak for."""
    return {field: stack for field, (_, stack) in _best(pictures, cost).items() if stack}


def _best(pictures: Sequence[Weights], cost: float) -> dict[Field, tuple[float, Stack]]:
    fields = set(chain.from_iterable(pictures))
    return {field: _together([picture.get(field) for picture in pictures], cost) for field in sorted(fields)}


def _together(weighed: Sequence[Weighed | None], cost: float) -> tuple[float, Stack]:
    """The best stack on a field and what it is worth; where a picture has nothing there, it shows bare wood."""
    said = [each for each in weighed if each is not None]
    bare = BARE * (len(weighed) - len(said))
    best = 0.0
    stack: Stack = ()
    for height in range(1, min(len(each.scores) for each in said)):
        gains = np.sum([each.gains[height] for each in said], axis=0)
        worth = float(gains.max(axis=1).sum()) - (cost + bare) * height
        if worth > best:
            best, stack = worth, tuple(int(c) for c in gains.argmax(axis=1))
    return best, stack

"""Fours of spots that may be the quarters of one card, and which of them lie in rows and columns as cards do.

Four spots that lie close together and have four different paints are a card already: by chance, one four in ten has
them, and those do not lie in rows and columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat.plane import Array, apply

WIDEST_STEPS = 3.0
"""How much longer one side of a four may look than the other: from 30 degrees above twice, and a turn adds to it."""
LEAST_SINE = 0.4
"""Of the angle between its sides: a square turned by 45 degrees and seen from 30 degrees has 0.8, others more."""
RING = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)])
NO_SPOT = -1
Index = NDArray[np.int64]


@dataclass(frozen=True)
class Rows:
    """How cards lie in rows and columns; lengths are pitches."""

    quarter: float
    """From a card's middle to that of its quarter, along both sides."""
    error: float
    """By which cards and quarters may be off their places."""
    starts: int
    """Cards from which rows and columns are followed, at most."""
    rounds: int
    """Of fitting them."""
    reach: int
    """Cards beyond those found so far among which each round looks for more: perspective is not known before."""
    flat: int
    """Cards from which on perspective is fitted too."""
    enough: float
    """Of the fours: when so many lie in rows and columns, no other start is tried."""
    least: int
    """Cards without which there is no board."""


@dataclass(frozen=True, eq=False)
class Fours:
    """The corners (n, 4, 2) of each in pixels, one after another around it, and which spots (n, 4) these are."""

    corners: Array
    spots: Index

    def __len__(self) -> int:
        return len(self.spots)

    @property
    def middle(self) -> Array:
        return np.asarray(self.corners.mean(1))

    @property
    def sides(self) -> Array:
        """Its two sides (n, 2, 2)."""
        near, next_to, far, beside = np.moveaxis(self.corners, 1, 0)
        return np.stack([next_to + far - near - beside, far + beside - near - next_to], 1) / 2

    def only(self, which: NDArray[np.bool_] | Index) -> Fours:
        return Fours(self.corners[which], self.spots[which])


def find_fours(middles: Array, neighbours: int, error: float) -> Fours:
    """All fours that look like the corners of a square seen obliquely, at least three of them among some spots (n, 2).

    The last one may have no spot of its own: a block, a glint or a finger covers part of it. `neighbours` are the
    nearest spots among which a spot's partners are, `error` how far the last may be off, in shorter sides.
    """
    count = min(neighbours, len(middles) - 1)
    if count < 2:
        return Fours(np.zeros((0, 4, 2)), np.zeros((0, 4), np.int64))
    away = ((middles[:, None] - middles[None]) ** 2).sum(-1)
    near = np.argsort(away, axis=1)[:, 1 : count + 1]
    j, k = np.array(list(combinations(range(count), 2))).T
    first = np.repeat(np.arange(len(middles)), len(j))
    second, third = near[:, j].ravel(), near[:, k].ravel()
    one, two = middles[second] - middles[first], middles[third] - middles[first]
    length = np.sqrt(np.stack([(one**2).sum(1), (two**2).sum(1)]))
    size = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]
    fine = (np.abs(size) > LEAST_SINE * length.prod(0)) & (length.max(0) < WIDEST_STEPS * length.min(0))
    # All in the same sense of turning.
    second, third = np.where(size > 0, second, third)[fine], np.where(size > 0, third, second)[fine]
    first, shorter = first[fine], length.min(0)[fine]
    wanted = middles[second] + middles[third] - middles[first]
    off = ((wanted[:, None] - middles[None]) ** 2).sum(-1)
    there = np.sqrt(off.min(1)) < error * shorter
    last = np.where(there, off.argmin(1), NO_SPOT)
    spots = np.stack([first, second, last, third], 1)
    at = middles[spots]
    at[:, 2] = np.where(there[:, None], at[:, 2], wanted)
    _, once = np.unique(np.sort(spots, axis=1), axis=0, return_index=True)
    return Fours(at[once], spots[once])


def apart(fours: Fours, likely: NDArray[np.bool_]) -> Index:
    """Of the likely fours those that share no spot: a card's quarters lie closer together than any other four."""
    taken: set[int] = set()
    kept = []
    which = np.flatnonzero(likely)
    for n in which[np.argsort((fours.sides[which] ** 2).sum((1, 2)))]:
        spots = {int(k) for k in fours.spots[n]} - {NO_SPOT}
        if not spots & taken:
            taken |= spots
            kept.append(n)
    return np.array(kept, np.int64)


def rows_and_columns(fours: Fours, rules: Rows) -> tuple[Array, Index] | None:
    """The matrix from pitches to pixels for which most of the fours lie as cards do; and the columns and rows of these.
    None if there are hardly any."""
    steps = fours.sides / (2 * rules.quarter)
    at = np.einsum("stk,skl->stl", fours.middle[None] - fours.middle[:, None], np.linalg.inv(steps))
    off = np.abs(at[:, :, None] - RING[None, None]).max(-1).min(1)
    seen = (off < rules.error).sum(1)
    best: tuple[Array, Index] | None = None
    for start in np.lexsort((off.clip(0, rules.error).sum(1), -seen))[: rules.starts]:
        found = _spread(fours, int(start), rules)
        if best is None or len(found[1]) > len(best[1]):
            best = found
        if len(best[1]) >= rules.enough * len(fours):
            break
    return best if best is not None and len(best[1]) >= rules.least else None


def _spread(fours: Fours, start: int, rules: Rows) -> tuple[Array, Index]:
    """From one card, whose middle is at (0.5, 0.5), on to all that lie in rows and columns with it.

    What is found so far says where to look next.
    """
    steps = fours.sides[start] / (2 * rules.quarter)
    matrix = np.eye(3)
    matrix[:2, :2] = steps.T
    matrix[:2, 2] = fours.middle[start] - steps.sum(0) / 2
    cards = np.zeros((1, 2), np.int64)
    for _ in range(rules.rounds):
        back = np.asarray(np.linalg.inv(matrix), np.float64)
        places, corners = apply(back, fours.middle), apply(back, fours.corners)
        card = np.floor(places)
        near = (np.abs(places - card - 0.5) < rules.error).all(1)
        near &= (card >= cards.min(0) - rules.reach).all(1) & (card <= cards.max(0) + rules.reach).all(1)
        way = np.sign(corners - places[:, None])
        near &= (np.abs(corners - places[:, None] - way * rules.quarter) < rules.error).all((1, 2))
        if np.count_nonzero(near) < 2:
            break
        cards = card[near].astype(np.int64)
        wanted = (card[near, None] + 0.5 + way[near] * rules.quarter).reshape(-1, 2)
        fitted = _fit(wanted, fours.corners[near].reshape(-1, 2), len(np.unique(cards, axis=0)) > rules.flat)
        if fitted is None:
            break
        matrix = fitted
    return matrix, np.unique(cards, axis=0)


def _fit(points: Array, pixels: Array, perspective: bool) -> Array | None:
    if perspective:
        matrix, _ = cv2.findHomography(points, pixels, 0)
        fine = matrix is not None and np.isfinite(matrix).all() and abs(np.linalg.det(matrix)) > 1e-9
        return np.asarray(matrix, np.float64) if fine else None
    solved = np.linalg.lstsq(np.c_[points, np.ones(len(points))], pixels, rcond=None)[0]
    return np.concatenate([solved.T, [[0.0, 0.0, 1.0]]])

"""Spots of even colour that lie in a square lattice: what they are, and which node each is on, without any start.

A spot is even, whatever its colour: what bounds it is a step in any channel. So neither light nor paint matter here.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat.light import Picture

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
RING = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)])
WIDEST_STEPS = 3.0
"""How much longer one step of a lattice may look than the other: from 30 degrees above twice, and a turn adds to it."""
LEAST_SINE = 0.4
"""Of the angle between two steps: a square turned by 45 degrees and seen from 30 degrees has 0.8, others more."""


@dataclass(frozen=True, eq=False)
class Spots:
    """Middles (n, 2) and areas (n,) in pixels of the picture they were looked for in."""

    middle: Array
    area: Array

    def __len__(self) -> int:
        return len(self.area)


def edge_strength(image: Picture) -> NDArray[np.uint8]:
    """How much any channel changes within a pixel's neighbours."""
    calm = cv2.blur(image, (3, 3))
    kernel = np.ones((3, 3), np.uint8)
    change = cv2.subtract(cv2.dilate(calm, kernel), cv2.erode(calm, kernel))
    blue, green, red = cv2.split(change)
    return np.asarray(cv2.max(cv2.max(blue, green), red))


def find_spots(edges: NDArray[np.uint8], bar: float, least_px: float, least_fill: float, longest: float) -> Spots:
    """Connected pixels with edges below a bar that fill the upright box around them, and are hardly longer than wide.

    `least_px` is their least area, `least_fill` the share of the box, `longest` how many times as long as wide.
    """
    even = (edges <= bar).view(np.uint8)
    _, _, stats, centre = cv2.connectedComponentsWithStats(even, connectivity=4, ltype=cv2.CV_32S)
    area, wide, high = (stats[1:, i].astype(float) for i in (cv2.CC_STAT_AREA, cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT))
    fine = (area >= least_px) & (area > least_fill * wide * high)
    fine &= np.maximum(wide, high) < longest * np.minimum(wide, high)
    return Spots(centre[1:][fine], area[fine])


def lattice_steps(middles: Array, seeds: NDArray[np.intp], neighbours: int, error: float) -> tuple[int, Array, int]:
    """The spot whose surroundings look most like a lattice, its two steps (2, 2) there, and how many of 8 are seen.

    `error` is how far a spot may be off its node, in steps.
    """
    best_spot, best_steps, best_rank = 0, np.eye(2), (-1, -np.inf)
    for seed in seeds:
        away = middles - middles[seed]
        near = np.argsort((away**2).sum(1))[1 : neighbours + 1]
        steps = away[near]
        i, j = np.triu_indices(len(near), 1)
        pair = np.stack([steps[i], steps[j]], axis=1)
        length = np.linalg.norm(pair, axis=2)
        size = np.abs(pair[:, 0, 0] * pair[:, 1, 1] - pair[:, 0, 1] * pair[:, 1, 0])
        fine = (size > LEAST_SINE * length.prod(1)) & (length.max(1) < WIDEST_STEPS * length.min(1))
        if not fine.any():
            continue
        pair = pair[fine]
        places = steps[None] @ np.linalg.inv(pair)
        off = np.abs(places[:, None] - RING[None, :, None]).max(-1)
        seen = (off.min(2) < error).sum(1)
        # Of equal ones the shortest steps: every second node makes a lattice as well, and so do slanted steps.
        k = int(np.lexsort(((pair**2).sum((1, 2)), -seen))[0])
        rank = (int(seen[k]), -off[k].min(1).clip(0, error).sum())
        if rank > best_rank:
            matched = off[k].min(1) < error
            ring, at = RING[matched].astype(float), steps[off[k].argmin(1)[matched]]
            fitted = np.linalg.lstsq(ring, at, rcond=None)[0]
            best_spot, best_steps, best_rank = int(seed), fitted, rank
    return best_spot, best_steps, best_rank[0]


def grow(middles: Array, start: int, steps: Array, error: float) -> dict[int, tuple[int, int]]:
    """From one spot and its two steps on to every spot that can be reached: the node (i, j) of each.

    Steps are taken over from node to node, so that they may change with perspective across the picture.
    """
    nodes = {start: (0, 0)}
    taken = {(0, 0): start}
    queue = deque([(start, steps)])
    while queue:
        spot, local = queue.popleft()
        at = nodes[spot]
        local = _own_steps(taken, middles, at, local)
        places = (middles - middles[spot]) @ np.linalg.inv(local)
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            node = (at[0] + way[0], at[1] + way[1])
            if node in taken:
                continue
            off = np.abs(places - way).max(1)
            near = int(off.argmin())
            if near not in nodes and off[near] < error:
                nodes[near], taken[node] = node, near
                queue.append((near, local))
    return nodes


def _own_steps(taken: dict[tuple[int, int], int], middles: Array, at: tuple[int, int], steps: Array) -> Array:
    """Steps at a node, from its neighbours on both sides where they are known: unequal steps then cancel."""
    own = steps.copy()
    for way, (di, dj) in enumerate(((1, 0), (0, 1))):
        ahead, behind = taken.get((at[0] + di, at[1] + dj)), taken.get((at[0] - di, at[1] - dj))
        if ahead is not None and behind is not None:
            own[way] = (middles[ahead] - middles[behind]) / 2
    return own

"""Blocks on the crossings where four cards meet: which there are, and where that cannot be told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.flat.card_board import CARDS, FoundCards, in_pitches
from vision.flat.card_faces import Face
from vision.flat.card_paints import LETTERS, nearest_paint, own_paint, paint_distance
from vision.flat.card_settings import CardSettings
from vision.flat.light import Float, Picture, ratios, samples
from vision.flat.plane import Array, Plane

AROUND = ((0, 0, 2), (1, 0, 3), (0, 1, 1), (1, 1, 0))
"""The four cards around a crossing, from its near left one, and which of their letters is at it."""
WAYS = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])
CROSSINGS = np.array([(i, j) for j in range(CARDS - 1) for i in range(CARDS - 1)])
"""By column and row of the near left card; the crossing itself is at (i + 1, j + 1) pitches."""


@dataclass(frozen=True)
class Crossing:
    block: str | None
    """The letter of the block that lies here."""
    why: str | None = None
    """Why that is doubtful: a key of the catalogue; None for a claim."""


def read_blocks(
    image: Picture, found: FoundCards, faces: Mapping[tuple[int, int], Face], settings: CardSettings
) -> dict[tuple[int, int], Crossing]:
    """What lies on each of the 16 crossings.

    A block is seen by its paint where else gaps are. A crossing is bare if gaps are seen there and the corners of the
    cards around show what these cards show elsewhere: then no hand is over it either. A block that light bleaches is
    neither.
    """
    pitches = in_pitches(found.plane)
    along = np.linspace(-settings.block_reach, settings.block_reach, settings.block_points)
    patch = np.stack(np.meshgrid(along, along), -1).reshape(-1, 2)
    uvl = _look(image, pitches, CROSSINGS[:, None] + 1.0 + patch[None])
    to_paints = paint_distance(uvl, found.paints, settings)
    best, near = to_paints.argmin(-1), to_paints.min(-1)
    gaps = _gaps(image, pitches, settings)
    behind = _behind(found, settings)
    to_gaps = _gap_distance(uvl, gaps, behind(WAYS), settings) / found.paints.apart[best]
    goes_on = _goes_on(uvl, gaps, behind(WAYS), found, settings)
    cards_behind = behind(np.array([(2 * di - 1, 2 * dj - 1) for di, dj, _ in AROUND]) / np.sqrt(2))
    own = np.where(near < to_gaps, own_paint(to_paints, settings), -1)
    shares = np.stack([(own == k).mean(1) for k in range(4)], 1)
    gap_share = (to_gaps < settings.clear_gap * near).mean(1)
    corners = _corners(image, found, pitches, settings)
    out = {}
    for n, (i, j) in enumerate(CROSSINGS):
        at = int(i), int(j)
        k, share = int(shares[n].argmax()), float(shares[n].max())
        around = [faces[at[0] + di, at[1] + dj] for di, dj, _ in AROUND]
        # What lies over a card may lie over its corners as well, and have a paint's colour.
        sure = np.array([face.why in (None, "carddoubt.askew") for face in around])
        shown = [face.letters[q] for face, (_, _, q) in zip(around, AROUND, strict=True)]
        seen = sum(c in LETTERS and corners[n, m, LETTERS.index(c)] >= 0.5 for m, c in enumerate(shown))
        if share >= settings.block_share and not goes_on[n] and (sure | cards_behind[n]).all():
            out[at] = Crossing(LETTERS[k])
        elif share > settings.bare_share or gap_share[n] < settings.gap_share:
            out[at] = Crossing(LETTERS[k] if share > settings.bare_share else None, "carddoubt.block")
        elif seen < settings.bare_corners or not sure.all():
            out[at] = Crossing(None, "carddoubt.crossing")
        else:
            out[at] = Crossing(None)
    return out


def _corners(image: Picture, found: FoundCards, pitches: Plane, settings: CardSettings) -> Float:
    """The share of each paint at each inner corner (16, 4, 4) of the cards around, in the order of `AROUND`."""
    offset = np.linspace(*settings.corner_span, 3)
    grid = np.stack(np.meshgrid(offset, offset), -1).reshape(-1, 2)
    ways = np.array([(2 * di - 1, 2 * dj - 1) for di, dj, _ in AROUND])
    points = CROSSINGS[:, None, None] + 1.0 + ways[None, :, None] * grid[None, None]
    own = nearest_paint(_look(image, pitches, points), found.paints, settings)
    return np.stack([(own == k).mean(-1) for k in range(4)], -1).astype(np.float32)


def _look(image: Picture, pitches: Plane, points: Array) -> Float:
    seen = samples(image, pitches.project(points.reshape(-1, 2)))
    return ratios(seen.reshape(-1, points.shape[-2], 3)).reshape(*points.shape[:-1], 3)


def _gaps(image: Picture, pitches: Plane, settings: CardSettings) -> Float:
    """Colours (16, n, 3) along the four gaps that lead to each crossing."""
    ways = WAYS
    along, aside = np.meshgrid(settings.arm, settings.arm_aside)
    around = ways[:, None] * along.ravel()[:, None] + ways[:, None, ::-1] * aside.ravel()[:, None]
    return _look(image, pitches, CROSSINGS[:, None] + 1.0 + around.reshape(-1, 2)[None])


def _behind(found: FoundCards, settings: CardSettings) -> Callable[[Array], NDArray[np.bool_]]:
    """Tells for some ways (n, 2) from each crossing (16, n) whether a high block on it hides what lies that way."""
    crossings = (CROSSINGS + 1.0) / CARDS
    above = found.plane.raised(settings.high, settings.focal_widths).project(crossings)
    hides = (found.plane.locate(above) - crossings) * CARDS
    length = np.linalg.norm(hides, axis=1, keepdims=True)
    way = hides / np.maximum(length, 1e-6)
    return lambda ways: np.asarray((way @ ways.T > settings.behind) & (length > settings.hides))


def _goes_on(
    uvl: Float, gaps: Float, behind: NDArray[np.bool_], found: FoundCards, settings: CardSettings
) -> NDArray[np.bool_]:
    """Whether what is on each crossing is on one of the gaps around as well, unless a block may hide that gap.

    A sleeve may have a paint's colour too, but it goes on: where it leaves a crossing, it covers two gaps at least.
    """
    own = np.median(uvl, axis=1)[:, None]
    step = np.median(gaps.reshape(len(CROSSINGS), 4, -1, 3), axis=2) - own
    away = np.sqrt(step[..., 0] ** 2 + step[..., 1] ** 2 + (settings.gap_shade * step[..., 2]) ** 2)
    alike = away < settings.same_thing * float(found.paints.apart.min())
    return np.asarray((alike & ~behind).any(1))


def _gap_distance(uvl: Float, gaps: Float, behind: NDArray[np.bool_], settings: CardSettings) -> Float:
    """How far each colour (16, n, 3) is from the gaps around, in log ratios. A few of those may be something else."""
    step = uvl[:, :, None] - gaps[:, None]
    away = step[..., 0] ** 2 + step[..., 1] ** 2 + (settings.gap_shade * step[..., 2]) ** 2
    # A gap behind a block shows the block itself.
    away += np.where(np.repeat(behind, gaps.shape[1] // 4, axis=1), np.inf, 0.0)[:, None]
    return np.asarray(
        np.sqrt(np.partition(away, settings.gap_outliers, axis=-1)[..., settings.gap_outliers]), np.float32
    )

"""Quadrilaterals that four lines make and that may be a square in space."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Mask
from vision.board.lines import Lines, SmallPicture
from vision.board.settings import BoardSettings


@dataclass(frozen=True)
class Quads:
    """Corners (n, 4, 2) in straightened small pixels, turning the same way; side k runs from corner k to k + 1."""

    corners: Array
    cover: Array
    """Share of each side (n, 4) on which segments lie."""
    inside: Mask
    """Whether all corners are in the picture."""


def enumerate_quads(lines: Lines, small: SmallPicture, settings: BoardSettings, focal_known: bool) -> Quads:
    count = len(lines.offset)
    empty = Quads(np.zeros((0, 4, 2)), np.zeros((0, 4)), np.zeros(0, dtype=bool))
    if count < 4:
        return empty
    n, d = lines.normal, lines.offset
    cross = n[:, None, 0] * n[None, :, 1] - n[:, None, 1] * n[None, :, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        meet = np.stack(
            [
                (d[:, None] * n[None, :, 1] - d[None, :] * n[:, None, 1]) / cross,
                (n[:, None, 0] * d[None, :] - n[None, :, 0] * d[:, None]) / cross,
            ],
            axis=-1,
        )
    i, j = np.triu_indices(count, 1)
    width, height = small.lens.size
    half = small.straighten(np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]))
    low, high = half.min(0), half.max(0)
    edge = settings.outside * width
    # Opposite sides: nearly parallel, and they meet outside the picture.
    parallel = np.abs(cross[i, j]) < np.sin(np.radians(settings.opposite_deg))
    meeting = meet[i, j]
    within = ((meeting > low) & (meeting < high)).all(-1)
    pairs = np.flatnonzero(parallel & ~within)
    i, j = i[pairs], j[pairs]
    angle = np.arctan2(n[:, 1], n[:, 0]) * 2
    heading = np.angle(np.exp(1j * angle[i]) + np.exp(1j * angle[j])) / 2
    a, b = np.triu_indices(len(i), 1)
    turn = np.abs(np.sin(heading[a] - heading[b]))
    good = turn > np.sin(np.radians(90 - settings.opposite_deg))
    good &= (i[a] != i[b]) & (i[a] != j[b]) & (j[a] != i[b]) & (j[a] != j[b])
    a, b = a[good], b[good]
    sides = np.stack([i[a], i[b], j[a], j[b]], axis=1)
    # Lines come longest first. A board has one side at most that shows only in short pieces, the far one.
    sides = sides[(sides >= settings.long_lines).sum(1) <= 1]
    corners = np.stack([meet[sides[:, k - 1], sides[:, k]] for k in range(4)], axis=1)
    ok = np.isfinite(corners).all((1, 2))
    ok &= (corners > low - edge).all((1, 2)) & (corners < high + edge).all((1, 2))
    sides, corners = sides[ok], corners[ok]
    step = np.roll(corners, -1, axis=1) - corners
    length = np.linalg.norm(step, axis=2)
    after = np.roll(step, -1, axis=1)
    bend = step[..., 0] * after[..., 1] - step[..., 1] * after[..., 0]
    ok = (length > settings.smallest_side * width).all(1) & ((bend > 0).all(1) | (bend < 0).all(1))
    sides, corners, bend = sides[ok], corners[ok], bend[ok]
    if not len(sides):
        return empty
    cover = _cover(lines, sides, corners)
    ok = (cover.min(1) > settings.cover) & (cover.mean(1) > settings.mean_cover)
    corners, cover, bend = corners[ok], cover[ok], bend[ok]
    ok = squareness(corners, small.lens.fx, settings, focal_known)
    corners, cover, bend = corners[ok], cover[ok], bend[ok]
    # All turn the same way, anticlockwise as seen from above: v runs down in pictures.
    back = bend[:, 0] > 0
    corners[back] = corners[back][:, ::-1]
    cover[back] = cover[back][:, [2, 1, 0, 3]]
    inside = ((corners > low) & (corners < high)).all((1, 2))
    return Quads(corners, cover, inside)


def _cover(lines: Lines, sides: NDArray[np.intp], corners: Array) -> Array:
    direction = np.stack([lines.normal[:, 1], -lines.normal[:, 0]], axis=1)[sides]
    start = (corners * direction).sum(-1)
    end = (np.roll(corners, -1, axis=1) * direction).sum(-1)
    low, high = np.minimum(start, end), np.maximum(start, end)
    last = lines.covered.shape[1] - 1
    at = [np.clip(np.round(v).astype(int) + lines.reach, 0, last) for v in (low, high)]
    return np.asarray((lines.covered[sides, at[1]] - lines.covered[sides, at[0]]) / np.maximum(high - low, 1.0))


def homographies(corners: Array) -> Array:
    """The maps (n, 3, 3) from the unit square (0,0), (1,0), (1,1), (0,1) to quadrilaterals."""
    x, y = corners[..., 0], corners[..., 1]
    dx1, dx2, sx = x[:, 1] - x[:, 2], x[:, 3] - x[:, 2], x[:, 0] - x[:, 1] + x[:, 2] - x[:, 3]
    dy1, dy2, sy = y[:, 1] - y[:, 2], y[:, 3] - y[:, 2], y[:, 0] - y[:, 1] + y[:, 2] - y[:, 3]
    scale = dx1 * dy2 - dx2 * dy1
    g, h = (sx * dy2 - dx2 * sy) / scale, (dx1 * sy - sx * dy1) / scale
    rows = [
        [x[:, 1] - x[:, 0] + g * x[:, 1], x[:, 3] - x[:, 0] + h * x[:, 3], x[:, 0]],
        [y[:, 1] - y[:, 0] + g * y[:, 1], y[:, 3] - y[:, 0] + h * y[:, 3], y[:, 0]],
        [g, h, np.ones_like(g)],
    ]
    return np.moveaxis(np.array(rows), -1, 0)


def squareness(corners: Array, focal: float, settings: BoardSettings, focal_known: bool) -> Mask:
    """Whether a camera with a sensible focal length sees a square in these corners."""
    maps = homographies(corners)
    fine = np.zeros(len(corners), dtype=bool)
    for factor in (1.0,) if focal_known else settings.focal_span:
        rays = maps * np.array([1.0, 1.0, focal * factor])[None, :, None]
        u, v = rays[..., 0], rays[..., 1]
        lu, lv = np.linalg.norm(u, axis=1), np.linalg.norm(v, axis=1)
        aspect = np.maximum(lu / lv, lv / lu) - 1
        lean = np.degrees(np.arcsin(np.clip(np.abs((u * v).sum(1)) / (lu * lv), 0, 1)))
        fine |= (aspect < settings.aspect_error) & (lean < settings.angle_error_deg)
    return fine

"""From the map's inside to an outline: four sides, each through many points, to a fraction of the map's pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Float, Mask
from vision.board.map import Sight
from vision.board.settings import BoardSettings
from vision.sampling import sampled

Plane = NDArray[np.uint8]
Sides = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Outline:
    """A quadrilateral in the photograph, anticlockwise seen from above; side k runs from corner k to k + 1."""

    corners_px: Array
    points_px: Array
    """Where the map puts the edge, along all four sides,"""
    side: Sides
    """and on which of them each point is."""
    agreement: float
    """How far the map's inside and the quadrilateral are the same, 0 to 1 (intersection over union)."""
    cut: tuple[str, ...] = ()
    """Sides of the picture at which it ends because the picture does."""


def find_outline(sight: Sight, settings: BoardSettings, whole: bool) -> Outline | None:
    """The largest inside of the map as a quadrilateral; None if there is none, or it is no quadrilateral.

    `whole` says that the map's border is the picture's, so that an outline may end there.
    """
    own = _largest(sight.inside > 0.5, settings)
    corners = None if own is None else _four(own)
    if own is None or corners is None:
        return None
    evidence = log_odds(sight.inside, settings)
    starts = [four_around(sight.inside > level, settings) for level in settings.inside_levels]
    best = max([corners, *(c for c in starts if c is not None)], key=lambda each: held(evidence, each))
    corners = settled(evidence, best, settings)
    points, sides = _crossings(sight.inside, corners, settings)
    corners = _meet(points, sides, corners)
    filled = np.zeros_like(own)
    cv2.fillConvexPoly(filled, np.round(np.clip(corners, -1e4, 1e4) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    agreement = float((filled & own).sum() / max(1, (filled | own).sum()))
    photo = cv2.perspectiveTransform(np.concatenate([corners, points])[None], sight.to_photograph)[0]
    return Outline(photo[:4], photo[4:], sides, agreement, _cut(own, settings) if whole else ())


def four_around(inside: Mask, settings: BoardSettings) -> Array | None:
    """Four corners, in the map, around the largest inside without what is only loosely joined to it."""
    opened = cv2.morphologyEx(inside.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    own = _largest(opened > 0, settings)
    return None if own is None else _four(own)


def _largest(inside: Mask, settings: BoardSettings) -> Plane | None:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(inside.astype(np.uint8), connectivity=4)
    if count < 2:
        return None
    best = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    if stats[best, cv2.CC_STAT_AREA] < settings.least_inside * inside.size:
        return None
    return np.asarray(labels == best, dtype=np.uint8)


def log_odds(inside: Float, settings: BoardSettings) -> Float:
    """How much each place of the map speaks for being inside, and against it."""
    chance = np.clip(inside, 1e-4, 1 - 1e-4)
    most = settings.most_log_odds
    return np.asarray(np.clip(np.log(chance / (1 - chance)), -most, most))


def held(evidence: Float, corners: Array) -> float:
    """How much evidence a quadrilateral of the map holds; what is beyond the map counts against it."""
    stencil = np.zeros(evidence.shape, np.uint8)
    cv2.fillConvexPoly(stencil, np.round(np.clip(corners, -1e4, 1e4) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    beyond = cv2.contourArea(corners.astype(np.float32)) - float(np.count_nonzero(stencil))
    return float(evidence[stencil > 0].sum()) - max(0.0, beyond)


def settled(evidence: Float, corners: Array, settings: BoardSettings) -> Array:
    """The quadrilateral near these corners that holds most evidence.

    Each side is moved and turned to where the sum of evidence between its old and its new place is largest, at first
    far, then ever nearer. An inside that runs out into the table, or has holes, moves a side only if it is the larger
    part of it.
    """
    count, each = settings.outline_samples, np.arange(4)
    t = (np.arange(count) + 0.5) / count
    between = _between(settings.settling_ways, count)
    for reach in settings.settling_reach:
        ways = np.linspace(-reach, reach, settings.settling_ways)
        along = np.roll(corners, -1, axis=0) - corners
        outward = np.stack([-along[:, 1], along[:, 0]], axis=1) / np.linalg.norm(along, axis=1, keepdims=True)
        feet = corners[:, None] + along[:, None] * t[None, :, None]
        at = feet[:, :, None] + outward[:, None, None] * ways[None, None, :, None]
        places = at.reshape(4 * count, len(ways), 2)
        profile = sampled(evidence, places, cv2.BORDER_CONSTANT, outside=-1.0)
        gained = np.cumsum(profile, axis=1).reshape(4, count, len(ways))
        total = gained[:, np.arange(count), between].sum(-1).reshape(4, -1)
        first, second = np.unravel_index(total.argmax(1), (len(ways), len(ways)))
        starts = corners + outward * ways[first][:, None]
        ends = np.roll(corners, -1, axis=0) + outward * ways[second][:, None]
        moved = [_crossing(starts[k - 1], ends[k - 1], starts[k], ends[k]) for k in each]
        if any(corner is None for corner in moved) or not is_convex(np.array(moved)):
            break
        corners = np.array(moved)
    return corners


@cache
def _between(ways: int, count: int) -> Sides:
    """Which way (ways, ways, count) each point of a side goes if its two ends go these ways."""
    t = (np.arange(count) + 0.5) / count
    i, j = np.meshgrid(np.arange(ways), np.arange(ways), indexing="ij")
    return np.round(i[..., None] * (1 - t) + j[..., None] * t).astype(np.intp)


def is_convex(corners: Array) -> bool:
    """And anticlockwise seen from above."""
    step = np.roll(corners, -1, axis=0) - corners
    after = np.roll(step, -1, axis=0)
    return bool((step[:, 0] * after[:, 1] - step[:, 1] * after[:, 0] < 0).all())


def side_contrast(sight: Sight, corners_px: Array, settings: BoardSettings) -> float:
    """How much more of the map is inside just within the sides of a quadrilateral than just beyond them, on average."""
    corners = cv2.perspectiveTransform(corners_px[None], np.linalg.inv(sight.to_photograph))[0]
    count = settings.outline_samples
    t = (np.arange(count) + 0.5) / count * (1 - 2 * settings.outline_corner) + settings.outline_corner
    along = np.roll(corners, -1, axis=0) - corners
    length = np.linalg.norm(along, axis=1, keepdims=True)
    outward = np.stack([-along[:, 1], along[:, 0]], axis=1)  # as long as the side
    away = np.linspace(*settings.contrast_band, 4)
    feet = corners[:, None] + along[:, None] * t[None, :, None]
    at = feet[:, :, None] + outward[:, None, None] * np.concatenate([-away, away])[None, None, :, None]
    if not np.isfinite(at).all() or float(length.min()) < 1:
        return 0.0
    seen = sampled(sight.inside, at.reshape(4 * count, -1, 2), cv2.BORDER_CONSTANT)
    within, beyond = np.split(seen, 2, axis=1)
    free = ~_beside(sight, feet.reshape(-1, 2))
    if np.count_nonzero(free) < count:  # of four times as many
        return 0.0
    return float((within.mean(1) - beyond.mean(1))[free].mean())


def beside_cover(sight: Sight, points_px: Array) -> Mask:
    """Which points of the photograph lie under something, or so close to it that nobody knows."""
    if not len(points_px):
        return np.zeros(0, dtype=bool)
    return _beside(sight, cv2.perspectiveTransform(points_px[None], np.linalg.inv(sight.to_photograph))[0])


def _beside(sight: Sight, points: Array) -> Mask:
    wide = cv2.dilate(sight.cover, np.ones((7, 7), np.uint8))
    there = sampled(wide, points.reshape(-1, 1, 2), cv2.BORDER_CONSTANT)
    return np.asarray(there.ravel() > 0.5)


def _crossing(a: Array, b: Array, c: Array, d: Array) -> Array | None:
    """Where the line through a and b meets that through c and d."""
    one, other = b - a, d - c
    cross = one[0] * other[1] - one[1] * other[0]
    if abs(cross) < 1e-3 * np.linalg.norm(one) * np.linalg.norm(other):
        return None
    share = ((c - a)[0] * other[1] - (c - a)[1] * other[0]) / cross
    return np.asarray(a + share * one)


def ordered(corners: Array) -> Array:
    """Anticlockwise seen from above (v runs down), from the corner that is lowest and leftmost."""
    around = corners - corners.mean(0)
    corners = corners[np.argsort(-np.arctan2(around[:, 1], around[:, 0]))]
    return np.roll(corners, -int(np.argmax(corners[:, 1] - corners[:, 0])), axis=0)


def _four(own: Plane) -> Array | None:
    """Four corners around what is inside."""
    contour = max(cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
    hull = cv2.convexHull(contour)
    if len(hull) < 4:
        return None
    corners = cv2.approxPolyN(hull, 4, ensure_convex=True).reshape(-1, 2).astype(np.float64)
    if len(corners) != 4 or cv2.contourArea(corners.astype(np.float32)) < 1:
        return None
    return ordered(corners)


def _crossings(inside: Float, corners: Array, settings: BoardSettings) -> tuple[Array, Sides]:
    """Where the map's inside falls below a half, going outward along each side."""
    count, reach = settings.outline_samples, settings.outline_reach
    t = (np.arange(count) + 0.5) / count * (1 - 2 * settings.outline_corner) + settings.outline_corner
    along = np.roll(corners, -1, axis=0) - corners
    outward = np.stack([-along[:, 1], along[:, 0]], axis=1) / np.maximum(np.linalg.norm(along, axis=1), 1e-6)[:, None]
    feet = (corners[:, None] + along[:, None] * t[None, :, None]).reshape(-1, 2)
    normal = np.repeat(outward, count, axis=0)
    steps = np.arange(-reach, reach + 0.25, 0.5)
    profile = sampled(inside, feet[:, None] + normal[:, None] * steps[None, :, None], cv2.BORDER_CONSTANT)
    falls = (profile[:, :-1] >= 0.5) & (profile[:, 1:] < 0.5)
    # Of several crossings the one nearest to the side so far.
    away = np.where(falls, np.abs(steps[:-1] + 0.25), np.inf)
    where, each = away.argmin(1), np.arange(len(feet))
    seen = np.isfinite(away[each, where])
    high, low = profile[each, where], profile[each, where + 1]
    offset = steps[where] + 0.5 * (high - 0.5) / np.maximum(high - low, 1e-6)
    points = feet + normal * offset[:, None]
    return points[seen].astype(np.float64), np.repeat(np.arange(4), count)[seen]


def _meet(points: Array, sides: Sides, corners: Array) -> Array:
    """The corners where lines through the points of neighbouring sides meet."""
    ends = []
    for k in range(4):
        own = points[sides == k]
        if len(own) >= 4:
            line = cv2.fitLine(own.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01)
            dx, dy, x, y = (float(v) for v in np.ravel(line))
            ends.append((np.array([x, y]), np.array([x + dx, y + dy])))
        else:
            ends.append((corners[k], corners[(k + 1) % 4]))
    made = [_crossing(*ends[k - 1], *ends[k]) for k in range(4)]
    side = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max()
    fine = all(there is not None and np.abs(there - corners[k]).max() < 0.1 * side for k, there in enumerate(made))
    return np.array(made) if fine else corners


def _cut(own: Plane, settings: BoardSettings) -> tuple[str, ...]:
    """The sides of the picture that the inside runs along for a good part of its own extent."""
    borders = {"left": own[:, 0], "right": own[:, -1], "upper": own[0], "lower": own[-1]}
    extent = np.sqrt(float(own.sum()))
    return tuple(side for side, row in borders.items() if float(row.sum()) > settings.cut_extent * extent)

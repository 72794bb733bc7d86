"""How far the board reaches beyond its outer fields, and whether its lattice is one field aside."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Array, Image
from calibration.pose import Pose
from vision.board.settings import BoardSettings
from vision.sampling import sampled

OUTWARD = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]], dtype=np.float64)
"""Of the sides near, right, far, left."""


@dataclass(frozen=True)
class Margin:
    shift: tuple[int, int]
    """Fields by which the lattice is to be moved along x and y."""
    steps: float
    """The board's side, in steps of the 9x9 lattice."""
    seen: float
    """How much of the four sides an edge is seen along, 0 to 1, less what an unusual margin costs."""


def find_margin(
    image: Image, pose: Pose, pitch_mm: float, given_steps: float | None, settings: BoardSettings
) -> Margin:
    """The square around the lattice with most of its four sides seen, at most one field aside.

    All four are judged together, as far from the middle as one another: a shadow's rim or the slab's lower edge is
    found on one side or two, not at one distance on all four. A side that was measured, `given_steps`, is kept unless
    another is seen much better: rulers slip.
    """
    low, high = settings.side_span
    if given_steps is not None:
        low, high = min(low, given_steps), max(high, given_steps)
    step = settings.margin_step
    first, last = low / 2 - 1 - settings.margin_slack, high / 2 + 1 + settings.margin_slack
    away = np.arange(first, last + step, step)
    seen = _seen(image, pose, pitch_mm, away, settings)
    halves = np.arange(low / 2, high / 2 + step / 2, step)
    usual = settings.unusual_margin * ((2 * halves - settings.side_steps) / settings.side_steps_sd) ** 2
    if given_steps is None:
        return _best(seen, first, halves, usual, settings)
    given = _best(seen, first, np.array([given_steps / 2]), np.zeros(1), settings)
    other = _best(seen, first, halves, usual, settings)
    slipped = abs(other.steps - given_steps) > settings.side_doubt and other.seen > given.seen + settings.side_gain
    return other if slipped else given


def _best(seen: Array, first: float, halves: Array, unusual: Array, settings: BoardSettings) -> Margin:
    """Of sides twice as long as `halves`, and of lattices where they are or one field aside."""
    best = Margin((0, 0), 2 * float(halves[0]), -1.0)
    for x, y in ((0, 0), (-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
        at = halves[:, None] + OUTWARD @ [x, y]
        index = np.clip(np.round((at - first) / settings.margin_step).astype(int), 0, seen.shape[1] - 1)
        score = seen[np.arange(4), index].mean(1) - unusual
        k = int(score.argmax())
        if score[k] > best.seen + (settings.shift_gain if (x, y) != (0, 0) and best.shift == (0, 0) else 0.0):
            best = Margin((x, y), 2 * float(halves[k]), float(score[k]))
    return best


def _seen(image: Image, pose: Pose, pitch_mm: float, away: Array, settings: BoardSettings) -> Array:
    """For each side (4) and distance from the middle, in steps: the share of the side along which an edge is seen."""
    count, knots = settings.margin_samples, settings.margin_knots
    t = ((np.arange(count) + 0.5) / count * 2 - 1) * settings.side_steps / 2 * (1 - settings.corner_share)
    along = np.stack([-OUTWARD[:, 1], OUTWARD[:, 0]], axis=1)
    r = np.linspace(away[0], away[-1], knots)
    flat = OUTWARD[:, None, None] * r[:, None] + along[:, None, None] * t[:, None, None]
    points = np.concatenate([flat.reshape(-1, 2) * pitch_mm, np.zeros((4 * count * knots, 1))], axis=1)
    grid = pose.project(points).reshape(4 * count, knots, 2).astype(np.float32)
    place = (away - away[0]) / (r[1] - r[0])
    left = np.minimum(place.astype(int), knots - 2)
    part = (place - left).astype(np.float32)[None, :, None]
    at = grid[:, left] * (1 - part) + grid[:, left + 1] * part
    profile = sampled(image, at).astype(np.float32)
    profile = profile.reshape(4, settings.stretches, -1, len(away), 3)
    calm = np.median(profile, axis=2)
    slope = np.zeros(calm.shape[:3], np.float32)
    slope[..., 2:-2] = (
        np.abs(calm[..., 4:, :] + calm[..., 3:-1, :] - calm[..., 1:-3, :] - calm[..., :-4, :]).sum(-1) / 2
    )
    share = slope / (slope + settings.margin_contrast)
    # Wide enough for a pose from marks alone, and highest in its middle.
    wide = 2 * settings.margin_blur + 1
    share = cv2.dilate(share.reshape(-1, len(away)), np.ones((1, wide), np.uint8))
    return np.asarray(cv2.blur(share, (wide, 1)).reshape(4, settings.stretches, -1).mean(1), dtype=np.float64)

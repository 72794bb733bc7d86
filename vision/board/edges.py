"""The board's four edges, measured across in the full photograph."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Image, Mask
from calibration.pose import Pose
from vision.board.fit import Observations
from vision.board.settings import BoardSettings
from vision.sampling import sampled


@dataclass(frozen=True)
class Edges:
    seen: Observations
    side: NDArray[np.intp]
    """Of each observation: 0 near, 1 right, 2 far, 3 left."""
    offset_px: Array
    """How far outside of the pose's edge each was seen."""
    slab_px: Array
    """How far outside of each side's upper edge the slab's lower edge is expected; negative where it is hidden."""
    support: Array
    """Share of each side (near, right, far, left) at which an edge was seen."""


def measure_edges(
    image: Image,
    pose: Pose,
    side_mm: float,
    thickness_mm: float,
    window_px: float,
    spread_px: float,
    settings: BoardSettings,
) -> Edges:
    """Looks across each edge, up to `window_px` to both sides of where the pose, to `spread_px`, puts it.

    On the sides turned to the camera the slab's own side shows below the top face. The step from top face to slab is
    the edge then, not the stronger one from slab to table.
    """
    count = settings.edge_samples
    half = side_mm / 2
    t = (np.arange(count) + 0.5) / count * 2 - 1
    t = t * (1 - settings.corner_share)
    ends = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
    a, b = ends, np.roll(ends, -1, axis=0)
    line = (a[:, None] * (1 - t[None, :, None]) + b[:, None] * (1 + t[None, :, None])) / 2 * half
    flat = np.concatenate([line.reshape(-1, 2), np.zeros((4 * count, 1))], axis=1)
    outward = np.repeat((a + b) / 2, count, axis=0)
    along = np.repeat((b - a) / 2, count, axis=0)
    beside = flat + np.pad(along, ((0, 0), (0, 1)))
    farther = flat + np.pad(outward, ((0, 0), (0, 1)))
    lower = flat - [0.0, 0.0, thickness_mm]
    pixels, next_px, out_px, low_px = np.split(pose.project(np.concatenate([flat, beside, farther, lower])), 4)
    tangent = next_px - pixels
    normal = np.stack([tangent[:, 1], -tangent[:, 0]], axis=1)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    normal *= np.where(((out_px - pixels) * normal).sum(1) < 0, -1.0, 1.0)[:, None]
    slab_px = ((low_px - pixels) * normal).sum(1)

    reach = window_px + settings.edge_flank_px
    steps = np.arange(-reach, reach + 0.25, 0.5)
    profile = sampled(image, pixels[:, None] + normal[:, None] * steps[None, :, None]).astype(np.float32)
    profile = profile.reshape(4, count, len(steps), 3)
    height, width = image.shape[:2]
    within = ((pixels > 2) & (pixels < [width - 3, height - 3])).all(1).reshape(4, count)

    parts, support, slab = [], np.zeros(4), np.median(slab_px.reshape(4, count), axis=1)
    sides, offsets = [], []
    for k in range(4):
        offset, good = _one_side(profile[k], steps, t, window_px, spread_px, settings)
        good &= within[k]
        support[k] = good.mean()
        index = np.flatnonzero(good)
        where = index + k * count
        blurred = settings.slab_seen_px < slab[k] < settings.slab_clear_px
        sigma = settings.edge_blurred_sigma_px if blurred else settings.edge_sigma_px
        if len(index) > 4:
            straight = np.polyval(np.polyfit(t[index], offset[index], 2), t[index])
            sigma = max(sigma, 1.4826 * float(np.median(np.abs(offset[index] - straight))))
        parts.append(
            Observations(
                flat[where],
                pixels[where] + normal[where] * offset[index, None],
                normal[where],
                np.full(len(index), sigma),
                np.ones(len(index), dtype=bool),
            )
        )
        sides.append(np.full(len(index), k))
        offsets.append(offset[index])
    return Edges(Observations.join(*parts), np.concatenate(sides), np.concatenate(offsets), slab, support)


def _one_side(
    profile: Array, steps: Array, t: Array, window_px: float, spread_px: float, settings: BoardSettings
) -> tuple[Array, Mask]:
    """Offset of the edge in each profile (count, steps, 3) of a side, and whether it is seen there."""
    count = len(profile)
    none = np.zeros(count), np.zeros(count, dtype=bool)
    # Medians over stretches of the side: pieces and noise vanish, and lines show that are too faint for one profile.
    stretches = profile.reshape(settings.stretches, -1, len(steps), 3)
    calm = np.median(stretches, axis=1)
    middle = t.reshape(settings.stretches, -1).mean(1)
    slope = _slope(calm)
    size = np.linalg.norm(slope, axis=2)
    peaks = np.zeros(size.shape, dtype=bool)
    peaks[:, 1:-1] = (size[:, 1:-1] >= size[:, :-2]) & (size[:, 1:-1] > size[:, 2:])
    peaks &= (np.abs(steps) <= window_px) & (size > settings.edge_step)
    rows, columns = np.nonzero(peaks)
    if len(rows) < 2:
        return none
    line = _best_line(middle[rows], steps[columns], size[rows, columns], spread_px, settings)
    if line is None:
        return none
    expected = line[0] + line[1] * t
    # What changes at that line, for the whole side.
    at = np.abs(steps[None, :] - (line[0] + line[1] * middle)[:, None]).argmin(1)
    contrast = np.median(slope[np.arange(len(at)), at], axis=0)
    strength = float(np.linalg.norm(contrast))
    if strength < 1e-6:
        return none
    response = _slope(profile) @ (contrast / strength)
    away = np.abs(steps[None, :] - expected[:, None])
    reach = settings.edge_reach_px
    weighted = np.where(away <= reach, response * (1 - settings.edge_pull * (away / reach) ** 2), -np.inf)
    peak = np.clip(weighted.argmax(1), 1, len(steps) - 2)
    each = np.arange(count)
    left, top, right = response[each, peak - 1], response[each, peak], response[each, peak + 1]
    low, high = settings.edge_likeness
    bow = left - 2 * top + right
    bowed = bow < -1e-6
    offset = steps[peak] + 0.5 * np.clip(np.where(bowed, 0.5 * (left - right) / np.where(bowed, bow, 1.0), 0.0), -1, 1)
    good = bowed & (top >= left) & (top >= right) & (top > low * strength) & (top < high * strength)
    return offset, good


def _best_line(
    t: Array, offset: Array, strength: Array, spread_px: float, settings: BoardSettings
) -> tuple[float, float] | None:
    """Of the straight lines through peaks, the longest and strongest near the expected place.

    Lines farther in are preferred a little: going outward from the wood the first line is the edge, the slab's lower
    edge and its shadow's rim come after it.
    """
    first, second = np.triu_indices(len(t), 1)
    apart = np.abs(t[first] - t[second])
    slope = (offset[second] - offset[first]) / np.where(apart > 0, t[second] - t[first], 1.0)
    ok = (apart > settings.line_base) & (np.abs(slope) < settings.edge_tilt_px)
    if not ok.any():
        return None
    slope, base = slope[ok], (offset[first] - slope * t[first])[ok]
    near = np.abs(offset[None, :] - base[:, None] - slope[:, None] * t[None, :]) < settings.line_width_px
    # A stretch counts once for a line.
    stretch = np.unique(t, return_inverse=True)[1]
    member = np.zeros((len(base), stretch.max() + 1))
    power = np.zeros_like(member)
    for k in range(len(t)):
        member[:, stretch[k]] = np.maximum(member[:, stretch[k]], near[:, k])
        power[:, stretch[k]] = np.maximum(power[:, stretch[k]], near[:, k] * strength[k])
    length = member.sum(1)
    mean = power.sum(1) / np.maximum(length, 1)
    score = length / length.max() * np.sqrt(mean / mean.max()) * np.exp(-0.5 * (base / spread_px) ** 2)
    score *= 1 - settings.edge_inward * base / spread_px
    best = int(score.argmax())
    if length[best] < settings.line_stretches:
        return None
    mine = near[best]
    weight = strength[mine]
    if len(np.unique(t[mine])) < 2:
        return None
    b, a = np.polyfit(t[mine], offset[mine], 1, w=np.sqrt(weight))
    return float(a), float(b)


def _slope(profile: Array) -> Array:
    """Change over two pixels or so; profiles have a value every half pixel along their last axis but one."""
    made = np.zeros_like(profile)
    made[..., 2:-2, :] = (
        profile[..., 4:, :] + profile[..., 3:-1, :] - profile[..., 1:-3, :] - profile[..., :-4, :]
    ) / 2
    return made

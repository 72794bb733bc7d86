"""How much a picture still looks like an earlier one of the same place: what changed, and what is lit otherwise."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float, Mask
from vision.tactori.settings import ReaderSettings

LEVELS = 16  # steps of brightness in which noise is described
DARKEST, BRIGHTEST = -4.0, 1.5
GRID = 12  # points across and down at which slow changes of light are looked at
REJECTED = 2.5  # standard deviations from the plane of light


@dataclass(frozen=True)
class Likeness:
    """What speaks against every pixel showing what it showed before, as log likelihoods (0: nothing)."""

    colour: Float
    shade: Float

    def against(self, settings: ReaderSettings) -> Float:
        """Another brightness alone says little, for shadows come and go."""
        return self.colour + np.minimum(self.shade, settings.largest_shade)

    def at_all(self, limit: float) -> Mask:
        """Where anything differs, be it by a shadow."""
        return np.asarray(self.colour + self.shade > limit)


def compare(before: Float, now: Float, settings: ReaderSettings, cover: Mask | None = None) -> Likeness:
    """Compares two working pictures in (u, v, l) taken from the same place, pixel by pixel.

    What is under a cover now is not compared: nothing speaks against its being as it was.
    """
    off = now - before
    off -= _plane(off)
    # Where a pixel lies beside an edge, a hair's breadth of movement changes it.
    blurred = cv2.blur(before, (3, 3))
    steep = np.abs(cv2.Sobel(blurred, cv2.CV_32F, 1, 0, scale=1 / 8))
    steep += np.abs(cv2.Sobel(blurred, cv2.CV_32F, 0, 1, scale=1 / 8))
    spread = _noise(off, before[..., 2], settings, cover) + settings.same_jitter_px * steep
    if cover is not None:
        off[cover] = 0.0
    off = np.asarray(cv2.blur(off, (3, 3)))
    off /= spread
    np.multiply(off, off, out=off)
    half = np.float32(0.5 * settings.same_share)
    return Likeness(half * (off[..., 0] + off[..., 1]), half * off[..., 2])


def _plane(off: Float) -> Float:
    """The slow change of light across the picture that most of it agrees upon."""
    height, width = off.shape[:2]
    rows = np.linspace(0, height - 1, GRID + 2).astype(int)[1:-1]
    columns = np.linspace(0, width - 1, GRID + 2).astype(int)[1:-1]
    smooth = cv2.blur(off, (9, 9))
    samples = smooth[np.ix_(rows, columns)].reshape(-1, 3).astype(np.float64)
    y, x = (axis.ravel() for axis in np.meshgrid(rows / height - 0.5, columns / width - 0.5, indexing="ij"))
    design = np.stack([np.ones_like(x), x, y], axis=1)
    made = np.empty_like(off)
    across = (np.arange(width, dtype=np.float32) / width - 0.5)[None, :]
    down = (np.arange(height, dtype=np.float32) / height - 0.5)[:, None]
    for k in range(3):
        keep = np.abs(samples[:, k] - np.median(samples[:, k])) < 0.5
        fit = np.array([np.median(samples[:, k]), 0.0, 0.0])
        for _ in range(3):
            if np.count_nonzero(keep) < GRID:
                break
            fit = np.linalg.lstsq(design[keep], samples[keep, k], rcond=None)[0]
            rest = np.abs(samples[:, k] - design @ fit)
            keep = rest < max(REJECTED * 1.48 * float(np.median(rest)), 0.01)
        made[..., k] = np.float32(fit[0]) + np.float32(fit[1]) * across + np.float32(fit[2]) * down
    return made


def _noise(off: Float, level: Float, settings: ReaderSettings, cover: Mask | None = None) -> Float:
    """How far pixels stray that did not change, by their brightness: dark ones stray farther."""
    step = (BRIGHTEST - DARKEST) / LEVELS
    index = np.clip((level - DARKEST) / step, 0, LEVELS - 1).astype(np.int32)
    some = slice(None, None, max(1, index.size // 40000))
    at, values = index.ravel()[some], off.reshape(-1, 3)[some]
    if cover is not None:
        free = ~cover.ravel()[some]
        at, values = at[free], values[free]
    spread = np.full((LEVELS, 3), np.nan)
    for i in range(LEVELS):
        mine = values[at == i]
        if len(mine) >= 60:
            spread[i] = 1.48 * np.median(np.abs(mine), axis=0)
    known = np.flatnonzero(np.isfinite(spread[:, 0]))
    if len(known):
        for k in range(3):
            spread[:, k] = np.interp(np.arange(LEVELS), known, spread[known, k])
    made = np.clip(np.nan_to_num(spread, nan=0.1), settings.least_same_spread, 0.3).astype(np.float32)
    return np.asarray(made[index], dtype=np.float32)


def largest_blob(mask: Mask) -> int:
    """Pixels of the largest part of a mask that hangs together."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    return int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0


def solid(mask: Mask, width_px: int) -> NDArray[np.uint8]:
    """The parts of a mask that are at least so wide everywhere."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width_px, width_px))
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, kernel))

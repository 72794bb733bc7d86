"""Frames of a film from one picture without noise: each with noise of its own, and the light a little other."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.expose import Picture, tone_curve

# Noise is drawn once, a little larger than a frame; each frame takes another part of it.
ROOM_PX = 96


@dataclass(frozen=True, eq=False)
class Grain:
    """A camera's noise, as much as a frame and some room, in steps of the picture's 256."""

    noise: NDArray[np.int8]


def film_grain(size: tuple[int, int], noise: float, seed: int) -> Grain:
    """Noise as `expose` makes it: grey, and blotches of colour of half its size."""
    rng = np.random.default_rng([seed, 22])
    width, height = size[0] + ROOM_PX, size[1] + ROOM_PX
    made = np.repeat(rng.standard_normal((height, width, 1), dtype=np.float32), 3, axis=2)
    blotches = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), dtype=np.float32)
    made += np.float32(0.5) * np.asarray(cv2.resize(blotches, (width, height)))
    return Grain(np.clip(np.round(made * np.float32(255 * noise)), -127, 127).astype(np.int8))


def with_grain(picture: Picture, grain: Grain, rng: np.random.Generator) -> Picture:
    height, width = picture.shape[:2]
    v, u = (int(n) for n in rng.integers(0, ROOM_PX, 2))
    noise = grain.noise[v : v + height, u : u + width]
    return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), dtype=np.uint8)


def relit(picture: Picture, brightness: float, tint: tuple[float, float, float]) -> Picture:
    """The picture if there were more or less light, and of another colour (red, green, blue)."""
    curve = tone_curve()
    steps = np.arange(len(curve), dtype=np.float64)
    linear = np.interp(np.arange(256), curve, steps)
    table = np.empty((256, 1, 3), np.uint8)
    for i, factor in enumerate(tint):
        tone = np.interp(linear * brightness * factor, steps, curve)
        table[:, 0, 2 - i] = np.clip(np.round(tone), 0, 255)
    return np.asarray(cv2.LUT(picture, table), dtype=np.uint8)

"""What a camera makes of the light: blur, bend, vignette, white balance, noise and the usual curve."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.lens import Bend, bend_picture
from simulator.look import Look
from simulator.raster import FloatImage

Picture = NDArray[np.uint8]

VIGNETTE = 0.22


def expose(
    light: FloatImage,
    bend: Bend,
    look: Look,
    size: tuple[int, int],
    rng: np.random.Generator | None,
    corner: tuple[int, int] = (0, 0),
) -> Picture:
    """The picture (BGR) of what comes in as linear light (3, height, width); without `rng` it has no noise.

    Through a lens that does not bend, a part of the picture can be exposed by itself: `corner` is where it begins,
    `size` is that of the whole picture all the same.
    """
    full_width, full_height = size
    height, width = light.shape[1:] if bend.u is None else (full_height, full_width)
    gain = look.light.brightness / look.wood[1] * look.light.tint
    sigma = look.blur_px * full_width / 1280
    columns, rows = (
        np.arange(first, first + n, dtype=np.float32) for first, n in zip(corner, (width, height), strict=True)
    )
    across = ((columns - full_width / 2) / full_width) ** 2
    down = ((rows[:, None] - full_height / 2) / full_width) ** 2
    curve = tone_curve()
    falloff = ((1 - np.float32(2 * VIGNETTE) * (across + down)) * np.float32(len(curve) - 1)).astype(np.float32)
    grey = np.float32(0) if rng is None else rng.standard_normal((height, width), dtype=np.float32)
    grey *= np.float32(255 * look.noise)
    made = np.empty((height, width, 3), np.uint8)
    for i in range(3):
        channel = light[i] if sigma < 0.2 else np.asarray(cv2.GaussianBlur(light[i], (0, 0), sigma))
        channel = bend_picture(channel, bend) * falloff
        channel *= np.float32(gain[i])
        tone = curve.take(channel.astype(np.intp), mode="clip")
        if rng is not None:
            blotches = rng.standard_normal((height // 2 + 1, width // 2 + 1), dtype=np.float32)
            blotches *= np.float32(0.5 * 255 * look.noise)
            tone += grey
            tone += np.asarray(cv2.resize(blotches, (width, height)))
        # It rounds and takes what is too bright for white, as a camera does; noise below black is noise above it.
        made[..., 2 - i] = cv2.convertScaleAbs(tone)
    return made


@lru_cache(maxsize=1)
def tone_curve() -> NDArray[np.float32]:
    """From linear light to the picture's 0 to 255; the brightest tones are squeezed together, as cameras do."""
    linear = np.linspace(0, 1.6, 1 << 13)
    shoulder = np.where(linear < 0.7, linear, 0.7 + 0.3 * np.tanh((linear - 0.7) / 0.3))
    encoded = np.where(shoulder <= 0.0031308, 12.92 * shoulder, 1.055 * shoulder ** (1 / 2.4) - 0.055)
    return np.asarray(255 * encoded, dtype=np.float32)

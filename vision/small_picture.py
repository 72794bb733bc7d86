"""A small grey picture of a board: enough to tell at a glance whether anything moved or looks otherwise."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Image
from vision.eye_settings import EyeSettings

Small = NDArray[np.float32]
Box = tuple[int, int, int, int]
"""Left, upper, right and lower border of a part of a picture, in pixels."""


def small_picture(image: Image, box: Box | None, settings: EyeSettings) -> Small:
    """A small grey picture of a part of a frame, or of all of it."""
    if box is not None:
        image = image[box[1] : box[3], box[0] : box[2]]
    height, width = image.shape[:2]
    step = max(1, width // settings.small_px)
    # Every pixel counts where there are few; of many, some are enough to average the noise away.
    thin = max(1, step // 4)
    some = image[::thin, ::thin]
    size = (settings.small_px, max(1, round(settings.small_px * height / width)))
    made = cv2.resize(some, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(made, cv2.COLOR_BGR2GRAY), dtype=np.float32)


def changes(one: Small, other: Small) -> Small:
    """By how many grey levels each pixel differs, a change of all the light left out."""
    light = (float(np.median(other)) + 1.0) / (float(np.median(one)) + 1.0)
    return np.abs(np.asarray(other - one * np.float32(light), dtype=np.float32))


def looks_the_same(one: Small, other: Small, settings: EyeSettings) -> bool:
    """Whether nothing larger than compression and noise differs."""
    if one.shape != other.shape:
        return False
    mask = (changes(one, other) > settings.same_level).astype(np.uint8)
    if not mask.any():
        return True
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return count < 2 or int(stats[1:, cv2.CC_STAT_AREA].max()) < settings.same_cells

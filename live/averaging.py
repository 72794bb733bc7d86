"""The frames of a calm moment as one picture: what they show is the same, the noise of each is its own."""

from __future__ import annotations

import cv2
import numpy as np

from live.frame import Picture
from live.settings import TableSettings
from live.stillness import Motion
from vision.small_picture import Box, looks_the_same


def averaged(motion: Motion, box: Box | None, settings: TableSettings) -> Picture:
    """The mean of the frames that look like the newest, where the board is; around it the newest itself.

    It is taken of the values as they are: measured with noise of two to eight grey levels, and with JPEG, the mean of
    the light itself is no nearer to the picture without noise.
    """
    newest, small = motion.calm_frames[-1]
    alike = [
        image
        for image, other in motion.calm_frames
        if image is newest or (image.shape == newest.shape and looks_the_same(other, small, settings.eyes))
    ]
    if len(alike) < 2:
        return newest
    left, upper, right, lower = box or (0, 0, newest.shape[1], newest.shape[0])
    total = np.zeros((lower - upper, right - left, 3), np.uint16)
    for image in alike:
        cv2.add(total, image[upper:lower, left:right], total, dtype=cv2.CV_16U)
    made = newest.copy()
    made[upper:lower, left:right] = cv2.convertScaleAbs(total, alpha=1 / len(alike))
    return made

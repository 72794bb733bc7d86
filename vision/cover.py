"""What lies between the camera and the board: a hand, a sleeve, a sheet of paper. What it covers nobody can read.

The map comes from elsewhere; here it only becomes pixels that are no evidence.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float, Mask

Part = tuple[float, float, float, float]
"""Left, upper, right and lower border of a part of a picture, as shares of its width and height."""
WHOLE: Part = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True)
class CoverSettings:
    least_chance: float = 0.4  # probability: from here on a pixel is taken to be covered: unsure is better than wrong
    margin_share: float = 0.004  # of the picture's width: blur carries a hand's colour five pixels of 1280 beyond it
    cell_share: float = 0.5  # of the map's cell: a coarse map does not know its borders better than this


DEFAULT = CoverSettings()


@dataclass(frozen=True, eq=False)
class Cover:
    """How probable it is, everywhere in a picture, that something which is no board, table or piece hides it."""

    chance: Float
    """From 0 to 1, of any size, for the whole picture: (rows, columns)."""

    def is_empty(self, settings: CoverSettings = DEFAULT) -> bool:
        return not bool((self.chance >= settings.least_chance).any())

    def mask(self, width: int, height: int, part: Part = WHOLE, settings: CoverSettings = DEFAULT) -> Mask:
        """The pixels that are covered or so near to it that they may be, in a picture of this size.

        With a `part`, that part of the picture is so large.
        """
        if self.is_empty(settings):
            return np.zeros((height, width), bool)
        rows, columns = self.chance.shape
        left, upper, right, lower = part
        across, down = (right - left) * columns / width, (lower - upper) * rows / height
        # From a pixel's centre to the map's own pixels, whose centres have whole numbers too.
        shift = (left * columns + across / 2 - 0.5, upper * rows + down / 2 - 0.5)
        to_map = np.array([[across, 0.0, shift[0]], [0.0, down, shift[1]]])
        smooth = cv2.warpAffine(
            np.ascontiguousarray(self.chance, np.float32),
            to_map,
            (width, height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        margin = max(settings.margin_share, settings.cell_share / columns) / (right - left) * width
        reach = 2 * math.ceil(margin) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
        return np.asarray(cv2.dilate((smooth >= settings.least_chance).astype(np.uint8), kernel) > 0)

"""Spots of even colour.

A spot is even, whatever its colour: what bounds it is a step in any channel. So neither light nor paint matter here.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat.light import Picture

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Spots:
    """Middles (n, 2) and areas (n,) in pixels of the picture they were looked for in."""

    middle: Array
    area: Array

    def __len__(self) -> int:
        return len(self.area)


def edge_strength(image: Picture) -> NDArray[np.uint8]:
    """How much any channel changes within a pixel's neighbours."""
    calm = cv2.blur(image, (3, 3))
    kernel = np.ones((3, 3), np.uint8)
    change = cv2.subtract(cv2.dilate(calm, kernel), cv2.erode(calm, kernel))
    blue, green, red = cv2.split(change)
    return np.asarray(cv2.max(cv2.max(blue, green), red))


def find_spots(edges: NDArray[np.uint8], bar: float, least_px: float, least_fill: float, longest: float) -> Spots:
    """Connected pixels with edges below a bar that fill the upright box around them, and are hardly longer than wide.

    `least_px` is their least area, `least_fill` the share of the box, `longest` how many times as long as wide.
    """
    even = (edges <= bar).view(np.uint8)
    _, _, stats, centre = cv2.connectedComponentsWithStats(even, connectivity=4, ltype=cv2.CV_32S)
    area, wide, high = (stats[1:, i].astype(float) for i in (cv2.CC_STAT_AREA, cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT))
    fine = (area >= least_px) & (area > least_fill * wide * high)
    fine &= np.maximum(wide, high) < longest * np.minimum(wide, high)
    return Spots(centre[1:][fine], area[fine])

"""What a calibration was measured on, drawn over the photograph: every sighting and how far off it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.arrays import Image

if TYPE_CHECKING:
    from vision.tactori.calibrate.set_photos import SetResult


ENLARGED = 12.0  # times: a tenth of a pixel must be seen
GOOD, BAD = (60, 200, 60), (60, 60, 230)  # blue, green, red
SUB_PIXEL_BITS = 4


def draw_sightings(result: SetResult, view: int) -> Image:
    """The photograph with a dot at each sighting and a line along its residual, enlarged; outliers in red."""
    image = np.asarray(result.views[view].image).copy()
    seen, bundle = result.sightings, result.bundle
    mine = np.flatnonzero(seen.view == view)
    one = 1 << SUB_PIXEL_BITS
    ends = seen.pixels[mine] + seen.normal[mine] * ENLARGED * bundle.residual_px[mine, None]
    for k, end in zip(mine, ends, strict=True):
        colour = GOOD if bundle.inlier[k] else BAD
        start = tuple(int(v) for v in np.round(seen.pixels[k] * one))
        stop = tuple(int(v) for v in np.round(end * one))
        cv2.line(image, start, stop, colour, 1, cv2.LINE_AA, SUB_PIXEL_BITS)
        cv2.circle(image, start, one, colour, -1, cv2.LINE_AA, SUB_PIXEL_BITS)
    return image

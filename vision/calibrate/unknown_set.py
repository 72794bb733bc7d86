"""A set that nobody measured, measured on the very photograph that is to be read."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.measured import MeasuredSet
from calibration.physical_set import MEASURES, PhysicalSet
from calibration.refused import Refused
from vision.board.refine import square
from vision.calibrate.set_photos import SetSettings, View, measure_set
from vision.pose import FoundBoard

Image = NDArray[np.uint8]

# Fewer proportions than a calibration tries. And nothing is refused: heights and distances that a view does not tell
# apart explain this view equally well, and it is only this one that is read with them.
HERE = SetSettings(
    heights=(0.45, 0.51, 0.57, 0.63, 0.69, 0.75),
    widths=(0.62, 0.71),
    nearer=(-0.03, 0.03),
    largest_height_error=math.inf,
    rival_share=math.inf,
)


@dataclass(frozen=True)
class MeasuredHere:
    """The set, and the board as it lies if the set is like this."""

    measured_set: MeasuredSet
    found: FoundBoard


def measure_here(
    image: Image, found: FoundBoard, physical_set: PhysicalSet | None, camera_known: bool
) -> MeasuredHere | None:
    """What one photograph tells of the set that stands in it; None if it shows too little."""
    if found.board is None:
        return None
    given = physical_set or PhysicalSet.in_proportion()
    # The pose is in the given set's millimetres, so its pitch holds. If nobody measured that, the other measures say
    # how large the whole is and not how its parts compare.
    ruler = {"pitch_9": given.pitch_9}
    if physical_set is not None and "pitch_9" not in given.defaults:
        ruler |= {name: getattr(given, name) for name in MEASURES if name not in given.defaults}
    try:
        result = measure_set([View(image, found, found.board)], ruler, camera_known, settings=HERE)
    except Refused:
        return None
    made, pose = result.measured.physical_set, result.poses[0]
    corners = tuple((float(u), float(v)) for u, v in pose.project(square(made.board_side)))
    error = 0.0 if camera_known else result.bundle.focal_error
    return MeasuredHere(result.measured, replace(found, pose=pose, corners_px=corners, focal_error=error))

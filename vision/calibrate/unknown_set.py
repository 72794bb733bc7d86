"""A set that nobody measured, measured on the very photograph that is to be read."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.colours import ColourReferences
from calibration.measured import MeasuredSet
from calibration.physical_set import MEASURES, PhysicalSet
from calibration.refused import Refused
from vision.board.follow import side_mm
from vision.board.refine import square
from vision.calibrate.proportions import find_proportions
from vision.calibrate.set_photos import Seen, SetSettings, View, fit_set
from vision.pose import FoundBoard
from vision.tactori.read import Look, PieceSearch, look_at
from vision.tactori.settings import ReaderSettings

Image = NDArray[np.uint8]

# Proportions that are tried, in pitches: as far as those of a calibration. From the nearest one the fit finds the way.
HEIGHTS = tuple(0.42 + 0.015 * k for k in range(25))
WIDTHS = (0.61, 0.65, 0.69, 0.73)
# Nothing is refused: heights and distances that a view does not tell apart explain this view equally well, and it is
# only this one that is read with them. One look at the lines is enough where the proportions were about right: of 60
# known sets it told the height as well as four.
HERE = SetSettings(windows_px=(4.0, 2.5), settled=0.03, largest_height_error=math.inf)


@dataclass(frozen=True)
class MeasuredHere:
    """The set, and the board as it lies if the set is like this."""

    measured_set: MeasuredSet
    found: FoundBoard


def measure_here(
    image: Image, found: FoundBoard, physical_set: PhysicalSet | None, camera_known: bool
) -> MeasuredHere | None:
    """What one photograph tells of the set that stands in it; None if it shows too little."""
    begun = begin_here(image, found, physical_set, camera_known)
    return begun[0] if begun else None


def begin_here(
    image: Image,
    found: FoundBoard,
    physical_set: PhysicalSet | None,
    camera_known: bool,
    colours: ColourReferences | None = None,
) -> tuple[MeasuredHere, Look] | None:
    """The same, and what was seen at a first look, so that nobody has to look again."""
    if found.board is None:
        return None
    given = physical_set or PhysicalSet.in_proportion()
    # The pose is in the given set's millimetres, so its pitch holds. If nobody measured that, the other measures say
    # how large the whole is and not how its parts compare.
    ruler = {"pitch_9": given.pitch_9}
    if physical_set is not None and "pitch_9" not in given.defaults:
        ruler |= {name: getattr(given, name) for name in MEASURES if name not in given.defaults}
    usual = PhysicalSet.in_proportion(**ruler)
    if "board_side" not in ruler:
        usual = replace(usual, board_side=side_mm(found, usual))
    settings, pitch = ReaderSettings(), usual.pitch_9
    look = look_at(image, found.board, usual, found.pose, settings, colours, found.cover)
    begun = PieceSearch(look, found.board, usual, found.pose, settings)
    begun.search.sweep_by_colour()
    begun.learn()
    widths = (usual.tower_width / pitch,) if "tower_width" in ruler else WIDTHS
    heights = (usual.tower_height / pitch,) if "tower_height" in ruler else HEIGHTS
    best = find_proportions(begun.search, widths, heights, HERE.stray)
    if best is None:
        return None
    groove = min(usual.groove_depth, HERE.largest_groove * best.height * pitch)
    sizes = {"tower_width": best.width * pitch, "tower_height": best.height * pitch, "groove_depth": groove}
    made = replace(usual, **{name: size for name, size in sizes.items() if name not in ruler})
    seen = Seen(best.stacks, tuple(begun.sticks_between(best.stacks, made)), 0.0)
    try:
        result = fit_set([View(image, found, found.board)], made, [seen], ruler, camera_known, lambda share: None, HERE)
    except Refused:
        return None
    made, pose = result.measured.physical_set, result.poses[0]
    corners = tuple((float(u), float(v)) for u, v in pose.project(square(made.board_side)))
    error = 0.0 if camera_known else result.bundle.focal_error
    there = replace(found, pose=pose, corners_px=corners, focal_error=error)
    return MeasuredHere(result.measured, there), look

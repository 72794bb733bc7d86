"""One set for many photographs: measured on a few of them at once, then used for all, except where another one stands.

Photographs of a list mostly show one set, in many positions. To measure it anew on each makes each a little different
and takes its time. A photograph of another set is not forced into it: about how high its towers are is seen at the
first look, and where that is something else, it is measured by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import numpy as np

from calibration.arrays import Image
from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.measured import MeasuredSet
from calibration.physical_set import MEASURES, PhysicalSet, plan_of
from calibration.refused import Refused
from vision.board.find import NoBoard, find_board
from vision.found_board import FoundBoard
from vision.tactori.calibrate.joint_fit import Progress, View
from vision.tactori.calibrate.set_photos import SetSettings, fit_set, read_view
from vision.tactori.calibrate.unknown_set import begin_search, fit_begun
from vision.tactori.read import read_looks
from vision.tactori.reading import Reading
from vision.tactori.scan import board_of_pieces, read_board, reading_of
from vision.tactori.settings import ASK, ReaderSettings
from words.message import message

# In pitches: what a first look at the height may be off. Sets differ by 0.1 and more.
ROUGH = 0.05
# Two measured heights are those of two sets if they differ by more than this, in pitches, and by so many standard
# errors: what several photographs of one set told differed by 0.02 at most.
APART, APART_SIGMAS = 0.04, 3.0


def measure_list(
    images: Sequence[Image], each: Sequence[MeasuredSet], tell: Progress, board: int | None = None
) -> MeasuredSet:
    """The set that these photographs show, fitted over all of them at once.

    Parameters
    ----------
    each
        What was measured on single ones, to begin from.

    Raises
    ------
    Refused
        If they do not tell it.
    """
    views = []
    for image in images:
        try:
            found = find_board(image, plan_of(None, board))
        except NoBoard:
            continue
        if found.board is not None:
            views.append(View(image, found, found.board))
    if not views:
        raise Refused(message("calibrate.few_towers"), message("calibrate.advice.stacks"))
    made = middle_set(each)
    seen = []
    for view in views:
        seen.append(read_view(view, made))
        tell(0.5 * len(seen) / len(views))
    return fit_set(views, made, seen, {}, False, lambda share: tell(0.5 + 0.5 * share), SetSettings()).measured


def middle_set(each: Sequence[MeasuredSet]) -> PhysicalSet:
    """The measures in the middle, as proportions of a usual pitch."""
    usual = PhysicalSet.in_proportion()
    sizes = {
        name: usual.pitch_9 * median(getattr(one.physical_set, name) / one.physical_set.pitch_9 for one in each)
        for name in MEASURES
        if name != "pitch_9"
    }
    return replace(usual, **sizes)


def same_set(one: MeasuredSet, other: MeasuredSet) -> bool:
    """Whether what was measured can be one set; what was not told is no difference."""
    heights, errors = [], []
    for each in (one, other):
        pitch = each.physical_set.pitch_9
        if "tower_height" not in each.errors:
            return True
        heights.append(each.physical_set.tower_height / pitch)
        errors.append(each.errors["tower_height"] / pitch)
    apart = abs(heights[0] - heights[1])
    return apart <= APART or apart <= APART_SIGMAS * float(np.hypot(errors[0], errors[1]))


def read_with_list(
    image: Image,
    listed: MeasuredSet,
    camera: Camera | None = None,
    board: int | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
    colours: ColourReferences | None = None,
    sure: float = ASK["usual"],
) -> Reading:
    """Reads a photograph with the set of its list; if it shows another one, with that, which is then its `measured`.

    Raises `NoBoard` where there is no board.
    """
    found, made = _found(image, camera, board, corners, colours), listed.physical_set
    begun = begin_search([image], [found], None, colours)
    if begun is None or found.board is None:  # too little stands there to be anything else
        return read_board(image, _placed(image, found, made, camera), made, colours, found.cover, sure)
    settings = ReaderSettings(sure=sure)
    if abs(begun.best.height - made.tower_height / made.pitch_9) > ROUGH:
        fitted = fit_begun(begun, [image], [found], None, [camera is not None])
        own, placed = fitted.measured_set, fitted.found[0]
        if not same_set(own, listed):
            pieces = read_looks(begun.looks, found.board, own.physical_set, [placed.pose], settings)
            return replace(reading_of(placed, own.physical_set, pieces, colours, settings), measured=own)
    placed = _placed(image, found, made, camera)
    pieces = read_looks(begun.looks, found.board, made, [placed.pose], settings)
    return reading_of(placed, made, pieces, colours, settings)


def _found(
    image: Image,
    camera: Camera | None,
    board: int | None,
    corners: Sequence[tuple[float, float]] | None,
    colours: ColourReferences | None,
) -> FoundBoard:
    """The board as if nothing were known of its set."""
    found = find_board(image, plan_of(None, board), camera, corners)
    if found.board is not None:
        return found
    usual = PhysicalSet.in_proportion()
    return replace(found, board=board_of_pieces(image, found, usual, colours, found.cover))


def _placed(image: Image, found: FoundBoard, made: PhysicalSet, camera: Camera | None) -> FoundBoard:
    """The same board as it lies if it is as large as that of the list's set; as it was found if that does not fit."""
    try:
        placed = find_board(image, made.plan(found.board), camera, found.corners_px)
    except NoBoard:
        return found
    return replace(placed, board=found.board, cover=found.cover)

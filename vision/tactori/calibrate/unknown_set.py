"""A set that nobody measured, measured on the very photographs that are to be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.arrays import Image
from calibration.colours import ColourReferences
from calibration.measured import MeasuredSet
from calibration.physical_set import PhysicalSet
from vision.found_board import FoundBoard
from vision.tactori.calibrate.joint_fit import TOGETHER, FittedTogether, View, fit_together, given_measures, usual_set
from vision.tactori.calibrate.proportions import Proportions, find_proportions, with_towers
from vision.tactori.read import Look, PieceSearch, look_at
from vision.tactori.settings import ReaderSettings

# Proportions that are tried, in pitches: as far as those of a calibration. From the nearest one the fit finds the way.
HEIGHTS = tuple(0.42 + 0.015 * k for k in range(25))
WIDTHS = (0.61, 0.65, 0.69, 0.73)
FEWEST_TOWERS = 3  # fewer do not tell how high they are


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
    """The same, and what was seen at a first look, so that nobody has to look again.

    Nothing is refused: heights and distances that a view does not tell apart explain this view equally well, and it is
    only this one that is read with them.
    """
    begun = begin_together([image], [found], physical_set, [camera_known], colours)
    if begun is None:
        return None
    fitted, looks = begun
    return MeasuredHere(fitted.measured_set, fitted.found[0]), looks[0]


@dataclass(frozen=True)
class Begun:
    """A first search of photographs with a set as usual, and the proportions that explain them best."""

    search: PieceSearch
    usual: PhysicalSet
    best: Proportions
    looks: Sequence[Look]


def begin_search(
    images: Sequence[Image],
    found: Sequence[FoundBoard],
    physical_set: PhysicalSet | None,
    colours: ColourReferences | None = None,
    looks: Sequence[Look] | None = None,
) -> Begun | None:
    """About how wide and high the towers are in photographs of one position; None if there are too few of them."""
    board = found[0].board
    if board is None or any(each.board != board for each in found):
        return None
    ruler = given_measures(physical_set)
    usual = usual_set(found, ruler)
    settings, pitch = ReaderSettings(), usual.pitch_9
    seen = looks or [
        look_at(image, board, usual, each.pose, settings, colours, each.cover)
        for image, each in zip(images, found, strict=True)
    ]
    begun = PieceSearch(seen, board, usual, [each.pose for each in found], settings)
    begun.search.sweep_by_colour()
    begun.learn()
    widths = (usual.tower_width / pitch,) if "tower_width" in ruler else WIDTHS
    heights = (usual.tower_height / pitch,) if "tower_height" in ruler else HEIGHTS
    best = find_proportions(begun.search, widths, heights, TOGETHER.stray)
    if best is None or sum(map(len, best.stacks.values())) < FEWEST_TOWERS:
        return None
    return Begun(begun, usual, best, seen)


def begin_together(
    images: Sequence[Image],
    found: Sequence[FoundBoard],
    physical_set: PhysicalSet | None,
    cameras_known: Sequence[bool],
    colours: ColourReferences | None = None,
    looks: Sequence[Look] | None = None,
) -> tuple[FittedTogether, Sequence[Look]] | None:
    """What photographs of one position, their fields named alike, tell together of the set; None if it is too little.

    And the first look at each of them, unless somebody looked before. What was given of the set is not measured again;
    if all was, only poses and lenses are.
    """
    begun = begin_search(images, found, physical_set, colours, looks)
    if begun is None:
        return None
    return fit_begun(begun, images, found, physical_set, cameras_known), begun.looks


def fit_begun(
    begun: Begun,
    images: Sequence[Image],
    found: Sequence[FoundBoard],
    physical_set: PhysicalSet | None,
    cameras_known: Sequence[bool],
) -> FittedTogether:
    """The same set measured exactly, and the boards as they lie then."""
    ruler, usual, best = given_measures(physical_set), begun.usual, begun.best
    board = found[0].board
    assert board is not None
    made = with_towers(usual, best.width, best.height, ruler)
    sticks = begun.search.sticks_between(best.stacks, made)
    views = [View(image, each, board) for image, each in zip(images, found, strict=True)]
    return fit_together(views, cameras_known, physical_set, best.stacks, sticks, start=made)

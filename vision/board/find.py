"""Finding the board in a photograph, with no clicks, and where the camera stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from vision.board.colours import rim_contrast
from vision.board.cut_off import runs_out, sides_beyond
from vision.board.fit import usual_camera
from vision.board.lines import SmallPicture, merge, segments, small_picture
from vision.board.quads import Quads, enumerate_quads
from vision.board.refine import Candidate, Rough, Task, first_look, refine, square
from vision.board.settings import BoardSettings
from vision.pose import FoundBoard

Array = NDArray[np.float64]
Image = NDArray[np.uint8]
DEFAULT = BoardSettings()
REASONS = ("none", "cut_off", "corners", "fields")


class NoBoard(Exception):  # noqa: N818 - said as a sentence
    """`reason` is one of `REASONS`: nothing like a board, a part outside the picture, no corners, other fields.

    `sides` are the sides of the picture at which it is cut off: left, right, upper, lower.
    """

    def __init__(self, reason: str, sides: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.sides = sides


@dataclass(frozen=True)
class Quad:
    """A quadrilateral worth a closer look: corners in straightened small pixels, and what speaks for it."""

    corners: Array
    score: float
    colour: float
    """How much another colour lies outside than inside, see `settings.plain_colour`."""


def find_board(
    image: Image,
    physical_set: PhysicalSet | None = None,
    camera: Camera | None = None,
    board: int | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
    side_known: bool | None = None,
    settings: BoardSettings = DEFAULT,
) -> FoundBoard:
    """Where the board is, how many fields it has and from where the camera sees it.

    Parameters
    ----------
    image
        The photograph, blue, green, red.
    physical_set
        Only `pitch_9`, `board_side` and `board_thickness` are used; None for a set nobody measured.
    camera
        If None, focal length and k1 are estimated with the pose.
    board
        5 or 9 if it is known; None to tell from the marks.
    corners
        The board's corners as someone clicked them, in any order, to about 3 % of the side.
    side_known
        Whether `physical_set.board_side` was measured; otherwise it is fitted. None: as the set itself says.

    Raises
    ------
    NoBoard
        If there is none, or a part of it is outside the picture.
    """
    size = (image.shape[1], image.shape[0])
    lens = usual_camera(size, settings) if camera is None else camera.at_size(size)
    made, measured = _known_side(physical_set, side_known, settings)
    task = Task(image, made, lens, camera is not None, measured, board, settings)
    small = small_picture(image, lens, settings)
    if corners is not None:
        best = _near_corners(corners, small, task)
        return _report(best, task, board or judge(best, settings))
    found = _search(small, task)
    if found is None:
        side = runs_out(merge(segments(small, settings), settings), small, settings)
        raise NoBoard("cut_off", (side,)) if side else NoBoard("none")
    _refuse_if_cut(found, task)
    return _report(found, task, (board or judge(found, settings)) if good(found, settings) else None)


def _known_side(
    physical_set: PhysicalSet | None, side_known: bool | None, settings: BoardSettings
) -> tuple[PhysicalSet, bool]:
    """The set to look for, and whether its board's side can be relied on; a usual one stands for one that cannot."""
    if physical_set is None:
        return PhysicalSet.in_proportion(), False
    if "board_side" not in physical_set.defaults if side_known is None else side_known:
        return physical_set, True
    return replace(physical_set, board_side=settings.side_steps * physical_set.pitch_9), False


def _search(small: SmallPicture, task: Task) -> Candidate | None:
    """The board. Where the first look finds none: one at faint edges, then one with more lines."""
    settings = task.settings
    pieces = segments(small, settings)
    tried: list[Candidate] = []
    looked: list[Array] = []
    unmarked: list[Rough] = []
    for faint, count in ((False, settings.lines), (True, settings.lines), (False, settings.more_lines)):
        seen = segments(small, settings, faint) if faint else pieces
        quads = enumerate_quads(merge(seen, settings, count), small, settings, task.camera_known)
        led = []
        for quad in shortlist(quads, small, faint, settings):
            corners = _full(quad.corners, small)
            if any(np.array_equal(quad.corners, other) for other in looked) or _held(corners, tried, settings):
                continue
            looked.append(quad.corners)
            rough = first_look(corners, quad.score, task)
            if rough.promising(settings) and len(tried) < settings.most_refined:
                tried.append(refine(rough, task))
                if sure(tried[-1], settings):
                    return tried[-1]
            elif rough.led:
                if rough.sides_seen > settings.some_sides_seen:
                    led.append(rough)
            elif quad.colour > settings.plain_quad:
                unmarked.append(rough)
        # Boards without marks are rare: they wait until faint edges were looked at.
        wait = not faint and count == settings.lines
        for rough in _best(led, task) + ([] if wait else _best(unmarked, task)):
            if len(tried) >= settings.most_refined:
                break
            if _held(rough.corners_px, tried, settings):
                continue
            tried.append(refine(rough, task))
            if sure(tried[-1], settings):
                return tried[-1]
        if wait:
            continue
        # What was good but not sure had to wait for something better.
        held = [candidate for candidate in tried if good(candidate, settings)]
        if held:
            return max(held, key=lambda candidate: candidate.quality)
        bare = [candidate for candidate in tried if plain(candidate, small, settings)]
        if bare:
            return max(bare, key=lambda one: float(one.edges.support.mean()) + settings.plain_rank * one.rank)
        unmarked = []
    return None


def _held(corners_px: Array, tried: list[Candidate], settings: BoardSettings) -> bool:
    """Whether a quadrilateral is that of a board that was found already and only waits for a better one."""
    for candidate in tried:
        if not good(candidate, settings):
            continue
        found = candidate.fitted.pose.project(square(candidate.side_mm))
        apart = min(float(np.abs(np.roll(corners_px, k, axis=0) - found).max()) for k in range(4))
        if apart < settings.same_board * float(np.linalg.norm(found[1] - found[0])):
            return True
    return False


def _best(roughs: list[Rough], task: Task) -> list[Rough]:
    """The few worth refining, best first."""
    settings = task.settings
    return sorted(roughs, key=lambda rough: -rough.worth(settings))[: settings.refined]


def shortlist(quads: Quads, small: SmallPicture, faint: bool, settings: BoardSettings) -> list[Quad]:
    """The quadrilaterals worth a closer look, best first."""
    x, y = quads.corners[..., 0], quads.corners[..., 1]
    area = (
        np.abs((x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(1)) / 2 / (small.lens.size[0] * small.lens.size[1])
    )
    order = np.argsort(-quads.cover.mean(1) - settings.size_weight * area)[: settings.coloured]
    corners, cover = quads.corners[order], quads.cover[order]
    if not len(order):
        return []
    outside, inside = rim_contrast(corners, small, settings)
    colour = (outside - inside).mean(1) + settings.every_side * outside.min(1)
    score = cover.mean(1) + colour * (settings.faint_colour if faint else 1.0)
    taken: list[int] = []
    turned = np.stack([np.roll(corners, k, axis=1) for k in range(4)], axis=1)
    for k in np.argsort(-score):
        side = np.linalg.norm(corners[k] - np.roll(corners[k], 1, axis=0), axis=1).mean()
        apart = np.abs(corners[k] - turned[taken]).max((2, 3)) if taken else np.full((1, 1), np.inf)
        if apart.min() > settings.alike * side:
            taken.append(int(k))
        if len(taken) == settings.fitted * (2 if faint else 1):
            break
    return [Quad(corners[k], float(score[k]), float(colour[k])) for k in taken]


def _near_corners(given: Sequence[tuple[float, float]], small: SmallPicture, task: Task) -> Candidate:
    """The board near corners that someone clicked; edges and marks correct them."""
    settings = task.settings
    points = np.array(given, dtype=np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise NoBoard("corners")
    around = points - points.mean(0)
    points = points[np.argsort(-np.arctan2(around[:, 1], around[:, 0]))]
    step = np.roll(points, -1, axis=0) - points
    after = np.roll(step, -1, axis=0)
    side = np.linalg.norm(step, axis=1)
    if (step[:, 0] * after[:, 1] - step[:, 1] * after[:, 0] >= 0).any() or side.min() < 0.05 * max(small.lens.size):
        raise NoBoard("corners")
    roughs = [first_look(points, 0.0, task)]
    for faint in (False, True):
        quads = enumerate_quads(merge(segments(small, settings, faint), settings), small, settings, task.camera_known)
        pixels = _full(quads.corners, small)
        apart = [np.linalg.norm(np.roll(pixels, k, axis=1) - points, axis=2).max(1) for k in range(4)]
        order = np.argsort(np.min(apart, axis=0) - settings.clicked * side.mean() * quads.cover.mean(1))
        near = [k for k in order if np.min(apart, axis=0)[k] < settings.clicked * side.mean()]
        roughs += [first_look(pixels[k], float(quads.cover[k].mean()), task) for k in near[:3]]
        best = max((refine(rough, task) for rough in _best(roughs, task)), key=lambda candidate: candidate.quality)
        if good(best, settings):
            break
    return best


def _full(corners: Array, small: SmallPicture) -> Array:
    """Pixels of the photograph for straightened ones of the small picture."""
    return (small.bend(corners) + 0.5) * small.scale - 0.5 if len(corners) else corners


def good(found: Candidate, settings: BoardSettings) -> bool:
    """Whether this is certainly the board, and its fields are 5x5 or 9x9."""
    return (
        found.marks >= settings.least_nodes
        and found.clear > settings.even_match + settings.few_marks / found.marks
        and max(found.clear, found.lattice.averaged) > settings.least_match
        and found.agreement > settings.least_agreement
        and found.quality > settings.good_quality
        and float(found.edges.support.mean()) > settings.side_support
        and judge(found, settings) is not None
    )


def sure(found: Candidate, settings: BoardSettings) -> bool:
    """Whether nothing better need be looked for."""
    return good(found, settings) and max(found.clear, found.lattice.averaged) > settings.sure_match


def plain(found: Candidate, small: SmallPicture, settings: BoardSettings) -> bool:
    """Whether this is a square of one colour with four clear sides, whatever is on it."""
    if float(found.edges.support.min()) < settings.plain_support:
        return False
    corners = found.fitted.pose.project(square(found.side_mm))
    straight = small.straighten((corners + 0.5) / small.scale - 0.5)
    # A line of a grid is another colour too, but not farther out.
    for share in (settings.rim_share, settings.far_rim_share):
        outside, inside = rim_contrast(straight[None], small, settings, share)
        apart = float((outside - inside).mean() + settings.every_side * outside.min())
        if apart <= settings.plain_colour or float(inside.mean()) > settings.plain_inside:
            return False
    return True


def judge(found: Candidate, settings: BoardSettings) -> int | None:
    """5 or 9, or None where the marks are neither."""
    lattice = found.lattice
    if found.clear < settings.even_match or lattice.between > settings.between_share * found.clear:
        return None
    return lattice.fields(settings)


def _refuse_if_cut(found: Candidate, task: Task) -> None:
    corners = found.fitted.pose.project(square(found.side_mm))
    allowed = task.settings.cut_share * float(np.linalg.norm(corners[1] - corners[0]))
    height, width = task.image.shape[:2]
    if sides := sides_beyond(corners, (width, height), allowed):
        raise NoBoard("cut_off", sides)


def _report(found: Candidate, task: Task, board: int | None) -> FoundBoard:
    pose = found.fitted.pose
    corners = tuple((float(u), float(v)) for u, v in pose.project(square(found.side_mm)))
    return FoundBoard(board, pose, corners, found.fitted.focal_error)

"""Finding the board in a photograph, with no clicks, and where the camera stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from vision.board.colours import rim_contrast
from vision.board.cut_off import runs_out
from vision.board.edges import measure_edges
from vision.board.fit import usual_camera
from vision.board.lines import SmallPicture, merge, segments, small_picture
from vision.board.quads import Quads, enumerate_quads
from vision.board.refine import Candidate, Rough, Task, first_look, refine, square
from vision.board.settings import BoardSettings
from vision.pose import FoundBoard, Pose

Array = NDArray[np.float64]
Image = NDArray[np.uint8]
DEFAULT = BoardSettings()
REASONS = ("none", "cut_off", "corners")


class NoBoard(Exception):  # noqa: N818 - said as a sentence
    """`reason` is one of `REASONS`: nothing like a board, a part of it outside the picture, corners that are none."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def find_board(
    image: Image,
    physical_set: PhysicalSet | None = None,
    camera: Camera | None = None,
    board: int | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
    side_known: bool = True,
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
        Whether `physical_set.board_side` was measured; otherwise it is fitted.

    Raises
    ------
    NoBoard
        If there is none, or a part of it is outside the picture.
    """
    size = (image.shape[1], image.shape[0])
    lens = usual_camera(size, settings) if camera is None else camera.at_size(size)
    made = physical_set or PhysicalSet.in_proportion()
    task = Task(image, made, lens, camera is not None, side_known and physical_set is not None, board, settings)
    small = small_picture(image, lens, settings)
    if corners is not None:
        best = _near_corners(corners, small, task)
        return _report(best, task, board or judge(best, settings))
    found = _search(small, task)
    if found is None:
        open_ended = runs_out(merge(segments(small, settings), settings), small, settings)
        raise NoBoard("cut_off" if open_ended else "none")
    _refuse_if_cut(found, task)
    return _report(found, task, (board or judge(found, settings)) if good(found, settings) else None)


def _search(small: SmallPicture, task: Task) -> Candidate | None:
    """The board. Where the first look finds none: one at faint edges, then one with more lines."""
    settings = task.settings
    pieces = segments(small, settings)
    tried: list[Candidate] = []
    for faint, count in ((False, settings.lines), (True, settings.lines), (False, settings.more_lines)):
        seen = segments(small, settings, faint) if faint else pieces
        quads = enumerate_quads(merge(seen, settings, count), small, settings, task.camera_known)
        roughs = []
        for corners, rank in shortlist(quads, small, faint, settings):
            rough = first_look(_full(corners, small), rank, task)
            roughs.append(rough)
            if rough.led and rough.lattice.clear(settings) > settings.clear_match:
                break
        tried += _refine_best(roughs, task)
        best = max(tried, key=lambda candidate: candidate.quality, default=None)
        if best is not None and good(best, settings):
            return best
        bare = [candidate for candidate in tried if plain(candidate, small, settings)]
        if bare:
            return max(bare, key=lambda candidate: float(candidate.edges.support.mean()) + 0.1 * candidate.rank)
    return None


def _refine_best(roughs: list[Rough], task: Task) -> list[Candidate]:
    settings = task.settings
    roughs = sorted(roughs, key=lambda rough: -(rough.lattice.clear(settings) + 0.3 * rough.rank))
    made = []
    for rough in roughs[: settings.refined]:
        candidate = refine(rough, task)
        if candidate.clear > settings.clear_match and candidate.edges.support.mean() < settings.side_support:
            candidate = _one_field_off(rough, candidate, task)
        made.append(candidate)
        if candidate.quality > settings.good_quality:
            break
    return made


def _one_field_off(rough: Rough, found: Candidate, task: Task) -> Candidate:
    """Marks fit, edges do not: on a board of lines a lattice one field aside fits its marks as well."""
    settings, made = task.settings, task.physical_set
    start = found.fitted.pose
    window = settings.windows_px[0] * task.scale
    best, most = found, float(found.edges.support.mean())
    for x, y in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
        step = start.rotation @ np.array([x, y, 0.0]) * made.pitch_9 + np.array(start.tvec)
        pose = Pose(start.camera, start.rvec, (float(step[0]), float(step[1]), float(step[2])))
        edges = measure_edges(task.image, pose, found.side_mm, made.board_thickness, window, window, settings)
        if edges.support.mean() > most:
            moved = refine(replace(rough, pose=pose, led=False), task)
            if moved.edges.support.mean() > most:
                best, most = moved, float(moved.edges.support.mean())
    return best


def shortlist(quads: Quads, small: SmallPicture, faint: bool, settings: BoardSettings) -> list[tuple[Array, float]]:
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
    colour = (outside - inside).mean(1) + 0.5 * outside.min(1)
    score = cover.mean(1) + colour * (settings.faint_colour if faint else 1.0)
    taken: list[int] = []
    for k in np.argsort(-score):
        side = np.linalg.norm(corners[k] - np.roll(corners[k], 1, axis=0), axis=1).mean()
        apart = [np.abs(corners[k] - np.roll(corners[t], s, axis=0)).max() for t in taken for s in range(4)]
        if not apart or min(apart) > settings.alike * side:
            taken.append(int(k))
        if len(taken) == settings.fitted * (2 if faint else 1):
            break
    return [(corners[k], float(score[k])) for k in taken]


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
        best = max(_refine_best(roughs, task), key=lambda candidate: candidate.quality)
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
        and found.quality > settings.good_quality
        and float(found.edges.support.mean()) > settings.side_support
        and judge(found, settings) is not None
    )


def plain(found: Candidate, small: SmallPicture, settings: BoardSettings) -> bool:
    """Whether this is a square of one colour with four clear sides, whatever is on it."""
    if float(found.edges.support.min()) < settings.plain_support:
        return False
    corners = found.fitted.pose.project(square(found.side_mm))
    straight = small.straighten((corners + 0.5) / small.scale - 0.5)
    outside, inside = rim_contrast(straight[None], small, settings)
    return float((outside - inside).mean() + 0.5 * outside.min()) > settings.plain_colour


def judge(found: Candidate, settings: BoardSettings) -> int | None:
    """5 or 9, or None where the marks are neither."""
    lattice = found.lattice
    if found.clear < settings.even_match or lattice.between > settings.between_share * found.clear:
        return None
    return lattice.fields(settings)


def _refuse_if_cut(found: Candidate, task: Task) -> None:
    corners = found.fitted.pose.project(square(found.side_mm))
    allowed = task.settings.cut_share * np.linalg.norm(corners[1] - corners[0])
    height, width = task.image.shape[:2]
    if (corners < -allowed).any() or (corners > np.array([width, height]) - 1 + allowed).any():
        raise NoBoard("cut_off")


def _report(found: Candidate, task: Task, board: int | None) -> FoundBoard:
    pose = found.fitted.pose
    corners = tuple((float(u), float(v)) for u, v in pose.project(square(found.side_mm)))
    return FoundBoard(board, pose, corners, found.fitted.focal_error)

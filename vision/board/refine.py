"""From four rough corners to a pose that fits the fields' marks and the board's edges to a fraction of a pixel."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from vision.board.edges import Edges, measure_edges
from vision.board.fit import Fitted, Observations, fit, pose_of_corners, uncertainty_px
from vision.board.lattice import ALL, EVEN, NODES, Lattice, lattice_growth, read_lattice, top_view
from vision.board.margin import find_margin
from vision.board.settings import BoardSettings

Array = NDArray[np.float64]
Image = NDArray[np.uint8]


@dataclass(frozen=True)
class Task:
    """What is known before looking."""

    image: Image
    physical_set: PhysicalSet
    lens: Camera
    camera_known: bool
    side_known: bool
    board: int | None
    settings: BoardSettings

    @property
    def usual_growth(self) -> tuple[float, float]:
        """Of the board's side against the one in `physical_set`, where it was not measured; and its deviation."""
        given = self.physical_set.board_side / self.physical_set.pitch_9
        return self.settings.side_steps / given, self.settings.side_steps_sd / given

    @property
    def scale(self) -> float:
        """Settings in pixels are for pictures 1280 wide."""
        return max(self.image.shape[:2]) / 1280


@dataclass(frozen=True)
class Rough:
    """A quadrilateral with a first pose and a first look at its marks."""

    pose: Pose
    growth: float
    lattice: Lattice
    marks: Observations
    led: bool
    """Whether marks, not corners, say where the board is."""
    growth_error: float = 0.0
    side_known: bool = True
    """Whether the board's side was measured, and edges do not contradict."""


@dataclass(frozen=True)
class Candidate:
    """A board fitted to the picture, with all that speaks for it."""

    fitted: Fitted
    edges: Edges
    lattice: Lattice
    side_mm: float
    marks: int
    """Fields whose mark agrees with the pose."""
    agreement: float
    clear: float
    """Usual correlation of a field's mark with the common one."""
    strangeness: float
    """Squared deviation of an estimated camera from usual ones, in standard deviations."""
    quality: float
    """See `settings.good_quality`."""


def quality(support: Array, clear: float, agreement: float, strangeness: float, settings: BoardSettings) -> float:
    # Marks alone do not make a board: a lattice one field aside fits them as well.
    marks = settings.marks_weight * clear * agreement * min(1.0, float(support.mean()) / settings.enough_support)
    sides = float(support.mean() + settings.least_side_weight * support.min())
    return marks + sides - settings.strange_weight * strangeness


def square(side_mm: float) -> Array:
    return np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * side_mm / 2


def first_look(corners_px: Array, task: Task) -> Rough:
    """A pose from four corners, and how well fields' marks agree with one another in its top view."""
    settings, pitch = task.settings, task.physical_set.pitch_9
    corners = square(task.physical_set.board_side)
    pose = pose_of_corners(corners_px, task.physical_set.board_side, task.lens)
    sigma = np.full(4, settings.corner_sigma_px * task.scale)
    seen = Observations.of_points(corners, corners_px, sigma, True)
    pose = facing(fit(pose, seen, settings, task.camera_known, rounds=settings.corner_rounds).pose)
    view = top_view(task.image, pose, pitch, settings.rough_pitch_tpx, settings.rough_blur_steps, settings)
    growth = 1.0 if task.side_known else lattice_growth(view, settings)
    if growth != 1.0:
        pose = Pose(pose.camera, pose.rvec, _three(np.array(pose.tvec) * growth))
        view = top_view(task.image, pose, pitch, settings.rough_pitch_tpx, settings.rough_blur_steps, settings)
    lattice = read_lattice(view, settings.rough_search_steps, EVEN, settings)
    marks = _marks(lattice, pose, task)
    clear = lattice.clear(settings)
    led = len(marks.sigma_px) >= 2 * settings.leading_marks and clear > settings.leading_match
    led &= lattice.between < settings.between_share * clear
    if led:
        # The corners may be the slab's lower ones: let the marks lead.
        sigma = np.full(4, settings.loose_corner_sigma_px * task.scale)
        loose = Observations.of_points(corners, pose.project(corners * growth), sigma, True)
        seen = Observations.join(marks, loose)
        made = fit(pose, seen, settings, task.camera_known, task.side_known, growth, task.usual_growth)
        return _placed(Rough(made.pose, made.growth, lattice, marks, led), task)
    return Rough(pose, growth, lattice, marks, led, task.usual_growth[1], task.side_known)


def refine(rough: Rough, task: Task) -> Candidate:
    """From a first pose to one that fits marks and edges to a fraction of a pixel."""
    settings, made = task.settings, task.physical_set
    task = replace(task, side_known=rough.side_known)
    pose, growth, led = rough.pose, rough.growth, rough.led
    usual = (growth if led else task.usual_growth[0], rough.growth_error)
    teachers, settled = EVEN, False
    windows = list(settings.windows_px)
    turn = 0
    while turn < len(windows):
        side = made.board_side * growth
        window = windows[turn] * task.scale
        spread = min(window, settings.led_spread_px * task.scale) if led else window
        edges = measure_edges(task.image, pose, side, made.board_thickness, window, spread, settings)
        seen = _unit(edges.seen, growth)
        if turn == 0:
            if led:
                seen, _ = _trusted(pose, rough.marks, seen, edges, growth, usual, task)
                seen = Observations.join(rough.marks, seen)
            fitted = fit(pose, seen, settings, task.camera_known, True, growth)
            pose, turn = fitted.pose, turn + 1
            continue
        if not settled:
            view = top_view(task.image, pose, made.pitch_9, settings.pitch_tpx, settings.blur_steps, settings)
            lattice = read_lattice(view, settings.search_steps, teachers, settings)
            marks = _marks(lattice, pose, task)
            count = len(marks.sigma_px) // 2
            hopeless = lattice.clear(settings) < settings.hopeless
        sides = edges.side
        if count >= settings.leading_marks:
            seen, sides = _trusted(pose, marks, seen, edges, growth, usual, task)
        both = Observations.join(marks, seen)
        fitted = fit(pose, both, settings, task.camera_known, task.side_known, growth, usual)
        agreeing = int((fitted.weight[: 2 * count] > settings.agrees).sum() / 2)
        if hopeless:
            # No board of ours; its edges are measured all the same, it may be another's.
            pose, growth, settled = fitted.pose, fitted.growth, True
            turn += 1
            continue
        if turn == 1 and count >= settings.leading_marks and agreeing < settings.agreement * count:
            # An edge of the slab or of a shadow was taken for the board's: marks lead, edges are looked for again.
            loose = replace(seen, sigma_px=seen.sigma_px * settings.distrust)
            both = Observations.join(marks, loose)
            fitted = fit(pose, both, settings, task.camera_known, task.side_known, growth, usual)
            windows.insert(turn + 1, windows[turn])
            led = True
            agreeing = int((fitted.weight[: 2 * count] > settings.agrees).sum() / 2)
        elif (
            count >= settings.leading_marks
            and agreeing < settings.full_agreement * count
            and edges.support.mean() > settings.side_support
        ):
            fitted = _without_a_side(fitted, marks, seen, sides, usual, task)
            agreeing = int((fitted.weight[: 2 * count] > settings.agrees).sum() / 2)
        if led and agreeing < settings.half_agreement * count:
            break
        moved = np.abs(fitted.pose.project(square(made.board_side * fitted.growth)) - pose.project(square(side))).max()
        pose, growth = fitted.pose, fitted.growth
        again = moved > settings.unsettled * window and agreeing > settings.half_agreement * count
        if again and turn == len(windows) - 1 and len(windows) < settings.most_turns:
            # Edges were looked for where the board is not quite.
            windows.append(windows[turn])
        teachers = EVEN if lattice.fields(settings) == 5 else ALL
        # Where nearly all marks agree, a third look at them would not move them; edges move with their window.
        settled = agreeing >= settings.settled_marks and agreeing > settings.settled_share * count
        turn += 1
    camera, strange = fitted.pose.camera, 0.0
    if not task.camera_known:
        strange = (np.log(camera.fx / task.lens.fx) / settings.log_focal_sd) ** 2
        strange += ((camera.dist[0] - settings.k1_prior) / settings.k1_sd) ** 2
    share = agreeing / max(1, count)
    return Candidate(
        fitted,
        edges,
        lattice,
        made.board_side * growth,
        agreeing,
        share,
        lattice.clear(settings),
        float(strange),
        quality(edges.support, lattice.clear(settings), share, float(strange), settings),
    )


def look_at_marks(
    image: Image, pose: Pose, board: int, physical_set: PhysicalSet, settings: BoardSettings
) -> Observations:
    """Where the marks of a board are that was found before."""
    lens = pose.camera
    task = Task(image, physical_set, lens, True, True, board, settings)
    view = top_view(image, pose, physical_set.pitch_9, settings.pitch_tpx, settings.blur_steps, settings)
    lattice = read_lattice(view, settings.search_steps, EVEN if board == 5 else ALL, settings)
    return _marks(lattice, pose, task)


def _placed(rough: Rough, task: Task) -> Rough:
    """With its lattice where the board's edges say, and the side they make."""
    settings, made, pose = task.settings, task.physical_set, rough.pose
    given = made.board_side / made.pitch_9
    margin = find_margin(task.image, pose, made.pitch_9, given if task.side_known else None, settings)
    growth = margin.steps / given
    known = task.side_known and margin.steps == given
    step = np.array([*margin.shift, 0.0]) * made.pitch_9
    pose = Pose(pose.camera, pose.rvec, _three(pose.rotation @ step + np.array(pose.tvec)))
    marks = replace(rough.marks, points_mm=rough.marks.points_mm - step)
    error = settings.margin_sd / given
    return replace(rough, pose=pose, growth=growth, marks=marks, growth_error=error, side_known=known)


def _trusted(
    pose: Pose,
    marks: Observations,
    seen: Observations,
    edges: Edges,
    growth: float,
    usual: tuple[float, float],
    task: Task,
) -> tuple[Observations, NDArray[np.intp]]:
    """Edges that the marks do not contradict, and the side of each.

    On sides where the slab shows, they are taken for that of its two edges which was seen.

    In glaring light the slab's side may be as bright as the top face, and only its lower edge is there to be seen.
    Elsewhere a shadow beside the board may be stronger than its edge.
    """
    settings, made = task.settings, task.physical_set
    loose = replace(seen, sigma_px=seen.sigma_px * settings.distrust)
    both = Observations.join(marks, loose)
    without = fit(pose, both, settings, task.camera_known, task.side_known, growth, usual)
    unsure = uncertainty_px(without, seen) if len(seen.sigma_px) else np.zeros(0)
    keep, points = np.ones(len(seen.sigma_px), dtype=bool), seen.points_mm.copy()
    stretch = [without.growth, without.growth, 1.0]
    for k in np.unique(edges.side):
        mine = edges.side == k
        apart = []
        for depth in (0.0, made.board_thickness):
            there = without.pose.project(seen.points_mm[mine] * stretch - [0.0, 0.0, depth])
            apart.append(abs(float(np.median(((there - seen.pixels[mine]) * seen.normal[mine]).sum(1)))))
        if edges.slab_px[k] > settings.slab_seen_px and apart[1] < apart[0]:
            points[mine, 2] = -made.board_thickness
            apart[0] = apart[1]
        sigma = float(np.median(unsure[mine]))
        keep[mine] = apart[0] < max(settings.doubt_px * task.scale, settings.doubt_sigmas * sigma)
    return replace(seen, points_mm=points).only(keep), edges.side[keep]


def _without_a_side(
    found: Fitted,
    marks: Observations,
    seen: Observations,
    sides: NDArray[np.intp],
    usual: tuple[float, float],
    task: Task,
) -> Fitted:
    """Marks and edges contradict one another: the fit most marks agree with, without one side or two opposite ones."""
    best, most = found, int((found.weight[: len(marks.sigma_px)] > task.settings.agrees).sum())
    for doubted in ((0,), (1,), (2,), (3,), (0, 2), (1, 3)):
        rest = ~np.isin(sides, doubted)
        both = Observations.join(marks, seen.only(rest))
        made = fit(found.pose, both, task.settings, task.camera_known, task.side_known, found.growth, usual)
        agreeing = int((made.weight[: len(marks.sigma_px)] > task.settings.agrees).sum())
        if agreeing > most:
            best, most = made, agreeing
    return best


def _unit(seen: Observations, growth: float) -> Observations:
    """Edge points as of a board of the side that was given, which the fit lets grow."""
    return Observations(seen.points_mm / [growth, growth, 1.0], seen.pixels, seen.normal, seen.sigma_px, seen.grows)


def _marks(lattice: Lattice, pose: Pose, task: Task) -> Observations:
    settings, pitch = task.settings, task.physical_set.pitch_9
    clear = np.nan_to_num(lattice.match) > max(settings.mark_match, settings.mark_share * lattice.clear(settings))
    if (task.board or lattice.fields(settings)) == 5:
        clear &= EVEN
    seen = np.flatnonzero(clear)
    where = np.concatenate([(NODES[seen] - 4.0) * pitch, np.zeros((len(seen), 1))], axis=1)
    moved = where + np.pad(lattice.offset[seen] * pitch, ((0, 0), (0, 1)))
    sigma = settings.mark_sigma_px * task.scale / np.maximum(lattice.match[seen], settings.mark_match)
    pixels = pose.project(moved) if len(seen) else np.zeros((0, 2))
    return Observations.of_points(where, pixels, sigma, False)


def facing(pose: Pose) -> Pose:
    """The same pose with a1 at the near left: of four turns the one whose near side is lowest in the picture."""
    rotation = pose.rotation
    turns = [
        np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]]) for a in np.arange(4) * np.pi / 2
    ]
    best = max(turns, key=lambda turn: float(-(rotation @ turn)[1, 1]))
    return Pose(pose.camera, _three(cv2.Rodrigues(rotation @ best)[0]), pose.tvec)


def _three(values: Array) -> tuple[float, float, float]:
    a, b, c = (float(v) for v in np.ravel(values))
    return a, b, c

"""From four rough corners to a pose that fits the fields' marks and the board's edges to a fraction of a pixel."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Image, Mask
from calibration.board_plan import BoardPlan
from calibration.camera import Camera
from calibration.pose import Pose
from vision.board.edges import Edges, measure_edges
from vision.board.fit import Fitted, Observations, fit, pose_of_corners, uncertainty_px
from vision.board.lattice import ALL, EVEN, NODES, Lattice, lattice_growth, read_lattice, top_view
from vision.board.margin import find_margin
from vision.board.settings import BoardSettings
from vision.found_board import facing, square


@dataclass(frozen=True)
class Search:
    """A picture, and what is known of board and camera before looking."""

    image: Image
    plan: BoardPlan
    lens: Camera
    camera_known: bool
    settings: BoardSettings

    @classmethod
    def of(cls, image: Image, plan: BoardPlan, lens: Camera, camera_known: bool, settings: BoardSettings) -> Search:
        """A side that nobody measured is taken to be a usual one."""
        if not plan.side_measured:
            plan = replace(plan, side_mm=settings.side_steps * plan.pitch_mm)
        return cls(image, plan, lens, camera_known, settings)

    @property
    def usual_growth(self) -> tuple[float, float]:
        """Of the board's side against the plan's, where it was not measured; and its deviation."""
        given = self.plan.side_mm / self.plan.pitch_mm
        return self.settings.side_steps / given, self.settings.side_steps_sd / given

    @property
    def scale(self) -> float:
        """Settings in pixels are for pictures 1280 wide."""
        return int(max(self.image.shape[:2])) / 1280


@dataclass(frozen=True)
class Rough:
    """A quadrilateral with a first pose and a first look at its marks."""

    pose: Pose
    growth: float
    lattice: Lattice
    marks: Observations
    led: bool
    """Whether marks, not corners, say where the board is."""
    growth_error: float
    side_known: bool
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
    quality: float
    """See `settings.good_quality`."""


def quality(support: Array, clear: float, agreement: float, strangeness: float, settings: BoardSettings) -> float:
    """`strangeness` is the squared deviation of an estimated camera from usual ones, in standard deviations."""
    # Marks alone do not make a board: a lattice one field aside fits them as well.
    marks = settings.marks_weight * clear * agreement * min(1.0, float(support.mean()) / settings.enough_support)
    sides = float(support.mean() + settings.least_side_weight * support.min())
    return marks + sides - settings.strange_weight * strangeness


def first_look(corners_px: Array, search: Search) -> Rough:
    """A pose from four corners, and how well fields' marks agree with one another in its top view."""
    settings, pitch = search.settings, search.plan.pitch_mm
    corners = square(search.plan.side_mm)
    pose = pose_of_corners(corners_px, search.plan.side_mm, search.lens)
    sigma = np.full(4, settings.corner_sigma_px * search.scale)
    seen = Observations.of_points(corners, corners_px, sigma, True)
    pose = facing(fit(pose, seen, settings, search.camera_known, rounds=settings.corner_rounds).pose)
    view = top_view(search.image, pose, pitch, settings.rough_pitch_tpx, settings.rough_blur_steps, settings)
    growth = 1.0 if search.plan.side_measured else lattice_growth(view, settings)
    if growth != 1.0:
        pose = Pose.of(pose.camera, pose.rvec, np.array(pose.tvec) * growth)
        view = top_view(search.image, pose, pitch, settings.rough_pitch_tpx, settings.rough_blur_steps, settings)
    lattice = read_lattice(view, settings.rough_search_steps, EVEN, settings)
    marks = _marks(lattice, pose, search)
    clear = lattice.clear(settings)
    led = len(marks.sigma_px) >= 2 * settings.leading_marks and clear > settings.leading_match
    led &= lattice.between < settings.between_share * clear
    rough = Rough(pose, growth, lattice, marks, led, search.usual_growth[1], search.plan.side_measured)
    if led:
        # The corners may be the slab's lower ones: let the marks lead.
        sigma = np.full(4, settings.loose_corner_sigma_px * search.scale)
        loose = Observations.of_points(corners, pose.project(corners * growth), sigma, True)
        made = _fit(rough, Observations.join(marks, loose), search.usual_growth, search)
        return _placed(replace(rough, pose=made.pose, growth=made.growth), search)
    return rough


def refine(rough: Rough, search: Search) -> Candidate:
    """From a first pose to one that fits marks and edges to a fraction of a pixel."""
    settings = search.settings
    search = replace(search, plan=replace(search.plan, side_measured=rough.side_known))
    led, usual = rough.led, (rough.growth if rough.led else search.usual_growth[0], rough.growth_error)
    first, *coming = settings.windows_px
    at = _edged(rough, first, usual, search)
    turns, teachers, marks, settled = 1, EVEN, None, False
    while coming:
        window, turns = coming.pop(0), turns + 1
        if marks is None or not settled:
            marks = _read_marks(at.pose, teachers, search)
        edges = _edges_near(at, window, led, search)
        fitted, misled = _fit_both(at, marks, edges, usual, turns == 2, search)
        agreeing = marks.agreeing(fitted, settings)
        if marks.are_hopeless(settings):
            # No board of ours; its edges are measured all the same, it may be another's.
            at, settled = fitted, True
            continue
        if misled:
            led = True
            coming.insert(0, window)
        half = settings.half_agreement * marks.count
        if led and agreeing < half:
            break
        moved_px = np.abs(_corners_px(fitted, search) - _corners_px(at, search)).max()
        again = moved_px > settings.unsettled * window * search.scale and agreeing > half
        at = fitted
        if again and not coming and turns < settings.most_turns:
            # Edges were looked for where the board is not quite.
            coming.append(window)
        teachers = EVEN if marks.lattice.fields(settings) == 5 else ALL
        # Where nearly all marks agree, a third look at them would not move them; edges move with their window.
        settled = agreeing >= settings.settled_marks and agreeing > settings.settled_share * marks.count
    assert marks is not None
    camera, strange = fitted.pose.camera, 0.0
    if not search.camera_known:
        strange = (np.log(camera.fx / search.lens.fx) / settings.log_focal_sd) ** 2
        strange += ((camera.dist[0] - settings.k1_prior) / settings.k1_sd) ** 2
    share, clear = agreeing / max(1, marks.count), marks.lattice.clear(settings)
    worth = quality(edges.support, clear, share, float(strange), settings)
    side_mm = search.plan.side_mm * at.growth
    return Candidate(fitted, edges, marks.lattice, side_mm, agreeing, share, clear, worth)


@dataclass(frozen=True)
class _Marks:
    """The marks of a lattice that were seen."""

    lattice: Lattice
    seen: Observations

    @property
    def count(self) -> int:
        return len(self.seen.sigma_px) // 2

    def agreeing(self, fitted: Fitted, settings: BoardSettings) -> int:
        """How many of them are where a fit puts them."""
        return int((fitted.weight[: 2 * self.count] > settings.agrees).sum() / 2)

    def are_hopeless(self, settings: BoardSettings) -> bool:
        return self.lattice.clear(settings) < settings.hopeless


def _read_marks(pose: Pose, teachers: Mask, search: Search) -> _Marks:
    settings = search.settings
    view = top_view(search.image, pose, search.plan.pitch_mm, settings.pitch_tpx, settings.blur_steps, settings)
    lattice = read_lattice(view, settings.search_steps, teachers, settings)
    return _Marks(lattice, _marks(lattice, pose, search))


def _corners_px(at: Rough | Fitted, search: Search) -> Array:
    return at.pose.project(square(search.plan.side_mm * at.growth))


def _edged(rough: Rough, window: float, usual: tuple[float, float], search: Search) -> Fitted:
    """A first fit to edges that are looked for in a wide window."""
    edges = _edges_near(rough, window, rough.led, search)
    if rough.led:
        seen = Observations.join(rough.marks, _trusted(rough, rough.marks, edges, usual, search)[0])
    else:
        seen = _unit(edges.seen, rough.growth)
    return fit(rough.pose, seen, search.settings, search.camera_known, True, rough.growth)


def _edges_near(at: Rough | Fitted, window: float, led: bool, search: Search) -> Edges:
    settings, plan = search.settings, search.plan
    reach = window * search.scale
    spread = min(reach, settings.led_spread_px * search.scale) if led else reach
    side_mm = plan.side_mm * at.growth
    return measure_edges(search.image, at.pose, side_mm, plan.thickness_mm, reach, spread, settings)


def _fit_both(
    at: Fitted, marks: _Marks, edges: Edges, usual: tuple[float, float], first: bool, search: Search
) -> tuple[Fitted, bool]:
    """Marks and edges fitted together; and whether edges misled the `first` such fit and are to be looked for again."""
    settings = search.settings
    leading = marks.count >= settings.leading_marks
    seen, sides = _unit(edges.seen, at.growth), edges.side
    if leading:
        seen, sides = _trusted(at, marks.seen, edges, usual, search)
    fitted = _fit(at, Observations.join(marks.seen, seen), usual, search)
    if not leading or marks.are_hopeless(settings):
        return fitted, False
    agreeing = marks.agreeing(fitted, settings)
    if first and agreeing < settings.agreement * marks.count:
        # An edge of the slab or of a shadow was taken for the board's: marks lead.
        return _fit(at, _led(marks.seen, seen, search), usual, search), True
    if agreeing < settings.full_agreement * marks.count and edges.support.mean() > settings.side_support:
        fitted = _without_a_side(fitted, marks.seen, seen, sides, usual, search)
    return fitted, False


def _fit(at: Rough | Fitted, seen: Observations, usual: tuple[float, float], search: Search) -> Fitted:
    return fit(at.pose, seen, search.settings, search.camera_known, search.plan.side_measured, at.growth, usual)


def _led(marks: Observations, seen: Observations, search: Search) -> Observations:
    """Marks, and edges that hardly count beside them."""
    return Observations.join(marks, replace(seen, sigma_px=seen.sigma_px * search.settings.distrust))


def look_at_marks(image: Image, pose: Pose, plan: BoardPlan, settings: BoardSettings) -> Observations:
    """Where the marks of a board are that was found before."""
    search = Search.of(image, plan, pose.camera, True, settings)
    return _read_marks(pose, EVEN if plan.points == 5 else ALL, search).seen


def _placed(rough: Rough, search: Search) -> Rough:
    """With its lattice where the board's edges say, and the side they make."""
    settings, plan, pose = search.settings, search.plan, rough.pose
    given = plan.side_mm / plan.pitch_mm
    margin = find_margin(search.image, pose, plan.pitch_mm, given if search.plan.side_measured else None, settings)
    growth = margin.steps / given
    known = search.plan.side_measured and margin.steps == given
    step = np.array([*margin.shift, 0.0]) * plan.pitch_mm
    pose = Pose.of(pose.camera, pose.rvec, pose.rotation @ step + np.array(pose.tvec))
    marks = replace(rough.marks, points_mm=rough.marks.points_mm - step)
    error = settings.margin_sd / given
    return replace(rough, pose=pose, growth=growth, marks=marks, growth_error=error, side_known=known)


def _trusted(
    at: Rough | Fitted, marks: Observations, edges: Edges, usual: tuple[float, float], search: Search
) -> tuple[Observations, NDArray[np.intp]]:
    """Edges that the marks do not contradict, and the side of each.

    On sides where the slab shows, they are taken for that of its two edges which was seen.

    In glaring light the slab's side may be as bright as the top face, and only its lower edge is there to be seen.
    Elsewhere a shadow beside the board may be stronger than its edge.
    """
    settings, plan = search.settings, search.plan
    seen = _unit(edges.seen, at.growth)
    without = _fit(at, _led(marks, seen, search), usual, search)
    unsure = uncertainty_px(without, seen) if len(seen.sigma_px) else np.zeros(0)
    keep, points = np.ones(len(seen.sigma_px), dtype=bool), seen.points_mm.copy()
    stretch = [without.growth, without.growth, 1.0]
    for k in np.unique(edges.side):
        mine = edges.side == k
        apart = []
        for depth in (0.0, plan.thickness_mm):
            there = without.pose.project(seen.points_mm[mine] * stretch - [0.0, 0.0, depth])
            apart.append(abs(float(np.median(((there - seen.pixels[mine]) * seen.normal[mine]).sum(1)))))
        if edges.slab_px[k] > settings.slab_seen_px and apart[1] < apart[0]:
            points[mine, 2] = -plan.thickness_mm
            apart[0] = apart[1]
        sigma = float(np.median(unsure[mine]))
        keep[mine] = apart[0] < max(settings.doubt_px * search.scale, settings.doubt_sigmas * sigma)
    return replace(seen, points_mm=points).only(keep), edges.side[keep]


def _without_a_side(
    found: Fitted,
    marks: Observations,
    seen: Observations,
    sides: NDArray[np.intp],
    usual: tuple[float, float],
    search: Search,
) -> Fitted:
    """Marks and edges contradict one another: the fit most marks agree with, without one side or two opposite ones."""
    best, most = found, int((found.weight[: len(marks.sigma_px)] > search.settings.agrees).sum())
    for doubted in ((0,), (1,), (2,), (3,), (0, 2), (1, 3)):
        rest = ~np.isin(sides, doubted)
        made = _fit(found, Observations.join(marks, seen.only(rest)), usual, search)
        agreeing = int((made.weight[: len(marks.sigma_px)] > search.settings.agrees).sum())
        if agreeing > most:
            best, most = made, agreeing
    return best


def _unit(seen: Observations, growth: float) -> Observations:
    """Edge points as of a board of the side that was given, which the fit lets grow."""
    return replace(seen, points_mm=seen.points_mm / [growth, growth, 1.0])


def _marks(lattice: Lattice, pose: Pose, search: Search) -> Observations:
    settings, pitch = search.settings, search.plan.pitch_mm
    clear = np.nan_to_num(lattice.match) > max(settings.mark_match, settings.mark_share * lattice.clear(settings))
    if (search.plan.points or lattice.fields(settings)) == 5:
        clear &= EVEN
    seen = np.flatnonzero(clear)
    where = np.concatenate([(NODES[seen] - 4.0) * pitch, np.zeros((len(seen), 1))], axis=1)
    moved = where + np.pad(lattice.offset[seen] * pitch, ((0, 0), (0, 1)))
    sigma = settings.mark_sigma_px * search.scale / np.maximum(lattice.match[seen], settings.mark_match)
    pixels = pose.project(moved) if len(seen) else np.zeros((0, 2))
    return Observations.of_points(where, pixels, sigma, False)

"""Finding the board in a photograph, with no clicks, and where the camera stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.arrays import Array, Image
from calibration.board_plan import BoardPlan
from calibration.camera import Camera
from vision.board.edges import measure_edges
from vision.board.fit import Fitted, Observations, fit, pose_of_corners, usual_camera
from vision.board.lined import squares_by_lines
from vision.board.map import FIVE, NINE, OTHER, Sight, cover_of, look_at_whole, look_straightened
from vision.board.outline import Outline, beside_cover, find_outline, is_convex, ordered, side_contrast
from vision.board.refine import Candidate, Search, first_look, refine
from vision.board.settings import BoardSettings
from vision.found_board import FoundBoard, corners_of, facing, square
from words.message import Message, message

DEFAULT = BoardSettings()
NO_BOARD = {
    "none": "noboard.none",
    "cut_off": "noboard.cut_off",
    "corners": "noboard.none",
    "fields": "noboard.fields",
}
KIND = {5: FIVE, 9: NINE}
STRAY_WEIGHT = 0.1
STRAY_SHARE = 0.8


class NoBoard(Exception):  # noqa: N818 - said as a sentence
    """`reason` is one of `NO_BOARD`: nothing like a board, a part outside the picture, no corners, other fields.

    `sides` are the sides of the picture at which it is cut off: left, right, upper, lower.
    """

    def __init__(self, reason: str, sides: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.sides = sides

    @property
    def message(self) -> Message:
        return message(NO_BOARD.get(self.reason, NO_BOARD["none"]))


@dataclass(frozen=True, eq=False)
class Sighted:
    """A look at the straightened board, the outline it showed and the pose that asks for."""

    straight: Sight
    kinds: Array
    """How probable it is another board, a 5x5 or a 9x9 one."""
    outline: Outline
    seen: Observations
    fitted: Fitted
    contrast: float
    """How much more of the map is inside than outside along the sides of the fitted square, 0 to 1."""
    stray: float
    """How far the outline's points are from the fitted square at most, but for a fifth of them, in standard errors."""
    own_contrast: float
    """The same along the outline's own sides, which need not be those of a square."""
    seen_share: float
    """Of the side that is seen least: how much of it nothing lies over or beside."""
    whole: Sight | None = None

    def is_other(self, settings: BoardSettings) -> bool:
        """Whether it is clearly a board, nearly square, of another game."""
        return (
            float(self.kinds[OTHER]) > settings.other_decides
            and self.own_contrast > settings.other_contrast
            and self.stray < settings.other_stray
        )

    def is_hidden(self, settings: BoardSettings) -> bool:
        """Whether something lies along most of a side."""
        return self.seen_share < settings.hidden_share

    @property
    def worth(self) -> float:
        """See `settings.sure_worth`."""
        return self.contrast - STRAY_WEIGHT * self.stray

    def corners_px(self, search: Search) -> Array:
        return self.fitted.pose.project(square(search.plan.side_mm))


def find_board(
    image: Image,
    plan: BoardPlan,
    camera: Camera | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
    settings: BoardSettings = DEFAULT,
) -> FoundBoard:
    """Where the board is, how many points it has and from where the camera sees it.

    Parameters
    ----------
    image
        The photograph, blue, green, red.
    plan
        The board that is looked for. Where its side was not measured, it is fitted.
    camera
        If None, focal length and k1 are estimated with the pose.
    corners
        The board's corners as someone clicked them, in any order, to about 3 % of the side.

    Raises
    ------
    NoBoard
        If there is none, or a part of it is outside the picture.
    """
    size = (image.shape[1], image.shape[0])
    lens = usual_camera(size, settings) if camera is None else camera.at_size(size)
    search = Search.of(image, plan, lens, camera is not None, settings)
    if corners is not None:
        sighted = _near(_given(corners, size), search)
        return _place(sighted, search) or _unmarked(sighted, search)
    ranked = _ranked(search)
    for sighted in ranked:
        there = sighted.corners_px(search)
        _refuse_if_cut(there, size, settings.cut_share * float(np.linalg.norm(there[1] - there[0])))
        found = _place(sighted, search)
        if found is not None:
            return found
    best = ranked[0]
    # A side that something lies along, perhaps an arm and no side at all, is only believed where marks confirm it.
    believed = best.worth >= settings.least_worth and best.seen_share >= settings.unmarked_share
    if not believed and not best.is_other(settings):
        raise NoBoard("none")
    found = _unmarked(best, search)
    if found.board is None and best.is_other(settings):
        near_px = settings.border_share * max(size)
        _refuse_if_cut(best.outline.corners_px, size, near_px, near_px)
        # Boards of other games are not quite square.
        return replace(found, corners_px=tuple((float(u), float(v)) for u, v in best.outline.corners_px))
    return found


def _ranked(search: Search) -> list[Sighted]:
    """What may be the board of a photograph of which nothing is known, the likeliest first."""
    settings = search.settings
    whole = look_at_whole(search.image)
    outline = find_outline(whole, settings, whole=True)
    if (
        outline is None
        or len(outline.cut) == 4
        or outline.agreement < settings.rough_agreement
        or side_contrast(whole, outline.corners_px, settings) < settings.rough_contrast
    ):
        raise NoBoard("none")
    seen: list[Sighted] = []
    for corners_px in _hypotheses(whole, outline, search):
        sighted = _straightened(corners_px, search)
        if sighted is None:
            continue
        other, sure = sighted.is_other(settings), sighted.worth > settings.sure_worth
        # Within a board that is cut off there are many squares.
        if not sure and (outline.cut if other else sighted.worth < settings.doubtful_worth):
            continue
        if sure or other:
            return [replace(sighted, whole=whole)]
        seen.append(replace(sighted, whole=whole))
    if not seen:
        clear = side_contrast(whole, outline.corners_px, settings) > settings.cut_contrast
        raise NoBoard("cut_off", outline.cut) if outline.cut and clear else NoBoard("none")
    ranked: list[Sighted] = []
    for sighted in sorted(seen, key=lambda each: -each.worth):
        there = sighted.corners_px(search)
        if all(corner_distance(there, other.corners_px(search)) > settings.same_board for other in ranked):
            ranked.append(sighted)
    return ranked[: settings.most_placed]


def _hypotheses(whole: Sight, outline: Outline, search: Search) -> Iterator[Array]:
    """Corners that may be the board's, the likeliest and cheapest first."""
    settings = search.settings
    yield outline.corners_px
    yield from squares_by_lines(search.image, whole, search.lens, search.camera_known, settings)


def _straightened(corners_px: Array, search: Search) -> Sighted | None:
    """The outline after a closer look, or several if the first was far off; None if it is not confirmed."""
    settings = search.settings
    for _ in range(settings.straight_looks):
        straight = look_straightened(search.image, corners_px)
        outline = find_outline(straight, settings, whole=False)
        if outline is None or outline.agreement < settings.straight_agreement:
            return None
        sighted = _sighted(outline, straight, search)
        # Where an arm hides a side, the others and that it is a square say where it is.
        there = sighted.corners_px(search) if sighted.is_hidden(settings) else outline.corners_px
        moved = corner_distance(there, corners_px)
        corners_px = there
        if moved < settings.straight_settled:
            break
    return sighted


def _sighted(outline: Outline, straight: Sight, search: Search) -> Sighted:
    """An outline with the pose it asks for."""
    outline = _faced(outline, search)
    free = ~beside_cover(straight, outline.points_px)
    share = min(float(np.mean(free[outline.side == k])) if (outline.side == k).any() else 0.0 for k in range(4))
    if share < search.settings.hidden_share:
        outline = replace(outline, points_px=outline.points_px[free], side=outline.side[free])
    seen = _on_outline(outline, search)
    start = pose_of_corners(outline.corners_px, search.plan.side_mm, search.lens)
    fitted = fit(start, seen, search.settings, search.camera_known)
    contrast = side_contrast(straight, fitted.pose.project(square(search.plan.side_mm)), search.settings)
    stray = float(np.quantile(np.abs(fitted.residual), STRAY_SHARE)) if len(fitted.residual) else np.inf
    own = side_contrast(straight, outline.corners_px, search.settings)
    return Sighted(straight, straight.kind(), outline, seen, fitted, contrast, stray, own, share)


def corner_distance(one: Array, other: Array) -> float:
    """How far corners are apart at most, in any order of turning, as a share of the side."""
    side = float(np.linalg.norm(other - np.roll(other, 1, axis=0), axis=1).mean())
    return min(float(np.linalg.norm(np.roll(one, k, axis=0) - other, axis=1).max()) for k in range(4)) / side


def _faced(outline: Outline, search: Search) -> Outline:
    """The same outline with the corner first that is beside a1."""
    side_mm = search.plan.side_mm
    there = facing(pose_of_corners(outline.corners_px, side_mm, search.lens)).project(square(side_mm))
    apart = [float(np.abs(np.roll(outline.corners_px, -k, axis=0) - there).max()) for k in range(4)]
    k = int(np.argmin(apart))
    return replace(outline, corners_px=np.roll(outline.corners_px, -k, axis=0), side=(outline.side - k) % 4)


def _on_outline(outline: Outline, search: Search) -> Observations:
    """The points of an outline as places on the board's edge."""
    side_mm = search.plan.side_mm
    corners = square(side_mm)[:, :2]
    along = (np.roll(outline.corners_px, -1, axis=0) - outline.corners_px)[outline.side]
    length = np.linalg.norm(along, axis=1)
    # How far along its side a point is hardly matters: only its distance from the side counts.
    to_board = cv2.getPerspectiveTransform(outline.corners_px.astype(np.float32), corners.astype(np.float32))
    on_board = cv2.perspectiveTransform(outline.points_px[None], to_board)[0]
    a, b = corners[outline.side], np.roll(corners, -1, axis=0)[outline.side]
    share = np.clip(((on_board - a) * (b - a)).sum(1) / side_mm**2, 0, 1)
    points = np.concatenate([a + (b - a) * share[:, None], np.zeros((len(a), 1))], axis=1)
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1) / length[:, None]
    sigma = np.full(len(a), search.settings.outline_sigma * float(length.mean()))
    return Observations(points, outline.points_px, normal, sigma, np.ones(len(a), dtype=bool))


def _edged(sighted: Sighted, search: Search) -> Fitted:
    """The pose of outline and edges: where marks say nothing, edges in the photograph are more exact than the map."""
    settings, plan, fitted = search.settings, search.plan, sighted.fitted
    for window in settings.windows_px[1:]:
        reach = window * search.scale
        edges = measure_edges(search.image, fitted.pose, plan.side_mm, plan.thickness_mm, reach, reach, settings)
        fitted = fit(fitted.pose, Observations.join(sighted.seen, edges.seen), settings, search.camera_known)
    return fitted


def _place(sighted: Sighted, search: Search) -> FoundBoard | None:
    """The board placed by its marks; None if they are not just where the outline puts them."""
    settings, outline = search.settings, sighted.corners_px(search)
    points = search.plan.points or _likely(sighted.kinds, settings)
    known = replace(search, plan=replace(search.plan, points=points))
    marked = refine(first_look(outline, known), known)
    if corner_distance(marked.fitted.pose.project(square(marked.side_mm)), outline) > settings.marks_near:
        return None
    by_marks = fields_by_marks(marked, settings)
    if by_marks is None and not (placed(marked, settings) and sighted.worth > settings.placing_worth):
        return None
    return _with_cover(marked.fitted, marked.side_mm, sighted, search, by_marks)


def _unmarked(sighted: Sighted, search: Search) -> FoundBoard:
    """The board placed by outline and edges alone."""
    return _with_cover(_edged(sighted, search), search.plan.side_mm, sighted, search)


def _with_cover(
    fitted: Fitted, side_mm: float, sighted: Sighted, search: Search, by_marks: int | None = None
) -> FoundBoard:
    """5x5 or 9x9 is claimed if neither marks nor map speak against it and one of them is certain."""
    settings, kinds = search.settings, sighted.kinds
    believed = by_marks is not None and kinds[KIND[by_marks]] > settings.map_allows
    board = search.plan.points or (by_marks if believed else _likely(kinds, settings))
    cover = cover_of(sighted.straight, fitted.pose.camera.size, sighted.whole)
    return FoundBoard(board, fitted.pose, corners_of(fitted.pose, side_mm), fitted.focal_error, cover)


def _likely(kinds: Array, settings: BoardSettings) -> int | None:
    """5 or 9, if the map is certain of it; None for a board of another game, or one of which it cannot be told."""
    return next((fields for fields, kind in KIND.items() if kinds[kind] > settings.map_decides), None)


def placed(found: Candidate, settings: BoardSettings) -> bool:
    """Whether marks say where the board is, though perhaps not what it is: so many agree with one pose."""
    return (
        found.marks >= settings.leading_marks
        and found.clear > settings.placing_match
        and found.agreement > settings.placing_agreement
    )


def _given(corners: Sequence[tuple[float, float]], size: tuple[int, int]) -> Array:
    """Corners that someone clicked, in order."""
    points = np.array(corners, dtype=np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise NoBoard("corners")
    points = ordered(points)
    side = np.linalg.norm(np.roll(points, -1, axis=0) - points, axis=1)
    if not is_convex(points) or side.min() < 0.05 * max(size):
        raise NoBoard("corners")
    return points


def _near(corners_px: Array, search: Search) -> Sighted:
    """The board near corners that someone clicked; where the map does not see one, they are taken as they are."""
    settings = search.settings
    sighted = _straightened(corners_px, search)
    if sighted is not None:
        away = corner_distance(sighted.corners_px(search), corners_px)
        if sighted.worth > settings.doubtful_worth and away < settings.clicked:
            return sighted
    t = (np.arange(settings.outline_samples) + 0.5) / settings.outline_samples
    along = np.roll(corners_px, -1, axis=0) - corners_px
    points = (corners_px[:, None] + along[:, None] * t[None, :, None]).reshape(-1, 2)
    given = Outline(corners_px, points, np.repeat(np.arange(4), len(t)), 1.0)
    return _sighted(given, look_straightened(search.image, corners_px), search)


def fields_by_marks(found: Candidate, settings: BoardSettings) -> int | None:
    """5 or 9 if this is certainly the board and its marks are those of one; None otherwise."""
    lattice = found.lattice
    certain = (
        found.marks >= settings.least_nodes
        and found.clear > settings.even_match + settings.few_marks / found.marks
        and max(found.clear, lattice.averaged) > settings.least_match
        and found.agreement > settings.least_agreement
        and found.quality > settings.good_quality
        and float(found.edges.support.mean()) > settings.side_support
        and not lattice.between > settings.between_share * found.clear  # which may be unknown
    )
    return lattice.fields(settings) if certain else None


def _refuse_if_cut(corners: Array, size: tuple[int, int], beyond_px: float, touching_px: float = -np.inf) -> None:
    """A board is cut off at the sides of a picture of that size (width, height) beyond which a corner lies, or that
    two corners nearly touch."""
    away = {
        "left": corners[:, 0],
        "right": size[0] - 1 - corners[:, 0],
        "upper": corners[:, 1],
        "lower": size[1] - 1 - corners[:, 1],
    }
    cut = [side for side, px in away.items() if (px < -beyond_px).any() or (px < touching_px).sum() >= 2]
    if cut:
        raise NoBoard("cut_off", tuple(cut))

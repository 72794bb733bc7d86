"""Photographs of one set fitted together: from where and by which lens each was taken, and how large the pieces are.

The lines of board and pieces are measured to a fraction of a pixel in every photograph, and everything is fitted to
them at once. Where several show one position, what stands there is the same in all of them, each piece set down once: a
single view from straight above does not tell how high a tower is, a second one from the side does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.arrays import Image
from calibration.bundle import MEASURED, Bundle, BundleSettings, Priors, Sightings, adjust, measures_of
from calibration.measured import DEFAULT, PHOTOGRAPHS, RULER, MeasuredSet
from calibration.physical_set import DEFAULT_PROPORTIONS, MEASURES, PhysicalSet
from calibration.pose import Pose
from calibration.ruler import RULER_MM
from referee.tactori.position import Position
from vision.board.follow import side_mm
from vision.board.settings import BoardSettings
from vision.calibrate.board_sighting import see_board
from vision.calibrate.cameras import group_cameras, group_views, known_camera, scaled, shared_poses
from vision.found_board import FoundBoard, corners_of
from vision.profiles.marks import field_style
from vision.tactori.calibrate.outlines import HEIGHT, WIDTH, PieceName, piece_names
from vision.tactori.calibrate.sighting import (
    SightingSettings,
    linear_light,
    scene_for,
    see_pieces,
)
from vision.tactori.scene import Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import Stack
from vision.tactori.sticks import Found
from words.message import InputError

Progress = Callable[[float], None]


TELLING_APART = BundleSettings(rounds=10)  # from where all views by one camera are explained best, it is not far


@dataclass(frozen=True)
class FitSettings:
    windows_px: tuple[float, ...] = (6.0, 4.0, 2.5, 2.5)  # half widths of the search across a line, for 1280 wide
    settled: float = 0.0  # pitches: if a look moved the towers' width and height by no more, it was the last
    given_mm: float = RULER_MM  # how far a measure that was given may be off
    appears: float = 0.0  # times `systematic`: how much larger than it is a measure that was given may look
    # How far measures stray from their defaults, in pitches.
    stray: Mapping[str, float] = field(
        default_factory=lambda: {
            "tower_width": 0.06,
            "tower_height": 0.12,
            "groove_depth": 0.06,
            "stick_width": 0.025,
            "stick_length": 0.03,
            "board_side": 0.3,
        }
    )
    # What no number of pictures makes better, in pitches: real edges are rounded, colours shine onto one another.
    systematic: Mapping[str, float] = field(
        default_factory=lambda: {
            "tower_width": 0.012,
            "tower_height": 0.006,
            "groove_depth": 0.015,
            "stick_width": 0.006,
            "stick_length": 0.0,
            "board_side": 0.008,
        }
    )
    # Of the cost, where neighbouring sightings err together: by so much every further camera must explain views better
    # that could be one camera's. For 20 pairs that were it was up to 3.6; with one picture enlarged by 4 % it was 8.6
    # to 62, from straight above 1 to 3.
    other_camera: float = 7.0
    not_told: float = 0.8  # of what a measure strays: it is no better known than before, so the default stays


@dataclass(frozen=True)
class View:
    """A photograph in which the board was found, and what somebody says stands there."""

    image: Image
    found: FoundBoard
    board: int
    told: Position | None = None


@dataclass(frozen=True)
class Seen:
    """What stands in one photograph, fields named as its view names them."""

    stacks: Mapping[Field, Stack]
    sticks: tuple[Found, ...]
    explained: float = 0.0
    unlike: int = 0
    """Fields that were read other than told."""
    position: int | None = None
    """Which position it is, where several photographs show one and name its fields alike; their pieces are the same."""


@dataclass(frozen=True)
class Fit:
    """The set, where each photograph was taken from, and what that was told from; lengths are in the set's unit."""

    physical_set: PhysicalSet
    poses: tuple[Pose, ...]
    bundle: Bundle
    sightings: Sightings


def fit_views(
    views: Sequence[View],
    made: PhysicalSet,
    seen: Sequence[Seen],
    fixed: Mapping[str, float],
    cameras_known: Sequence[bool],
    settings: FitSettings,
    progress: Progress | None = None,
) -> Fit:
    """Measures lines and fits everything to them, each time looking closer.

    Parameters
    ----------
    made
        A set that is about right, whose millimetres are those of the poses.
    fixed
        What is known of its measures.
    """
    pitch, board_settings = made.pitch_9, BoardSettings()
    found = [view.found for view in views]
    cameras = group_views(found, cameras_known)
    poses = shared_poses(found, cameras, cameras_known, made)
    known = _known(poses, cameras, made, fixed, cameras_known, settings)
    lights = [linear_light(view.image) for view in views]
    # Where the board was found, its edges and marks are near enough to be measured at once.
    boards = [
        see_board(view.image, pose, made.plan(view.board), k, board_settings)
        for k, (view, pose) in enumerate(zip(views, poses, strict=True))
    ]
    for turn, window in enumerate(settings.windows_px):
        parts, numbers = list(boards), dict[PieceName, int]()
        for k, (view, pose, light, each) in enumerate(zip(views, poses, lights, seen, strict=True)):
            scene = scene_for(view.image, view.board, made, pose, ReaderSettings())
            scale = max(view.image.shape[:2]) / 1280
            lines = see_pieces(light, scene, each.stacks, each.sticks, window * scale, k, SightingSettings())
            own = [numbers.setdefault(name, len(numbers)) for name in _names(each, k)]
            parts.append(replace(lines, piece=np.array(own, np.intp)[lines.piece]) if len(lines.piece) else lines)
        sightings = Sightings.join(parts)
        start = [scaled(pose, 1 / pitch) for pose in poses]
        bundle = adjust(start, sightings, known, measures_of(made), cameras)
        moved = np.abs(bundle.measures - measures_of(made))[[WIDTH, HEIGHT]].max()
        made = _sized(made, bundle)
        poses = [scaled(pose, pitch) for pose in bundle.poses]
        if progress is not None:
            progress((turn + 1) / len(settings.windows_px))
        if moved < settings.settled:
            break
    apart = _tell_apart(bundle, sightings, known, cameras_known, settings)
    if apart is not bundle:
        bundle, poses = apart, [scaled(pose, pitch) for pose in apart.poses]
        made = _sized(made, apart)
    return Fit(made, tuple(poses), bundle, sightings)


def _sized(made: PhysicalSet, bundle: Bundle) -> PhysicalSet:
    """The set with the measures of a bundle, in the same unit as before."""
    sizes = zip(MEASURED, bundle.measures, strict=True)
    return made.resized({name: float(value) * made.pitch_9 for name, value in sizes})


def _tell_apart(
    together: Bundle, sightings: Sightings, known: Priors, cameras_known: Sequence[bool], settings: FitSettings
) -> Bundle:
    """The same with more cameras, if views taken for one camera's are explained clearly better by several."""
    shared = [k for k, camera in enumerate(together.cameras) if together.cameras.count(camera) > 1]
    if all(cameras_known[k] for k in shared):
        return together

    def fit(cameras: tuple[int, ...]) -> Bundle:
        firsts = [cameras.index(number) for number in range(max(cameras) + 1)]
        each = replace(known, cameras=tuple(known.cameras[together.cameras[first]] for first in firsts))
        return adjust(together.poses, sightings, each, together.measures, cameras, TELLING_APART)

    alone = fit(tuple(range(len(together.cameras))))
    more = len(alone.focal_errors) - len(together.focal_errors)
    if together.cost - alone.cost < more * settings.other_camera * TELLING_APART.correlated**2:
        return together
    cameras = group_cameras([pose.camera for pose in alone.poses], alone.focal_errors, cameras_known)
    return together if cameras == together.cameras else fit(cameras)


def _names(seen: Seen, view: int) -> list[PieceName]:
    """The pieces by names that are the same in all views of one position, and in no other."""
    where = ("view", view) if seen.position is None else ("position", seen.position)
    return [(*where, *name) for name in piece_names(seen.stacks, seen.sticks)]


def _known(
    poses: Sequence[Pose],
    cameras: Sequence[int],
    made: PhysicalSet,
    fixed: Mapping[str, float],
    cameras_known: Sequence[bool],
    settings: FitSettings,
) -> Priors:
    target, stray = measures_of(made), np.array([settings.stray[name] for name in MEASURED])
    for k, name in enumerate(MEASURED):
        if name in fixed:
            stray[k] = np.hypot(settings.given_mm / made.pitch_9, settings.appears * settings.systematic[name])
        else:
            target[k] = DEFAULT_PROPORTIONS[name]
    firsts = [cameras.index(number) for number in range(max(cameras) + 1)]
    each = [known_camera(poses[k].camera.size, cameras_known[k], BoardSettings()) for k in firsts]
    return Priors(target, stray, tuple(each))


def proportioned(ruler: Mapping[str, float]) -> dict[str, float]:
    """What a ruler says of how the parts compare: nothing without the pitch, only how large the whole is then."""
    return dict(ruler) if "pitch_9" in ruler else {}


def report_set(made: PhysicalSet, bundle: Bundle, ruler: Mapping[str, float], settings: FitSettings) -> MeasuredSet:
    """In millimetres: the ruler's own values stay as they were read. Errors are those of proportions to the pitch."""
    ratios = dict(zip(MEASURED, (float(value) for value in bundle.measures), strict=True))
    relative = {name: float(bundle.errors[k]) / ratios[name] for k, name in enumerate(MEASURED)}
    pitch, errors, origins = made.pitch_9, dict[str, float](), {"pitch_9": DEFAULT}
    scales = [name for name in ruler if name in ratios]
    if "pitch_9" not in ruler and scales:
        best = min(scales, key=lambda name: np.hypot(relative[name], RULER_MM / ruler[name]))
        pitch, origins["pitch_9"] = ruler[best] / ratios[best], PHOTOGRAPHS
        errors["pitch_9"] = pitch * float(np.hypot(relative[best], RULER_MM / ruler[best]))
    values: dict[str, float] = {"pitch_9": pitch}
    for k, name in enumerate(MEASURED):
        error = float(np.hypot(bundle.errors[k], settings.systematic[name]))
        if bundle.errors[k] > settings.not_told * settings.stray[name]:
            origins[name] = DEFAULT
        else:
            values[name], errors[name], origins[name] = ratios[name] * pitch, error * pitch, PHOTOGRAPHS
    for name, value in ruler.items():
        values[name], errors[name], origins[name] = value, RULER_MM, RULER
    for name in MEASURES:
        origins.setdefault(name, DEFAULT)
    checked = PhysicalSet.from_json(values)
    return MeasuredSet(checked, errors, origins)


# One look at the lines is enough where the proportions were about right: of 60 known sets it told the height as well as
# four. What was given is believed, but its lines need not be where it says: towers look up to 5 % too wide, and from
# straight above held widths made focal lengths 4 % too short.
TOGETHER = FitSettings(windows_px=(4.0, 2.5), settled=0.03, given_mm=0.0, appears=3.0)


@dataclass(frozen=True)
class FittedTogether:
    """The set, and the board as it lies in each photograph if the set is like this."""

    measured_set: MeasuredSet
    found: tuple[FoundBoard, ...]
    fit: Fit


def fit_together(
    views: Sequence[View],
    cameras_known: Sequence[bool],
    physical_set: PhysicalSet | None,
    stacks: Mapping[Field, Stack],
    sticks: Sequence[Found],
    settings: FitSettings = TOGETHER,
    start: PhysicalSet | None = None,
) -> FittedTogether:
    """Refines what nobody gave over all photographs of one position: poses, lenses and the set's measures.

    Parameters
    ----------
    views
        The photographs, their fields named alike.
    physical_set
        What was given of the set; its millimetres are those of the poses.
    stacks, sticks
        What stands there, as it was read so far.
    start
        The set that was read with, where that is not the one that was given.
    """
    ruler = given_measures(physical_set)
    made = start or usual_set([view.found for view in views], ruler)
    seen = Seen(stacks, tuple(sticks), position=0)
    fit = fit_views(views, made, [seen] * len(views), ruler, cameras_known, settings)
    try:
        measured = report_set(fit.physical_set, fit.bundle, ruler, settings)
    except InputError:  # no set is like this: the pictures show something else than was read in them
        return FittedTogether(MeasuredSet(made), tuple(view.found for view in views), fit)
    if physical_set is None or physical_set.defaults:  # of a set that is known nobody asks
        measured = replace(measured, marks=common_marks(views, fit.poses, measured.physical_set))
    boards = []
    for view, pose, camera, known in zip(views, fit.poses, fit.bundle.cameras, cameras_known, strict=True):
        corners = corners_of(pose, measured.physical_set.board_side)
        error = 0.0 if known else fit.bundle.focal_errors[camera]
        boards.append(replace(view.found, pose=pose, corners_px=corners, focal_error=error))
    return FittedTogether(measured, tuple(boards), fit)


def common_marks(views: Sequence[View], poses: Sequence[Pose], physical_set: PhysicalSet) -> str | None:
    """How the board's fields are marked, as most photographs show it; None if none does."""
    each = zip(views, poses, strict=True)
    styles = [field_style(view.image, pose, view.board, physical_set.pitch_9) for view, pose in each]
    known = [style for style in styles if style is not None]
    return max(known, key=known.count) if known else None  # of as many the first


def given_measures(physical_set: PhysicalSet | None) -> dict[str, float]:
    """What a set that was given says of its proportions.

    The poses are in its millimetres, so its pitch holds. If nobody measured that, the other measures say how large the
    whole is and not how its parts compare.
    """
    given = physical_set or PhysicalSet.in_proportion()
    ruler = {"pitch_9": given.pitch_9}
    if physical_set is not None and "pitch_9" not in given.defaults:
        ruler |= {name: getattr(given, name) for name in MEASURES if name not in given.defaults}
    return ruler


def usual_set(found: Sequence[FoundBoard], ruler: Mapping[str, float]) -> PhysicalSet:
    """The set of which only this is known, its board as large as it was found."""
    usual = PhysicalSet.in_proportion(**ruler)
    if "board_side" in ruler:
        return usual
    return replace(usual, board_side=float(np.median([side_mm(board, usual.plan()) for board in found])))

"""The measures of a set from photographs in which a few of its pieces stand, and the camera's with them.

First a look at how well whole pictures are explained by towers of several proportions; what stands where is read anew
with each. Then the lines of board and pieces are measured to a fraction of a pixel and everything is fitted at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from calibration.bundle import MEASURED, Bundle, Known, Sightings, adjust
from calibration.camera import Camera
from calibration.measured import DEFAULT, PHOTOGRAPHS, RULER, MeasuredCamera, MeasuredSet
from calibration.physical_set import DEFAULT_PROPORTIONS, MEASURES, PhysicalSet
from calibration.pose import Pose
from calibration.refused import Refused
from calibration.ruler import RULER_MM
from referee.message import Message, message
from referee.tactori.board import COLOURS, field_name
from referee.tactori.position import Position
from vision.board.find import NoBoard, find_board
from vision.board.fit import usual_camera
from vision.board.follow import side_mm
from vision.board.settings import BoardSettings
from vision.calibrate.camera_boards import Added, measured_camera, scaled
from vision.calibrate.marks import field_style
from vision.calibrate.outlines import HEIGHT, WIDTH
from vision.calibrate.sighting import SightingSettings, linear_light, measures_of, scene_for, see_board, see_pieces
from vision.pose import FoundBoard
from vision.scanning import NO_BOARD
from vision.tactori.read import read_pieces
from vision.tactori.scene import Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import Stack
from vision.tactori.sticks import Found

Array = NDArray[np.float64]
Image = NDArray[np.uint8]
Progress = Callable[[float], None]


@dataclass(frozen=True)
class SetSettings:
    # Proportions that are tried at first, in pitches.
    heights: tuple[float, ...] = (0.42, 0.47, 0.52, 0.57, 0.62, 0.67, 0.72, 0.77)  # 0.7 to 1 times as high as wide
    widths: tuple[float, ...] = (0.60, 0.64, 0.68, 0.72)  # about two thirds of the pitch
    nearer: tuple[float, ...] = (-0.05, -0.025, 0.025, 0.05)  # added to the best height when the width is known
    largest_groove: float = 0.55  # of a tower's height
    windows_px: tuple[float, ...] = (6.0, 4.0, 2.5, 2.5)  # half widths of the search across a line, for 1280 wide
    settled: float = 0.0  # pitches: if a look moved the towers' width and height by no more, it was the last
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
    most_grid_views: int = 2  # photographs on which all proportions are tried: those with most pieces
    not_told: float = 0.8  # of what a measure strays: it is no better known than before, so the default stays
    fewest_towers: int = 3  # in all pictures together
    mistold: float = 0.03  # of what the pictures explain: as much as one field costs that is read other than told
    rival_apart: float = 0.12  # of the best height: so far away another height is a rival
    rival_share: float = 0.985  # of what the best height explains: a rival that explains so much leaves it open
    largest_height_error: float = 0.03  # of the height: more, and stacks of four are read as three or five


@dataclass(frozen=True)
class View:
    """A photograph in which the board was found, and what somebody says stands there."""

    image: Image
    found: FoundBoard
    board: int
    told: Position | None = None


@dataclass(frozen=True)
class Seen:
    """What stands in one photograph, and from where it was taken."""

    stacks: Mapping[Field, Stack]
    sticks: tuple[Found, ...]
    explained: float
    unlike: int = 0
    """Fields that were read other than told."""


@dataclass(frozen=True)
class SetResult:
    """A set, the camera if it was not known, and what it was measured on."""

    measured: MeasuredSet
    camera: MeasuredCamera | None
    views: tuple[View, ...]
    seen: tuple[Seen, ...]
    poses: tuple[Pose, ...]
    sightings: Sightings
    bundle: Bundle

    @property
    def unlike(self) -> int:
        return sum(seen.unlike for seen in self.seen)


class SetSession:
    """Photographs handed in one after another, then the set measured on all of them.

    Parameters
    ----------
    ruler
        Measures in millimetres that somebody took.
    camera
        If it is known; otherwise it is measured with the set.
    """

    def __init__(
        self,
        ruler: Mapping[str, float] | None = None,
        camera: Camera | None = None,
        board: int | None = None,
        settings: SetSettings | None = None,
    ) -> None:
        self.ruler, self.camera, self.board, self.settings = dict(ruler or {}), camera, board, settings
        self.views: list[View] = []
        self.start = PhysicalSet.in_proportion(**_proportioned(self.ruler))

    def add(self, image: Image, told: Position | None = None) -> Added:
        """Looks for the board in a photograph; `told` is what stands there, if somebody says so."""
        size = (image.shape[1], image.shape[0])
        if self.views and self.views[0].found.pose.camera.size != size:
            return self._refuse(message("calibrate.size", image="x".join(map(str, size))))
        try:
            found = find_board(image, self.start, self.camera, self.board)
        except NoBoard as none:
            return self._refuse(message(NO_BOARD.get(none.reason, NO_BOARD["none"])))
        if found.board is None:
            return self._refuse(message("noboard.fields"))
        if told is not None and told.board != found.board:
            said = message("calibrate.other_board", told=told.board, board=found.board)
            return self._refuse(said)
        self.views.append(View(image, found, found.board, told))
        return Added(True, message("calibrate.board", board=found.board), len(self.views))

    def finish(self, progress: Progress | None = None) -> SetResult:
        """Measures the set; raises `Refused` where the photographs do not tell it."""
        if not self.views:
            raise Refused(message("calibrate.no_board"), message("calibrate.advice.board"))
        return measure_set(self.views, self.ruler, self.camera is not None, progress, self.settings)

    def _refuse(self, said: Message) -> Added:
        return Added(False, said, len(self.views))


def measure_set(
    views: Sequence[View],
    ruler: Mapping[str, float],
    camera_known: bool = False,
    progress: Progress | None = None,
    settings: SetSettings | None = None,
) -> SetResult:
    """The set that explains the photographs; raises `Refused` where they do not tell it."""
    how = settings or SetSettings()
    tell = progress or (lambda share: None)
    fixed = _proportioned(ruler)
    start = PhysicalSet.in_proportion(**fixed)
    if "board_side" not in fixed:
        side = float(np.median([side_mm(view.found, start) for view in views]))
        start = replace(start, board_side=side)
    made, seen = _proportions(views, start, fixed, how, lambda share: tell(0.8 * share))
    return fit_set(views, made, seen, ruler, camera_known, lambda share: tell(0.8 + 0.2 * share), how)


def fit_set(
    views: Sequence[View],
    made: PhysicalSet,
    seen: Sequence[Seen],
    ruler: Mapping[str, float],
    camera_known: bool,
    tell: Progress,
    how: SetSettings,
) -> SetResult:
    """Measures exactly what is already known about: the set `made`, and what stands in each photograph."""
    fixed = _proportioned(ruler)
    if sum(len(stack) for each in seen for stack in each.stacks.values()) < how.fewest_towers:
        raise Refused(message("calibrate.few_towers"), message("calibrate.advice.stacks"))
    made, bundle, sightings = _fit(views, made, seen, fixed, camera_known, how, tell)
    measured = _report(made, bundle, ruler, how)
    if "tower_height" not in fixed and bundle.errors[HEIGHT] > how.largest_height_error * bundle.measures[HEIGHT]:
        share = round(100 * bundle.errors[HEIGHT] / bundle.measures[HEIGHT], 1)
        raise Refused(message("calibrate.height_open", percent=share), message("calibrate.advice.tilt"))
    scale = measured.physical_set.pitch_9
    poses = tuple(scaled(pose, scale) for pose in bundle.poses)
    styles = [field_style(v.image, pose, v.board, measured.physical_set) for v, pose in zip(views, poses, strict=True)]
    known = [style for style in styles if style is not None]
    marks = max(set(known), key=known.count) if known else None
    camera = None if camera_known else measured_camera(bundle, sightings, len(views))
    return SetResult(replace(measured, marks=marks), camera, tuple(views), tuple(seen), poses, sightings, bundle)


def _proportions(
    views: Sequence[View], start: PhysicalSet, fixed: Mapping[str, float], how: SetSettings, tell: Progress
) -> tuple[PhysicalSet, list[Seen]]:
    """The proportions of towers that explain the pictures best, and what stands there then."""
    pitch = start.pitch_9
    known: dict[tuple[float, float], tuple[float, PhysicalSet]] = {}
    many = len(how.heights) + len(how.widths) + len(how.nearer)
    tried = list(views)
    if len(tried) > how.most_grid_views:
        tried.sort(key=lambda view: (view.told is None, -_read(view, start).explained))
        del tried[how.most_grid_views :]

    def worth(width: float, height: float) -> float:
        if (width, height) not in known:
            groove = min(start.groove_depth, how.largest_groove * height * pitch)
            sizes = {"tower_width": width * pitch, "tower_height": height * pitch, "groove_depth": groove}
            made = replace(start, **{name: size for name, size in sizes.items() if name not in fixed})
            seen = [_read(view, made) for view in tried]
            explained = sum(each.explained for each in seen)
            known[width, height] = explained * (1 - how.mistold * sum(each.unlike for each in seen)), made
            tell(min(1.0, len(known) / many))
        return known[width, height][0]

    heights = [start.tower_height / pitch] if "tower_height" in fixed else list(how.heights)
    widths = [start.tower_width / pitch] if "tower_width" in fixed else list(how.widths)
    width = start.tower_width / pitch
    height = max(heights, key=lambda h: worth(width, h))
    width = max([width, *widths], key=lambda w: worth(w, height))
    if len(heights) > 1:
        height = max([height, *(height + d for d in how.nearer)], key=lambda h: worth(width, h))
    best = known[width, height][0]
    rivals = [w for (_, h), (w, _) in known.items() if abs(h / height - 1) > how.rival_apart]
    if rivals and max(rivals) > how.rival_share * best and best > 0 and not any(view.told for view in views):
        raise Refused(message("calibrate.heights_alike"), message("calibrate.advice.tell"))
    made = known[width, height][1]
    return made, [_read(view, made) for view in views]


def _read(view: View, made: PhysicalSet) -> Seen:
    read = read_pieces(view.image, view.board, made, view.found.pose, ReaderSettings())
    stacks, sticks = dict(read.search.stacks), tuple(read.sticks)
    if view.told is None:
        return Seen(stacks, sticks, read.explained())
    names = {field: field_name(*field) for field in read.scene.fields}
    said = {field: view.told.towers.get(name, "") for field, name in names.items()}
    shown = {field: "".join(COLOURS[c] for c in stacks.get(field, ())) for field in names}
    unlike = {field for field in names if said[field] != shown[field]}
    right = {field: stack for field, stack in stacks.items() if field not in unlike}
    kept = tuple(stick for stick in sticks if not {stick.place.a[0], stick.place.b[0]} & unlike)
    return Seen(right, kept, read.explained(), len(unlike))


def _fit(
    views: Sequence[View],
    made: PhysicalSet,
    seen: Sequence[Seen],
    fixed: Mapping[str, float],
    camera_known: bool,
    how: SetSettings,
    tell: Progress,
) -> tuple[PhysicalSet, Bundle, Sightings]:
    """Measures lines and fits everything to them, each time looking closer."""
    pitch, board_settings = made.pitch_9, BoardSettings()
    poses = [view.found.pose for view in views]
    lights = [linear_light(view.image) for view in views]
    known = _known(poses[0].camera, made, fixed, camera_known, how)
    # Where the board was found, its edges and marks are near enough to be measured at once.
    boards = [
        see_board(view.image, pose, view.board, made, k, board_settings)
        for k, (view, pose) in enumerate(zip(views, poses, strict=True))
    ]
    for turn, window in enumerate(how.windows_px):
        parts, pieces = list(boards), 0
        for k, (view, pose, light, each) in enumerate(zip(views, poses, lights, seen, strict=True)):
            scene = scene_for(view.image, view.board, made, pose, ReaderSettings())
            scale = max(view.image.shape[:2]) / 1280
            lines = see_pieces(light, scene, each.stacks, each.sticks, window * scale, k, SightingSettings())
            parts += [replace(lines, piece=lines.piece + pieces)]
            pieces += int(lines.piece.max()) + 1 if len(lines.piece) else 0
        sightings = Sightings.join(parts)
        bundle = adjust([scaled(pose, 1 / pitch) for pose in poses], sightings, known, measures_of(made))
        moved = np.abs(bundle.measures - measures_of(made))[[WIDTH, HEIGHT]].max()
        sizes = {name: float(value) * pitch for name, value in zip(MEASURED, bundle.measures, strict=True)}
        made = replace(made, **sizes)
        poses = [scaled(pose, pitch) for pose in bundle.poses]
        tell((turn + 1) / len(how.windows_px))
        if moved < how.settled:
            break
    return made, bundle, sightings


def _known(
    camera: Camera, made: PhysicalSet, fixed: Mapping[str, float], camera_known: bool, how: SetSettings
) -> Known:
    settings = BoardSettings()
    usual = usual_camera(camera.size, settings)
    target, stray = measures_of(made), np.array([how.stray[name] for name in MEASURED])
    for k, name in enumerate(MEASURED):
        if name in fixed:
            stray[k] = RULER_MM / made.pitch_9
        else:
            target[k] = DEFAULT_PROPORTIONS[name]
    focal, k1 = (float(np.log(usual.fx)), settings.log_focal_sd), (settings.k1_prior, settings.k1_sd)
    return Known(focal, k1, target, stray, not camera_known)


def _proportioned(ruler: Mapping[str, float]) -> dict[str, float]:
    """What a ruler says of how the parts compare: nothing without the pitch, only how large the whole is then."""
    return dict(ruler) if "pitch_9" in ruler else {}


def _report(made: PhysicalSet, bundle: Bundle, ruler: Mapping[str, float], how: SetSettings) -> MeasuredSet:
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
        error = float(np.hypot(bundle.errors[k], how.systematic[name]))
        if bundle.errors[k] > how.not_told * how.stray[name]:
            origins[name] = DEFAULT
        else:
            values[name], errors[name], origins[name] = ratios[name] * pitch, error * pitch, PHOTOGRAPHS
    for name, value in ruler.items():
        values[name], errors[name], origins[name] = value, RULER_MM, RULER
    for name in MEASURES:
        origins.setdefault(name, DEFAULT)
    checked = PhysicalSet.from_json(values)
    return MeasuredSet(checked, errors, origins)

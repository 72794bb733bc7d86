"""The measures of a set from photographs in which a few of its pieces stand, and the camera's with them.

First a look at how well whole pictures are explained by towers of several proportions; what stands where is read anew
with each. Then the lines of board and pieces are measured to a fraction of a pixel and everything is fitted at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from calibration.arrays import Image
from calibration.bundle import Bundle, Sightings
from calibration.camera import Camera
from calibration.measured import MeasuredCamera, MeasuredSet
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from calibration.refused import Refused
from referee.tactori.board import COLOURS, coordinates, field_name
from referee.tactori.position import Position
from vision.board.find import NoBoard, find_board
from vision.calibrate.camera_boards import Added
from vision.calibrate.cameras import measured_camera, most_used, scaled
from vision.found_board import turn
from vision.tactori.calibrate.joint_fit import (
    FitSettings,
    Progress,
    Seen,
    View,
    common_marks,
    fit_views,
    proportioned,
    report_set,
    usual_set,
)
from vision.tactori.calibrate.outlines import HEIGHT
from vision.tactori.calibrate.proportions import with_towers
from vision.tactori.calibrate.same_position import same_positions
from vision.tactori.read import read_pieces
from vision.tactori.settings import ReaderSettings
from vision.tactori.turning import turned_field
from words.message import Message, message


@dataclass(frozen=True)
class SetSettings:
    fit: FitSettings = field(default_factory=FitSettings)
    # Proportions that are tried at first, in pitches.
    heights: tuple[float, ...] = (0.42, 0.47, 0.52, 0.57, 0.62, 0.67, 0.72, 0.77)  # 0.7 to 1 times as high as wide
    widths: tuple[float, ...] = (0.60, 0.64, 0.68, 0.72)  # about two thirds of the pitch
    nearer: tuple[float, ...] = (-0.05, -0.025, 0.025, 0.05)  # added to the best height when the width is known
    most_grid_views: int = 2  # photographs on which all proportions are tried: those with most pieces
    fewest_towers: int = 3  # in all pictures together
    mistold: float = 0.03  # of what the pictures explain: as much as one field costs that is read other than told
    rival_apart: float = 0.12  # of the best height: so far away another height is a rival
    rival_share: float = 0.985  # of what the best height explains: a rival that explains so much leaves it open
    largest_height_error: float = 0.03  # of the height: more, and stacks of four are read as three or five


@dataclass(frozen=True)
class SetResult:
    """A set, the cameras if they were not known, and what it was measured on."""

    measured: MeasuredSet
    cameras: tuple[MeasuredCamera, ...]
    views: tuple[View, ...]
    seen: tuple[Seen, ...]
    poses: tuple[Pose, ...]
    sightings: Sightings
    bundle: Bundle

    @property
    def camera(self) -> MeasuredCamera | None:
        """The one that took most of the photographs."""
        return most_used(self.cameras)

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
        self.start = PhysicalSet.in_proportion(**proportioned(self.ruler))

    def add(self, image: Image, told: Position | None = None) -> Added:
        """Looks for the board in a photograph; `told` is what stands there, if somebody says so."""
        try:
            found = find_board(image, self.start.plan(self.board), self.camera)
        except NoBoard as none:
            return self._refuse(none.message)
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
    fixed = proportioned(ruler)
    start = usual_set([view.found for view in views], fixed)
    made, read = _proportions(views, start, fixed, how, lambda share: tell(0.8 * share))
    views, seen = _named_alike(views, read, made)
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
    fixed = proportioned(ruler)
    if sum(len(stack) for each in seen for stack in each.stacks.values()) < how.fewest_towers:
        raise Refused(message("calibrate.few_towers"), message("calibrate.advice.stacks"))
    fit = fit_views(views, made, seen, fixed, [camera_known] * len(views), how.fit, tell)
    bundle, sightings = fit.bundle, fit.sightings
    measured = report_set(fit.physical_set, bundle, ruler, how.fit)
    if "tower_height" not in fixed and bundle.errors[HEIGHT] > how.largest_height_error * bundle.measures[HEIGHT]:
        share = round(100 * bundle.errors[HEIGHT] / bundle.measures[HEIGHT], 1)
        raise Refused(message("calibrate.height_open", percent=share), message("calibrate.advice.tilt"))
    scale = measured.physical_set.pitch_9
    poses = tuple(scaled(pose, scale) for pose in bundle.poses)
    marks = common_marks(views, poses, measured.physical_set)
    numbers = () if camera_known else range(len(bundle.focal_errors))
    cameras = tuple(measured_camera(bundle, sightings, number) for number in numbers)
    return SetResult(replace(measured, marks=marks), cameras, tuple(views), tuple(seen), poses, sightings, bundle)


def _proportions(
    views: Sequence[View], start: PhysicalSet, fixed: Mapping[str, float], how: SetSettings, tell: Progress
) -> tuple[PhysicalSet, list[Seen]]:
    """The proportions of towers that explain the pictures best, and what stands there then."""
    pitch = start.pitch_9
    known: dict[tuple[float, float], tuple[float, PhysicalSet]] = {}
    many = len(how.heights) + len(how.widths) + len(how.nearer)
    tried = list(views)
    if len(tried) > how.most_grid_views:
        tried.sort(key=lambda view: (view.told is None, -read_view(view, start).explained))
        del tried[how.most_grid_views :]

    def worth(width: float, height: float) -> float:
        if (width, height) not in known:
            made = with_towers(start, width, height, fixed)
            seen = [read_view(view, made) for view in tried]
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
    return made, [read_view(view, made) for view in views]


def _named_alike(
    views: Sequence[View], seen: Sequence[Seen], made: PhysicalSet
) -> tuple[Sequence[View], Sequence[Seen]]:
    """The same, photographs of one position turned so that they name its fields alike: its pieces are set down once."""
    shown = same_positions([view.board for view in views], [each.stacks for each in seen])
    turned = [_turned(view, where.quarters) for view, where in zip(views, shown, strict=True)]
    read = [
        read_view(view, made) if where.quarters else each for view, each, where in zip(turned, seen, shown, strict=True)
    ]
    return turned, [replace(each, position=where.position) for each, where in zip(read, shown, strict=True)]


def _turned(view: View, quarters: int) -> View:
    told = view.told
    if told is not None:
        fields = {at: turned_field(coordinates(at), -quarters, view.board) for at in told.towers}
        # Nobody asks where the sticks are that were told.
        told = Position.of(view.board, {field_name(*fields[at]): stack for at, stack in told.towers.items()}, ())
    return replace(view, found=turn(view.found, quarters), told=told)


def read_view(view: View, made: PhysicalSet) -> Seen:
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

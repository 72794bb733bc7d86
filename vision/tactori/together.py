"""Several pictures of one position read as one: what one does not show, another does."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np

from calibration.arrays import Image
from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.measured import MeasuredSet
from calibration.physical_set import PhysicalSet, plan_of
from referee.tactori.board import field_name
from vision.board.find import NoBoard, find_board
from vision.corners import Corners
from vision.found_board import FoundBoard, turn
from vision.tactori.disagreement import Disagreement, denied_stacks, disagreement
from vision.tactori.read import Lit, Look, Pieces, PieceSearch, look_at
from vision.tactori.reading import Reading
from vision.tactori.scan import board_of_pieces, reading_of
from vision.tactori.scene import Field
from vision.tactori.settings import ASK, ReaderSettings
from vision.tactori.settle import worst_fit
from vision.tactori.stacks import Stack
from vision.tactori.turning import QUARTERS, Turning, Weights, best_stacks, turned_field, turning
from words.message import InputError, Message, message

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Shot:
    """One picture of a position, and what is known of it before it is read."""

    image: Image
    camera: Camera | None = None
    corners: Corners | None = None
    turned: int | None = None
    """By how many degrees (0, 90, 180 or 270), counter-clockwise seen from above, the camera went round the board
    since the first picture, if somebody says so."""


@dataclass(frozen=True)
class ViewRead:
    """What became of one picture. `found` names the fields as the first picture sees them."""

    found: FoundBoard | None
    turned: int = 0
    used: bool = True
    why: Message | None = None
    """Why it was not used, and what it disagrees about."""


@dataclass(frozen=True)
class Together:
    """One reading of all pictures; `reading.found` is the board as the first picture that was used shows it."""

    reading: Reading
    views: tuple[ViewRead, ...]


@dataclass(frozen=True)
class _How:
    """What is known of all pictures, and how they are to be read."""

    physical_set: PhysicalSet | None
    colours: ColourReferences | None
    measure: bool
    settings: ReaderSettings

    @property
    def start(self) -> PhysicalSet:
        return self.physical_set or PhysicalSet.in_proportion()


@dataclass(frozen=True, eq=False)
class _Begun:
    """A picture in which the board was found, and what it says by itself of every field."""

    number: int
    shot: Shot
    found: FoundBoard
    look: Look
    lit: Lit
    weights: Weights
    stacks: Mapping[Field, Stack]
    reach: Mapping[Field, int]
    good: float
    """The share of its stacks that fit well on every floor: few do where the board was not found exactly."""

    @property
    def board(self) -> int:
        assert self.found.board is not None
        return self.found.board

    def turn(self, quarters: int) -> _Begun:
        def renamed(said: Mapping[Field, T]) -> dict[Field, T]:
            return {turned_field(field, -quarters, self.board): each for field, each in said.items()}

        weights, stacks, reach = renamed(self.weights), renamed(self.stacks), renamed(self.reach)
        found, lit = turn(self.found, quarters), self.lit.turn(quarters)
        return replace(self, found=found, lit=lit, weights=weights, stacks=stacks, reach=reach)


@dataclass(frozen=True, eq=False)
class _Joint:
    """One reading of pictures that were fitted together."""

    pieces: Pieces
    begun: tuple[_Begun, ...]
    physical_set: PhysicalSet
    measured: MeasuredSet | None

    def against(self, settings: ReaderSettings) -> dict[int, Disagreement]:
        """The pictures, by their numbers, that plainly show something else than was read."""
        if len(self.begun) == 1:
            return {}
        found = {
            each.number: disagreement(self.pieces, k, each.stacks, each.reach, settings)
            for k, each in enumerate(self.begun)
        }
        return {number: one for number, one in found.items() if one is not None}


def read_together(
    shots: Sequence[Shot],
    physical_set: PhysicalSet | None = None,
    board: int | None = None,
    colours: ColourReferences | None = None,
    measure: bool = False,
    sure: float = ASK["usual"],
) -> Together:
    """Reads two to eight pictures of one position as one.

    Raises
    ------
    NoBoard
        If no picture shows a board.
    InputError
        If it cannot be told how the pictures are turned against each other and nobody said so.
    """
    how = _How(physical_set, colours, measure, ReaderSettings(sure=sure))
    views: dict[int, ViewRead] = {}
    twice = _twice(shots)
    boards = _boards(shots, twice, physical_set, board, views)
    kind = _kind(shots, boards, how, views)
    begun = [
        _begin(k, shots[k], replace(found, board=kind), how.start, how) for k, found in boards.items() if k not in views
    ]
    first = begun[0].found
    joint = _read_agreeing(_turn_alike(begun, how.settings, views), how, views)
    for each in joint.begun:
        views[each.number] = ViewRead(each.found)
    for k, same in twice.items():
        views[k] = replace(views[same], used=False, why=message("together.twice", number=same + 1))
    reading = reading_of(joint.begun[0].found, joint.physical_set, joint.pieces, colours, how.settings)
    return Together(
        replace(reading, measured=joint.measured), tuple(_with_turning(views[k], first) for k in range(len(shots)))
    )


def _with_turning(view: ViewRead, first: FoundBoard) -> ViewRead:
    return view if view.found is None else replace(view, turned=went_round(first, view.found))


def went_round(first: FoundBoard, other: FoundBoard) -> int:
    """By how many degrees, counter-clockwise seen from above and to the next quarter, a camera went round the board.

    Both name its fields alike. What is to the right in a picture tells it even where cameras look straight down.
    """
    angles = [math.atan2(right[1], right[0]) for right in (first.pose.rotation[0], other.pose.rotation[0])]
    return round((angles[1] - angles[0]) / (math.pi / 2)) % 4 * 90


def _twice(shots: Sequence[Shot]) -> dict[int, int]:
    """The pictures that are the same as an earlier one, and as which."""
    made: dict[int, int] = {}
    for k, shot in enumerate(shots):
        same = next((j for j in range(k) if j not in made and _is_same(shots[j].image, shot.image)), None)
        if same is not None:
            made[k] = same
    return made


def _boards(
    shots: Sequence[Shot],
    twice: Mapping[int, int],
    physical_set: PhysicalSet | None,
    board: int | None,
    views: dict[int, ViewRead],
) -> dict[int, FoundBoard]:
    """Where the board is in each picture; where there is none, that is said in `views`."""
    made: dict[int, FoundBoard] = {}
    why: NoBoard | None = None
    for k, shot in enumerate(shots):
        if k in twice:
            continue
        try:
            made[k] = find_board(shot.image, plan_of(physical_set, board), shot.camera, shot.corners)
        except NoBoard as error:
            why = why or error
            views[k] = ViewRead(None, used=False, why=message("together.no_board"))
    if not made:
        raise why or NoBoard("none")
    return made


def _is_same(one: Image, other: Image) -> bool:
    """Whether two pictures are one, perhaps stored twice: what a camera sees from another place differs more."""
    if abs(one.shape[0] * other.shape[1] - one.shape[1] * other.shape[0]) > max(one.shape):
        return False
    small = [cv2.resize(image, SMALL_PX, interpolation=cv2.INTER_AREA).astype(np.float32) for image in (one, other)]
    return bool(np.abs(small[0] - small[1]).max() < SAME_LEVELS)


SMALL_PX = (96, 64)
SAME_LEVELS = 8.0  # of 255: compression and noise leave less of a difference, a tower set down makes it three times


def _kind(shots: Sequence[Shot], boards: dict[int, FoundBoard], how: _How, views: dict[int, ViewRead]) -> int:
    """5 or 9, as most pictures have it; one that has it otherwise shows another board."""
    kinds = [found.board for found in boards.values() if found.board is not None]
    if not kinds:
        first, found = next(iter(boards.items()))
        told = board_of_pieces(shots[first].image, found, how.start, how.colours, found.cover)
        if told is None:
            raise NoBoard("fields")
        return told
    kind = max(kinds, key=kinds.count)  # of as many the first
    for k, found in boards.items():
        if found.board not in (None, kind):
            views[k] = ViewRead(found, used=False, why=message("together.other_board", board=found.board))
    return kind


def _begin(
    number: int, shot: Shot, found: FoundBoard, made: PhysicalSet, how: _How, look: Look | None = None
) -> _Begun:
    """A first look at one picture by itself."""
    assert found.board is not None
    settings = how.settings
    look = look or look_at(shot.image, found.board, made, found.pose, settings, how.colours, found.cover)
    begun = PieceSearch([look], found.board, made, [found.pose], settings)
    begun.search.sweep_by_colour()
    begun.learn()
    begun.widen()
    begun.search.sweep(2)
    (lit,), search = begun.lit, begun.search
    good = np.mean([worst_fit(search, *each) > settings.ill_fit for each in search.stacks.items()] or [True])
    return _Begun(number, shot, found, look, lit, search.weighed, search.stacks, search.reach, float(good))


def _turn_alike(begun: Sequence[_Begun], settings: ReaderSettings, views: dict[int, ViewRead]) -> list[_Begun]:
    """All pictures with their fields named as in the first one; the clearest is turned first, and then helps.

    One that explains nothing together with the others, however it is turned, shows another position.
    """
    done, left = [begun[0]], list(begun[1:])
    while left:
        ways = [(each, _turning(done, each, settings)) for each in left]
        each, found = max(ways, key=lambda way: way[1].margin)
        left = [other for other in left if other is not each]
        turned = each.turn(found.quarters)
        if found.margin >= settings.clear_turning:
            done.append(turned)
        elif found.agreement < settings.least_agreement:
            views[each.number] = ViewRead(turned.found, used=False, why=_otherwise(turned, done, settings))
        else:
            raise InputError(message("together.turning"))
    return sorted(done, key=lambda each: each.number)


def _turning(done: Sequence[_Begun], each: _Begun, settings: ReaderSettings) -> Turning:
    """How a picture is turned, as somebody says or as what it shows says."""
    if each.shot.turned is not None:
        first = done[0].found
        ways = {went_round(first, turn(each.found, quarters)): quarters for quarters in QUARTERS}
        return Turning(ways[each.shot.turned], math.inf, 1.0)
    return turning([other.weights for other in done], each.weights, each.board, settings.cost_of_floor)


def _fitted(begun: Sequence[_Begun], how: _How) -> tuple[list[_Begun], MeasuredSet | None]:
    """What is not known of cameras and set, fitted to all pictures together; the set, if it was measured."""
    known = [each.shot.camera is not None for each in begun]
    if not how.measure and all(each.found.focal_error < how.settings.known_focal for each in begun):
        return list(begun), None
    # It reads pictures itself, with what is in here.
    from vision.tactori.calibrate.joint_fit import View, fit_together
    from vision.tactori.calibrate.unknown_set import begin_together

    images, boards = [each.shot.image for each in begun], [each.found for each in begun]
    if how.measure:
        looks = [each.look for each in begun]
        made = begin_together(images, boards, how.physical_set, known, how.colours, looks)
        if made is None:
            return list(begun), None
        measured = made[0].measured_set
        again = [
            _begin(each.number, each.shot, found, measured.physical_set, how, each.look)
            for each, found in zip(begun, made[0].found, strict=True)
        ]
        return again, measured
    stacks = best_stacks([each.weights for each in begun], how.settings.cost_of_floor)
    views = [View(image, found, begun[0].board) for image, found in zip(images, boards, strict=True)]
    fitted = fit_together(views, known, how.physical_set, stacks, ())
    return [replace(each, found=found) for each, found in zip(begun, fitted.found, strict=True)], None


def _otherwise(each: _Begun, done: Sequence[_Begun], settings: ReaderSettings) -> Message:
    stacks = best_stacks([other.weights for other in done], settings.cost_of_floor)
    fields = [field for field in {*stacks, *each.stacks} if stacks.get(field) != each.stacks.get(field)]
    return _other_position(sorted(fields))


def _other_position(fields: Sequence[Field]) -> Message:
    return message("together.other_position", fields=tuple(field_name(*field) for field in fields))


def _read_agreeing(begun: Sequence[_Begun], how: _How, views: dict[int, ViewRead]) -> _Joint:
    """One reading of all pictures that agree; one that plainly shows something else is left out.

    The one that disagrees most is left out first. If the others then agree it was that one; if they do not, it may
    have been one of them. Of two that disagree, the first is believed, unless its own stacks fit it clearly worse.
    """
    left = {each.number: each for each in begun}
    joint = _read_jointly(begun, how)
    against = joint.against(how.settings)
    while against and len(left) > 1:
        tried: list[tuple[int, _Joint, dict[int, Disagreement]]] = []
        for number in sorted(against, key=lambda k: -against[k].loss) if len(left) > 2 else [_worse(*left.values())]:
            without = _read_jointly([each for k, each in left.items() if k != number], how)
            tried.append((number, without, without.against(how.settings)))
            if not tried[-1][2]:
                break
        number, joint, rest = min(tried, key=lambda each: sum(one.loss for one in each[2].values()))
        gone = left.pop(number)
        views[number] = ViewRead(gone.found, used=False, why=_why(gone, joint, against, how.settings))
        against = rest
    return joint


def _worse(first: _Begun, second: _Begun) -> int:
    return first.number if first.good < second.good - CLEARLY_BETTER else second.number


CLEARLY_BETTER = 0.2  # of the stacks: of boards found exactly most fit, of one found 3 % aside a third did


def _why(gone: _Begun, joint: _Joint, against: Mapping[int, Disagreement], settings: ReaderSettings) -> Message:
    """What a picture that was left out shows otherwise than was read without it."""
    read = joint.pieces.search.stacks
    alone = PieceSearch([gone.look], gone.board, joint.physical_set, [gone.found.pose], settings)
    for field, stack in read.items():
        alone.search.set(field, stack)
    alone.learn()
    denied = denied_stacks(alone.panes[0], read, gone.stacks, gone.reach, settings)
    said = against.get(gone.number)
    sticks = said.sticks if said is not None else frozenset()
    found = Disagreement({field: better for field, (_, better) in denied.items()}, sticks, 0.0)
    if found.is_of_heights(read):
        return message("together.other_set")
    every = sorted({field for one in against.values() for field in one.fields})
    return _other_position(found.fields or (said.fields if said is not None else every))


def _read_jointly(begun: Sequence[_Begun], how: _How) -> _Joint:
    """One search in all pictures, from the stacks that they speak for together."""
    fitted, measured = _fitted(begun, how)
    made = measured.physical_set if measured is not None else how.start
    looks, poses = [each.look for each in fitted], [each.found.pose for each in fitted]
    joint = PieceSearch(looks, fitted[0].board, made, poses, how.settings)
    for field, stack in best_stacks([each.weights for each in fitted], how.settings.cost_of_floor).items():
        joint.search.widen({field: len(stack) - 1})
        joint.search.set(field, stack)
    joint.take([each.lit for each in fitted])
    joint.widen()
    joint.improve()
    joint.learn()
    joint.improve()
    return _Joint(joint.conclude(), tuple(fitted), made, measured)

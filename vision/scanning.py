"""One photograph, or several of one position, from the file to the reading and its verdict."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from calibration.physical_set import plan_of
from referee.tactori.hanging import Hanging, hanging
from referee.tactori.rules import RuleBook
from referee.tactori.scoring import PositionVerdict, judge_position
from vision.board.find import NoBoard, find_board
from vision.corners import Corners, corners_json
from vision.found_board import FoundBoard
from vision.known_of_picture import Known, known_of, without_profile
from vision.photograph import Photograph, decode_photograph, read_picture_file
from vision.tactori.better_view import best_side, better_view
from vision.tactori.reading import Reading
from vision.tactori.settings import ASK
from vision.tasks import Task, check_count
from words.language import say
from words.message import InputError, Message, message

if TYPE_CHECKING:
    from vision.tactori.scan import Scan
    from vision.tactori.together import Together, ViewRead

Looked = TypeVar("Looked")


class AnswerIsNo(InputError):  # noqa: N818 - no error of the person who asked
    """A sound photograph, in which there is no board to be read."""


@dataclass(frozen=True)
class ScannedView:
    """What became of one of several pictures that were read as one."""

    image: str
    photograph: Photograph
    found: FoundBoard | None
    """With its fields named as the first picture sees them."""
    corners: Corners | None
    """In pixels of the photograph, beside a1, i1, i9 and a9 as the first picture names them."""
    turned: int
    used: bool
    why: Message | None
    """Why it was left out, and what it disagrees about."""
    known: Known

    def to_json(self, language: str) -> dict[str, Any]:
        said = {
            "image": self.image,
            "corners": None if self.corners is None else corners_json(self.corners),
            "turned": None if self.found is None else self.turned,
            "used": self.used,
            "why": None if self.why is None else say(self.why, language),
        }
        return said | self.known.to_json(language)


@dataclass(frozen=True)
class Scanned:
    """A reading with the picture it was read from, and the referee's verdict if a game was named."""

    photograph: Photograph
    """Of several pictures the first that was used, which is the one that `scan` found its board in."""
    scan: Scan
    reading: Reading
    verdict: PositionVerdict | None
    known: Known
    rules: RuleBook | None = None
    views: tuple[ScannedView, ...] = ()
    """All pictures, if it was read from several."""

    @cached_property
    def hangs(self) -> tuple[Hanging, ...]:
        """What of the verdict hangs on sticks that are not vouched for."""
        return () if self.rules is None else hanging(self.reading.position, self.reading.open_ways, self.rules)

    @property
    def legal(self) -> bool:
        return self.verdict is None or self.verdict.legal

    def to_json(self, language: str) -> dict[str, Any]:
        said = self.reading.to_json(language)
        if self.views:
            said["images"] = [view.image for view in self.views]
            said["views"] = [view.to_json(language) for view in self.views]
            for doubt, move in zip(said["unsure"], self.moves, strict=True):
                doubt["move"] = say(move, language) if move else None
        if self.verdict is not None:
            said["verdict"] = self.verdict.to_json(language)
            said["verdict_unsure"] = sorted(doubt.at for doubt in self.reading.unsure)
            said["verdict_hangs"] = [each.to_json() for each in self.hangs]
        if self.scan.measured is not None:
            said["measured"] = self.scan.measured.to_json()
        return said | self.known.to_json(language)

    @cached_property
    def moves(self) -> tuple[Message | None, ...]:
        """For each doubt what would settle it: another picture from some side, or what else can be done."""
        poses = [view.found.pose for view in self.views if view.used and view.found is not None]
        position, made, pose = self.reading.position, self.scan.physical_set, self.scan.found.pose
        return tuple(
            best_side(position, made, poses, doubt.at) or better_view(position, made, pose, doubt.at, doubt.why.key)
            for doubt in self.reading.unsure
        )

    def notes(self, language: str) -> list[str]:
        """What is to be said of the profile, for people; of several pictures each has its own."""
        if not self.views:
            return self.known.notes(self.reading.image, language)
        own = {misfit for view in self.views for misfit in view.known.misfits}
        joint = replace(self.known, misfits=tuple(each for each in self.known.misfits if each not in own))
        each = [note for view in self.views for note in view.known.notes(view.image, language)]
        return each + joint.notes(self.reading.image, language)

    def overlay(self, view: int | None = None) -> Any:
        """The reading drawn over its picture, or over any of several; one without a board stays as it is."""
        from vision.tactori.overlay import draw_overlay

        photograph, found = self.photograph, self.scan.found
        if view is not None:
            seen = self.views[view]
            if seen.found is None:
                return seen.photograph.image.copy()
            photograph, found = seen.photograph, seen.found
        return draw_overlay(photograph.image, found, self.scan.physical_set, self.reading, self.verdict)


def scan(task: Task, rules: RuleBook | None) -> Scanned:
    """Reads one photograph, or several of one position; whatever stands in the way is an `InputError`."""
    if task.images:
        return scan_together(task, rules, [_picture(task, index) for index in range(len(task.images))])
    data = read_picture_file(task.path)
    return scan_photograph(task, rules, decode_photograph(data), data)


def _picture(task: Task, index: int) -> tuple[Photograph, bytes]:
    """One of several pictures. The answer is named by the first; an error in another says which it is."""
    try:
        data = read_picture_file(task.alone(index).path)
        return decode_photograph(data), data
    except InputError as error:
        raise error if index == 0 else error.at(task.images[index]) from None


def scan_photograph(task: Task, rules: RuleBook | None, photograph: Photograph, data: bytes) -> Scanned:
    """The same for a photograph that is decoded already; `data` is its file, `task.path` is not looked at."""
    from vision.tactori.scan import read_photograph  # who only looks for the board need not wait for it

    started = time.perf_counter()

    def read(known: Known) -> Scan:
        more = _more(task, known)
        if task.listed is not None and "measure" not in more and known.is_open:
            from vision.tactori.calibrate.list_set import read_with_list

            return read_with_list(photograph.image, task.listed, known.camera, known.board, known.corners, **more)
        return read_photograph(photograph.image, known.physical_set, known.camera, known.board, known.corners, **more)

    with _explained():
        seen, known = _with_profile(task, photograph, data, read)
    elapsed_ms = 1000 * (time.perf_counter() - started)
    known = _with_unused_colours(task, known, seen)
    corners = photograph.to_original(seen.found.corners_px)
    reading = Reading(task.image, corners, seen.position, seen.unsure, elapsed_ms, seen.p)
    return Scanned(photograph, seen, reading, judge_position(seen.position, rules) if rules else None, known, rules)


def _more(task: Task, known: Known) -> dict[str, Any]:
    """What the reader is told besides what lies in the picture: colours, how sure to be, whether to measure the set."""
    more: dict[str, Any] = {"colours": known.colours} if known.colours is not None else {}
    more |= {"sure": ASK[task.ask]}
    if task.measure and known.is_open:
        more["measure"] = True
    return more


def _with_unused_colours(task: Task, known: Known, seen: Scan) -> Known:
    """Colours that the picture does not bear out are a misfit."""
    if known.colours is None or seen.borne_out:
        return known
    own = task.colours is not None
    unused = message("match.own_colours_unused") if own else message("match.colours_unused", name=known.profile)
    return replace(known, misfits=(*known.misfits, unused))


def scan_together(task: Task, rules: RuleBook | None, pictures: Sequence[tuple[Photograph, bytes]]) -> Scanned:
    """Reads several pictures of one position as one: `pictures` with their files, in the order of `task.images`."""
    check_count(len(pictures))
    started = time.perf_counter()
    with _explained():
        together, each = _together_with_profiles(task, pictures)
    elapsed_ms = 1000 * (time.perf_counter() - started)
    seen = together.scan
    views = tuple(
        _scanned_view(image, photograph, view, known)
        for image, (photograph, _), view, known in zip(task.images, pictures, together.views, each, strict=True)
    )
    used = next(index for index, view in enumerate(views) if view.used)
    photograph = pictures[used][0]
    # A first picture without a board has no corners; then they are those of the picture the fields are named by.
    corners = views[0].corners or photograph.to_original(seen.found.corners_px)
    reading = Reading(task.images[0], corners, seen.position, seen.unsure, elapsed_ms, seen.p)
    verdict = judge_position(seen.position, rules) if rules else None
    known = _with_unused_colours(task, _joint(each), seen)
    return Scanned(photograph, seen, reading, verdict, known, rules, views)


def _scanned_view(image: str, photograph: Photograph, view: ViewRead, known: Known) -> ScannedView:
    corners = None if view.found is None else photograph.to_original(view.found.corners_px)
    return ScannedView(image, photograph, view.found, corners, view.turned, view.used, view.why, known)


def _together_with_profiles(task: Task, pictures: Sequence[tuple[Photograph, bytes]]) -> tuple[Together, list[Known]]:
    """Looks at pictures with their profiles. Where only the profile keeps a board from being found, it does not fit."""
    known = []
    for index, (photograph, data) in enumerate(pictures):
        try:
            known.append(known_of(task.alone(index), photograph, data))
        except InputError as error:  # a camera that was named, and is not this picture's
            raise error if index == 0 else error.at(task.images[index]) from None
    together = None
    try:
        together = _look_together(task, pictures, known)
    except NoBoard:
        if all(each.profile is None for each in known):
            raise
    lost = {i for i, each in enumerate(known) if each.profile and (not together or not together.views[i].found)}
    if together and not lost:
        return together, known
    plain = list(known)
    for index in lost:
        plain[index] = known_of(replace(task.alone(index), profiles=(), find_profile=False), *pictures[index])
    again = _look_together(task, pictures, plain)
    misfits = {index for index in lost if again.views[index].found is not None}
    if together and not misfits:
        return together, known
    for index in misfits:
        known[index] = without_profile(task, known[index], plain[index], pictures[index][0])
    return again, known


def _look_together(task: Task, pictures: Sequence[tuple[Photograph, bytes]], each: Sequence[Known]) -> Together:
    from vision.tactori.together import Shot, read_together

    turned = [*task.turned, *[None] * len(pictures)]
    shots = [
        Shot(photograph.image, known.camera, known.corners, turn)
        for (photograph, _), known, turn in zip(pictures, each, turned, strict=False)
    ]
    joint = _joint(each)
    if task.listed is not None and not task.measure and joint.is_open:
        joint = replace(joint, physical_set=task.listed.physical_set)
    return read_together(shots, joint.physical_set, joint.board, **_more(task, joint))


def _joint(each: Sequence[Known]) -> Known:
    """What is known of all pictures: they show one set, so that the first of them that has a profile speaks for all."""
    first = next((known for known in each if known.profile is not None), each[0])
    return replace(first, misfits=tuple(dict.fromkeys(misfit for known in each for misfit in known.misfits)))


@dataclass(frozen=True)
class Located:
    """Where the board is in one photograph."""

    image: str
    corners: Corners
    board: int | None
    known: Known

    def to_json(self, language: str) -> dict[str, Any]:
        said = {"image": self.image, "corners": corners_json(self.corners), "board": self.board}
        return said | self.known.to_json(language)


def locate(task: Task) -> Located:
    data = read_picture_file(task.path)
    photograph = decode_photograph(data)

    def find(known: Known) -> FoundBoard:
        return find_board(photograph.image, plan_of(known.physical_set, known.board), known.camera, known.corners)

    with _explained():
        found, known = _with_profile(task, photograph, data, find)
    return Located(task.image, photograph.to_original(found.corners_px), found.board, known)


@contextmanager
def _explained() -> Iterator[None]:
    """No board is an answer; and a mistake of ours must not take the other photographs with it."""
    try:
        yield
    except NoBoard as error:
        raise AnswerIsNo(error.message) from None
    except InputError:
        raise
    except Exception as error:
        raise InputError(message("scan.failed", why=f"{type(error).__name__}: {error}"[:200])) from error


def _with_profile(
    task: Task, photograph: Photograph, data: bytes, look: Callable[[Known], Looked]
) -> tuple[Looked, Known]:
    """Looks at a picture with its profile. Where only the profile keeps the board from being found, it does not fit."""
    known = known_of(task, photograph, data)
    try:
        return look(known), known
    except NoBoard:
        if known.profile is None:
            raise
    plain = known_of(replace(task, profiles=(), find_profile=False), photograph, data)
    seen = look(plain)
    return seen, without_profile(task, known, plain, photograph)

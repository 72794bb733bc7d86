"""One photograph from its file to its reading and its verdict."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.physical_set import PhysicalSet
from calibration.profile import Profile, complete_set
from referee.language import say
from referee.message import InputError, Message, message
from referee.tactori.hanging import Hanging, hanging
from referee.tactori.rules import RuleBook
from referee.tactori.scoring import PositionVerdict, judge_position
from vision.board.find import NoBoard, find_board
from vision.photograph import Photograph, decode_photograph, read_picture_file
from vision.pose import FoundBoard
from vision.reading import Corners, Reading, corners_json
from vision.tactori.settings import ASK
from vision.tasks import Task

if TYPE_CHECKING:
    from vision.reader import Scan

Looked = TypeVar("Looked")
NO_BOARD = {"none": "noboard.none", "cut_off": "noboard.cut_off", "fields": "noboard.fields"}


class AnswerIsNo(InputError):  # noqa: N818 - no error of the person who asked
    """A sound photograph, in which there is no board to be read."""


@dataclass(frozen=True)
class Known:
    """What is known of one picture before it is read, in terms of the picture that is worked on."""

    physical_set: PhysicalSet | None
    camera: Camera | None
    board: int | None
    corners: Corners | None
    colours: ColourReferences | None = None
    asked: bool = False
    """Whether a profile was asked for."""
    ask: str = "usual"
    profile: str | None = None
    misfits: tuple[Message, ...] = ()
    """What of the profile could not be used."""

    def to_json(self, language: str) -> dict[str, Any]:
        """What a reading says of the profile."""
        said: dict[str, Any] = {"profile": self.profile} if self.asked else {}
        if self.misfits:
            said["profile_misfit"] = [say(misfit, language) for misfit in self.misfits]
        return said

    def notes(self, image: str, language: str) -> list[str]:
        """The same for people."""
        return [f"{image}: {say(misfit, language)}" for misfit in self.misfits]


@dataclass(frozen=True)
class Scanned:
    """A reading with the picture it was read from, and the referee's verdict if a game was named."""

    photograph: Photograph
    scan: Scan
    reading: Reading
    verdict: PositionVerdict | None
    known: Known
    rules: RuleBook | None = None

    @cached_property
    def hangs(self) -> tuple[Hanging, ...]:
        """What of the verdict hangs on sticks that are not vouched for."""
        return () if self.rules is None else hanging(self.reading.position, self.reading.open_ways, self.rules)

    @property
    def legal(self) -> bool:
        return self.verdict is None or self.verdict.legal

    def to_json(self, language: str) -> dict[str, Any]:
        said = self.reading.to_json(language)
        if self.verdict is not None:
            said["verdict"] = self.verdict.to_json(language)
            said["verdict_unsure"] = sorted(doubt.at for doubt in self.reading.unsure)
            said["verdict_hangs"] = [each.to_json() for each in self.hangs]
        if self.scan.measured is not None:
            said["measured"] = self.scan.measured.to_json()
        return said | self.known.to_json(language)

    def overlay(self) -> Any:
        from vision.overlay import draw_overlay

        found, physical_set = self.scan.found, self.scan.physical_set
        return draw_overlay(self.photograph.image, found, physical_set, self.reading, self.verdict)


def scan(task: Task, rules: RuleBook | None) -> Scanned:
    """Reads one photograph; whatever stands in the way is an `InputError`."""
    data = read_picture_file(task.path)
    return scan_photograph(task, rules, decode_photograph(data), data)


def scan_photograph(task: Task, rules: RuleBook | None, photograph: Photograph, data: bytes) -> Scanned:
    """The same for a photograph that is decoded already; `data` is its file, `task.path` is not looked at."""
    from vision.reader import read_photograph  # who only looks for the board need not wait for it

    started = time.perf_counter()

    def read(known: Known) -> Scan:
        more: dict[str, Any] = {"colours": known.colours} if known.colours is not None else {}
        more |= {"sure": ASK[task.ask]}
        if task.measure and (known.physical_set is None or "tower_height" in known.physical_set.defaults):
            more["measure"] = True
        return read_photograph(photograph.image, known.physical_set, known.camera, known.board, known.corners, **more)

    with _explained():
        seen, known = _with_profile(task, photograph, data, read)
    elapsed_ms = 1000 * (time.perf_counter() - started)
    if known.colours is not None and not seen.borne_out:
        own = task.colours is not None
        unused = message("match.own_colours_unused") if own else message("match.colours_unused", name=known.profile)
        known = replace(known, misfits=(*known.misfits, unused))
    corners = photograph.to_original(seen.found.corners_px)
    reading = Reading(task.image, corners, seen.position, seen.unsure, elapsed_ms, seen.p)
    return Scanned(photograph, seen, reading, judge_position(seen.position, rules) if rules else None, known, rules)


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
        return find_board(photograph.image, known.physical_set, known.camera, known.board, known.corners)

    with _explained():
        found, known = _with_profile(task, photograph, data, find)
    return Located(task.image, photograph.to_original(found.corners_px), found.board, known)


@contextmanager
def _explained() -> Iterator[None]:
    """No board is an answer; and a mistake of ours must not take the other photographs with it."""
    try:
        yield
    except NoBoard as error:
        raise AnswerIsNo(message(NO_BOARD.get(error.reason, "noboard.none"))) from None
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
    from vision.calibrate.matching import check_profile

    profile = next(each for each in task.profiles if each.name == known.profile)
    why = (misfit.message for misfit in check_profile(profile, photograph.image))
    misfits = (*known.misfits, message("match.not_used", name=profile.name), *why)
    return seen, replace(plain, asked=True, misfits=misfits)


def known_of(task: Task, photograph: Photograph, data: bytes) -> Known:
    """What was said of a photograph, and what its profile says of all else; `data` is the file it came from."""
    size = (photograph.image.shape[1], photograph.image.shape[0])
    camera = task.camera.at_size(size) if task.camera is not None else None
    corners = photograph.from_original(task.corners) if task.corners else None
    known = Known(task.physical_set, camera, task.board, corners, task.colours, bool(task.profiles), task.ask)
    if task.find_profile:
        profile = _fitting(task, photograph, data)
        if profile is None:
            return replace(known, misfits=(message("match.none"),))
    elif task.profiles:
        profile = task.profiles[0]
    else:
        return known
    return _completed(known, profile, size)


def _completed(known: Known, profile: Profile, size: tuple[int, int]) -> Known:
    """What is not known is as the profile says; but the camera only if the picture can be its own."""
    camera, misfits = known.camera, known.misfits
    if camera is None and profile.camera is not None:
        try:
            camera = profile.camera.camera.at_size(size)
        except InputError as error:
            misfits = (*misfits, message("match.camera_unused", name=profile.name, why=error.message))
    return replace(
        known,
        physical_set=complete_set(known.physical_set, profile.set.physical_set if profile.set else None),
        camera=camera,
        colours=known.colours or profile.colours,
        profile=profile.name,
        misfits=misfits,
    )


def _fitting(task: Task, photograph: Photograph, data: bytes) -> Profile | None:
    from vision.calibrate.device import device_of
    from vision.calibrate.matching import match_profiles

    try:
        return match_profiles(photograph.image, task.profiles, device_of(data)).best
    except NoBoard:  # with what else is known it may be found all the same
        return None

"""What calibrating asks of a child process: one picture looked at, or everything measured."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from calibration.camera import Camera
from calibration.camera_session import CameraSession, Step
from calibration.physical_set import PhysicalSet, plan_of
from calibration.profile import Profile
from calibration.refused import Refused
from referee.games import GAMES, find_game
from vision.board.find import NoBoard, find_board
from vision.calibrate.camera_boards import BoardCameraSession
from vision.families import Measuring, measuring_of, reader_of
from vision.frames import frames
from vision.photograph import Picture, decode_photograph
from vision.profiles.matching import check_profile
from web.measuring.result import (
    Finished,
    camera_result,
    check_result,
    colours_result,
    doctor_result,
    match_result,
    refused_result,
    set_result,
)
from web.workshop.worker import Report
from words.message import InputError, Message, message

if TYPE_CHECKING:
    from vision.families import ColourSession

LONGEST_FILM_S = 60.0
"""Of a film; a sheet is shown well in half of it."""
FINDING_SHARE = 0.2
"""How much of measuring is finding the boards again."""


class Kind(StrEnum):
    """What is measured, and on what."""

    SET = "set"
    SHEET = "sheet"
    BOARD = "board"
    NOTES = "notes"
    COLOURS = "colours"
    DOCTOR = "doctor"
    CHECK = "check"

    @property
    def of_any_game(self) -> bool:
        """Whether it needs no board: a camera is one, whatever it looks at."""
        return self in (Kind.SHEET, Kind.NOTES)


@dataclass(frozen=True)
class Known:
    """What is known before anything is measured."""

    ruler: Mapping[str, float] = field(default_factory=dict)
    profile: Profile | None = None
    profiles: tuple[Profile, ...] = ()
    """Those among which the one that fits is looked for."""
    game: str = next(iter(GAMES))
    """Of which the set is."""

    @property
    def measuring(self) -> Measuring:
        return measuring_of(find_game(self.game))

    @property
    def physical_set(self) -> PhysicalSet | None:
        return self.profile.set.physical_set if self.profile and self.profile.set else None

    def camera_for(self, image: Picture) -> Camera | None:
        """The profile's camera, if the picture can be one of its."""
        if self.profile is None or self.profile.camera is None:
            return None
        try:
            return self.profile.camera.camera.at_size((image.shape[1], image.shape[0]))
        except InputError:
            return None


@dataclass(frozen=True)
class Handed:
    """A picture file that somebody handed in, and what stands there if somebody says so."""

    data: bytes
    position: Any = None


@dataclass(frozen=True)
class Look:
    """What was thought of one picture, or of one film."""

    accepted: bool
    said: Message
    size: tuple[int, int]
    more: Mapping[str, Any] = field(default_factory=dict)
    """For the page, with messages in it."""
    state: CameraSession | ColourSession | None = None
    """A session that has seen this picture too: it remembers no pictures, so it can be handed to and fro."""


def look(
    report: Report,
    kind: Kind,
    known: Known,
    handed: Handed,
    state: CameraSession | ColourSession | None,
) -> Look:
    """Looks at one picture."""
    image = decode_photograph(handed.data).image
    own = (int(image.shape[1]), int(image.shape[0]))
    if kind is Kind.SHEET:
        session = state if isinstance(state, CameraSession) else CameraSession(film=False)
        return _sheet_look(session, session.add(image), own)
    if kind is Kind.COLOURS:
        return _colour_look(_colours(known, state), known, image, handed.position)
    if kind in (Kind.SET, Kind.BOARD):
        if kind is Kind.SET:
            added = known.measuring.set_session(known.ruler).add(image, handed.position)
        else:
            added = BoardCameraSession(known.physical_set).add(image)
        return Look(added.accepted, added.said, own)
    return Look(True, message("web.cal.taken"), own)


def look_film(report: Report, data: bytes, state: CameraSession | None) -> Look:
    """Looks at a film of the sheet, until it has shown enough."""
    session = state or CameraSession(film=True)
    before, session.film = len(session.views), True
    step: Step | None = None
    with tempfile.TemporaryDirectory(prefix="draufsicht-") as folder:
        file = Path(folder) / "film"
        file.write_bytes(data)
        try:
            for frame in frames(str(file), LONGEST_FILM_S):
                step = session.add(frame.image)
                report(step.progress, step.hint)
                if step.ready:
                    break
        except InputError as error:
            raise InputError(error.message) from None  # where the file lay for a moment is nobody's business
    if step is None:
        raise InputError(message("frames.unknown"))
    session.film = False
    made = _sheet_look(session, step, session.size or (0, 0))
    new = len(session.views) - before
    said = message("web.cal.film", count=new) if new > 0 else message("web.cal.film_nothing")
    return Look(new > 0, said, made.size, made.more, session)


def _sheet_look(session: CameraSession, step: Step, size: tuple[int, int]) -> Look:
    more = {
        "progress": step.progress,
        "ready": step.ready,
        "hint": step.hint,
        "views": step.views,
        "coverage": [list(row) for row in step.counts],
        "corners": [[round(u, 1), round(v, 1)] for u, v in step.corners],
        "size": list(size),
    }
    return Look(step.accepted, step.said or message("web.cal.sheet.new"), size, more, session)


def _colours(known: Known, state: CameraSession | ColourSession | None) -> ColourSession:
    """As far as it has come, or a new one."""
    if state is None or isinstance(state, CameraSession):
        return known.measuring.colour_session(known.physical_set)
    return state


def _colour_look(session: ColourSession, known: Known, image: Picture, position: Any) -> Look:
    camera = known.camera_for(image)
    size = (int(image.shape[1]), int(image.shape[0]))
    try:
        found = find_board(image, plan_of(known.physical_set), camera)
    except NoBoard:
        found = None
    told = None if position is None else reader_of(find_game(known.game)).board(position)
    if found is not None and told is not None and found.board not in (None, told):
        said = message("calibrate.other_board", told=told, board=found.board)
        return Look(False, said, size, state=session)
    step = session.add(image, found, position)
    more = {
        "progress": step.progress,
        "ready": step.progress >= 1,
        "hint": step.message,
        "here": list(step.here),
        "seen": list(step.seen),
        "warnings": [finding.message for finding in step.findings],
    }
    if found is None:
        return Look(False, step.message, size, more, session)
    said = message("web.cal.colours.here", colours=step.here) if step.here else message("web.cal.colours.nothing")
    return Look(bool(step.here), said, size, more, session)


def finish(
    report: Report,
    kind: Kind,
    known: Known,
    pictures: tuple[Handed, ...],
    state: CameraSession | ColourSession | None,
    language: str,
) -> Finished:
    """Measures; what would mislead is refused, with what to do instead. `language` is that of drawn words."""
    try:
        return _finish(report, kind, known, pictures, state, language)
    except Refused as refused:
        return refused_result(refused)
    except NoBoard as none:
        return refused_result(Refused(_no_board(none), message("calibrate.advice.board")))


def _finish(
    report: Report,
    kind: Kind,
    known: Known,
    pictures: tuple[Handed, ...],
    state: CameraSession | ColourSession | None,
    language: str,
) -> Finished:
    if kind is Kind.SHEET:
        report(0.1, message("web.cal.work.fitting"))
        session = state if isinstance(state, CameraSession) else CameraSession(film=False)
        return camera_result(session.finish(), session.pictures, session.fit)
    if kind is Kind.COLOURS:
        colours = _colours(known, state)
        return colours_result(colours.finish(), colours.boards, known.measuring)
    if kind is Kind.NOTES:
        return _notes(pictures)
    images = [decode_photograph(handed.data).image for handed in pictures]
    if kind is Kind.SET:
        return _set(report, known, images, pictures)
    if kind is Kind.BOARD:
        boards = BoardCameraSession(known.physical_set)
        for number, image in enumerate(images):
            boards.add(image)
            report(FINDING_SHARE * (number + 1) / len(images), message("web.cal.work.finding"))
        said = message("web.cal.work.fitting")
        measured = boards.finish(lambda share: report(FINDING_SHARE + (1 - FINDING_SHARE) * share, said))
        return camera_result(measured, len(images), None, _device(pictures), len(boards.cameras))
    if kind is Kind.DOCTOR:
        report(0.1, message("web.cal.work.looking"))
        return doctor_result(images, known.physical_set, known.camera_for(images[0]), known.profile, language)
    report(0.1, message("web.cal.work.looking"))
    if known.profile is not None:
        return check_result(known.profile, check_profile(known.profile, images[0]))
    return match_result(images[0], known.profiles, _device(pictures))


def _set(report: Report, known: Known, images: list[Picture], pictures: tuple[Handed, ...]) -> Finished:
    session = known.measuring.set_session(known.ruler)
    for number, (image, handed) in enumerate(zip(images, pictures, strict=True)):
        session.add(image, handed.position)
        report(FINDING_SHARE * (number + 1) / len(images), message("web.cal.work.finding"))

    def tell(share: float) -> None:
        # Most of the time goes into trying proportions; the fit at the end is quick.
        said = message("web.cal.work.trying") if share < 0.8 else message("web.cal.work.fitting")
        report(FINDING_SHARE + (1 - FINDING_SHARE) * share, said)

    return set_result(session.finish(tell), _device(pictures), known.measuring)


def _notes(pictures: tuple[Handed, ...]) -> Finished:
    from calibration.exif import camera_from_exif

    with tempfile.TemporaryDirectory(prefix="draufsicht-") as folder:
        file = Path(folder) / "photograph"
        file.write_bytes(pictures[-1].data)
        try:
            measured = camera_from_exif(str(file))
        except Refused as refused:
            raise Refused(refused.message, refused.advice) from None  # without the place it lay at
        except InputError as error:
            raise InputError(error.message) from None
    return camera_result(measured, 1, None, _device(pictures))


def _device(pictures: tuple[Handed, ...]) -> str | None:
    """What all of the photographs say they were taken with."""
    from vision.profiles.device import device_of

    names = {device_of(handed.data) for handed in pictures}
    return names.pop() if len(names) == 1 else None


def _no_board(none: NoBoard) -> Message:
    from vision.board.find import NO_BOARD

    return message(NO_BOARD.get(none.reason, NO_BOARD["none"]))


def png_of(image: np.ndarray[Any, np.dtype[np.uint8]]) -> bytes:
    """A frame as a file that a child decodes like any other."""
    quick = [cv2.IMWRITE_PNG_COMPRESSION, 1]
    return cv2.imencode(".png", image, quick)[1].tobytes()

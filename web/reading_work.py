"""What reading an uploaded photograph asks of a child process: bytes in, a reading and a small picture out."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from calibration.measured import MeasuredSet
from calibration.physical_set import PhysicalSet
from calibration.profile import Profile
from referee.message import InputError, message
from vision.board.find import NoBoard
from vision.calibrate.matching import check_profile
from vision.photograph import Photograph, Picture, decode_photograph
from vision.pose import FoundBoard
from vision.reader import Scan, read_photograph
from vision.reading import Reading
from vision.scanning import NO_BOARD, Known, known_of
from vision.tasks import Task
from web.workshop import Report

SHOWN_PX, SHOWN_QUALITY = 1280, 85
THUMB_PX, THUMB_QUALITY = 224, 80


@dataclass(frozen=True)
class Wish:
    """How the photographs of a list are to be read."""

    board: int | None = None
    """5, 9, or None if each picture is to tell."""
    profiles: tuple[Profile, ...] = ()
    """The one to read with, or all of which the one that fits is looked for."""
    find_profile: bool = False
    measure: bool = True
    """Whether a set that nobody measured is measured on each photograph."""


@dataclass(frozen=True)
class Seen:
    """What is kept of a photograph: small pictures of it, and its reading or the reason why there is none."""

    shown: bytes
    """A JPEG of at most `SHOWN_PX`."""
    thumb: bytes
    size: tuple[int, int]
    """Width and height of `shown`."""
    reading: Reading | None = None
    error: InputError | None = None
    view: Mapping[str, Any] | None = None
    """Where the camera is, in pixels of `shown`."""
    physical_set: PhysicalSet | None = None
    measured: MeasuredSet | None = None
    known: Known | None = None


def read_upload(report: Report, data: bytes, name: str, wish: Wish) -> Seen:
    """Reads one photograph. What is no picture is an `InputError`; a picture without a board is not."""
    photograph = decode_photograph(data)
    report(0.1, None)
    shown = _smaller(photograph.image, SHOWN_PX)
    size = (int(shown.shape[1]), int(shown.shape[0]))
    seen = Seen(_jpeg(shown, SHOWN_QUALITY), _jpeg(_smaller(shown, THUMB_PX), THUMB_QUALITY), size)
    task = Task(
        name, "", board=wish.board, profiles=wish.profiles, find_profile=wish.find_profile, measure=wish.measure
    )
    started = time.perf_counter()
    try:
        scan, known = _read(task, photograph, data)
    except NoBoard as error:
        return replace(seen, error=InputError(message(NO_BOARD.get(error.reason, "noboard.none"))))
    corners = photograph.to_original(scan.found.corners_px)
    ms = 1000 * (time.perf_counter() - started)
    return replace(
        seen,
        reading=Reading(name, corners, scan.position, scan.unsure, ms),
        view=view_json(scan.found, size),
        physical_set=scan.physical_set,
        measured=scan.measured,
        known=_said_of(scan, known),
    )


def _read(task: Task, photograph: Photograph, data: bytes) -> tuple[Scan, Known]:
    """Reads with what is known. Where only a profile keeps the board from being found, it does not fit."""
    known = known_of(task, photograph, data)
    try:
        return _read_with(task, photograph, known), known
    except NoBoard:
        if known.profile is None:
            raise
    plain = known_of(replace(task, profiles=(), find_profile=False), photograph, data)
    scan = _read_with(task, photograph, plain)
    profile = next(each for each in task.profiles if each.name == known.profile)
    why = (misfit.message for misfit in check_profile(profile, photograph.image))
    misfits = (*known.misfits, message("match.not_used", name=profile.name), *why)
    return scan, replace(plain, asked=True, misfits=misfits)


def _read_with(task: Task, photograph: Photograph, known: Known) -> Scan:
    measure = task.measure and (known.physical_set is None or "tower_height" in known.physical_set.defaults)
    return read_photograph(
        photograph.image, known.physical_set, known.camera, known.board, known.corners, known.colours, measure
    )


def _said_of(scan: Scan, known: Known) -> Known:
    if known.colours is None or scan.borne_out:
        return known
    return replace(known, misfits=(*known.misfits, message("match.colours_unused", name=known.profile)))


def view_json(found: FoundBoard, size: tuple[int, int]) -> dict[str, Any]:
    """The camera as the page has it, in pixels of the picture made this small."""
    camera = found.pose.camera.at_size(size)
    across, down = size[0] / found.pose.camera.size[0], size[1] / found.pose.camera.size[1]
    corners = [((u + 0.5) * across - 0.5, (v + 0.5) * down - 0.5) for u, v in found.corners_px]
    return {
        **camera.to_json(),
        "rvec": list(map(float, found.pose.rvec)),
        "tvec": list(map(float, found.pose.tvec)),
        "corners": [[round(u, 1), round(v, 1)] for u, v in corners],
    }


def _smaller(image: Picture, most_px: int) -> Picture:
    height, width = image.shape[:2]
    shrink = max(width, height) / most_px
    if shrink <= 1:
        return image
    size = max(1, round(width / shrink)), max(1, round(height / shrink))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _jpeg(image: Picture, quality: int) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])

"""What reading an uploaded photograph asks of a child process: bytes in, a reading and a small picture out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from calibration.measured import MeasuredSet
from calibration.physical_set import PhysicalSet
from calibration.profile import Profile
from referee.message import InputError
from vision.photograph import Picture, decode_photograph
from vision.reading import Reading
from vision.scanning import AnswerIsNo, Known, scan_photograph
from vision.tasks import Task
from web.view import view_json
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
    ask: str = "usual"


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
        name,
        "",
        board=wish.board,
        profiles=wish.profiles,
        find_profile=wish.find_profile,
        measure=wish.measure,
        ask=wish.ask,
    )
    try:
        scanned = scan_photograph(task, None, photograph, data)
    except AnswerIsNo as error:
        return replace(seen, error=InputError(error.message))
    return replace(
        seen,
        reading=scanned.reading,
        view=view_json(scanned.scan.found, size),
        physical_set=scanned.scan.physical_set,
        measured=scanned.scan.measured,
        known=scanned.known,
    )


def _smaller(image: Picture, most_px: int) -> Picture:
    height, width = image.shape[:2]
    shrink = max(width, height) / most_px
    if shrink <= 1:
        return image
    size = max(1, round(width / shrink)), max(1, round(height / shrink))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _jpeg(image: Picture, quality: int) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])

"""Pictures one after another, wherever they come from: files, folders, a film or a camera."""

from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.photograph import LEAST_PX, WORKING_PX, Picture, load_photograph
from words.message import InputError, message

PICTURE_NAMES = (".jpg", ".jpeg", ".png", ".bmp", ".gif", ".ppm", ".tif", ".tiff", ".webp")
MOST_CAMERAS = 100
# A frame that comes sooner than this was waiting in the camera's queue, so it is old; no camera is that quick.
QUEUED_MS = 4.0
LONGEST_QUEUE = 8
# What libav writes to standard error is for programmers, and a film has no business on the network.
LIBAV_SAYS_NOTHING = "-8"
LIBAV_READS_FILES = "protocol_whitelist;file"
# Two films may be opened at the same time, but the environment is everybody's.
_ENVIRONMENT = threading.Lock()

Named: TypeAlias = tuple[Picture, str]


@dataclass(frozen=True)
class Frame:
    """One picture, where it comes from and how many came before it."""

    image: Picture
    name: str
    number: int


def frames(source: str | Sequence[str], seconds: float | None = None, every: int = 1) -> Iterator[Frame]:
    """The pictures of a source, each once.

    Parameters
    ----------
    source
        A picture file, a folder of pictures (in the order of their names), a film, the number of a camera, or several
        of them one after another.
    seconds
        How long to look at a film or a camera. A camera goes on for ever without it.
    every
        2 takes every second picture, 3 every third.

    Raises
    ------
    InputError
        If the source cannot be opened, has no picture in it, or stops in the middle.
    """
    names = [source] if isinstance(source, str) else source
    together = chain.from_iterable(_frames(name, seconds) for name in names)
    for number, (image, name) in enumerate(together):
        if number % every == 0:
            yield Frame(image, name, number)


def is_camera(source: str) -> bool:
    """Whether this is the number of a camera; a file of that name comes first."""
    return source.isascii() and source.isdigit() and not (is_file(source) or is_folder(source))


def is_film(source: str) -> bool:
    """Whether pictures of this source follow each other closely."""
    return is_camera(source) or not (is_folder(source) or Path(source).suffix.lower() in PICTURE_NAMES)


def is_file(source: str) -> bool:
    with suppress(OSError, ValueError):  # a name that is too long, or has a NUL in it
        return Path(source).is_file()
    return False


def is_folder(source: str) -> bool:
    with suppress(OSError, ValueError):
        return Path(source).is_dir()
    return False


def _frames(source: str, seconds: float | None) -> Iterator[Named]:
    """At least one picture, or an error."""
    if not source:  # it would be the folder one is in
        raise InputError(message("frames.unknown"), repr(source))
    if is_camera(source):
        return _camera(source, seconds)
    if not is_folder(source):
        return _file(source, seconds)
    shown = folder_pictures(source)
    if not shown:
        raise InputError(message("frames.folder"), source)
    return ((load_photograph(name).image, name) for name in shown)


def folder_pictures(folder: str) -> list[str]:
    """The files of a folder that are called like pictures, in the order of their names; what has a word where others
    are counted (`game_empty`, `game_start`, `game_01`) was taken before."""
    try:
        found = [path for path in Path(folder).iterdir() if path.suffix.lower() in PICTURE_NAMES]
    except OSError as error:
        raise InputError(message("file.unreadable", why=error.strerror or str(error)), folder) from None
    shown = [path for path in found if not path.name.startswith(".") and not path.is_dir()]
    common = len(os.path.commonprefix([path.stem for path in shown]))  # noqa: RUF071 - letters, not folders
    return [str(path) for path in sorted(shown, key=lambda path: (path.stem[common:][:1].isdigit(), path))]


def _file(source: str, seconds: float | None) -> Iterator[Named]:
    try:
        regular = stat.S_ISREG(Path(source).stat().st_mode)
        if regular:
            Path(source).open("rb").close()
    except OSError as error:
        raise InputError(message("file.unreadable", why=error.strerror or str(error)), source) from None
    except ValueError as error:  # a name with a NUL in it
        raise InputError(message("file.unreadable", why=str(error)), repr(source)) from None
    if not regular:  # a pipe might never say anything
        raise InputError(message("frames.unknown"), source)
    if Path(source).suffix.lower() in PICTURE_NAMES:
        return iter([(load_photograph(source).image, source)])
    return _film(source, seconds)


def _film(source: str, seconds: float | None) -> Iterator[Named]:
    film = open_capture(source)
    try:
        rate = film.get(cv2.CAP_PROP_FPS)
        most = None if seconds is None or not rate > 0 else max(1, round(seconds * rate))
        number = 0
        while most is None or number < most:
            there, image = film.read()
            if not there:
                break
            yield working_picture(image, source), source
            number += 1
    finally:
        film.release()
    if number == 0:
        try:
            yield load_photograph(source).image, source  # a picture with another ending to its name, or none
        except InputError:
            raise InputError(message("frames.unknown"), source) from None


def _camera(source: str, seconds: float | None) -> Iterator[Named]:
    camera = open_capture(source)
    try:
        camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        begun, number = time.monotonic(), 0
        while seconds is None or number == 0 or time.monotonic() - begun < seconds:
            there, image = _newest(camera)
            if not there:
                raise InputError(message("frames.stopped" if number else "frames.no_picture"), source)
            yield working_picture(image, source), source
            number += 1
    finally:
        camera.release()


def _newest(camera: cv2.VideoCapture) -> tuple[bool, MatLike]:
    """Whoever takes long over a picture is not to get one from long ago next."""
    for _ in range(LONGEST_QUEUE):
        begun = time.monotonic()
        if not camera.grab():
            return False, np.zeros((0, 0, 3), np.uint8)
        if (time.monotonic() - begun) * 1000 > QUEUED_MS:
            break
    return camera.retrieve()


def open_capture(source: str) -> cv2.VideoCapture:
    """The camera of this number, or a film; whether there is a film in the file only reading it tells."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", LIBAV_SAYS_NOTHING)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    if not is_camera(source):
        return _open_film(source)
    number = int(source[:6])
    if number >= MOST_CAMERAS:
        raise InputError(message("frames.no_camera"), source[:6])
    opened = cv2.VideoCapture(number)
    if not opened.isOpened():
        raise InputError(message("frames.no_camera"), source)
    return opened


def _open_film(source: str) -> cv2.VideoCapture:
    with _ENVIRONMENT:
        before = os.environ.get("OPENCV_FFMPEG_CAPTURE_OPTIONS")
        os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = LIBAV_READS_FILES
        try:
            # Made whole, a name can neither be an address nor be counted up like the pictures of "x%02d.png".
            return cv2.VideoCapture(str(Path(source).absolute()), cv2.CAP_FFMPEG)
        finally:
            if before is None:
                del os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"]
            else:
                os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = before


def working_picture(image: MatLike, source: str) -> Picture:
    """A frame of a size that is worked on, like a photograph."""
    height, width = image.shape[:2]
    if min(width, height) < LEAST_PX:
        raise InputError(message("photo.small", size=f"{width}x{height}", least=LEAST_PX), source)
    shrink = max(width, height) / WORKING_PX
    if shrink > 1:
        size = round(width / shrink), round(height / shrink)
        return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return np.asarray(image, dtype=np.uint8)

"""A camera from what a photograph notes about itself: rough, but there without measuring anything."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image, TiffImagePlugin, WebPImagePlugin
from PIL.ExifTags import IFD, Base

from calibration.camera import Camera
from calibration.measured import EXIF, MeasuredCamera
from calibration.refused import Refused
from words.message import InputError, message

# Kinds of files that carry notes; the last two are known to Pillow only once they were imported.
FORMATS = ("JPEG", "PNG", "TIFF", "WEBP")
RARER = (TiffImagePlugin, WebPImagePlugin)
FILM_DIAGONAL_MM = math.hypot(36.0, 24.0)
MM_PER_UNIT = {2: 25.4, 3: 10.0, 4: 1.0}
"""What the resolution of the sensor is counted in: inches, centimetres, millimetres."""
LYING = (5, 6, 7, 8)
"""Orientations in which width and height change places."""


@dataclass(frozen=True)
class ExifSettings:
    """How far such notes are trusted."""

    focal_error: float = 0.04
    """Makers count the diagonal or the width of the film (4 % apart for a 4:3 sensor), and leave out that the focal
    length changes with the focus and that pictures are straightened and stabilised, which cuts off their edges."""
    wide_error: float = 0.06
    """For pictures wider than 3:2, which are cut from a 4:3 sensor: some makers count the diagonal of the picture, some
    that of the sensor, 8.5 % apart; half way between them is right to 4.5 %."""
    wide: float = 1.6
    rounding_mm: float = 0.29
    """Equivalent focal lengths are whole millimetres: the standard deviation of rounding."""
    zoomed: float = 1.05
    """Beyond, it is unknown whether the zoom is part of the noted focal length."""
    other_shape: float = 0.02
    """If width to height differs by more from what the camera took, the picture was cropped, nobody knows where."""
    film_mm: tuple[float, float] = (5.0, 800.0)
    """Equivalent focal lengths of lenses that exist."""


def camera_from_exif(path: str, settings: ExifSettings | None = None) -> MeasuredCamera:
    """The camera of a photograph, for pictures of its size, held the way it is shown.

    Raises
    ------
    InputError
        If the file is no picture. `Refused` if it says too little of its camera.
    """
    how = settings or ExifSettings()
    size, notes = _read(path)
    turned = notes.get(Base.Orientation) in LYING
    if (_number(notes, Base.DigitalZoomRatio) or 1.0) > how.zoomed:
        raise Refused(message("exif.zoom"), message("exif.advice.zoom"), path)
    taken = _taken(notes, size)
    long, short = max(taken), min(taken)
    if abs(math.log(long / short) - math.log(max(size) / min(size))) > how.other_shape:
        raise Refused(message("exif.cropped"), message("exif.advice.whole"), path)
    focal, error = _focal(notes, taken, how)
    if focal is None:
        raise Refused(message("exif.none"), message("exif.advice.measure"), path)
    upright = size[::-1] if turned else size
    camera = Camera.simple(focal * max(size) / long, upright)
    try:
        Camera.from_json(camera.to_json())
    except InputError:  # an odd note: no such lens exists
        raise Refused(message("exif.none"), message("exif.advice.measure"), path) from None
    return MeasuredCamera(camera, EXIF, error)


def camera_name(path: str) -> str | None:
    """How the camera of a photograph calls itself, if it does; raises `InputError` if the file is no picture."""
    _, notes = _read(path)
    return device_name(notes)


def device_name(notes: Mapping[int, Any]) -> str | None:
    """Maker and model; many models carry their maker's name already."""
    make, model = (str(notes.get(tag) or "").strip("\0 ") for tag in (Base.Make, Base.Model))
    return (model if model.lower().startswith(make.lower()) else f"{make} {model}").strip() or None


def _read(path: str) -> tuple[tuple[int, int], dict[int, Any]]:
    """Width and height as stored, and all notes; only the head of the file is looked at."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # remarks about odd headers
        try:
            with Image.open(path, formats=FORMATS) as opened:
                size = opened.size
                notes: dict[int, Any] = {}
                try:
                    # Asked for notes that are not in its head, a PNG would be decoded to the end to find them.
                    exif = opened.getexif() if opened.format != "PNG" or "exif" in opened.info else Image.Exif()
                    notes = {**dict(exif), **exif.get_ifd(IFD.Exif)}
                except Exception:  # damaged notes make Pillow raise anything; then there are none
                    pass
        except OSError as error:
            if error.strerror:
                raise InputError(message("file.unreadable", why=error.strerror), path) from None
            raise InputError(message("photo.unknown"), path) from None
        except Exception:  # and so does a damaged header, or a name with a NUL in it
            raise InputError(message("photo.unknown"), repr(path) if "\0" in path else path) from None
    if min(size) < 1:
        raise InputError(message("photo.unknown"), path)
    return size, notes


def _taken(notes: dict[int, Any], size: tuple[int, int]) -> tuple[float, float]:
    """Width and height as the camera took the picture, which may have been made smaller since."""
    width, height = _number(notes, Base.ExifImageWidth), _number(notes, Base.ExifImageHeight)
    return (width, height) if width and height else size


def _focal(notes: dict[int, Any], taken: tuple[float, float], how: ExifSettings) -> tuple[float | None, float]:
    """The focal length in pixels of the picture that was taken, and its relative error."""
    long, short = max(taken), min(taken)
    film = _number(notes, Base.FocalLengthIn35mmFilm)
    if film and how.film_mm[0] <= film <= how.film_mm[1]:
        whole, error = math.hypot(long, short), how.focal_error
        if long / short > how.wide:
            whole, error = (whole + long * 1.25) / 2, how.wide_error
        return film * whole / FILM_DIAGONAL_MM, math.hypot(error, how.rounding_mm / film)
    length = _number(notes, Base.FocalLength)
    across = _number(notes, Base.FocalPlaneXResolution)
    unit = MM_PER_UNIT.get(int(_number(notes, Base.FocalPlaneResolutionUnit) or 2))
    if length and across and unit:
        focal = length * across / unit
        if how.film_mm[0] <= focal / math.hypot(long, short) * FILM_DIAGONAL_MM <= how.film_mm[1]:
            return focal, how.focal_error
    return None, 0.0


def _number(notes: dict[int, Any], tag: int) -> float | None:
    """A number that is noted, if it is one and makes sense."""
    try:
        value = float(notes[tag])
    except (KeyError, TypeError, ValueError, ArithmeticError):
        return None
    return value if math.isfinite(value) and 0 < value < 1e7 else None

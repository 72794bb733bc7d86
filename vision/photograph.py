"""Photographs from outside: whatever the file is, a picture of eight bits a colour, or one sentence why not."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, TiffImagePlugin, WebPImagePlugin

from referee.output import picture_suffix, write_file
from vision.corners import Corners
from words.message import InputError, message

Picture = NDArray[np.uint8]
"""Blue, green, red, as OpenCV has it."""

# What phones, webcams and scanners write; decoders for anything rarer are not let near a foreign file.
FORMATS = ("JPEG", "PNG", "BMP", "GIF", "PPM", "TIFF", "WEBP")
# Pillow finds the last two only once they were imported.
RARER = (TiffImagePlugin, WebPImagePlugin)
MOST_MEGABYTES = 200
MOST_MEGAPIXELS = 60
LEAST_PX = 160
# Larger pictures show nothing more of a board; reading them would only take longer.
WORKING_PX = 1920
JPEG_QUALITY = 92


@dataclass(frozen=True)
class Photograph:
    """A picture to work on, and how many pixels (width, height) the photograph itself has."""

    image: Picture
    size: tuple[int, int]

    @property
    def scale(self) -> float:
        """Pixels of the photograph per pixel of the picture."""
        return self.size[0] / int(self.image.shape[1])

    def to_original(self, points: Corners) -> Corners:
        """Points of the picture in pixels of the photograph; (0, 0) is the middle of the first pixel in both."""
        across, down = self.size[0] / self.image.shape[1], self.size[1] / self.image.shape[0]
        return tuple(((u + 0.5) * across - 0.5, (v + 0.5) * down - 0.5) for u, v in points)

    def from_original(self, points: Corners) -> Corners:
        across, down = self.size[0] / self.image.shape[1], self.size[1] / self.image.shape[0]
        return tuple(((u + 0.5) / across - 0.5, (v + 0.5) / down - 0.5) for u, v in points)


def load_photograph(path: str) -> Photograph:
    """Reads a photograph; every `InputError` names the file."""
    try:
        return decode_photograph(read_picture_file(path))
    except InputError as error:
        raise error.at(path) from None


def write_photograph(path: str, image: Picture) -> None:
    suffix = picture_suffix(path)
    _, data = cv2.imencode(suffix, image, [] if suffix == ".png" else [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    write_file(path, data.tobytes())


def read_picture_file(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_MEGABYTES * 1_000_000 + 1)  # a device may never end
    except OSError as error:
        raise InputError(message("file.unreadable", why=error.strerror or str(error))) from None
    except ValueError as error:  # a name with a NUL in it
        raise InputError(message("file.unreadable", why=str(error))) from None
    if len(data) > MOST_MEGABYTES * 1_000_000:
        raise InputError(message("photo.bytes", most=MOST_MEGABYTES))
    return data


def decode_photograph(data: bytes) -> Photograph:
    """The picture in a file's bytes, the right way up."""
    if not data:
        raise InputError(message("photo.empty"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # remarks about odd headers; what counts is whether a picture comes out
        try:
            opened = Image.open(io.BytesIO(data), formats=FORMATS)
        except Image.DecompressionBombError:
            raise InputError(message("photo.large", most=MOST_MEGAPIXELS)) from None
        except Exception:  # a damaged header makes decoders raise anything
            raise InputError(message("photo.unknown")) from None
        with opened:
            width, height = opened.size
            if width * height > MOST_MEGAPIXELS * 1_000_000:
                raise InputError(message("photo.large", most=MOST_MEGAPIXELS))
            if min(width, height) < LEAST_PX:
                raise InputError(message("photo.small", size=f"{width}x{height}", least=LEAST_PX))
            try:
                return _decode(opened)
            except Exception:  # and so does a damaged picture
                raise InputError(message("photo.damaged")) from None


def _decode(opened: Image.Image) -> Photograph:
    size = opened.size
    shrink = max(1.0, max(size) / WORKING_PX)
    # JPEG can be decoded at an eighth, a quarter or half of its size, which is much quicker.
    opened.draft("RGB", (round(size[0] / shrink), round(size[1] / shrink)))
    upright = ImageOps.exif_transpose(opened)
    turned = upright.size != opened.size and upright.size == opened.size[::-1]
    image = _eight_bits(upright)
    if turned:
        size = size[::-1]
    width, height = round(size[0] / shrink), round(size[1] / shrink)
    if (image.shape[1], image.shape[0]) != (width, height):
        image = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return Photograph(np.ascontiguousarray(image), size)


def _eight_bits(picture: Image.Image) -> Picture:
    """Any kind of pixels as blue, green and red of eight bits."""
    if picture.mode.startswith(("I", "F")):
        values = np.nan_to_num(np.asarray(picture, dtype=np.float64), posinf=0.0, neginf=0.0)
        full = 1.0 if picture.mode == "F" and values.max() <= 1 else 255.0 if values.max() <= 255 else 65535.0
        grey = np.clip(values * (255 / full) + 0.5, 0, 255).astype(np.uint8)
        return np.repeat(grey[..., None], 3, axis=2)
    if "A" in picture.getbands() or "transparency" in picture.info:
        picture = picture.convert("RGBA")
        paper = Image.new("RGBA", picture.size, "white")
        picture = Image.alpha_composite(paper, picture)
    return np.asarray(picture.convert("RGB"), dtype=np.uint8)[..., ::-1]

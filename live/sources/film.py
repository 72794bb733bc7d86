"""A single file: a film read through OpenCV, or one picture."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from live.frame import Again, Frame, Given, Gone, Picture
from live.sources.settings import SourceSettings
from live.sources.source import Source
from vision.frames import PICTURE_NAMES, open_capture, working_picture
from vision.photograph import FORMATS, load_photograph
from words.message import InputError, message

# A film that says it has fewer or more frames a second than this does not know.
FEWEST_FPS, MOST_FPS = 0.1, 1000.0


def file_source(name: str, settings: SourceSettings) -> Source:
    """A film or a picture; an InputError if the file is neither."""
    try:
        Path(name).open("rb").close()
    except OSError as error:
        raise InputError(message("file.unreadable", why=error.strerror or str(error)), name) from None
    if Path(name).suffix.lower() in PICTURE_NAMES or _begins_like_a_picture(name):
        return OnePicture(name, load_photograph(name).image)
    film = Film(name, settings)
    if not film.has_pictures:
        film.close()
        raise InputError(message("frames.unknown"), name)
    return film


def _begins_like_a_picture(name: str) -> bool:
    """With another ending to its name, or none; OpenCV would take it for a very short film."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with Image.open(name, formats=FORMATS):
                return True
        except Exception:  # a damaged header makes decoders raise anything
            return False


class OnePicture(Source):
    flows = False

    def __init__(self, name: str, image: Picture) -> None:
        self.name = name
        self._left: list[Given] = [Frame(image, name, 0, 0.0, alone=True)]

    def given(self) -> Iterator[Given]:
        while self._left:
            yield self._left.pop()

    def close(self) -> None:
        self._left.clear()


class Film(Source):
    """Its frames as fast as they are read, on the clock of the film."""

    flows = False

    def __init__(self, name: str, settings: SourceSettings) -> None:
        self.name = name
        self._film = open_capture(name)
        self._reading = threading.Lock()  # nothing may be let go of while it is read
        self._closed = False
        rate = float(self._film.get(cv2.CAP_PROP_FPS))
        self._fps = rate if FEWEST_FPS <= rate <= MOST_FPS else settings.film_fps
        self._number = 0
        self._first = self._read()
        if self._first is not None:
            try:
                working_picture(self._first, name)
            except InputError:
                self.close()
                raise

    @property
    def has_pictures(self) -> bool:
        return self._first is not None

    def given(self) -> Iterator[Given]:
        told = False
        while (image := self._next()) is not None:
            number = self._number
            self._number += 1
            try:
                small = working_picture(image, self.name)
            except InputError as error:
                if not told:
                    told = True
                    yield Gone(message("source.skipped", name=self.name, why=error.message))
                continue
            if told:
                told = False
                yield Again()
            yield Frame(small, self.name, number, number / self._fps)

    def close(self) -> None:
        with self._reading:
            self._closed = True
            self._film.release()

    def _next(self) -> Picture | None:
        if self._closed:
            return None
        if self._number == 0 and self._first is not None:
            image, self._first = self._first, None
            return image
        return self._read()

    def _read(self) -> Picture | None:
        with self._reading:
            if self._closed:
                return None
            try:
                there, image = self._film.read()
            except cv2.error:  # a frame that cannot be put together ends the film
                return None
            return np.asarray(image, dtype=np.uint8) if there else None

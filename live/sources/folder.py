"""A folder of pictures: read through in the order of names, or watched for new ones."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from live.frame import Again, Frame, Given, Gone, Picture
from live.sources.settings import SourceSettings
from live.sources.source import Source
from vision.frames import folder_pictures
from vision.photograph import load_photograph
from words.message import InputError, Message, message

Stamp: TypeAlias = tuple[int, int]
"""Size and time of the last change: what tells whether a file is still being written."""


def _loaded(name: str) -> Picture | Message:
    try:
        image: Picture = load_photograph(name).image
    except InputError as error:
        return error.message
    return image


class Folder(Source):
    """Each picture once; a damaged one is named and passed over."""

    flows = False

    def __init__(self, name: str) -> None:
        """
        Raises
        ------
        InputError
            If there is no picture that can be read.
        """
        self.name = name
        self._closed = False
        self._left = deque(enumerate(folder_pictures(name)))
        if not self._left:
            raise InputError(message("frames.folder"), name)
        # What was looked at to find out whether there is any picture need not be read twice.
        self._looked_at: deque[Picture | Message] = deque()
        for _, each in self._left:
            self._looked_at.append(_loaded(each))
            if not isinstance(self._looked_at[-1], Message):
                return
        first = Path(self._left[0][1]).name
        raise InputError(message("source.none_readable", name=first, why=self._looked_at[0]), name)

    def given(self) -> Iterator[Given]:
        told = False
        while self._left and not self._closed:
            number, name = self._left.popleft()
            image = self._looked_at.popleft() if self._looked_at else _loaded(name)
            if isinstance(image, Message):
                told = True
                yield Gone(message("source.skipped", name=name, why=image))
                continue
            if told:
                told = False
                yield Again()
            yield Frame(image, name, number, float(number), alone=True)

    def close(self) -> None:
        self._closed = True


class WatchedFolder(Source):
    """What is in a folder and what comes into it.

    Each file is a photograph that somebody took on purpose, and files wait: so none is left out for a newer one. One
    that is written again is a new picture.
    """

    flows = True

    def __init__(self, name: str, settings: SourceSettings) -> None:
        self.name = name
        self._settings = settings
        self._stop = threading.Event()
        self._done: dict[str, Stamp] = {}
        self._seen: dict[str, tuple[Stamp, float]] = {}
        self._told = False
        self._number = 0
        folder_pictures(name)

    def given(self) -> Iterator[Given]:
        tries = 0
        while not self._stop.is_set():
            try:
                names = folder_pictures(self.name)
            except InputError as error:  # the stick was pulled out, or the network is away
                if not tries and not self._told:
                    self._told = True
                    yield Gone(message("source.gone", name=self.name, why=error.message))
                self._stop.wait(self._settings.pause_s(tries))
                tries += 1
                continue
            tries = 0
            for name in names:
                yield from self._look_at(name)
                if self._stop.is_set():
                    return
            self._stop.wait(self._settings.look_every_s)

    def _look_at(self, name: str) -> Iterator[Given]:
        stamp = _stamp(name)
        if stamp is None or self._done.get(name) == stamp:
            return
        now = time.monotonic()
        seen, since_s = self._seen.get(name, (None, now))
        if seen != stamp:  # new, or still growing
            self._seen[name] = stamp, now
            return
        image = _loaded(name)
        if _stamp(name) != stamp:
            return
        if isinstance(image, Message):
            if now - since_s >= self._settings.give_up_s:
                self._done[name] = stamp
                self._told = True
                yield Gone(message("source.skipped", name=name, why=image))
            return
        self._done[name] = stamp
        del self._seen[name]
        if self._told:
            self._told = False
            yield Again()
        yield Frame(image, name, self._number, now, alone=True)
        self._number += 1

    def close(self) -> None:
        self._stop.set()


def _stamp(name: str) -> Stamp | None:
    with suppress(OSError):
        about = Path(name).stat()
        return about.st_size, about.st_mtime_ns
    return None

"""Pictures that somebody brings: the page, from the browser's own camera."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

from live.frame import Frame, Given, Picture
from live.sources.newest import Newest
from live.sources.source import Source
from vision.frames import working_picture
from vision.photograph import LEAST_PX
from words.message import InputError, message


class HandedIn(Source):
    flows = True

    def __init__(self, name: str = "page", silent_s: float | None = None) -> None:
        """After so many seconds without a picture the source counts as dead, until the next one."""
        self.name = name
        self._newest = Newest(name, name, silent_s)

    def put(self, image: Picture, at_s: float | None = None) -> None:
        """Takes a picture at once, from any thread; one that nobody looked at in time is forgotten.

        Parameters
        ----------
        image
            Blue, green, red. It is kept, not copied.
        at_s
            When it was taken, on the clock of `time.monotonic`; now if left out.

        Raises
        ------
        InputError
            If it is too small to show anything.
        """
        if image.ndim != 3 or image.shape[2] != 3:
            raise InputError(message("photo.unknown"), self.name)
        height, width = image.shape[:2]
        if min(width, height) < LEAST_PX:
            raise InputError(message("photo.small", size=f"{width}x{height}", least=LEAST_PX), self.name)
        self._newest.put(partial(working_picture, image, self.name), time.monotonic() if at_s is None else at_s)

    def given(self) -> Iterator[Given]:
        return self._newest.given()

    def newest(self) -> Frame | None:
        return self._newest.newest()

    def close(self) -> None:
        self._newest.close()

"""Photographs that somebody brings one by one, from a phone say: each is looked at, in the order in which they came."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator

from live.frame import Frame, Given, Picture
from live.sources.source import Source
from vision.frames import working_picture
from words.message import InputError, message

MOST_WAITING = 20
# How long the reader waits before it looks whether the source was closed.
LOOK_UP_S = 0.2


class Photographs(Source):
    flows = True

    def __init__(self, name: str = "photographs") -> None:
        self.name = name
        self._waiting: queue.Queue[Frame] = queue.Queue(MOST_WAITING)
        self._closed = threading.Event()
        self._count = 0
        self._alone = threading.Lock()

    def put(self, image: Picture) -> None:
        """Takes a photograph, from any thread.

        Raises
        ------
        InputError
            If too many wait to be looked at, or it is none.
        """
        frame = Frame(working_picture(image, self.name), self.name, 0, time.monotonic(), alone=True)
        with self._alone:
            try:
                self._waiting.put_nowait(Frame(frame.image, self.name, self._count, frame.at_s, alone=True))
            except queue.Full:
                raise InputError(message("source.too_many", most=MOST_WAITING)) from None
            self._count += 1

    def given(self) -> Iterator[Given]:
        while not self._closed.is_set():
            try:
                yield self._waiting.get(timeout=LOOK_UP_S)
            except queue.Empty:
                continue

    def close(self) -> None:
        self._closed.set()

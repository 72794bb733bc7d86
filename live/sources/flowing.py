"""A source that gives pictures whether anybody looks or not: one thread reads it, and tries again when it died."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import TypeAlias

from live.frame import Frame, Given
from live.sources.newest import Newest, Taken
from live.sources.settings import SourceSettings
from live.sources.source import Source
from words.message import InputError, Message, message

_log = logging.getLogger("draufsicht")
Reading: TypeAlias = Callable[[threading.Event], Generator[Taken, None, None]]
"""Opens a source and gives its pictures until it dies (InputError), ends, or the event is set."""


class Flowing(Source):
    flows = True

    def __init__(
        self, name: str, called: str | Message, reading: Reading, settings: SourceSettings, patient: bool
    ) -> None:
        """`called` is the name as a sentence has it; `patient` waits for a source that is not there yet.

        Raises
        ------
        InputError
            If it cannot be opened or gives no picture, and nobody is patient.
        """
        self.name = name
        self._reading, self._settings = reading, settings
        self._newest = Newest(name, called, settings.silent_s, settings.most_damaged)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"source {name}", daemon=True)
        self._thread.start()
        if not patient:
            try:
                self._newest.check()
            except BaseException:
                self.close()
                raise

    def given(self) -> Iterator[Given]:
        return self._newest.given()

    def newest(self) -> Frame | None:
        return self._newest.newest()

    def close(self) -> None:
        self._stop.set()
        self._newest.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(self._settings.leave_s)

    def _run(self) -> None:
        tries = 0
        while not self._stop.is_set():
            why, lasted_s = self._read()
            if lasted_s >= self._settings.steady_s:
                tries = 0
            self._newest.die(why)
            self._stop.wait(self._settings.pause_s(tries))
            tries += 1

    def _read(self) -> tuple[Message, float]:
        """Why it died, and for how long it gave pictures before."""
        first_s = last_s = 0.0
        try:
            with closing(self._reading(self._stop)) as pictures:
                for taken in pictures:
                    if self._stop.is_set():
                        break
                    self._newest.put(taken.picture, taken.at_s)
                    last_s = time.monotonic()
                    first_s = first_s or last_s
                    if refused := self._newest.refused:
                        return refused, 0.0
        except InputError as error:
            return error.message, last_s - first_s
        except Exception as error:  # whatever a camera did: it is told, and tried again
            _log.warning("%s", self.name, exc_info=error)
            return message("source.broken", why=type(error).__name__), last_s - first_s
        return message("source.ended"), last_s - first_s

"""The sources of other cameras: opened, read beside the first one, and let go of again."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from live.aside import Aside, Use
from live.events import Event, Kind, event
from live.frame import Given, Gone
from live.settings import TableSettings
from live.sources.opening import DEMO, open_source
from live.sources.settings import SourceSettings
from live.sources.source import Source
from vision.eyes import QUARTER_DEG, Eyes
from words.message import InputError, Message, message

MOST_CAMERAS = 4
"""Other cameras at one table: each makes a look dearer by as much as the first."""
PAUSE_S = 0.08
"""Between two pictures of another camera: about twelve a second tell whether anything moves, and none is waited for."""
AGAIN = SourceSettings()
"""How long to wait before a source that broke is asked again."""
LEAVE_S = 2.0
"""To wait for a reading thread at the end."""
OTHER_DEMO = "demo"
TURNS_DEG = tuple(QUARTER_DEG * quarters for quarters in range(4))
_WITH_TURN = re.compile(r"(.+)@(\d{1,3})", re.ASCII | re.DOTALL)


@dataclass(frozen=True)
class OtherCamera:
    """Another camera of the same board, as somebody names it."""

    spec: str
    """As `open_source` takes it; `demo` is the simulated table from another side."""
    turned_deg: int | None = None
    """By how many degrees, counter-clockwise seen from above, it stands further round than the first, if it is said."""


def read_other(written: str) -> OtherCamera:
    """
    >>> read_other("1@90")
    OtherCamera(spec='1', turned_deg=90)
    """
    parted = _WITH_TURN.fullmatch(written)
    if parted is None:
        return OtherCamera(written)
    return OtherCamera(parted[1], checked_turn(int(parted[2])))


def checked_turn(degrees: object) -> int:
    if isinstance(degrees, bool) or not isinstance(degrees, int) or degrees not in TURNS_DEG:
        known = ", ".join(map(str, TURNS_DEG))
        raise InputError(message("rule.value", key="turned", value=repr(degrees)[:40], known=known))
    return degrees


def check_count(others: int) -> None:
    """Whether one more goes with so many."""
    if others >= MOST_CAMERAS:
        raise InputError(message("also.most", most=MOST_CAMERAS))


def open_other(spec: str, first: Source, others: int, patient: bool = False) -> Source:
    """The source of one more camera; `others` is how many there are already.

    Raises
    ------
    InputError
        If there is none, or if it does not go with the first: pictures that flow and pictures that wait to be read
        through cannot be of one moment.
    """
    check_count(others)
    if spec == OTHER_DEMO or spec.startswith(DEMO):
        from live.demo.source import DemoSource  # it draws: nobody else should wait for that to load
        from simulator.demo.settings import OTHER_SIDES

        if not isinstance(first, DemoSource):
            raise InputError(message("also.demo"), spec)
        side: Source = first.from_side(OTHER_SIDES[others % len(OTHER_SIDES)])
        return side
    source = open_source(spec, patient=patient)
    if source.flows != first.flows:
        source.close()
        raise InputError(message("also.pace"), source.name)
    return source


class Feeding:
    """One other camera: what its source gives goes to its `aside`, by a thread of its own or, where pictures wait to be
    read through, one for one with those of the first camera (`step`)."""

    def __init__(self, number: int, camera: OtherCamera, source: Source, eyes: Eyes, settings: TableSettings) -> None:
        self.number, self.camera, self.source = number, camera, source
        self.aside = Aside(eyes, settings, camera.turned_deg, paired=not source.flows)
        self._given: Iterator[Given] | None = None if source.flows else source.given()
        self._stop = threading.Event()
        self._told = Use.OPENING
        self._thread: threading.Thread | None = None
        if source.flows:
            self._thread = threading.Thread(target=self._run, name=f"other camera {source.name}", daemon=True)
            self._thread.start()

    def step(self) -> None:
        """The first camera has given a picture: this is the one that belongs to it."""
        if self._given is not None and not self._take(self._given):
            self._given = None

    def news(self) -> list[Event]:
        """That it is gone, or is used from now on."""
        use = self.aside.use
        if use not in (Use.USED, Use.GONE) or use is self._told:
            return []
        self._told = use
        said: dict[str, Any] = {"what": "camera", "camera": self.source.name, "number": self.number}
        if use is Use.GONE:
            return [event(Kind.LOST, **said, why=self.aside.gone or message("source.ended"))]
        return [event(Kind.BACK, **said, turned=self.aside.turned_deg)]

    def close(self) -> None:
        self._stop.set()
        self.source.close()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(LEAVE_S)

    def _run(self) -> None:
        """A source that breaks is asked anew after a pause; one that has ended says so again, and nothing is lost."""
        tries = 0
        while not self._stop.is_set():
            given, came = self.source.given(), 0
            while not self._stop.is_set() and self._take(given):
                came += 1
                self._stop.wait(PAUSE_S)
            tries = 0 if came else tries + 1
            self._stop.wait(AGAIN.pause_s(tries))

    def _take(self, given: Iterator[Given]) -> bool:
        """The next picture; False if there will be none: a source that ends or breaks leaves the first camera alone."""
        why: Message
        try:
            news = next(given, None)
            if news is not None:
                self.aside.take(news)
                return True
            why = message("source.ended")
        except InputError as error:
            why = error.message
        except Exception as error:  # whatever it is, the game goes on
            why = message("watch.failed", why=f"{type(error).__name__}: {error}"[:200])
        self.aside.take(Gone(message("source.gone", name=self.source.name, why=why)))
        return False

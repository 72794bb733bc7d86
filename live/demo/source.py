"""The demo table as a source of pictures: as fast as they can be drawn, or as if a camera filmed it now."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from live.demo.film import pictures
from live.demo.script import write_script
from live.demo.settings import FAST, LIVE, DemoSettings
from live.frame import Frame, Given, Picture
from live.sources.source import Source
from referee.tactori.rules import RuleBook, rule_book

USUAL_GAME = "taktori"
# Pictures drawn ahead: a scene is drawn while the one before it is shown.
AHEAD = 24
# How long a thread waits before it looks whether the source was closed.
LOOK_UP_S = 0.1


class DemoSource(Source):
    """A simulated game from a seed. `script` is the truth about it.

    `pace` is "fast", which gives frames one after another on a clock of its own, or "live", which gives them in real
    time, leaves out what nobody came for, and goes on showing the last position when the game is over; with `waits` it
    leaves out nothing, and the hands are slower where the one who looks is. With `hurry` its clock runs so many times
    faster than the one on the wall. `from_turn` begins with the position after
    so many confirmed turns, as a game that is taken up again.
    """

    def __init__(
        self,
        seed: int,
        game: RuleBook | None = None,
        players: tuple[str, ...] = ("R", "B"),
        pace: Literal["fast", "live"] = "fast",
        size: tuple[int, int] = (960, 540),
        from_turn: int = 0,
        settings: DemoSettings = DemoSettings(),  # noqa: B008 - frozen
        waits: bool = False,
        hurry: float = 1.0,
    ) -> None:
        self.name = f"demo:{seed}"
        self.flows = pace == "live"
        self.script = write_script(seed, game or rule_book(USUAL_GAME), players, replace(settings, size=size))
        self._pace = LIVE if self.flows else FAST
        self._from_turn, self._waits, self._hurry = from_turn, waits, hurry
        self._closed = threading.Event()

    @property
    def camera(self) -> Camera:
        return self.script.scenery.camera

    @property
    def physical_set(self) -> PhysicalSet:
        return self.script.scenery.physical_set

    def given(self) -> Iterator[Given]:
        return self._live() if self.flows else self._fast()

    def close(self) -> None:
        """Ends `given` soon, also when called from another thread."""
        self._closed.set()

    def _pictures(self) -> Iterator[Picture]:
        return pictures(self.script, self._pace, self._from_turn)

    def _fast(self) -> Iterator[Given]:
        for number, image in enumerate(self._pictures()):
            if self._closed.is_set():
                return
            yield Frame(image, self.name, number, number * self._pace.frame_s)

    def _live(self) -> Iterator[Given]:
        drawn: queue.Queue[Picture | BaseException | None] = queue.Queue(AHEAD)
        gone = threading.Event()
        worker = threading.Thread(target=self._draw_ahead, args=(drawn, gone), name=self.name, daemon=True)
        worker.start()
        begin, late_s = time.monotonic(), 0.0
        frame_s = self._pace.frame_s / self._hurry
        image: Picture | None = None
        number = -1
        try:
            while not self._closed.is_set():
                try:
                    each = drawn.get(timeout=LOOK_UP_S)
                except queue.Empty:
                    continue
                if isinstance(each, BaseException):
                    raise each
                image = image if each is None else each
                number += 1
                ahead_s = begin + late_s + number * frame_s - time.monotonic()
                if ahead_s < -frame_s:
                    if not drawn.empty() and not self._waits:
                        continue  # nobody came for it in time: the next one is newer
                    late_s -= ahead_s  # the drawing is late, not the one who looks
                elif self._closed.wait(max(ahead_s, 0.0)):
                    return
                if image is not None:
                    yield Frame(image, self.name, number, (time.monotonic() - begin) * self._hurry)
        finally:
            gone.set()
            worker.join()

    def _draw_ahead(self, drawn: queue.Queue[Picture | BaseException | None], gone: threading.Event) -> None:
        """Fills the queue with pictures; with None, the last one once more, when the game is over."""

        def put(each: Picture | BaseException | None) -> bool:
            while not (gone.is_set() or self._closed.is_set()):
                try:
                    drawn.put(each, timeout=LOOK_UP_S)
                    return True
                except queue.Full:
                    continue
            return False

        try:
            for image in self._pictures():
                if not put(image):
                    return
            while put(None):
                pass
        except BaseException as error:  # the one who looks is told, not this thread's nobody
            put(error)

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
from live.demo.film import FilmFrame, filmed, pictures
from live.demo.pace import FAST, LIVE
from live.frame import Frame, Given, Picture
from live.sources.source import Source
from referee.game import Rules
from referee.games import find_game
from simulator.demo.scenery import View, other_side
from simulator.demo.settings import DemoSettings, OtherSide
from simulator.families import write_script

USUAL_GAME = "taktori"
# Frames prepared ahead: a scene is drawn while the one before it is shown.
AHEAD = 24
# How long a thread waits before it looks whether the source was closed.
LOOK_UP_S = 0.1


class DemoSource(Source):
    """A simulated game from a seed. `script` is the truth about it.

    `pace` is "fast", which gives frames one after another on a clock of its own, or "live", which gives them in real
    time, leaves out what nobody came for, and goes on showing the last position when the game is over; with `waits` it
    leaves out nothing, and the hands are slower where the one who looks is. With `hurry` its clock runs so many times
    faster than the one on the wall. With `lingers_s` it ends after having shown the last position for so long, on that
    clock. `from_turn` begins with the position after so many confirmed turns, as a game that is taken up again.
    """

    def __init__(
        self,
        seed: int,
        game: Rules | None = None,
        players: tuple[str, ...] = ("R", "B"),
        pace: Literal["fast", "live"] = "fast",
        size: tuple[int, int] = (960, 540),
        from_turn: int = 0,
        settings: DemoSettings = DemoSettings(),  # noqa: B008 - frozen
        waits: bool = False,
        hurry: float = 1.0,
        lingers_s: float | None = None,
    ) -> None:
        self.name = f"demo:{seed}"
        self.flows = pace == "live"
        rules = game or find_game(USUAL_GAME).rule_book({})
        self.script = write_script(seed, rules, players, replace(settings, size=size))
        self._pace = LIVE if self.flows else FAST
        self._from_turn, self._waits, self._hurry = from_turn, waits, hurry
        self._lingers_s = lingers_s
        self._closed = threading.Event()
        self.shown: tuple[int, float] | None = None
        """Number and time of the frame that was given last, for whoever films the same table from another side."""

    @property
    def camera(self) -> Camera:
        return self.script.scenery.camera

    @property
    def physical_set(self) -> PhysicalSet | None:
        made = self.script.scenery.physical_set
        return made if isinstance(made, PhysicalSet) else None

    def given(self) -> Iterator[Given]:
        return self._live() if self.flows else self._fast()

    def close(self) -> None:
        """Ends `given` soon, also when called from another thread."""
        self._closed.set()

    def from_side(self, side: OtherSide) -> DemoAside:
        """The same game through another camera, which is at the same frame as this one."""
        return DemoAside(self, side)

    def drawing(self, side: OtherSide) -> Iterator[FilmFrame]:
        """How each frame looks from another side, drawn when it is looked at."""
        script = self.script

        def seen(view: View) -> View:
            return other_side(script.scenery, view, side)[1]

        made = other_side(script.scenery, script.first, side)[0]
        return filmed(script, self._pace, self._from_turn, made, seen)

    def _pictures(self) -> Iterator[Picture]:
        return pictures(self.script, self._pace, self._from_turn)

    def _fast(self) -> Iterator[Given]:
        for number, image in enumerate(self._pictures()):
            if self._closed.is_set():
                return
            self.shown = number, number * self._pace.frame_s
            yield Frame(image, self.name, *self.shown)

    def _live(self) -> Iterator[Given]:
        drawn: queue.Queue[FilmFrame | BaseException | None] = queue.Queue(AHEAD)
        gone = threading.Event()
        worker = threading.Thread(target=self._draw_ahead, args=(drawn, gone), name=self.name, daemon=True)
        worker.start()
        begin, late_s = time.monotonic(), 0.0
        frame_s = self._pace.frame_s / self._hurry
        frame: FilmFrame | None = None
        image: Picture | None = None
        number, over = -1, 0  # `over` counts the frames after the last scene
        try:
            while not self._closed.is_set():
                try:
                    each = drawn.get(timeout=LOOK_UP_S)
                except queue.Empty:
                    continue
                if isinstance(each, BaseException):
                    raise each
                frame = frame if each is None else each
                number += 1
                over += each is None
                if self._lingers_s is not None and over * self._pace.frame_s > self._lingers_s:
                    return
                ahead_s = begin + late_s + number * frame_s - time.monotonic()
                if ahead_s < -frame_s:
                    if not drawn.empty() and not self._waits:
                        continue  # nobody came for it in time: the next one is newer
                    late_s -= ahead_s  # the drawing is late, not the one who looks
                elif self._closed.wait(max(ahead_s, 0.0)):
                    return
                if frame is not None:
                    image = frame() if each is not None or image is None else image
                    self.shown = number, (time.monotonic() - begin) * self._hurry
                    yield Frame(image, self.name, *self.shown)
        finally:
            gone.set()
            worker.join()

    def _draw_ahead(self, drawn: queue.Queue[FilmFrame | BaseException | None], gone: threading.Event) -> None:
        """Fills the queue with frames; with None, the last one once more, when the game is over."""

        def put(each: FilmFrame | BaseException | None) -> bool:
            while not (gone.is_set() or self._closed.is_set()):
                try:
                    drawn.put(each, timeout=LOOK_UP_S)
                    return True
                except queue.Full:
                    continue
            return False

        try:
            for frame in filmed(self.script, self._pace, self._from_turn):
                frame.prepare()
                if not put(frame):
                    return
            while put(None):
                pass
        except BaseException as error:  # the one who looks is told, not this thread's nobody
            put(error)


class DemoAside(Source):
    """A demo table from another side: frame by frame with the one it belongs to, or, live, whatever that shows now."""

    def __init__(self, first: DemoSource, side: OtherSide) -> None:
        self.name = f"{first.name} ({side.around_deg:+.0f}°)"
        self.flows = first.flows
        self._first, self._side = first, side
        self._closed = threading.Event()

    @property
    def camera(self) -> Camera:
        script = self._first.script
        return other_side(script.scenery, script.first, self._side)[0].camera

    def given(self) -> Iterator[Given]:
        frames = enumerate(self._first.drawing(self._side))
        number, draw = next(frames)
        while not self._closed.is_set():
            now = self._first.shown
            if now is None or (self.flows and now[0] == number and number):
                self._closed.wait(LOOK_UP_S)
                continue
            while number < now[0] and (following := next(frames, None)) is not None:
                number, draw = following
            yield Frame(draw(), self.name, *now)
            if not self.flows:
                following = next(frames, None)
                if following is None:
                    return
                number, draw = following
            elif number < now[0]:
                number = now[0]  # the game is over: the last picture, again and again

    def close(self) -> None:
        self._closed.set()

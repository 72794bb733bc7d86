"""An hour at a watched table, faster than it goes by: whether memory grows from the first tenth to the end."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, repeat
from pathlib import Path

import cv2

from benchmarks.filming import Noise, hand_pictures, measured
from benchmarks.memory import own_mb, own_peak_mb
from live.demo.film import Studio
from live.frame import Frame, Given, Picture
from live.log import GameLog
from live.play import Play
from live.sources.source import Source
from live.watching import WatchTask, open_watch
from referee.tactori.rules import rule_book
from simulator.demo.script import Scene, Script
from simulator.demo.settings import DemoSettings
from simulator.families import write_script

FPS = 10
SIZE = (640, 360)
SEED, GAME, PLAYERS = 3, "taktori", ("R", "B")
SETTINGS = DemoSettings(size=SIZE, illegal_rate=0.3, put_right_seen=1.0, taken_back_rate=0.25, idle_hand_rate=0.3)
FIRST, TURNS = 20, 6
"""The board is half full, and so many turns are made and taken back over and over: what grows is no larger position."""
TENTHS = 10
HAND_FRAMES, CALM_FRAMES = 2, 10
"""Of each picture of a hand, and of a calm board at least, however few frames are wanted."""
BAR = "<= 1.05"


def forth_and_back(script: Script) -> list[Scene]:
    """Some turns of a game with all that happens between them, and how they are taken back again, one by one."""
    forth, count = list[Scene](), 0
    for scene in script.scenes_after(FIRST)[2]:
        forth.append(scene)
        count += sum({"turn": 1, "taken_back": -1}.get(step.kind, 0) for step in scene.played)
        if count == TURNS:
            break
    line = script.confirmed()[FIRST : FIRST + TURNS + 1]
    back = [Scene(position, forth[-1].view, forth[-1].reaches) for position in reversed(line[:-1])]
    return [*forth, *back]


class Film(Source):
    """The same scenes in every tenth of so many frames; `sizes_mb` is what this process had at the end of each."""

    flows = False

    def __init__(self, script: Script, frames: int) -> None:
        self.name, self.sizes_mb = f"demo:{script.seed}", list[tuple[float | None, float]]()
        self.camera, self.physical_set = script.scenery.camera, measured(script.scenery.physical_set)
        self._script, self._frames, self._closed = script, frames, False

    def given(self) -> Iterator[Given]:
        noise = Noise(SIZE)
        for number, picture in zip(range(self._frames), self._pictures(), strict=False):
            if self._closed:
                return
            yield Frame(noise.over(picture), self.name, number, number / FPS)
            if (number + 1) * TENTHS // self._frames > number * TENTHS // self._frames:
                self.sizes_mb.append((own_mb(), own_peak_mb()))

    def close(self) -> None:
        self._closed = True

    def _pictures(self) -> Iterator[Picture]:
        studio = Studio(self._script.scenery)
        shown, view, _ = self._script.scenes_after(FIRST)
        scenes = forth_and_back(self._script)
        long = self._frames // TENTHS // len(scenes)
        yield from repeat(studio.calm(shown, view), CALM_FRAMES)
        for scene in cycle(scenes):
            hands = hand_pictures(studio, shown, view, scene)
            for hand in hands:
                yield from repeat(hand, HAND_FRAMES)
            shown, view = scene.shown, scene.view
            yield from repeat(studio.calm(shown, view), max(long - HAND_FRAMES * len(hands), CALM_FRAMES))


def hour(frames: int) -> Iterator[str]:
    """How much memory there was, line by line. To be run by a process that has done nothing else."""
    cv2.setNumThreads(1)
    rules = rule_book(GAME)
    script = write_script(SEED, rules, PLAYERS, SETTINGS)
    film, begin = Film(script, frames), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        log = GameLog.open(path)
        Play.begin(log, "1", film.name, rules, PLAYERS, script.confirmed()[FIRST])
        log.close()
        with open_watch(WatchTask("", rules, PLAYERS, log_path=path, new=False), film) as watch:
            told = Counter(each.kind.value for each in watch)
    seconds = time.perf_counter() - begin
    (early, early_peak), (late, late_peak) = film.sizes_mb[0], film.sizes_mb[-1]
    if early is not None and late is not None:
        yield f"{late / early:8.2f}  {BAR:12} memory at the end / after a tenth ({early:.0f} MB, {late:.0f} MB)"
        course = " ".join(f"{now:.0f}" for now, _ in film.sizes_mb if now is not None)
        yield f"{'':22} at the end of every tenth: {course} MB"
    yield f"{late_peak / early_peak:8.2f}  {BAR:12} its peak ({early_peak:.0f} MB, {late_peak:.0f} MB)"
    counts = ", ".join(f"{count} {kind}" for kind, count in told.most_common())
    yield f"{'':22} {frames} frames at {FPS} a second, watched in {seconds:.0f} s; told: {counts}"

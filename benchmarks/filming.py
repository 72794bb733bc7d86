"""Tables in front of a simulated camera: what benchmarks of the watched table film, and how they time it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.physical_set import PhysicalSet
from live.demo.film import Studio
from live.events import Event
from live.frame import Frame, Picture
from live.log import GameLog
from live.play import Play
from live.table import Table
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook
from simulator.demo.scenery import View
from simulator.demo.script import Scene
from simulator.demo.settings import DemoSettings
from simulator.film import Grain, film_grain, with_grain
from simulator.hand import Hand
from vision.known_of_picture import Known

NOISE = DemoSettings().noise
COMING_MM, GOING_MM = (150.0, 0.0), (0.0, 60.0)
"""How far from its field the hand is seen, on its way there and on its way back; it is never off the board, so that
the next picture is the first without it."""


@contextmanager
def watched_table(
    rules: RuleBook, players: Sequence[str], known: Known, begin: Position | None = None
) -> Iterator[Table]:
    """A table whose game is kept on the disk, as anybody's is, for as long as it is watched."""
    with tempfile.TemporaryDirectory() as folder:
        log = GameLog.open(Path(folder) / "games.sqlite")
        try:
            yield Table(Play.begin(log, "1", "film", rules, tuple(players), begin), known)
        finally:
            log.close()


@dataclass(frozen=True)
class Seen:
    """What became of one frame."""

    told: list[Event]
    seconds: float
    """How long it took."""
    read: bool
    """Whether any piece was looked at; most frames end before that."""


class TimedTable:
    """A table that is shown frames so many a second, on their own clock, and timed."""

    def __init__(self, table: Table, fps: float, clock: Callable[[], float]) -> None:
        self.table, self.fps, self.number = table, fps, 0
        self.longest_s = 0.0
        """What the dearest frame took since somebody last set this to nothing."""
        self._clock, self._looks, self._look = clock, 0, table.eyes.look
        table.eyes.look = self._counted  # type: ignore[method-assign]

    def see(self, image: Picture) -> Seen:
        frame = Frame(image, "film", self.number, self.number / self.fps)
        self.number += 1
        looks, begin = self._looks, self._clock()
        told = self.table.see(frame)
        seconds = self._clock() - begin
        self.longest_s = max(self.longest_s, seconds)
        return Seen(told, seconds, self._looks > looks)

    def _counted(self, *said: Any, **named: Any) -> Any:
        self._looks += 1
        return self._look(*said, **named)


class Noise:
    """A camera's noise: other in each frame, and the same in each run."""

    def __init__(self, size: tuple[int, int], seed: int = 0) -> None:
        self._grain: Grain = film_grain(size, NOISE, seed)
        self._rng = np.random.default_rng(seed)

    def over(self, picture: Picture) -> Picture:
        return with_grain(picture, self._grain, self._rng)


def hand_pictures(studio: Studio, before: Position, view: View, scene: Scene) -> list[Picture]:
    """A hand comes over what was there, and goes over what is there now."""
    if not scene.reaches:
        return []
    brings, leaves = Hand(scene.reaches[0], holds=scene.holds), Hand(scene.reaches[-1])
    coming = [studio.with_hand(before, view, replace(brings, away_mm=away)) for away in COMING_MM]
    return coming + [studio.with_hand(scene.shown, scene.view, replace(leaves, away_mm=away)) for away in GOING_MM]


def measured(physical_set: PhysicalSet) -> PhysicalSet:
    """The set as if somebody had taken all its measures."""
    return PhysicalSet.from_json(physical_set.to_json())

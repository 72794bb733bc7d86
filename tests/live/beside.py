"""A table with a second camera for tests: another side, another size, another light; and games that begin anywhere."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from live.aside import Aside
from live.events import Event
from live.frame import Frame
from live.log import GameLog
from live.play import Play
from live.settings import TableSettings
from live.table import Table
from referee.tactori.position import Position
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text
from simulator.hand import Hand
from simulator.look import LIGHTS, Look
from simulator.tactori.viewpoint import look_at
from tests.live.filming import FRAME_S, MOST_DRAWN, NOISE, SET, SIZE, Film, drawn
from vision.known_of_picture import Known

OTHER_SIZE = (800, 600)
BEFORE = "9 e3:RRRR e5:R c5:B"
HIDDEN = "9 e3:RRRR e5:R e7:R c5:B R:e5-e7@1"
"""From low down in front nobody can tell whether the stick lies there: a high stack of its own colour hides it."""
BARE = "9 e3:RRRR e5:R e7:R c5:B"
LOOK = replace(Look(), noise=0.0, stock=False)
OTHER_LOOK = replace(LOOK, light=LIGHTS["dim"])

Picture = NDArray[np.uint8]


def side(turned_deg: float, elevation_deg: float = 52.0, size: tuple[int, int] = OTHER_SIZE) -> Pose:
    return look_at(SET, elevation_deg, turned_deg, size=size)


@lru_cache(MOST_DRAWN)
def photograph(shown: str, pose: Pose, hand: Hand | None = None, look: Look = OTHER_LOOK) -> Picture:
    """A picture of another camera, with its own light and noise, through JPEG."""
    clean = drawn(parse_text(shown), pose, look, hand)
    noisy = np.clip(clean + np.random.default_rng(7).normal(0, 255 * NOISE, clean.shape), 0, 255).astype(np.uint8)
    data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
    picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
    picture.flags.writeable = False  # the next who takes the same one gets it again
    return picture


def begin_film(folder: Path, before: str, elevation_deg: float = 32.0, settings: TableSettings | None = None) -> Film:
    """A game that begins with this position, seen from low down."""
    pose = look_at(SET, elevation_deg, 0.0, size=SIZE)
    log = GameLog.open(folder / "games.sqlite")
    play = Play.begin(log, "1", "film", rule_book("taktori"), ("R", "B"), parse_text(before))
    return Film(Table(play, Known(9, SET, pose.camera), settings or TableSettings()), pose)


@dataclass
class Pair:
    """Two cameras of one table: each frame of the first has one of the second, unless that is away."""

    film: Film
    aside: Aside
    pose: Pose
    away: bool = False
    shows: str | None = None
    """What stands before the second camera, if it is something else."""
    hand: Hand | None = None
    """A hand that only the second camera sees."""
    _drawn: dict[object, Picture] = field(default_factory=dict)

    def calm(self, shown: str, frames: int = 4) -> list[Event]:
        told: list[Event] = []
        for _ in range(frames):
            if not self.away:
                number = self.film.number
                self.aside.take(Frame(self._picture(shown), "other", number, number * FRAME_S))
            told += self.film.calm(shown, 1)
        return told

    def turn(self, before: str, after: str, at: str, frames: int = 5) -> list[Event]:
        told = [*self.film.hand(before, at), *self.film.hand(after, at)]
        return told + self.calm(after, frames)

    def _picture(self, shown: str) -> Picture:
        key = (self.shows or shown, self.hand)
        if key not in self._drawn:
            self._drawn[key] = photograph(self.shows or shown, self.pose, self.hand)
        return self._drawn[key]


def pair(film: Film, turned_deg: float, said_deg: int | None = None, elevation_deg: float = 52.0) -> Pair:
    pose = side(turned_deg, elevation_deg)
    aside = Aside(film.table.open_eyes(Known(9, camera=pose.camera)), film.table.settings, said_deg)
    film.table.asides = (aside,)
    return Pair(film, aside, pose)


def shown(film: Film) -> Position:
    return film.play.state.position

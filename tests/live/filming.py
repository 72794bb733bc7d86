"""Films of a table for tests, drawn by the simulator: what stands there, hands that come and go, pushes and lamps."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from live.events import Event, Kind
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
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from vision.known_of_picture import Known

SIZE = (640, 360)
SET = PhysicalSet.in_proportion(31.0)
FRAME_S = 0.2
NOISE = 0.006
MOST_DRAWN = 100  # at 0.7 MB each


@dataclass
class Film:
    """A watched table and the camera in front of it. Every call films a little and gives what was told."""

    table: Table
    pose: Pose
    look: Look = field(default_factory=lambda: replace(Look(), noise=0.0, stock=False))
    alone: bool = False
    number: int = 0
    events: list[Event] = field(default_factory=list)

    @property
    def play(self) -> Play:
        return self.table.play

    def calm(self, shown: str | Position, frames: int = 4) -> list[Event]:
        return self.film(self.picture(shown), frames)

    def hand(self, shown: str | Position, at: str, frames: int = 1, holds: str = "") -> list[Event]:
        """A hand over a field."""
        return self.film(self.picture(shown, Hand(at, 0.0, holds)), frames)

    def turn(self, before: str, after: str, at: str) -> list[Event]:
        """A hand comes, does it, and goes."""
        return [*self.hand(before, at), *self.hand(after, at), *self.calm(after)]

    def film(self, picture: NDArray[np.uint8], frames: int) -> list[Event]:
        told: list[Event] = []
        for _ in range(frames):
            noise = np.random.default_rng(self.number).normal(0, 255 * NOISE, picture.shape)
            image = np.clip(picture + noise, 0, 255).astype(np.uint8)
            told += self.table.see(Frame(image, "film", self.number, self.number * FRAME_S, self.alone))
            self.number += 1
        self.events += told
        return told

    def picture(self, shown: str | Position, hand: Hand | None = None) -> NDArray[np.uint8]:
        position = parse_text(shown) if isinstance(shown, str) else shown
        return drawn(position, self.pose, self.look, hand)


@lru_cache(MOST_DRAWN)
def drawn(position: Position, pose: Pose, look: Look, hand: Hand | None) -> NDArray[np.uint8]:
    """Once for all tests that film the same: drawing takes as long as watching."""
    picture = draw_position(position, SET, pose, look, 3, hand)
    picture.flags.writeable = False
    return picture


def start_film(
    folder: Path, game: str = "taktori", players: str = "RB", settings: TableSettings | None = None, **known: object
) -> Film:
    """A new game on an empty board that nobody has seen yet."""
    rules = rule_book(game)
    pose = look_at(SET, 52.0, 4.0, size=SIZE)
    play = Play.begin(GameLog.open(folder / "games.sqlite"), "1", "film", rules, tuple(players))
    given = {"physical_set": SET, "camera": pose.camera} | known
    table = Table(play, Known(rules.game.board, **given), settings or TableSettings())  # type: ignore[arg-type]
    return Film(table, pose)


def kinds(events: list[Event]) -> list[str]:
    return [each.kind.value for each in events]


def turns(events: list[Event]) -> list[str]:
    """The notation of the confirmed turns that were told."""
    return [each.data["notation"] for each in events if each.kind is Kind.TURN and "waits" not in each.data]


def lamp(look: Look) -> Look:
    return replace(look, light=LIGHTS["hard"])

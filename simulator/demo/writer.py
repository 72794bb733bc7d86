"""Writes a script: a game played at random, with everything that happens at a table besides."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.game import Die
from referee.games import find_game
from simulator.demo.scenery import Scenery, brighter, bumped, first_view, quarter_turned, relit
from simulator.demo.script import EndedBy, Played, Scene, Script
from simulator.demo.settings import DemoSettings


@dataclass(frozen=True)
class Slip:
    """An illegal turn: the position after it, what was done as far as it can be told, and the rules that it breaks."""

    after: Any
    turn: Any
    rules_broken: tuple[str, ...]
    die: Die = None


class Writer(ABC):
    """What is known while a script is being written: the game so far, and how the table is seen now.

    What is shown, and how a turn is found and made, is a family's own.
    """

    def __init__(self, seed: int, rules: Any, players: Sequence[str], settings: DemoSettings) -> None:
        self.seed, self.rules, self.players, self.settings = seed, rules, tuple(players), settings
        self.game = find_game(rules.id)
        self.rng = random.Random(f"demo/{seed}/{rules.id}")
        self.scenery = self._scenery()
        self.view = first_view(self.rng, self.scenery, settings)
        self.first = self.view
        self.line: list[Any] = [self.game.start(rules, self.players, self.game.random_set_up(rules, self.rng))]
        """The state of the game after each confirmed turn."""
        self.before = {self.match.position}
        """Every position there ever was: to come back to one would be taking back."""
        self.shown: Any = None
        self.shown = self._shown(self.match.position, None)
        self.scenes: list[Scene] = []

    @property
    def match(self) -> Any:
        return self.line[-1]

    def write(self) -> Script:
        begin, first_shown = self.match.position, self.shown
        ended_by: EndedBy | None = None
        most = self._most_turns()
        while ended_by is None:
            if self.match.outcome:
                ended_by = "outcome"
            elif most is not None and self.match.turns >= most:
                ended_by = "most_turns"
            else:
                self._meanwhile()
                self.view = brighter(self.rng, self.view, self.settings)
                loose = self._illegal() if self._happens(self.settings.illegal_rate) else ()
                ended_by = self._turn(loose)
                if ended_by and loose:
                    self._film(self.match.position, loose)
        return Script(
            self.seed, self.rules, self.players, self.settings, self.scenery, begin, first_shown, self.first,
            tuple(self.scenes), ended_by, self.match.outcome,
        )  # fmt: skip

    def _happens(self, rate: float) -> bool:
        return self.rng.random() < rate

    def _meanwhile(self) -> None:
        """What happens between two turns and is no part of the game."""
        settings = self.settings
        if self._happens(settings.idle_hand_rate):
            self.scenes.append(Scene(self.shown, self.view, (self.rng.choice(self._idle_places()),)))
        if self._happens(settings.bump_rate * settings.bump_alone):
            self.view = bumped(self.rng, self.view, self.scenery, settings)
            self.scenes.append(Scene(self.shown, self.view))
        if self._happens(settings.lamp_rate):
            self.view = relit(self.view)
            self.scenes.append(Scene(self.shown, self.view))
        if self._happens(settings.quarter_rate) and self._shows_a_turned_board():
            self.view = quarter_turned(self.view, self.rng.choice((1, -1)))
            self.scenes.append(Scene(self.shown, self.view, ("c3",)))

    def _illegal(self) -> tuple[Played, ...]:
        """Makes an illegal turn. What is given back is the putting right, if it will not be seen by itself."""
        match = self.match
        slip = self._slip()
        if slip is None:
            return ()
        self.before.add(slip.after)
        made = Played("illegal", match.position, slip.after, match.to_move, slip.turn, slip.rules_broken, slip.die)
        self._film(slip.after, (made,), slip.die)
        right = (Played("put_right", slip.after, match.position, match.to_move),)
        if not self._happens(self.settings.put_right_seen):
            return right
        self._film(match.position, right)
        return ()

    def _film(self, after: Any, played: tuple[Played, ...], die: Die = None) -> None:
        if self._happens(self.settings.bump_rate * (1 - self.settings.bump_alone)):
            self.view = bumped(self.rng, self.view, self.scenery, self.settings)
        before, self.shown = self.shown, self._shown(after, die)
        reaches, holds = self._reaches(before, after)
        self.scenes.append(Scene(self.shown, self.view, reaches, holds, played))

    @abstractmethod
    def _scenery(self) -> Scenery: ...

    @abstractmethod
    def _most_turns(self) -> int | None: ...

    @abstractmethod
    def _shown(self, after: Any, die: Die) -> Any:
        """What there is to be drawn once a position has come about, given what is shown now."""

    @abstractmethod
    def _reaches(self, before: Any, after: Any) -> tuple[tuple[str, ...], str]:
        """Where the hand goes from what was shown before to a position, and the colour of what it brings."""

    @abstractmethod
    def _idle_places(self) -> list[str]:
        """Where a hand may go for nothing."""

    @abstractmethod
    def _shows_a_turned_board(self) -> bool:
        """Whether anybody can tell a turned board from pieces that were moved."""

    @abstractmethod
    def _slip(self) -> Slip | None:
        """An illegal turn that can be told."""

    @abstractmethod
    def _turn(self, loose: tuple[Played, ...]) -> EndedBy | None:
        """Plays a turn, with what was put right on the way to it; says how the game ends if there is none."""

"""A demo without a camera: at a table by hand the program plays both sides, at a calm pace."""

from __future__ import annotations

import random
from typing import Any

from live.events import Event
from live.game import By
from live.play import Play

TURN_EVERY_S = 3.0
"""So long one can look at a turn before the next."""


def next_turn(play: Play, rng: random.Random) -> list[Event]:
    """A legal turn of whoever is to move, picked at random; none while the game rests, waits or is over."""
    with play.undisturbed():
        state = play.state
        if state.paused or state.waiting or state.finished:
            return []
        die, after = state.game.random_turn(state.match, rng)
        thrown: Any = None if die is None else list(die)
        return play.confirm(after, By.HAND, die=thrown)

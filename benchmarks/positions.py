"""Positions to measure with: full boards made by play, and boards on which it is hard to move."""

from __future__ import annotations

import random

from referee.tactori.board import COLOURS, STICKS_PER_COLOUR, TOWERS_PER_COLOUR, fields_of, neighbours
from referee.tactori.legal import layable
from referee.tactori.position import Position, Stick, stick
from referee.tactori.rules import rule_book

RULES = rule_book("taktori")


def full_position(seed: int) -> Position:
    """64 towers and 60 sticks, all legal: each colour sets its towers two steps from its own and bridges them."""
    for attempt in range(1000):
        position = _grow(random.Random(f"{seed}/{attempt}"))
        if len(position.sticks) == STICKS_PER_COLOUR * len(COLOURS):
            return position
    raise AssertionError("no full board came about")


def _grow(rng: random.Random) -> Position:
    position = Position.empty(9)
    for turn in range(TOWERS_PER_COLOUR * len(COLOURS)):
        colour = COLOURS[turn % len(COLOURS)]
        near = [
            at
            for own, stack in position.towers.items()
            if stack[-1] == colour
            for at in neighbours(own, 2, 9)
            if position.height(at) == len(stack) - 1
        ]
        at = rng.choice(near) if near else rng.choice(fields_of(9))
        position = Position.of(9, {**position.towers, at: position.towers.get(at, "") + colour}, position.sticks)
        while options := list(layable(position, colour, RULES)):
            position = Position.of(9, position.towers, (*position.sticks, rng.choice(options)))
    return position


def hard_to_move() -> Position:
    """A rectangles9 position in which blue has no stock and no move, and nearly everything has to be tried to know.

    All sixteen blue towers are free, but every field of their rows and columns lies under a bridge that is built over.
    """
    return Position.of(9, *_blocked())


def _blocked() -> tuple[dict[str, str], list[Stick]]:
    return {}, [stick("R", "a1", "c1", 1)]

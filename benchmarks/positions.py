"""Positions to measure with: full boards made by play, and boards on which nothing goes and all has to be tried."""

from __future__ import annotations

import random

from referee.tactori.board import COLOURS, STICKS_PER_COLOUR, TOWERS_PER_COLOUR, fields_of, neighbours
from referee.tactori.legal import layable
from referee.tactori.position import Position, Stick, stick
from referee.tactori.rules import RuleBook, rule_book


def full_position(seed: int) -> Position:
    """64 towers and 60 sticks, all legal: each colour sets its towers two steps from its own and bridges them."""
    rules = rule_book("taktori")
    for attempt in range(1000):
        position = _grow(random.Random(f"{seed}/{attempt}"), rules)
        if len(position.sticks) == STICKS_PER_COLOUR * len(COLOURS):
            return position
    raise AssertionError("no full board came about")


def half_full_position(seed: int) -> Position:
    """Half of the towers, and as many sticks as they carry."""
    return _grow(random.Random(seed), rule_book("taktori"), TOWERS_PER_COLOUR * len(COLOURS) // 2)


def _grow(rng: random.Random, rules: RuleBook, towers: int = TOWERS_PER_COLOUR * len(COLOURS)) -> Position:
    position = Position.empty(9)
    for turn in range(towers):
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
        while options := list(layable(position, colour, rules)):
            position = Position.of(9, position.towers, (*position.sticks, rng.choice(options)))
    return position


def stuck_tower() -> Position:
    """Blue has no stock and one stack of sixteen, free to go anywhere in any number, but every field is spoilt.

    On each of the other fields a red, yellow or green stick hangs in the air just where the lowest arriving tower would
    come to stand, so that each way has to be tried to see that it makes a stick wrong.
    """
    towers = {"a1": "B" * TOWERS_PER_COLOUR}
    fields = [at for at in fields_of(9) if at not in towers]
    sticks = [stick("RYG"[i % 3], a, b, 1) for i, (a, b) in enumerate(zip(fields[::2], fields[1::2], strict=True))]
    return Position.of(9, towers, sticks)


def pinned_towers() -> Position:
    """Blue has no stock: fifteen towers are held by sticks of others that run through them, and one is built over."""
    towers, sticks = {"a3": "BR"}, list[Stick]()
    for left, middle, right in ("abc", "def", "ghi"):
        for i, rank in enumerate((1, 2, 5, 6, 9)):
            colour = "RYG"[i % 3]
            towers |= {f"{left}{rank}": colour, f"{middle}{rank}": "B", f"{right}{rank}": colour}
            sticks.append(stick(colour, f"{left}{rank}", f"{right}{rank}", 1))
    return Position.of(9, towers, sticks)

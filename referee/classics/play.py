"""Throws and legal turns picked at random, to play whole games for tests, records and the demo table."""

from __future__ import annotations

import random
from typing import Any

from referee.classics.dice import in_order
from referee.classics.match import Match
from referee.classics.position import Position
from referee.classics.turn import PASS, Throws


def random_turn(match: Match[Any], rng: random.Random) -> tuple[Throws | None, Position]:
    """A throw, where there is a die, and a legal turn for it."""
    classic = match.classic
    die = (rng.choice(classic.faces),) if classic.faces else None
    asked = match.asked(die)
    if die is not None:
        moves = list(in_order(match.begun, asked, die, classic.steps))
    else:
        moves = list(classic.steps(match.begun, asked))
    played = [move for move in moves if move.kind != PASS]
    move = classic.choose(played or moves, match.begun, asked, rng)
    return die, match.begun.with_changes(move.changes, move.memory)

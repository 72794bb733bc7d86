"""Legal turns picked at random, to play whole games for tests, records and the demo table."""

from __future__ import annotations

import random

from referee.tactori.board import COLOURS, fields_of
from referee.tactori.legal import layable, single_turns
from referee.tactori.match import MIXED_EMPTY_FIELD, MIXED_PER_COLOUR, Match
from referee.tactori.near import extensions
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook, SetUp
from referee.tactori.turn import Kind, Turn, apply

__all__ = ["extensions", "random_set_up", "random_turn"]

# How often a player goes on building when another stick can be laid, how many turns he considers before he takes
# the one that lets him build most, and how much he likes each kind of turn.
STICK_RATE = 0.8
CONSIDERED = 8
LIKING = {
    Kind.PLACE: 6.0,
    Kind.MOVE: 1.0,
    Kind.CAPTURE: 1.0,
    Kind.BRIDGES: 4.0,
    Kind.RESTICK: 0.3,
    Kind.UNSTICK: 0.3,
}


def random_set_up(rules: RuleBook, rng: random.Random) -> Position:
    """The board as the game begins."""
    if rules.game.set_up is SetUp.EMPTY:
        return Position.empty(rules.game.board)
    towers = list(COLOURS * MIXED_PER_COLOUR)
    rng.shuffle(towers)
    fields = [at for at in fields_of(rules.game.board) if at != MIXED_EMPTY_FIELD]
    return Position.of(rules.game.board, dict(zip(fields, towers, strict=True)), ())


def random_turn(match: Match, rng: random.Random) -> Turn:
    """A legal turn of the player to move: a kind by liking, one of that kind, and more sticks while it pleases."""
    by_kind: dict[Kind, list[Turn]] = {}
    for turn in single_turns(match.position, match.to_move, match.rules):
        by_kind.setdefault(turn.kind, []).append(turn)
    if not by_kind:
        return Turn()
    kinds = list(by_kind)
    (kind,) = rng.choices(kinds, [LIKING[k] for k in kinds])
    considered = rng.sample(by_kind[kind], min(CONSIDERED, len(by_kind[kind])))
    turn = max(considered, key=lambda t: _prospects(match, t))
    while rng.random() < STICK_RATE and (more := list(extensions(match.position, turn, match.to_move, match.rules))):
        turn = rng.choice(more)
    return turn


def _prospects(match: Match, turn: Turn) -> int:
    """How many sticks could be laid at the tower of a turn."""
    if not turn.tower:
        return 0
    options = layable(apply(match.position, turn), match.rules.colour_of(match.to_move), match.rules)
    return sum(turn.tower.target in s.fields for s in options)

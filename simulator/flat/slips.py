"""Turns that break the rules in as many ways as people find."""

from __future__ import annotations

import random
from collections.abc import Callable

from referee.antiblok.board import BLOCKS_PER_COLOUR, COLOURS, CROSSINGS, FIELDS, LEFT, RIGHT, turned
from referee.antiblok.match import Match
from referee.antiblok.play import random_turn
from referee.antiblok.position import Position
from referee.antiblok.turn import cards_round
from referee.game import AnyGame
from simulator.demo.writer import Slip

THOUGHT_OF = 24
"""Slips from which one is taken."""
LOOKED_AT = 6
ASKED_PLAYERS = 2
"""With more of them it takes too long to ask whether several turns could have made it."""


def illegal_turn(
    match: Match, last: Match | None, game: AnyGame, rng: random.Random, is_new: Callable[[Position], bool]
) -> Slip | None:
    """An illegal turn of the player to move, whatever was thrown; `last` is the state before his.

    What could be legal turns, one after another, or the turn before made otherwise, nobody can hold against a player.
    """
    kinds: dict[tuple[str, ...], Slip] = {}
    for _ in range(THOUGHT_OF):
        after = rng.choice(SLIPS)(match, rng)
        if after is None or not is_new(after) or any(after.count(colour) > BLOCKS_PER_COLOUR for colour in COLOURS):
            continue
        _, verdict = match.play(after)
        broken = _broken(match, after)
        if broken and broken not in kinds:
            kinds[broken] = Slip(after, verdict.turn, broken, _die(match, after, broken, rng))
    # Slips that break one rule are more usual than those that break many.
    for kind in sorted(sorted(kinds), key=lambda kind: len(kind) * rng.random())[:LOOKED_AT]:
        found = kinds[kind]
        if not game.judge(found.after, match.rules, {"players": match.players}).legal:
            return found  # no legal turns ever lead there
        states = (match, last) if last else (match,)
        if len(match.players) <= ASKED_PLAYERS and not any(game.turns_to(each, found.after) for each in states):
            return found
    return None


def _broken(match: Match, after: Position, die: tuple[str, ...] | None = None) -> tuple[str, ...]:
    _, verdict = match.play(after, die)
    return tuple(sorted({finding.rule for finding in verdict.violations}))


def _die(match: Match, after: Position, broken: tuple[str, ...], rng: random.Random) -> tuple[str, ...] | None:
    """A throw with which the same rules are broken, and no others."""
    faces = [face for face in match.rules.faces if _broken(match, after, (face,)) == broken]
    return (rng.choice(faces),) if faces else None


def _turn_cards(position: Position, fields: list[str], rng: random.Random) -> Position:
    return position.changed({at: turned(position.cards[at], rng.choice((LEFT, RIGHT))) for at in fields})


def _lay(position: Position, colour: str, rng: random.Random) -> Position | None:
    """A block where there is no square of its colour."""
    free = [at for at in CROSSINGS if at not in position.blocks and position.square(at) != colour]
    return position.changed(blocks={**position.blocks, rng.choice(free): colour}) if free else None


def _locked(match: Match, rng: random.Random) -> Position | None:
    locked = sorted(cards_round(frozenset(match.position.blocks)))
    return _turn_cards(match.position, [rng.choice(locked)], rng) if locked else None


def _no_square(match: Match, rng: random.Random) -> Position | None:
    return _lay(match.position, match.to_move, rng)


def _foreign(match: Match, rng: random.Random) -> Position | None:
    return _lay(match.position, rng.choice([c for c in COLOURS if c != match.to_move]), rng)


def _too_much(match: Match, rng: random.Random) -> Position | None:
    """A legal turn, and a block that does not belong to it."""
    return _lay(random_turn(match, rng)[1], match.to_move, rng)


def _many_cards(match: Match, rng: random.Random) -> Position:
    return _turn_cards(match.position, rng.sample(FIELDS, rng.choice((2, 3, 3))), rng)


def _swapped_and_turned(match: Match, rng: random.Random) -> Position:
    a, b = rng.sample(FIELDS, 2)
    cards = match.position.cards
    return match.position.changed({a: turned(cards[b], LEFT), b: cards[a]})


def _two_taken(match: Match, rng: random.Random) -> Position | None:
    blocks = match.position.blocks
    if len(blocks) < 2:
        return None
    gone = rng.sample(list(blocks), 2)
    return match.position.changed(blocks={at: colour for at, colour in blocks.items() if at not in gone})


SLIPS: tuple[Callable[[Match, random.Random], Position | None], ...] = (
    _locked, _locked, _no_square, _foreign, _too_much, _many_cards, _swapped_and_turned, _two_taken,
)  # fmt: skip

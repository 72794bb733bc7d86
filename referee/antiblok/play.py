"""Set-ups, throws and legal turns picked at random, to play whole games for tests, records and the demo table."""

from __future__ import annotations

import random

from referee.antiblok.board import COLOURS, CROSSINGS, FACES_OF_A_CARD, FIELDS, QUARTERS
from referee.antiblok.dice import ANTIBLOK, Die
from referee.antiblok.match import Match
from referee.antiblok.position import Position
from referee.antiblok.rules import RuleBook

CONSIDERED = 40
"""How many turns a player thinks of before the one that brings most."""
BLUNDER_RATE = 0.2
"""How often the first turn that comes to mind is taken instead."""
BLOCK_WORTH = 100
"""Against quarters of the own colour that have come together."""


def random_set_up(rules: RuleBook, rng: random.Random) -> Position:
    """Cards at random, turned until no crossing is a square."""
    while True:
        position = Position.of({at: rng.choice(FACES_OF_A_CARD) for at in FIELDS}, {}, rules.id)
        if not position.squares():
            return position


def throw(rules: RuleBook, rng: random.Random) -> Die:
    first = rng.choice(rules.faces)
    return (first, rng.choice(rules.faces)) if first == ANTIBLOK else (first,)


def random_turn(match: Match, rng: random.Random) -> tuple[Die, Position]:
    """A throw and a legal turn for it: mostly the best of a few. A block that Anti-Blok took and that is laid again
    looks as if it had never been gone, so a turn that needed it gone is not made."""
    die = throw(match.rules, rng)
    turns = list(dict.fromkeys(after for _, after in match.legal_turns(die)))
    if rng.random() < BLUNDER_RATE:
        chosen = rng.choice(turns)
    else:
        considered = rng.sample(turns, min(CONSIDERED, len(turns)))
        with_blocks = sorted(turns, key=lambda after: len(after.blocks), reverse=True)[:CONSIDERED]
        chosen = max(considered + with_blocks, key=lambda after: _worth(after, match))
    others = (after for after in [chosen, *turns] if match.play(after, die)[1].legal)
    return die, next(others)


def _worth(position: Position, match: Match) -> int:
    """Own blocks first, then how many quarters of the own colour have come together at free crossings."""
    own = COLOURS if match.rules.solo else match.to_move
    worth = 0
    for colour in own:
        worth += BLOCK_WORTH * position.count(colour)
        for at in CROSSINGS:
            if at not in position.blocks:
                worth += sum(position.cards[field][i] == colour for field, i in QUARTERS[at]) ** 2
    others = sum(position.count(colour) for colour in COLOURS if colour not in own)
    return worth - BLOCK_WORTH // 2 * others

"""A position as one line: the ranks from near to far, each with its cards from left to right, then the blocks.

`RBYG RBYG RBYG RBYG RBGY / … / … / … / … | b2+R d4+B`
"""

from __future__ import annotations

from referee.antiblok.board import CROSSINGS, FIELDS, SIDE
from referee.antiblok.position import GAMES, Position, check_card, check_colour
from words.message import InputError, message

RANKS, BLOCKS = "/", "|"


def to_text(position: Position) -> str:
    cards = list(position.cards.values())
    ranks = f" {RANKS} ".join(" ".join(cards[i : i + SIDE]) for i in range(0, len(cards), SIDE))
    blocks = " ".join(f"{at}{colour}" for at, colour in position.blocks.items())
    return f"{ranks} {BLOCKS} {blocks}" if blocks else ranks


def parse_text(text: str, game: str = GAMES[0]) -> Position:
    """The inverse of `to_text`; what cannot be read is an `InputError` that quotes it."""
    written, _, laid = text.partition(BLOCKS)
    ranks = [rank.split() for rank in written.split(RANKS)]
    if len(ranks) != SIDE or any(len(rank) != SIDE for rank in ranks):
        raise InputError(message("antiblok.text.ranks"))
    cards = dict(zip(FIELDS, (card for rank in ranks for card in rank), strict=True))
    for at, card in cards.items():
        check_card(card, at)
    blocks: dict[str, str] = {}
    for word in laid.split():
        at, colour = word[:-1], word[-1:]
        if at not in CROSSINGS:
            raise InputError(message("antiblok.input.crossing", value=repr(at[:40])))
        if at in blocks:
            raise InputError(message("input.twice", key=at))
        blocks[at] = check_colour(colour, at)
    return Position.of(cards, blocks, game)

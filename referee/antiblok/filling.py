"""Quarters that nobody saw: what follows from the others, and what they can be at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from referee.antiblok.board import COLOURS, FACES_OF_A_CARD, FIELDS, UNKNOWN, has_four, turned
from referee.antiblok.position import Position

MOST_FILLINGS = 256
"""So many are tried: as many as four cards have that are hidden altogether. With more the answer stays open."""


Pair = tuple[str, str]
"""A card before and after."""


@cache
def completed(card: str) -> str:
    """The card with its one hidden quarter filled in: it follows from the other three."""
    missing = set(COLOURS) - set(card)
    return card.replace(UNKNOWN, missing.pop()) if card.count(UNKNOWN) == 1 and len(missing) == 1 else card


@cache
def fits(card: str, seen: str) -> bool:
    return all(letter in (UNKNOWN, there) for there, letter in zip(card, seen, strict=True))


def complete(position: Position) -> Position:
    return Position.of({at: completed(card) for at, card in position.cards.items()}, position.blocks, position.game)


def hidden(position: Position) -> tuple[str, ...]:
    """The fields whose card does not follow from what was seen of it."""
    return tuple(at for at, card in position.cards.items() if UNKNOWN in card)


@dataclass(frozen=True)
class Fillings:
    """What two positions can have been, the way in which least changed first; not `all` of it if that is too much."""

    pairs: tuple[tuple[Position, Position], ...]
    all: bool


def fillings(before: Position, after: Position) -> Fillings:
    before, after = complete(before), complete(after)
    options = {at: _pairs(before.cards[at], after.cards[at]) for at in FIELDS}
    tried = options
    if _size(tried) > MOST_FILLINGS:
        tried = {at: tuple(p for p in pairs if p[0] == p[1]) or pairs[:1] for at, pairs in options.items()}
    if _size(tried) > MOST_FILLINGS:
        tried = {at: pairs[:1] for at, pairs in options.items()}
    found = []
    for chosen in product(*tried.values()):
        old, new = (dict(zip(FIELDS, cards, strict=True)) for cards in zip(*chosen, strict=True))
        found.append((Position.of(old, before.blocks, before.game), Position.of(new, after.blocks, after.game)))
    return Fillings(tuple(found), tried == options)


def _size(options: Mapping[str, tuple[Pair, ...]]) -> int:
    size = 1
    for pairs in options.values():
        size *= len(pairs)
    return size


@cache
def _pairs(before: str, after: str) -> tuple[Pair, ...]:
    """What a field's card can have been: of one order, unless that is impossible."""
    if UNKNOWN not in before + after or not (has_four(before) and has_four(after)):
        return ((before, after),)
    olds = [card for card in FACES_OF_A_CARD if fits(card, before)] if UNKNOWN in before else [before]
    pairs = [(old, turned(old, k)) for old in olds for k in range(len(COLOURS)) if fits(turned(old, k), after)]
    if not pairs:
        news = [card for card in FACES_OF_A_CARD if fits(card, after)] if UNKNOWN in after else [after]
        pairs = [(old, new) for old in olds for new in news]
    return tuple(sorted(pairs, key=lambda pair: pair[0] != pair[1]))

"""Fields, crossings and cards: what they are called, how a card turns and what makes it another one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import permutations

COLOURS = "RBYG"
UNKNOWN = "?"
SIDE = 5
FILES = "abcde"
BLOCKS_PER_COLOUR = 3

LEFT, HALF, RIGHT = 1, 2, 3
"""A card's turn in quarters counter-clockwise; a quarter to the right is three to the left."""

FIELDS = tuple(f"{file}{rank}" for rank in range(1, SIDE + 1) for file in FILES)
"""All fields, rank by rank from a1."""
CROSSINGS = tuple(f"{file}{rank}+" for rank in range(1, SIDE) for file in FILES[:-1])
"""All crossings, each named after its near left card."""
PLACES = {place: number for number, place in enumerate((*FIELDS, *CROSSINGS))}
FACES_OF_A_CARD = tuple("".join(letters) for letters in permutations(COLOURS))
"""Every way a card can look: six orders, four orientations each."""


def _quarters(crossing: str) -> tuple[tuple[str, int], ...]:
    file, rank = FILES.index(crossing[0]), int(crossing[1])
    east, north = FILES[file + 1], rank + 1
    return ((f"{FILES[file]}{rank}", 2), (f"{east}{rank}", 3), (f"{FILES[file]}{north}", 1), (f"{east}{north}", 0))


QUARTERS: Mapping[str, tuple[tuple[str, int], ...]] = {crossing: _quarters(crossing) for crossing in CROSSINGS}
"""The four quarters that meet at a crossing: the card and which of its letters."""
CARDS_ROUND: Mapping[str, frozenset[str]] = {at: frozenset(field for field, _ in QUARTERS[at]) for at in CROSSINGS}


def in_order(places: Iterable[str]) -> tuple[str, ...]:
    """Places as a board is read: rank by rank from a1."""
    return tuple(sorted(places, key=PLACES.__getitem__))


@cache
def turned(card: str, quarters: int) -> str:
    """A card turned to the left.

    >>> turned("RBYG", LEFT), turned("RBYG", RIGHT)
    ('GRBY', 'BYGR')
    """
    cut = -quarters % len(card)
    return card[cut:] + card[:cut]


@cache
def quarters_between(before: str, after: str) -> int | None:
    """By how many quarters to the left a card was turned, None if that does not explain it."""
    return next((k for k in range(len(COLOURS)) if turned(before, k) == after), None)


@cache
def order_of(card: str) -> str:
    """The letters read round from R, the same however the card lies.

    >>> order_of("GRBY")
    'RBYG'
    """
    return turned(card, -card.index(COLOURS[0])) if COLOURS[0] in card else card


@cache
def has_four(card: str) -> bool:
    """Whether no colour is seen twice on a card."""
    known = card.replace(UNKNOWN, "")
    return len(set(known)) == len(known)


def are_neighbours(a: str, b: str) -> bool:
    return abs(FILES.index(a[0]) - FILES.index(b[0])) + abs(int(a[1]) - int(b[1])) == 1

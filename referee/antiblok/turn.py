"""What changed between two positions, and which turn that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from referee.antiblok.board import CARDS_ROUND, FIELDS, HALF, LEFT, RIGHT, in_order, order_of, quarters_between
from referee.antiblok.dice import SWAP
from referee.antiblok.position import Position

TURN_NAMES = {LEFT: "L1", HALF: "H", RIGHT: "R1"}
MOST_CARDS = 2
"""Of which a turn turns or swaps no more."""


class Kind(StrEnum):
    ROTATE = "rotate"
    SWAP = "swap"
    CLAIM = "claim"
    ANTIBLOK = "antiblok"
    PASS = "pass"


@dataclass(frozen=True)
class Turn:
    """A turn as it was made, allowed or not."""

    kind: Kind
    turned: Mapping[str, int] = field(default_factory=dict)
    """The cards that were turned, in quarters to the left."""
    swapped: tuple[str, ...] = ()
    """The two fields whose cards changed places; none if they look alike."""
    claimed: tuple[str, ...] = ()
    placed: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    complete: bool = True

    def to_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {"kind": self.kind.value}
        if self.kind is Kind.ROTATE:
            said["cards"] = {at: TURN_NAMES[quarters] for at, quarters in self.turned.items()}
        elif self.kind is Kind.SWAP:
            said["cards"] = list(self.swapped)
        return said | {
            "claimed": list(self.claimed),
            "placed": list(self.placed),
            "taken": list(self.taken),
            "complete": self.complete,
        }


@dataclass(frozen=True)
class CardChange:
    """What happened to the cards: turns, or two that changed places; `fault` if it is neither."""

    fields: tuple[str, ...]
    turned: Mapping[str, int] = field(default_factory=dict)
    swapped: bool = False
    fault: str | None = None

    @property
    def unexplained(self) -> bool:
        return not self.turned and not self.swapped


def read_cards(before: Position, after: Position, face: str | None) -> CardChange:
    """What happened to the cards; where it can be seen in two ways, the face of the die decides."""
    fields = tuple(at for at in FIELDS if before.cards[at] != after.cards[at])
    turns = {at: quarters_between(before.cards[at], after.cards[at]) for at in fields}
    all_turned = {at: quarters for at, quarters in turns.items() if quarters is not None}
    are_turns = len(all_turned) == len(fields)
    if len(fields) > MOST_CARDS:
        same = _orders(before) == _orders(after)
        return CardChange(fields, fault="turn.count" if same else "card.kind")
    if len(fields) == MOST_CARDS:
        a, b = fields
        exchanged = before.cards[a] == after.cards[b] and before.cards[b] == after.cards[a]
        if exchanged and (face in (SWAP, None) or not are_turns):
            return CardChange(fields, swapped=True)
        if not are_turns:
            if all(order_of(before.cards[x]) == order_of(after.cards[y]) for x, y in ((a, b), (b, a))):
                return CardChange(fields, swapped=True, fault="turn.swap_turned")
            return CardChange(fields, fault="card.kind")
        return CardChange(fields, all_turned, fault="turn.count" if HALF in all_turned.values() else None)
    return CardChange(fields, all_turned) if are_turns else CardChange(fields, fault="card.kind")


def _orders(position: Position) -> Counter[str]:
    return Counter(map(order_of, position.cards.values()))


@dataclass(frozen=True)
class BlockChange:
    """What happened to the blocks. Each laid one is of one of four sorts."""

    taken: Mapping[str, str]
    laid: Mapping[str, str]
    claimed: tuple[str, ...]
    """On a square that was there, none of its cards touched."""
    placed: tuple[str, ...]
    broken: tuple[str, ...]
    """On a square that was there and is no more: it was claimed first, and then a card of it was touched."""
    baseless: tuple[str, ...]
    """Where there is no square of its colour; these are among the placed ones."""


def read_blocks(before: Position, after: Position, touched: frozenset[str]) -> BlockChange:
    taken = {at: colour for at, colour in before.blocks.items() if after.blocks.get(at) != colour}
    laid = {at: colour for at, colour in after.blocks.items() if before.blocks.get(at) != colour}
    claimed, placed, broken, baseless = set(), set(), set(), set()
    for at, colour in laid.items():
        was, now = before.square(at) == colour, after.square(at) == colour
        if was and not now:
            broken.add(at)
        elif was and not CARDS_ROUND[at] & touched:
            claimed.add(at)
        else:
            placed.add(at)
            if not now:
                baseless.add(at)
    return BlockChange(taken, laid, in_order(claimed), in_order(placed), in_order(broken), in_order(baseless))


def cards_round(crossings: frozenset[str]) -> frozenset[str]:
    return frozenset[str]().union(*(CARDS_ROUND[at] for at in crossings))

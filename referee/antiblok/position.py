"""A position: how every card lies and which blocks stand on the crossings. It can also be one that breaks the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from referee.antiblok.board import COLOURS, CROSSINGS, FIELDS, QUARTERS, UNKNOWN
from words.message import InputError, message

GAMES = ("antiblok", "antiblok_solo")
CARD_LETTERS = frozenset(COLOURS + UNKNOWN)


@dataclass(frozen=True, eq=False)
class Position:
    """Twenty-five cards by field and the blocks by crossing, immutable and in a fixed order."""

    cards: Mapping[str, str]
    blocks: Mapping[str, str]
    game: str = field(default=GAMES[0])
    """Which of the games it was written for; the board is the same one."""

    @classmethod
    def of(cls, cards: Mapping[str, str], blocks: Mapping[str, str], game: str = GAMES[0]) -> Position:
        """Checks nothing but puts everything in order; `from_json` is the door for what comes from outside."""
        kept = {at: blocks[at] for at in CROSSINGS if at in blocks}
        return cls(MappingProxyType({at: cards[at] for at in FIELDS}), MappingProxyType(kept), game)

    @classmethod
    def unseen(cls, game: str = GAMES[0]) -> Position:
        """Before anybody has looked at the cards."""
        return cls.of(dict.fromkeys(FIELDS, UNKNOWN * len(COLOURS)), {}, game)

    @property
    def places(self) -> Mapping[str, str]:
        """Everything that lies somewhere, by where it lies."""
        return {**self.cards, **self.blocks}

    def with_places(self, changes: Mapping[str, str]) -> Position:
        """The same with other cards, or with other blocks or none."""
        blocks = {**self.blocks, **{at: there for at, there in changes.items() if at in CROSSINGS}}
        cards = {at: there for at, there in changes.items() if at in FIELDS}
        return self.changed(cards, {at: block for at, block in blocks.items() if block})

    def square(self, crossing: str) -> str | None:
        """The colour of the square at a crossing, None if there is none."""
        (first, letter), *others = QUARTERS[crossing]
        colour = self.cards[first][letter]
        if colour != UNKNOWN and all(self.cards[at][i] == colour for at, i in others):
            return colour
        return None

    def squares(self) -> dict[str, str]:
        """Every square with its colour, with a block or without."""
        return {at: colour for at in CROSSINGS if (colour := self.square(at))}

    def count(self, colour: str) -> int:
        """How many blocks of a colour are on the board."""
        return sum(block == colour for block in self.blocks.values())

    def changed(self, cards: Mapping[str, str] | None = None, blocks: Mapping[str, str] | None = None) -> Position:
        """The same with some cards lying otherwise, or with other blocks."""
        return Position.of({**self.cards, **(cards or {})}, self.blocks if blocks is None else blocks, self.game)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.cards == other.cards and self.blocks == other.blocks

    def __hash__(self) -> int:
        return hash((tuple(self.cards.values()), tuple(self.blocks.items())))

    def to_json(self) -> dict[str, Any]:
        return {"game": self.game, "cards": dict(self.cards), "blocks": dict(self.blocks)}

    @classmethod
    def from_json(cls, data: object) -> Position:
        """Reads a position from outside; whatever is missing or malformed is an error that names it."""
        if not isinstance(data, Mapping):
            raise InputError(message("input.object"))
        game = data.get("game", GAMES[0])
        if game not in GAMES:
            raise InputError(message("antiblok.input.game", value=_short(game), known=", ".join(GAMES)), "game")
        cards, blocks = _object(data, "cards"), _object(data, "blocks")
        for at, card in cards.items():
            if at not in FIELDS:
                raise InputError(message("antiblok.input.field", value=_short(at)), "cards")
            check_card(card, f"cards.{at}")
        for at in FIELDS:
            if at not in cards:
                raise InputError(message("input.missing", key=at), "cards")
        for at, block in blocks.items():
            if at not in CROSSINGS:
                raise InputError(message("antiblok.input.crossing", value=_short(at)), "blocks")
            check_colour(block, f"blocks.{at}")
        return cls.of(cards, blocks, game)


def check_card(card: object, place: str = "") -> str:
    if not isinstance(card, str) or len(card) != len(COLOURS) or not CARD_LETTERS.issuperset(card):
        raise InputError(message("antiblok.input.card", value=_short(card)), place)
    return card


def check_colour(colour: object, place: str = "") -> str:
    if not is_colour(colour):
        raise InputError(message("input.colour", value=_short(colour)), place)
    return str(colour)


def is_colour(value: object) -> bool:
    return isinstance(value, str) and len(value) == 1 and value in COLOURS


def _object(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    if key not in data:
        raise InputError(message("input.missing", key=key))
    value = data[key]
    if not isinstance(value, Mapping):
        raise InputError(message("input.object"), key)
    return value


def _short(value: object) -> str:
    """What was found instead, short enough for one line."""
    said = repr(value) if not isinstance(value, dict | list) else type(value).__name__
    return said if len(said) <= 40 else said[:37] + "..."

"""A position in itself: which rules it breaks, what is open, and how many blocks everybody has on the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.antiblok.board import BLOCKS_PER_COLOUR, COLOURS, QUARTERS, UNKNOWN, has_four
from referee.antiblok.filling import complete
from referee.antiblok.position import Position
from referee.antiblok.rules import RuleBook
from referee.verdict import Finding, findings_of
from words.message import message


@dataclass(frozen=True)
class PositionVerdict:
    """What the referee says of a position."""

    violations: tuple[Finding, ...]
    open: tuple[Finding, ...]
    scores: Mapping[str, int]
    squares: Mapping[str, str]
    """Every square with its colour, with a block or without."""
    advice: tuple[Finding, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.violations

    def to_json(self, language: str = "en") -> dict[str, Any]:
        return {
            "legal": self.legal,
            **findings_of(self, language),
            "scores": dict(self.scores),
            "squares": dict(self.squares),
        }


def judge_position(position: Position, rules: RuleBook, players: Sequence[str] = ()) -> PositionVerdict:
    """The verdict; without `players` the scores are of those who have a block on the board."""
    seen = complete(position)
    broken = (*_cards(seen), *_blocks(seen), *_supply(seen, rules, players))
    return PositionVerdict(broken, tuple(_open(seen)), count_blocks(seen, rules, players), seen.squares())


def count_blocks(position: Position, rules: RuleBook, players: Sequence[str]) -> dict[str, int]:
    """The blocks on the board; whoever plays alone has all of them."""
    if rules.solo and players:
        return {players[0]: len(position.blocks)}
    return {c: position.count(c) for c in players or [c for c in COLOURS if position.count(c)]}


def set_up_faults(position: Position) -> tuple[Finding, ...]:
    """What is not as the game begins: no crossing a square, no block on the board."""
    seen = complete(position)
    found = []
    if squares := tuple(seen.squares()):
        found.append(Finding("setup.square", message("antiblok.setup.square", crossings=squares), squares))
    if blocks := tuple(seen.blocks):
        found.append(Finding("setup.square", message("antiblok.setup.blocks", crossings=blocks), blocks))
    return tuple(found)


def no_four(at: str, card: str) -> Finding:
    return Finding("card.four", message("antiblok.card.four", field=at, card=card), (at,))


def no_square(at: str, colour: str) -> Finding:
    return Finding("block.square", message("antiblok.block.square", crossing=at, colour=colour), (at,))


def not_seen(fields: tuple[str, ...]) -> Finding:
    return Finding("card.seen", message("antiblok.card.seen", fields=fields), fields)


def _cards(seen: Position) -> Iterator[Finding]:
    return (no_four(at, card) for at, card in seen.cards.items() if not has_four(card))


def _blocks(seen: Position) -> Iterator[Finding]:
    for at, colour in seen.blocks.items():
        if not all(_can_be(seen.cards[field], letter, colour) for field, letter in QUARTERS[at]):
            yield no_square(at, colour)


def _can_be(card: str, letter: int, colour: str) -> bool:
    return card[letter] == colour or (card[letter] == UNKNOWN and colour not in card)


def _supply(seen: Position, rules: RuleBook, players: Sequence[str]) -> Iterator[Finding]:
    most = BLOCKS_PER_COLOUR if rules.solo else rules.blocks_each(len(players))
    for colour in COLOURS:
        if (count := seen.count(colour)) > most:
            said = message("antiblok.supply.blocks", count=count, colour=colour, most=most)
            yield Finding("supply.blocks", said, tuple(at for at, c in seen.blocks.items() if c == colour))


def _open(seen: Position) -> Iterator[Finding]:
    """The hidden quarters on which it hangs whether a block lies rightly."""
    fields = dict.fromkeys(
        field
        for at, colour in seen.blocks.items()
        if all(_can_be(seen.cards[card], i, colour) for card, i in QUARTERS[at])
        for field, letter in QUARTERS[at]
        if seen.cards[field][letter] == UNKNOWN
    )
    if fields:
        yield not_seen(tuple(fields))

"""A turn in words, as a family would tell it: red turns c3 to the left and lays a block on b2+."""

from __future__ import annotations

from collections.abc import Iterator

from referee.antiblok.asked import TurnVerdict
from referee.antiblok.board import COLOURS, FIELDS, HALF, LEFT, RIGHT, quarters_between
from referee.antiblok.position import Position
from referee.antiblok.turn import Kind
from words.message import Message, message


def tell_turn(before: Position, after: Position, verdict: TurnVerdict, player: str, name: str = "") -> Message:
    """What was done between two positions, in one sentence about whoever did it, by name if there is one."""
    mover = who_moved(before, after, verdict, player)
    parts = (*_taken(before, after), *_cards(before, after, verdict), *_laid(before, after, mover))
    who = name if name and mover == player else Message(f"told.player.{mover}")
    return message("told.sentence", who=who, what=parts or (message("told.pass"),))


def who_moved(before: Position, after: Position, verdict: TurnVerdict, player: str) -> str:
    """The player, unless somebody else claimed out of turn."""
    if not verdict.broke("turn.order"):
        return player
    return next(c for at, c in after.blocks.items() if before.blocks.get(at) != c)


def _taken(before: Position, after: Position) -> Iterator[Message]:
    for at, colour in before.blocks.items():
        if after.blocks.get(at) != colour:
            yield message("told.antiblok.take", crossing=at, colour=colour)


def _cards(before: Position, after: Position, verdict: TurnVerdict) -> Iterator[Message]:
    if verdict.turn and verdict.turn.kind is Kind.SWAP:
        fields = verdict.turn.swapped
        yield message("told.antiblok.swap", fields=fields) if fields else message("told.antiblok.swap_alike")
        return
    changed = {at: quarters_between(before.cards[at], after.cards[at]) for at in FIELDS}
    for quarters, key in (
        (LEFT, "told.antiblok.left"),
        (RIGHT, "told.antiblok.right"),
        (HALF, "told.antiblok.half"),
        (None, "told.antiblok.other"),
    ):
        if fields := tuple(at for at, turn in changed.items() if turn == quarters):
            yield message(key, fields=fields)


def _laid(before: Position, after: Position, mover: str) -> Iterator[Message]:
    for colour in sorted(COLOURS, key=lambda c: c != mover):
        laid = tuple(at for at, c in after.blocks.items() if c == colour and before.blocks.get(at) != c)
        if laid and colour == mover:
            yield message("told.antiblok.lay", count=len(laid), crossings=laid)
        elif laid:
            yield message("told.antiblok.lay_colour", count=len(laid), crossings=laid, colour=colour)

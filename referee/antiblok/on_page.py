"""What a page shows of Anti-Blok: the readings that matter, the blocks left, what a turn under way still asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.antiblok.board import BLOCKS_PER_COLOUR, COLOURS
from referee.antiblok.dice import ANTIBLOK
from referee.antiblok.match import Match
from referee.antiblok.rules import CHOICES, RuleBook, options_of
from referee.antiblok.scoring import PositionVerdict
from referee.antiblok.text import parse_text
from referee.antiblok.top_view import top_view
from referee.game import Choice
from words.message import Message, message

EXAMPLE = (
    "YRBG YRGB RBGY BYRG YGRB / YBGR BGRY BYGR YBGR YRBG / GRBY BRYG RBYG RGBY BYGR / RGBY RYGB GYRB BYRG YGBR / "
    "GYRB GRYB RGBY GRBY RYGB | a1+B b2+R"
)
"""A few turns on: red and blue have laid a block each, and red has another square."""
TYPED = ("colours", "faces")
"""Options that are not chosen from a list; the page leaves them as they are."""


def choices(game_id: str) -> tuple[Choice, ...]:
    usual = RuleBook(game_id)
    return tuple(
        Choice(key, getattr(usual, key), CHOICES.get(key), Message(f"option.antiblok.{key}"))
        for key in options_of(game_id)
        if key not in TYPED
    )


def example() -> dict[str, Any]:
    return {"top": top_view(parse_text(EXAMPLE)).to_json()}


def plan(rules: RuleBook) -> dict[str, Any]:
    return {"board": rules.board, "solo": rules.solo}


def explained(verdict: PositionVerdict, rules: RuleBook, language: str) -> dict[str, Any]:
    return verdict.to_json(language)


def stock(match: Match) -> Mapping[str, int]:
    """The blocks that everybody still holds; alone, those of every colour."""
    if match.rules.solo:
        return {colour: BLOCKS_PER_COLOUR - match.position.count(colour) for colour in COLOURS}
    each = match.rules.blocks_each(len(match.players))
    return {player: each - match.position.count(player) for player in match.players}


def to_do(match: Match) -> tuple[Message, ...]:
    if match.under_way is None:
        return ()
    again = match.under_way.thrown == (ANTIBLOK,)
    return (message("antiblok.to_do.again" if again else "antiblok.to_do.throw"),)

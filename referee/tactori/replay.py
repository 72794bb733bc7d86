"""A game record played through: every turn with its verdict, and every error with its line."""

from __future__ import annotations

from collections.abc import Mapping

from referee import replay as played
from referee.game import AnyGame
from referee.options import option_text
from referee.record import write_record
from referee.tactori.explain import TurnVerdict
from referee.tactori.match import Match
from referee.tactori.notation import write_turn
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook, find_game
from referee.tactori.text import to_text

__all__ = ["PlayedTurn", "Replay", "record_of", "replay"]

PlayedTurn = played.PlayedTurn[Match, TurnVerdict]
Replay = played.Replay[Match, TurnVerdict]


def replay(text: str, to: int | None = None) -> Replay:
    """Plays a record, up to turn `to` if that is given. Errors are collected; a turn that has one is left out."""
    return played.replay(text, _game, to)[1]


def _game(name: object) -> AnyGame:
    from referee.tactori.game import GAMES  # it prints replays, so it can only be asked late

    return GAMES[find_game(name).id]


def record_of(beginning: Match, turns: list[tuple[str, Position]], headers: Mapping[str, str]) -> str:
    """The text of a record from the player and the position after each turn."""
    rules: RuleBook = beginning.rules
    said = {
        "Game": rules.game.id,
        "Players": " ".join(beginning.players),
        "Rules": ", ".join(f"{key}={option_text(value)}" for key, value in rules.changed().items()),
        "Setup": to_text(beginning.position) if beginning.position.towers or beginning.position.sticks else "",
        **headers,
    }
    before, written = beginning.position, []
    for player, after in turns:
        written.append((player, write_turn(before, after, player)))
        before = after
    return write_record(said, written)

"""A record played through and told, as tests ask for it."""

from typing import Any

from referee import printing
from referee import replay as played
from referee.games import find_game


def replay(text: str) -> Any:
    return played.replay(text, find_game)[1]


def print_replay(told: Any) -> str:
    game = find_game(told.beginning.rules.id)
    return printing.print_replay(told, "en", game.print_position, game.print_state)

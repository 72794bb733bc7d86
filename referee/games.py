"""The games of the house: one dictionary from a game's id to what it gives."""

from __future__ import annotations

from collections.abc import Mapping

from referee.antiblok.game import GAMES as ANTIBLOK
from referee.classics.game import GAMES as CLASSICS
from referee.game import AnyGame
from referee.tactori.game import GAMES as TACTORI
from words.message import InputError, message

GAMES: Mapping[str, AnyGame] = {**TACTORI, **ANTIBLOK, **CLASSICS}


def find_game(game_id: object) -> AnyGame:
    if not isinstance(game_id, str) or game_id not in GAMES:
        raise InputError(message("game.unknown", game=str(game_id)[:40], known=", ".join(GAMES)))
    return GAMES[game_id]

"""Positions and questions as they come from outside: files, command lines and JSON lines."""

from __future__ import annotations

import re
from pathlib import Path

from referee.files import read_text_file
from referee.strictjson import read_json
from referee.tactori.board import is_colour
from referee.tactori.drawing import parse_drawing
from referee.tactori.position import Position
from referee.tactori.text import parse_text
from words.message import InputError, message

LOOKS_LIKE_TEXT = re.compile(r"\s*(?:\{|[59](?:\s|$))")


def parse_position(text: str) -> Position:
    """A position in any of its three forms: JSON, one line of text, or a drawing."""
    bare = text.strip()
    if bare.startswith(("{", "[", '"')):
        return Position.from_json(read_json(bare))
    if "|" in bare:
        return parse_drawing(text)
    return parse_text(bare)


def load_position(named: str) -> Position:
    """A position from a file, or from the words themselves if they are one."""
    try:
        is_file = Path(named).is_file()
    except (OSError, ValueError):  # a text can be longer than any name, or hold what no name can
        is_file = False
    if not is_file:
        if not LOOKS_LIKE_TEXT.match(named):
            raise InputError(message("input.position"), named[:60])
        return parse_position(named)
    try:
        return parse_position(read_text_file(named))
    except InputError as error:
        raise error if error.place.startswith(named) else error.at(named) from None


def check_player(player: object) -> str | None:
    """A player's colour, if one is named."""
    if player is not None and not is_colour(player):
        raise InputError(message("input.colour", value=repr(player)[:40]), "player")
    return None if player is None else str(player)


def check_seats(players: object) -> tuple[str, ...]:
    """The players in order, if they are named."""
    if players is None:
        return ()
    if not isinstance(players, list) or not players or not all(map(is_colour, players)):
        raise InputError(message("question.players"), "players")
    if len(set(players)) != len(players):
        raise InputError(message("question.players"), "players")
    return tuple(players)

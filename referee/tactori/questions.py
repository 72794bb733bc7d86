"""Positions and questions as they come from outside: files, command lines and JSON lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from referee.message import InputError, message
from referee.strictjson import read_json
from referee.tactori.board import is_colour
from referee.tactori.drawing import parse_drawing
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook, find_game, rule_book
from referee.tactori.text import parse_text

_LOOKS_LIKE_TEXT = re.compile(r"\s*(?:\{|[59](?:\s|$))")


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
        if not _LOOKS_LIKE_TEXT.match(named):
            raise InputError(message("input.position"), named[:60])
        return parse_position(named)
    try:
        return parse_position(read_text_file(named))
    except InputError as error:
        raise error if error.place.startswith(named) else error.at(named) from None


def read_text_file(named: str) -> str:
    try:
        return Path(named).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(message("file.unreadable", why=error.strerror or str(error)), named) from None
    except UnicodeDecodeError:
        raise InputError(message("input.text"), named) from None
    except ValueError as error:  # a name with a NUL in it
        raise InputError(message("file.unreadable", why=str(error)), repr(named)) from None


def read_question(line: bytes) -> Mapping[str, Any]:
    """One line of a stream of questions."""
    try:
        question = read_json(line.decode("utf-8-sig").strip())
    except UnicodeDecodeError:
        raise InputError(message("input.text")) from None
    if not isinstance(question, dict):
        raise InputError(message("question.object"))
    return question


def question_rules(
    question: Mapping[str, Any], default_game: str | None, defaults: Callable[[str], Mapping[str, Any]]
) -> RuleBook:
    """The rule book a question is about; `defaults` are the options of a game where the question is silent."""
    rules = question.get("rules")
    if rules is not None and not isinstance(rules, dict):
        raise InputError(message("question.rules"), "rules")
    game = question.get("game", default_game)
    if game is None:
        raise InputError(message("input.missing", key="game"))
    return rule_book(game, {**defaults(find_game(game).id), **(rules or {})})


def question_position(question: Mapping[str, Any], key: str) -> Position:
    if key not in question:
        raise InputError(message("input.missing", key=key))
    try:
        return Position.from_json(question[key])
    except InputError as error:
        raise InputError(error.message, f"{key}.{error.place}" if error.place else key) from None


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

"""Positions and questions as they come from outside: files, command lines and JSON lines, whatever the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from referee.files import read_text_file
from referee.game import AnyGame, Position, Rules
from referee.games import GAMES, find_game
from referee.strictjson import read_json
from words.message import InputError, message


def is_file(named: str) -> bool:
    try:
        return Path(named).is_file()
    except (OSError, ValueError):  # a text can be longer than any name, or hold what no name can
        return False


def load_position(named: str, game: AnyGame) -> Position:
    """A position from a file, or from the words themselves if they are one."""
    if not is_file(named):
        if not game.begins.match(named):
            raise InputError(message("input.position"), named[:60])
        return _parse(game, named)
    try:
        return _parse(game, read_text_file(named))
    except InputError as error:
        raise error if error.place.startswith(named) else error.at(named) from None


def _parse(game: AnyGame, text: str) -> Position:
    position: Position = game.parse(text)
    return position


def named_game(named: str) -> str | None:
    """The game that a position says it is of, in JSON or as the first word of its text; None if it says nothing."""
    text = read_text_file(named) if is_file(named) else named
    first = text.split(maxsplit=1)[0].rstrip(";") if text.strip() else ""
    if first in GAMES:
        return first
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):  # whoever reads the position will say so
        return None
    return game_of(data)


def game_of(data: object) -> str | None:
    """The game that JSON data names, if there is one of that name."""
    game = data.get("game") if isinstance(data, Mapping) else None
    return game if isinstance(game, str) and game in GAMES else None


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
    question: Mapping[str, Any], default_game: str | None, key: str, defaults: Callable[[AnyGame], Mapping[str, Any]]
) -> tuple[AnyGame, Rules]:
    """The game and the rule book a question is about: the question names it, or the command line, or the position under
    `key`. `defaults` are the options of a game where the question is silent."""
    rules = question.get("rules")
    if rules is not None and not isinstance(rules, dict):
        raise InputError(message("question.rules"), "rules")
    named = question.get("game", default_game)
    if named is None:
        named = game_of(question.get(key))
    if named is None:
        raise InputError(message("input.missing", key="game"))
    game = find_game(named)
    book: Rules = game.rule_book({**defaults(game), **(rules or {})})
    return game, book


def question_position(question: Mapping[str, Any], key: str, game: AnyGame) -> Position:
    if key not in question:
        raise InputError(message("input.missing", key=key))
    try:
        position: Position = game.read(question[key])
    except InputError as error:
        raise InputError(error.message, f"{key}.{error.place}" if error.place else key) from None
    return position

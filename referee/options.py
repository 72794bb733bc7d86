"""Options as people type them: the text of a value, `key=value` lists as records have them, and a club's file."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from referee.files import read_text_file
from words.message import InputError, message

MOST_OPTION_BYTES = 64_000
"""Of a club's file: all options of all games with a remark each are a tenth of it."""
LONGEST_OPTION_LINE = 500
NUMBER_OR_NONE = "none, 1, 2, …"


def option_text(value: object) -> str:
    """An option's value as it is typed: true, none, 2, linked."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return " ".join(map(option_text, value))
    return str(value)


def parse_options(written: str) -> dict[str, str]:
    """`capture=true, nine_centre=linked` as options."""
    options = {}
    for part in written.split(","):
        key, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign or not key or not value:
            raise InputError(message("record.rules", value=part.strip()[:40]))
        options[key] = value
    return options


def read_options(
    given: Mapping[str, Any], known: Collection[str], read: Callable[[str, object], Any]
) -> dict[str, Any]:
    """Options as `read` reads each of them; errors list which are known."""
    for key in given:
        if key not in known:
            raise InputError(message("rule.unknown", key=str(key)[:40], known=", ".join(known)))
    return {key: read(key, value) for key, value in given.items()}


def one_of(key: str, value: object, choices: Iterable[Any]) -> Any:
    """The choice that is meant by a value or its text."""
    known = {option_text(choice): choice for choice in choices}
    said = option_text(value)
    if said not in known:
        raise refused(key, said, ", ".join(known))
    return known[said]


def number_or_none(key: str, value: object) -> int | None:
    """A number from 1, or none."""
    said = option_text(value)
    if said == "none":
        return None
    if not (said.isascii() and said.isdigit() and len(said) < 4 and int(said) >= 1):
        raise refused(key, said, NUMBER_OR_NONE)
    return int(said)


def refused(key: str, said: str, known: str) -> InputError:
    return InputError(message("rule.value", key=key, value=said[:40], known=known))


def read_club(
    path: Path, games: Mapping[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any]], object]]]
) -> dict[str, dict[str, Any]]:
    """A club's options for each game from a TOML file: keys for all games that know them, and tables for what one has
    differently. `games` has for every game the keys it knows and what checks their values."""
    text = read_text_file(str(path), MOST_OPTION_BYTES)
    for number, line in enumerate(text.split("\n"), 1):
        # A key's parts and a number's digits stand in one line, and both cost their square.
        if len(line) > LONGEST_OPTION_LINE:
            raise InputError(message("file.long_line", most=LONGEST_OPTION_LINE), f"{path}: line {number}")
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise InputError(message("file.toml", why="nested too deeply"), str(path)) from None
    except ValueError as error:  # not TOML, or a number with too many digits
        raise InputError(message("file.toml", why=str(error)), str(path)) from None
    for_all = {name: value for name, value in data.items() if name not in games}
    every_key = dict.fromkeys(key for keys, _ in games.values() for key in keys)
    options = {}
    try:
        for key in for_all:
            if key not in every_key:
                raise InputError(message("rule.unknown", key=str(key)[:40], known=", ".join(every_key)))
        for name, (keys, check) in games.items():
            own = data.get(name, {})
            if not isinstance(own, dict):
                raise InputError(message("input.object"), name)
            options[name] = {**{key: value for key, value in for_all.items() if key in keys}, **own}
            check(options[name])
    except InputError as error:
        raise error.at(str(path)) from None
    return options

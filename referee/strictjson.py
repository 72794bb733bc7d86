"""JSON from outside, read strictly: a key that stands twice, NaN or endless nesting is an error, not a guess."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from words.message import InputError, message


def read_json(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except RecursionError:
        raise InputError(message("input.json", why="nested too deeply")) from None
    except InputError:
        raise
    except ValueError as error:  # also for numbers with too many digits
        raise InputError(message("input.json", why=str(error))) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise InputError(message("input.twice", key=repr(key)[:40]))
        made[key] = value
    return made


def _constant(name: str) -> NoReturn:
    raise InputError(message("input.json", why=name))

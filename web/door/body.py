"""What a request brings: JSON objects and uploads, limited before they are read."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from flask import request

from referee.strictjson import read_json
from web.door.errors import TooLarge
from words.message import InputError, message

MOST_JSON_BYTES = 200_000
Wanted = TypeVar("Wanted")


def read_object(most_bytes: int = MOST_JSON_BYTES) -> dict[str, Any]:
    """The JSON object of a request; nothing at all is an empty one."""
    data = read_upload(most_bytes)
    if not data.strip():
        return {}
    if request.mimetype != "application/json":
        raise InputError(message("web.json_wanted"))
    try:
        said = read_json(data.decode())
        json.dumps(said, ensure_ascii=False).encode()  # half of a character could never be shown again
    except UnicodeError:
        raise InputError(message("web.json_wanted")) from None
    if not isinstance(said, dict):
        raise InputError(message("input.object"))
    return said


def read_upload(most_bytes: int) -> bytes:
    """The bytes of a request, never more than these."""
    said = request.content_length
    if said is not None and said > most_bytes:
        raise TooLarge(message("web.too_large"))
    data = request.stream.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise TooLarge(message("web.too_large"))
    return data


def wanted(said: dict[str, Any], key: str, kind: type[Wanted], default: Wanted | None = None) -> Wanted:
    """A value of the right kind, or a sentence that names the key."""
    value = said.get(key)
    if value is None:
        if default is None:
            raise InputError(message("input.missing", key=key))
        return default
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise InputError(message("web.kind", key=key, value=repr(value)[:40]))
    return value

"""What the people of a game decide about it besides playing: whether pictures are kept, and for how long."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from words.message import InputError, message

KEEP_PICTURES = "keep_pictures"
MOST_MB, MOST_DAYS = 1_000_000, 36_500
LONGEST_VALUE = 10_000
"""Letters of JSON: a setting is a choice, not a place to store things."""
_KEY = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)


@dataclass(frozen=True)
class Keeping:
    """Pictures are kept up to this size all together and for so long; the oldest go first."""

    limit_mb: float = 200.0
    """A thousand turns at 200 kB a picture: some ten games."""
    age_days: float = 30.0

    @classmethod
    def from_json(cls, data: Any) -> Keeping:
        if not isinstance(data, dict) or not data.keys() <= {"limit_mb", "age_days"}:
            raise InputError(message("pictures.setting"), KEEP_PICTURES)
        for key, most in (("limit_mb", MOST_MB), ("age_days", MOST_DAYS)):
            value = data.get(key, 1)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
                raise InputError(message("pictures.setting"), f"{KEEP_PICTURES}.{key}")
        return cls(**data)

    def to_json(self) -> dict[str, Any]:
        return {"limit_mb": self.limit_mb, "age_days": self.age_days}


def checked_setting(key: str, value: Any) -> Any:
    """A setting as it is stored. None turns it off."""
    if not _KEY.fullmatch(key):
        raise InputError(message("log.value", key="key", value=repr(key)[:40]))
    if key == KEEP_PICTURES and value is not None:
        Keeping.from_json(value)
    try:
        short = len(json.dumps(value, allow_nan=False)) <= LONGEST_VALUE
    except (TypeError, ValueError, RecursionError):
        short = False
    if not short:
        raise InputError(message("log.value", key=key, value=repr(value)[:40]))
    return value


def keeping_of(settings: Any) -> Keeping | None:
    """What a game's settings say about pictures; None, as long as nobody turned it on: none are kept."""
    said = settings.get(KEEP_PICTURES)
    return None if said is None else Keeping.from_json(said)

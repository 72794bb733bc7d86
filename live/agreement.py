"""What several pictures are taken to show together, held against each of them by itself."""

from __future__ import annotations

from live.decision import touched
from live.settings import TableSettings
from referee.game import Position
from vision.eyes import Look
from words.message import InputError, message

PHOTOGRAPH = "photograph"


def denies(alone: Look, together: Position, settings: TableSettings) -> bool:
    """Whether one picture, read by itself, clearly shows something else than what all are taken to show."""
    return bool(alone.worth(alone.position) - alone.worth(together) >= settings.denied)


def check_agrees(alone: Look, together: Position, settings: TableSettings) -> None:
    """Raises `InputError` if one picture, read by itself, clearly denies what all of them are taken to show."""
    if denies(alone, together, settings):
        fields = sorted(touched(together, alone.position))
        raise InputError(message("settle.disagrees", fields=", ".join(fields)))

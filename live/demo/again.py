"""A demo table begins again by itself: which game comes next, and how many of its games are kept."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from live.log import GameLog
from live.pictures import delete_game
from live.sources.opening import DEMO, LONGEST_SEED
from words.message import InputError

SHOWN_S = 30.0
"""How long the last position and the outcome are shown before the next game begins."""
MOST_KEPT = 20
"""Finished demo games that stay in the log for each table. One takes about three minutes, so a week would leave
three thousand; twenty are an hour of play and well below a megabyte."""


def next_seed(source: str) -> str:
    """The seed of the game after the one with this source: the next number, so that a table's row can be played again.

    >>> next_seed("demo:7")
    '8'
    """
    return str((int(source.removeprefix(DEMO)) + 1) % 10**LONGEST_SEED)


def forget_oldest(path: Path, table: str, most: int = MOST_KEPT) -> int:
    """Deletes the oldest finished demo games of a table but for so many; returns how many went.

    Games that somebody played there, and those that are not finished, stay.
    """
    log = GameLog.open(path)
    try:
        with suppress(InputError):  # a log that cannot be written cannot grow either
            games = [each for each in log.games(table) if each.source.startswith(DEMO) and each.finished]
            old = games[: max(0, len(games) - most)]
            for each in old:
                delete_game(log, each.id)
            return len(old)
        return 0
    finally:
        log.close()

"""What somebody saw of a game who makes a call: it is meant for that, and for nothing that came after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from live.game import GameState
from referee.game import AnyGame, Position
from words.message import InputError, message


@dataclass(frozen=True)
class LastSeen:
    """What somebody saw of a game who makes a call, as far as they say it: it is meant for no other."""

    n: int | None = None
    """How many turns were made."""
    shown: Position | None = None
    """What the board showed: what waits, if something does."""

    @classmethod
    def from_json(cls, said: Mapping[str, Any], game: AnyGame) -> LastSeen:
        n, shown = said.get("n"), said.get("shown")
        if n is not None and (isinstance(n, bool) or not isinstance(n, int)):
            raise InputError(message("web.kind", key="n", value=repr(n)[:40]))
        return cls(n, None if shown is None else game.read(shown))

    def fits(self, state: GameState) -> bool:
        return self.n in (None, len(state.steps)) and self.shown in (None, state.shown)

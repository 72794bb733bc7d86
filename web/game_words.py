"""What is said of a game wherever it is shown: what its players are called, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from live.events import Kind, event
from live.game import GameState
from live.table_printing import event_lines
from referee.verdict import Outcome

NAMES = "names"
"""The setting of a game that has its players' names."""


def names_of(state: GameState) -> dict[str, str]:
    """What the players are called, as far as somebody said."""
    said = state.settings.get(NAMES)
    names = said.items() if isinstance(said, Mapping) else ()
    return {player: printable(name) for player, name in names if player in state.players and isinstance(name, str)}


def outcome_text(outcome: Outcome, language: str) -> str:
    said = event_lines(event(Kind.OUTCOME, **outcome.to_json()), language)[0]
    return said[:1].upper() + said[1:]


def outcome_json(outcome: Outcome | None, language: str) -> dict[str, Any] | None:
    return None if outcome is None else outcome.to_json() | {"text": outcome_text(outcome, language)}


def printable(text: str) -> str:
    """A text from the log without what no page can show."""
    kept = "".join(letter for letter in text if letter.isprintable())
    return " ".join(kept.split())

"""Corrections as people type them, made by the time they count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from live.events import Event
    from live.play import Play


def correct_by_words(play: Play, words: Sequence[str]) -> list[Event]:
    """Corrects what the board shows by the time it counts, also if another program has written in between."""
    correct = play.state.game.correct
    said = correct(play.state.shown, words)
    return play.correct_part(lambda shown: correct(shown, words).position, said.places, said.settled)

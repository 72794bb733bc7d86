"""A turn that somebody makes by hand, at a table that no camera watches: judged as if it had been seen."""

from __future__ import annotations

from collections.abc import Sequence

from live.consequence import take_up
from live.events import Event
from live.game import By
from live.play import Play
from words.message import InputError, message


def play_by_hand(play: Play, words: Sequence[str]) -> list[Event]:
    """Changes what is shown (`b2=`, `c3=w`) and plays what that makes. What is not allowed waits, what is not complete
    goes on."""
    with play.undisturbed():
        state = play.state
        if state.paused:
            raise InputError(message("play.paused"))
        if state.finished:
            raise InputError(message("play.over"))
        position = state.game.correct(state.shown, words).position
        # What was taken back may be played again: nobody has to put it back on a board first.
        return [*play.seen_other(), *take_up(play, position, start_seen=True, by=By.HAND)]

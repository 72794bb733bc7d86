"""A game's way into the log: what cannot be written is kept in memory, tried again now and then, and written later."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

from live.fold import standing
from live.game import Act
from live.log import GameGone, GameLog, LogEvent, Overtaken, numbered
from live.log_file import NotWritten
from referee.message import InputError, Message, message

TRY_AGAIN_S = 5.0
"""A disk takes a person a while to tidy up, and every try may wait for a lock."""


class Journal:
    """The events of one game, in order: first those that are in the log, then those that are only in memory."""

    def __init__(
        self,
        log: GameLog,
        table: str,
        source: str,
        game_id: int | None = None,
        events: Sequence[LogEvent] = (),
        stamp: tuple[int, int] | None = None,
    ) -> None:
        self.log, self.table, self.source, self.game_id = log, table, source, game_id
        self._written, self._waiting = list(events), list[LogEvent]()
        self._finished = False
        self._tried_s = 0.0
        self.stamp = log.stamp() if stamp is None else stamp
        """Of the log when these events were read: what others write after it is news."""

    @property
    def in_memory(self) -> bool:
        """Whether something would be lost if the program ended now."""
        return bool(self._waiting)

    @property
    def seq(self) -> int:
        """The number of the last event in the log, as far as is known here."""
        return (self._written[-1].seq or 0) if self._written else 0

    def add(self, events: Sequence[LogEvent], finished: bool) -> list[Message]:
        """Writes events, or keeps them until they can be; says so when either begins to be the case.

        Raises `Overtaken` if somebody else wrote in between, and then has done nothing.
        """
        if self.in_memory:
            self._waiting += events
            self._finished = finished
            return self.try_again()
        try:
            self._write(list(events), finished)
        except NotWritten as error:
            self._waiting += events
            self._finished = finished
            self._tried_s = time.monotonic()
            return [message("log.memory", file=str(self.log.path), why=error.why)]
        return []

    def try_again(self, at_once: bool = False) -> list[Message]:
        """Writes what is only in memory, if it is time to try; what others wrote in the meantime does not count."""
        if not self.in_memory or not (at_once or time.monotonic() - self._tried_s >= TRY_AGAIN_S):
            return []
        try:
            with nullcontext() if at_once else self.log.in_brief():
                self._write_waiting()
        except (NotWritten, Overtaken, InputError):
            self._tried_s = time.monotonic()
            return []
        self._waiting = []
        return [message("log.written", file=str(self.log.path))]

    def others(self) -> tuple[LogEvent, ...]:
        """What somebody else wrote since we last looked; raises `InputError` if it cannot be read."""
        if self.game_id is None or self.in_memory:
            return ()
        return self.log.events(self.game_id, self.seq)

    def take(self, events: Sequence[LogEvent]) -> None:
        """These of somebody else's are known now."""
        self._written += events

    def all_events(self) -> tuple[LogEvent, ...]:
        return (*self._written, *self._waiting)

    def _write_waiting(self) -> None:
        try:
            self._write(self._waiting, self._finished)
        except Overtaken:
            self._write_over_others()

    def _write(self, events: list[LogEvent], finished: bool) -> None:
        if self.game_id is not None:
            try:
                seqs = self.log.append(self.game_id, events, self.seq, finished)
            except GameGone:  # the file was taken away, or the game: it is all written anew
                self.game_id = None
            else:
                self._written += numbered(events, seqs)
                return
        everything = [replace(event, seq=None) for event in standing(self._written) + events]
        self.game_id, seqs = self.log.begin(self.table, self.source, everything, finished)
        self._written = numbered(everything, seqs)

    def _write_over_others(self) -> None:
        """The game went on here, at the board; what was said elsewhere was said of a state that is long past."""
        assert self.game_id is not None
        theirs = self.log.events(self.game_id, self.seq)
        ours = self._waiting[: len(theirs)]
        if list(theirs) == ours:  # it was written after all, although an error was reported
            self._written += theirs
            if rest := self._waiting[len(theirs) :]:
                self._write(rest, self._finished)
            return
        last = theirs[-1].seq or 0
        voided = LogEvent(Act.VOIDED, {"after": self.seq}, ours[0].at)
        seqs = self.log.append(self.game_id, [voided, *self._waiting], last, self._finished)
        self._written += numbered([voided, *self._waiting], seqs)

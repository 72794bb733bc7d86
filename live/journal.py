"""A game's way into the log: what cannot be written is kept in memory, tried again now and then, and written later."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

from live.fold import standing
from live.game import Act
from live.log import GameGone, GameLog, LogEvent, Moved, Overtaken, numbered
from live.log_file import NotWritten
from words.message import InputError, Message, message

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
        finished: bool = False,
    ) -> None:
        self.log, self.table, self.source, self.game_id = log, table, source, game_id
        self._written, self._waiting = list(events), list[LogEvent]()
        self._finished = finished
        self._tried_s = 0.0
        self._generation = log.generation
        """Of the file that has what is written."""
        self._adrift = False
        """Whether what was written may not be in the file any more."""
        self._was_missing = False
        self.stamp = log.stamp() if stamp is None else stamp
        """Of the log when these events were read: what others write after it is news."""

    @property
    def in_memory(self) -> bool:
        """Whether something would be lost if the program ended now."""
        return bool(self._waiting) or self._adrift

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
        before = self._generation
        try:
            self._write(list(events), finished)
        except NotWritten as error:
            self._waiting += events
            self._finished = finished
            return self._only_in_memory(error.why)
        self._finished = finished
        return self._word_of_harm(before)

    def look(self) -> list[Message]:
        """Whether what was written is still there; if not, it is written again, or kept until it can be. Cheap enough
        for every frame."""
        self.log.look()
        before = self._generation
        if self.in_memory or self.game_id is None or self.log.generation == before:
            return []
        try:
            with self.log.in_brief():
                self._write([], self._finished)
        except NotWritten as error:
            self._adrift = True
            return self._only_in_memory(error.why)
        except (Overtaken, InputError):  # others wrote to it, and will be followed; or the next write will say it
            return []
        return self._word_of_harm(before)

    def _only_in_memory(self, why: Message) -> list[Message]:
        self._tried_s = time.monotonic()
        return [message("log.memory", file=str(self.log.path), why=why)]

    def _word_of_harm(self, before: int) -> list[Message]:
        harmed, self._was_missing = self._was_missing or self.log.harmed > before, False
        return [message("log.again", file=str(self.log.path))] if harmed else []

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
        self._waiting, self._adrift, self._was_missing = [], False, False
        return [message("log.written", file=str(self.log.path))]

    def others(self) -> tuple[LogEvent, ...]:
        """What somebody else wrote since we last looked; raises `InputError` if it cannot be read."""
        if self.game_id is None or self.in_memory or self.log.generation != self._generation:
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
                seqs = self._append(events, self.seq, finished, self._generation)
            except Moved:
                self._write_again(events, finished)
                return
            except GameGone:  # it was deleted: it is all written anew
                self.game_id = None
            else:
                self._written += numbered(events, seqs)
                return
        self._begin(standing(self._written) + events, finished)

    def _begin(self, events: list[LogEvent], finished: bool) -> None:
        everything = [replace(event, seq=None) for event in events]
        self.game_id, seqs = self.log.begin(self.table, self.source, everything, finished)
        self._written, self._generation = numbered(everything, seqs), self.log.generation

    def _append(self, events: list[LogEvent], after: int, finished: bool, generation: int) -> list[int]:
        assert self.game_id is not None
        return self.log.append(self.game_id, events, after, finished, generation)

    def _write_again(self, events: list[LogEvent], finished: bool) -> None:
        """The file is not the one that was written to, or a part of it was lost: what is missing is written again, and
        if that game is not in it, all of it. Games that are only in the file's past are for nobody to bring back."""
        assert self.game_id is not None
        generation, there, ours = self.log.generation, self._there(), self._written
        known = there[: len(ours)]
        missing = ours[len(known) :]
        if known == ours:
            self._written, self._generation = known, generation
            if events:
                self._write(events, finished)
            return
        self._was_missing = True
        if not there or there[0] != ours[0]:
            self._begin(standing(ours) + events, finished)
            return
        if known != ours[: len(known)] or any(each.kind == Act.VOIDED for each in missing):
            voided = LogEvent(Act.VOIDED, {"after": there[0].seq or 0}, there[-1].at)
            known, missing = there, [voided, *standing(ours)[1:]]
        seqs = self._append([*missing, *events], known[-1].seq or 0, finished, generation)
        self._written, self._generation = [*known, *numbered([*missing, *events], seqs)], generation

    def _there(self) -> list[LogEvent]:
        assert self.game_id is not None
        try:
            return list(self.log.events(self.game_id))
        except InputError as error:
            raise NotWritten(error.message) from None

    def _write_over_others(self) -> None:
        """The game went on here, at the board; what was said elsewhere was said of a state that is long past."""
        assert self.game_id is not None
        theirs = self.log.events(self.game_id, self.seq)
        if not theirs:  # there is less than we wrote
            self._write_again(self._waiting, self._finished)
            return
        ours = self._waiting[: len(theirs)]
        if list(theirs) == ours:  # it was written after all, although an error was reported
            self._written += theirs
            if rest := self._waiting[len(theirs) :]:
                self._write(rest, self._finished)
            return
        last = theirs[-1].seq or 0
        voided = LogEvent(Act.VOIDED, {"after": self.seq}, ours[0].at)
        seqs = self._append([voided, *self._waiting], last, self._finished, self._generation)
        self._written += numbered([voided, *self._waiting], seqs)

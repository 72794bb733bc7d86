"""Lists of photographs that are read one after another: open for as long as somebody looks at them, in memory only."""

from __future__ import annotations

import secrets
import threading
import time
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from live.correction import corrected, named
from live.game import changed_places, place_named
from referee.message import InputError, Message, message
from referee.tactori.hanging import Hanging, hanging
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook
from referee.tactori.scoring import PositionVerdict, judge_position
from vision.reading import Doubt, Reading
from web.errors import Conflict, NotFound, TooOften
from web.reading_work import Seen, Wish, read_upload
from web.uploads import check_upload
from web.workshop import Job, State, Workshop

MOST_LISTS = 8
MOST_PICTURES = 500
# Handed in and not read yet. Nobody needs to send more ahead, and each may have thirty megabytes.
MOST_UNREAD = 2
MOST_KEPT_BYTES = 400_000_000
UNTOUCHED_S = 3600.0
SWEEP_EVERY_S = 60.0
READ_LIMIT_S = 60.0
LONGEST_NAME = 120


class RowState(StrEnum):
    """In the order in which they are shown: first what needs a person most."""

    ERROR = "error"
    UNSURE = "unsure"
    ILLEGAL = "illegal"
    CLEAR = "clear"
    READING = "reading"
    WAITING = "waiting"


ORDER = {state: place for place, state in enumerate(RowState)}


@dataclass(frozen=True)
class Answer:
    """What is known of a photograph that was read: what it shows, as the camera or a person says, and the verdict."""

    seen: Seen
    reading: Reading
    position: Position
    by_hand: tuple[str, ...]
    """Fields and sticks (`c3-e3`) that somebody corrected."""
    rules: RuleBook | None

    @cached_property
    def doubts(self) -> tuple[Doubt, ...]:
        """What a person has said is beyond doubt."""
        return tuple(doubt for doubt in self.reading.unsure if place_named(doubt.at) not in self.by_hand)

    @cached_property
    def hangs(self) -> tuple[Hanging, ...]:
        """What of the verdict hangs on doubtful sticks."""
        ways = [doubt.at for doubt in self.doubts if not doubt.is_field]
        return hanging(self.position, ways, self.rules) if self.rules is not None and self.verdict is not None else ()

    @property
    def p(self) -> dict[str, float]:
        """How probable what the camera read is, without what a person said."""
        return {at: round(p, 3) for at, p in sorted(self.reading.p.items()) if place_named(at) not in self.by_hand}

    @cached_property
    def verdict(self) -> PositionVerdict | None:
        return None if self.rules is None or self.problem else judge_position(self.position, self.rules)

    @property
    def problem(self) -> Message | None:
        """Why this position cannot be judged."""
        if self.rules is None or self.position.board == self.rules.game.board:
            return None
        game = self.rules.game
        name = message(f"game.{game.id}")
        return message("game.board", game=name, right=game.board, board=self.position.board)

    @property
    def state(self) -> RowState:
        if self.problem:
            return RowState.ERROR
        if self.doubts or (self.verdict is not None and self.verdict.open):
            return RowState.UNSURE
        return RowState.ILLEGAL if self.verdict is not None and not self.verdict.legal else RowState.CLEAR


@dataclass
class Row:
    """One photograph of a list. Its name is only ever shown."""

    n: int
    name: str
    job: Job | None = None
    seen: Seen | None = None
    answer: Answer | None = None
    error: InputError | None = None

    @property
    def state(self) -> RowState:
        if self.answer is not None:
            return self.answer.state
        if self.error is not None:
            return RowState.ERROR
        return RowState.READING if self.job is not None and self.job.state is State.RUNNING else RowState.WAITING

    @property
    def kept_bytes(self) -> int:
        return len(self.seen.shown) + len(self.seen.thumb) if self.seen is not None else 0


@dataclass
class Batch:
    """A list of photographs, and how they are to be read."""

    id: str
    rules: RuleBook | None
    wish: Wish
    profile: str | None
    touched_s: float
    rows: list[Row] = field(default_factory=list)
    alone: threading.RLock = field(default_factory=threading.RLock)

    def add(self, data: bytes, name: str, workshop: Workshop) -> Row:
        """Lets a picture be read.

        Raises
        ------
        Conflict, TooOften
            If the list is full, or others must be read first; the picture is then not in the list.
        """
        try:
            check_upload(data)
        except InputError as error:
            return self.refuse(name, error)
        with self.alone:
            if self.unread >= MOST_UNREAD:
                raise TooOften(message("web.photos.wait"))
            row = self._new_row(name)
            try:
                row.job = workshop.start(
                    read_upload,
                    data,
                    row.name,
                    self.wish,
                    limit_s=READ_LIMIT_S,
                    ended=lambda job: self._ended(row, job),
                )
            except InputError as error:
                raise TooOften(error.message) from None
            self.rows.append(row)
            return row

    def refuse(self, name: str, error: InputError) -> Row:
        """A picture that is not even looked at is in the list nevertheless, with the reason."""
        with self.alone:
            row = self._new_row(name)
            row.error = error
            self.rows.append(row)
            return row

    def _new_row(self, name: str) -> Row:
        if len(self.rows) >= MOST_PICTURES:
            raise Conflict(message("web.photos.many", most=MOST_PICTURES))
        return Row(len(self.rows) + 1, shown_name(name))

    @property
    def unread(self) -> int:
        return sum(row.answer is None and row.error is None for row in self.rows)

    @property
    def kept_bytes(self) -> int:
        return sum(row.kept_bytes for row in self.rows)

    def row(self, n: int) -> Row:
        with self.alone:
            if not 1 <= n <= len(self.rows):
                raise NotFound(message("web.photos.no_picture", n=n))
            return self.rows[n - 1]

    def ordered(self) -> list[Row]:
        """What needs a person first; otherwise as they came."""
        with self.alone:
            return sorted(self.rows, key=lambda row: (ORDER[row.state], row.n))

    def correct(self, n: int, words: Sequence[str]) -> Row:
        """What the photograph really shows, said by a person."""
        with self.alone:
            row, answer = self._read_row(n)
            position = corrected(answer.position, words)
            said = tuple(dict.fromkeys((*answer.by_hand, *named(words), *changed_places(answer.position, position))))
            row.answer = Answer(answer.seen, answer.reading, position, said, self.rules)
            return row

    def as_read(self, n: int) -> Row:
        """Forgets what a person corrected."""
        with self.alone:
            row, answer = self._read_row(n)
            row.answer = Answer(answer.seen, answer.reading, answer.reading.position, (), self.rules)
            return row

    def stop(self) -> None:
        """Stops what is not read yet."""
        with self.alone:
            jobs = [row.job for row in self.rows if row.job is not None]
        for job in jobs:
            job.stop()

    def _read_row(self, n: int) -> tuple[Row, Answer]:
        row = self.row(n)
        if row.answer is None:
            raise Conflict(message("web.photos.unread"))
        return row, row.answer

    def _ended(self, row: Row, job: Job) -> None:
        with self.alone:
            row.job, row.error = None, job.error
            if isinstance(job.result, Seen):
                row.seen, row.error = job.result, job.result.error
                if (reading := job.result.reading) is not None:
                    row.answer = Answer(job.result, reading, reading.position, (), self.rules)


class Batches:
    """Every list that is open."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[str, Batch] = {}
        self._alone = threading.Lock()
        self._sweeper: threading.Timer | None = None

    def open(self, rules: RuleBook | None, wish: Wish, profile: str | None) -> Batch:
        self.sweep()
        with self._alone:
            if len(self._open) >= MOST_LISTS:
                raise Conflict(message("web.photos.lists", most=MOST_LISTS))
            batch = Batch(secrets.token_urlsafe(12), rules, wish, profile, self._clock())
            self._open[batch.id] = batch
            self._sweep_later()
        return batch

    def find(self, batch_id: str) -> Batch:
        """The list of this name, which is thereby touched."""
        with self._alone:
            batch = self._open.get(batch_id)
            if batch is None:
                raise NotFound(message("web.photos.gone"))
            batch.touched_s = self._clock()
            return batch

    def check_room(self) -> None:
        """Raises `Conflict` if the pictures of all lists together take too much memory."""
        with self._alone:
            if sum(batch.kept_bytes for batch in self._open.values()) > MOST_KEPT_BYTES:
                raise Conflict(message("web.photos.full"))

    def close(self, batch_id: str) -> None:
        """Forgets a list with all its pictures; one that is closed already is none the worse for it."""
        with self._alone:
            batch = self._open.pop(batch_id, None)
        if batch is not None:
            batch.stop()

    def close_all(self) -> None:
        with self._alone:
            left = list(self._open)
            if self._sweeper is not None:
                self._sweeper.cancel()
        for batch_id in left:
            self.close(batch_id)

    def sweep(self) -> None:
        """Closes what nobody has touched for long."""
        with self._alone:
            now_s = self._clock()
            old = [batch.id for batch in self._open.values() if now_s - batch.touched_s > UNTOUCHED_S]
        for batch_id in old:
            self.close(batch_id)

    def _sweep_later(self) -> None:
        """As long as a list is open: forgotten pictures are deleted though nobody asks for anything any more."""
        if self._sweeper is None:
            self._sweeper = threading.Timer(SWEEP_EVERY_S, self._sweep_again)
            self._sweeper.daemon = True
            self._sweeper.start()

    def _sweep_again(self) -> None:
        self.sweep()
        with self._alone:
            self._sweeper = None
            if self._open:
                self._sweep_later()


def shown_name(name: str) -> str:
    """A name from outside, made fit to be shown on one line: nothing in it turns text around or hides it."""
    plain = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in name[: 10 * LONGEST_NAME])
    plain = " ".join(plain.split())
    return plain if len(plain) <= LONGEST_NAME else f"…{plain[1 - LONGEST_NAME :]}"

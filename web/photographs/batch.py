"""A list of photographs: which there are, what was read in each, and what is still to be read."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import combinations

from referee.game import AnyGame, Rules
from vision.families import Reader, reader_of
from vision.tasks import check_count
from web.door.errors import Conflict, NotFound, TooOften
from web.photographs.alike import Alike, Suggestion
from web.photographs.reading_work import Seen, Wish, game_of, read_again, read_upload
from web.photographs.rows import ORDER, Answer, Row, again_of, shown_name, with_corrections
from web.photographs.set_of_list import ListSet, SetState, see_to_set
from web.workshop.uploads import check_upload
from web.workshop.workshop import Job, State, Workshop
from words.message import InputError, Message, message

MOST_PICTURES = 500
# Handed in and not read yet, besides those that are being read. Each may have thirty megabytes.
MOST_AHEAD = 1
MOST_UNREAD_BYTES = 200_000_000
# Seconds of a processor for each picture; most take one to five.
READ_LIMIT_S = 60.0
# What a reading ends with that says nothing of the picture: it can be tried again.
NOT_ITS_FAULT = "web.work."
# Groups that were taken apart and can be put together again as they were.
MOST_APART = 50


@dataclass
class Batch:
    """A list of photographs, and how they are to be read. Pictures of one position can be a group, which is one row."""

    id: str
    rules: Rules | None
    wish: Wish
    touched_s: float
    rows: list[Row] = field(default_factory=list)
    """Pictures and groups, each with a number of its own, in the order in which they came."""
    dismissed: set[frozenset[int]] = field(default_factory=set)
    """Pairs of pictures that somebody says are not to be suggested as one position."""
    alike: Alike = field(default_factory=Alike)
    list_set: ListSet = field(default_factory=ListSet)
    begun: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    keep_pictures: bool = False
    """Whether its pictures are kept on the disk too: only if somebody says so."""
    keep: Callable[[Batch, Sequence[Row]], None] = lambda batch, rows: None
    """Called with what is otherwise than before."""
    alone: threading.RLock = field(default_factory=threading.RLock)
    _queue: deque[tuple[Row, Wish | None]] = field(default_factory=deque)
    """What is to be read again, and how; None is as the list is."""

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
            unread = [len(row.file or b"") for row in self.rows if row.unread and not row.is_group]
            if len(unread) >= most_unread(workshop) or sum(unread) + len(data) > MOST_UNREAD_BYTES:
                raise TooOften(message("web.photos.wait"))
            row = self._new_picture(name)
            row.file = data
            self._start(row, None, (), workshop)
            self.rows.append(row)
            self.keep(self, [row])
            return row

    def refuse(self, name: str, error: InputError) -> Row:
        """A picture that is not even looked at is in the list nevertheless, with the reason."""
        with self.alone:
            row = self._new_picture(name)
            row.error = error
            self.rows.append(row)
            self.keep(self, [row])
            return row

    def _new_picture(self, name: str) -> Row:
        if self.pictures >= MOST_PICTURES:
            raise Conflict(message("web.photos.many", most=MOST_PICTURES))
        return Row(self._next_number, shown_name(name))

    @property
    def _next_number(self) -> int:
        return self.rows[-1].n + 1 if self.rows else 1

    @property
    def pictures(self) -> int:
        """How many there are, whether in a group or not."""
        return sum(not row.is_group for row in self.rows)

    @property
    def unread(self) -> int:
        return sum(row.unread for row in self.ordered())

    @property
    def failed(self) -> int:
        """Rows in which nothing could be read."""
        return sum(row.failed for row in self.ordered())

    @property
    def set_state(self) -> SetState:
        return self.list_set.state(self.wish, self.reader.sets)

    @property
    def game(self) -> AnyGame:
        return game_of(self.rules.id if self.rules is not None else None)

    @property
    def reader(self) -> Reader:
        """What its photographs are read with."""
        return reader_of(self.game)

    @property
    def kept_bytes(self) -> int:
        return sum(row.kept_bytes for row in self.rows)

    @property
    def only_in_memory(self) -> bool:
        """Whether something would be lost if it were put away."""
        return self.kept_bytes > 0 and not self.keep_pictures

    def row(self, n: int) -> Row:
        with self.alone:
            row = next((row for row in self.rows if row.n == n and not row.apart), None)
            if row is None:
                raise NotFound(message("web.photos.no_picture", n=n))
            return row

    def members(self, row: Row) -> list[Row]:
        """The pictures of a group; a picture is its own."""
        return [self.row(n) for n in row.members] or [row]

    def group_of(self, n: int) -> Row | None:
        """The group that a picture is in."""
        return next((row for row in self.rows if n in row.members and not row.apart), None)

    def shown(self) -> list[Row]:
        """Groups, and pictures that are in none, as their first pictures came."""
        with self.alone:
            grouped = {n for row in self.rows if not row.apart for n in row.members}
            left = [row for row in self.rows if not row.apart and row.n not in grouped]
            return sorted(left, key=lambda row: row.members or (row.n,))

    def ordered(self) -> list[Row]:
        """What needs a person first; otherwise as they came."""
        return sorted(self.shown(), key=lambda row: ORDER[row.state])

    def correct(self, n: int, words: Sequence[str]) -> Row:
        """What the photograph really shows, said by a person."""
        with self.alone:
            row, answer = self._read_row(n)
            made = self.game.correct(answer.position, words)
            said = tuple(dict.fromkeys((*answer.by_hand, *made.places)))
            row.answer = Answer(answer.seen, answer.reading, made.position, said, self.rules)
            self.keep(self, [row])
            return row

    def as_read(self, n: int) -> Row:
        """Forgets what a person corrected."""
        with self.alone:
            row, answer = self._read_row(n)
            row.answer = Answer(answer.seen, answer.reading, answer.reading.position, (), self.rules)
            self.keep(self, [row])
            return row

    def stop(self) -> None:
        """Stops what is not read yet; what waited to be read again stays as it was."""
        with self.alone:
            for row, _ in self._queue:
                row.queued = False
            self._queue.clear()
            jobs = [row.job for row in self.rows if row.job is not None]
            if self.list_set.job is not None:
                jobs.append(self.list_set.job)
        for job in jobs:
            job.stop()

    def try_again(self, numbers: Sequence[int] | None, wish: Wish | None, workshop: Workshop) -> list[Row]:
        """Lets what failed be read once more, all of it or these rows; `wish` is how, None as the list is.

        Raises `Conflict` if nothing that failed can be read again.
        """
        with self.alone:
            rows = self.shown() if numbers is None else [self.row(n) for n in dict.fromkeys(numbers)]
            failed = [row for row in rows if row.failed and self.can_be_read(row)]
            if not failed:
                raise Conflict(message("web.photos.none_failed"))
            self.read_later(failed, wish, workshop)
            return failed

    def can_be_read(self, row: Row) -> bool:
        """Whether its picture, or all of its pictures, are still there."""
        return all(member.can_be_read for member in self.members(row))

    # --- several pictures of one position -------------------------------------------------------------------------

    def group(self, numbers: Sequence[int], workshop: Workshop) -> Row:
        """Makes pictures one row, and lets them be read as one; a group among them comes with all its pictures.

        One that was taken apart is put together again as it was.

        Raises
        ------
        InputError
            If they are too few or too many.
        Conflict, TooOften
            If one of them cannot be read again, or too much is being read; then all stays as it was. Nor can pictures
            of a game be read as one that are always read one by one.
        """
        if self.reader.together is None:
            raise Conflict(message("web.photos.one_by_one", game=Message(f"game.{self.game.id}")))
        with self.alone:
            chosen = [self.row(n) for n in dict.fromkeys(numbers)]
            members = tuple(dict.fromkeys(row.n for each in chosen for row in self.members(each)))
            check_count(len(members))
            before = {found.n: found for n in members if (found := self.group_of(n)) is not None}
            if any(not set(group.members) <= set(members) for group in before.values()):
                raise Conflict(message("web.photos.grouped"))
            row = next((row for row in self.rows if row.members == members), None)
            if row is None:
                row = self._new_group(members)
                self._start(row, None, row.turned, workshop, first=True)
                self.rows.append(row)
            elif row.answer is None and row.job is None and not row.asks_turning:
                self._start(row, row.wish, row.turned, workshop, first=True)
            for group in before.values():
                group.apart = True
            row.apart = False
            self.dismissed -= self._pairs([row])
            self.keep(self, [row, *before.values()])
            return row

    def take_apart(self, n: int) -> None:
        """Makes every picture of a group a row again, as it was; and they are not suggested at once."""
        with self.alone:
            row = self.row(n)
            if not row.is_group:
                raise NotFound(message("web.photos.no_group", n=n))
            row.apart = True
            self.dismiss(row.members)
            job, row.job = row.job, None
            row.queued = False
            gone = {each.n for each in [each for each in self.rows if each.apart][:-MOST_APART]}
            self.rows = [each for each in self.rows if each.n not in gone]
            self.keep(self, [row])
        if job is not None:
            job.stop()

    def read_again(self, n: int, wish: Wish | None, turned: Sequence[int | None] | None, workshop: Workshop) -> Row:
        """Reads a picture or a group from what is kept of it, otherwise than before; what was corrected still holds.

        Without a wish it is read as the list is. `turned` is how the pictures of a group are turned, None where that is
        to be found; without it, it is as before.
        If it cannot be read so, it stays as it is, with the reason.
        """
        with self.alone:
            row = self.row(n)
            if row.job is not None or row.queued:
                raise Conflict(message("web.photos.being_read"))
            self._start(row, wish, row.turned if turned is None else tuple(turned), workshop, first=True)
            return row

    def suggestions(self) -> tuple[Suggestion, ...]:
        """Rows that clearly show the same pieces. Nobody but a person makes them a group."""
        with self.alone:
            return self.alike.suggest(self.shown(), self.dismissed)

    def dismiss(self, numbers: Sequence[int], dismissed: bool = True) -> None:
        """These are not to be suggested as one position; or again they are."""
        with self.alone:
            pairs = self._pairs([self.row(n) for n in numbers])
            self.dismissed = self.dismissed | pairs if dismissed else self.dismissed - pairs
            self.keep(self, ())

    def _pairs(self, rows: Sequence[Row]) -> set[frozenset[int]]:
        numbers = {member.n for row in rows for member in self.members(row)}
        return {frozenset(pair) for pair in combinations(sorted(numbers), 2)}

    def _new_group(self, members: tuple[int, ...]) -> Row:
        """Shown as its first picture is, until it is read."""
        first = self.row(members[0])
        name = f"{first.name} + {len(members) - 1}" if first.name else ""
        seen = Seen(first.seen.shown, first.seen.thumb, first.seen.size) if first.seen is not None else None
        return Row(self._next_number, name, seen=seen, members=members, turned=(None,) * len(members))

    def _read_row(self, n: int) -> tuple[Row, Answer]:
        row = self.row(n)
        if row.answer is None:
            raise Conflict(message("web.photos.unread"))
        return row, row.answer

    # --- reading ---------------------------------------------------------------------------------------------------

    def _start(
        self,
        row: Row,
        wish: Wish | None,
        turned: tuple[int | None, ...],
        workshop: Workshop,
        first: bool = False,
        patient: bool = False,
    ) -> None:
        """Lets a row be read from what was handed in or is kept of it."""
        how, more = self.how(wish), {"first": first, "patient": patient}
        members = self.members(row) if row.is_group else [row]

        def ended(job: Job) -> None:
            self._ended(row, job, wish, turned, workshop)

        try:
            if row.file is not None:
                file, name = row.file, row.name
                row.job = workshop.start(read_upload, file, name, how, limit_s=READ_LIMIT_S, ended=ended, **more)
            else:
                again = [again_of(member, turn) for member, turn in zip(members, turned or (None,), strict=True)]
                limit_s = READ_LIMIT_S * len(again)
                row.job = workshop.start(read_again, again, how, limit_s=limit_s, ended=ended, **more)
        except (Conflict, TooOften):
            raise
        except InputError as error:
            raise TooOften(error.message) from None

    def how(self, wish: Wish | None) -> Wish:
        """As a child is told it. As long as the list's set is not known, each picture is measured by itself."""
        alone = wish is not None or self.list_set.measured is None
        made = wish or self.wish
        return replace(
            made,
            measure=made.measure and alone,
            listed=self.list_set.measured if self.wish.measure else None,
            game=self.rules.id if self.rules is not None else None,
        )

    def read_later(self, rows: Sequence[Row], wish: Wish | None, workshop: Workshop) -> None:
        """Reads them again, in their turn."""
        for row in rows:
            row.queued = True
            self._queue.append((row, wish))
        self._feed(workshop)

    def _feed(self, workshop: Workshop) -> None:
        """As many at a time as can be read, so that others have their turn."""
        while self._queue and sum(row.job is not None for row in self.rows) < most_unread(workshop):
            row, wish = self._queue.popleft()
            if not row.queued or row.job is not None:
                continue
            row.queued = False
            try:
                self._start(row, wish, row.turned, workshop, patient=True)
            except InputError as error:  # its picture is gone meanwhile, or the program ends
                row.remark = error

    def _ended(self, row: Row, job: Job, wish: Wish | None, turned: tuple[int | None, ...], workshop: Workshop) -> None:
        with self.alone:
            if row.job is not job:  # the group was taken apart meanwhile
                return
            row.job = None
            self._take(row, job, wish, turned)
            self._feed(workshop)
            if job.state is not State.STOPPED:
                see_to_set(self, workshop)
            self.keep(self, [row])

    def _take(self, row: Row, job: Job, wish: Wish | None, turned: tuple[int | None, ...]) -> None:
        seen = job.result if isinstance(job.result, Seen) else None
        reading = seen.reading if seen is not None else None
        error = job.error if seen is None else seen.error
        if seen is not None or (error is not None and not error.message.key.startswith(NOT_ITS_FAULT)):
            row.file = None  # what is needed of it is kept, or it is no picture
        if row.answer is not None and reading is None:
            row.remark = error
            return
        row.error, row.remark, row.wish, row.turned = error, None, wish, turned
        if seen is not None:
            row.seen = row.seen.with_reading_of(seen) if row.seen is not None else seen
        if row.seen is not None and reading is not None:
            fresh = Answer(row.seen, reading, reading.position, (), self.rules)
            row.answer = with_corrections(fresh, row, self.members(row))


def most_unread(workshop: Workshop) -> int:
    """So many pictures of a list are read at a time or wait to be; nobody needs to send more ahead."""
    return workshop.workers + MOST_AHEAD

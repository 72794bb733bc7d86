"""The log of an installation: every game's events in one SQLite file, written to the disk before they are shown."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from calibration.profiles import ProfileFolder
from live.log_file import NotWritten, open_to_read, open_to_write, reason
from live.shared_file import Opened, shared_file
from referee.strictjson import read_json
from words.message import InputError, Message, message

FILE_NAME = "games.sqlite"
BUSY_MS = 5000
"""How long a write waits for another program's; each takes a few milliseconds."""
BRIEF_MS = 100
"""How long it waits where a game must not: it is tried again soon."""
LARGEST_NUMBER = 2**63 - 1


class Overtaken(Exception):  # noqa: N818 - said as it is
    """Somebody else wrote to the game in between: what was to be written was decided on an old state."""


class Moved(NotWritten):
    """The file was opened anew since the game was last read: what it says of it has to be looked at again."""


class GameGone(Exception):  # noqa: N818 - said as it is
    """The game is not in the file any more."""


@dataclass(frozen=True)
class LogEvent:
    """Something that happened in a game; `seq` is its number in the file, None while it is only in memory."""

    kind: str
    data: Mapping[str, Any]
    at: str
    seq: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", MappingProxyType(dict(self.data)))


@dataclass(frozen=True)
class GameEntry:
    """What the log knows of a game without reading it."""

    id: int
    table: str
    begun: str
    source: str
    finished: bool


class GameLog:
    """Open for as long as the program runs. Threads may share it; other programs have the same file open.

    What cannot be written is a `NotWritten` or an `Overtaken`, what cannot be read an `InputError`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble: Message | None = None
        """Why the file cannot be used for writing, as far as was seen when it was last tried."""
        self._file = shared_file(path)
        self._alone = self._file.alone
        self._opened: Opened | None = None
        self._writable = False
        self._stamp = 0
        self._busy_ms = BUSY_MS
        self._reopened = 0

    @classmethod
    def open(cls, path: str | Path | None = None) -> GameLog:
        """Without a path, the file of this user. Never fails: what is wrong is its `trouble`, and a game goes on
        in memory; `check` is for those who cannot do without the file."""
        log = cls(log_path(path))
        with suppress(NotWritten):
            log._writing()
        return log

    def check(self) -> None:
        """Raises `InputError` if there is nothing to be read."""
        if not self.readable:
            raise InputError(self.trouble or message("log.closed"), str(self.path))

    @property
    def readable(self) -> bool:
        with self._alone:
            self._file.look()
            if self._opened is not None and not self._file.is_open(self._opened):
                with suppress(NotWritten):
                    self._writing()
            return self._file.is_open(self._opened)

    @property
    def generation(self) -> int:
        """Grows when the file had to be opened anew: what was read of it before may not be in it any more."""
        return self._file.generation

    @property
    def harmed(self) -> int:
        """The last generation that began because something was done to the file."""
        return self._file.harmed

    def look(self) -> None:
        """Whether anything was done to the file, be it that nothing is to be written; cheap enough for every frame. If
        another table uses the file just now, that has looked already, and nobody waits."""
        if self._alone.acquire(blocking=False):
            try:
                self._file.look()
            finally:
                self._alone.release()

    def close(self) -> None:
        with self._alone:
            if self._opened is not None:
                self._file.close(self._opened)
            self._opened = None

    def games(self, table: str | None = None) -> tuple[GameEntry, ...]:
        """All games, or those of a table, the oldest first."""
        where, params = ("WHERE table_name = ?", (table,)) if table is not None else ("", ())
        rows = self._read(f"SELECT id, table_name, begun, source, finished FROM games {where} ORDER BY id", params)
        return tuple(GameEntry(id_, name, begun, source, bool(done)) for id_, name, begun, source, done in rows)

    def last_game(self, table: str) -> GameEntry | None:
        return next(iter(self.games(table)[::-1]), None)

    def game(self, game_id: int) -> GameEntry:
        found = next((entry for entry in self.games() if entry.id == game_id), None)
        if found is None:
            raise InputError(message("log.no_game", number=game_id))
        return found

    def events(self, game_id: int, after: int = 0) -> tuple[LogEvent, ...]:
        """What happened in a game, in order, from behind the event `after`."""
        sql = "SELECT seq, at, kind, data FROM events WHERE game = ? AND seq > ? ORDER BY seq"
        return tuple(_event(*row) for row in self._read(sql, (game_id, after)))

    def begin(
        self, table: str, source: str, events: Sequence[LogEvent], finished: bool = False
    ) -> tuple[int, list[int]]:
        """Writes a new game with its first events; returns its number and theirs."""
        with self._transaction() as connection:
            sql = "INSERT INTO games (table_name, begun, source, finished) VALUES (?, ?, ?, ?)"
            game_id = connection.execute(sql, (table, events[0].at, source, finished)).lastrowid
            assert game_id is not None
            return game_id, _insert(connection, game_id, events)

    def append(
        self,
        game_id: int,
        events: Sequence[LogEvent],
        expected_seq: int,
        finished: bool = False,
        generation: int | None = None,
    ) -> list[int]:
        """Writes events, all or none, if the last one of the game is still `expected_seq` and the file, if that is
        said, the one of this `generation`; returns their numbers.

        When it returns they are on the disk.
        """
        with self._transaction() as connection:
            if generation not in (None, self.generation):
                raise Moved(message("log.pulled"))
            if not connection.execute("SELECT 1 FROM games WHERE id = ?", (game_id,)).fetchone():
                raise GameGone
            (last,) = connection.execute("SELECT max(seq) FROM events WHERE game = ?", (game_id,)).fetchone()
            if (last or 0) != expected_seq:
                raise Overtaken
            seqs = _insert(connection, game_id, events)
            connection.execute("UPDATE games SET finished = ? WHERE id = ?", (finished, game_id))
            return seqs

    def delete(self, game_id: int) -> None:
        """Takes a game out of the file for good."""
        with self._transaction() as connection:
            connection.execute("DELETE FROM games WHERE id = ?", (game_id,))

    def stamp(self) -> tuple[int, int]:
        """Differs from the one before if another program wrote in between; cheap enough to ask for every frame, and
        never waits for whoever uses the file just now: then it is asked again at the next."""
        if self._alone.acquire(blocking=False):
            try:
                if self._opened is not None and self._file.is_open(self._opened):
                    with suppress(sqlite3.Error):
                        (self._stamp,) = self._opened.connection.execute("PRAGMA data_version").fetchone()
            finally:
                self._alone.release()
        return self._reopened, self._stamp

    @contextmanager
    def in_brief(self) -> Iterator[None]:
        """Whatever is written within does not wait long for other programs."""
        with self._alone:
            self._busy_ms = min(BRIEF_MS, BUSY_MS)
            try:
                yield
            finally:
                self._busy_ms = BUSY_MS

    def _read(self, sql: str, params: tuple[Any, ...]) -> list[Any]:
        with self._alone:
            self.check()
            assert self._opened is not None
            if any(isinstance(each, int) and abs(each) > LARGEST_NUMBER for each in params):
                return []
            try:
                return self._opened.connection.execute(sql, params).fetchall()
            except sqlite3.Error as error:
                raise InputError(reason(error, self.path), str(self.path)) from None

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._alone:
            connection = self._writing()
            try:
                connection.execute(f"PRAGMA busy_timeout = {self._busy_ms}")
                connection.execute("BEGIN IMMEDIATE")
                try:
                    yield connection
                    connection.execute("COMMIT")
                except BaseException:
                    with suppress(sqlite3.Error):  # a full disk has taken it back already
                        connection.execute("ROLLBACK")
                    raise
            except sqlite3.Error as error:
                self.trouble = reason(error, self.path)
                raise NotWritten(self.trouble) from None
            if not self._file.is_written():
                self.trouble = message("log.pulled")
                raise NotWritten(self.trouble)
            self.trouble = None

    def _writing(self) -> sqlite3.Connection:
        """The connection, opened again if something was done to the file or it could not be written before."""
        with self._alone:
            self._file.look()
            if self._opened is not None and self._writable and self._file.is_open(self._opened):
                return self._opened.connection
            try:
                connection = open_to_write(self.path, self._busy_ms)
            except NotWritten as error:
                self.trouble = error.why
                if not self._file.is_open(self._opened):
                    read = open_to_read(self.path)
                    self._opened = None if read is None else self._file.opened(read)
                    self._writable = False
                raise
            self.close()
            self._opened, self._writable = self._file.opened(connection), True
            self._reopened += 1
            self.trouble = None
            return connection


def log_path(path: str | Path | None = None) -> Path:
    """Where the log is: the file that is named, or the one of this user."""
    return Path(path) if path is not None else ProfileFolder.of_user().path.parent / FILE_NAME


def _insert(connection: sqlite3.Connection, game_id: int, events: Sequence[LogEvent]) -> list[int]:
    sql = "INSERT INTO events (game, at, kind, data) VALUES (?, ?, ?, ?)"
    seqs = []
    for event in events:
        said = json.dumps(dict(event.data), allow_nan=False, separators=(",", ":"))
        seq = connection.execute(sql, (game_id, event.at, event.kind, said)).lastrowid
        assert seq is not None
        seqs.append(seq)
    return seqs


def _event(seq: int, at: str, kind: str, data: str) -> LogEvent:
    try:
        said = read_json(data)
    except InputError as error:
        raise InputError(message("log.event", number=seq, why=error.message)) from None
    if not isinstance(said, dict):
        raise InputError(message("log.event", number=seq, why=message("input.object")))
    return LogEvent(kind, said, at, seq)


def numbered(events: Sequence[LogEvent], seqs: Sequence[int]) -> list[LogEvent]:
    return [replace(event, seq=seq) for event, seq in zip(events, seqs, strict=True)]

"""The log of an installation: every game's events in one SQLite file, written to the disk before they are shown."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from calibration.profiles import ProfileFolder
from live.log_file import NotWritten, open_to_read, open_to_write, reason
from referee.message import InputError, Message, message
from referee.strictjson import read_json

FILE_NAME = "games.sqlite"
BUSY_MS = 5000
"""How long a write waits for another program's; each takes a few milliseconds."""
BRIEF_MS = 100
"""How long it waits where a game must not: it is tried again soon."""
LARGEST_NUMBER = 2**63 - 1


class Overtaken(Exception):  # noqa: N818 - said as it is
    """Somebody else wrote to the game in between: what was to be written was decided on an old state."""


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
        self._connection: sqlite3.Connection | None = None
        self._writable = False
        self._identity: tuple[int, int] | None = None
        self._stamp = 0
        self._busy_ms = BUSY_MS
        self._reopened = 0
        self._alone = threading.RLock()

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
        if self._connection is None:
            raise InputError(self.trouble or message("log.closed"), str(self.path))

    @property
    def readable(self) -> bool:
        return self._connection is not None

    def close(self) -> None:
        with self._alone:
            if self._connection is not None:
                with suppress(sqlite3.Error):
                    self._connection.close()
            self._connection = None

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

    def append(self, game_id: int, events: Sequence[LogEvent], expected_seq: int, finished: bool = False) -> list[int]:
        """Writes events, all or none, if the last one of the game is still `expected_seq`; returns their numbers.

        When it returns they are on the disk.
        """
        with self._transaction() as connection:
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
        """Differs from the one before if another program wrote in between; cheap enough to ask for every frame."""
        with self._alone:
            if self._connection is None:
                return self._reopened, self._stamp
            with suppress(sqlite3.Error):
                (self._stamp,) = self._connection.execute("PRAGMA data_version").fetchone()
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
            assert self._connection is not None
            if any(isinstance(each, int) and abs(each) > LARGEST_NUMBER for each in params):
                return []
            try:
                return self._connection.execute(sql, params).fetchall()
            except sqlite3.Error as error:
                raise InputError(reason(error), str(self.path)) from None

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
                self.trouble = reason(error)
                raise NotWritten(self.trouble) from None
            self.trouble = None

    def _writing(self) -> sqlite3.Connection:
        """The connection, opened again if the file was moved away or could not be written before."""
        with self._alone:
            if self._connection is not None and self._writable and self._identity == _identity(self.path):
                return self._connection
            try:
                opened = open_to_write(self.path, self._busy_ms)
            except NotWritten as error:
                self.trouble = error.why
                if self._connection is None:
                    self._connection = open_to_read(self.path)
                raise
            self.close()
            self._connection, self._writable, self._identity = opened, True, _identity(self.path)
            self._reopened += 1
            self.trouble = None
            return opened


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


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file it is: another one of the same name is not the one that was opened."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino

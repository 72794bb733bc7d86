"""How the file of the log is opened, and what is said when that or writing to it does not go."""

from __future__ import annotations

import errno
import sqlite3
import tempfile
import time
from pathlib import Path

from live.schema import Foreign, Newer, bring_up_to_date, check_sound, look_at_head
from words.message import Message, message

LOOK_AGAIN_S = 0.02
NEEDED_BYTES = 65_536
"""To go on SQLite needs a piece of 32 kB for the file beside the log by which connections know of each other."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


class NotWritten(Exception):  # noqa: N818 - said as it is
    """The log could not be written; `why` says it to the people at the table."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


def open_to_write(path: Path, busy_ms: int) -> sqlite3.Connection:
    connection = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        look_at_head(path)
        connection = sqlite3.connect(
            path, timeout=busy_ms / 1000, isolation_level=None, check_same_thread=False, cached_statements=32
        )
        connection.execute("PRAGMA synchronous = FULL")
        bring_up_to_date(connection)
        check_sound(connection)
        _write_ahead(connection, busy_ms)
        connection.execute("PRAGMA foreign_keys = ON")
        # A read-only file opens like any other: ask to write now, not in the middle of a game.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except (sqlite3.Error, OSError, ValueError, Foreign, Newer) as error:
        if connection is not None:
            connection.close()
        raise NotWritten(reason(error, path)) from None
    return connection


def _write_ahead(connection: sqlite3.Connection, busy_ms: int) -> None:
    """Readers and a writer do not wait for each other then. To turn it on one must be alone for a moment, and SQLite
    does not wait for that by itself."""
    until = time.monotonic() + busy_ms / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(LOOK_AGAIN_S)


def open_to_read(path: Path) -> sqlite3.Connection | None:
    """A log that cannot be written can perhaps be read, so that a game goes on from where it was."""
    try:
        look_at_head(path)
        if not path.is_file():
            return None
        address = path.resolve().as_uri()
    except (sqlite3.Error, OSError, ValueError, Foreign, Newer):
        return None
    # Where not even the files beside it can be made, it is read as it is; without a -wal nothing is missing then.
    beside = path.with_name(f"{path.name}-wal").exists()
    for mode in ("mode=ro",) if beside else ("mode=ro", "immutable=1"):
        try:
            connection = sqlite3.connect(
                f"{address}?{mode}", uri=True, timeout=1, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error:
            continue
        try:
            check_sound(connection)
            connection.execute("SELECT id, table_name, begun, source, finished FROM games LIMIT 1").fetchone()
            return connection
        except sqlite3.Error:
            connection.close()
    return None


def reason(error: Exception, path: Path) -> Message:
    """What is wrong with the file and what to do, in a sentence."""
    if isinstance(error, Newer):
        return message("log.newer")
    if isinstance(error, Foreign):
        return message("log.damaged", why=message("log.foreign"))
    if isinstance(error, sqlite3.Error):
        match getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF:
            case sqlite3.SQLITE_FULL:
                return message("log.full")
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                return message("log.busy")
            case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN if _has_no_room(path):
                return message("log.full")
            case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
                return message("log.read_only", why=str(error))
            case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_ERROR:
                return message("log.damaged", why=str(error))
        return message("log.failed", why=str(error))
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        return message("log.full")
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return message("log.read_only", why=why)


def _has_no_room(path: Path) -> bool:
    """Whether the disk is full, which SQLite calls an error of the disk where it is the files beside the log that do
    not fit. A file of that size beside it tells: a quota knows nothing of free blocks."""
    try:
        with tempfile.TemporaryFile(dir=path.parent) as file:
            file.write(bytes(NEEDED_BYTES))
    except OSError as error:
        return error.errno in NO_ROOM
    except ValueError:  # no name for a file
        return False
    return False

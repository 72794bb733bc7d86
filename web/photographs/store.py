"""Lists of photographs on the disk: what was read in them, for their owner only, until somebody deletes them.

Pictures are in it only of lists of which somebody says so.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from calibration.measured import MeasuredSet
from live.log_file import reason
from web.photographs.batch import Batch
from web.photographs.reading_work import Kept
from web.photographs.rows import Row
from web.photographs.set_of_list import ListSet
from web.photographs.wishes import read_rules, rules_json, wish_json
from web.photographs.written_rows import kept_wish, row_from_json, row_to_json, summary
from words.message import InputError, Message, message

FILE_ENDING = "-photographs.sqlite"
APPLICATION_ID = 0x44524150
VERSION = 1
BUSY_S = 5.0
TABLES = """
CREATE TABLE lists (id TEXT PRIMARY KEY, begun TEXT NOT NULL, summary TEXT NOT NULL, data TEXT NOT NULL);
CREATE TABLE rows (
    list TEXT NOT NULL REFERENCES lists (id) ON DELETE CASCADE, n INTEGER NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (list, n)
);
CREATE TABLE pictures (
    list TEXT NOT NULL, n INTEGER NOT NULL, shown BLOB NOT NULL, thumb BLOB NOT NULL,
    kept BLOB, width INTEGER, height INTEGER,
    PRIMARY KEY (list, n), FOREIGN KEY (list, n) REFERENCES rows (list, n) ON DELETE CASCADE
);
"""


class ListStore:
    """Threads may share it. Where the disk does not go along, `trouble` says why, and lists are in memory only."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble: Message | None = None
        self._alone = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        try:
            self._connection = _open(path)
        except (sqlite3.Error, OSError, ValueError) as error:
            self.trouble = reason(error, self.path)

    @classmethod
    def beside(cls, log_path: Path) -> ListStore:
        return cls(log_path.with_name(f"{log_path.stem}{FILE_ENDING}"))

    def close(self) -> None:
        with self._alone:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def save(self, batch: Batch, rows: Sequence[Row]) -> None:
        """Writes down a list and these of its rows; those that it has no more are deleted."""
        data = {
            **rules_json(batch.rules),
            "wish": wish_json(batch.wish),
            "dismissed": sorted(sorted(pair) for pair in batch.dismissed),
            "set": _set_json(batch.list_set),
        }
        short, known = summary(batch), [row.n for row in batch.rows]
        with self._writing() as connection:
            if connection is None:
                return
            told = (batch.id, batch.begun, _dumps(short), _dumps(data))
            update = "ON CONFLICT (id) DO UPDATE SET summary = excluded.summary, data = excluded.data"
            connection.execute(f"INSERT INTO lists VALUES (?, ?, ?, ?) {update}", told)
            for row in rows:
                said = (batch.id, row.n, _dumps(row_to_json(row)))
                update = "ON CONFLICT (list, n) DO UPDATE SET data = excluded.data"
                connection.execute(f"INSERT INTO rows VALUES (?, ?, ?) {update}", said)
                if batch.keep_pictures:
                    _save_picture(connection, batch.id, row)
            for (n,) in connection.execute("SELECT n FROM rows WHERE list = ?", (batch.id,)).fetchall():
                if n not in known:
                    connection.execute("DELETE FROM rows WHERE list = ? AND n = ?", (batch.id, n))
            if not batch.keep_pictures:
                connection.execute("DELETE FROM pictures WHERE list = ?", (batch.id,))

    def delete(self, list_id: str) -> None:
        with self._writing() as connection:
            if connection is not None:
                connection.execute("DELETE FROM lists WHERE id = ?", (list_id,))
        self.wipe()

    def wipe(self) -> None:
        """What was deleted is not left in the file beside it either."""
        with self._alone, suppress(sqlite3.Error):
            if self._connection is not None:
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def count(self) -> int:
        found = self._read("SELECT count(*) FROM lists")
        return int(found[0][0]) if found else 0

    def summaries(self) -> list[dict[str, Any]]:
        """Every list in short. What was being read when the program ended was not read."""
        made = []
        for (said,) in self._read("SELECT summary FROM lists"):
            with suppress(ValueError, KeyError):
                short = json.loads(said)
                made.append({**short, "failed": short["failed"] + short["unread"], "unread": 0})
        return made

    def load(self, list_id: str) -> Batch | None:
        """A list as it was, with its pictures if they are kept; None if there is none, or it cannot be read."""
        found = self._read("SELECT begun, summary, data FROM lists WHERE id = ?", list_id)
        if not found:
            return None
        try:
            begun, short, data = found[0][0], json.loads(found[0][1]), json.loads(found[0][2])
            rules = read_rules(data)
            batch = Batch(list_id, rules, kept_wish(data["wish"]), 0.0, begun=begun)
            batch.keep_pictures = bool(short["keep_pictures"])
            batch.dismissed = {frozenset(pair) for pair in data["dismissed"]}
            batch.list_set = _set(data["set"])
            pictures = self._pictures(list_id)
            for n, said in self._read("SELECT n, data FROM rows WHERE list = ? ORDER BY n", list_id):
                told = json.loads(said)
                first = told["members"][0] if told["members"] else n
                shown, thumb, kept = pictures.get(first, (b"", b"", None))
                batch.rows.append(row_from_json(n, told, rules, (shown, thumb, kept if first == n else None)))
        except (ValueError, KeyError, TypeError, AttributeError, InputError):
            raise InputError(message("web.photos.unreadable")) from None
        return batch

    def _pictures(self, list_id: str) -> dict[int, tuple[bytes, bytes, Kept | None]]:
        made = {}
        sql = "SELECT n, shown, thumb, kept, width, height FROM pictures WHERE list = ?"
        for n, shown, thumb, kept, width, height in self._read(sql, list_id):
            made[n] = (shown, thumb, Kept(kept, (width, height)) if kept is not None else None)
        return made

    def _read(self, sql: str, *values: str) -> list[tuple[Any, ...]]:
        with self._alone:
            if self._connection is None:
                return []
            try:
                return self._connection.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                self.trouble = reason(error, self.path)
                return []

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection | None]:
        """All of it or nothing. What cannot be written is told, and the list goes on in memory."""
        with self._alone:
            connection = self._connection
            if connection is None:
                yield None
                return
            try:
                connection.execute("BEGIN IMMEDIATE")
                yield connection
                connection.execute("COMMIT")
                self.trouble = None
            except sqlite3.Error as error:
                self.trouble = reason(error, self.path)
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")


def _open(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if os.name == "posix":
        path.chmod(0o600)  # what is beside it is made alike
    connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if (application, tables) == (0, 0):
            connection.executescript(
                f"BEGIN; {TABLES} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}; COMMIT;"
            )
        elif (application, version) != (APPLICATION_ID, VERSION):
            raise sqlite3.DatabaseError(path.name)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # a deleted picture is not left lying in the file
    except BaseException:
        connection.close()
        raise
    return connection


def _save_picture(connection: sqlite3.Connection, list_id: str, row: Row) -> None:
    seen = row.seen
    if seen is None or row.is_group or not seen.shown:
        return
    kept, size = (seen.kept.data, seen.kept.size) if seen.kept is not None else (None, (None, None))
    told = (list_id, row.n, seen.shown, seen.thumb, kept, *size)
    connection.execute("INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?, ?, ?, ?)", told)


def _set_json(made: ListSet) -> dict[str, Any]:
    return {"measured": made.measured.to_json() if made.measured is not None else None, "rows": list(made.rows)}


def _set(said: dict[str, Any]) -> ListSet:
    measured = said["measured"]
    return ListSet(MeasuredSet.from_json(measured) if measured is not None else None, tuple(said["rows"]))


def _dumps(said: Any) -> str:
    return json.dumps(said, ensure_ascii=False, allow_nan=False, separators=(",", ":"))

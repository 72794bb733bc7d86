"""The tables of the log, and how a file that an earlier Draufsicht wrote becomes one of today."""

from __future__ import annotations

import sqlite3
from pathlib import Path

APPLICATION_ID = 0x44524155
"""Says in the file's head that it is ours: "DRAU"."""
SMALLEST_BYTES = 512
"""A page of a database; SQLite would take what is shorter for an empty file and write over it."""

_FIRST = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    table_name TEXT NOT NULL,
    begun TEXT NOT NULL
);
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL,
    data TEXT NOT NULL
);
"""
# Numbers are never given twice, for a deleted game's must not come to mean another one; deleted with its game is what
# belongs to it; each event knows its time; what is asked of a game often stands beside it.
_SECOND = """
CREATE TABLE games_2 (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_name TEXT NOT NULL,
    begun TEXT NOT NULL,
    source TEXT NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0 CHECK (finished IN (0, 1))
);
CREATE TABLE events_2 (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games_2 (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL
);
INSERT INTO games_2 (id, table_name, begun, source, finished)
    SELECT id, table_name, begun,
        coalesce((SELECT json_extract(data, '$.source') FROM events WHERE game = games.id AND kind = 'begun'), ''),
        EXISTS (SELECT 1 FROM events WHERE game = games.id AND kind = 'ended')
    FROM games;
INSERT INTO events_2 (seq, game, at, kind, data)
    SELECT seq, game, (SELECT begun FROM games WHERE games.id = game), kind, data FROM events;
DROP TABLE events;
DROP TABLE games;
ALTER TABLE games_2 RENAME TO games;
ALTER TABLE events_2 RENAME TO events;
CREATE INDEX events_of_game ON events (game, seq);
CREATE INDEX games_of_table ON games (table_name, id);
"""
STEPS = (_FIRST, _SECOND)
"""What makes each version out of the one before, the first out of nothing. Steps that were given out never change."""
VERSION = len(STEPS)


class Foreign(Exception):  # noqa: N818 - said as it is
    """A file that is no log of games."""


class Newer(Exception):  # noqa: N818 - said as it is
    """A log that a later Draufsicht wrote."""


def look_at_head(path: Path) -> None:
    """Says what cannot be used before the file is opened for writing: that would be to touch it.

    SQLite itself looks, in a way that neither locks nor makes a file beside it. To open and close the file by other
    means would take away the locks that another connection of this program has on it, and spoil the file.
    """
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        return
    if not path.is_file():
        raise Foreign
    if size == 0:
        return
    if size < SMALLEST_BYTES:
        raise Foreign
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
    except sqlite3.Error:
        # A program may be writing, or was killed while it did: then what is beside the file puts it right.
        if any(path.with_name(path.name + beside).exists() for beside in ("-wal", "-journal")):
            return
        raise
    finally:
        connection.close()
    if application == APPLICATION_ID and version > VERSION:
        raise Newer
    if application not in (APPLICATION_ID, 0):  # 0: begun, and what makes it ours is still in the file beside it
        raise Foreign


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Makes the tables, or changes those of an earlier version, all or nothing; two at once wait for each other."""
    if _version(connection) == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in STEPS[_version(connection) :]:
            for statement in step.split(";\n"):
                connection.execute(statement)
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise Foreign
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if (application, tables) == (0, 0):
        return 0
    if application != APPLICATION_ID or version < 1:
        raise Foreign
    if version > VERSION:
        raise Newer
    return int(version)


def check_sound(connection: sqlite3.Connection) -> None:
    """Raises `sqlite3.DatabaseError` if the file is damaged where it does not show at once."""
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(str(found).splitlines()[-1])

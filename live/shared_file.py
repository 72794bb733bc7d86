"""All connections of this program to one log: what is done to the file under them is noticed, and they let go together.

SQLite itself does not notice. It goes on writing to a file that has no name any more, or beside one that was emptied,
and says that all is well; and what one connection has open keeps the others from seeing the file that is there now.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakSet, WeakValueDictionary

from live.schema import SMALLEST_BYTES, check_sound

HEAD_BYTES = 100
"""What SQLite writes at the beginning of its file: the kind, the number of pages, and how often it was changed."""
BRIEF_MS = 100
Identity = tuple[int, int]


@dataclass(frozen=True)
class _Known:
    """The file as it was when we last wrote to it."""

    main: Identity | None
    beside: tuple[Identity | None, Identity | None]
    """Of `-wal` and `-shm`; None where there was none."""
    content: tuple[int, int, bytes]
    """Size, time of the last change, and head."""


@dataclass(eq=False)
class Opened:
    """A connection of somebody's, who keeps this; it is closed when everybody lets go."""

    connection: sqlite3.Connection
    generation: int


class SharedFile:
    """Whoever uses a connection to it holds `alone` meanwhile."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.alone = threading.RLock()
        self.generation = 0
        """Grows whenever the connections were let go of: what was known of the file may not be true any more."""
        self.harmed = 0
        """The last generation that began because the file, or a part of it, was taken away or spoilt."""
        self._opened: WeakSet[Opened] = WeakSet()
        self._handle: int | None = None
        """The file that was opened, whatever bears its name now. Never closed before the connections are: that would
        take away their locks."""
        self._known: _Known | None = None

    def opened(self, connection: sqlite3.Connection) -> Opened:
        if self._handle is not None and not self._is_of_handle():
            self._close_handle()
        made = Opened(connection, self.generation)
        self._opened.add(made)
        if self._handle is None:
            with suppress(OSError):
                self._handle = os.open(self.path, os.O_RDONLY)
        self._known = self._now()
        return made

    def _is_of_handle(self) -> bool:
        """Whether the handle is of the file that is there; if so it must not be closed, for the locks' sake."""
        assert self._handle is not None
        found = os.fstat(self._handle)
        return (found.st_dev, found.st_ino) == _identity(self.path)

    def is_open(self, opened: Opened | None) -> bool:
        return opened is not None and opened.generation == self.generation

    def close(self, opened: Opened) -> None:
        self._opened.discard(opened)
        with suppress(sqlite3.Error):
            opened.connection.close()
        if not self._opened:
            self._close_handle()

    def __del__(self) -> None:
        self._close_handle()

    def look(self) -> None:
        """Lets go of the file if something was done to it: the next one who needs it opens it anew, as it is then."""
        known = self._known
        if known is None or not self._opened:
            return
        now = self._now()
        if now is not None and now.content == known.content and self._is_in_place(now, known):
            return
        self._let_go(known, now)

    def is_written(self) -> bool:
        """To be asked after each write: whether it went into the file that is there."""
        known, now = self._known, self._now()
        if known is None or now is None or not self._is_in_place(now, known):
            return False
        self._known = now
        return True

    def _is_in_place(self, now: _Known, known: _Known) -> bool:
        beside = zip(now.beside, known.beside, strict=True)
        return now.main == known.main and all(was in (None, is_) for is_, was in beside)

    def _let_go(self, known: _Known, now: _Known | None) -> None:
        untouched = now is not None and now.content == known.content
        in_place = now is not None and now.main == known.main
        sound = untouched or (in_place and self._is_sound())
        if untouched:
            self._write_back()
        elif not sound:
            self._empty(known)
        for opened in list(self._opened):
            self.close(opened)
        if not (in_place and sound):
            self._clear_away(known)
        self.generation += 1
        # Another program of ours may have written what was beside into the file, which grows by that, if anything.
        if now is None or not sound or not self._is_in_place(now, known) or now.content[0] < known.content[0]:
            self.harmed = self.generation

    def _write_back(self) -> None:
        """What is still beside the file goes into it, be it that what is beside has lost its name: nobody else could
        read it there. It is emptied by that, so that it cannot be taken for a part of another file."""
        for opened in list(self._opened):
            with suppress(sqlite3.Error):
                opened.connection.execute(f"PRAGMA busy_timeout = {BRIEF_MS}")
                if opened.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0:
                    return

    def _empty(self, known: _Known) -> None:
        """SQLite would write what is beside the file into it in the end, over whatever somebody has put there."""
        wal, _ = self._beside()
        with suppress(OSError):
            if _identity(wal) == known.beside[0]:
                os.truncate(wal, 0)

    def _clear_away(self, known: _Known) -> None:
        """What lies beside belonged to another file than the one that is there now."""
        for file, was in zip(self._beside(), known.beside, strict=True):
            with suppress(OSError):
                if was is not None and _identity(file) == was:
                    file.unlink()

    def _is_sound(self) -> bool:
        """Whether somebody who opens the file now can read it."""
        try:
            if self.path.stat().st_size < SMALLEST_BYTES:
                return False
            connection = sqlite3.connect(
                f"{self.path.resolve().as_uri()}?mode=ro", uri=True, timeout=BRIEF_MS / 1000, isolation_level=None
            )
        except (OSError, sqlite3.Error):
            return False
        try:
            check_sound(connection)
        except sqlite3.Error as error:
            spoilt = sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB
            return (getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF) not in spoilt
        finally:
            connection.close()
        return True

    def _now(self) -> _Known | None:
        if self._handle is None:
            return None
        try:
            found = os.fstat(self._handle)
            os.lseek(self._handle, 0, os.SEEK_SET)
            head = os.read(self._handle, HEAD_BYTES)
        except OSError:
            return None
        wal, shm = self._beside()
        content = found.st_size, found.st_mtime_ns, head
        return _Known(_identity(self.path), (_identity(wal), _identity(shm)), content)

    def _beside(self) -> tuple[Path, Path]:
        return self.path.with_name(f"{self.path.name}-wal"), self.path.with_name(f"{self.path.name}-shm")

    def _close_handle(self) -> None:
        if self._handle is not None:
            with suppress(OSError):
                os.close(self._handle)
        self._handle = self._known = None


def shared_file(path: Path) -> SharedFile:
    """The one of this path; for all who have it open."""
    try:
        name = str(path.resolve())
    except (OSError, ValueError, RuntimeError):
        name = str(path)
    with _FINDING:
        return _FILES.setdefault(name, SharedFile(path))


_FILES: WeakValueDictionary[str, SharedFile] = WeakValueDictionary()
_FINDING = threading.Lock()


def _identity(path: Path) -> Identity | None:
    """Which file it is: another one of the same name is not the one that was opened."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino

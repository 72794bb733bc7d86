"""Only one program watches a table: a lock that the system takes back however the program ends."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from calibration.file_lock import lock
from words.message import InputError, message

LONGEST_NAME = 40


def checked_table(name: str) -> str:
    """A table's name as people say it; it is shown, and stands in records."""
    if not name.strip() or name != name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError(message("table.name", value=repr(name)[:60], most=LONGEST_NAME))
    return name


def table_digest(table: str) -> str:
    """A name can hold what a file's name cannot, so files are called after its digest."""
    return hashlib.sha256(checked_table(table).encode("utf-8", "surrogatepass")).hexdigest()[:16]


class TableLock:
    """Held until `release`, or until the program is gone. Use it in a `with`."""

    def __init__(self, log_path: Path, table: str) -> None:
        """Raises `InputError` if another program watches this table."""
        digest = table_digest(table)
        self._handle: int | None = None
        try:
            log_path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(log_path.with_name(f".{log_path.name}.{digest}.lock"), os.O_RDWR | os.O_CREAT, 0o666)
        except (OSError, ValueError):  # where nothing can be written nothing can be locked, and the game goes on
            return
        if not lock(self._handle):
            os.close(self._handle)
            raise InputError(message("table.watched", table=table))

    def release(self) -> None:
        if self._handle is not None:
            with suppress(OSError):
                os.close(self._handle)
        self._handle = None

    def __enter__(self) -> TableLock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def is_watched(log_path: Path, table: str) -> bool:
    try:
        TableLock(log_path, table).release()
    except InputError:
        return True
    return False

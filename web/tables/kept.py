"""Which tables are open, written down beside the log: for its owner only, and for all programs that use the log."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from calibration.file_lock import lock, unlock
from calibration.files import write_whole
from referee.files import read_limited
from referee.strictjson import read_json
from words.message import InputError, Message, message

MOST_BYTES = 1_000_000
MOST_ENTRIES = 200
PRIVATE = 0o600
"""There may be passwords of cameras in it."""
LONGEST_WAIT_S = 5.0
LOOK_AGAIN_S = 0.02
MOST_ASIDE = 100


class KeptTables:
    """Each program writes and removes its own tables only: two pages on one log lose none of each other's."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._written: set[str] = set()
        """Names of the tables that we wrote down."""

    def read(self) -> tuple[list[dict[str, Any]], Message | None]:
        """What is written down. A file that makes no sense is put aside, and a sentence says so; what makes sense of
        it holds."""
        with self._alone():
            try:
                said = self._said()
            except InputError as error:
                aside = self._put_aside()
                return [], message("hall.damaged", file=self.path.name, why=error.message, aside=aside)
            entries = list(filter(_is_entry, said))
            if len(entries) == len(said):
                return entries, None
            return entries, message("hall.partly", file=self.path.name, aside=self._put_aside())

    def write(self, tables: Mapping[str, Mapping[str, Any]]) -> None:
        with self._alone():
            try:
                said = filter(_is_entry, self._said())
                others = [each for each in said if each["name"] not in {*self._written, *tables}]
            except InputError:
                self._put_aside()
                others = []
            kept = json.dumps([*others, *tables.values()], indent=1)
            with suppress(OSError):  # then they have to be set up again; the games are in the log
                write_whole(self.path, kept.encode("ascii"), PRIVATE)
                self._written = set(tables)

    def _said(self) -> list[Any]:
        if not os.path.lexists(self.path):
            return []
        if not self.path.is_file():  # a pipe would never say anything
            raise InputError(message("kept.no_file"))
        try:
            said = read_json(read_limited(str(self.path), MOST_BYTES).decode())
        except UnicodeDecodeError:
            raise InputError(message("input.text")) from None
        if not isinstance(said, list) or len(said) > MOST_ENTRIES:
            raise InputError(message("input.list"))
        return said

    def _put_aside(self) -> str:
        """Under a name that is free; what it is called then."""
        for number in range(1, MOST_ASIDE):
            aside = self.path.with_name(f"{self.path.name}.damaged{'' if number == 1 else f'-{number}'}")
            if not os.path.lexists(aside):
                try:
                    self.path.rename(aside)
                except OSError:
                    break
                with suppress(OSError):
                    aside.chmod(PRIVATE)
                return aside.name
        return self.path.name

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One program at a time; one that hangs is not waited for without end."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path.with_name(f".{self.path.name}.lock"), os.O_RDWR | os.O_CREAT, PRIVATE)
        except (OSError, ValueError):  # where nothing can be written nothing can be locked
            yield
            return
        try:
            until_s = time.monotonic() + LONGEST_WAIT_S
            while not lock(handle) and time.monotonic() < until_s:
                time.sleep(LOOK_AGAIN_S)
            yield
        finally:
            unlock(handle)
            os.close(handle)


def _is_entry(said: Any) -> bool:
    return isinstance(said, dict) and isinstance(said.get("name"), str)

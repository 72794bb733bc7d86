"""Photographs for a table that another program watches: left beside the log, taken up at once, answered, and gone."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.files import write_whole
from live.frame import Picture
from live.table_lock import table_digest
from referee.files import read_limited
from vision.photograph import decode_photograph, read_picture_file
from words.message import InputError, message

PATIENCE_S = 60.0
"""For an answer: on a slow machine a full board is read for some seconds."""
LOOK_EVERY_S = 0.1
MOST_ANSWER_BYTES = 10_000_000
_LETTER = re.compile(r"([0-9a-f]{16})\.(none|0|90|180|270)\.([a-z]{2})\.png", re.ASCII)


@dataclass(frozen=True, eq=False)
class Letter:
    """A photograph that somebody brings to a table, and in which language they want the answer."""

    image: Picture
    turned_deg: int | None
    language: str


@dataclass(frozen=True)
class LetterBox:
    """Where photographs for one table are left. The picture is deleted before it is looked at."""

    folder: Path

    @classmethod
    def of_table(cls, log_path: Path, table: str) -> LetterBox:
        return cls(log_path.with_name(f".{log_path.name}.{table_digest(table)}.letters"))

    def ask(self, image: Picture, turned_deg: int | None, language: str, patience_s: float = PATIENCE_S) -> Any:
        """Leaves a photograph and waits for what the table says to it.

        Raises
        ------
        InputError
            If nobody answers, or it cannot be left.
        """
        import cv2

        number = secrets.token_hex(8)
        letter = self.folder / f"{number}.{'none' if turned_deg is None else turned_deg}.{language}.png"
        answer = self.folder / f"{number}.json"
        _, data = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            write_whole(letter, data.tobytes())
            until_s = time.monotonic() + patience_s
            while time.monotonic() < until_s:
                if answer.exists():  # written whole, or not there
                    return json.loads(read_limited(str(answer), MOST_ANSWER_BYTES))
                time.sleep(LOOK_EVERY_S)
        except OSError as error:
            raise InputError(message("file.unwritable", why=error.strerror or str(error)), str(self.folder)) from None
        finally:
            self._tidy(letter, answer)
        raise InputError(message("settle.no_answer"))

    def letters(self) -> Iterator[tuple[str, Letter | InputError]]:
        """What has come since, each once, with the number to answer to. Cheap enough for every frame."""
        try:
            names = [each.name for each in self.folder.iterdir()]
        except OSError:
            return
        for name in sorted(names):
            if said := _LETTER.fullmatch(name):
                yield said[1], self._open(self.folder / name, said[2], said[3])

    def answer(self, number: str, said: Mapping[str, Any]) -> None:
        with suppress(OSError):  # whoever asked has gone, and the folder with them
            write_whole(self.folder / f"{number}.json", json.dumps(said, ensure_ascii=False).encode())

    def clear(self) -> None:
        """What was left while nobody watched is not looked at any more."""
        with suppress(OSError):
            self._tidy(*self.folder.iterdir())

    def _open(self, file: Path, turned: str, language: str) -> Letter | InputError:
        try:
            try:
                data = read_picture_file(str(file))
            finally:
                file.unlink()
            return Letter(decode_photograph(data).image, None if turned == "none" else int(turned), language)
        except OSError as error:
            return InputError(message("file.unreadable", why=error.strerror or str(error)))
        except InputError as error:
            return error

    def _tidy(self, *files: Path) -> None:
        for file in files:
            with suppress(OSError):
                file.unlink()
        with suppress(OSError):  # another letter may lie there
            self.folder.rmdir()

"""JPEG pictures out of a stream of bytes, however it is cut and whatever it says about their lengths."""

from __future__ import annotations

import re
from enum import Enum, auto

from live.sources.settings import SourceSettings
from words.message import InputError, message

BEGIN = b"\xff\xd8"
# In the dots of a JPEG 0xff stands before 0x00 or a restart mark; anything else is the next part.
_AFTER_DOTS = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_LENGTH = re.compile(rb"^content-length[ \t]*:[ \t]*(\d{1,15})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_NO_HEAD = re.compile(rb"\r?\n")


class _BrokenError(Exception):
    """These bytes are no JPEG."""


class _Walk:
    """Goes through a JPEG part by part, as a smaller one may be inside with an end of its own."""

    def __init__(self) -> None:
        self._at, self._in_dots = len(BEGIN), False

    def end(self, data: bytearray) -> int | None:
        """Where the picture ends; None if it goes on beyond what has come."""
        while True:
            if self._in_dots:
                found = _AFTER_DOTS.search(data, self._at)
                if found is None:
                    self._at = max(self._at, len(data) - 1)
                    return None
                self._at, self._in_dots = found.start(), False
            if len(data) < self._at + 2:
                return None
            if data[self._at] != 0xFF:
                raise _BrokenError
            kind = data[self._at + 1]
            if kind == 0xD9:
                return self._at + 2
            if kind == 0xD8 or (kind < 0xC0 and kind != 0x01):  # none that a JPEG has
                raise _BrokenError
            if kind == 0xFF:
                self._at += 1
            elif kind == 0x01 or 0xD0 <= kind <= 0xD7:
                self._at += 2
            else:
                if len(data) < self._at + 4:
                    return None
                length = int.from_bytes(data[self._at + 2 : self._at + 4], "big")
                if length < 2:
                    raise _BrokenError
                if len(data) < self._at + 2 + length:
                    return None
                self._at += 2 + length
                self._in_dots = kind == 0xDA


class _Where(Enum):
    BETWEEN = auto()
    HEAD = auto()
    MEASURED = auto()
    """In a picture whose length was told."""
    OPEN = auto()
    """In a picture whose end must be found."""
    LOST = auto()
    """In something that is no picture."""


class JpegStream:
    """Fed with bytes, gives the pictures that are complete. Damaged ones too: decoding them will tell."""

    def __init__(self, boundary: str | None, settings: SourceSettings) -> None:
        """`boundary` as the answer names it, in quotes and with dashes or not; None if nothing is between pictures."""
        token = (boundary or "").strip().strip('"').lstrip("-").encode("latin-1", "replace")
        self._settings = settings
        self._line = re.compile(re.escape(token) + rb"(--)?[ \t]{0,60}\r?\n") if token else None
        self._border = re.compile(rb"\r?\n-{0,10}" + re.escape(token)) if token else None
        self._keep = len(token) + 80 if token else 1
        self._data = bytearray()
        self._where = _Where.BETWEEN
        self._length = 0
        self._walk = _Walk()
        self._searched = 0
        self.ended = False

    def feed(self, data: bytes) -> list[bytes]:
        """
        Raises
        ------
        InputError
            If a picture is larger than allowed, or what comes before it.
        """
        self._data += data
        found: list[bytes] = []
        steps = {
            _Where.BETWEEN: self._between,
            _Where.HEAD: self._head,
            _Where.MEASURED: self._measured,
            _Where.OPEN: self._open,
            _Where.LOST: self._lost,
        }
        while not self.ended and steps[self._where](found):
            pass
        if len(self._data) > self._settings.most_frame_bytes:
            raise self._too_large()
        return found

    def _between(self, found: list[bytes]) -> bool:
        del found
        if self._line is None:
            begin = self._data.find(BEGIN + b"\xff")
            if begin >= 0:
                del self._data[:begin]
                self._begin_open()
                return True
        elif line := self._line.search(self._data):
            self.ended = line[1] is not None
            del self._data[: line.end()]
            self._where = _Where.HEAD
            return True
        del self._data[: max(0, len(self._data) - self._keep - 1)]
        return False

    def _head(self, found: list[bytes]) -> bool:
        del found
        if self._data.startswith(BEGIN):
            self._begin_open()
            return True
        end = _NO_HEAD.match(self._data) or _BLANK_LINE.search(self._data)
        if (end.end() if end else len(self._data)) > self._settings.most_head_bytes:
            raise InputError(message("source.no_answer"))
        if end is None:
            return False
        length = _LENGTH.search(self._data, 0, end.end())
        self._length = int(length[1]) if length else 0
        del self._data[: end.end()]
        if self._length > self._settings.most_frame_bytes:
            raise self._too_large()
        if self._length:
            self._where = _Where.MEASURED
        else:
            self._begin_open()
        return True

    def _measured(self, found: list[bytes]) -> bool:
        if len(self._data) < self._length:
            return False
        self._give(found, self._length)
        return True

    def _begin_open(self) -> None:
        self._where, self._walk, self._searched = _Where.OPEN, _Walk(), 0

    def _open(self, found: list[bytes]) -> bool:
        if len(self._data) < len(BEGIN):
            return False
        if not self._data.startswith(BEGIN):
            self._where = _Where.LOST
            return True
        try:
            end = self._walk.end(self._data)
        except _BrokenError:
            self._where = _Where.LOST
            return True
        if end is None:
            return False
        self._give(found, end)
        return True

    def _lost(self, found: list[bytes]) -> bool:
        """Up to the next border, or the next beginning of a picture where there are none."""
        if self._border is None:
            end = self._data.find(BEGIN + b"\xff", max(self._searched, 1))
        else:
            border = self._border.search(self._data, self._searched)
            end = border.start() if border else -1
        if end < 0:
            self._searched = max(0, len(self._data) - self._keep)
            return False
        self._give(found, end)
        return True

    def _give(self, found: list[bytes], end: int) -> None:
        found.append(bytes(self._data[:end]))
        del self._data[:end]
        self._where = _Where.BETWEEN

    def _too_large(self) -> InputError:
        return InputError(message("source.large", most=self._settings.most_frame_bytes // 1_000_000))

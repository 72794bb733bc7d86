"""Files from outside, read whole but never without end: a device or an endless pipe is a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from words.message import InputError, message

MOST_TEXT_BYTES = 1_000_000
"""Of a position, a record, a set, a camera: the longest that was ever written has some tens of kilobytes."""
LONGEST_LINE_BYTES = 1_000_000
"""Of one line in a stream of questions."""
GIVE_UP_BYTES = 50_000_000
"""So long without the end of a line, and what comes is no stream of lines."""
KILO = 1000


def read_limited(named: str, most_bytes: int) -> bytes:
    """All bytes of a file, of which there may be no more than these."""
    try:
        with Path(named).open("rb") as file:
            data = file.read(most_bytes + 1)
    except OSError as error:
        raise InputError(message("file.unreadable", why=error.strerror or str(error)), named) from None
    except ValueError as error:  # a name with a NUL in it
        raise InputError(message("file.unreadable", why=str(error)), repr(named)) from None
    if len(data) > most_bytes:
        raise InputError(message("file.large", most=most_bytes // KILO), named)
    return data


def read_text_file(named: str, most_bytes: int = MOST_TEXT_BYTES) -> str:
    try:
        return read_limited(named, most_bytes).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(message("input.text"), named) from None


def lines_of(stream: BinaryIO) -> Iterator[bytes | InputError]:
    """The lines of a stream; of one that is too long an error, and the rest goes on."""
    while line := stream.readline(LONGEST_LINE_BYTES + 1):
        if len(line) <= LONGEST_LINE_BYTES:
            yield line
            continue
        yield InputError(message("input.long_line", most=LONGEST_LINE_BYTES // KILO))
        left = GIVE_UP_BYTES
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE_BYTES)
            left -= len(line)
            if left < 0:
                raise InputError(message("input.no_lines"), "-")

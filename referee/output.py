"""Files that a command was asked to write: done, or one sentence that says why not."""

from __future__ import annotations

from pathlib import Path

from words.message import InputError, message

PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg")


def picture_suffix(path: str) -> str:
    """The format a picture's name asks for."""
    suffix = Path(path).suffix.lower()
    if suffix not in PICTURE_SUFFIXES:
        raise InputError(message("file.suffix", known=", ".join(PICTURE_SUFFIXES)), path)
    return suffix


def write_file(path: str, data: bytes) -> None:
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise InputError(message("file.unwritable", why=error.strerror or str(error)), path) from None
    except ValueError as error:  # a name with a NUL in it
        raise InputError(message("file.unwritable", why=str(error)), repr(path)) from None

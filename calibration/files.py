"""Sets, cameras and colours kept as files: read and checked, written whole or not at all; errors name their file."""

from __future__ import annotations

import json
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.measured import MeasuredSet
from calibration.physical_set import PhysicalSet
from referee.files import read_text_file
from referee.strictjson import read_json
from words.message import InputError, message

Measured = TypeVar("Measured")


def load_set(path: str) -> PhysicalSet:
    """What a calibration wrote says of each measure whether somebody took it."""
    return _load(path, MeasuredSet.from_json).physical_set


def load_camera(path: str) -> Camera:
    return _load(path, Camera.from_json)


def load_colours(path: str) -> ColourReferences:
    return _load(path, ColourReferences.from_json)


def _load(path: str, from_json: Callable[[Any], Measured]) -> Measured:
    text = read_text_file(path)
    try:
        return from_json(read_json(text))
    except InputError as error:
        raise error.at(path) from None


def save_json(path: str, data: Any) -> None:
    """Writes what people may want to read too; a file of that name is replaced once the new one is complete."""
    try:
        encoded = json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:  # half a character, from JSON that was written elsewhere
        encoded = json.dumps(data, indent=2, allow_nan=False).encode()
    try:
        write_whole(Path(path), encoded + b"\n")
    except OSError as error:
        raise InputError(message("file.unwritable", why=error.strerror or str(error)), path) from None
    except ValueError as error:  # a name with a NUL in it
        raise InputError(message("file.unwritable", why=str(error)), repr(path)) from None


def write_whole(path: Path, data: bytes, mode: int | None = None) -> None:
    """Writes beside the file and renames, so that neither a full disk nor a pulled plug leaves half of it. `mode` is
    who may read it; without it, as before, or as the system has it for new files."""
    target = path.resolve()  # a link stays one
    kept = target.stat() if target.exists() else None
    if kept is not None and not stat.S_ISREG(kept.st_mode):
        target.write_bytes(data)  # a pipe or a device has nothing to lose
        return
    beside = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if kept is not None and mode is None:
            beside.chmod(stat.S_IMODE(kept.st_mode))
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _settle(target.parent)


def _settle(folder: Path) -> None:
    """The new name is on the disk too, where a folder can be told so."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:  # some network folders cannot; the file itself is safe
        pass
    finally:
        os.close(handle)

"""Sets, cameras and colours kept as files: read, checked, and every error names its file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.physical_set import PhysicalSet
from referee.message import InputError
from referee.strictjson import read_json
from referee.tactori.questions import read_text_file

Measured = TypeVar("Measured")


def load_set(path: str) -> PhysicalSet:
    return _load(path, PhysicalSet.from_json)


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

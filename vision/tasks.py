"""What is to be read: photographs named on the command line, or in a batch file with one task a line."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.measured import MeasuredSet
from calibration.physical_set import PhysicalSet
from calibration.profile import Profile
from referee.message import InputError, message
from referee.tactori.board import BOARDS
from referee.tactori.questions import read_question
from vision.reading import Corners
from vision.tactori.settings import ASK

AUTO = "auto"


@dataclass(frozen=True)
class Task:
    """One photograph, and what is known about it beforehand."""

    image: str
    """As it was named, which is how the answer names it."""
    path: str
    physical_set: PhysicalSet | None = None
    camera: Camera | None = None
    board: int | None = None
    corners: Corners | None = None
    profiles: tuple[Profile, ...] = ()
    """Say what is not said otherwise: the one that was named, or all of which the one that fits is looked for."""
    find_profile: bool = False
    measure: bool = True
    """Whether a set that nobody measured is measured on the photograph."""
    colours: ColourReferences | None = None
    ask: str = "usual"
    """Whether more or less than usual is asked, rather than claimed."""


@dataclass(frozen=True)
class BadTask:
    """A line of a batch file that is no task."""

    image: str | None
    error: InputError


def image_tasks(images: Sequence[str], known: Task) -> Iterator[Task]:
    for image in images:
        yield replace(known, image=image, path=image)


def read_batch(path: str) -> list[tuple[int, bytes]]:
    """The lines of a batch file that have something on them, with their numbers."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(message("file.unreadable", why=error.strerror or str(error)), path) from None
    except ValueError as error:  # a name with a NUL in it
        raise InputError(message("file.unreadable", why=str(error)), repr(path)) from None
    return [(number, line) for number, line in enumerate(data.splitlines(), 1) if line.strip()]


def batch_tasks(lines: Sequence[tuple[int, bytes]], path: str, known: Task) -> Iterator[Task | BadTask]:
    """The tasks of a batch file; what a line does not say is as `known`."""
    folder = Path(path).parent
    for number, line in lines:
        image = None
        try:
            said = read_question(line)
            image = said.get("image") if isinstance(said.get("image"), str) else None
            yield _task(said, folder, known)
        except InputError as error:
            yield BadTask(image, error.at(f"line {number}"))


def _task(said: Any, folder: Path, known: Task) -> Task:
    if "image" not in said:
        raise InputError(message("input.missing", key="image"))
    image = said["image"]
    if not isinstance(image, str) or not image:
        raise InputError(message("scan.text"))
    task = replace(known, image=image, path=str(folder / image))
    if said.get("set") is not None:
        task = replace(task, physical_set=MeasuredSet.from_json(said["set"]).physical_set)
    if said.get("camera") is not None:
        task = replace(task, camera=Camera.from_json(said["camera"]))
    if said.get("board") is not None:
        task = replace(task, board=read_board(said["board"]))
    if said.get("ask") is not None:
        task = replace(task, ask=read_ask(said["ask"]))
    return task


def read_board(value: object) -> int | None:
    """5, 9, or None if it is to be found out."""
    if value == AUTO:
        return None
    known = {str(board): board for board in BOARDS}
    if isinstance(value, bool) or not isinstance(value, int | str) or str(value) not in known:
        said = message("rule.value", key="board", value=repr(value)[:40], known=", ".join([*known, AUTO]))
        raise InputError(said)
    return known[str(value)]


def read_ask(value: object) -> str:
    if not isinstance(value, str) or value not in ASK:
        raise InputError(message("rule.value", key="ask", value=repr(value)[:40], known=", ".join(ASK)))
    return value


def read_corners(written: str) -> Corners:
    """Four corners as they are typed, "x,y x,y x,y x,y"; they must go around the board the right way."""
    try:
        pairs = [tuple(float(number) for number in pair.split(",")) for pair in written.split()]
    except ValueError:
        pairs = []
    try:
        return checked_corners(pairs)
    except InputError as error:
        raise error.at("--corners") from None


def checked_corners(pairs: object) -> Corners:
    """Four corners that can be those of a board, beside a1, i1, i9 and a9."""
    if not isinstance(pairs, list) or len(pairs) != 4 or not all(map(_is_point, pairs)):
        raise InputError(message("scan.corners"))
    corners = tuple((float(pair[0]), float(pair[1])) for pair in pairs)
    around = [*corners, corners[0], corners[1]]
    ways = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(around)]
    # Rows run downwards in a picture, so that anticlockwise is where all corners turn to the negative side.
    if not all(a[0] * b[1] - a[1] * b[0] < 0 for a, b in pairwise(ways)):
        raise InputError(message("scan.corners"))
    return corners


def _is_point(pair: object) -> bool:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        return False
    return all(isinstance(v, int | float) and not isinstance(v, bool) and math.isfinite(v) for v in pair)

"""What is to be read: photographs named on the command line, or in a batch file with one task a line."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from calibration.board_plan import POINTS
from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.measured import MeasuredSet
from calibration.physical_set import PhysicalSet
from calibration.profile import Profile
from referee.files import read_limited
from referee.games import find_game
from referee.questions import read_question
from vision.corners import Corners
from words.message import InputError, message

AUTO = "auto"
ASKS = ("less", "usual", "more")
"""How much is asked rather than claimed."""
LEAST_VIEWS, MOST_VIEWS = 2, 8
"""Of pictures that are read as one."""
TURNS = (0, 90, 180, 270)
MOST_BATCH_BYTES = 50_000_000
"""Of a batch file: fifty thousand pictures, each with its camera and its set."""


@dataclass(frozen=True)
class Task:
    """One photograph, and what is known about it beforehand."""

    image: str
    """As it was named, which is how the answer names it."""
    path: str
    physical_set: PhysicalSet | None = None
    camera: Camera | None = None
    board: int | None = None
    game: str | None = None
    """Which game lies on the board, if somebody says so."""
    corners: Corners | None = None
    profiles: tuple[Profile, ...] = ()
    """Say what is not said otherwise: the one that was named, or all of which the one that fits is looked for."""
    find_profile: bool = False
    measure: bool = True
    """Whether a set that nobody measured is measured on the photograph."""
    listed: MeasuredSet | None = None
    """The set of the list it belongs to, where nobody measured it otherwise; a picture may show another one."""
    colours: ColourReferences | None = None
    ask: str = "usual"
    """Whether more or less than usual is asked, rather than claimed."""
    images: tuple[str, ...] = ()
    """Several pictures of one position, which are read as one; `image` is the first of them."""
    paths: tuple[str, ...] = ()
    cameras: tuple[Camera | None, ...] = ()
    """Where one is not said, `camera` holds."""
    turned: tuple[int | None, ...] = ()
    """By how many degrees the camera went round the board since the first picture, where somebody says so."""

    def alone(self, index: int) -> Task:
        """What is known of one of several pictures."""
        camera = self.cameras[index] if index < len(self.cameras) else None
        path = self.paths[index] if index < len(self.paths) else ""
        one = replace(self, image=self.images[index], path=path, camera=camera or self.camera)
        return replace(one, images=(), paths=(), cameras=(), turned=())


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
    data = read_limited(path, MOST_BATCH_BYTES)
    return [(number, line) for number, line in enumerate(data.splitlines(), 1) if line.strip()]


def batch_tasks(lines: Sequence[tuple[int, bytes]], path: str, known: Task) -> Iterator[Task | BadTask]:
    """The tasks of a batch file; what a line does not say is as `known`."""
    folder = Path(path).parent
    for number, line in lines:
        image = None
        try:
            said = read_question(line)
            image = _named(said)
            yield _task(said, folder, known)
        except InputError as error:
            yield BadTask(image, error.at(f"line {number}"))


def _named(said: Any) -> str | None:
    """How the answer to a line is named, be the rest of it what it may: by its image, or by the first of several."""
    images = said.get("images")
    image = images[0] if isinstance(images, list) and images else said.get("image")
    return image if isinstance(image, str) else None


def _task(said: Any, folder: Path, known: Task) -> Task:
    if "images" in said:
        task = _together(said, folder, known)
    elif "image" not in said:
        raise InputError(message("input.missing", key="image"))
    else:
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
    if said.get("game") is not None:
        task = replace(task, game=find_game(said["game"]).id)
    if said.get("corners") is not None:
        task = replace(task, corners=checked_corners(said["corners"]))
    if said.get("ask") is not None:
        task = replace(task, ask=read_ask(said["ask"]))
    return task


def _together(said: Any, folder: Path, known: Task) -> Task:
    """A line with several pictures of one position."""
    images = said["images"]
    if not isinstance(images, list) or not all(isinstance(image, str) and image for image in images):
        raise InputError(message("together.images"))
    task = together_task(images, known, [str(folder / image) for image in images])
    if said.get("cameras") is not None:
        cameras = said["cameras"]
        if not isinstance(cameras, list) or len(cameras) != len(images):
            raise InputError(message("together.cameras"))
        read = tuple(None if camera is None else Camera.from_json(camera) for camera in cameras)
        task = replace(task, cameras=read)
    if said.get("turned") is not None:
        task = replace(task, turned=checked_turns(said["turned"], len(images)))
    return task


def together_task(images: Sequence[str], known: Task, paths: Sequence[str] | None = None) -> Task:
    """Several pictures of one position, read as one."""
    check_count(len(images))
    placed = tuple(images if paths is None else paths)
    return replace(known, image=images[0], path=placed[0], images=tuple(images), paths=placed)


def read_turns(written: str, count: int) -> tuple[int | None, ...]:
    """How pictures are turned as it is typed, "0,90,180"."""
    words = [word.strip() for word in written.split(",")]
    try:
        return checked_turns([int(word) if word.isascii() and word.isdigit() else -1 for word in words], count)
    except InputError as error:
        raise error.at("--turned") from None


def checked_turns(turned: Any, count: int) -> tuple[int | None, ...]:
    """By how many degrees the camera went round for each of so many pictures; None where nobody knows."""
    fits = isinstance(turned, list) and len(turned) == count and turned[0] in (None, 0)
    if not fits or not all(each is None or (type(each) is int and each in TURNS) for each in turned):
        raise InputError(message("together.turned", count=count))
    return tuple(turned)


def check_count(pictures: int) -> None:
    """Whether so many pictures can be read as one."""
    if not LEAST_VIEWS <= pictures <= MOST_VIEWS:
        raise InputError(message("together.count", least=LEAST_VIEWS, most=MOST_VIEWS, count=pictures))


def read_board(value: object) -> int | None:
    """5, 9, or None if it is to be found out."""
    if value == AUTO:
        return None
    known = {str(board): board for board in POINTS}
    if isinstance(value, bool) or not isinstance(value, int | str) or str(value) not in known:
        said = message("rule.value", key="board", value=repr(value)[:40], known=", ".join([*known, AUTO]))
        raise InputError(said)
    return known[str(value)]


def read_ask(value: object) -> str:
    if not isinstance(value, str) or value not in ASKS:
        raise InputError(message("rule.value", key="ask", value=repr(value)[:40], known=", ".join(ASKS)))
    return value


def read_corners(written: str) -> Corners:
    """Four corners as they are typed, "x,y;x,y;x,y;x,y" or with spaces; they must go around the board the right way."""
    try:
        pairs = [tuple(float(number) for number in pair.split(",")) for pair in written.replace(";", " ").split()]
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

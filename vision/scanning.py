"""Photographs from the file to what is said of them: what all readers share, and where the board is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from calibration.physical_set import plan_of
from vision.board.find import NoBoard, find_board
from vision.corners import Corners, corners_json
from vision.found_board import FoundBoard
from vision.known_of_picture import Known, known_of, without_profile
from vision.photograph import Photograph, decode_photograph, read_picture_file
from vision.tasks import Task
from words.language import explain_error, say
from words.message import InputError, Message, message

Looked = TypeVar("Looked")


class AnswerIsNo(InputError):  # noqa: N818 - no error of the person who asked
    """A sound photograph, in which there is no board to be read."""


def error_json(image: str | None, error: InputError, language: str = "en") -> dict[str, Any]:
    """What stands in the place of a reading that could not be made."""
    return {"image": image, "error": explain_error(error, language)}


@dataclass(frozen=True)
class ScannedView:
    """What became of one of several pictures that were read as one."""

    image: str
    photograph: Photograph
    found: FoundBoard | None
    """With its fields named as the first picture sees them."""
    corners: Corners | None
    """In pixels of the photograph, beside a1, i1, i9 and a9 as the first picture names them."""
    turned: int
    used: bool
    why: Message | None
    """Why it was left out, and what it disagrees about."""
    known: Known

    def to_json(self, language: str) -> dict[str, Any]:
        said = {
            "image": self.image,
            "corners": None if self.corners is None else corners_json(self.corners),
            "turned": None if self.found is None else self.turned,
            "used": self.used,
            "why": None if self.why is None else say(self.why, language),
        }
        return said | self.known.to_json(language)


@dataclass(frozen=True)
class Located:
    """Where the board is in one photograph."""

    image: str
    corners: Corners
    board: int | None
    known: Known

    def to_json(self, language: str) -> dict[str, Any]:
        said = {"image": self.image, "corners": corners_json(self.corners), "board": self.board}
        return said | self.known.to_json(language)


def locate(task: Task) -> Located:
    data = read_picture_file(task.path)
    photograph = decode_photograph(data)

    def find(known: Known) -> FoundBoard:
        return find_board(photograph.image, plan_of(known.physical_set, known.board), known.camera, known.corners)

    with explained():
        found, known = with_profile(task, photograph, data, find)
    return Located(task.image, photograph.to_original(found.corners_px), found.board, known)


@contextmanager
def explained() -> Iterator[None]:
    """No board is an answer; and a mistake of ours must not take the other photographs with it."""
    try:
        yield
    except NoBoard as error:
        raise AnswerIsNo(error.message) from None
    except InputError:
        raise
    except Exception as error:
        raise InputError(message("scan.failed", why=f"{type(error).__name__}: {error}"[:200])) from error


def with_profile(
    task: Task, photograph: Photograph, data: bytes, look: Callable[[Known], Looked]
) -> tuple[Looked, Known]:
    """Looks at a picture with its profile. Where only the profile keeps the board from being found, it does not fit."""
    known = known_of(task, photograph, data)
    try:
        return look(known), known
    except NoBoard:
        if known.profile is None:
            raise
    plain = known_of(replace(task, profiles=(), find_profile=False), photograph, data)
    seen = look(plain)
    return seen, without_profile(task, known, plain, photograph)

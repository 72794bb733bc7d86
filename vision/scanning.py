"""One photograph from its file to its reading and its verdict."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.message import InputError, message
from referee.tactori.rules import RuleBook
from referee.tactori.scoring import PositionVerdict, judge_position
from vision.board.find import NoBoard, find_board
from vision.photograph import Photograph, decode_photograph, read_picture_file
from vision.reading import Reading, corners_json
from vision.tasks import Task

if TYPE_CHECKING:
    from vision.reader import Scan

NO_BOARD = {"none": "noboard.none", "cut_off": "noboard.cut_off", "fields": "noboard.fields"}


class AnswerIsNo(InputError):  # noqa: N818 - no error of the person who asked
    """A sound photograph, in which there is no board to be read."""


@dataclass(frozen=True)
class Scanned:
    """A reading with the picture it was read from, and the referee's verdict if a game was named."""

    photograph: Photograph
    scan: Scan
    reading: Reading
    verdict: PositionVerdict | None

    @property
    def legal(self) -> bool:
        return self.verdict is None or self.verdict.legal

    def to_json(self, language: str) -> dict[str, Any]:
        said = self.reading.to_json(language)
        if self.verdict is not None:
            said["verdict"] = self.verdict.to_json(language)
            said["verdict_unsure"] = sorted(self.reading.doubtful)
        return said

    def overlay(self) -> Any:
        from vision.overlay import draw_overlay

        found, physical_set = self.scan.found, self.scan.physical_set
        return draw_overlay(self.photograph.image, found, physical_set, self.reading, self.verdict)


def scan(task: Task, rules: RuleBook | None) -> Scanned:
    """Reads one photograph; whatever stands in the way is an `InputError`."""
    from vision.reader import read_photograph  # who only looks for the board need not wait for it

    photograph = decode_photograph(read_picture_file(task.path))
    known = _known(task, photograph)
    started = time.perf_counter()
    with _explained():
        seen = read_photograph(photograph.image, task.physical_set, *known)
    elapsed_ms = 1000 * (time.perf_counter() - started)
    corners = photograph.to_original(seen.found.corners_px)
    reading = Reading(task.image, corners, seen.position, seen.unsure, elapsed_ms)
    return Scanned(photograph, seen, reading, judge_position(seen.position, rules) if rules else None)


def locate(task: Task) -> dict[str, Any]:
    """Where the board is in one photograph, as the contract says it."""
    photograph = decode_photograph(read_picture_file(task.path))
    known = _known(task, photograph)
    with _explained():
        found = find_board(photograph.image, task.physical_set, *known)
    corners = corners_json(photograph.to_original(found.corners_px))
    return {"image": task.image, "corners": corners, "board": found.board}


@contextmanager
def _explained() -> Iterator[None]:
    """No board is an answer; and a mistake of ours must not take the other photographs with it."""
    try:
        yield
    except NoBoard as error:
        raise AnswerIsNo(message(NO_BOARD.get(error.reason, "noboard.none"))) from None
    except InputError:
        raise
    except Exception as error:
        raise InputError(message("scan.failed", why=f"{type(error).__name__}: {error}"[:200])) from error


def _known(task: Task, photograph: Photograph) -> tuple[Any, ...]:
    """Camera, board and corners in terms of the picture that is worked on."""
    camera = task.camera
    if camera is not None:
        camera = camera.at_size((photograph.image.shape[1], photograph.image.shape[0]))
    corners = photograph.from_original(task.corners) if task.corners else None
    return camera, task.board, corners

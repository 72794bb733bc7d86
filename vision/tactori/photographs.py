"""Photographs of Tactori in a list: one or several read as one, how they compare, and the set that they show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from calibration.measured import MeasuredSet
from calibration.physical_set import PhysicalSet, plan_of
from referee.game import AnyGame
from referee.tactori.hanging import Hanging, hanging
from referee.tactori.position import Position
from referee.tactori.rules import RuleBook
from vision.board.find import NoBoard, find_board
from vision.doubt import Doubt
from vision.found_board import FoundBoard
from vision.photograph import Photograph, Picture
from vision.picture_reading import PictureRead, Reading
from vision.tactori.alike import turned_place, turned_position
from vision.tactori.calibrate.list_set import measure_list
from vision.tactori.calibrate.unknown_set import measure_here
from vision.tactori.scanning import Scanned, scan_photograph, scan_together
from vision.tasks import Task
from words.message import InputError, message

# In pitches: a picture that tells the height no better than this does not tell the set.
LARGEST_ERROR = 0.03
# In pitches: what was measured on a picture itself and is nearer than this to the list's set need not be read again.
AS_GOOD = 0.015
MEASURING_ALONE = 0.1
"""The share of measuring a list's set that goes into what single pictures tell."""


def read(task: Task, game: AnyGame, photograph: Photograph, data: bytes) -> PictureRead:
    scanned = scan_photograph(task, None, photograph, data)
    return _read(scanned, scanned.reading.found)


def read_together(task: Task, pictures: Sequence[tuple[Photograph, bytes]]) -> PictureRead:
    scanned = scan_together(task, None, pictures)
    return _read(scanned, scanned.views[0].found)


def _read(scanned: Scanned, found: FoundBoard | None) -> PictureRead:
    said = scanned.reading
    unsure = tuple(Doubt(_in_order(doubt.at), doubt.why) for doubt in said.unsure)
    moves = {doubt.at: move for doubt, move in zip(unsure, scanned.moves, strict=True) if move} if scanned.views else {}
    reading = Reading(
        said.image, said.corners, said.position, unsure, said.ms, {_in_order(at): p for at, p in said.p.items()}
    )
    return PictureRead(reading, found, said.physical_set, said.measured, scanned.known, scanned.views, moves)


def _in_order(place: str) -> str:
    return "-".join(sorted(place.split("-")))


def count(position: Position) -> Mapping[str, int]:
    return {"towers": sum(map(len, position.towers.values())), "sticks": len(position.sticks)}


def hanging_sticks(position: Position, doubtful: Sequence[str], rules: RuleBook) -> tuple[Hanging, ...]:
    return hanging(position, [at for at in doubtful if "-" in at], rules)


def turned(position: Position, places: Sequence[str], quarters: int) -> tuple[Position, tuple[str, ...]]:
    named = tuple(turned_place(place, position.board, quarters) for place in places)
    return turned_position(position, quarters), named


def measure(
    images: Sequence[Picture],
    each: Sequence[MeasuredSet | None],
    board: int | None,
    tell: Callable[[float], None],
) -> MeasuredSet:
    """The set that pictures of a list show, fitted over all of them; `each` is what single ones told before."""
    told = [own or _measured_alone(image, board) for image, own in zip(images, each, strict=True)]
    known = [own for own in told if own is not None]
    tell(MEASURING_ALONE)
    if not known:
        raise InputError(message("calibrate.few_towers"))
    return measure_list(images, known, lambda share: tell(MEASURING_ALONE + (1 - MEASURING_ALONE) * share), board)


def _measured_alone(image: Picture, board: int | None) -> MeasuredSet | None:
    try:
        found = find_board(image, plan_of(None, board))
    except NoBoard:
        return None
    here = measure_here(image, found, None, False)
    return here.measured_set if here is not None else None


def is_told(made: PhysicalSet) -> bool:
    return "tower_height" not in made.defaults


def error(measured: MeasuredSet) -> float | None:
    if "tower_height" not in measured.errors:
        return None
    share = measured.errors["tower_height"] / measured.physical_set.pitch_9
    return share if share <= LARGEST_ERROR else None


def as_good(one: MeasuredSet, other: MeasuredSet) -> bool:
    a, b = one.physical_set, other.physical_set
    return all(
        abs(getattr(a, name) / a.pitch_9 - getattr(b, name) / b.pitch_9) <= AS_GOOD
        for name in ("tower_width", "tower_height")
    )

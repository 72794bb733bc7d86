"""Which reader serves a family of games: one dictionary, and what a reader gives.

What reads pictures is slow to import, and no other command should wait for it: a reader is imported when it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from calibration.colours import ColourReferences
from referee.game import AnyGame, Rules
from words.message import InputError, message

if TYPE_CHECKING:
    from calibration.arrays import Image
    from calibration.camera import Camera
    from calibration.physical_set import PhysicalSet
    from vision.doubt import Doubt
    from vision.found_board import FoundBoard
    from vision.photograph import Picture
    from vision.tasks import Task

USUAL = "tactori"
"""The family whose reader serves pictures of which nobody says what is played."""


class AnyScanned(Protocol):
    """A photograph that was read, or several of one position: what programs and people are told of it."""

    @property
    def legal(self) -> bool: ...
    def to_json(self, language: str) -> dict[str, Any]: ...
    def print(self, language: str) -> str: ...
    def notes(self, language: str) -> list[str]: ...


class PiecesSeen(Protocol):
    """What a look at a wooden board told: where it is, what stands how high, and what is not vouched for."""

    @property
    def found(self) -> FoundBoard | None: ...
    @property
    def heights_mm(self) -> Mapping[str, float]: ...
    @property
    def unsure(self) -> tuple[Doubt, ...]: ...
    @property
    def observed(self) -> ColourReferences | None: ...


@dataclass(frozen=True)
class Reader:
    scan: Callable[[Task, AnyGame | None, Rules | None], AnyScanned]
    """Whatever stands in the way is an `InputError`."""
    draw: Callable[[Any, bool], Iterator[tuple[str, Picture]]] | None = None
    """Draws what was scanned over its pictures, with their names: over each of several, or over one."""
    together: bool = False
    """Whether it reads several pictures of one position as one."""


def _scan_towers(task: Task, game: AnyGame | None, rules: Any) -> AnyScanned:
    from vision.tactori.scanning import scan

    return scan(task, rules)


def _scan_cards(task: Task, game: AnyGame | None, rules: Any) -> AnyScanned:
    from vision.flat.scanning import scan_cards

    assert game is not None  # cards are read only where somebody says so
    return scan_cards(task, game, rules)


READERS: Mapping[str, Reader] = {
    "tactori": Reader(_scan_towers, lambda scanned, each: scanned.overlays(each), together=True),
    "antiblok": Reader(_scan_cards),
}


def reader_of(game: AnyGame | None) -> Reader:
    """Raises `InputError` for a game whose photographs nobody can read."""
    if game is None:
        return READERS[USUAL]
    if game.family not in READERS:
        raise InputError(message("scan.no_reader", game=message(f"game.{game.id}")))
    return READERS[game.family]


def look_at_pieces(
    image: Image, physical_set: PhysicalSet | None, camera: Camera | None, board: int | None, colours: ColourReferences
) -> PiecesSeen:
    """A look at a wooden board with pieces; raises `NoBoard` where there is none."""
    from vision.tactori.scan import read_photograph

    return read_photograph(image, physical_set, camera, board, colours=colours)


def paints_seen(image: Image, found: FoundBoard, physical_set: PhysicalSet) -> ColourReferences | None:
    """What the paints on a wooden board look like in this picture, if enough of them is seen."""
    from vision.tactori.scan import read_board

    return read_board(image, found, physical_set, ColourReferences.generic()).observed

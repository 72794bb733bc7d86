"""The families of games and what sees their boards: one dictionary from a family to what it gives.

What sees a board is slow to import, and whoever plays one game should not wait for another: a family is imported when
it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from referee.game import AnyGame
from words.message import InputError, Message, message

if TYPE_CHECKING:
    from calibration.arrays import Image
    from calibration.camera import Camera
    from calibration.colours import ColourReferences
    from calibration.measured import MeasuredSet
    from calibration.physical_set import PhysicalSet
    from vision.corners import Corners
    from vision.doubt import Doubt
    from vision.eye_settings import EyeSettings
    from vision.eyes import Eyes
    from vision.found_board import FoundBoard
    from vision.known_of_picture import Known
    from vision.photograph import Photograph, Picture
    from vision.picture_reading import PictureRead
    from vision.tactori.calibrate.colours import ColourSession as ColourSession
    from vision.tactori.calibrate.set_photos import SetResult as SetResult
    from vision.tactori.calibrate.set_photos import SetSession
    from vision.tasks import Task

USUAL = "tactori"
"""The family that serves pictures of which nobody says what is played."""


@dataclass(frozen=True)
class Sighted:
    """A board in a picture: its corners, and how many fields it has across if that could be told."""

    corners_px: Corners
    board: int | None


class NotSighted(Exception):  # noqa: N818 - said as a sentence
    """There is no such board in the picture; `message` says why."""

    def __init__(self, said: Message) -> None:
        super().__init__(said.key)
        self.message = said


class AnyScanned(Protocol):
    """A photograph that was read, or several of one position: what programs and people are told of it."""

    @property
    def legal(self) -> bool: ...
    def to_json(self, language: str) -> dict[str, Any]: ...
    def print(self, language: str) -> str: ...
    def notes(self, language: str) -> list[str]: ...


class Hanging(Protocol):
    """What of a verdict hangs on a place that nobody vouches for."""

    @property
    def at(self) -> str: ...
    def to_json(self) -> dict[str, Any]: ...
    def sentence(self, language: str) -> str: ...


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
class Together:
    """How several pictures of one position are one."""

    read: Callable[[Task, Sequence[tuple[Photograph, bytes]]], PictureRead]
    turned: Callable[[Any, Sequence[str], int], tuple[Any, tuple[str, ...]]]
    """A position and places of it, as they are called from so many sides further on the left."""
    claims: Callable[[Any, Sequence[str]], Any]
    """What a position vouches for but for the doubtful places, ready to be compared."""
    agreement: Callable[[Any, Any], int]
    """About how many pieces two claims agree, if from some side they clearly show the same; otherwise 0."""


@dataclass(frozen=True)
class SetMeasuring:
    """How the set of a list of photographs is measured."""

    measure: Callable[
        [Sequence[Picture], Sequence[MeasuredSet | None], int | None, Callable[[float], None]], MeasuredSet
    ]
    """Over all pictures at once; what single ones told before, and the board's fields if they are known."""
    is_told: Callable[[PhysicalSet], bool]
    """Whether somebody measured what a picture would tell."""
    error: Callable[[MeasuredSet], float | None]
    """How uncertain it is, as a share of the pitch; None if it does not tell the set."""
    same: Callable[[MeasuredSet, MeasuredSet], bool]
    """Whether two can be one set."""
    as_good: Callable[[MeasuredSet, MeasuredSet], bool]
    """Whether pictures need not be read again with the other."""


@dataclass(frozen=True)
class Reader:
    """What photographs of a family's boards are read with; None is what is not done with them."""

    scan: Callable[[Task, Any, Any], AnyScanned]
    """The file of a task, of a game by its rules, if they are known. Whatever stands in the way is an `InputError`."""
    read: Callable[[Task, AnyGame, Photograph, bytes], PictureRead]
    """The same for a photograph that is decoded already, without a verdict."""
    boards: tuple[int, ...]
    """Of how many fields across a picture may show one, where it has to tell; none where there is only one board."""
    pieces: tuple[str, ...]
    """What `count` counts."""
    count: Callable[[Any], Mapping[str, int]]
    board: Callable[[Any], int]
    """How many fields a position's board has across."""
    hanging: Callable[[Any, Sequence[str], Any], tuple[Hanging, ...]]
    """What of the verdict hangs on these doubtful places."""
    draw: Callable[[Any, bool], Iterator[tuple[str, Picture]]] | None = None
    """Draws what was scanned over its pictures, with their names: over each of several, or over one."""
    together: Together | None = None
    sets: SetMeasuring | None = None


@dataclass(frozen=True)
class Measuring:
    """What a family's set and its paints are measured with, on boards with pieces of wood."""

    set_session: Callable[[Mapping[str, float]], SetSession]
    """Photographs in, a set out; with what a ruler told."""
    draw_set: Callable[[SetResult, int], Image]
    """What a set was measured on, drawn over one of its photographs."""
    colour_session: Callable[[PhysicalSet | None], ColourSession]
    """Pictures in, paints out. It remembers no pictures, so that it can be handed to and fro."""
    draw_colours: Callable[[ColourReferences], Image]
    look: Callable[[Image, PhysicalSet | None, Camera | None, int | None, ColourReferences], PiecesSeen]
    """Raises `NoBoard` where there is no board."""
    paints: Callable[[Image, FoundBoard, PhysicalSet], ColourReferences | None]
    """What the paints on a board look like in this picture, if enough of them is seen."""


@dataclass(frozen=True)
class Family:
    """What sees the boards of a family; None is what nobody does with them."""

    eyes: Callable[[Known, EyeSettings], Eyes]
    """They watch a table."""
    find: Callable[[Image, int | None, Corners | None], Sighted]
    """Before a game: looks for a board of so many fields, if that is known, where somebody says that it is, if somebody
    does. Raises `NotSighted`."""
    colours: Callable[[Image, int | None, Corners | None], tuple[str, ...]]
    """In which colours pieces lie on it, to be offered to the players."""
    reader: Reader | None = None
    measuring: Measuring | None = None


def _tactori() -> Family:
    from vision.tactori.family import TACTORI

    return TACTORI


def _antiblok() -> Family:
    from vision.flat.family import ANTIBLOK

    return ANTIBLOK


FAMILIES: Mapping[str, Callable[[], Family]] = {"tactori": _tactori, "antiblok": _antiblok}


def family_of(game: AnyGame | None) -> Family | None:
    """What sees a game's board, if anything does; where nobody says what is played, it is the usual one."""
    load = FAMILIES.get(USUAL if game is None else game.family)
    return None if load is None else load()


def reader_of(game: AnyGame | None) -> Reader:
    """Raises `InputError` for a game whose photographs nobody can read."""
    family = family_of(game)
    if family is None or family.reader is None:
        raise _refusal("scan.no_reader", game)
    return family.reader


def measuring_of(game: AnyGame | None) -> Measuring:
    """Raises `InputError` for a game whose set nobody measures."""
    family = family_of(game)
    if family is None or family.measuring is None:
        raise _refusal("calibrate.not_measured", game)
    return family.measuring


def _refusal(key: str, game: AnyGame | None) -> InputError:
    assert game is not None  # the usual family has everything
    return InputError(message(key, game=message(f"game.{game.id}")))

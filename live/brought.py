"""A photograph that somebody brings to a table: the board in it, from which side it was taken, and if it agrees."""

from __future__ import annotations

from dataclasses import dataclass

from live.aside import covered_fields
from live.decision import touched
from live.eyes import Eyes
from live.frame import Picture
from live.settings import TableSettings
from live.turning import QUARTER_DEG, best_held, held
from referee.tactori.position import Position
from vision.board.find import NoBoard, find_board
from vision.cover import Cover
from vision.found_board import FoundBoard, turn
from vision.tactori.rereading import Beside, Look
from words.message import InputError, message

PHOTOGRAPH = "photograph"


@dataclass(frozen=True, eq=False)
class Brought:
    """A photograph of the board of a table. `found` names the fields as the table's camera does."""

    image: Picture
    found: FoundBoard
    cover: Cover | None

    @property
    def beside(self) -> Beside:
        return Beside(self.image, self.found, self.cover)


def place_photograph(
    image: Picture, eyes: Eyes, position: Position, settings: TableSettings, turned_deg: int | None = None
) -> Brought:
    """Finds the board in a photograph of a table that shows about this position.

    `turned_deg` says by how many degrees, counter-clockwise seen from above, it was taken further round than from the
    camera; otherwise the pieces tell.

    Raises
    ------
    InputError
        If it shows no board, something lies over it, the position is another one, or it cannot be told from which side
        it was taken.
    """
    try:
        found = find_board(image, eyes.set.plan(eyes.known.board))
    except NoBoard:
        raise InputError(message("settle.no_board")) from None
    if found.board != eyes.known.board:
        raise InputError(message("settle.no_board"))
    cover = found.cover
    if covered_fields(cover, found, image, eyes) > settings.covered_fields:
        raise InputError(message("settle.covered"))
    if turned_deg is not None:
        quarters = eyes.quarters - turned_deg // QUARTER_DEG
        way = held(image, found, eyes.set, position, cover, quarters)
        if position.towers and way.share < settings.turned_share:
            raise InputError(message("settle.stranger"))
        return Brought(image, turn(found, quarters), cover)
    if not position.towers:
        raise InputError(message("settle.turning"))
    best, second, *_ = best_held(image, found, eyes.set, position, cover)
    if best.share < settings.turned_share:
        raise InputError(message("settle.stranger"))
    if best.share - second.share < settings.turned_lead:
        raise InputError(message("settle.turning"))
    return Brought(image, turn(found, best.quarters), cover)


def denies(alone: Look, together: Position, settings: TableSettings) -> bool:
    """Whether one picture, read by itself, clearly shows something else than what all are taken to show."""
    return bool(alone.worth(alone.position) - alone.worth(together) >= settings.denied)


def check_agrees(alone: Look, together: Position, settings: TableSettings) -> None:
    """Raises `InputError` if one picture, read by itself, clearly denies what all of them are taken to show."""
    if denies(alone, together, settings):
        fields = sorted(touched(together, alone.position))
        raise InputError(message("settle.disagrees", fields=", ".join(fields)))

"""What a picture shows before a game: where the board of a family is, and in which colours pieces lie on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from calibration.arrays import Image
from calibration.physical_set import plan_of
from vision.board.find import NoBoard, find_board
from vision.corners import Corners
from words.message import Message


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


Find = Callable[[Image, int | None, Corners | None], Sighted]
"""Looks for a board of so many fields, if that is known, where somebody says that it is, if somebody does."""
Colours = Callable[[Image, int | None, Corners | None], tuple[str, ...]]

# What stands behind it takes a while to import, and whoever plays one game should not wait for another.


def _find_towers(image: Image, board: int | None, corners: Corners | None) -> Sighted:
    try:
        found = find_board(image, plan_of(None, board), None, corners)
    except NoBoard as error:
        raise NotSighted(error.message) from None
    return Sighted(found.corners_px, found.board)


def _tower_colours(image: Image, board: int | None, corners: Corners | None) -> tuple[str, ...]:
    from vision.tactori.scan import read_photograph

    try:
        return read_photograph(image, board=board, corners=corners).position.colours()
    except NoBoard as error:  # a hand came meanwhile
        raise NotSighted(error.message) from None


def _find_cards(image: Image, board: int | None, corners: Corners | None) -> Sighted:
    from vision.flat.card_board import CARDS, NoCards
    from vision.flat.cards import read_cards

    try:
        return Sighted(read_cards(image, corners).corners_px, CARDS)
    except NoCards as error:
        raise NotSighted(error.message) from None


def _card_colours(image: Image, board: int | None, corners: Corners | None) -> tuple[str, ...]:
    """Every card has all paints, whoever plays."""
    return ()


FIND: Mapping[str, Find] = {"tactori": _find_towers, "antiblok": _find_cards}
COLOURS: Mapping[str, Colours] = {"tactori": _tower_colours, "antiblok": _card_colours}

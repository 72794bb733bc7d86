"""What Anti-Blok gives so that its boards of cards are seen."""

from __future__ import annotations

from calibration.arrays import Image
from vision.corners import Corners
from vision.families import Family, NotSighted, Reader, Sighted
from vision.flat.card_board import CARDS, NoCards
from vision.flat.cards import read_cards
from vision.flat.eyes import CardEyes
from vision.flat.scanning import read, scan


def find(image: Image, board: int | None, corners: Corners | None) -> Sighted:
    try:
        return Sighted(read_cards(image, corners).corners_px, CARDS)
    except NoCards as error:
        raise NotSighted(error.message) from None


ANTIBLOK = Family(
    CardEyes,
    find,
    lambda image, board, corners: (),  # every card has all paints, whoever plays
    Reader(
        scan,
        read,
        boards=(),
        pieces=("blocks",),
        count=lambda position: {"blocks": len(position.blocks)},
        board=lambda position: CARDS,
        hanging=lambda position, doubtful, rules: (),
    ),
)

"""What boards of cards give so that their photographs can be read, each by itself."""

from __future__ import annotations

from referee.game import AnyGame
from vision.flat.card_board import CARDS as ACROSS
from vision.flat.card_board import NoCards
from vision.flat.cards import read_cards
from vision.photograph import Photograph
from vision.picture_reading import PhotographFamily, PictureRead, Reading
from vision.scanning import AnswerIsNo
from vision.tasks import Task


def read(task: Task, game: AnyGame, photograph: Photograph, data: bytes) -> PictureRead:
    corners = None if task.corners is None else photograph.from_original(task.corners)
    try:
        seen = read_cards(photograph.image, corners)
    except NoCards as error:
        raise AnswerIsNo(error.message) from None
    position = game.read({"game": game.id, "cards": dict(seen.cards), "blocks": dict(seen.blocks)})
    return PictureRead(Reading(task.image, photograph.to_original(seen.corners_px), position, seen.unsure, seen.ms))


CARDS = PhotographFamily(
    read,
    (),
    ("blocks",),
    lambda position: {"blocks": len(position.blocks)},
    lambda position: ACROSS,
    lambda position, doubtful, rules: (),
)

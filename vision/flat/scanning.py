"""One photograph of a board of cards, from the file to the reading and the referee's verdict on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from console import table
from referee.game import AnyGame, PositionVerdict, Rules
from vision.flat.card_board import NoCards
from vision.flat.cards import CardReading, read_cards
from vision.photograph import Photograph, load_photograph
from vision.picture_reading import PictureRead, Reading
from vision.scanning import AnswerIsNo
from vision.tasks import Task
from words.language import catalogue, say
from words.message import message


@dataclass(frozen=True)
class ScannedCards:
    """A reading, its corners in pixels of the photograph, and what the referee says of it."""

    image: str
    game: AnyGame
    reading: CardReading
    position: Any
    verdict: PositionVerdict

    @property
    def legal(self) -> bool:
        return self.verdict.legal

    def notes(self, language: str) -> list[str]:
        return []

    def to_json(self, language: str) -> dict[str, Any]:
        return self.reading.to_json(self.image, language) | {
            "game": self.game.id,
            "verdict": self.verdict.to_json(language),
            "verdict_unsure": sorted(self.reading.doubtful),
        }

    def print(self, language: str) -> str:
        texts, unsure = catalogue(language), self.reading.unsure
        head = say(message("print.cards", ms=f"{self.reading.ms:.0f}"), language)
        lines = [f"{self.image}: {head}", ""]
        lines += [self.game.print_position(self.position, self.verdict, language).rstrip("\n"), ""]
        lines.append(texts["print.unsure" if unsure else "print.all_sure"])
        lines += ["  " + row for row in table((doubt.at, say(doubt.why, language)) for doubt in unsure)]
        return "\n".join(lines) + "\n"


def scan(task: Task, game: AnyGame, rules: Rules) -> ScannedCards:
    """Reads one photograph from its file; whatever stands in the way is an `InputError`."""
    reading, position = _look(task, game, load_photograph(task.path))
    return ScannedCards(task.image, game, reading, position, game.judge(position, rules, {}))


def read(task: Task, game: AnyGame, photograph: Photograph, data: bytes) -> PictureRead:
    """The same for a photograph that is decoded already, without a verdict."""
    seen, position = _look(task, game, photograph)
    return PictureRead(Reading(task.image, seen.corners_px, position, seen.unsure, seen.ms))


def _look(task: Task, game: AnyGame, photograph: Photograph) -> tuple[CardReading, Any]:
    """What is read, its corners in pixels of the photograph, and the position that it is."""
    corners = None if task.corners is None else photograph.from_original(task.corners)
    try:
        seen = read_cards(photograph.image, corners)
    except NoCards as error:
        raise AnswerIsNo(error.message) from None
    position = game.read({"game": game.id, "cards": dict(seen.cards), "blocks": dict(seen.blocks)})
    return replace(seen, corners_px=photograph.to_original(seen.corners_px)), position

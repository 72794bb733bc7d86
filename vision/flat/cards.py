"""Reads Anti-Blok's board from a picture: 25 cards of four quarters each, and the blocks where four of them meet."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from vision.doubt import Doubt
from vision.flat.card_blocks import read_blocks
from vision.flat.card_board import CARDS, FoundCards, NoCards, find_cards, find_cards_near, quarter_turns
from vision.flat.card_faces import read_faces
from vision.flat.card_settings import DEFAULT, CardSettings
from vision.flat.light import Picture
from vision.flat.plane import Corners, Plane, from_corners, is_convex
from words.message import message

FILES = "abcde"
GAME = "antiblok"


@dataclass(frozen=True)
class CardReading:
    """What one picture shows of the board."""

    corners_px: Corners
    """Of the playing square on the board's surface, from the one beside a1 counter-clockwise."""
    cards: Mapping[str, str]
    """By field, from the near left quarter counter-clockwise; `?` is a quarter that is not known."""
    blocks: Mapping[str, str]
    """By crossing, which is named after its near left card: `b2+`."""
    unsure: tuple[Doubt, ...]
    ms: float = field(default=0.0, compare=False)
    found: FoundCards | None = field(default=None, compare=False, repr=False)
    """Where the cards lie, for the next look."""

    @property
    def doubtful(self) -> frozenset[str]:
        """The fields and crossings that are not vouched for."""
        return frozenset(doubt.at for doubt in self.unsure)

    def to_json(self, image: str, language: str = "en") -> dict[str, Any]:
        return {
            "image": image,
            "game": GAME,
            "corners": [[round(u, 1), round(v, 1)] for u, v in self.corners_px],
            "cards": dict(self.cards),
            "blocks": dict(self.blocks),
            "die": None,
            "unsure": [doubt.to_json(language) for doubt in self.unsure],
            "ms": round(self.ms, 1),
        }


def read_cards(image: Picture, corners: Corners | None = None, settings: CardSettings = DEFAULT) -> CardReading:
    """The position a picture shows.

    Parameters
    ----------
    corners
        The playing square's corners in the picture where somebody marked them, from the one beside a1
        counter-clockwise. Without them the board is looked for, and a1 is near left as the camera sees it; where
        two corners are that, nothing is vouched for.

    Raises
    ------
    NoCards
        If there is no board of cards in the picture; its message says why.
    """
    begun = time.perf_counter()
    if corners is None:
        found = find_cards(image, settings)
        reading = _read(image, found, begun, settings)
        turn_deg = found.plane.turn_deg(settings.focal_widths)
        return _unnamed(reading) if abs(turn_deg) > settings.most_turn_deg else reading
    size = (image.shape[1], image.shape[0])
    if not is_convex(np.array(corners, float)):
        raise NoCards("nocards.which")
    given = from_corners(np.array(corners, float), size).raised(settings.card_height, settings.focal_widths)
    found = find_cards_near(image, given, settings.marked_error, settings)
    return _read(image, found, begun, settings)


def look_again(image: Picture, before: CardReading, settings: CardSettings = DEFAULT) -> CardReading:
    """The same for a picture taken soon after, by a camera that has hardly moved: quicker, and a1 stays where it was.

    If the board is not there any more, it is looked for in the whole picture.
    """
    begun = time.perf_counter()
    last = before.found
    if last is None or last.plane.lens.size != (image.shape[1], image.shape[0]):
        return read_cards(image, before.corners_px, settings)
    try:
        found = find_cards_near(image, last.plane, settings.moved_error, settings, last.paints)
    except NoCards:
        found = _named_like(find_cards(image, settings), last.plane)
    return _read(image, found, begun, settings)


def _named_like(found: FoundCards, before: Plane) -> FoundCards:
    """The same board, with a1 at the corner nearest to where it was."""
    wanted = np.array(before.corners_px)
    turned = quarter_turns(found.plane)
    return replace(found, plane=min(turned, key=lambda plane: float(np.abs(np.array(plane.corners_px) - wanted).sum())))


def _unnamed(reading: CardReading) -> CardReading:
    """The same reading of a board that lies so that nobody can tell which corner is the near left one."""
    known = {doubt.at: doubt.why for doubt in reading.unsure}
    crossings = [f"{file}{rank}+" for rank in range(1, CARDS) for file in FILES[:-1]]
    why = message("carddoubt.turned")
    return replace(reading, unsure=tuple(Doubt(at, known.get(at, why)) for at in [*reading.cards, *crossings]))


def _read(image: Picture, found: FoundCards, begun: float, settings: CardSettings) -> CardReading:
    faces = read_faces(image, found, settings)
    crossings = read_blocks(image, found, faces, settings)
    cards, blocks, unsure = {}, {}, []
    for (i, j), face in faces.items():
        at = f"{FILES[i]}{j + 1}"
        cards[at] = face.letters
        if face.why is not None:
            unsure.append(Doubt(at, message(face.why)))
    for (i, j), crossing in crossings.items():
        at = f"{FILES[i]}{j + 1}+"
        if crossing.block is not None:
            blocks[at] = crossing.block
        if crossing.why is not None:
            unsure.append(Doubt(at, message(crossing.why)))
    surface = found.plane.raised(-settings.card_height, settings.focal_widths)
    ms = 1000 * (time.perf_counter() - begun)
    return CardReading(surface.corners_px, cards, blocks, tuple(unsure), ms, found)

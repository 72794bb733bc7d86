"""Every family of games whose photographs can be read: one dictionary from a family to what it gives."""

from __future__ import annotations

from collections.abc import Mapping

from referee.game import AnyGame
from vision.flat.photographs import CARDS
from vision.picture_reading import PhotographFamily
from vision.tactori.photographs import TACTORI

PHOTOGRAPH_FAMILIES: Mapping[str, PhotographFamily] = {"tactori": TACTORI, "antiblok": CARDS}


def photograph_family(game: AnyGame) -> PhotographFamily:
    return PHOTOGRAPH_FAMILIES[game.family]

"""Anti-Blok for tests of the page: a position as it begins, and turns that are played at a table without a camera."""

from __future__ import annotations

from typing import Any

from referee.games import find_game

GAME = find_game("antiblok")
SET_UP = (
    "BRGY BGYR YRBG RGBY BRYG / GYRB RBGY RYBG RGBY BRGY / YGRB BRYG YRBG GBRY RBYG / YBRG YBGR YBRG YRBG YBGR / "
    "GRBY BRYG YRBG RYBG YBGR"
)
"""No square lies there; turning d4 by a half makes a red one at c4+."""
RECORD = f"""Game: antiblok
Players: R B
Setup: {SET_UP}
Date: 2026-11-18
Table: Küche

1. R L2 d4<< +c4+
2. B X -c4+ R1 e1>
"""
HALF = "BGYR"
"""The card at d4, turned."""


def beginning() -> Any:
    return GAME.from_text(SET_UP)


def red_square() -> Any:
    """After red's first turn: d4 turned by a half, and a block on the square."""
    return beginning().with_places({"d4": HALF, "c4+": "R"})

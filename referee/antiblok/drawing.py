"""A position drawn with letters, for tests and people, that can be read back.

    5 | GB   GY   GY   GY   BY
      | RY   RB   RB   RB   RG
      |    .    .    .    .
    4 | GY   GY   GY   GY   GY
      | RB   RB   RB   RB   RB
      |    .    .    R    .
    …
        a    b    c    d    e

Every card is drawn as it lies: its far quarters above its near ones. Between two ranks stand the crossings, a dot where
there is no block. Spaces are free.
"""

from __future__ import annotations

import re

from referee.antiblok.board import CROSSINGS, FIELDS, FILES, SIDE
from referee.antiblok.position import GAMES, Position, check_card, check_colour
from words.message import InputError, message

NO_BLOCK = "."
_LINE = re.compile(r"\s*([1-9]?)\s*\|(.*)", re.ASCII)
LINES = 3 * SIDE - 1
"""Two for every rank and one between two of them."""


def draw(position: Position) -> str:
    """The drawing of a position; `parse_drawing` gives the position back."""
    lines = []
    for rank in range(SIDE, 0, -1):
        cards = [position.cards[f"{file}{rank}"] for file in FILES]
        lines.append(f"{rank} | " + "   ".join(card[3] + card[2] for card in cards))
        lines.append("  | " + "   ".join(card[:2] for card in cards))
        if rank > 1:
            below = (f"{file}{rank - 1}+" for file in FILES[:-1])
            lines.append("  |    " + "    ".join(position.blocks.get(at, NO_BLOCK) for at in below))
    return "\n".join([*lines, "    " + "    ".join(FILES)]) + "\n"


def parse_drawing(text: str, game: str = GAMES[0]) -> Position:
    """The inverse of `draw`; what cannot be read is an `InputError` with its line."""
    rows = [(number, found) for number, line in enumerate(text.splitlines(), 1) if (found := _LINE.fullmatch(line))]
    if len(rows) != LINES:
        raise InputError(message("antiblok.drawing.lines", count=len(rows), right=LINES))
    cards: dict[str, str] = {}
    blocks: dict[str, str] = {}
    for i, (number, row) in enumerate(rows):
        rank, part = SIDE - i // 3, i % 3
        cells, place = row[2].split(), f"line {number}"
        wanted = SIDE - 1 if part == 2 else SIDE
        if len(cells) != wanted or row[1] != (str(rank) if part == 0 else ""):
            raise InputError(message("antiblok.drawing.line", parts=wanted), place)
        if part == 2:
            crossings = (at for at in CROSSINGS if at[1] == str(rank - 1))
            for at, cell in zip(crossings, cells, strict=True):
                if cell != NO_BLOCK:
                    blocks[at] = check_colour(cell, place)
            continue
        for file, cell in zip(FILES, cells, strict=True):
            at = f"{file}{rank}"
            cards[at] = cell[::-1] if part == 0 else check_card(cell + cards[at], place)
    return Position.of({at: cards[at] for at in FIELDS}, blocks, game)

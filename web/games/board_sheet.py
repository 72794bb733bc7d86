"""A board to print and to play on: as its game draws it, with the marks by which a camera finds it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.board_marks import CORNERS, FIRST, MODULES, SIDE, mark_corners, mark_modules
from calibration.sheet import PAPERS, RULER_MM, SHORT_TICK_MM, TICK_MM
from referee.game import AnyGame, Rules
from referee.games import GAMES
from referee.top_view import SHADE, WOOD, WOOD_DARK, Role, Shape, TopView
from web.games.flat_board import INKS, top_view_marks
from web.games.paper import Area, Ink, Mark, Point, Stroke, Words, to_pdf, width_mm, wrapped
from web.games.signs import QUIET
from words.language import say
from words.message import InputError, Message, message

SQUARE_MM = 176.0
"""The side of the playing square: eight fields of 22 mm. It is the same on every paper."""
TOP_MM = 13.0
"""From the edge of the paper to the playing square: the near side needs more, for the letters below it."""
MARK_MM = SIDE * SQUARE_MM
TITLE_MM, LETTERS_MM, LINES_MM = 6.4, 2.9, 4.3
APART_MM = 9.0
"""Between a mark and the words below it."""
RULER_LINE_MM = 0.3
LABEL_MM = 3.8
"""Letters beside the board, however many fields it has."""
PRINTED: Final[Mapping[str, Ink]] = {
    **INKS,
    WOOD: (250, 238, 214),
    WOOD_DARK: (176, 133, 88),
    SHADE: (226, 194, 140),
}
"""Warmer than on a score sheet: this is a board."""
_UNIT = re.compile(r"(?<=[\d×]) (?=[%×m])|(?<=×) (?=\d)")


@dataclass(frozen=True)
class Sheet:
    """Paper lying on its long side."""

    width_mm: float
    height_mm: float

    @property
    def square(self) -> Point:
        """The far left corner of the playing square."""
        return (self.width_mm - SQUARE_MM) / 2, TOP_MM

    def at(self, spot: Point) -> Point:
        """Where a point of the unit square lies on the paper."""
        left, top = self.square
        return left + spot[0] * SQUARE_MM, top + (1 - spot[1]) * SQUARE_MM


SHEETS: Final[Mapping[str, Sheet]] = {
    name: Sheet(PAPERS[name].height_mm, PAPERS[name].width_mm) for name in ("a4", "letter")
}


def board_pdf(game: AnyGame, rules: Rules, sheet: Sheet, language: str) -> bytes:
    page = board_page(game, rules, sheet, language)
    title = say(message(f"game.{game.id}"), language)
    return to_pdf([page], title, language, (sheet.width_mm, sheet.height_mm))


def board_page(game: AnyGame, rules: Rules, sheet: Sheet, language: str) -> list[Mark]:
    """All that is printed: the board, its marks, and words and a line to measure between them."""
    return [
        *top_view_marks(_empty(game, rules), sheet.square, SQUARE_MM, PRINTED),
        *(mark for corner in range(len(CORNERS)) for mark in _camera_mark(game.id, corner, sheet)),
        *_words(game.id, sheet, language),
        *_ruler(sheet, language),
    ]


def check_printed(game: AnyGame) -> None:
    """Whether there is a board to print: an `InputError` that says why not, as the game's family does."""
    if game.id not in FIRST:
        known = ", ".join(each for each in GAMES if each in FIRST)
        name = message(f"game.{game.id}")
        raise InputError(message(f"board.unprinted.{game.family}", game=name, known=known))


def _empty(game: AnyGame, rules: Rules) -> TopView:
    """The board without pieces, its frame being the playing square."""
    seen = game.top_view(game.unseen(rules), rules)
    assert seen is not None
    label = LABEL_MM / 2 * rules.board / SQUARE_MM
    kept = tuple(_printed(shape, label) for shape in seen.shapes if shape.role in (Role.BOARD, Role.LABEL))
    return TopView((0.0, 0.0), (rules.board, rules.board), kept)


def _printed(shape: Shape, label: float) -> Shape:
    beside = shape.role is Role.LABEL and shape.place is None
    return replace(shape, radius=label, fill=WOOD_DARK) if beside else shape


def _camera_mark(game: str, corner: int, sheet: Sheet) -> list[Mark]:
    """Rows and columns of black modules, so that no paper shines through between two of them."""
    (left, top), _, _, _ = (sheet.at(spot) for spot in mark_corners(corner))
    module = MARK_MM / MODULES
    black = mark_modules(game, corner)
    marks: list[Mark] = []
    for line in range(MODULES):
        for first, last in _runs(black[line]):
            marks.append(_box(left + first * module, top + line * module, (last - first) * module, module))
        for first, last in _runs(black[:, line]):
            marks.append(_box(left + line * module, top + first * module, module, (last - first) * module))
    return marks


def _runs(row: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[tuple[int, int]]:
    """Where black begins and where it ends, as often as it does."""
    changes = np.flatnonzero(np.diff(np.concatenate([[False], row, [False]])))
    return [(int(first), int(last)) for first, last in changes.reshape(-1, 2)]


def _box(left: float, top: float, wide: float, high: float) -> Area:
    corners = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
    return Area(corners, (0, 0, 0))


def _words(game: str, sheet: Sheet, language: str) -> list[Mark]:
    """The game's name and how it is used, between the marks on the left."""
    (left, _), _, _, (_, below) = (sheet.at(spot) for spot in mark_corners(3))
    title = wrapped(say(message(f"game.{game}"), language), TITLE_MM, MARK_MM)
    large = TITLE_MM * min(1.0, MARK_MM / max(width_mm(line, TITLE_MM, bold=True) for line in title))
    y = below + APART_MM + TITLE_MM
    marks: list[Mark] = []
    for line in title:
        marks.append(Words(line, (left, y), large, bold=True))
        y += 1.2 * large
    for said in (message("board.sheet.size", mm=f"{SQUARE_MM:.0f}"), message("board.sheet.help")):
        y += LINES_MM / 2
        for line in _lines(said, language, MARK_MM):
            marks.append(Words(line, (left, y), LETTERS_MM, QUIET, most_mm=MARK_MM))
            y += LINES_MM
    return marks


def _ruler(sheet: Sheet, language: str) -> list[Mark]:
    """A line to measure, between the marks on the right."""
    (left, _), _, _, (_, above) = (sheet.at(spot) for spot in mark_corners(2))
    (_, below), _, _, _ = (sheet.at(spot) for spot in mark_corners(1))
    top = (above + below - RULER_MM) / 2
    marks: list[Mark] = [Stroke(((left, top), (left, top + RULER_MM)), RULER_LINE_MM)]
    for centimetre in range(11):
        y = top + 10 * centimetre
        long = TICK_MM if centimetre % 5 == 0 else SHORT_TICK_MM
        marks.append(Stroke(((left, y), (left + long, y)), RULER_LINE_MM))
    x, most_mm = left + 2 * TICK_MM, MARK_MM - 2 * TICK_MM
    lines = _lines(message("sheet.ruler"), language, most_mm)
    y = top + (RULER_MM - LINES_MM * (len(lines) - 2)) / 2
    for number, line in enumerate(lines):
        marks.append(Words(line, (x, y + LINES_MM * number), LETTERS_MM, QUIET, most_mm=most_mm))
    return marks


def _lines(said: Message, language: str, most_mm: float) -> list[str]:
    """A sentence in small letters; a number stays with its unit."""
    return wrapped(_UNIT.sub("\N{NO-BREAK SPACE}", say(said, language)), LETTERS_MM, most_mm)

"""The sheet a camera is measured with: a chessboard with marks, as a PDF for any printer."""

from __future__ import annotations

import io
import textwrap
import unicodedata
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from words.language import say
from words.message import message

Raster = NDArray[np.uint8]

# One board for every paper, so that nobody needs to say which it was printed on. Its size does not matter either, nor
# whether the printer shrank it to 97 %: a sheet of half the size at half the distance gives the same picture, so that
# focal length, centre and distortion come out the same. Lengths on the sheet are therefore counted in squares.
SQUARES = (7, 9)
CORNERS = (SQUARES[0] - 1) * (SQUARES[1] - 1)
# 25 bits a mark: random grain or weave in a dark frame is one of the 31 marks once in 270,000 times, turned as one
# likes; with 16 bits it would be once in 500. More bits would be smaller and lost in a small picture.
MARKS = cv2.aruco.DICT_5X5_50
MODULES = 7
"""A mark's bits and its frame, along a side."""

DOTS_PER_INCH = 600
MM_PER_INCH = 25.4
TOP_MM = 11.0
"""Printers leave 3 to 6 mm white, and half a square of white paper belongs around the board."""
GAP_MM = 5.0
RULER_MM = 100.0
TICK_MM, SHORT_TICK_MM, LINE_MM = 3.0, 1.5, 0.3
LETTERS_MM, LINES_MM = 3.4, 5.0
LETTERS_IN_A_LINE = 100
BLACK, WHITE = 0, 255


@dataclass(frozen=True)
class Paper:
    """A sheet of paper, and how many printed dots a module of a mark has on it."""

    width_mm: float
    height_mm: float
    module_dots: int

    @property
    def square_dots(self) -> int:
        """Three quarters of a square are its mark; 75 dots to 8 modules, so that all edges lie on whole dots."""
        return self.module_dots * 75 // 8

    @property
    def square_mm(self) -> float:
        return self.square_dots / DOTS_PER_INCH * MM_PER_INCH


# Squares of exactly one inch, and of one inch and a half.
PAPERS: Final = {"a4": Paper(210.0, 297.0, 64), "a3": Paper(297.0, 420.0, 96), "letter": Paper(215.9, 279.4, 64)}


def charuco_board() -> cv2.aruco.CharucoBoard:
    """The board as OpenCV looks for it, a square being 1 long."""
    marks = cv2.aruco.getPredefinedDictionary(MARKS)
    return cv2.aruco.CharucoBoard(SQUARES, 1.0, MODULES * 8 / 75, marks)


def board_raster(module_dots: int) -> Raster:
    """The board alone, black on white, a square having 75/8 as many dots as a module."""
    if module_dots % 16:
        raise ValueError(f"{module_dots} is no multiple of 16, so that some edges would lie between dots")
    square = module_dots * 75 // 8
    size = (SQUARES[0] * square, SQUARES[1] * square)
    return np.asarray(charuco_board().generateImage(size, marginSize=0, borderBits=1), dtype=np.uint8)


def make_sheet(paper: Paper, language: str) -> bytes:
    """A page with the board, a line to measure and a word of help, as a PDF."""
    page = draw_sheet(paper, language)
    made = io.BytesIO()
    page.save(made, "PDF", resolution=DOTS_PER_INCH, title=say(message("sheet.title"), language))
    return made.getvalue()


def draw_sheet(paper: Paper, language: str) -> Image.Image:
    """The page as it is printed, every pixel a dot of the printer."""
    width, height = _dots(paper.width_mm), _dots(paper.height_mm)
    page = Image.new("1", (width, height), 1)
    board = Image.fromarray(board_raster(paper.module_dots)).convert("1", dither=Image.Dither.NONE)
    left, top = (width - board.width) // 2, _dots(TOP_MM)
    page.paste(board, (left, top))
    below = top + board.height + _dots(GAP_MM)
    _draw_ruler(page, left, below, language)
    below += _dots(TICK_MM + LINES_MM / 2)
    for line in textwrap.wrap(say(message("sheet.help"), language), LETTERS_IN_A_LINE):
        _write(page, left, below, line)
        below += _dots(LINES_MM)
    return page


def _draw_ruler(page: Image.Image, left: int, top: int, language: str) -> None:
    """A line of 100 mm from the left edge of its first tick to the left edge of its last, a tick each centimetre."""
    pen = ImageDraw.Draw(page)
    thick, end = _dots(LINE_MM), left + _dots(RULER_MM)
    pen.rectangle((left, top, end, top + thick), fill=BLACK)
    for centimetre in range(11):
        at = left + _dots(centimetre * 10)
        long = TICK_MM if centimetre % 5 == 0 else SHORT_TICK_MM
        pen.rectangle((at, top, at + thick - 1, top + _dots(long)), fill=BLACK)
    _write(page, end + _dots(GAP_MM), top, say(message("sheet.ruler"), language))


def _write(page: Image.Image, left: int, top: int, line: str) -> None:
    """Writes with the letters that come with Pillow, which have no accents; those are put on here."""
    pen = ImageDraw.Draw(page)
    font = ImageFont.load_default(_dots(LETTERS_MM))
    x, high, before, lower = float(left), _dots(LETTERS_MM), float(left), 0.0
    for letter in unicodedata.normalize("NFD", line):
        if unicodedata.combining(letter):
            _put_accent(pen, letter, (x + before) / 2, top + lower, high)
            continue
        pen.text((x, top), letter, font=font, fill=BLACK)
        before, lower = x, font.getbbox(letter)[1]
        x += font.getlength(letter)


# Accents as strokes around the middle of a letter's top edge, in letter heights: x to the right, y down.
ACCENTS: Final = {
    "\u0308": (((-0.13, -0.12), (-0.11, -0.12)), ((0.11, -0.12), (0.13, -0.12))),
    "\u0301": (((-0.04, -0.07), (0.08, -0.20)),),
    "\u0300": (((0.04, -0.07), (-0.08, -0.20)),),
    "\u0302": (((-0.10, -0.07), (0.0, -0.19)), ((0.0, -0.19), (0.10, -0.07))),
    "\u0327": (((0.02, 0.52), (-0.04, 0.68)),),
}


def _put_accent(pen: ImageDraw.ImageDraw, accent: str, middle: float, top: float, high: int) -> None:
    for (x0, y0), (x1, y1) in ACCENTS[accent]:
        ends = (middle + x0 * high, top + y0 * high, middle + x1 * high, top + y1 * high)
        pen.line(ends, fill=BLACK, width=max(1, round(high * 0.09)))


def _dots(length_mm: float) -> int:
    return round(length_mm / MM_PER_INCH * DOTS_PER_INCH)

"""Pages with words, lines and areas in millimetres, printed as a PDF or as a picture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:  # takes a while to import, and a picture does without it
    from fpdf import FPDF

WIDTH_MM, HEIGHT_MM = 210.0, 297.0
MM_PER_INCH, POINTS_PER_INCH = 25.4, 72.0
PICTURE_DOTS_PER_INCH = 150
LETTERS_DOTS_PER_INCH = 400
"""For words whose letters a PDF has no type for: as sharp as a printer is."""
REGULAR, BOLD = 400, 700
DASH_MM = 1.2
SHIFT = 4
"""Bits of a pixel's fraction, so that edges lie where they are and not on the next pixel."""
PDF_LETTERS = "windows-1252"
"""The letters of a PDF's own type, which no file needs to bring."""

Point: TypeAlias = tuple[float, float]
Raster: TypeAlias = NDArray[np.uint8]
Ink: TypeAlias = tuple[int, int, int]
"""Red, green, blue."""
BLACK: Ink = (24, 24, 24)


class Side(StrEnum):
    """Which point of a word its place is."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


@dataclass(frozen=True)
class Words:
    """A line of text; `at` is on its baseline. One that is wider than `most_mm` is written smaller."""

    text: str
    at: Point
    size_mm: float
    ink: Ink = BLACK
    bold: bool = False
    side: Side = Side.LEFT
    most_mm: float = WIDTH_MM


@dataclass(frozen=True)
class Stroke:
    points: tuple[Point, ...]
    width_mm: float
    ink: Ink = BLACK
    dashed: bool = False


@dataclass(frozen=True)
class Area:
    points: tuple[Point, ...]
    ink: Ink
    opacity: float = 1.0


Mark: TypeAlias = Words | Stroke | Area
Page: TypeAlias = Sequence[Mark]


def width_mm(text: str, size_mm: float, bold: bool = False) -> float:
    """How wide a text becomes in a picture; in a PDF it becomes a little narrower."""
    return _raster_width(text, 100, bold) * size_mm / 100


def wrapped(text: str, size_mm: float, most_mm: float) -> list[str]:
    """The text in lines of at most this width, broken at spaces that do not bind; a longer word has its line for
    itself."""
    lines: list[str] = []
    for word in re.findall(r"[^ \n]+", text):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_mm(longer, size_mm) <= most_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# As a picture: all pages below each other.


def to_png(pages: Sequence[Page], size_mm: Point = (WIDTH_MM, HEIGHT_MM)) -> bytes:
    drawn = np.vstack([_draw(page, size_mm) for page in pages])
    encoded, data = cv2.imencode(".png", cv2.cvtColor(drawn, cv2.COLOR_RGB2BGR))
    assert encoded
    return data.tobytes()


def _draw(page: Page, size_mm: Point) -> Raster:
    dots = PICTURE_DOTS_PER_INCH / MM_PER_INCH
    sheet = np.full((round(size_mm[1] * dots), round(size_mm[0] * dots), 3), 255, np.uint8)
    for mark in page:
        if isinstance(mark, Words):
            _draw_words(sheet, mark, dots)
        elif isinstance(mark, Area):
            _draw_area(sheet, mark, dots)
        else:
            _draw_stroke(sheet, mark, dots)
    return sheet


def _draw_area(sheet: Raster, mark: Area, dots: float) -> None:
    over = sheet.copy() if mark.opacity < 1 else sheet
    cv2.fillPoly(over, [_fixed(mark.points, dots)], mark.ink, cv2.LINE_AA, SHIFT)
    if over is not sheet:
        cv2.addWeighted(over, mark.opacity, sheet, 1 - mark.opacity, 0, dst=sheet)


def _draw_stroke(sheet: Raster, mark: Stroke, dots: float) -> None:
    for piece in _dashes(mark):
        thick = max(1, round(mark.width_mm * dots))
        cv2.polylines(sheet, [_fixed(piece, dots)], False, mark.ink, thick, cv2.LINE_AA, SHIFT)


def _dashes(mark: Stroke) -> list[tuple[Point, ...]]:
    if not mark.dashed:
        return [mark.points]
    pieces: list[tuple[Point, ...]] = []
    for (x0, y0), (x1, y1) in zip(mark.points, mark.points[1:], strict=False):
        long = float(np.hypot(x1 - x0, y1 - y0))
        ends = np.arange(0.0, long, DASH_MM)
        for start in ends[::2]:
            a, b = start / long, min(start + DASH_MM, long) / long
            pieces.append(((x0 + a * (x1 - x0), y0 + a * (y1 - y0)), (x0 + b * (x1 - x0), y0 + b * (y1 - y0))))
    return pieces


def _draw_words(sheet: Raster, mark: Words, dots: float) -> None:
    long_mm = width_mm(mark.text, mark.size_mm, mark.bold)
    size = mark.size_mm * dots * min(1.0, mark.most_mm / max(long_mm, 1e-6))
    x, y = mark.at
    left = round(x * dots - _shift(mark.side, _raster_width(mark.text, round(size), mark.bold)))
    weight = BOLD if mark.bold else REGULAR
    cv2.putText(sheet, mark.text, (left, round(y * dots)), mark.ink, _font(), round(size), weight)


def _fixed(points: Sequence[Point], dots: float) -> NDArray[np.int32]:
    return np.asarray(np.round(np.array(points) * dots * 2**SHIFT), dtype=np.int32)


@lru_cache(maxsize=1)
def _font() -> cv2.FontFace:
    """OpenCV's own, which has letters of nearly every language."""
    return cv2.FontFace("sans")


@lru_cache(maxsize=4096)
def _raster_width(text: str, size_px: int, bold: bool) -> int:
    _, _, wide, _ = cv2.getTextSize((0, 0), text, (0, 0), _font(), size_px, BOLD if bold else REGULAR)
    return int(wide)


def _shift(side: Side, wide: float) -> float:
    return {Side.LEFT: 0.0, Side.MIDDLE: wide / 2, Side.RIGHT: wide}[side]


# As a PDF.


def to_pdf(pages: Sequence[Page], title: str, language: str, size_mm: Point = (WIDTH_MM, HEIGHT_MM)) -> bytes:
    from fpdf import FPDF

    made = FPDF(unit="mm", format=size_mm)
    made.core_fonts_encoding = PDF_LETTERS
    made.set_title(title)
    made.set_lang(language)
    made.set_creator("Draufsicht")
    made.set_creation_date(datetime.now(UTC))
    made.set_auto_page_break(False)
    for page in pages:
        made.add_page()
        for mark in page:
            if isinstance(mark, Words):
                _print_words(made, mark)
            elif isinstance(mark, Area):
                _print_area(made, mark)
            else:
                _print_stroke(made, mark)
    return bytes(made.output())


def _print_area(made: FPDF, mark: Area) -> None:
    made.set_fill_color(*mark.ink)
    if mark.opacity < 1:
        with made.local_context(fill_opacity=mark.opacity):
            made.polygon(mark.points, style="F")
    else:
        made.polygon(mark.points, style="F")


def _print_stroke(made: FPDF, mark: Stroke) -> None:
    made.set_draw_color(*mark.ink)
    made.set_line_width(mark.width_mm)
    if mark.dashed:
        made.set_dash_pattern(dash=DASH_MM, gap=DASH_MM)
    made.polyline(mark.points)
    if mark.dashed:
        made.set_dash_pattern()


def _print_words(made: FPDF, mark: Words) -> None:
    try:
        mark.text.encode(PDF_LETTERS)
    except UnicodeEncodeError:
        _print_drawn(made, mark)
        return
    size = mark.size_mm / MM_PER_INCH * POINTS_PER_INCH
    made.set_font("Helvetica", "B" if mark.bold else "", size)
    wide = made.get_string_width(mark.text)
    if wide > mark.most_mm:
        made.set_font_size(size * mark.most_mm / wide)
        wide = mark.most_mm
    made.set_text_color(*mark.ink)
    made.text(mark.at[0] - _shift(mark.side, wide), mark.at[1], mark.text)


def _print_drawn(made: FPDF, mark: Words) -> None:
    """Words with other letters, as a small picture of them."""
    from PIL import Image

    dots = LETTERS_DOTS_PER_INCH / MM_PER_INCH
    size_px = max(8, round(mark.size_mm * dots))
    wide_px, above_px, high_px = (
        _raster_width(mark.text, size_px, mark.bold),
        round(1.2 * size_px),
        round(1.7 * size_px),
    )
    if wide_px <= 0:
        return
    drawn = np.full((high_px, wide_px + size_px // 4, 3), 255, np.uint8)
    cv2.putText(drawn, mark.text, (0, above_px), mark.ink, _font(), size_px, BOLD if mark.bold else REGULAR)
    scale = min(1.0, mark.most_mm * dots / wide_px) / dots
    left = mark.at[0] - _shift(mark.side, wide_px * scale)
    picture: Any = Image.fromarray(drawn)
    made.image(
        picture, left, mark.at[1] - above_px * scale, drawn.shape[1] * scale, high_px * scale, alt_text=mark.text
    )

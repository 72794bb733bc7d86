"""The doctor's report as a picture: what is meant marked in the photograph, bars of scores beside it, advice below."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array
from vision.doctor.report import FULL, Finding, Report
from vision.doctor.settings import DoctorSettings
from vision.photograph import Picture
from words.language import catalogue, say

Ink = tuple[int, int, int]

# Blue, green, red.
PAPER, TEXT, FAINT, RULE = (252, 252, 252), (46, 42, 40), (125, 118, 112), (226, 222, 219)
GOOD, FAIR, POOR = (92, 158, 46), (30, 150, 228), (52, 56, 204)
PHOTO_WIDTH_PX, PANEL_WIDTH_PX, PAD_PX = 1120, 420, 24
TITLE_PX, NAME_PX, SMALL_PX, ADVICE_PX = 24, 18, 15, 18
ROW_PX, BAR_PX, LINE_PX, GAP_PX = 68, 10, 26, 8
REGULAR, BOLD = 400, 600
FILLED = 0.3
SHIFT = 4
# Of two scores, the word for what lies above the first, between them and below.
POOR_BELOW = 40
MOST_NAMED = 40  # fields with their names in them: more would only hide the picture


def draw_report(
    report: Report,
    image: Picture,
    language: str,
    settings: DoctorSettings = DoctorSettings(),  # noqa: B008 - frozen
) -> Picture:
    """A sheet with the picture `report` was made of, or one of them, in words of that language."""
    photo = _photo(report, image, settings)
    panel = _panel(report, language, photo.shape[0], settings)
    photo = _padded(photo, panel.shape[0])
    upper = np.concatenate([photo, panel], axis=1)
    return np.concatenate([upper, _advice(report, language, upper.shape[1], settings)], axis=0)


def _ink(score: int | None, settings: DoctorSettings) -> Ink:
    if score is None:
        return FAINT
    return GOOD if score >= settings.advise_below else FAIR if score >= POOR_BELOW else POOR


def _word(score: int | None, settings: DoctorSettings, language: str) -> str:
    if score is None:
        key = "unjudged"
    else:
        key = "good" if score >= settings.advise_below else "fair" if score >= POOR_BELOW else "poor"
    return catalogue(language)[f"print.doctor.score.{key}"]


def _photo(report: Report, image: Picture, settings: DoctorSettings) -> Picture:
    """The picture with the board's outline and the places that are meant, each with the number of its advice."""
    scale = PHOTO_WIDTH_PX / image.shape[1]
    size = (PHOTO_WIDTH_PX, max(1, round(image.shape[0] * scale)))
    sheet = np.ascontiguousarray(
        cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC), dtype=np.uint8
    )
    if report.found is not None:
        _outline(sheet, np.array(report.found.corners_px) * scale, GOOD if report.good else (255, 255, 255), 2)
    taken: list[tuple[float, float]] = []
    for number, finding in enumerate(report.to_improve, start=1):
        ink = _ink(finding.score, settings)
        places = [np.array(place) * scale for place in finding.places_px]
        for place in places:
            _fill(sheet, place, ink)
        for place in places:
            _outline(sheet, place, ink, 2)
        if 0 < len(finding.fields) <= MOST_NAMED and len(finding.fields) == len(places):
            for name, place in zip(finding.fields, places, strict=True):
                _label(sheet, name, place.mean(axis=0))
        if places:
            spot = places[0].min(axis=0)
            while any(abs(spot[0] - u) < 26 and abs(spot[1] - v) < 26 for u, v in taken):
                spot = spot + np.array([28.0, 0.0])
            taken.append((float(spot[0]), float(spot[1])))
            _badge(sheet, number, spot, ink)
    return sheet


def _panel(report: Report, language: str, height: int, settings: DoctorSettings) -> Picture:
    """Every aspect with its score as a bar and a word, and what was seen."""
    needed = PAD_PX + 2 * LINE_PX + len(report.aspects) * ROW_PX + PAD_PX // 2
    sheet = _paper(PANEL_WIDTH_PX, max(height, needed))
    title = catalogue(language)["print.doctor.title"]
    _write(sheet, title, (PAD_PX, PAD_PX + TITLE_PX), TITLE_PX, TEXT, BOLD)
    top = PAD_PX + 2 * LINE_PX
    row = min(ROW_PX + 12, (sheet.shape[0] - top - PAD_PX // 2) // len(report.aspects))
    numbers = {finding.aspect: number for number, finding in enumerate(report.to_improve, start=1)}
    for k, finding in enumerate(report.aspects):
        _row(sheet, finding, numbers.get(finding.aspect), top + k * row, language, settings)
    return sheet


def _row(
    sheet: Picture, finding: Finding, number: int | None, top: int, language: str, settings: DoctorSettings
) -> None:
    ink = _ink(finding.score, settings)
    left, right = PAD_PX, sheet.shape[1] - PAD_PX
    title = say(finding.aspect.title, language)
    name = title[:1].upper() + title[1:]
    _write(sheet, name, (left, top + NAME_PX), NAME_PX, TEXT if finding.score is not None else FAINT, BOLD)
    if number is not None:
        _badge(sheet, number, np.array([left + _width(name, NAME_PX, BOLD) + 20.0, top + 0.62 * NAME_PX]), ink)
    word = _word(finding.score, settings, language)
    words = word if finding.score is None else f"{word}  {finding.score}"
    _write(sheet, words, (right - _width(words, NAME_PX, REGULAR), top + NAME_PX), NAME_PX, ink, REGULAR)
    bar = top + NAME_PX + 8
    _bar(sheet, left, right, bar, RULE)
    if finding.score:
        _bar(sheet, left, left + max(BAR_PX, (right - left) * finding.score // FULL), bar, ink)
    said = _shortened(say(finding.seen, language), right - left)
    _write(sheet, said, (left, bar + BAR_PX + SMALL_PX + 3), SMALL_PX, FAINT, REGULAR)


def _advice(report: Report, language: str, width: int, settings: DoctorSettings) -> Picture:
    """The verdict, and what to do, what costs most readings first."""
    lines: list[tuple[int | None, Ink, str]] = []
    room = width - 2 * PAD_PX - 40
    for number, finding in enumerate(report.to_improve, start=1):
        for sentence in finding.advice:
            for k, line in enumerate(_wrapped(say(sentence, language), room)):
                lines.append((number if k == 0 else None, _ink(finding.score, settings), line))
    gaps = GAP_PX * sum(number is not None for number, _, _ in lines)
    sheet = _paper(width, 2 * PAD_PX + TITLE_PX + len(lines) * LINE_PX + gaps + (LINE_PX // 2 if lines else 0))
    cv2.line(sheet, (0, 0), (width, 0), RULE, 2)
    ink = GOOD if report.good else TEXT
    _write(sheet, say(report.verdict, language), (PAD_PX, PAD_PX + TITLE_PX), TITLE_PX, ink, BOLD)
    top = PAD_PX + TITLE_PX + LINE_PX // 2
    for begins, colour, line in lines:
        top += LINE_PX + (GAP_PX if begins is not None else 0)
        if begins is not None:
            _badge(sheet, begins, np.array([PAD_PX + 11.0, top - 0.36 * ADVICE_PX]), colour)
        _write(sheet, line, (PAD_PX + 36, top), ADVICE_PX, TEXT, REGULAR)
    return sheet


@lru_cache(maxsize=1)
def _font() -> cv2.FontFace:
    """OpenCV's own: it has the letters of all our languages, which Pillow's has not."""
    return cv2.FontFace("sans")


def _write(sheet: Picture, text: str, at: tuple[int, int], size: int, ink: Ink, weight: int) -> None:
    cv2.putText(sheet, text, at, ink, _font(), size, weight)


def _width(text: str, size: int, weight: int) -> int:
    _, _, wide, _ = cv2.getTextSize((0, 0), text, (0, 0), _font(), size, weight)
    return int(wide)


def _wrapped(text: str, room: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _width(longer, ADVICE_PX, REGULAR) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _shortened(text: str, room: int) -> str:
    if _width(text, SMALL_PX, REGULAR) <= room:
        return text
    while text and _width(f"{text}…", SMALL_PX, REGULAR) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _paper(width: int, height: int) -> Picture:
    return np.full((height, width, 3), PAPER, np.uint8)


def _padded(photo: Picture, height: int) -> Picture:
    """Paper below a picture that is lower than what stands beside it."""
    return np.concatenate([photo, _paper(photo.shape[1], height - photo.shape[0])], axis=0)


def _bar(sheet: Picture, left: int, right: int, top: int, ink: Ink) -> None:
    half = BAR_PX // 2
    cv2.line(sheet, (left + half, top + half), (right - half, top + half), ink, BAR_PX, cv2.LINE_AA)


def _fixed(points: Array) -> list[NDArray[np.int32]]:
    return [np.round(points * (1 << SHIFT)).astype(np.int32)]


def _outline(sheet: Picture, points: Array, ink: Ink, thick: int) -> None:
    cv2.polylines(sheet, _fixed(points), True, TEXT, thick + 2, cv2.LINE_AA, SHIFT)
    cv2.polylines(sheet, _fixed(points), True, ink, thick, cv2.LINE_AA, SHIFT)


def _fill(sheet: Picture, points: Array, ink: Ink) -> None:
    over = sheet.copy()
    cv2.fillPoly(over, _fixed(points), ink, cv2.LINE_AA, SHIFT)
    cv2.addWeighted(over, FILLED, sheet, 1 - FILLED, 0, dst=sheet)


def _label(sheet: Picture, name: str, at: Array) -> None:
    wide = _width(name, SMALL_PX, BOLD)
    place = (round(float(at[0]) - wide / 2), round(float(at[1]) + SMALL_PX / 3))
    for du, dv in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        _write(sheet, name, (place[0] + du, place[1] + dv), SMALL_PX, TEXT, BOLD)
    _write(sheet, name, place, SMALL_PX, (255, 255, 255), BOLD)


def _badge(sheet: Picture, number: int, at: Array, ink: Ink) -> None:
    """A numbered disc, wholly in the picture."""
    height, width = sheet.shape[:2]
    u, v = (round(float(np.clip(x, 13, most - 13))) for x, most in zip(at, (width, height), strict=True))
    cv2.circle(sheet, (u, v), 12, (255, 255, 255), -1, cv2.LINE_AA)
    cv2.circle(sheet, (u, v), 11, ink, -1, cv2.LINE_AA)
    text = str(number)
    _write(sheet, text, (u - _width(text, SMALL_PX, BOLD) // 2, v + 5), SMALL_PX, (255, 255, 255), BOLD)

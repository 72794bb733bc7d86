"""What is printed: the board's ground with its fields, and the six faces of the die."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np

from referee.antiblok.board import FIELDS, FILES, SIDE
from referee.antiblok.dice import ANTIBLOK, SWAP
from simulator.flat.card_set import CardSet
from simulator.look import Rgb
from simulator.raster import FloatImage
from simulator.surfaces import grain

BOARD_PX = 1024
LINE_MM = 0.8
FIELD_SHARE = 0.95
"""Of the pitch: the square that is printed around a card."""
HOLE_RADIUS_MM = 3.6
LETTER_MM = 6.0
FACE_PX = 48
INK: Rgb = (0.04, 0.04, 0.05)
FRACTION = 4
"""Of OpenCV's points, in bits."""


@lru_cache(maxsize=8)
def board_top(made: CardSet, seed: int) -> FloatImage:
    """The board's surface seen from above, its far side first: linear light that comes back, (rows, columns, 3)."""
    marks = np.zeros((BOARD_PX, BOARD_PX), np.uint8)
    per_mm, half = BOARD_PX / made.board_side, made.board_side / 2

    def px(x: float, y: float) -> tuple[int, int]:
        return round((1 << FRACTION) * ((x + half) * per_mm - 0.5)), round(
            (1 << FRACTION) * ((half - y) * per_mm - 0.5)
        )

    reach, line = FIELD_SHARE * made.pitch / 2, max(1, round(LINE_MM * per_mm))
    for at in FIELDS:
        x, y = made.place(at)
        cv2.rectangle(marks, px(x - reach, y - reach), px(x + reach, y + reach), 255, line, cv2.LINE_AA, FRACTION)
        cv2.circle(marks, px(x, y), round((1 << FRACTION) * HOLE_RADIUS_MM * per_mm), 255, -1, cv2.LINE_AA, FRACTION)
    aside = made.playing_side / 2 + 0.45 * made.margin
    for i in range(SIDE):
        along = (i - (SIDE - 1) / 2) * made.pitch
        _letter(marks, FILES[i], px(along, -aside), per_mm)
        _letter(marks, str(i + 1), px(-aside, along), per_mm)
    light = 1 - made.grain * grain(np.random.default_rng([seed, 11]), BOARD_PX)
    share = marks.astype(np.float32)[..., None] / np.float32(255)
    ground, ink = (np.array(each, dtype=np.float32) for each in (made.ground, made.ink))
    return np.asarray((ground * (1 - share) + ink * share) * light[..., None], dtype=np.float32)


def _letter(marks: cv2.typing.MatLike, text: str, middle: tuple[int, int], per_mm: float) -> None:
    font, scale = cv2.FONT_HERSHEY_SIMPLEX, LETTER_MM * per_mm / 22
    (width, height), _ = cv2.getTextSize(text, font, scale, 2)
    corner = (middle[0] >> FRACTION) - width // 2, (middle[1] >> FRACTION) + height // 2
    cv2.putText(marks, text, corner, font, scale, 255, 2, cv2.LINE_AA)


@lru_cache(maxsize=16)
def die_print(face: str) -> FloatImage:
    """A face of the die: an arrow around the number of quarters, two arrows for a swap, a cross for Anti-Blok."""
    drawn = np.zeros((FACE_PX * 4, FACE_PX * 4), np.uint8)
    size, thick = FACE_PX * 4, 14
    middle, radius = size // 2, round(0.32 * size)
    if face == SWAP:
        for way, y in ((1, 0.36), (-1, 0.64)):
            reach, row = way * round(0.30 * size), round(y * size)
            a, b = (middle - reach, row), (middle + reach, row)
            cv2.arrowedLine(drawn, a, b, 255, thick, cv2.LINE_AA, tipLength=0.35)
    elif face == ANTIBLOK:
        for reach in (round(0.28 * size), -round(0.28 * size)):
            a, b = (middle - abs(reach), middle - reach), (middle + abs(reach), middle + reach)
            cv2.line(drawn, a, b, 255, 2 * thick, cv2.LINE_AA)
    else:
        left = face[0] == "L"
        # Three quarters of a circle; seen from above a turn to the left goes counter-clockwise.
        cv2.ellipse(drawn, (middle, middle), (radius, radius), 0, -60, 210, 255, thick, cv2.LINE_AA)
        end = math.radians(-60 if left else 210)
        tip = np.array([middle + radius * math.cos(end), middle + radius * math.sin(end)])
        along = np.array([math.sin(end), -math.cos(end)]) * (1 if left else -1)
        aside = np.array([-along[1], along[0]])
        head = np.array([tip + 46 * along, tip + 30 * aside - 8 * along, tip - 30 * aside - 8 * along])
        cv2.fillConvexPoly(drawn, head.round().astype(np.int32), 255, cv2.LINE_AA)
        (width, height), _ = cv2.getTextSize(face[1], cv2.FONT_HERSHEY_SIMPLEX, 2.6, 12)
        corner = (middle - width // 2, middle + height // 2)
        cv2.putText(drawn, face[1], corner, cv2.FONT_HERSHEY_SIMPLEX, 2.6, 255, 12, cv2.LINE_AA)
    small = cv2.resize(drawn, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)
    share = np.asarray(small, dtype=np.float32)[..., None] / np.float32(255)
    return np.asarray(1 - share * (1 - np.array(INK, dtype=np.float32)), dtype=np.float32)

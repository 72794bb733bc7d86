"""The board's top: its wood with the marks of its fields."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from calibration.physical_set import PhysicalSet
from simulator.look import FieldStyle
from simulator.surfaces import Pattern, as_pattern, grain
from simulator.tactori.viewpoint import field_mm

BOARD_PX = 1024
# The marks, in tower widths or millimetres.
LINE_MM = 0.9
DOT_MM = 2.2
RING_RADIUS = 0.42
SQUARE_SIDE = 1.08
INK = 0.5
BOARD_GRAIN = 0.16


@lru_cache(maxsize=8)
def board_pattern(board: int, physical_set: PhysicalSet, style: FieldStyle, seed: int) -> Pattern:
    """The board's top seen from above, its far side first as in any picture."""
    rng = np.random.default_rng([seed, 11])
    light = 1 - BOARD_GRAIN * grain(rng, BOARD_PX)
    marks = np.zeros((BOARD_PX, BOARD_PX), np.uint8)
    per_mm = BOARD_PX / physical_set.board_side

    def px(x: float, y: float) -> tuple[int, int]:
        """Sixteenths of a pixel."""
        across, up = field_mm(x, y, board, physical_set)
        half = physical_set.board_side / 2
        return round(16 * ((across + half) * per_mm - 0.5)), round(16 * ((half - up) * per_mm - 0.5))

    last, line = board - 1, max(1, round(LINE_MM * per_mm))
    if style is FieldStyle.LINES:
        for i in range(board):
            cv2.line(marks, px(0, i), px(last, i), 255, line, cv2.LINE_AA, 4)
            cv2.line(marks, px(i, 0), px(i, last), 255, line, cv2.LINE_AA, 4)
    for x in range(board):
        for y in range(board):
            middle = px(x, y)
            if style is FieldStyle.RINGS:
                radius = round(16 * RING_RADIUS * physical_set.tower_width * per_mm)
                cv2.circle(marks, middle, radius, 255, line, cv2.LINE_AA, 4)
            elif style is FieldStyle.SQUARES:
                reach = round(16 * SQUARE_SIDE / 2 * physical_set.tower_width * per_mm)
                corner, opposite = (middle[0] - reach, middle[1] - reach), (middle[0] + reach, middle[1] + reach)
                cv2.rectangle(marks, corner, opposite, 255, line, cv2.LINE_AA, 4)
            else:
                radius_mm = DOT_MM if style is FieldStyle.DOTS else LINE_MM * 1.6
                cv2.circle(marks, middle, round(16 * radius_mm * per_mm), 255, -1, cv2.LINE_AA, 4)
    light *= np.asarray(cv2.LUT(marks, np.linspace(1, 1 - INK, 256, dtype=np.float32)))
    return as_pattern(light)

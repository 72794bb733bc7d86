"""The surfaces that have a pattern: the board's wood with the marks of its fields, and the table."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.physical_set import PhysicalSet
from simulator.look import FieldStyle, Rgb, Table
from simulator.viewpoint import field_mm

Pattern = NDArray[np.uint8]
"""How light a surface is at each point; PLAIN is its plain colour."""
PLAIN = 160

BOARD_PX = 1024
TABLE_PX = 1024
TABLE_MM = 1400.0
# The marks, in tower widths or millimetres.
LINE_MM = 0.9
DOT_MM = 2.2
RING_RADIUS = 0.42
SQUARE_SIDE = 1.08
INK = 0.5
BOARD_GRAIN = 0.16


def _noise(rng: np.random.Generator, rows: int, columns: int, across: int, along: int) -> NDArray[np.float32]:
    cells = rng.standard_normal((max(2, across), max(2, along)), dtype=np.float32)
    return np.asarray(cv2.resize(cells, (columns, rows), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def _grain(rng: np.random.Generator, size: int) -> NDArray[np.float32]:
    """Fibres and year rings along the rows, about -1 to 1."""
    # Along the wood nothing changes quickly: it is drawn narrow and then stretched.
    rows, columns = size, size // 8
    fibres = 0.5 * _noise(rng, rows, columns, size // 3, 8) + 0.7 * _noise(rng, rows, columns, size // 12, 5)
    year = 0.6 * _noise(rng, rows, columns, 7, 3) + np.linspace(0, 9, size, dtype=np.float32)[:, None]
    rings = np.abs(year - np.floor(year) - 0.5) * 4 - 1
    drawn = np.clip(0.35 * fibres + 0.55 * rings + 0.25 * _noise(rng, rows, columns, 5, 2), -1.5, 1.5)
    return np.asarray(cv2.resize(drawn, (size, size), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


@lru_cache(maxsize=8)
def board_pattern(board: int, physical_set: PhysicalSet, style: FieldStyle, seed: int) -> Pattern:
    """The board's top seen from above, its far side first as in any picture."""
    rng = np.random.default_rng([seed, 11])
    light = 1 - BOARD_GRAIN * _grain(rng, BOARD_PX)
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
    return _as_pattern(light)


@lru_cache(maxsize=8)
def table_pattern(table: Table, seed: int) -> Pattern:
    """A piece of the table TABLE_MM wide; it goes on mirrored."""
    rng = np.random.default_rng([seed, 12])
    light = np.ones((TABLE_PX, TABLE_PX), np.float32)
    if table.grain:
        light -= table.grain * 0.6 * _grain(rng, TABLE_PX)
    if table.woven:
        threads = rng.standard_normal((TABLE_PX, TABLE_PX), dtype=np.float32)
        light += 0.25 * np.asarray(cv2.GaussianBlur(threads, (0, 0), 1.3))
        light += 0.06 * _noise(rng, TABLE_PX, TABLE_PX, 9, 9)
    return _as_pattern(light)


def ramp(colour: Rgb) -> NDArray[np.float32]:
    """The colours (256, 3) of a pattern: where wood is darker it is redder too."""
    light = (np.arange(256) / PLAIN)[:, None]
    return np.asarray(np.array(colour) * light ** np.array([0.92, 1.0, 1.12]), dtype=np.float32)


def _as_pattern(light: NDArray[np.float32]) -> Pattern:
    return np.asarray(cv2.convertScaleAbs(np.maximum(light, 0), alpha=PLAIN), dtype=np.uint8)

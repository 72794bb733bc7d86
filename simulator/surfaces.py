"""The surfaces that have a pattern: wood with its grain, and the table."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.look import Rgb, Table

Pattern = NDArray[np.uint8]
"""How light a surface is at each point; PLAIN is its plain colour."""
PLAIN = 160

TABLE_PX = 1024
TABLE_MM = 1400.0


def _noise(rng: np.random.Generator, rows: int, columns: int, across: int, along: int) -> NDArray[np.float32]:
    cells = rng.standard_normal((max(2, across), max(2, along)), dtype=np.float32)
    return np.asarray(cv2.resize(cells, (columns, rows), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def grain(rng: np.random.Generator, size: int) -> NDArray[np.float32]:
    """Fibres and year rings along the rows, about -1 to 1."""
    # Along the wood nothing changes quickly: it is drawn narrow and then stretched.
    rows, columns = size, size // 8
    fibres = 0.5 * _noise(rng, rows, columns, size // 3, 8) + 0.7 * _noise(rng, rows, columns, size // 12, 5)
    year = 0.6 * _noise(rng, rows, columns, 7, 3) + np.linspace(0, 9, size, dtype=np.float32)[:, None]
    rings = np.abs(year - np.floor(year) - 0.5) * 4 - 1
    drawn = np.clip(0.35 * fibres + 0.55 * rings + 0.25 * _noise(rng, rows, columns, 5, 2), -1.5, 1.5)
    return np.asarray(cv2.resize(drawn, (size, size), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


@lru_cache(maxsize=8)
def table_pattern(table: Table, seed: int) -> Pattern:
    """A piece of the table TABLE_MM wide; it goes on mirrored."""
    rng = np.random.default_rng([seed, 12])
    light = np.ones((TABLE_PX, TABLE_PX), np.float32)
    if table.grain:
        light -= table.grain * 0.6 * grain(rng, TABLE_PX)
    if table.woven:
        threads = rng.standard_normal((TABLE_PX, TABLE_PX), dtype=np.float32)
        light += 0.25 * np.asarray(cv2.GaussianBlur(threads, (0, 0), 1.3))
        light += 0.06 * _noise(rng, TABLE_PX, TABLE_PX, 9, 9)
    return as_pattern(light)


def ramp(colour: Rgb) -> NDArray[np.float32]:
    """The colours (256, 3) of a pattern: where wood is darker it is redder too."""
    light = (np.arange(256) / PLAIN)[:, None]
    return np.asarray(np.array(colour) * light ** np.array([0.92, 1.0, 1.12]), dtype=np.float32)


def as_pattern(light: NDArray[np.float32]) -> Pattern:
    return np.asarray(cv2.convertScaleAbs(np.maximum(light, 0), alpha=PLAIN), dtype=np.uint8)

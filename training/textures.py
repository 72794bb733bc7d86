"""Surfaces to draw boards and tables with: wood of any figure, cloth, tiles, parquet, and what photographs show."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import Float

Rng = np.random.Generator
Texture = Float
"""Linear light that comes back, (rows, columns, 3), red first."""
SIZE_PX = 512
LINEAR = ((np.arange(256, dtype=np.float32) / 255) ** np.float32(2.2)) + np.float32(0.004)
# From pale birch over oak and beech to walnut and wenge, in linear light.
WOODS = (
    (0.75, 0.62, 0.45),
    (0.62, 0.42, 0.25),
    (0.50, 0.32, 0.18),
    (0.30, 0.17, 0.09),
    (0.14, 0.08, 0.05),
    (0.66, 0.5, 0.3),
)


def noise(rng: Rng, size: int, across: float, along: float) -> Texture:
    cells = rng.standard_normal((max(2, round(along)), max(2, round(across))), dtype=np.float32)
    return np.asarray(cv2.resize(cells, (size, size), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def wood_colour(rng: Rng) -> Texture:
    a, b = rng.integers(len(WOODS), size=2)
    mixed = np.array(WOODS[a]) ** (t := rng.uniform()) * np.array(WOODS[b]) ** (1 - t)
    return np.clip(mixed * rng.uniform(0.85, 1.2, 3), 0.01, 0.95).astype(np.float32)


def any_colour(rng: Rng) -> Texture:
    if rng.random() < 0.4:
        return np.full(3, rng.uniform(0.02, 0.9), np.float32) * rng.uniform(0.9, 1.1, 3).astype(np.float32)
    return (rng.uniform(0.0, 1.0, 3) ** 2).clip(0.01, 0.9).astype(np.float32)


def figure(rng: Rng, size: int = SIZE_PX) -> Texture:
    """The figure of drawn wood, about -1 to 1: fibres, rings that bend around knots, blotches, pores."""
    fine = noise(rng, size, rng.uniform(2, 14), rng.uniform(60, 320))
    coarse = noise(rng, size, rng.uniform(2, 6), rng.uniform(10, 50))
    down, across = np.mgrid[0:size, 0:size].astype(np.float32) / size
    year = down * rng.uniform(1, 14) + rng.uniform(0.1, 1.6) * noise(rng, size, rng.uniform(2, 4), rng.uniform(2, 7))
    year += across * rng.uniform(-1.5, 1.5)
    for _ in range(rng.integers(0, 5)):
        x, y, wide = rng.uniform(-0.1, 1.1), rng.uniform(-0.1, 1.1), rng.uniform(0.02, 0.3)
        year += rng.uniform(-3, 3) * np.exp(
            -(((across - x) / (rng.uniform(1, 4) * wide)) ** 2) - ((down - y) / wide) ** 2
        )
    saw = year - np.floor(year)
    rings = (saw ** rng.uniform(0.5, 4)) * 2 - 1 if rng.random() < 0.5 else np.sin(2 * np.pi * year)
    blotch = noise(rng, size, rng.uniform(2, 30), rng.uniform(2, 30))
    parts = rng.dirichlet((0.8, 0.8, 1.2, 0.6))
    made = parts[0] * fine + parts[1] * coarse + parts[2] * rings + parts[3] * blotch
    return np.asarray(np.clip(made / (made.std() + 1e-6) * 0.5, -2, 2), dtype=np.float32)


def photographed(rng: Rng, photographs: list[Path], colour: Texture, strength: float) -> Texture:
    """A piece of a photograph, at some scale, in the colour asked for and more or less strongly figured."""
    picture = cv2.imread(str(photographs[rng.integers(len(photographs))]))
    n = max(64, int(min(picture.shape[:2]) * rng.uniform(0.3, 0.98)))
    y, x = (int(rng.integers(max(1, side - n + 1))) for side in picture.shape[:2])
    piece = cv2.resize(picture[y : y + n, x : x + n], (SIZE_PX, SIZE_PX), interpolation=cv2.INTER_AREA)
    piece = LINEAR[np.rot90(piece, int(rng.integers(4)))[..., ::-1]]
    grey = piece @ np.array([0.3, 0.6, 0.1], np.float32)
    relief = np.clip(grey / grey.mean(), 0.05, 8) ** np.float32(strength)
    tint = (piece / grey[..., None] / (piece.mean((0, 1)) / grey.mean())) ** np.float32(rng.uniform(0, 0.6))
    return np.asarray(np.clip(relief[..., None] / relief.mean() * tint * colour, 0.004, 1), dtype=np.float32)


def wood(rng: Rng, woods: list[Path], colour: Texture) -> Texture:
    if woods and rng.random() < 0.5:
        return photographed(rng, woods, colour, rng.uniform(0.25, 1.1))
    drawn = figure(rng)
    if rng.random() < 0.5:
        drawn = np.asarray(np.rot90(drawn), dtype=np.float32)
    strength = rng.uniform(0.02, 0.5) * np.array([rng.uniform(0.7, 1), 1.0, rng.uniform(1, 1.4)])
    light = np.exp(drawn[..., None] * strength.astype(np.float32))
    return np.clip(light / light.mean((0, 1)) * colour, 0.004, 1).astype(np.float32)


def glued(rng: Rng, woods: list[Path], colour: Texture) -> Texture:
    """Boards glued side by side, as table tops, floors and parquet are."""
    made = np.zeros((SIZE_PX, SIZE_PX, 3), np.float32)
    kinds = [wood(rng, woods, colour * rng.uniform(0.7, 1.3, 1).astype(np.float32)) for _ in range(3)]
    wide, long = int(rng.integers(30, 200)), int(rng.integers(150, 900))
    for row in range(0, SIZE_PX, wide):
        start = -int(rng.integers(long))
        while start < SIZE_PX:
            part = kinds[rng.integers(3)][row : row + wide, max(start, 0) : start + long] * np.float32(
                rng.uniform(0.8, 1.15)
            )
            made[row : row + wide, max(start, 0) : start + long] = part
            start += long
            made[row : row + wide, max(0, start - 2) : start] *= np.float32(rng.uniform(0.3, 1))
        made[row : row + 2] *= np.float32(rng.uniform(0.3, 1))
    return np.clip(made, 0.004, 1)


def tiles(rng: Rng) -> Texture:
    """Squares or stripes in two colours with joints between them: floors, chequered cloth."""
    one, two, step = any_colour(rng), any_colour(rng), int(rng.integers(20, 260))
    index = np.arange(SIZE_PX) // step
    checks = (
        (index[:, None] + index[None] * int(rng.random() < 0.7)) % 2 if rng.random() < 0.6 else np.zeros((SIZE_PX,) * 2)
    )
    made = np.where(checks[..., None] > 0, two, one).astype(np.float32)
    joint = (np.arange(SIZE_PX) % step < rng.integers(0, 6))[:, None]
    made = np.where((joint | joint.T)[..., None], any_colour(rng), made)
    return np.asarray(made * (1 + 0.1 * noise(rng, SIZE_PX, 40, 40)[..., None]).clip(0.2, 2), dtype=np.float32).clip(
        0.004, 1
    )


def plain(rng: Rng) -> Texture:
    rough = rng.standard_normal((SIZE_PX, SIZE_PX, 1), dtype=np.float32) * np.float32(rng.uniform(0, 0.4))
    rough = np.asarray(cv2.GaussianBlur(rough, (0, 0), rng.uniform(0.5, 2.5)), dtype=np.float32)[..., None]
    return np.clip(any_colour(rng) * (1 + rough), 0.004, 1).astype(np.float32)


def table(rng: Rng, woods: list[Path], photographs: list[Path], board_colour: Texture) -> Texture:
    kind = rng.random()
    if kind < 0.45:
        colour = board_colour * rng.uniform(0.8, 1.25, 3).astype(np.float32) if rng.random() < 0.5 else wood_colour(rng)
        return wood(rng, woods, colour) if rng.random() < 0.65 else glued(rng, woods, colour)
    if kind < 0.7:
        return plain(rng)
    if kind < 0.85 or not photographs:
        return tiles(rng)
    return photographed(rng, photographs, any_colour(rng), rng.uniform(0.3, 1))

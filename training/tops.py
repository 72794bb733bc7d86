"""What is drawn on a board: the fields of ours in any manner, and those of other games."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.physical_set import PhysicalSet
from training.textures import SIZE_PX, Rng, Texture, any_colour

SHIFT = 4  # OpenCV draws in sixteenths of a pixel


def _px(*values: float) -> tuple[int, ...]:
    return tuple(round(16 * (v - 0.5)) for v in values)


def fields(rng: Rng, board: int, made: PhysicalSet) -> Texture:
    """How much ink lies where, 0 to 1, for our fields: dots, rings, squares, discs, crosses or lines."""
    layer = np.zeros((SIZE_PX, SIZE_PX), np.uint8)
    per_mm = SIZE_PX / made.board_side
    pitch = made.pitch(board)
    at = [SIZE_PX / 2 + (i - (board - 1) / 2) * pitch * per_mm for i in range(board)]
    line = max(1, round(rng.uniform(0.4, 1.6) * per_mm))
    style = rng.choice(("dots", "rings", "squares", "lines", "discs", "crosses"), p=(0.2, 0.2, 0.2, 0.25, 0.05, 0.1))
    tower = made.tower_width * per_mm * rng.uniform(0.85, 1.2)
    if style == "lines":
        for q in at:
            cv2.line(layer, _px(at[0], q), _px(at[-1], q), 255, line, cv2.LINE_AA, SHIFT)
            cv2.line(layer, _px(q, at[0]), _px(q, at[-1]), 255, line, cv2.LINE_AA, SHIFT)
    dot = rng.uniform(1.2, 4.0) * per_mm
    for y in at:
        for x in at:
            if style == "rings":
                cv2.circle(layer, _px(x, y), round(16 * 0.42 * tower), 255, line, cv2.LINE_AA, SHIFT)
            elif style == "discs":
                cv2.circle(layer, _px(x, y), round(16 * 0.4 * tower), 255, -1, cv2.LINE_AA, SHIFT)
            elif style == "squares":
                h = 0.54 * tower
                cv2.rectangle(layer, _px(x - h, y - h), _px(x + h, y + h), 255, line, cv2.LINE_AA, SHIFT)
            elif style == "crosses":
                h = 0.3 * tower
                cv2.line(layer, _px(x - h, y), _px(x + h, y), 255, line, cv2.LINE_AA, SHIFT)
                cv2.line(layer, _px(x, y - h), _px(x, y + h), 255, line, cv2.LINE_AA, SHIFT)
            elif style == "dots" or rng.random() < 0.4:
                cv2.circle(layer, _px(x, y), round(16 * dot), 255, -1, cv2.LINE_AA, SHIFT)
    return layer.astype(np.float32) / 255


def _frame(layer: Texture, rng: Rng, edge: float) -> None:
    for _ in range(rng.integers(0, 3)):
        a = edge * rng.uniform(0.2, 1.0)
        cv2.rectangle(layer, _px(a, a), _px(SIZE_PX - a, SIZE_PX - a), 255, int(rng.integers(1, 6)), cv2.LINE_AA, SHIFT)


def other_game(rng: Rng, top: Texture) -> Texture:
    """The board of another game: chequered, lined, a mill, a cross, tracks of circles, a picture, or bare."""
    kind = rng.choice(
        ("chess", "go", "mill", "tracks", "bare", "grid", "patches"), p=(0.3, 0.22, 0.1, 0.12, 0.1, 0.1, 0.06)
    )
    layer = np.zeros((SIZE_PX, SIZE_PX), np.uint8)
    edge = SIZE_PX * rng.uniform(0.0, 0.13)
    ink, colour = rng.uniform(0.3, 0.95), any_colour(rng)
    if kind == "chess":
        n = int(rng.choice((8, 8, 8, 10, 12, 6, 7, 4, 3)))
        steps = np.linspace(edge, SIZE_PX - edge, n + 1)
        for i in range(n):
            for j in range(n):
                if (i + j) % 2:
                    cv2.rectangle(
                        layer, _px(steps[i], steps[j]), _px(steps[i + 1], steps[j + 1]), 255, -1, cv2.LINE_AA, SHIFT
                    )
        _frame(layer, rng, edge)
    elif kind == "go":
        n = int(rng.choice((19, 19, 13, 7, 6, 11, 15, 8, 10, 12)))
        edge = SIZE_PX * rng.uniform(0.3, 0.8) / n
        steps, wide = np.linspace(edge, SIZE_PX - edge, n), int(rng.integers(1, 4))
        for q in steps:
            cv2.line(layer, _px(edge, q), _px(SIZE_PX - edge, q), 255, wide, cv2.LINE_AA, SHIFT)
            cv2.line(layer, _px(q, edge), _px(q, SIZE_PX - edge), 255, wide, cv2.LINE_AA, SHIFT)
    elif kind == "grid":  # dots, rings or squares as ours, but of another number
        n = int(rng.choice((3, 4, 6, 7, 8, 10, 11, 12)))
        edge = SIZE_PX * rng.uniform(0.4, 0.9) / n
        size, wide = rng.uniform(0.06, 0.4) * (SIZE_PX - 2 * edge) / (n - 1), int(rng.choice((-1, 1, 2, 3)))
        for x in np.linspace(edge, SIZE_PX - edge, n):
            for y in np.linspace(edge, SIZE_PX - edge, n):
                cv2.circle(layer, _px(x, y), round(16 * size), 255, wide, cv2.LINE_AA, SHIFT)
    elif kind == "mill":
        wide = int(rng.integers(2, 8))
        edge += SIZE_PX * 0.06
        for k in range(3):
            a = edge + k * (SIZE_PX / 2 - edge) / 3.2
            cv2.rectangle(layer, _px(a, a), _px(SIZE_PX - a, SIZE_PX - a), 255, wide, cv2.LINE_AA, SHIFT)
        inner = edge + 2 * (SIZE_PX / 2 - edge) / 3.2
        for a, b in ((edge, inner), (SIZE_PX - inner, SIZE_PX - edge)):
            cv2.line(layer, _px(a, SIZE_PX / 2), _px(b, SIZE_PX / 2), 255, wide, cv2.LINE_AA, SHIFT)
            cv2.line(layer, _px(SIZE_PX / 2, a), _px(SIZE_PX / 2, b), 255, wide, cv2.LINE_AA, SHIFT)
    elif kind == "tracks":
        for _ in range(rng.integers(2, 6)):
            n, a = int(rng.integers(6, 30)), rng.uniform(0, 6.28)
            radius, middle = rng.uniform(0.05, 0.45) * SIZE_PX, rng.uniform(0.35, 0.65, 2) * SIZE_PX
            for t in np.linspace(a, a + 6.28, n, endpoint=False):
                x, y = middle + radius * np.array([np.cos(t), np.sin(t)])
                cv2.circle(
                    layer, _px(x, y), round(16 * rng.uniform(6, 16)), 255, int(rng.choice((-1, 2))), cv2.LINE_AA, SHIFT
                )
        _frame(layer, rng, edge + 10)
    elif kind == "patches":
        for _ in range(rng.integers(3, 25)):
            x, y, w, h = (rng.uniform(0, 1, 4) * [1, 1, 0.4, 0.4] * SIZE_PX).astype(int)
            top[y : y + h, x : x + w] = any_colour(rng)
    if kind in ("chess", "mill", "tracks") and rng.random() < 0.4:
        width = max(2, int(edge))
        border = np.ones((SIZE_PX, SIZE_PX, 1), np.float32)
        border[width:-width, width:-width] = 0
        top = top * (1 - border * rng.uniform(0.2, 0.8))
    share = (layer.astype(np.float32) / 255 * ink)[..., None]
    return np.asarray(top * (1 - share) + share * colour * top.mean(), dtype=np.float32)

"""Small pictures of Anti-Blok's board, drawn flat and seen through a homography: what is on them is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
FILES = "abcde"
PAINTS = {"R": (0.50, 0.05, 0.04), "B": (0.04, 0.16, 0.45), "Y": (0.80, 0.58, 0.08), "G": (0.05, 0.28, 0.08)}
"""Red, green and blue in linear light."""
PX = 120
"""Of the flat drawing, from card to card."""
MARGIN = 60
OBLIQUE = ((170.0, 480.0), (770.0, 500.0), (660.0, 130.0), (270.0, 120.0))
STEEP = ((230.0, 490.0), (700.0, 480.0), (690.0, 60.0), (240.0, 50.0))


@dataclass(frozen=True)
class Scene:
    """What is drawn, and how; lengths are in pitches."""

    cards: Mapping[str, str]
    blocks: Mapping[str, str] = field(default_factory=dict)
    corners: tuple[tuple[float, float], ...] = OBLIQUE
    askew_deg: Mapping[str, float] = field(default_factory=dict)
    ground: tuple[float, float, float] = (0.55, 0.40, 0.25)
    table: tuple[float, float, float] = (0.12, 0.12, 0.13)
    rim: bool = True
    light: tuple[float, float, float] = (1.0, 1.0, 1.0)
    paints: Mapping[str, tuple[float, float, float]] = field(default_factory=lambda: PAINTS)


def random_cards(seed: int) -> dict[str, str]:
    rng = np.random.default_rng(seed)
    return {f"{c}{r}": "".join(rng.permutation(list("RBYG"))) for r in range(1, 6) for c in FILES}


def middle(at: str) -> tuple[float, float]:
    """Of a field, or of a crossing (`b2+`), in pitches."""
    half = 1.0 if at.endswith("+") else 0.5
    return FILES.index(at[0]) + half, int(at[1]) - 1 + half


def flat(scene: Scene) -> NDArray[np.float32]:
    """The board from above in linear light, its far side up."""
    side = 5 * PX + 2 * MARGIN
    canvas = np.full((side, side, 3), scene.ground, np.float32)

    def fill(points: NDArray[np.float64], colour: tuple[float, float, float]) -> None:
        at = np.stack([MARGIN + points[:, 0] * PX, side - MARGIN - points[:, 1] * PX], 1)
        cv2.fillConvexPoly(canvas, np.round(at * 16).astype(np.int32), colour, cv2.LINE_AA, 4)

    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
    for at, letters in scene.cards.items():
        angle = np.radians(scene.askew_deg.get(at, 3.0 if FILES.index(at[0]) % 2 else -3.0))
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        fill(square * 0.88 @ turn + middle(at), (0.75, 0.75, 0.72) if scene.rim else (0.05, 0.05, 0.05))
        half = 0.415
        for letter, way in zip(letters, ((-1, -1), (1, -1), (1, 1), (-1, 1)), strict=True):
            fill((square * half + np.array(way) * half / 2) @ turn + middle(at), scene.paints[letter])
        ring = np.linspace(0, 2 * np.pi, 24)
        fill(np.stack([np.cos(ring), np.sin(ring)], 1) * 0.08 + middle(at), (0.72, 0.71, 0.66))
    for at, letter in scene.blocks.items():
        fill(square * 0.32 + middle(at), scene.paints[letter])
    return canvas


def photograph(scene: Scene, size: tuple[int, int] = (960, 540), noise: float = 0.004, seed: int = 1) -> Picture:
    """What a webcam stores of it."""
    drawn = flat(scene)
    side = drawn.shape[0]
    inner = np.array(
        [(MARGIN, side - MARGIN), (side - MARGIN, side - MARGIN), (side - MARGIN, MARGIN), (MARGIN, MARGIN)]
    )
    matrix = cv2.getPerspectiveTransform(inner.astype(np.float32), np.array(scene.corners, np.float32))
    seen = np.full((size[1], size[0], 3), scene.table, np.float32)
    calm = cv2.GaussianBlur(drawn, (0, 0), 0.7)
    cv2.warpPerspective(calm, matrix, size, seen, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    seen = cv2.GaussianBlur(seen, (0, 0), 0.6) * np.array(scene.light, np.float32)
    return develop(seen, noise, seed)


def develop(linear: NDArray[np.float32], noise: float = 0.004, seed: int = 1) -> Picture:
    rng = np.random.default_rng(seed)
    shaken = linear + noise * np.sqrt(np.clip(linear, 0.02, 1)) * rng.standard_normal(linear.shape)
    clipped = np.clip(shaken, 0, 1)
    curve = np.where(clipped <= 0.0031308, 12.92 * clipped, 1.055 * np.maximum(clipped, 1e-6) ** (1 / 2.4) - 0.055)
    return (curve[..., ::-1] * 255 + 0.5).astype(np.uint8)


def at_pixel(scene: Scene, x: float, y: float) -> tuple[int, int]:
    """Where a place of the board, in pitches, is seen."""
    unit = np.array([(0, 0), (5, 0), (5, 5), (0, 5)], np.float32)
    matrix = cv2.getPerspectiveTransform(unit, np.array(scene.corners, np.float32))
    u, v, w = matrix @ np.array([x, y, 1.0])
    return round(u / w), round(v / w)

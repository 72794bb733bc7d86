"""Pictures of how the board is found: the network's map, the straightened board, the fields' marks."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.arrays import Array
from calibration.physical_set import PhysicalSet
from vision.board.lattice import ALL, EVEN, NODES, Lattice, TopView, read_lattice, top_view
from vision.board.map import VIEW_PX, look_at_whole, look_straightened
from vision.board.outline import find_outline
from vision.board.settings import BoardSettings
from vision.found_board import FoundBoard
from vision.photograph import Picture

Ink = tuple[int, int, int]

WHITE, AMBER, GREEN, RED = (255, 255, 255), (0, 170, 255), (80, 220, 80), (60, 60, 250)
BLUE = (230, 120, 30)
SHIFT = 4
DIMMED = 0.5
TOP_VIEW_TPX = 34
"""Pixels from field to field of the 9x9 lattice."""


def dimmed(image: Picture) -> Picture:
    """The picture as a dark ground for what is drawn on it."""
    return np.asarray(cv2.convertScaleAbs(image, alpha=DIMMED), dtype=np.uint8)


def stroke(picture: Picture, points: Array, ink: Ink, thick: int = 1, closed: bool = False) -> None:
    fixed = np.round(np.clip(points, -1e5, 1e5) * (1 << SHIFT)).astype(np.int32)
    cv2.polylines(picture, [fixed], closed, ink, thick, cv2.LINE_AA, SHIFT)


def draw_map(image: Picture) -> Picture:
    """What the network takes for a board's inside (blue) and for something that covers it (red), and the outline."""
    sight = look_at_whole(image)
    drawn = image.copy()
    size = (image.shape[1], image.shape[0])
    for plane, ink in ((sight.inside, BLUE), (sight.cover, RED)):
        chance = cv2.warpPerspective(plane, sight.to_photograph, size)[..., None]
        drawn = (drawn * (1 - 0.6 * chance) + 0.6 * chance * np.array(ink)).astype(np.uint8)
    outline = find_outline(sight, BoardSettings(), whole=True)
    if outline is not None:
        stroke(drawn, outline.corners_px, WHITE, 2, closed=True)
    return drawn


def draw_straightened(image: Picture) -> Picture:
    """The board straightened by that outline, what the network makes of it, and the outline it has then."""
    outline = find_outline(look_at_whole(image), BoardSettings(), whole=True)
    if outline is None:
        return dimmed(image)
    sight = look_straightened(image, outline.corners_px)
    large = 2 * VIEW_PX
    view = np.diag([4.0, 4.0, 1.0]) @ np.linalg.inv(sight.to_photograph)
    above = np.asarray(cv2.warpPerspective(image, view, (large, large)), dtype=np.uint8)
    said = np.zeros_like(above)
    for plane, ink in ((sight.inside, BLUE), (sight.cover, RED)):
        chance = cv2.resize(plane, (large, large))[..., None]
        said = (said * (1 - chance) + chance * np.array(ink)).astype(np.uint8)
    again = find_outline(sight, BoardSettings(), whole=False)
    if again is not None:
        seen = cv2.perspectiveTransform(again.corners_px[None], view)[0]
        for picture in (above, said):
            stroke(picture, seen, WHITE, 2, closed=True)
    return np.ascontiguousarray(np.hstack([above, np.full((large, 12, 3), 255, np.uint8), said]), dtype=np.uint8)


def draw_board(image: Picture, found: FoundBoard, physical_set: PhysicalSet) -> Picture:
    """The board's edges, and a ring around each field: green where its mark was seen, grey where a piece hides it."""
    settings = BoardSettings()
    lattice, _ = _lattice(image, found, physical_set, settings)
    drawn = dimmed(image)
    stroke(drawn, np.array(found.corners_px), WHITE, 2, closed=True)
    around = np.linspace(0, 2 * np.pi, 25)[:-1]
    ring = 0.3 * physical_set.pitch_9 * np.stack([np.cos(around), np.sin(around), 0 * around], axis=1)
    for k in np.flatnonzero(ALL if found.board == 9 else EVEN):
        middle = np.array([*((NODES[k] - 4.0) * physical_set.pitch_9), 0.0])
        match = lattice.match[k]
        ink = (150, 150, 150) if np.isnan(match) else GREEN if match > settings.mark_match else RED
        stroke(drawn, found.pose.project(ring + middle), ink, 1 if np.isnan(match) else 2, closed=True)
    return drawn


def draw_top_view(image: Picture, found: FoundBoard, physical_set: PhysicalSet) -> Picture:
    """The board from straight above, and beside it what is narrow and dark on its wood: the fields' marks."""
    settings = BoardSettings()
    _, view = _lattice(image, found, physical_set, settings)
    size = view.marks.shape[0]
    steps = (np.arange(size) - view.origin_tpx) / view.pitch_tpx - 4
    x, y = np.meshgrid(steps * physical_set.pitch_9, steps * physical_set.pitch_9)
    pixels = found.pose.project(np.stack([x.ravel(), y.ravel(), 0 * x.ravel()], axis=1)).astype(np.float32)
    u, v = np.moveaxis(pixels.reshape(size, size, 2), 2, 0)
    above = cv2.remap(image, np.ascontiguousarray(u), np.ascontiguousarray(v), cv2.INTER_LINEAR)
    strength = view.marks / max(float(np.quantile(view.marks, 0.998)), 1e-6)
    marks = cv2.cvtColor(np.clip(255 * strength, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)
    marks[view.wood == 0] = (70, 40, 40)  # where no wood is seen, nothing is said
    gap = np.full((size, 12, 3), 255, np.uint8)
    # Rows run with the ranks, so the far side is to come first.
    return np.ascontiguousarray(np.hstack([above[::-1], gap, marks[::-1]]), dtype=np.uint8)


def _lattice(
    image: Picture, found: FoundBoard, physical_set: PhysicalSet, settings: BoardSettings
) -> tuple[Lattice, TopView]:
    view = top_view(image, found.pose, physical_set.pitch_9, TOP_VIEW_TPX, settings.blur_steps, settings)
    return read_lattice(view, settings.search_steps, EVEN if found.board == 5 else ALL, settings), view

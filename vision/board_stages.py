"""Pictures of how the board is found: lines, quadrilaterals, the fields' marks, the view from above."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from vision.board.find import shortlist
from vision.board.fit import usual_camera
from vision.board.lattice import ALL, EVEN, NODES, Lattice, TopView, read_lattice, top_view
from vision.board.lines import Lines, SmallPicture, merge, segments, small_picture
from vision.board.quads import enumerate_quads
from vision.board.settings import BoardSettings
from vision.photograph import Picture
from vision.pose import FoundBoard

Array = NDArray[np.float64]
Ink = tuple[int, int, int]

WHITE, AMBER, CYAN, GREEN, RED = (255, 255, 255), (0, 170, 255), (255, 220, 60), (80, 220, 80), (60, 60, 250)
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


def draw_lines(image: Picture, camera: Camera | None) -> Picture:
    """The straight pieces of edges, and the long lines they make."""
    settings = BoardSettings()
    small = _small(image, camera, settings)
    pieces = segments(small, settings)
    drawn = dimmed(image)
    lines = merge(pieces, settings)
    for i in range(len(lines.offset)):
        stroke(drawn, _full(_whole_line(lines, i), small), AMBER)
    for piece in pieces:
        stroke(drawn, _full(piece, small), CYAN, 2)
    return drawn


def draw_quadrilaterals(image: Picture, camera: Camera | None) -> Picture:
    """Those that may be a square in space and differ in colour from what is around; the best is drawn thick."""
    settings = BoardSettings()
    small = _small(image, camera, settings)
    quads = enumerate_quads(merge(segments(small, settings), settings), small, settings, camera is not None)
    drawn = dimmed(image)
    chosen = [quad.corners for quad in shortlist(quads, small, False, settings)]
    for i, corners in reversed(list(enumerate(chosen))):
        stroke(drawn, _full(corners, small), WHITE if i == 0 else AMBER, 3 if i == 0 else 1, closed=True)
    return drawn


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


def _small(image: Picture, camera: Camera | None, settings: BoardSettings) -> SmallPicture:
    return small_picture(image, camera or usual_camera((image.shape[1], image.shape[0]), settings), settings)


def _full(straight: Array, small: SmallPicture) -> Array:
    """Pixels of the photograph for straightened ones of the small picture."""
    return np.asarray((small.bend(straight) + 0.5) * small.scale - 0.5)


def _whole_line(lines: Lines, i: int) -> Array:
    """A line from the first to the last of its pieces."""
    rises = np.flatnonzero(np.diff(lines.covered[i]) > 0)
    along = np.linspace(rises[0], rises[-1] + 1, 9) - lines.reach if len(rises) else np.zeros(2)
    normal = lines.normal[i]
    direction = np.array([normal[1], -normal[0]])
    return np.asarray(lines.offset[i] * normal + along[:, None] * direction)

"""How much light reaches each point: shadows of the lamp, and the dimness between pieces."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.look import Light
from simulator.raster import Array, FloatImage, Nearest, parallel_planes, rasterise
from simulator.shapes import Faces

SHADOW_MM_PER_PX = 0.9
DIM_MM_PER_PX = 2.5
# Shadows are reckoned with around the board, as far out as this many board sides from its middle.
REACH = 0.95
# Heights nearer together than this are the same surface.
SAME_MM = 0.8
# Chebyshev's bound is generous between two casters; what is under this share counts as dark.
BLEED = 0.25
DIMMEST = 0.5


@dataclass(frozen=True)
class HeightMap:
    """How high, along a direction, the highest thing lies, on a grid across that direction.

    `axes` (3, 3) are the grid's two directions and the direction itself; a point p is at pixel
    (axes[:2] p) / mm_per_px + middle.
    """

    axes: Array
    mm_per_px: float
    middle: float
    heights: FloatImage


def height_map(
    faces: Faces, normals: Array, direction: Array, ground_mm: float, reach_mm: float, mm_per_px: float
) -> HeightMap:
    """What is highest along a direction, over level ground."""
    first = np.array([0.0, 1.0, 0.0]) if abs(direction[0]) > 0.9 else np.array([1.0, 0.0, 0.0])
    across = np.cross(direction, first)
    across /= np.linalg.norm(across)
    axes = np.stack([np.cross(across, direction), across, direction])
    middle = reach_mm / mm_per_px
    size = int(2 * middle) + 1
    turned = faces.corners @ axes.T
    turned[..., :2] = turned[..., :2] / mm_per_px + middle
    facing = normals @ axes.T
    facing[:, 2] /= mm_per_px
    kept = np.flatnonzero(facing[:, 2] * mm_per_px > 0.02)
    planes = parallel_planes(turned[kept], facing[kept])
    # The ground: points with z = ground have height (ground - z of the grid's point) / z of the direction.
    steps = (np.arange(size, dtype=np.float32) - np.float32(middle)) * np.float32(mm_per_px)
    slope = axes[:2, 2]
    ground = (ground_mm - (slope[0] * steps[None, :] + slope[1] * steps[:, None])) / direction[2]
    nearest = Nearest(np.ascontiguousarray(ground, dtype=np.float32), np.zeros((size, size), np.uint16))
    highest_first = np.argsort(-turned[kept][..., 2].max(axis=1))
    rasterise(nearest, turned[kept][..., :2], planes, np.zeros(len(kept), np.intp), highest_first)
    return HeightMap(axes, mm_per_px, middle, nearest.nearness)


def _where(field: HeightMap, points: FloatImage) -> tuple[FloatImage, FloatImage, FloatImage]:
    """The map's pixel and the height of each of the picture's points (3, height, width)."""
    u, v, height = (
        np.asarray(sum(np.float32(axis[i]) * points[i] for i in range(3)), dtype=np.float32) for axis in field.axes
    )
    scale, middle = np.float32(1 / field.mm_per_px), np.float32(field.middle)
    return u * scale + middle, v * scale + middle, height


@dataclass(frozen=True)
class SoftEdge:
    """What is highest towards the lamp, within the shadow's soft edge: the mean, and how much that varies."""

    field: HeightMap
    mean: FloatImage
    spread: FloatImage


def soft_edge(field: HeightMap, light: Light) -> SoftEdge:
    sigma = max(0.7, light.softness_mm / field.mm_per_px / 2)
    mean = np.asarray(cv2.GaussianBlur(field.heights, (0, 0), sigma), dtype=np.float32)
    square = np.asarray(cv2.GaussianBlur(field.heights * field.heights, (0, 0), sigma), dtype=np.float32)
    return SoftEdge(field, mean, np.maximum(square - mean * mean, SAME_MM * SAME_MM))


def lit(points: FloatImage, edge: SoftEdge) -> FloatImage:
    """The share of the lamp that reaches each point: the chance, within the shadow's soft edge, of nothing above."""
    u, v, height = _where(edge.field, points)
    far_below = -1e4
    mean_there = _sample(edge.mean, u, v, far_below)
    spread_there = _sample(edge.spread, u, v, 1.0)
    below = np.maximum(mean_there - height - np.float32(SAME_MM), 0)
    chance = spread_there / (spread_there + below * below)
    return np.asarray(np.clip((chance - BLEED) / (1 - BLEED), 0, 1))


def surroundings(field: HeightMap, pitch_mm: float) -> HeightMap:
    """How high things are around each place, for pieces so far apart."""
    heights = np.asarray(cv2.GaussianBlur(field.heights, (0, 0), 0.45 * pitch_mm / field.mm_per_px), dtype=np.float32)
    return replace(field, heights=heights)


def open_sky(points: FloatImage, around: HeightMap, height_mm: float) -> FloatImage:
    """How much of the light from all around reaches each point; less between things of this height."""
    u, v, height = _where(around, points)
    above = (_sample(around.heights, u, v, -1e4) - height) / np.float32(1.6 * height_mm)
    return np.asarray(1 - np.float32(1 - DIMMEST) * np.clip(above, 0, 1))


def _sample(image: FloatImage, u: FloatImage, v: FloatImage, outside: float) -> FloatImage:
    sampled: NDArray[np.float32] = np.asarray(
        cv2.remap(image, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(outside,)),
        dtype=np.float32,
    )
    return sampled

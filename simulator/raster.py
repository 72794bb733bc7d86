"""Faces to pixels: which face is nearest at each one, seen through a lens or along the rays of a lamp."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from simulator.window import Window

Array = NDArray[np.float64]
FloatImage = NDArray[np.float32]
FaceImage = NDArray[np.uint16]

# OpenCV takes corners of polygons as whole numbers of 1/2^SHIFT pixels.
SHIFT = 4


@dataclass(frozen=True)
class Nearest:
    """For each pixel how near the nearest face is (larger is nearer) and its number."""

    nearness: FloatImage
    face: FaceImage


def rasterise(
    nearest: Nearest,
    polygons_px: Array,
    planes: Array,
    numbers: NDArray[np.intp],
    order: NDArray[np.intp],
    tie: float = 0.0,
    window: Window | None = None,
    whole: tuple[int, int] | None = None,
) -> None:
    """Puts polygons (N, 4, 2) into the picture wherever they are nearer than what is there.

    `planes` (N, 3) give the nearness of each at pixel (u, v): a u + b v + c. Going through them from near to far
    (`order`) spares writing what is hidden anyway. Nearer by less than `tie` is not nearer: along a common edge the
    first of two faces keeps all of it, instead of every other pixel. If `nearest` is only a window of a `whole`
    picture, it comes out exactly as it would there.
    """
    height, width = nearest.nearness.shape
    window = window or Window(0, 0, width, height)
    width, height = whole or (width, height)
    low = np.floor(polygons_px.min(axis=1)).astype(np.intp)
    high = np.ceil(polygons_px.max(axis=1)).astype(np.intp) + 1
    low, high = np.maximum(low, 0), np.minimum(high, (width, height))
    # Polygons are stencilled in the whole picture, for where OpenCV cuts one off its edge comes out otherwise.
    begin, end = np.maximum(low, (window.u0, window.v0)), np.minimum(high, (window.u1, window.v1))
    inside = (begin < end).all(axis=1)
    fixed = np.round((polygons_px - low[:, None, :]) * (1 << SHIFT)).astype(np.int32)
    planes32 = planes.astype(np.float32)
    # A pixel half outside of a steep face must not be taken for nearer than the face itself is.
    at_corners = np.einsum("nki,ni->nk", polygons_px, planes[:, :2]) + planes[:, 2:]
    nearest_corner = at_corners.max(axis=1).astype(np.float32)
    columns, rows = np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)[:, None]
    mask = np.zeros((height, width), np.uint8)
    left, top = window.u0, window.v0
    for i in order:
        if not inside[i]:
            continue
        (u0, v0), (u1, v1) = begin[i], end[i]
        a, b, c = planes32[i]
        stencil = mask[low[i, 1] : high[i, 1], low[i, 0] : high[i, 0]]
        cv2.fillConvexPoly(stencil, fixed[i], 1, cv2.LINE_8, SHIFT)
        near = (a * columns[u0:u1] + c) + b * rows[v0:v1]
        np.minimum(near, nearest_corner[i], out=near)
        there = nearest.nearness[v0 - top : v1 - top, u0 - left : u1 - left]
        nearer = np.greater(near, there + np.float32(tie)) if tie else np.greater(near, there)
        nearer &= mask[v0:v1, u0:u1].view(np.bool_)
        np.copyto(there, near, where=nearer)
        np.copyto(nearest.face[v0 - top : v1 - top, u0 - left : u1 - left], np.uint16(numbers[i]), where=nearer)
        stencil[:] = 0


def pinhole_planes(corners_camera: Array, normals_camera: Array, matrix: Array) -> Array:
    """1/z of each face as a plane over the pixels (a u + b v + c) of a pinhole camera."""
    away = np.einsum("ni,ni->n", normals_camera, corners_camera[:, 0])
    away = np.where(np.abs(away) < 1e-9, -1e-9, away)
    return np.asarray((normals_camera @ np.linalg.inv(matrix)) / away[:, None])


def parallel_planes(corners_light: Array, normals_light: Array) -> Array:
    """The height of each face towards the lamp as a plane over the pixels of a shadow map."""
    steep = np.where(np.abs(normals_light[:, 2]) < 1e-6, 1e-6, normals_light[:, 2])
    a, b = -normals_light[:, 0] / steep, -normals_light[:, 1] / steep
    c = corners_light[:, 0, 2] - a * corners_light[:, 0, 0] - b * corners_light[:, 0, 1]
    return np.stack([a, b, c], axis=1)

"""Things as flat faces in space: boxes and whatever is put together from them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulator.viewpoint import Slab, corners_mm

Array = NDArray[np.float64]
# Sawn edges of a board are darker than its face.
EDGE = 0.8


@dataclass(frozen=True)
class Faces:
    """Quadrilaterals (N, 4, 3) in millimetres, anticlockwise from outside, each with its colour (N, 3)."""

    corners: Array
    colours: Array

    def normals(self) -> Array:
        across = np.cross(self.corners[:, 2] - self.corners[:, 0], self.corners[:, 3] - self.corners[:, 1])
        return np.asarray(across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12))

    def turned(self, degrees: float) -> Faces:
        """The same around the middle of the board, anticlockwise seen from above."""
        if not degrees:
            return self
        return Faces(set_down(self.corners, (0.0, 0.0, 0.0), math.radians(degrees)), self.colours)


def join(parts: Iterable[Faces]) -> Faces:
    kept = list(parts)
    if not kept:
        return Faces(np.zeros((0, 4, 3)), np.zeros((0, 3)))
    return Faces(np.concatenate([p.corners for p in kept]), np.concatenate([p.colours for p in kept]))


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Array:
    """Top and four sides (5, 4, 3); nobody ever sees the bottom."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    return np.array(
        [
            [(x0, y0, z1), (x1, y0, z1), (x1, y1, z1), (x0, y1, z1)],
            [(x0, y0, z0), (x1, y0, z0), (x1, y0, z1), (x0, y0, z1)],
            [(x1, y0, z0), (x1, y1, z0), (x1, y1, z1), (x1, y0, z1)],
            [(x1, y1, z0), (x0, y1, z0), (x0, y1, z1), (x1, y1, z1)],
            [(x0, y1, z0), (x0, y0, z0), (x0, y0, z1), (x0, y1, z1)],
        ]
    )


def set_down(shape: Array, at: tuple[float, float, float], yaw: float, pitch: float = 0.0) -> Array:
    """A shape tilted (its x end upwards) and turned, in radians, and put in its place."""
    cos_y, sin_y, cos_p, sin_p = math.cos(yaw), math.sin(yaw), math.cos(pitch), math.sin(pitch)
    turn = np.array([[cos_y, -sin_y, 0], [sin_y, cos_y, 0], [0, 0, 1]])
    tilt = np.array([[cos_p, 0, -sin_p], [0, 1, 0], [sin_p, 0, cos_p]])
    return np.asarray(shape @ (turn @ tilt).T + np.array(at))


def slab_sides(slab: Slab, colour: tuple[float, float, float]) -> Faces:
    """The four sides of the board; its top carries the fields and is painted apart."""
    (x0, y0, _), _, (x1, y1, _), _ = corners_mm(slab)
    sides = box((x0, y0, -slab.board_thickness), (x1, y1, 0.0))[1:]
    return Faces(sides, np.tile(np.array(colour) * EDGE, (len(sides), 1)))

"""A camera as OpenCV models it: focal length, centre, distortion, and the size of picture they belong to."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from calibration.arrays import Array
from words.message import InputError, message


@dataclass(frozen=True)
class Camera:
    """`dist` is (k1, k2, p1, p2). Everything is in pixels of a picture of `size` (width, height)."""

    fx: float
    fy: float
    cx: float
    cy: float
    dist: tuple[float, float, float, float]
    size: tuple[int, int]

    @classmethod
    def simple(cls, focal_px: float, size: tuple[int, int], k1: float = 0.0) -> Camera:
        """A camera with square pixels that looks through the middle of its picture."""
        return cls(focal_px, focal_px, size[0] / 2, size[1] / 2, (k1, 0.0, 0.0, 0.0), size)

    @classmethod
    def from_json(cls, data: Any) -> Camera:
        if not isinstance(data, dict):
            raise InputError(message("camera.object"))
        for key in ("matrix", "dist", "size"):
            if key not in data:
                raise InputError(message("input.missing", key=key), "camera")
        matrix, dist, size = (_numbers(data[key], key) for key in ("matrix", "dist", "size"))
        if matrix.shape != (3, 3) or dist.ndim != 1 or not 1 <= len(dist) <= 4 or size.shape != (2,):
            raise InputError(message("camera.shape"), "camera")
        width, height = (round(float(v)) for v in size)
        fx, fy, cx, cy = matrix[0, 0], matrix[1, 1], matrix[0, 2], matrix[1, 2]
        sensible = width >= 16 and height >= 16 and 0.2 < fx / width < 20 and 0.5 < fy / fx < 2
        if not (sensible and 0 <= cx <= width and 0 <= cy <= height and np.abs(dist).max() < 10):
            raise InputError(message("camera.range"), "camera")
        k1, k2, p1, p2 = (float(v) for v in [*dist, 0.0, 0.0, 0.0][:4])
        return cls(float(fx), float(fy), float(cx), float(cy), (k1, k2, p1, p2), (width, height))

    def to_json(self) -> dict[str, Any]:
        return {"matrix": self.matrix.tolist(), "dist": list(self.dist), "size": list(self.size)}

    @property
    def matrix(self) -> Array:
        return np.array([[self.fx, 0.0, self.cx], [0.0, self.fy, self.cy], [0.0, 0.0, 1.0]])

    def at_size(self, size: tuple[int, int]) -> Camera:
        """The same camera for pictures it made smaller or larger.

        Raises
        ------
        InputError
            If the picture has another shape, so that it is not this camera's picture.
        """
        sx, sy = size[0] / self.size[0], size[1] / self.size[1]
        if not math.isclose(sx, sy, rel_tol=0.01):
            raise InputError(
                message("camera.size", camera="x".join(map(str, self.size)), image="x".join(map(str, size)))
            )
        # Pixel centres have whole numbers, so the picture's corner is at (-0.5, -0.5) at any size.
        cx, cy = (self.cx + 0.5) * sx - 0.5, (self.cy + 0.5) * sy - 0.5
        return Camera(self.fx * sx, self.fy * sy, cx, cy, self.dist, size)


def _numbers(value: Any, key: str) -> Array:
    try:
        made = np.array(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        made = np.array(np.nan)
    if not _only_numbers(value) or not np.isfinite(made).all():
        raise InputError(message("camera.numbers", key=key), "camera")
    return made


def _only_numbers(value: Any) -> bool:
    """NumPy would take "1" and true for numbers too."""
    if isinstance(value, list):
        return all(map(_only_numbers, value))
    return isinstance(value, int | float) and not isinstance(value, bool)

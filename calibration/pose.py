"""Where the camera stands: from millimetres on the board to pixels of a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import ArrayLike

from calibration.arrays import Array
from calibration.camera import Camera


@dataclass(frozen=True)
class Pose:
    """The board's axes (docs/conventions.md) seen from the camera: x_camera = R(rvec) x + tvec, in millimetres."""

    camera: Camera
    rvec: tuple[float, float, float]
    tvec: tuple[float, float, float]

    @classmethod
    def of(cls, camera: Camera, rvec: ArrayLike, tvec: ArrayLike) -> Pose:
        """A pose from whatever holds three numbers, as OpenCV does in several shapes."""
        (r0, r1, r2), (t0, t1, t2) = ((float(v) for v in np.ravel(each)) for each in (rvec, tvec))
        return cls(camera, (r0, r1, r2), (t0, t1, t2))

    def project(self, points_mm: Array) -> Array:
        """Pixels (N, 2) of points (N, 3) in space."""
        points = np.ascontiguousarray(points_mm, dtype=np.float64).reshape(-1, 1, 3)
        pixels, _ = cv2.projectPoints(
            points, np.array(self.rvec), np.array(self.tvec), self.camera.matrix, np.array(self.camera.dist)
        )
        return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)

    def moved_to(self, points_mm: Array, pixels: MatLike, camera: Camera) -> Pose | None:
        """The pose near this one from which a camera sees points at these pixels; None if there is none."""
        rvec, tvec = (np.array(each).reshape(3, 1) for each in (self.rvec, self.tvec))
        made, turned, placed = cv2.solvePnP(
            points_mm, pixels, camera.matrix, np.array(camera.dist), rvec, tvec, useExtrinsicGuess=True
        )
        return Pose.of(camera, turned, placed) if made else None

    @property
    def rotation(self) -> Array:
        return np.asarray(cv2.Rodrigues(np.array(self.rvec))[0], dtype=np.float64)

    @property
    def eye_mm(self) -> Array:
        """Where the camera is, in the board's axes."""
        return np.asarray(-self.rotation.T @ np.array(self.tvec))

    @property
    def elevation_deg(self) -> float:
        """How steeply the camera looks at the middle of the board; 90 is straight down."""
        x, y, z = self.eye_mm
        return math.degrees(math.atan2(z, math.hypot(x, y)))

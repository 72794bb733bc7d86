"""A flat board in a picture: from its own unit square to pixels, through a pinhole camera and a bent lens."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Corners = tuple[tuple[float, float], ...]
NEARNESS = 4.0
"""How much more than down in the picture it counts where the camera is, for what is near: a camera hangs a few degrees
askew, which turns what is down in the picture, but not where the camera is."""
CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


@dataclass(frozen=True)
class Lens:
    """How a picture is bent: a straight point at r (in half widths from the middle) is seen at r (1 + k1 r^2)."""

    size: tuple[int, int]
    k1: float = 0.0

    @property
    def _middle(self) -> tuple[Array, float]:
        return np.array(self.size, float) / 2 - 0.5, self.size[0] / 2

    def bend(self, straight_px: Array) -> Array:
        middle, half = self._middle
        away = (straight_px - middle) / half
        return np.asarray(middle + half * away * (1 + self.k1 * (away**2).sum(-1, keepdims=True)))

    def straighten(self, seen_px: Array) -> Array:
        middle, half = self._middle
        seen = (seen_px - middle) / half
        away = seen
        for _ in range(8):  # converges to a hundredth of a pixel for lenses that are sold
            away = seen / (1 + self.k1 * (away**2).sum(-1, keepdims=True))
        return np.asarray(middle + half * away)


@dataclass(frozen=True, eq=False)
class Plane:
    """`matrix` takes the unit square, (0, 0) near left and y away from the viewer, to straight pixels."""

    matrix: Array
    lens: Lens

    def project(self, points: Array) -> Array:
        return self.lens.bend(apply(self.matrix, points))

    def locate(self, pixels: Array) -> Array:
        return apply(np.asarray(np.linalg.inv(self.matrix), np.float64), self.lens.straighten(pixels))

    @property
    def corners_px(self) -> Corners:
        return tuple((float(u), float(v)) for u, v in self.project(CORNERS))

    def strangeness(self, focal_widths: tuple[float, ...]) -> float:
        """How far this is from what some camera sees of a square; nought is just that."""
        return self._camera(focal_widths)[0]

    def raised(self, height: float, focal_widths: tuple[float, ...]) -> Plane:
        """The plane parallel to this one, so far above it, in sides of the unit square."""
        _, camera, axes = self._camera(focal_widths)
        up = np.cross(axes[:, 0], axes[:, 1])
        up *= np.sqrt(np.linalg.norm(axes[:, :2], axis=0).prod()) / np.linalg.norm(up)
        # Up is towards the camera.
        centre = axes @ np.array([0.5, 0.5, 1.0])
        up *= -np.sign(up @ centre) * height
        return Plane(camera @ (axes + np.outer(up, [0, 0, 1.0])), self.lens)

    def turn_deg(self, focal_widths: tuple[float, ...]) -> float:
        """By how much the unit square is turned from having its first side towards the viewer, seen from above.

        Towards the viewer is towards the camera, and from straight above down in the picture. A picture that hangs
        askew or upside down goes by what is down in it.
        """
        _, _, axes = self._camera(focal_widths)
        sides = axes[:, :2] / np.linalg.norm(axes[:, :2], axis=0)
        middle = axes @ np.array([0.5, 0.5, 1.0])
        camera, down = -(middle / np.linalg.norm(middle)) @ sides, np.array([0.0, np.sign(middle[2]), 0.0]) @ sides
        near = camera * np.sign(middle[2])
        agree = near @ down > 0.7 * np.linalg.norm(near) * np.linalg.norm(down)
        way = NEARNESS * near + down if agree else down
        return float(np.degrees(np.arctan2(way[0], -way[1])))

    def _camera(self, focal_widths: tuple[float, ...]) -> tuple[float, Array, Array]:
        """Of some focal lengths, in widths of the picture, the one that lets the unit square look most like one.

        Returns how far from a square it is even so, the camera's matrix, and in its axes the square's two sides and
        its first corner.
        """
        middle = np.array(self.lens.size, float) / 2 - 0.5
        options = []
        for focal in np.array(focal_widths) * self.lens.size[0]:
            camera = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1.0]])
            axes = np.linalg.solve(camera, self.matrix)
            lengths = np.linalg.norm(axes[:, :2], axis=0)
            lean = abs(float(axes[:, 0] @ axes[:, 1])) / float(lengths.prod())
            options.append((abs(float(np.log(lengths[0] / lengths[1]))) + lean, camera, axes))
        return min(options, key=lambda each: each[0])


def apply(matrix: Array, points: Array) -> Array:
    moved = np.asarray(points) @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(moved[..., :2] / moved[..., 2:])


def is_convex(corners_px: Array) -> bool:
    """Whether four corners go round counter-clockwise, seen from above, and enclose something: v runs down."""
    step = np.roll(corners_px, -1, axis=0) - corners_px
    after = np.roll(step, -1, axis=0)
    return bool((step[:, 0] * after[:, 1] - step[:, 1] * after[:, 0] < -1.0).all())


def from_corners(corners_px: Array, size: tuple[int, int], k1: float = 0.0) -> Plane:
    lens = Lens(size, k1)
    straight = lens.straighten(np.asarray(corners_px, float))
    matrix = cv2.getPerspectiveTransform(CORNERS.astype(np.float32), straight.astype(np.float32))
    return Plane(np.asarray(matrix, np.float64), lens)


def homography(points: Array, pixels: Array, size: tuple[int, int], k1s: tuple[float, ...]) -> Plane | None:
    """The plane, and of several lenses the one, that bring points (n, 2) nearest to where they are seen.

    None if there is no such plane: the points lie on a line.
    """
    best: tuple[float, Plane] | None = None
    for k1 in k1s:
        lens = Lens(size, k1)
        matrix, _ = cv2.findHomography(points, lens.straighten(pixels), 0)
        if matrix is None or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-12:
            continue
        plane = Plane(np.asarray(matrix), lens)
        away = float(((plane.project(points) - pixels) ** 2).sum(-1).mean())
        if best is None or away < best[0]:
            best = away, plane
    return None if best is None else best[1]

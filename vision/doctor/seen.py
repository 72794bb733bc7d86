"""A picture as the doctor measures it: in linear light, with the board, its wood and its fields marked out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Float, Mask
from calibration.physical_set import PhysicalSet
from vision.corners import Corners
from vision.found_board import FoundBoard
from vision.photograph import Picture

Labels = NDArray[np.int16]

NO_FIELD = -1
FILES = "abcdefghi"
# A board whose fields cannot be told is looked at as the one with more of them.
USUAL_BOARD = 9
# Log ratios to green beyond which a pixel is no wood in any light of this picture.
WOOD_RADIUS = 0.3
# Keeps the logarithm of a black pixel finite: about half a step of eight bits.
BLACK = 0.002
CALM_PX = 5
INNER = 0.98  # of the board, about its middle: the rim is blurred with the table


def _linear_table() -> Float:
    level = np.arange(256) / 255
    return np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4).astype(np.float32)


LINEAR = _linear_table()
LUMINANCE = np.array([0.1, 0.6, 0.3], dtype=np.float32)  # of blue, green, red; as the reader weighs them


@dataclass(frozen=True)
class Seen:
    """One picture, and the board in it if it was found. Where there is none, all of the picture is measured."""

    image: Picture
    found: FoundBoard | None
    physical_set: PhysicalSet
    heights_mm: Mapping[str, float] = field(default_factory=dict)
    """Of what stands on the board, by its field."""

    @property
    def board(self) -> int:
        return (self.found.board if self.found else None) or USUAL_BOARD

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{FILES[x]}{y + 1}" for y in range(self.board) for x in range(self.board))

    @cached_property
    def pitch_px(self) -> float:
        """From field to field of the 9x9 board, on the average over the board; 0 if there is none."""
        if self.found is None:
            return 0.0
        half = 4 * self.physical_set.pitch_9
        square = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]], dtype=np.float64)
        area = cv2.contourArea(self.found.pose.project(square).astype(np.float32))
        return float(np.sqrt(area)) / 8

    @cached_property
    def linear(self) -> Float:
        return np.asarray(cv2.LUT(self.image, LINEAR), dtype=np.float32)

    @cached_property
    def luminance(self) -> Float:
        return np.asarray(cv2.transform(self.linear, LUMINANCE[None]), dtype=np.float32)

    @cached_property
    def inside(self) -> Mask:
        """The board without its rim, or everything."""
        if self.found is None:
            return np.ones(self.image.shape[:2], bool)
        corners = np.array(self.found.corners_px)
        middle = corners.mean(axis=0)
        return filled(middle + INNER * (corners - middle), self.image.shape[:2])

    @cached_property
    def wood_log(self) -> tuple[float, float]:
        """Logarithms of red to green and of blue to green on which most of the board agrees."""
        sample = self._log_ratios(self.inside)
        centre = np.median(sample, axis=0)
        for radius in (1.0, 0.5, 0.35):  # ever closer at the middle: pieces are on the board too
            near = sample[(np.abs(sample - centre) < radius).all(axis=1)]
            if len(near) >= 100:
                centre = np.median(near, axis=0)
        return float(centre[0]), float(centre[1])

    def _log_ratios(self, mask: Mask) -> Array:
        pixels = self.linear[mask]
        logs = np.log(pixels[:: max(1, len(pixels) // 8000)] + BLACK)
        return np.stack([logs[:, 2] - logs[:, 1], logs[:, 0] - logs[:, 1]], axis=1).astype(np.float64)

    @cached_property
    def wood(self) -> Mask:
        """Pixels of the board that have its wood's colour; everything if there is no board."""
        if self.found is None:
            return self.inside
        low, high = (np.exp(np.array(self.wood_log) + sign * WOOD_RADIUS) for sign in (-1, 1))
        calm = cv2.blur(self.linear, (CALM_PX, CALM_PX)) + np.float32(BLACK)  # noise has every colour
        blue, green, red = (calm[..., k] for k in range(3))
        made = self.inside & (red > low[0] * green) & (red < high[0] * green)
        return np.asarray(made & (blue > low[1] * green) & (blue < high[1] * green))

    @cached_property
    def labels(self) -> Labels:
        """For each pixel the number of the field whose ground or whose stack it shows, as in `names`."""
        made = np.full(self.image.shape[:2], NO_FIELD, np.int16)
        if self.found is None:
            return made
        half = self.physical_set.pitch(self.board) / 2
        for number, name in enumerate(self.names):
            cv2.fillPoly(made, [np.round(self._square_px(name, half)).astype(np.int32)], number)
        eye, half = self.found.pose.eye_mm[:2], self.physical_set.tower_width / 2
        for name in sorted(self.heights_mm, key=lambda each: -float(np.hypot(*(self.middle_mm(each) - eye)))):
            top_mm = self.heights_mm[name]
            block = np.concatenate([self._square_px(name, half), self._square_px(name, half, top_mm)])
            hull = cv2.convexHull(np.round(block).astype(np.int32))
            cv2.fillConvexPoly(made, hull, self.names.index(name))
        return made

    def middle_mm(self, name: str) -> Array:
        pitch, middle = self.physical_set.pitch(self.board), (self.board - 1) / 2
        x, y = FILES.index(name[0]), int(name[1:]) - 1
        return np.array([(x - middle) * pitch, (y - middle) * pitch])

    def _square_px(self, name: str, half_mm: float, z_mm: float = 0.0) -> Array:
        assert self.found is not None
        x, y = self.middle_mm(name)
        corners = [(x - half_mm, y - half_mm), (x + half_mm, y - half_mm), (x + half_mm, y + half_mm)]
        corners.append((x - half_mm, y + half_mm))
        return self.found.pose.project(np.array([[*corner, z_mm] for corner in corners]))

    def outline_px(self, name: str) -> Corners:
        """Of a field's ground."""
        square = self._square_px(name, 0.46 * self.physical_set.pitch(self.board))
        return tuple((float(u), float(v)) for u, v in square)

    def share_of_fields(self, mask: Mask, among: Mask | None = None) -> Array:
        """For each field of `names` the share of its pixels that are in the mask; of those `among` which it counts."""
        labels = self.labels.ravel() + 1
        counted = labels if among is None else labels[among.ravel()]
        hits = mask.ravel() if among is None else mask.ravel()[among.ravel()]
        every = np.bincount(counted, minlength=len(self.names) + 1)[1:]
        those = np.bincount(counted[hits], minlength=len(self.names) + 1)[1:]
        return np.asarray(those / np.maximum(every, 1), dtype=np.float64)


def filled(corners_px: Array, shape: tuple[int, ...]) -> Mask:
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(corners_px).astype(np.int32)], 1)
    return mask > 0

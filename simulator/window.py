"""A part of a picture, for drawing only what changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Window:
    """In whole pixels; `u1` and `v1` are the first ones outside."""

    u0: int
    v0: int
    u1: int
    v1: int

    @property
    def slices(self) -> tuple[slice, slice]:
        return slice(self.v0, self.v1), slice(self.u0, self.u1)

    @property
    def size(self) -> tuple[int, int]:
        return self.u1 - self.u0, self.v1 - self.v0

    def overlaps(self, other: Window) -> bool:
        across = self.u0 < other.u1 and other.u0 < self.u1
        return across and self.v0 < other.v1 and other.v0 < self.v1

    def finer(self, times: int) -> Window:
        """The same part of a picture with so many times the pixels across and down."""
        return Window(times * self.u0, times * self.v0, times * self.u1, times * self.v1)


def united(windows: Iterable[Window]) -> list[Window]:
    """As few windows that hold the same, those that overlap as one."""
    apart: list[Window] = []
    for window in windows:
        found = window
        while over := [each for each in apart if each.overlaps(found)]:
            apart = [each for each in apart if each not in over]
            for each in over:
                found = Window(
                    min(each.u0, found.u0), min(each.v0, found.v0), max(each.u1, found.u1), max(each.v1, found.v1)
                )
        apart.append(found)
    return apart


def window_around(pixels: NDArray[np.float64], size: tuple[int, int], margin_px: int) -> Window | None:
    """What holds all these pixels (..., 2) and a margin; None if that is outside of the picture."""
    points = pixels.reshape(-1, 2)
    u0, v0 = np.maximum(np.floor(points.min(axis=0)).astype(int) - margin_px, 0)
    u1, v1 = np.minimum(np.ceil(points.max(axis=0)).astype(int) + margin_px, size)
    return Window(int(u0), int(v0), int(u1), int(v1)) if u0 < u1 and v0 < v1 else None

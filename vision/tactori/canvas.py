"""The picture as explained so far: for every pixel, which piece one sees there and how well it fits.

Pieces are laid on and taken off one at a time; a pixel always belongs to the nearest piece that covers it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Float, Mask

Pixels = NDArray[np.int64]
Box = tuple[int, int, int, int]  # left, upper, right, lower

BEHIND_ALL = -1e9
BEFORE_ALL = np.inf
NO_PAINT = -1


@dataclass(frozen=True)
class Piece:
    """`pixels` are flat indices. `nearness` orders pieces; no two have the same."""

    pixels: Pixels
    fit: Float
    paint: NDArray[np.int8]
    faces: NDArray[np.int64]
    nearness: float
    box: Box


class Canvas:
    """Log likelihoods of every pixel under the present explanation.

    Parameters
    ----------
    paint : (faces, height, width, 4), or (1, height, width, 4) while faces are not told apart
        How well each pixel fits each paint on each face.
    behind : (height, width)
        How well it fits wood or table.
    cover : (height, width)
        What lies before everything, if anything does: its pixels belong to no piece and fit whatever is there.
    """

    def __init__(self, paint: Float, behind: Float, cover: Mask | None = None) -> None:
        self.shape: tuple[int, int] = (behind.shape[0], behind.shape[1])
        self.cover = None if cover is None else cover.ravel()
        self.pieces: dict[Hashable, Piece] = {}
        self._hole = np.zeros(behind.size, bool)
        self.repaint(paint, behind)

    def repaint(self, paint: Float, behind: Float) -> None:
        """Takes new likelihoods and forgets the pieces, whose fit they change."""
        self.area = behind.size
        self.paint = paint.reshape(-1, 4)
        self._stride = self.area if len(paint) > 1 else 0
        self.behind = behind.ravel() if self.cover is None else np.where(self.cover, np.float32(0), behind.ravel())
        self.fit = self.behind.copy()
        self.nearness = np.full(self.area, BEHIND_ALL)
        self.paint_of = np.full(self.area, NO_PAINT, np.int8)
        self.face_of = np.zeros(self.area, np.uint8)
        if self.cover is not None:
            self.nearness[self.cover] = BEFORE_ALL
        self.pieces.clear()

    def let_go(self) -> None:
        """Of the likelihoods of paint, the largest thing in a reading, before new ones are made."""
        self.paint = np.empty((0, 4), np.float32)

    def lay(self, key: Hashable, piece: Piece) -> None:
        self._show(piece, self.nearness[piece.pixels] < piece.nearness)
        self.pieces[key] = piece

    def _show(self, piece: Piece, mine: Mask) -> None:
        where = piece.pixels[mine]
        self.fit[where] = piece.fit[mine]
        self.nearness[where] = piece.nearness
        self.paint_of[where] = piece.paint[mine]
        self.face_of[where] = piece.faces[mine]

    def lift(self, key: Hashable) -> Piece | None:
        """Takes a piece off; what lies behind it shows again."""
        gone = self.pieces.pop(key, None)
        if gone is None:
            return None
        where = gone.pixels[self.nearness[gone.pixels] == gone.nearness]
        self.fit[where] = self.behind[where]
        self.nearness[where] = BEHIND_ALL
        self.paint_of[where] = NO_PAINT
        self.face_of[where] = 0
        self._hole[where] = True
        for other in self.pieces.values():
            if other.nearness < gone.nearness and meet(other.box, gone.box):
                self._show(other, self._hole[other.pixels] & (self.nearness[other.pixels] < other.nearness))
        self._hole[where] = False
        return gone

    def likely(self, faces: Pixels, pixels: Pixels) -> Float:
        """How well each pixel fits each paint on the face it would show; (pixels, 4)."""
        return self.paint.take(faces * self._stride + pixels, axis=0)

    def seen(self, pixels: Pixels, nearness: float) -> Mask:
        """Which of these pixels nothing nearer covers."""
        return self.nearness[pixels] <= nearness

    def covered_share(self, pixels: Pixels, nearness: float) -> float:
        """Of these pixels, those left out that a piece nearer than `nearness` hides, how many are under the cover."""
        if self.cover is None:
            return 0.0
        covered = int(np.count_nonzero(self.cover[pixels]))
        return covered / max(covered + int(np.count_nonzero(self.seen(pixels, nearness))), 1)

    def labels(self) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """For every pixel the face it shows (0: no piece) and its paint; later changes do not change it."""
        return self.face_of.reshape(self.shape).copy(), self.paint_of.reshape(self.shape).copy()


def summed(values: Float, weights: Float | None = None) -> Array:
    """The sum of each column; a product of matrices is five times as quick as numpy's own sum of so few columns."""
    weights = np.ones(len(values), np.float32) if weights is None else weights
    return np.asarray(weights @ values, dtype=np.float64)


def meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box that contains all of these."""
    lefts, uppers, rights, lowers = zip(*boxes, strict=True)
    return min(lefts), min(uppers), max(rights), max(lowers)

"""The map of a photograph, by a small network: where a board's outline is, what covers it, what kind of board it is.

The network was taught by `python -m training` and is run by OpenCV itself. It is asked twice: first it looks at the
whole photograph, made small; then at the board straightened by the outline found, where everything that is hard about
a photograph (where from, how large, turned by how much) is gone and a coarse look becomes an exact one.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Array, Float, Image
from vision.cover import Cover
from vision.found_board import FoundBoard
from vision.network import Network

VIEW_PX = 256
"""What the network looks at is a square so large; its map has half as many pixels each way."""
SQUARE_PX = 200
"""The outline by which a board was straightened is a square so large in its middle."""
_LOW, _HIGH = (VIEW_PX - SQUARE_PX) / 2 - 0.5, (VIEW_PX + SQUARE_PX) / 2 - 0.5
STRAIGHT_SQUARE = np.array([[_LOW, _HIGH], [_HIGH, _HIGH], [_HIGH, _LOW], [_LOW, _LOW]])
"""Its corners: near left, near right, far right, far left."""
OTHER, FIVE, NINE = range(3)
COVER_CELL_PX = 6
"""Pixels of the photograph for one of the cover's map: about one of a straightened look's."""
AROUND = np.ones((9, 9), np.uint8)
"""As far beyond the outline, in pixels of the map, the network was taught what covers a board; no farther."""
DARK, BRIGHT, MOST_GAIN = 110, 190, 10
"""Grey values: where the brightest are below the first, they are made the second, but for no more than ten times."""
NETWORK = Network("vision.board", "map.onnx")


@dataclass(frozen=True, eq=False)
class Sight:
    """What the network said of each place, 0 to 1, and how to get from the map's pixels to the photograph's."""

    inside: Float
    cover: Float
    kinds: Float
    """(3, height, width): another board, 5x5, 9x9."""
    to_photograph: Array

    def kind(self) -> Array:
        """How probable each kind of board is, by all of its uncovered inside."""
        weight = self.inside * (1 - self.cover)
        total = max(float(weight.sum()), 1e-6)
        return np.array([float((plane * weight).sum()) / total for plane in self.kinds])


def normalised(picture: Image) -> Float:
    """As the network takes it, (1, 3, height, width)."""
    return np.asarray(cv2.dnn.blobFromImage(picture, 1 / 64, mean=(128.0, 128.0, 128.0)), dtype=np.float32)


def _lit(picture: Image) -> Image:
    """A picture taken in the dark, as bright as others."""
    brightest = float(np.quantile(picture[::4, ::4], 0.99))
    if brightest >= DARK:
        return picture
    gain = min(MOST_GAIN, BRIGHT / max(brightest, 1))
    return np.asarray(cv2.convertScaleAbs(picture, alpha=gain), dtype=np.uint8)


def _asked(picture: Image, to_photograph: Array) -> Sight:
    said = NETWORK.ask(picture=normalised(_lit(picture)))[0]
    chance = 1 / (1 + np.exp(-np.clip(said[:2], -30, 30)))
    kinds = np.exp(said[2:] - said[2:].max(0))
    near = cv2.dilate((chance[0] > 0.5).astype(np.float32), AROUND)
    return Sight(chance[0], chance[1] * near, kinds / kinds.sum(0), to_photograph)


def look_at_whole(image: Image) -> Sight:
    """A look at a whole photograph, squeezed into a square whatever its shape."""
    height, width = image.shape[:2]
    small = cv2.resize(image, (VIEW_PX, VIEW_PX), interpolation=cv2.INTER_AREA)
    across, down = 2 * width / VIEW_PX, 2 * height / VIEW_PX
    # The middle of the map's first pixel is not that of the photograph's first one.
    back = np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1]])
    return _asked(np.asarray(small, dtype=np.uint8), back)


def look_straightened(image: Image, corners_px: Array) -> Sight:
    """A look at the board that has these corners, or nearly, as if from straight above."""
    view = cv2.getPerspectiveTransform(corners_px.astype(np.float32), STRAIGHT_SQUARE.astype(np.float32))
    back = np.linalg.inv(view) @ np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])
    side = float(np.linalg.norm(corners_px - np.roll(corners_px, 1, axis=0), axis=1).mean())
    factor = max(1, round(side / SQUARE_PX))
    if factor > 1:  # what is made much smaller is averaged first
        height, width = (length // factor for length in image.shape[:2])
        whole = image[: height * factor, : width * factor]
        image = np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
        view = view @ np.array([[factor, 0, (factor - 1) / 2], [0, factor, (factor - 1) / 2], [0, 0, 1.0]])
    flags, border = cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
    straight = cv2.warpPerspective(image, view, (VIEW_PX, VIEW_PX), flags=flags, borderMode=border)
    return _asked(np.asarray(straight, dtype=np.uint8), back)


def cover_of(straight: Sight, size: tuple[int, int], whole: Sight | None = None) -> Cover:
    """What covers a picture of this size (width, height): closely around the board, roughly elsewhere."""
    width, height = size
    cells = (round(width / COVER_CELL_PX), round(height / COVER_CELL_PX))
    across, down = width / cells[0], height / cells[1]
    to_photograph = np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1]])
    chance = _seen_from(straight, straight.cover, to_photograph, cells)
    if whole is not None:
        known = _seen_from(straight, np.ones_like(straight.cover), to_photograph, cells)
        chance = np.where(known > 0.5, chance, _seen_from(whole, whole.cover, to_photograph, cells))
    return Cover(np.asarray(chance, dtype=np.float32))


def see_cover(image: Image, found: FoundBoard) -> Cover:
    """What covers a board that was found before, in another picture by the same camera."""
    straight = look_straightened(image, np.array(found.corners_px))
    return cover_of(straight, (image.shape[1], image.shape[0]))


def _seen_from(sight: Sight, plane: Float, to_photograph: Array, cells: tuple[int, int]) -> Float:
    """A plane of a sight on a grid over the photograph; 0 where the sight does not reach."""
    there = np.linalg.inv(sight.to_photograph) @ to_photograph
    return np.asarray(cv2.warpPerspective(plane, there, cells, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))

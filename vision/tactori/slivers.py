"""The paint of floors of which little more than a strip is seen, told at full resolution.

A strip of three pixels has no pixel of its own colour: lens and compression mix it with its neighbours. So each paint
is tried: the whole stack is painted with it, blurred as the camera blurs, and compared with the photograph.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tactori.canvas import Canvas
from vision.tactori.colours import LOG_TABLE, Float, Paints, Picture
from vision.tactori.scene import INNER, Field, Scene, View
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import Stack

Image = NDArray[np.uint8]
RIM = 4  # pixels around a stack that blur carries its colours into


@dataclass(frozen=True)
class Sharpened:
    """A stack as full resolution shows it, and for each floor that was tried the margin over the next best paint."""

    stack: Stack
    margins: dict[int, float]


class SharpLook:
    """The photograph at full resolution, with what the working picture taught about its paints."""

    def __init__(
        self, image: Image, scene: Scene, canvas: Canvas, picture: Picture, paints: Paints, settings: ReaderSettings
    ) -> None:
        self.image, self.coarse, self.canvas, self.picture = image, scene, canvas, picture
        self.paints, self.settings = paints, settings
        height, width = image.shape[:2]
        self.scene = Scene(scene.board, scene.set, scene.pose, View(1.0, 0, 0, width, height))
        self.light = _linear(paints, picture)

    def read(self, field: Field, stack: Stack, floors: list[int]) -> Sharpened:
        """Tries every paint on the floors named."""
        patches = [self.scene.tower_below(field, k) for k in range(1, len(stack))] + [
            self.scene.tower(field, len(stack))
        ]
        boxes = np.array([p.box for p in patches])
        height, width = self.image.shape[:2]
        x0, y0 = np.maximum(boxes[:, :2].min(axis=0) - RIM, 0)
        x1, y1 = np.minimum(boxes[:, 2:].max(axis=0) + RIM, [width, height])
        crop = self.image[y0:y1, x0:x1]
        seen = self._seen(field, x0, y0, x1, y1)
        observed = cv2.LUT(crop, LOG_TABLE)
        base = np.exp(observed)
        faces = np.zeros(crop.shape[:2], np.uint8)
        floor_of = np.zeros(crop.shape[:2], np.uint8)
        for k, patch in enumerate(patches, 1):
            window = (
                slice(patch.y - y0, patch.y - y0 + patch.codes.shape[0]),
                slice(patch.x - x0, patch.x - x0 + patch.codes.shape[1]),
            )
            covered = patch.codes > 0
            faces[window][covered] = patch.codes[covered]
            floor_of[window][covered] = k
        floor_of[~seen] = 0
        now = list(stack)
        shade = [self._shade(observed, faces, floor_of, k, c) for k, c in enumerate(stack, 1)]
        margins: dict[int, float] = {}
        for _ in range(2 if len(floors) > 1 else 1):
            for k in floors:
                mine = floor_of == k
                if mine.sum() < self.settings.least_sliver_px:
                    continue
                near = cv2.dilate(mine.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
                near &= seen & (faces != INNER)
                costs = []
                for c in range(4):
                    trial = [*now[: k - 1], c, *now[k:]]
                    light = [*shade[: k - 1], None, *shade[k:]]
                    costs.append(
                        min(self._misfit(base, observed, faces, floor_of, trial, light, k, i, near) for i in (0, 1))
                    )
                order = np.argsort(costs)
                now[k - 1] = int(order[0])
                shade[k - 1] = self._shade(observed, faces, floor_of, k, now[k - 1])
                margins[k] = float(costs[order[1]] - costs[order[0]])
        return Sharpened(tuple(now), margins)

    def _seen(self, field: Field, x0: int, y0: int, x1: int, y1: int) -> NDArray[np.bool_]:
        """Which pixels of the photograph nothing nearer covers, as the working picture has it."""
        view = self.coarse.view
        xs = np.clip(((np.arange(x0, x1) - view.left) * view.scale).astype(int), 0, view.width - 1)
        ys = np.clip(((np.arange(y0, y1) - view.upper) * view.scale).astype(int), 0, view.height - 1)
        near = self.canvas.nearness.reshape(self.canvas.shape)[np.ix_(ys, xs)]
        return near <= self.coarse.nearness(field)

    def _shade(self, observed: Float, faces: NDArray[np.uint8], floor_of: NDArray[np.uint8], k: int, c: int) -> int:
        """Whether a floor stands in light (1) or in shadow (0), by its median brightness."""
        mine = (floor_of == k) & (faces != INNER)
        if not mine.any():
            return 1
        level = np.median(observed[mine] @ _LEVEL) - self.picture.wood_log[2]
        face = int(np.bincount(faces[mine]).argmax())
        return int(np.abs(self.paints.mean[:, c, face, 2] - level).argmin())

    def _misfit(
        self,
        base: Float,
        observed: Float,
        faces: NDArray[np.uint8],
        floor_of: NDArray[np.uint8],
        stack: list[int],
        shade: list[int | None],
        floor: int,
        own_shade: int,
        where: NDArray[np.bool_],
    ) -> float:
        """How far the painted and blurred stack is from the photograph, around one floor."""
        picture = base.copy()
        for k, (c, i) in enumerate(zip(stack, shade, strict=True), 1):
            mine = floor_of == k
            picture[mine] = self.light[own_shade if i is None else i, c][faces[mine]]
        blurred = cv2.GaussianBlur(picture, (0, 0), self.settings.camera_blur_px)
        far = (np.log(blurred[where]) - observed[where]) / self.settings.sliver_spread
        return float(np.minimum((far**2).sum(axis=1), self.settings.sliver_outlier).sum())


_LEVEL = np.array([0.1, 0.6, 0.3], np.float32)


def _linear(paints: Paints, picture: Picture) -> Float:
    """What each paint sends to the camera from each face: (light or shadow, paint, face, blue green red)."""
    u, v, level = (paints.mean[..., k] + picture.wood_log[k] for k in range(3))
    green = level - 0.3 * u - 0.1 * v
    return np.exp(np.stack([green + v, green, green + u], axis=-1)).astype(np.float32)

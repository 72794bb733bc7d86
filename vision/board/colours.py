"""Which quadrilaterals have one colour along the inside of their sides and another outside."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.board.lines import SmallPicture
from vision.board.quads import homographies
from vision.board.settings import BoardSettings

Array = NDArray[np.float64]


def rim_contrast(
    corners: Array, small: SmallPicture, settings: BoardSettings, outside_share: float | None = None
) -> tuple[Array, Array]:
    """For each quadrilateral (n, 4, 2) and side: how far the colour outside is from the wood's, and that inside.

    Both are in multiples of `settings.colour_step`, at most 1. The wood is what most of the inner rim shows; its
    brightness counts half, for shadows and the lamp's falling off. `outside_share` is how far outside is looked, of the
    side.
    """
    count = settings.rim_samples
    t = (np.arange(count) + 0.5) / count
    rings = []
    for share in (settings.rim_share, -(outside_share or settings.rim_share)):
        near, far = np.full(count, share), np.full(count, 1 - share)
        u = np.stack([t, far, t, near])
        v = np.stack([near, t, far, t])
        rings.append(np.stack([u, v, np.ones_like(u)], axis=-1))
    grid = np.stack(rings).reshape(-1, 3)
    mapped = np.einsum("nij,kj->nki", homographies(corners), grid)
    pixels = small.bend(mapped[..., :2] / mapped[..., 2:])
    height, width = small.lab.shape[:2]
    columns = np.clip(np.round(pixels[..., 0]), 0, width - 1).astype(int)
    rows = np.clip(np.round(pixels[..., 1]), 0, height - 1).astype(int)
    lab = small.lab[rows, columns].astype(np.float64) * [0.5, 1.0, 1.0]
    lab = lab.reshape(len(corners), 2, 4 * count, 3)
    wood = np.median(lab[:, 0], axis=1)
    away = np.clip(np.linalg.norm(lab - wood[:, None, None], axis=3) / settings.colour_step, 0, 1)
    away = np.median(away.reshape(len(corners), 2, 4, count), axis=3)
    return away[:, 1], away[:, 0]

"""From scenes to what the network is shown and what it should say: turned, cut, straightened, recoloured, blurred."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Float
from training.scenes import FIVE, NINE, NOTHING, OTHER, SIDE_POINTS
from training.textures import Rng
from vision.board.map import AROUND, STRAIGHT_SQUARE, VIEW_PX, normalised

Picture = NDArray[np.uint8]
CLASSES = {OTHER: 0, FIVE: 1, NINE: 2}
IGNORED = -1
STRAIGHT_SHARE = 0.4
COVERED_SHARE = 0.3
"""Of the samples that are chosen among covered boards only; among the others some are covered too."""
WHITE, MOST_WHITE = 250, 0.3


@dataclass(frozen=True, eq=False)
class Store:
    """Packed pictures and covers, kinds and outlines."""

    pictures: list[NDArray[np.uint8]]
    covers: list[NDArray[np.uint8]]
    kinds: NDArray[np.int64]
    outlines: Float

    @cache  # noqa: B019 - there is one store, and it stays
    def covered(self) -> NDArray[np.intp]:
        """The numbers of scenes in which something covers the board."""
        return np.flatnonzero([_is_covered(cover) for cover in self.covers])

    @classmethod
    def load(cls, shards: list[Path]) -> Store:
        loaded = [np.load(shard, allow_pickle=True) for shard in shards]
        pictures = [picture for shard in loaded for picture in shard["pictures"]]
        covers = [cover for shard in loaded for cover in shard["covers"]]
        keep = [k for k, picture in enumerate(pictures) if not blown(picture)]
        return cls(
            [pictures[k] for k in keep],
            [covers[k] for k in keep],
            np.concatenate([shard["kinds"] for shard in loaded])[keep],
            np.concatenate([shard["outlines"] for shard in loaded])[keep],
        )


def _is_covered(packed: NDArray[np.uint8]) -> bool:
    return bool((cv2.imdecode(packed, cv2.IMREAD_REDUCED_GRAYSCALE_8) > 127).any())


def blown(packed: NDArray[np.uint8]) -> bool:
    """Whether so much of a picture is plain white that nobody could see a board in it."""
    return float((cv2.imdecode(packed, cv2.IMREAD_REDUCED_GRAYSCALE_4) > WHITE).mean()) > MOST_WHITE


def whole_view(rng: Rng, outline: Array, size: tuple[int, int]) -> Array:
    """A map (3, 3) from the picture to a whole view: some part of it, or more than it, turned a little, mirrored.

    Photographs of any shape are squeezed into the square that the network looks at, and so are these parts.
    """
    width, height = size
    shape = math.exp(rng.normal(0, 0.2))  # as if the camera had other proportions
    scale = math.exp(rng.uniform(-0.3, 0.4))
    across, down = VIEW_PX / width * scale * math.sqrt(shape), VIEW_PX / height * scale / math.sqrt(shape)
    turn, flip = math.radians(rng.normal(0, 5)), -1.0 if rng.random() < 0.5 else 1.0
    linear = np.array([[flip * across, 0], [0, down]]) @ [
        [math.cos(turn), -math.sin(turn)],
        [math.sin(turn), math.cos(turn)],
    ]
    if len(outline) and rng.random() < 0.8:
        # The board anywhere in the view, whole.
        seen = outline @ linear.T
        low, high = -seen.min(0) + 2, VIEW_PX - seen.max(0) - 2
        shift = np.where(high > low, rng.uniform(np.minimum(low, high), np.maximum(low, high)), (low + high) / 2)
    else:
        shift = rng.uniform(0.3, 0.7, 2) * VIEW_PX - linear @ (rng.uniform(0.3, 0.7, 2) * size)
    return np.array([[*linear[0], shift[0]], [*linear[1], shift[1]], [0, 0, 1.0]])


def straight_view(rng: Rng, outline: Array, size: tuple[int, int]) -> Array:
    """A map from the picture to the view from above that four corners make, which are a little off, or no board's."""
    corners = outline[::SIDE_POINTS].astype(np.float64) if len(outline) else np.zeros((0, 2))
    if not len(corners) or rng.random() < 0.06:
        middle, reach = rng.uniform(0.2, 0.8, 2) * size, rng.uniform(0.12, 0.5) * min(size)
        around = rng.uniform(0, 6.28) + np.arange(4) * math.pi / 2
        corners = middle + reach * np.stack([np.cos(around), rng.uniform(0.4, 1) * np.sin(around)], 1)
    side = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()
    off = rng.choice((0.004, 0.015, 0.04, 0.09), p=(0.2, 0.4, 0.25, 0.15))  # of the side; so far off is a first look
    if rng.random() < 0.1:
        corners = corners.mean(0) + (corners - corners.mean(0)) * rng.uniform(0.75, 1.12)
    corners = corners + (rng.normal(0, off, (4, 2)) + rng.normal(0, off, (1, 2))) * side
    goal = np.roll(STRAIGHT_SQUARE, int(rng.integers(4)), axis=0)
    if rng.random() < 0.5:
        goal = goal[:, ::-1]
    return np.asarray(
        cv2.getPerspectiveTransform(corners.astype(np.float32), goal.astype(np.float32)), dtype=np.float64
    )


def share_inside(outline: Array, size: tuple[int, int]) -> Float:
    """The share of each pixel that lies inside an outline of four slightly bent sides, to a fraction of a pixel."""
    u, v = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    points = np.stack([u.ravel(), v.ravel()], 1).astype(np.float32)
    corners = outline[::SIDE_POINTS]
    (ax, ay), (bx, by) = corners[1] - corners[0], corners[2] - corners[1]
    turned = ax * by - ay * bx
    depth = np.full(len(points), 1e3, np.float32)
    for side in range(4):
        own = np.concatenate([outline[side * SIDE_POINTS : (side + 1) * SIDE_POINTS], corners[[(side + 1) % 4]]])
        along = (own[-1] - own[0]) / max(1e-6, float(np.linalg.norm(own[-1] - own[0])))
        inwards = np.array([-along[1], along[0]]) * np.sign(turned)
        bent = np.interp((points - own[0]) @ along, (own - own[0]) @ along, (own - own[0]) @ inwards)
        depth = np.minimum(depth, (points - own[0]) @ inwards - bent)
    return np.clip(depth + 0.5, 0, 1).reshape(size[::-1]).astype(np.float32)


def recoloured(rng: Rng, picture: Picture) -> Picture:
    """Another light, another camera: gamma, white balance, saturation, noise, blur, shake."""
    table = np.arange(256, dtype=np.float32) / 255
    gamma, gain = math.exp(rng.normal(0, 0.25)), rng.normal(1, 0.08, 3) * rng.uniform(0.7, 1.15)
    made = cv2.LUT(
        picture,
        np.clip(255 * gain[None, None] * (table**gamma)[:, None, None], 0, 255).astype(np.uint8).transpose(1, 0, 2),
    )
    if rng.random() < 0.25:
        grey = cv2.cvtColor(cv2.cvtColor(made, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        share = float(rng.uniform(-0.4, 0.9))
        made = cv2.addWeighted(made, 1 - share, grey, share, 0)
    if rng.random() < 0.3:
        made = cv2.GaussianBlur(made, (0, 0), rng.uniform(0.3, 1.4))
    if rng.random() < 0.15:
        length, angle = rng.uniform(1, 5), rng.uniform(0, math.pi)
        kernel = np.zeros((9, 9), np.float32)
        reach = length / 2 * np.array([math.cos(angle), math.sin(angle)])
        start, end = (tuple(int(v) for v in np.round((4 + k * reach) * 16)) for k in (-1, 1))
        cv2.line(kernel, start, end, 1, 1, cv2.LINE_AA, 4)
        made = cv2.filter2D(made, -1, kernel / kernel.sum())
    if rng.random() < 0.5:
        noise = rng.standard_normal(made.shape, dtype=np.float32) * np.float32(rng.uniform(1, 9))
        made = np.clip(made + noise, 0, 255).astype(np.uint8)
    return np.asarray(made, dtype=np.uint8)


@dataclass(frozen=True, eq=False)
class Sample:
    """What goes in (3, height, width), and at half the size what should come out."""

    picture: Float
    inside: Float
    cover: Float
    cover_weight: Float
    kind: NDArray[np.int64]


def sample(rng: Rng, store: Store, index: int, straight: bool, coarse: bool = False) -> Sample:
    """`coarse` samples have half as many pixels each way: four times as many can be learned from in the same time."""
    smaller = 2 if coarse else 1
    picture = cv2.imdecode(store.pictures[index], cv2.IMREAD_REDUCED_COLOR_2 if coarse else cv2.IMREAD_COLOR)
    cover = cv2.imdecode(store.covers[index], cv2.IMREAD_REDUCED_GRAYSCALE_2 if coarse else cv2.IMREAD_GRAYSCALE)
    outline, kind = (store.outlines[index].astype(np.float64) + 0.5) / smaller - 0.5, int(store.kinds[index])
    if kind == NOTHING:
        outline = np.zeros((0, 2))
    size = (picture.shape[1], picture.shape[0])
    view = straight_view(rng, outline, size) if straight else whole_view(rng, outline, size)
    view = np.array([[1 / smaller, 0, 0.5 / smaller - 0.5], [0, 1 / smaller, 0.5 / smaller - 0.5], [0, 0, 1]]) @ view
    out = (VIEW_PX // smaller, VIEW_PX // smaller)
    # Made smaller by a transform, a picture is blurred first as a camera's is, not sampled here and there.
    border = cv2.BORDER_REPLICATE if straight else (cv2.BORDER_REPLICATE, cv2.BORDER_CONSTANT)[int(rng.random() < 0.3)]
    if not straight:
        across, down = (max(1, round(0.9 / float(np.hypot(*row[:2])))) for row in view[:2])
        picture = cv2.blur(picture, (across, down))
    made = cv2.warpPerspective(picture, view, out, flags=cv2.INTER_LINEAR, borderMode=border)
    half = (out[0] // 2, out[1] // 2)
    inside_half = np.zeros(half[::-1], np.float32)
    if len(outline):
        seen = cv2.perspectiveTransform(outline[None], view)[0]
        inside_half = share_inside((seen + 0.5) / 2 - 0.5, half)
    covered = cv2.warpPerspective(cover, view, out, flags=cv2.INTER_LINEAR)
    covered_half = cv2.resize(covered, half, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    near = cv2.dilate(inside_half, AROUND)
    # What kind it is shows in the marks, which are too small in a whole view.
    own = CLASSES.get(kind, IGNORED) if straight else IGNORED
    kinds = np.where(inside_half > 0.5, own, IGNORED)
    return Sample(
        normalised(recoloured(rng, made))[0],
        inside_half,
        covered_half,
        (near > 0.5).astype(np.float32),
        kinds.astype(np.int64),
    )


def batches(store: Store, seed: int, count: int, size: int, coarse: bool) -> Iterator[list[Sample]]:
    """Whole and straightened views of all kinds of scenes as they come."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        chosen = rng.integers(len(store.kinds), size=size)
        covered = store.covered()
        if len(covered):
            also = rng.random(size) < COVERED_SHARE
            chosen = np.where(also, covered[rng.integers(len(covered), size=size)], chosen)
        yield [sample(rng, store, int(i), k < STRAIGHT_SHARE * size, coarse) for k, i in enumerate(chosen)]

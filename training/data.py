"""Scenes drawn once and kept, many to a file, for training to go over again and again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.scenes import FIVE, NINE, NOTHING, SIDE_POINTS, SIZE, Scene, outline_of, scenes

PAINTED = 3
"""Each stage is painted so many times; another stage costs as much as two of them."""


def draw_shard(path: Path, seed: int, count: int, woods: list[Path], photographs: list[Path]) -> None:
    cv2.setNumThreads(1)
    made: list[Scene] = []
    number = 0
    while len(made) < count:
        made += scenes(np.random.default_rng([seed, number]), PAINTED, woods, photographs)
        number += 1
    write_shard(path, made)


def write_shard(path: Path, made: list[Scene]) -> None:
    outlines = np.zeros((len(made), 4 * SIDE_POINTS, 2), np.float32)
    for row, scene in zip(outlines, made, strict=True):
        row[:] = scene.outline if len(scene.outline) else np.nan
    np.savez(
        path,
        pictures=_listed([_packed(scene.picture, ".jpg") for scene in made]),
        covers=_listed([_packed(scene.cover, ".png") for scene in made]),
        kinds=np.array([scene.kind for scene in made]),
        outlines=outlines,
    )


def _listed(packed: list[NDArray[np.uint8]]) -> NDArray[np.object_]:
    """As objects, one by one: those of one length would become a table."""
    made = np.empty(len(packed), dtype=object)
    for k, each in enumerate(packed):
        made[k] = each
    return made


def _packed(picture: NDArray[np.uint8], suffix: str) -> NDArray[np.uint8]:
    return np.asarray(cv2.imencode(suffix, picture, [cv2.IMWRITE_JPEG_QUALITY, 92] if suffix == ".jpg" else [])[1])


def photographs_with_truth(folders: list[Path]) -> Iterator[Scene]:
    """Photographs with a truth file beside each, as the yardstick's are, made as small as drawn scenes."""
    from calibration.camera import Camera
    from calibration.pose import Pose

    for truth_file in sorted(file for folder in folders for file in folder.glob("*.json")):
        truth = json.loads(truth_file.read_text())
        picture = cv2.imread(str(truth_file.with_suffix(".jpg")))
        if picture is None or "set" not in truth:
            continue
        hand = cv2.imread(str(truth_file.with_name(truth_file.stem + "_hand.png")), cv2.IMREAD_GRAYSCALE)
        if hand is None:
            if truth.get("hand"):
                continue
            hand = np.zeros(picture.shape[:2], np.uint8)
        scale = SIZE[0] / picture.shape[1]
        size = (SIZE[0], round(picture.shape[0] * scale))
        camera = truth["camera"]
        lens = Camera.from_json({"matrix": camera["matrix"], "dist": camera["dist"], "size": truth["size"]})
        pose = Pose.of(lens, camera["rvec"], camera["tvec"])
        half = truth["set"]["board_side"] / 2
        corners = np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
        outline = (outline_of(pose, corners) + 0.5) * scale - 0.5
        yield Scene(
            np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8),
            FIVE if truth["board"] == 5 else NINE,
            outline,
            np.asarray(cv2.resize(hand, size, interpolation=cv2.INTER_AREA), dtype=np.uint8),
        )


def photographs_of_nothing(files: list[Path]) -> Iterator[Scene]:
    for file in files:
        picture = cv2.imread(str(file))
        if picture is not None and min(picture.shape[:2]) > 100:
            scale = SIZE[0] / max(picture.shape[:2])
            small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            yield Scene(small, NOTHING, np.zeros((0, 2)), np.zeros(small.shape[:2], np.uint8))

"""Scenes are kept and loaded again as they were."""

from pathlib import Path

import cv2
import numpy as np

from training.data import photographs_of_nothing, write_shard
from training.samples import Store
from training.scenes import NINE, NOTHING, SIDE_POINTS, Scene


def test_scenes_come_back_as_they_were(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    pictures = [rng.integers(40, 200, (36, 64, 3), dtype=np.uint8) for _ in range(3)]
    outline = rng.uniform(0, 60, (4 * SIDE_POINTS, 2))
    nothing, bare = np.zeros((0, 2)), np.zeros((36, 64), np.uint8)
    made = [
        Scene(pictures[0], NINE, outline, bare + 255),
        *(Scene(each, NOTHING, nothing, bare) for each in pictures[1:]),
    ]
    write_shard(tmp_path / "some.npz", made)
    store = Store.load([tmp_path / "some.npz"])
    assert list(store.kinds) == [NINE, NOTHING, NOTHING]
    assert np.allclose(store.outlines[0], outline, atol=1e-4)
    assert np.isnan(store.outlines[1]).all()
    assert list(store.covered()) == [0]
    for packed, picture in zip(store.pictures, pictures, strict=True):
        assert np.abs(cv2.imdecode(packed, cv2.IMREAD_COLOR).astype(int) - picture).mean() < 40


def test_what_is_blown_out_is_left_out(tmp_path: Path) -> None:
    white = Scene(np.full((36, 64, 3), 255, np.uint8), NOTHING, np.zeros((0, 2)), np.zeros((36, 64), np.uint8))
    grey = Scene(np.full((36, 64, 3), 120, np.uint8), NOTHING, np.zeros((0, 2)), np.zeros((36, 64), np.uint8))
    write_shard(tmp_path / "some.npz", [white, grey])
    assert len(Store.load([tmp_path / "some.npz"]).kinds) == 1


def test_photographs_of_anything_show_no_board(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((300, 200, 3), 90, np.uint8))
    cv2.imwrite(str(tmp_path / "tiny.png"), np.full((30, 20, 3), 90, np.uint8))
    (scene,) = photographs_of_nothing([tmp_path / "a.png", tmp_path / "tiny.png", tmp_path / "missing.png"])
    assert scene.kind == NOTHING
    assert scene.picture.shape[0] == 640

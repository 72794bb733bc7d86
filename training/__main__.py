"""Draws scenes, teaches the network on them and writes it to where it is shipped.

    python -m training [--scenes 8000] [--steps 5000] [--woods FOLDER…] [--photographs FOLDER…] [--truth FOLDER…]

`--woods` are photographs of wood to make boards and tables of, `--photographs` are of anything but boards: as tables,
and as pictures in which there is nothing to find. `--truth` are photographs with a truth file beside each, as
`../shared/photographer` makes them. All are optional: without them, everything is drawn. It needs torch
(`pip install '.[training]'`) and about two hours on two cores. What was drawn is kept in `--work` and drawn only once.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import torch

from training.data import draw_shard, photographs_of_nothing, photographs_with_truth, write_shard
from training.samples import Store
from training.teach import teach

SHARD = 180
SHIPPED = Path(__file__).parents[1] / "vision" / "board" / "map.onnx"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=8000)
    parser.add_argument("--coarse", type=int, default=5000, help="steps on views of half the size, before the others")
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--jobs", type=int, default=2)
    for name in ("--woods", "--photographs", "--truth"):
        parser.add_argument(name, type=Path, nargs="*", default=[])
    parser.add_argument("--start", type=Path, help="a network (.pt) to go on from")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    parser.add_argument("-o", "--out", type=Path, default=SHIPPED)
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    woods, photographs = (_pictures(folders) for folders in (given.woods, given.photographs))
    shards = [given.work / f"drawn{k:04}.npz" for k in range(-(-given.scenes // SHARD))]
    with ProcessPoolExecutor(given.jobs) as pool:
        missing = [(path, k) for k, path in enumerate(shards) if not path.exists()]
        list(pool.map(_draw, [(path, k, woods, photographs) for path, k in missing]))
    more = {"truth": photographs_with_truth(given.truth), "nothing": photographs_of_nothing(photographs)}
    for name, made in more.items():
        kept = list(made)
        if kept:
            write_shard(given.work / f"{name}.npz", kept)
            shards.append(given.work / f"{name}.npz")
    torch.set_num_threads(max(1, given.jobs - 1))
    store, start = Store.load(shards), given.start
    if start is None and given.coarse:
        teach(store, given.coarse, given.batch, given.work / "coarse.onnx", coarse=True)
        start = given.work / "coarse.pt"
    teach(store, given.steps, given.batch, given.work / "map.onnx", start, rate=given.rate)
    given.out.write_bytes((given.work / "map.onnx").read_bytes())


def _draw(task: tuple[Path, int, list[Path], list[Path]]) -> None:
    path, seed, woods, photographs = task
    draw_shard(path, seed, SHARD, woods, photographs)


def _pictures(folders: list[Path]) -> list[Path]:
    found = sorted(file for folder in folders for file in folder.iterdir() if file.suffix.lower() in (".jpg", ".png"))
    return [file for file in found if cv2.haveImageReader(str(file))]


if __name__ == "__main__":
    np.seterr(all="ignore")
    main()

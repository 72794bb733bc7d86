"""Teaches how probable a stick and a stack are, on photographs whose truth is known.

    python -m training.pieces FOLDER… [--steps 700] [--work build/pieces]

The folders hold photographs with a truth file beside each, as `../shared/photographer` makes them. What the reader
makes of them is gathered once and kept in `--work`. Then a small network learns to tell sticks from what only looks
like one, is asked about photographs it was not taught on, and is scaled so that its probabilities hold there; another
does the same for the paints of floors, and a few facts for the heights of stacks. It needs torch
(`pip install '.[training]'`) and some minutes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from calibration.arrays import Array, Float, Mask
from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from referee.tactori.board import COLOURS, coordinates
from training.judges import asked, export, teach_floors, teach_sticks
from vision.board.find import NoBoard, find_board
from vision.tactori.belief import BEND
from vision.tactori.doubt import judge_fields
from vision.tactori.floors import PAINTS, weigh_floors
from vision.tactori.read import Pieces, read_pieces
from vision.tactori.scene import Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.weighing import LAID, weigh_sticks

SHIPPED = Path(__file__).parents[1] / "vision" / "tactori"
FOLDS = 5
STICK_PX, TOWER_PX = 80, 60
"""Pixels of a picture 1280 wide: of a piece with fewer nobody can tell whether it is there."""
LEAST_RIGHT = 0.6
"""Of the stacks that must be right: otherwise the board was found wrongly, which is another matter."""
HARD_GAIN, HARD_WEIGHT = 1500.0, 6.0
"""Log likelihood times pixel: what makes less of a difference is looked at so much more often."""
FLOOR_PX, FLOOR_MARGIN = 400.0, 4000.0
"""The same for floors: pixels of the photograph, and log likelihood times pixel over the next best paint."""
CLEAR_MARGIN = 30_000.0
"""Floors that are clearer are not even taught."""


@dataclass(frozen=True, eq=False)
class Examples:
    """Candidate sticks, floors and stacks with their truth, and the photograph that each is from."""

    strips: Float
    facts: Float
    there: Mask
    hidden: Mask
    """There, but seen by nobody."""
    gains: Array
    photographs: NDArray[np.int64]
    sides: NDArray[np.float16]
    side_facts: Float
    paints: NDArray[np.int64]
    read_paints: NDArray[np.int64]
    dark: Mask
    """Seen by nobody."""
    hard: Mask
    """Not clear at once."""
    floors_of: NDArray[np.int64]
    stacks: Array
    right: Mask
    """Whether its height is."""
    of: NDArray[np.int64]


def gather(folders: list[Path]) -> Examples:
    """Reads every photograph with its own camera and set."""
    sticks: list[tuple[Any, ...]] = []
    floors: list[tuple[Any, ...]] = []
    stacks: list[tuple[Any, ...]] = []
    files = sorted(file for folder in folders for file in folder.glob("*.json"))
    for number, file in enumerate(files):
        truth = json.loads(file.read_text())
        if "set" not in truth or truth.get("hand"):
            continue
        pieces = _read(file, truth)
        turn = None if pieces is None else _turn(pieces, truth)
        if pieces is not None and turn is not None:
            sticks += [(*each, number) for each in _sticks(pieces, truth, turn)]
            floors += [(*each, number) for each in _floors(pieces, truth, turn)]
            stacks += [(*each, number) for each in _stacks(pieces, truth, turn)]
        print(f"{file.stem}: {len(sticks)} sticks, {len(floors)} floors, {len(stacks)} stacks", flush=True)
    strips, facts, there, hidden, gains, photographs = zip(*sticks, strict=True)
    sides, known, paints, read, dark, hard, floors_of = zip(*floors, strict=True)
    rows, right, of = zip(*stacks, strict=True)
    return Examples(
        np.stack(strips), np.stack(facts), np.array(there), np.array(hidden), np.array(gains), np.array(photographs),
        np.stack(sides), np.stack(known), np.array(paints), np.array(read), np.array(dark), np.array(hard),
        np.array(floors_of), np.array(rows), np.array(right), np.array(of),
    )  # fmt: skip


def _read(file: Path, truth: dict[str, Any]) -> Pieces | None:
    image = cv2.imread(str(file.with_suffix(".jpg")))
    camera = Camera.from_json({**truth["camera"], "size": truth["size"]})
    physical_set = PhysicalSet.from_json(truth["set"])
    try:
        found = find_board(image, physical_set.plan(truth["board"]), camera)
    except NoBoard:
        return None
    return read_pieces(image, truth["board"], physical_set, found.pose, ReaderSettings(), None, found.cover, False)


def _turned(field: Field, n: int, quarters: int) -> Field:
    for _ in range(quarters):
        field = (n - 1 - field[1], field[0])
    return field


def _turn(pieces: Pieces, truth: dict[str, Any]) -> int | None:
    """By how many quarters the truth is turned against the reading; None if they have too little in common."""
    stacks, n = pieces.search.stacks, truth["board"]
    wanted = {coordinates(at): stack for at, stack in truth["towers"].items()}
    right = [
        sum(wanted.get(_turned(f, n, q)) == "".join(COLOURS[c] for c in s) for f, s in stacks.items()) for q in range(4)
    ]
    return int(np.argmax(right)) if max(right) >= LEAST_RIGHT * len(wanted) else None


def _sticks(pieces: Pieces, truth: dict[str, Any], turn: int) -> Iterator[tuple[Any, ...]]:
    n = truth["board"]
    least = STICK_PX * truth["size"][0] * truth["size"][1] / (1280 * 720)
    seen_px = {
        (s["color"], *sorted((coordinates(s[end]["at"]), s[end]["floor"]) for end in "ab")): s["visible_px"]
        for s in truth["sticks"]
    }
    for c in weigh_sticks(pieces.stick_search, pieces.learned):
        key = (COLOURS[c.paint], *sorted((_turned(f, n, turn), k) for f, k in (c.place.a, c.place.b)))
        there = key in seen_px
        (look,) = c.looks
        yield look.strip, look.facts, there, there and seen_px[key] < least, c.gain


def _floors(pieces: Pieces, truth: dict[str, Any], turn: int) -> Iterator[tuple[Any, ...]]:
    """Of stacks whose height was read right."""
    n = truth["board"]
    least = TOWER_PX * truth["size"][0] * truth["size"][1] / (1280 * 720)
    seen_px = {tuple(name.split("_")[1:]): px for name, px in truth["visible_px"].items()}
    wanted = {coordinates(at): (at, stack) for at, stack in truth["towers"].items()}
    stacks = pieces.search.stacks
    for each in weigh_floors(pieces.learned[0], stacks, replace(ReaderSettings(), clear_paint=CLEAR_MARGIN)):
        at, want = wanted.get(_turned(each.field, n, turn), ("", ""))
        if len(want) == len(stacks[each.field]):
            paint, read = COLOURS.index(want[each.floor - 1]), stacks[each.field][each.floor - 1]
            dark = seen_px[at, str(each.floor)] < least
            hard = each.seen_px < FLOOR_PX or each.margin < FLOOR_MARGIN
            sides = each.sides.astype(np.float16)
            yield sides, each.facts, paint, read, dark, hard


def _stacks(pieces: Pieces, truth: dict[str, Any], turn: int) -> Iterator[tuple[Any, ...]]:
    n = truth["board"]
    wanted = {coordinates(at): stack for at, stack in truth["towers"].items()}
    for field, judged in judge_fields(pieces, ReaderSettings()).items():
        if judged.facts is not None and judged.stack:
            yield judged.facts.row(), len(wanted.get(_turned(field, n, turn), "")) == len(judged.stack)


def chance(sums: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(sums, -30, 30))))


def folds(photographs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Photographs in five parts, whole: what was taught on one is never asked about on the same."""
    every = np.unique(photographs)
    part = dict(zip(np.random.default_rng(1).permutation(every).tolist(), range(10**6), strict=False))
    return np.array([part[int(p)] % FOLDS for p in photographs])


def fitted(rows: Array, right: Mask, shrink: float = 1.0) -> Array:
    """The weights of a logistic sum, by Newton's steps."""
    weights = np.zeros(rows.shape[1])
    least = shrink * np.diag([0.0] + [1.0] * (rows.shape[1] - 1))
    for _ in range(50):
        p = chance(rows @ weights)
        slope = rows.T @ (p - right) + least @ weights
        weights = weights - np.linalg.solve(
            (rows * (p * (1 - p))[:, None]).T @ rows + least + 1e-9 * np.eye(len(least)), slope
        )
    return np.asarray(weights)


def reliability(p: Array, right: Mask, name: str) -> Iterator[str]:
    edges = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0 + 1e-9)
    for low, high in pairwise(edges):
        mine = (p >= low) & (p < high)
        if mine.any():
            said, held = 100 * p[mine].mean(), 100 * right[mine].mean()
            yield f"{name} said {said:5.1f} %, right {held:5.1f} % of {int(mine.sum())}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--steps", type=int, default=700)
    parser.add_argument("--work", type=Path, default=Path("build/pieces"))
    parser.add_argument("-o", "--out", type=Path, default=SHIPPED)
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    kept = given.work / "examples.npz"
    if kept.exists():
        made = Examples(**np.load(kept))
    else:
        made = gather(given.folders)
        np.savez(kept, **vars(made))
    taught = {
        **learn_sticks(made, given.steps, given.out),
        **learn_floors(made, given.steps, given.out),
        **learn_heights(made),
    }
    written = {name: [round(float(w), 4) for w in row] for name, row in taught.items()}
    (given.out / "belief.json").write_text(json.dumps(written, indent=1) + "\n")


def learn_sticks(made: Examples, steps: int, out: Path) -> dict[str, Any]:
    """Network and facts, each asked about photographs it was not taught on, and what both together are worth."""
    shown = ~made.hidden
    rows = np.concatenate([np.ones((len(made.facts), 1)), made.facts], 1)
    often = np.where(np.abs(made.gains) < HARD_GAIN, HARD_WEIGHT, 1.0)

    def teach(which: NDArray[np.int64], seed: int) -> Any:
        some = (each[which] for each in (made.strips, made.facts, made.there, made.hidden, often))
        return teach_sticks(*some, steps, seed)

    part, looked, known = folds(made.photographs), np.zeros(len(rows)), np.zeros(len(rows))
    for fold in range(FOLDS):
        rest, held = np.flatnonzero(part != fold), np.flatnonzero(part == fold)
        looked[held] = asked(teach(rest, fold), made.strips[held], made.facts[held])
        known[held] = rows[held] @ fitted(rows[rest][shown[rest]], made.there[rest][shown[rest]])
    both = np.stack([np.ones(len(rows)), looked, known], 1)
    p = chance(held_out(both, made.there, part, shown))
    right = made.there == (p > 0.5)
    print("\n".join(reliability(np.maximum(p, 1 - p)[shown], right[shown], "sticks")))
    laid = made.facts[:, LAID] > 0
    print(f"sticks decided wrongly: {(~right & shown).sum()}, by the search {((laid != made.there) & shown).sum()}")
    facts = fitted(rows[shown], made.there[shown])
    always, *weights = fitted(both[shown], made.there[shown])
    export(teach(np.arange(len(rows)), FOLDS), ("strip", "facts"), made.strips, made.facts, out / "sticks.onnx")
    return {"stick": [always + weights[1] * facts[0], *weights], "stick_facts": facts[1:]}


def learn_floors(made: Examples, steps: int, out: Path) -> dict[str, Any]:
    """Network and facts together, for photographs that the network was not taught on."""
    often = np.where(made.hard, HARD_WEIGHT, 1.0) * np.where(made.dark, 0.2, 1.0)
    often *= np.where(made.read_paints != made.paints, 3.0, 1.0)

    def teach(which: NDArray[np.int64], seed: int) -> Any:
        return teach_floors(made.sides[which], made.side_facts[which], made.paints[which], often[which], steps, seed)

    def ask(network: Any, which: NDArray[np.int64]) -> Array:
        sides, facts = made.sides[which], made.side_facts[which]
        said = asked(network, sides.reshape(-1, *sides.shape[2:]), facts.reshape(-1, facts.shape[2]))
        return said.reshape(-1, PAINTS)

    part, said = folds(made.floors_of), np.zeros((len(made.paints), PAINTS))
    for fold in range(FOLDS):
        said[part == fold] = ask(teach(np.flatnonzero(part != fold), fold), np.flatnonzero(part == fold))
    shown = made.hard & ~made.dark
    rows = np.concatenate([said[:, :, None], made.side_facts], 2)
    p = np.zeros_like(said)
    for fold in range(FOLDS):
        rest = shown & (part != fold)
        p[part == fold] = _softmax(rows[part == fold] @ fitted_choice(rows[rest], made.paints[rest]))
    best = p.argmax(axis=1)
    print("\n".join(reliability(p.max(axis=1)[shown], (best == made.paints)[shown], "paints")))
    wrong, alone, before = ((each != made.paints) & shown for each in (best, said.argmax(axis=1), made.read_paints))
    print(f"paints decided wrongly: {wrong.sum()} of {shown.sum()}", end=", ")
    print(f"by the network alone {alone.sum()}, by the search {before.sum()}")
    every = np.arange(len(made.paints))
    sides, facts = (each.reshape(-1, *each.shape[2:]) for each in (made.sides[:2], made.side_facts[:2]))
    export(teach(every, FOLDS), ("sides", "facts"), sides, facts, out / "floors.onnx")
    looked, *weights = fitted_choice(rows[shown], made.paints[shown])
    return {"paint": [looked], "paint_facts": weights}


def fitted_choice(rows: Array, chosen: NDArray[np.int64], shrink: float = 1.0) -> Array:
    """The weights of sums, one for each of several choices, by which the right one is chosen: by Newton's steps."""
    weights = np.zeros(rows.shape[2])
    for _ in range(50):
        p = _softmax(rows @ weights)
        mean = (p[:, :, None] * rows).sum(axis=1)
        slope = (rows[np.arange(len(rows)), chosen] - mean).sum(axis=0) - shrink * weights
        bend = np.einsum("nk,nki,nkj->ij", p, rows, rows) - mean.T @ mean + shrink * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def _softmax(sums: Array) -> Array:
    odds = np.exp(sums - sums.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def learn_heights(made: Examples) -> dict[str, Any]:
    part = folds(made.of)
    sums = bent(held_out(made.stacks, made.right, part))
    print("\n".join(reliability(chance(held_out(sums, made.right, part)), made.right, "heights")))
    return {"height": fitted(made.stacks, made.right), "height_bent": fitted(sums, made.right)}


def bent(sums: Array) -> Array:
    """What was summed is too sure of itself in the middle: so it may rise at another rate there."""
    return np.stack([np.ones(len(sums)), sums, np.minimum(sums - BEND, 0.0)], 1)


def held_out(rows: Array, right: Mask, part: NDArray[np.int64], shown: Mask | None = None) -> Array:
    """Sums by weights that were fitted to the other parts."""
    sums, shown = np.zeros(len(rows)), np.ones(len(rows), bool) if shown is None else shown
    for fold in range(FOLDS):
        rest = shown & (part != fold)
        sums[part == fold] = rows[part == fold] @ fitted(rows[rest], right[rest])
    return sums


if __name__ == "__main__":
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    main()

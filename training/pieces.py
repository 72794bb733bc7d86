"""Teaches how probable a stick and a stack are, on photographs whose truth is known.

    python -m training.pieces FOLDER… [--steps 700] [--work build/pieces]

The folders hold photographs with a truth file beside each, as `../shared/photographer` makes them. What the reader
makes of them is gathered once and kept in `--work`. Then a small network learns to tell sticks from what only looks
like one, is asked about photographs it was not taught on, and is scaled so that its probabilities hold there; the same
for stacks, with a few facts instead of a network. It needs torch (`pip install '.[training]'`) and some minutes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from referee.tactori.board import COLOURS, coordinates
from vision.board.find import NoBoard, find_board
from vision.tactori.doubt import judge_fields
from vision.tactori.read import Pieces, read_pieces
from vision.tactori.scene import Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.strips import ALONG, CHANNELS
from vision.tactori.weighing import FACTS, weigh_sticks

Array = NDArray[np.float64]
SHIPPED = Path(__file__).parents[1] / "vision" / "tactori"
FOLDS = 5
STICK_PX, TOWER_PX = 80, 60
"""Pixels of a picture 1280 wide: of a piece with fewer nobody can tell whether it is there."""
LEAST_RIGHT = 0.6
"""Of the stacks that must be right: otherwise the board was found wrongly, which is another matter."""
HARD_GAIN, HARD_WEIGHT = 1500.0, 6.0
"""Log likelihood times pixel: what makes less of a difference is looked at so much more often."""
BATCH = 48


@dataclass(frozen=True, eq=False)
class Examples:
    """Candidate sticks with their truth, stacks with theirs, and the photograph that each is from."""

    strips: NDArray[np.float32]
    facts: NDArray[np.float32]
    there: NDArray[np.bool_]
    hidden: NDArray[np.bool_]
    """There, but seen by nobody."""
    gains: Array
    photographs: NDArray[np.int64]
    stacks: Array
    right: NDArray[np.bool_]
    of: NDArray[np.int64]


def gather(folders: list[Path]) -> Examples:
    """Reads every photograph with its own camera and set."""
    sticks: list[tuple[Any, ...]] = []
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
            stacks += [(*each, number) for each in _stacks(pieces, truth, turn)]
        print(f"{file.stem}: {len(sticks)} sticks, {len(stacks)} stacks", flush=True)
    strips, facts, there, hidden, gains, photographs = zip(*sticks, strict=True)
    rows, right, of = zip(*stacks, strict=True)
    return Examples(
        np.stack(strips), np.stack(facts), np.array(there), np.array(hidden), np.array(gains), np.array(photographs),
        np.array(rows), np.array(right), np.array(of),
    )  # fmt: skip


def _read(file: Path, truth: dict[str, Any]) -> Pieces | None:
    image = cv2.imread(str(file.with_suffix(".jpg")))
    camera = Camera.from_json({**truth["camera"], "size": truth["size"]})
    physical_set = PhysicalSet.from_json(truth["set"])
    try:
        found = find_board(image, physical_set, camera, truth["board"])
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
        yield c.strip, c.facts, there, there and seen_px[key] < least, c.worth.gain


def _stacks(pieces: Pieces, truth: dict[str, Any], turn: int) -> Iterator[tuple[Any, ...]]:
    n = truth["board"]
    least = TOWER_PX * truth["size"][0] * truth["size"][1] / (1280 * 720)
    dark = {tuple(name.split("_")[1:]) for name, px in truth["visible_px"].items() if px < least}
    wanted = {coordinates(at): (at, stack) for at, stack in truth["towers"].items()}
    for field, judged in judge_fields(pieces, ReaderSettings()).items():
        if judged.facts is None or not judged.stack:
            continue
        at, want = wanted.get(_turned(field, n, turn), ("", ""))
        right = len(want) == len(judged.stack) and all(
            COLOURS[c] == w if c >= 0 else (at, str(k)) in dark
            for k, (w, c) in enumerate(zip(want, judged.stack, strict=True), 1)
        )
        yield judged.facts.row(), right


class StickNetwork(nn.Module):
    """Looks along the strip in thirds (one end, the middle, the other end), then at the facts beside it."""

    def __init__(self) -> None:
        super().__init__()

        def layer(before: int, after: int, stride: int | tuple[int, int] = 1) -> list[nn.Module]:
            return [nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]

        self.look = nn.Sequential(*layer(CHANNELS, 16), *layer(16, 24, (1, 2)), *layer(24, 32, 2), *layer(32, 32))
        self.mean = nn.AvgPool2d((9, ALONG // 12))
        self.most = nn.MaxPool2d((9, ALONG // 12))
        self.decide = nn.Sequential(nn.Linear(2 * 3 * 32 + FACTS, 32), nn.ReLU(), nn.Dropout(0.3))
        self.say = nn.Linear(32, 1)

    def forward(self, strip: Tensor, facts: Tensor) -> Tensor:
        seen = self.look(strip)
        parts = torch.cat([self.mean(seen).flatten(1), self.most(seen).flatten(1), facts], 1)
        said: Tensor = self.say(self.decide(parts))
        return said[:, 0]


def varied(strips: Tensor, facts: Tensor, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """The same sticks from the other end, mirrored, in a little other light, a little beside."""
    strips, facts = strips.clone(), facts.clone()
    other_end = torch.rand(len(strips), generator=rng) < 0.5
    strips[other_end] = strips[other_end].flip(3)
    strips[other_end, 8] *= -1
    facts[other_end] = facts[other_end][:, ENDS_EXCHANGED]
    mirrored = torch.rand(len(strips), generator=rng) < 0.5
    strips[mirrored] = strips[mirrored].flip(2)
    strips[mirrored, 9] *= -1
    light = torch.tensor([0.0, 0.05, 0.15, 0.08])[None, :, None, None]
    strips[:, [0, 1, 2, 7]] += light * torch.randn(len(strips), 1, 1, 1, generator=rng)
    strips[:, 0] *= 1 + 0.1 * torch.randn(len(strips), 1, 1, generator=rng)
    strips[:, [0, 1, 2, 7]] += 0.05 * torch.randn(len(strips), 4, *strips.shape[2:], generator=rng)
    return torch.roll(strips, int(torch.randint(-1, 2, (1,), generator=rng)), 2), facts


LAID = 21
ENDS_EXCHANGED = [10 if k == 9 else 9 if k == 10 else k for k in range(FACTS)]


def teach(made: Examples, which: NDArray[np.int64], steps: int, seed: int) -> StickNetwork:
    torch.manual_seed(seed)
    rng = torch.Generator().manual_seed(seed)
    network = StickNetwork()
    optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=1e-2)
    rate = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    often = torch.from_numpy(np.where(np.abs(made.gains[which]) < HARD_GAIN, HARD_WEIGHT, 1.0))
    for _ in range(steps):
        some = which[torch.multinomial(often, BATCH, replacement=True, generator=rng).numpy()]
        strips, facts = varied(torch.from_numpy(made.strips[some]), torch.from_numpy(made.facts[some]), rng)
        there = torch.from_numpy(made.there[some].astype(np.float32))
        weight = torch.from_numpy(np.where(made.hidden[some], 0.2, 1.0).astype(np.float32))
        loss = functional.binary_cross_entropy_with_logits(network(strips, facts), there, weight)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        rate.step()
    return network.eval()


def logits(network: StickNetwork, made: Examples, which: NDArray[np.int64]) -> Array:
    with torch.no_grad():
        said = network(torch.from_numpy(made.strips[which]), torch.from_numpy(made.facts[which]))
    return np.asarray(said.numpy(), dtype=np.float64)


def chance(sums: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(sums, -30, 30))))


def export(network: StickNetwork, made: Examples, path: Path) -> None:
    example = (torch.from_numpy(made.strips[:2]), torch.from_numpy(made.facts[:2]))
    names = {"input_names": ["strip", "facts"], "output_names": ["said"]}
    axes = {name: {0: "sticks"} for name in ("strip", "facts", "said")}
    torch.onnx.export(network, example, str(path), dynamic_axes=axes, dynamo=False, **names)


def folds(photographs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Photographs in five parts, whole: what was taught on one is never asked about on the same."""
    every = np.unique(photographs)
    part = dict(zip(np.random.default_rng(1).permutation(every).tolist(), range(10**6), strict=False))
    return np.array([part[int(p)] % FOLDS for p in photographs])


def fitted(rows: Array, right: NDArray[np.bool_], shrink: float = 1.0) -> Array:
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


def reliability(p: Array, right: NDArray[np.bool_], name: str) -> Iterator[str]:
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
    shown = ~made.hidden
    rows = np.concatenate([np.ones((len(made.facts), 1)), made.facts], 1)
    part, looked, known = folds(made.photographs), np.zeros(len(rows)), np.zeros(len(rows))
    for fold in range(FOLDS):
        rest, held = np.flatnonzero(part != fold), np.flatnonzero(part == fold)
        looked[held] = logits(teach(made, rest, given.steps, fold), made, held)
        known[held] = rows[held] @ fitted(rows[rest][shown[rest]], made.there[rest][shown[rest]])
    both = np.stack([np.ones(len(rows)), looked, known], 1)
    p = np.zeros(len(rows))
    for fold in range(FOLDS):
        rest = shown & (part != fold)
        p[part == fold] = chance(both[part == fold] @ fitted(both[rest], made.there[rest]))
    right = made.there == (p > 0.5)
    print("\n".join(reliability(np.maximum(p, 1 - p)[shown], right[shown], "sticks")))
    laid = made.facts[:, LAID] > 0
    print(
        f"sticks decided wrongly: {(~right & shown).sum()}, by the search alone: {((laid != made.there) & shown).sum()}"
    )
    facts = fitted(rows[shown], made.there[shown])
    always, *weights = fitted(both[shown], made.there[shown])
    export(teach(made, np.arange(len(rows)), given.steps, FOLDS), made, given.out / "sticks.onnx")
    part, p = folds(made.of), np.zeros(len(made.of))
    for fold in range(FOLDS):
        p[part == fold] = chance(
            made.stacks[part == fold] @ fitted(made.stacks[part != fold], made.right[part != fold])
        )
    print("\n".join(reliability(p, made.right, "stacks")))
    taught = {
        "stick": [always + weights[1] * facts[0], *weights],
        "stick_facts": facts[1:],
        "stack": fitted(made.stacks, made.right),
    }
    written = {name: [round(float(w), 4) for w in row] for name, row in taught.items()}
    (given.out / "belief.json").write_text(json.dumps(written, indent=1) + "\n")


if __name__ == "__main__":
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    main()

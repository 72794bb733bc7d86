"""What the doctor says of good photographs, and of the same ones spoilt step by step, beside how they are read.

    python -m benchmarks.doctor [FOLDER…] [--every N] [--good]

Without a folder the photographs are those of the other benchmarks; `--good` leaves out the spoilt ones.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks.photographs import photographs
from benchmarks.spoiling import blurred, exposed, grainy, mirrored, shaded, smaller, smeared, tinted
from benchmarks.truth import Truth, compare, truths
from vision.board.find import NoBoard
from vision.doctor.examine import examine
from vision.doctor.report import Aspect
from vision.photograph import Picture, load_photograph
from vision.tactori.reading import Reading
from vision.tactori.scan import read_photograph

# Families that are dark, flat, steep or lit by one hard lamp: the doctor may well say something about them.
HARD = ("dim5", "lamp9", "low9", "top9")
SPOILT = 12  # photographs that are spoilt, spread over all there are


def _middle(truth: Truth) -> tuple[float, float]:
    u, v = np.array(truth.corners).mean(axis=0)
    return float(u), float(v)


def _lamp(image: Picture, truth: Truth, lamp: float) -> Picture:
    side = float(np.linalg.norm(np.subtract(truth.corners[1], truth.corners[0])))
    return mirrored(image, lamp, _middle(truth), 0.07 * side)


@dataclass(frozen=True)
class Way:
    """One way to spoil a photograph, by ever more, and the aspect that should show it."""

    name: str
    aspect: Aspect
    spoil: Callable[[Picture, Truth, float], Picture]
    levels: tuple[float, ...]


WAYS = (
    Way("light, times", Aspect.LIGHT, lambda image, _, k: exposed(image, k), (0.3, 0.1, 0.05, 0.03, 0.015)),
    Way("more light, times", Aspect.LIGHT, lambda image, _, k: exposed(image, k), (1.3, 1.6, 2.0, 3.0)),
    Way("grain", Aspect.LIGHT, lambda image, _, k: grainy(image, k), (0.02, 0.05, 0.1, 0.2)),
    Way("shadow, times", Aspect.LIGHT, lambda image, t, k: shaded(image, k, _middle(t)), (0.25, 0.1, 0.06, 0.03)),
    Way("lamp mirrored", Aspect.GLARE, _lamp, (0.1, 0.3, 0.6, 1.0)),
    Way("blur, px", Aspect.FOCUS, lambda image, _, k: blurred(image, k), (1.0, 2.0, 3.0, 4.0, 6.0)),
    Way("smear, px", Aspect.FOCUS, lambda image, _, k: smeared(image, k), (6.0, 12.0, 18.0, 24.0)),
    Way("size, times", Aspect.SIZE, lambda image, _, k: smaller(image, k), (0.8, 0.5, 0.4, 0.25)),
    Way("yellow cast, log", Aspect.COLOUR, lambda image, _, k: tinted(image, k, -k), (0.5, 1.0, 1.5)),
    Way("green cast, log", Aspect.COLOUR, lambda image, _, k: tinted(image, -k, -k), (0.5, 1.0, 1.5)),
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.doctor", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th photograph")
    parser.add_argument("--good", action="store_true", help="only the photographs as they are")
    args = parser.parse_args()
    taken = [truth for folder in args.folders for truth in truths(folder)] or photographs()
    taken = taken[:: args.every]
    for line in _false_alarms(taken):
        print(line, flush=True)
    if not args.good:
        for line in _spoilt(taken[:: max(1, len(taken) // SPOILT)]):
            print(line, flush=True)
    return 0


def _spoilt(taken: list[Truth]) -> Iterator[str]:
    """For each way of spoiling: how often it was named, the score, and what was still read."""
    yield ""
    yield f"{len(taken)} photographs, spoilt         named  score  board found  stacks right"
    for way in WAYS:
        for level in way.levels:
            yield _row(way, level, taken)


def _false_alarms(taken: list[Truth]) -> Iterator[str]:
    said: Counter[tuple[str, str]] = Counter()
    clean: Counter[str] = Counter()
    count = Counter(truth.family for truth in taken)
    for truth in taken:
        report = examine([load_photograph(str(truth.image)).image], truth.physical_set)
        clean[truth.family] += report.good
        said.update((truth.family, finding.aspect.value) for finding in report.to_improve)
    yield "Photographs as they are, and what the doctor has to say of them"
    for family, all_of_it in count.items():
        notes = ", ".join(f"{aspect} {n}" for (of, aspect), n in sorted(said.items()) if of == family)
        mark = " (hard on purpose)" if family in HARD else ""
        yield f"  {family:8} good {clean[family]}/{all_of_it}  {notes}{mark}"


def _row(way: Way, level: float, taken: list[Truth]) -> str:
    named, scores, found, right, asked = 0, [], 0, 0, 0
    for truth in taken:
        image = way.spoil(load_photograph(str(truth.image)).image, truth, level)
        report = examine([image], truth.physical_set)
        finding = report.of(way.aspect)
        # Without a board an aspect may not be judged; then the board is what is named.
        blamed = finding if finding.score is not None else report.of(Aspect.BOARD)
        named += not blamed.good
        scores.append(blamed.score or 0)
        compared = compare(truth, _read(image, truth))
        found, right, asked = found + compared.found, right + compared.right, asked + compared.stacks
    share = 100 * right / max(asked, 1)
    name = f"{way.name} {level:g}"
    return f"{name:28} {named:3}/{len(taken)}  {median(scores):5.0f}  {found:7}/{len(taken)}  {share:10.1f} %"


def _read(image: Picture, truth: Truth) -> Reading | None:
    try:
        reading = read_photograph(image, truth.physical_set)
    except NoBoard:
        return None
    factor = truth.camera.size[0] / image.shape[1]
    corners = tuple((u * factor, v * factor) for u, v in reading.corners)
    return replace(reading, image=truth.image.name, corners=corners)


if __name__ == "__main__":
    sys.exit(main())

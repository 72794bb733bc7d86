"""Whether probabilities mean something: of what is said to be 90 % sure, how much is right?

    python -m benchmarks.reliability FOLDER… [--known-camera] [-o PICTURE.png]

The folders hold photographs with a truth file beside each; without any, the shared ones are taken. Prints a line for
each range of probabilities, stacks and sticks together, and draws the same as a diagram.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from benchmarks.photographs import SHARED, read_all
from benchmarks.truth import truths
from vision.photograph import Picture

EDGES = (0.0, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 1.0)
CERTAIN = 0.99
WIDTH, HEIGHT, LEFT, LOWER, TOP = 760, 420, 70, 60, 30
BAR, LINE, INK, PALE = (190, 140, 70), (60, 60, 200), (50, 50, 50), (225, 225, 225)


@dataclass(frozen=True)
class Range:
    """Claims whose probabilities lie between two values."""

    low: float
    high: float
    count: int
    said: float
    """Their mean probability."""
    right: float
    """The share that is right."""


def ranges(claims: Sequence[tuple[float, bool]]) -> list[Range]:
    made = []
    for low, high in pairwise(EDGES):
        mine = [(p, right) for p, right in claims if low <= p < high or p == high == 1]
        if mine:
            said, right = (float(np.mean(each)) for each in zip(*mine, strict=True))
            made.append(Range(low, high, len(mine), said, right))
    return made


def diagram(made: Sequence[Range]) -> Picture:
    """A bar for what was right of each range, a line for what was said."""
    image = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    floor, width = HEIGHT - LOWER, (WIDTH - LEFT - 20) // max(len(made), 1)

    def level(share: float) -> int:
        return round(floor - (floor - TOP) * share)

    for tenth in range(0, 11, 2):
        y = level(tenth / 10)
        cv2.line(image, (LEFT, y), (WIDTH - 20, y), PALE, 1)
        cv2.putText(image, f"{10 * tenth} %", (10, y + 5), cv2.FONT_HERSHEY_SIMPLEX, 0.45, INK, 1, cv2.LINE_AA)
    for k, each in enumerate(made):
        x = LEFT + k * width
        cv2.rectangle(image, (x + 8, level(each.right)), (x + width - 8, floor), BAR, cv2.FILLED)
        cv2.line(image, (x + 4, level(each.said)), (x + width - 4, level(each.said)), LINE, 3)
        for row, text in enumerate((f"{100 * each.low:.0f}-{100 * each.high:.0f} %", f"{each.count}")):
            at = (x + 8, floor + 22 + 20 * row)
            cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, INK, 1, cv2.LINE_AA)
    return image


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", default=[SHARED])
    parser.add_argument("--known-camera", action="store_true", help="the true camera is handed over")
    parser.add_argument("-o", "--out", type=Path)
    args = parser.parse_args(arguments)
    taken = [truth for folder in args.folders if folder.is_dir() for truth in truths(folder)]
    if not taken:
        print(f"There are no photographs with their truth in {', '.join(map(str, args.folders))}.", file=sys.stderr)
        return 2
    claims = [claim for _, compared in read_all(taken, args.known_camera) for claim in compared.claims]
    made = ranges(claims)
    for each in made:
        where = f"{100 * each.low:5.1f} to {100 * each.high:5.1f} %"
        print(f"{where}: {each.count:5} claims, said {100 * each.said:5.1f} %, right {100 * each.right:5.1f} %")
    certain = [right for p, right in claims if p >= CERTAIN]
    wrong = sum(not right for right in certain)
    print(f"{len(certain)} claims of {100 * CERTAIN:.0f} % and more: {wrong} wrong, {100 * wrong / len(certain):.2f} %")
    if args.out is not None:
        cv2.imwrite(str(args.out), diagram(made))
    return 0


if __name__ == "__main__":
    sys.exit(main())

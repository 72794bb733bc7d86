"""How well outlines of real boards for other games are found, none of which may be claimed to be a board of Tactori.

    python -m benchmarks.boards [FOLDER]

FOLDER holds `boards/`, photographs of Go and chess boards, and `blocks/`, photographs without a board; it is
`../shared/real` unless another is named. The truth is in `real_boards.json`, marked by eye to about half a percent of
the side, in pixels of the photograph the right way up: `corners` of the board with its frame, `playing` for the outer
lines of Go, or the border of the chess fields with their rim, `whole` if all corners are in the picture, and `square`
if the outline is one in space. Corners under a sheet of paper are where the sides meet; those beyond the picture are
inferred, and less certain. An outline is found if its worst corner is off by at most 2 % of the mean side. In brackets
is how far off one is that was not.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import dist, inf
from pathlib import Path

import cv2

from benchmarks.photographs import REAL, real_pictures
from calibration.physical_set import plan_of
from vision.board.find import NoBoard, find_board
from vision.corners import Corners
from vision.photograph import load_photograph

TRUTH = Path(__file__).with_name("real_boards.json")
NEAR = 0.02
"""Of the side: as much as a corner may be off."""
HEAD = ("", "claimed", "outline", "playing", "refused")
WIDTHS = (30, 9, 11, 11, 20)


@dataclass(frozen=True)
class RealBoard:
    """Where a board is in its photograph; corners are listed as in docs/conventions.md."""

    corners: Corners
    playing: Corners
    whole: bool
    square: bool


@dataclass(frozen=True)
class Answer:
    """What was made of a photograph: a claim of 5 or 9 is wrong, `corners` are None where it was refused."""

    claimed: int | None = None
    corners: Corners | None = None
    refused: str = ""

    def off(self, real: Corners) -> float:
        return inf if self.corners is None else corner_error(self.corners, real)


def corner_error(found: Corners, real: Corners) -> float:
    """The largest distance of a corner, as a share of the mean side, from whichever side the board is looked at."""
    side = sum(dist(real[k - 1], real[k]) for k in range(4)) / 4
    turned = [found[k:] + found[:k] for k in range(4)]
    return min(max(dist(a, b) for a, b in zip(each, real, strict=True)) for each in turned) / side


def load_boards(path: Path = TRUTH) -> dict[str, RealBoard]:
    """The truth for each photograph's name."""
    return {
        name: RealBoard(_corners(said["corners"]), _corners(said["playing"]), said["whole"], said["square"])
        for name, said in json.loads(path.read_text()).items()
    }


def _corners(said: Iterable[tuple[float, float]]) -> Corners:
    return tuple((float(u), float(v)) for u, v in said)


def answer(path: Path) -> Answer:
    photograph = load_photograph(str(path))
    try:
        found = find_board(photograph.image, plan_of(None))
    except NoBoard as none:
        return Answer(refused=" ".join((none.reason, *none.sides)))
    return Answer(found.board, photograph.to_original(found.corners_px))


def table(answers: dict[str, Answer], boards: dict[str, RealBoard]) -> Iterator[str]:
    yield _columns(HEAD)
    for name, given in answers.items():
        real = boards[name]
        mark = ("" if real.whole else " (cut off)") + ("" if real.square else " *")
        claim = f"{given.claimed}x{given.claimed}" if given.claimed else "-"
        yield _columns((name + mark, claim, _off(given, real.corners), _off(given, real.playing), given.refused or "-"))
    for title, names in (("all", list(answers)), ("whole", [name for name in answers if boards[name].whole])):
        yield _columns((title, *(f"{count}/{len(names)}" for count in _counts(names, answers, boards))))
    yield "* not a square in space"


def _counts(names: list[str], answers: dict[str, Answer], boards: dict[str, RealBoard]) -> tuple[int, ...]:
    return (
        sum(answers[name].claimed is not None for name in names),
        sum(answers[name].off(boards[name].corners) <= NEAR for name in names),
        sum(answers[name].off(boards[name].playing) <= NEAR for name in names),
        sum(bool(answers[name].refused) for name in names),
    )


def _off(given: Answer, real: Corners) -> str:
    off = given.off(real)
    if off == inf:
        return "-"
    return f"{100 * off:.1f} %" if off <= NEAR else f"({100 * off:.0f} %)"


def _columns(cells: Iterable[str]) -> str:
    first, *rest = cells
    return f"{first:{WIDTHS[0]}}" + "".join(f"{cell:>{width}}" for cell, width in zip(rest, WIDTHS[1:], strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.boards", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=REAL, metavar="FOLDER")
    folder, boards = parser.parse_args().folder, load_boards()
    cv2.setNumThreads(1)
    pictures = [path for path in real_pictures("boards", folder) if path.name in boards]
    if not pictures:
        parser.error(f"{folder}: none of the photographs of {TRUTH.name} is in its boards/")
    for line in table({path.name: answer(path) for path in pictures}, boards):
        print(line)
    blocks = {path.name: answer(path) for path in real_pictures("blocks", folder)}
    claims = [f"{name} as {each.claimed}x{each.claimed}" for name, each in blocks.items() if each.claimed]
    squares = [name for name, each in blocks.items() if not each.refused and not each.claimed]
    print(f"Of {len(blocks)} pictures without a board claimed: {', '.join(claims) or 'none'};", end=" ")
    print(f"taken for a board with other fields: {', '.join(squares) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

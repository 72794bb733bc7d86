"""How exactly towers and cameras come out of photographs of one position: each by itself, and several fitted together.

Nothing is told of the camera; of the set only the pitch, or everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from benchmarks.truth import Truth, corner_turn
from benchmarks.views import groups
from calibration.physical_set import PhysicalSet, plan_of
from vision.board.find import NoBoard, find_board
from vision.found_board import FoundBoard, turn
from vision.photograph import load_photograph
from vision.tactori.calibrate.unknown_set import begin_together

HEIGHT, WIDTH, FOCAL = "tower height", "tower width", "focal length"


@dataclass(frozen=True)
class Fitted:
    """How far off, relative to what is right; and the largest error of a focal length among the cameras."""

    views: int
    off: dict[str, float]
    note: str


def fitting(folders: Sequence[Path], every: bool = False) -> Iterator[str]:
    """A table for the photographs of all folders; with `every`, each fit too."""
    for set_known in (False, True):
        yield f"{'set' if set_known else 'nothing'} known" + ("" if every else ", off by: median, ninth of ten, worst")
        made: list[Fitted] = []
        for folder in folders:
            for group in groups(folder):
                for fitted in _fits(group.views, set_known):
                    made.append(fitted)
                    if every:
                        yield f"  {fitted.note}"
        for count in sorted({fitted.views for fitted in made}):
            mine = [fitted.off for fitted in made if fitted.views == count]
            cells = [f"  {count} together, {len(mine):3} fits"]
            for name in mine[0]:
                off = 100 * np.abs([each[name] for each in mine])
                cells.append(f"{name} {np.median(off):5.2f} {np.quantile(off, 0.9):5.2f} {off.max():5.2f} %")
            yield "  ".join(cells)


def _fits(views: Sequence[Truth], set_known: bool) -> Iterator[Fitted]:
    right = views[0].physical_set
    given = right if set_known else PhysicalSet.in_proportion(right.pitch_9)
    images = [load_photograph(str(view.image)).image for view in views]
    found: dict[int, FoundBoard] = {}
    for k, (image, view) in enumerate(zip(images, views, strict=True)):
        try:
            board = find_board(image, plan_of(given))
        except NoBoard:
            continue
        if board.board == view.position.board:
            found[k] = turn(board, corner_turn(board.corners_px, view.corners))
    for count in range(1, len(found) + 1):
        for some in combinations(found, count):
            boards = [found[k] for k in some]
            begun = begin_together([images[k] for k in some], boards, given, [False] * count)
            if begun is None:
                continue
            made, lenses = begun[0].measured_set.physical_set, [board.pose.camera for board in begun[0].found]
            focal = [lens.fx / views[k].camera.fx - 1 for lens, k in zip(lenses, some, strict=True)]
            off = {FOCAL: max(focal, key=abs)}
            if not set_known:
                off[HEIGHT] = made.tower_height / right.tower_height - 1
                off[WIDTH] = made.tower_width / right.tower_width - 1
            numbers = "  ".join(f"{name} {100 * value:+.2f} %" for name, value in off.items())
            steep = ", ".join(f"{board.pose.elevation_deg:.0f}" for board in begun[0].found)
            name = f"{views[0].image.stem} {'+'.join(str(k + 1) for k in some)}"
            yield Fitted(count, off, f"{name} from {steep} degrees: {numbers}")

"""How long the board is looked for: where there is one, and where there is none, in units of touching the picture."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from benchmarks.photographs import SHARED, real_pictures
from benchmarks.truth import Truth
from benchmarks.unit import UNIT, measure, one_thread
from calibration.physical_set import plan_of
from vision.board.find import NoBoard, find_board
from vision.photograph import Picture, load_photograph

WIDTH, HEIGHT = 1280, 720
SHAPES, LINES = 40, 14
"""Rectangles in a drawn picture, and lines of text."""


def finding(taken: list[Truth]) -> Iterator[str]:
    """Lines for boards that are found and for pictures that are refused; nothing is told of set and camera."""
    if not SHARED.is_dir():
        yield "There are no shared photographs beside this checkout: finding and refusing are not timed."
        return
    with one_thread():
        yield from _lines("finding, nothing told", "found", map(_loaded, (truth.image for truth in taken)))
        yield from _lines("refusing, nothing told", "refused", boardless())


def boardless() -> Iterator[Picture]:
    """Pictures without a Tactori board: boards for other games, blocks, and what can be drawn."""
    for kind in ("boards", "blocks"):
        yield from map(_loaded, real_pictures(kind))
    yield from drawn()


def drawn() -> Iterator[Picture]:
    """Noise, gradients, rectangles and text, two of each; the same every time."""
    for draw in (_noise, _gradient, _rectangles, _text):
        for grain in (1, 8):
            yield draw(np.random.default_rng(grain), grain)


def _loaded(path: Path) -> Picture:
    return load_photograph(str(path)).image


def _lines(name: str, what: str, images: Iterable[Picture]) -> Iterator[str]:
    """Only what came out as it is named counts; how many there were is said."""
    costs, asked = list[tuple[float, float]](), 0
    for image in images:
        asked += 1
        if _is_found(image) == (what == "found"):
            costs.append(measure(partial(_is_found, image), image))
    if not costs:
        yield f"None of {asked} pictures was {what}."
        return
    units, ms = zip(*costs, strict=True)
    counted = f"median of {len(costs)} {what} of {asked} ({statistics.median(ms):.0f} ms, worst {max(ms):.0f} ms)"
    yield f"{statistics.median(units):8.2f}  {'':12} {name} / {UNIT}, {counted}"
    yield f"{max(units):8.2f}  {'':12} {name} / {UNIT}, worst"


def _is_found(image: Picture) -> bool:
    try:
        find_board(image, plan_of(None))
    except NoBoard:
        return False
    return True


def _noise(random: np.random.Generator, grain: int) -> Picture:
    rough = random.integers(0, 256, (HEIGHT // grain, WIDTH // grain, 3), dtype=np.uint8)
    return _picture(cv2.resize(rough, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC))


def _gradient(random: np.random.Generator, grain: int) -> Picture:
    """From corner to corner, or with a few hills."""
    few = random.integers(0, 256, (1 + grain, 1 + grain, 3)).astype(np.float32)
    return _picture(cv2.resize(few, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC))


def _rectangles(random: np.random.Generator, grain: int) -> Picture:
    """Upright ones, or turned as well."""
    image = np.full((HEIGHT, WIDTH, 3), random.integers(0, 256, 3), dtype=np.uint8)
    for _ in range(SHAPES):
        middle, size = random.uniform((0, 0), (WIDTH, HEIGHT)), random.uniform(40, 400, 2)
        corners = cv2.boxPoints((tuple(middle), tuple(size), random.uniform(0, 90) if grain > 1 else 0.0))
        cv2.fillConvexPoly(image, np.rint(corners).astype(np.int32), random.integers(0, 256, 3).tolist(), cv2.LINE_AA)
    return image


def _text(random: np.random.Generator, grain: int) -> Picture:
    """A page of fine print, or of a few large words."""
    image = np.full((HEIGHT, WIDTH, 3), 235, dtype=np.uint8)
    step, scale = HEIGHT // LINES * (1 if grain == 1 else 3), 0.9 if grain == 1 else 3.0
    for bottom in range(step, HEIGHT, step):
        words = "".join(random.choice(list("abcdefghijklmnopqrstuvwxyz   "), 80))
        cv2.putText(image, words, (30, bottom), cv2.FONT_HERSHEY_SIMPLEX, scale, (30, 30, 30), 2, cv2.LINE_AA)
    return image


def _picture(values: object) -> Picture:
    return np.asarray(np.clip(np.asarray(values), 0, 255), dtype=np.uint8)

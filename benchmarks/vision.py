"""How well and how fast photographs are read: what is right and wrong beside how long it takes."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator
from functools import partial

import numpy as np

from benchmarks.finding import finding
from benchmarks.memory import peak_mb
from benchmarks.photographs import SHARED, photographs, read_all
from benchmarks.truth import Compared, Truth
from benchmarks.unit import UNIT, measure, one_thread
from calibration.physical_set import PhysicalSet
from referee.tactori.board import fields_of
from referee.tactori.position import Position
from simulator.tactori.viewpoint import look_at
from vision.board.find import NoBoard
from vision.photograph import load_photograph
from vision.tactori.better_view import better_view
from vision.tactori.scan import read_board, read_photograph

# Pictures whose reading is timed, spread over all there are.
TIMED = 6
FULL_BOARD = "full"  # how the families begin whose boards are full
SET = PhysicalSet.in_proportion()
SIZE = (1280, 720)
COLD, FOUND = "cold", "board found before"
HEAD = ("", "boards", "exact", "stacks right", "wrong", "unsure", "sticks found", "invented", "denied", "worst corner")
WIDTHS = (10, 8, 8, 18, 6, 7, 18, 9, 7, 13)


def accuracy(taken: list[Truth], listed: bool) -> Iterator[str]:
    """Lines of a table for people, family by family, with the camera known and without."""
    if not SHARED.is_dir():
        yield "There are no shared photographs beside this checkout; these are the sample images. Their pictures come"
        yield "from this project's own simulator, so the figures prove nothing about accuracy."
    for known in (True, False):
        yield ""
        yield f"Accuracy, the camera {'known' if known else 'not known'}, {len(taken)} pictures"
        yield _columns(HEAD)
        families: dict[str, Compared] = {}
        for truth, compared in read_all(taken, known):
            before = families.get(truth.family)
            families[truth.family] = before + compared if before else compared
            if listed and not compared.exact:
                yield f"  {truth.image.name}"
                yield from (f"      {note}" for note in compared.notes)
        yield from (_row(family, compared) for family, compared in families.items())
        yield _row("all", total(families.values()))


def total(each: Iterable[Compared]) -> Compared:
    return sum(each, start=Compared(photos=0))


def _row(name: str, c: Compared) -> str:
    return _columns(
        (
            name,
            f"{c.found}/{c.photos}",
            f"{c.exact}/{c.photos}",
            f"{100 * c.right / max(c.stacks, 1):.2f} % of {c.stacks:4}",
            str(c.wrong),
            str(c.unsure),
            f"{100 * c.sticks_found / max(c.sticks, 1):.2f} % of {c.sticks:4}",
            str(c.sticks_invented),
            str(c.sticks_denied),
            f"{100 * c.corner_error:.2f} %",
        )
    )


def _columns(cells: Iterable[str]) -> str:
    first, *rest = (f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS, strict=True))
    return f"{first.strip():{WIDTHS[0]}}" + "".join(rest)


def speed(taken: list[Truth]) -> Iterator[tuple[str, float, str]]:
    """Cold, and with the board found before, in units of touching the same picture once."""
    timed = taken[:: max(1, len(taken) // TIMED)][:TIMED]
    with one_thread():
        ratios, times = _measure(timed)
    for name, bar_ms in ((COLD, 250), (FOUND, 50)):
        if ratios[name]:
            shown = f"{statistics.median(times[name]):.0f} ms, worst {max(times[name]):.0f} ms; to reach: {bar_ms} ms"
            middle, worst = statistics.median(ratios[name]), max(ratios[name])
            yield f"reading, {name} / {UNIT}, median of {len(timed)} pictures ({shown})", middle, ""
            yield f"reading, {name} / {UNIT}, worst", worst, ""


def _measure(timed: list[Truth]) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """For each kind of reading its time in units, and in milliseconds."""
    ratios: dict[str, list[float]] = {COLD: [], FOUND: []}
    times: dict[str, list[float]] = {COLD: [], FOUND: []}
    for truth in timed:
        image = load_photograph(str(truth.image)).image
        cold = partial(read_photograph, image, truth.physical_set)
        try:
            board = cold().found
        except NoBoard:
            continue  # what was not found is counted under accuracy
        assert board is not None
        found = partial(read_board, image, board, truth.physical_set)
        for name, work in ((COLD, cold), (FOUND, found)):
            units, ms = measure(work, image)
            ratios[name].append(units)
            times[name].append(ms)
    return ratios, times


def unmeasured(taken: list[Truth]) -> Iterator[tuple[str, float, str]]:
    """A set that nobody measured, the camera not known either: beside the unit, and beside usual measures."""
    full = [truth for truth in taken if truth.family.startswith(FULL_BOARD)]
    with one_thread():
        for name, some in (("", taken), (", full boards", full)):
            units, times = [], []
            for truth in some[:: max(1, len(some) // TIMED)][:TIMED]:
                image = load_photograph(str(truth.image)).image
                try:
                    usual = measure(partial(read_photograph, image), image, rounds=1)[0]
                except NoBoard:
                    continue  # what was not found is counted under accuracy
                units.append(measure(partial(read_photograph, image, measure=True), image, rounds=1)[0])
                times.append(units[-1] / usual)
            if units:
                said = f"reading a set nobody measured{name}"
                yield (
                    f"{said} / {UNIT}, median of {len(units)} pictures",
                    statistics.median(units),
                    "" if name else "<= 90",
                )
                yield f"{said} / reading it with usual measures, median", statistics.median(times), "<= 3"


def advising() -> tuple[str, float, str]:
    """Which way to move the camera, on a board so full that much hides much; told beside every doubt."""
    position = Position.of(9, dict.fromkeys(fields_of(9)[::2], "RBY"), ())
    pose = look_at(SET, 45, size=SIZE, highest_floor=4)
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    with one_thread():
        ratio, took_ms = measure(lambda: better_view(position, SET, pose, "e5", "doubt.hidden"), image)
    return f"which way to move the camera / {UNIT} ({took_ms:.1f} ms)", ratio, "<= 2"


def reading(every: int = 1, listed: bool = False) -> Iterator[str]:
    """Everything about reading photographs, line by line."""
    taken = photographs(every)
    # First of all, while this process is still small.
    memory = peak_mb(taken[len(taken) // 2].image)
    for name, ratio, bar in speed(taken):
        yield f"{ratio:8.2f}  {bar:12} {name}"
    for name, ratio, bar in (*unmeasured(taken), advising()):
        yield f"{ratio:8.2f}  {bar:12} {name}"
    yield from finding(taken)
    yield f"{memory:8.0f}  {'':12} MB at the peak of one cold reading, Python and OpenCV included"
    yield from accuracy(taken, listed)

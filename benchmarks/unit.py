"""The unit of speed: touching a picture once, on one thread. Ratios in it hardly depend on the machine."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import cv2

from vision.photograph import Picture

UNIT = "touching the picture once"
ROUNDS = 3
# The time this process was at work, which is the same however busy the machine is; Windows counts it too coarsely.
WORK = time.perf_counter if sys.platform == "win32" else time.process_time


def touch(image: Picture) -> None:
    """Lab, then a 5x5 blur of its lightness, then Canny of that: what anybody who looks for edges does first."""
    lightness = cv2.extractChannel(cv2.cvtColor(image, cv2.COLOR_BGR2Lab), 0)
    cv2.Canny(cv2.GaussianBlur(lightness, (5, 5), 0), 50, 150)


@contextmanager
def one_thread() -> Iterator[None]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)


def measure(work: Callable[[], object], image: Picture, rounds: int = ROUNDS) -> tuple[float, float]:
    """What some work on a picture takes, in units and in milliseconds: the quickest of some rounds.

    The unit is measured beside each, for a machine that is busy with other things now and then.
    """
    unit_ms = min(_ms(lambda: touch(image)) for _ in range(ROUNDS))
    work_ms = min(_ms(work) for _ in range(rounds))
    return work_ms / unit_ms, work_ms


def _ms(work: Callable[[], object]) -> float:
    begin = WORK()
    work()
    return 1000 * (WORK() - begin)

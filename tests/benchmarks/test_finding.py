"""The unit of speed, and the pictures in which a board is looked for in vain."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.finding import HEIGHT, WIDTH, drawn
from benchmarks.unit import ROUNDS, measure, one_thread


def test_one_thread_is_for_a_while() -> None:
    before = cv2.getNumThreads()
    cv2.setNumThreads(2)
    try:
        with one_thread():
            assert cv2.getNumThreads() == 1
        assert cv2.getNumThreads() == 2
    finally:
        cv2.setNumThreads(before)


def test_work_is_measured_in_rounds() -> None:
    done = []
    units, ms = measure(lambda: done.append(sum(range(10_000))), np.zeros((90, 160, 3), dtype=np.uint8))
    assert len(done) == ROUNDS and units > 0 and ms > 0


def test_drawn_pictures_are_the_same_every_time_and_all_different() -> None:
    first, second = list(drawn()), list(drawn())
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
    assert {(image.shape, image.dtype.name) for image in first} == {((HEIGHT, WIDTH, 3), "uint8")}
    assert len({image.tobytes() for image in first}) == len(first) == 8
    assert all(image.std() > 5 for image in first)

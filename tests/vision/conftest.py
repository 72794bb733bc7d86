"""Readings are measured on one core, so that they come out alike on every machine."""

from collections.abc import Iterator

import cv2
import pytest


@pytest.fixture(autouse=True, scope="session")
def one_core() -> Iterator[None]:
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)

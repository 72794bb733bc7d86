"""No pictures at all: the pieces are moved on the page."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from live.frame import Given
from live.sources.source import Source

HAND = "hand"


class ByHand(Source):
    """Never gives anything; it ends when it is closed."""

    flows = True

    def __init__(self, name: str = HAND) -> None:
        self.name = name
        self._closed = threading.Event()

    def given(self) -> Iterator[Given]:
        self._closed.wait()
        return iter(())

    def close(self) -> None:
        self._closed.set()

"""What every source of pictures can do."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Protocol, Self

from live.frame import Frame, Given


class Source(Protocol):
    """Pictures one after another, for one reader."""

    name: str
    flows: bool
    """Pictures come whether anybody looks or not; otherwise they wait to be read through."""

    def given(self) -> Iterator[Given]:
        """Frames as they come, each once, and word of it when the source dies or is back."""
        ...

    def newest(self) -> Frame | None:
        """The picture that came last, whether anybody has read it yet or not, for those who only want to see it, from
        any thread. None if there is none, or if pictures come only as they are read."""
        return None

    def close(self) -> None:
        """Ends `given` soon, also when called from another thread."""
        ...

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

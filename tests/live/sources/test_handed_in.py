"""Pictures that the page brings: the newest one, each at most once, and nobody waits."""

import threading
import time

import numpy as np
import pytest

from live.frame import Frame
from live.sources import HandedIn
from tests.live.sources.serving import LONG_S, level, looked, picture, until
from vision.photograph import WORKING_PX
from words.message import InputError


def test_only_the_newest_is_handed_out() -> None:
    with HandedIn() as source:
        for shade in (10, 20, 30):
            source.put(picture(shade))
        given = source.given()
        first = next(given)
        source.put(picture(40), at_s=12.5)
        second = next(given)
        assert isinstance(first, Frame)
        assert isinstance(second, Frame)
        assert [level(first), level(second)] == [30, 40]
        assert (first.number, second.number, second.at_s) == (2, 3, 12.5)
        assert first.at_s <= time.monotonic()
        assert source.flows
        assert not first.alone


def test_whoever_looks_waits_for_the_next() -> None:
    with looked(HandedIn("browser")) as seen:
        source = seen.source
        assert isinstance(source, HandedIn)
        for count, shade in enumerate((10, 20, 30), 1):
            source.put(picture(shade))
            until(lambda count=count: len(seen.given) == count)  # type: ignore[misc]
    assert [level(given) for given in seen.given] == [10, 20, 30]
    assert {given.name for given in seen.given if isinstance(given, Frame)} == {"browser"}


def test_many_hands() -> None:
    """Every picture handed out is one that was put in, none twice, and the last one always comes."""
    with looked(HandedIn()) as seen:
        source = seen.source
        assert isinstance(source, HandedIn)
        hands = [threading.Thread(target=lambda: [source.put(picture(9)) for _ in range(100)]) for _ in range(4)]
        for hand in hands:
            hand.start()
        for hand in hands:
            hand.join(LONG_S)
        until(lambda: bool(seen.given) and seen.given[-1].number == 399)  # type: ignore[union-attr]
    numbers = [given.number for given in seen.given if isinstance(given, Frame)]
    assert numbers == sorted(set(numbers))


def test_large_ones_are_worked_on_smaller() -> None:
    with HandedIn() as source:
        source.put(picture(5, (3840, 1920)))
        frame = next(iter(source.given()))
        assert isinstance(frame, Frame)
        assert frame.image.shape == (WORKING_PX // 2, WORKING_PX, 3)


@pytest.mark.parametrize("shape", [(100, 300, 3), (300, 300), (300, 300, 4), (0, 0, 3)])
def test_what_is_no_picture_is_refused_at_once(shape: tuple[int, ...]) -> None:
    with HandedIn() as source, pytest.raises(InputError, match="picture"):
        source.put(np.zeros(shape, np.uint8))


def test_after_the_end_nothing_comes() -> None:
    source = HandedIn()
    source.put(picture(1))
    source.close()
    source.put(picture(2))
    assert list(source.given()) == []

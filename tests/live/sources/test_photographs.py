"""Photographs that somebody brings: each is looked at once, in order, and too many at once are refused."""

import threading
from itertools import islice

import numpy as np
import pytest

from live.frame import Frame
from live.sources.photographs import MOST_WAITING, Photographs
from tests.live.sources.serving import LONG_S, level, picture
from words.message import InputError


def test_each_is_looked_at_in_the_order_in_which_they_came() -> None:
    with Photographs() as source:
        for shade in (10, 20, 30):
            source.put(picture(shade))
        given = source.given()
        frames = [next(given) for _ in range(3)]
    assert [level(frame) for frame in frames] == [10, 20, 30]
    assert [frame.number for frame in frames if isinstance(frame, Frame)] == [0, 1, 2]
    assert all(isinstance(frame, Frame) and frame.alone for frame in frames)


def test_too_many_at_once_are_refused_and_none_is_lost() -> None:
    with Photographs() as source:
        for _ in range(MOST_WAITING):
            source.put(picture(9))
        with pytest.raises(InputError, match=str(MOST_WAITING)):
            source.put(picture(9))
        given = islice(source.given(), MOST_WAITING)
        numbers = [frame.number for frame in given if isinstance(frame, Frame)]
    assert numbers == list(range(MOST_WAITING))


def test_what_is_too_small_is_refused() -> None:
    with Photographs() as source, pytest.raises(InputError):
        source.put(np.zeros((20, 20, 3), np.uint8))


def test_closing_ends_the_wait() -> None:
    source = Photographs()
    seen: list[object] = []
    looking = threading.Thread(target=lambda: seen.extend(source.given()))
    looking.start()
    source.close()
    looking.join(LONG_S)
    assert not looking.is_alive()
    assert seen == []

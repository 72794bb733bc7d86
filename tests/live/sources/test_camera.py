"""A camera that is pulled out, comes back, changes its size, hangs, or was never there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import cv2
import pytest

from live.frame import Frame, Gone, Picture
from live.sources import open_source
from tests.live.sources.serving import QUICK, level, looked, picture, threads_of, until
from tests.waiting import wait_ended
from vision import frames
from words.language import LANGUAGES, say
from words.message import InputError


@dataclass
class Plug:
    """What is at the other end of the cable; every camera that is opened looks here."""

    there: bool = True
    gives: Callable[[int], Picture] = lambda count: picture(count % 250)
    fails: Exception | None = None
    hangs: threading.Event = field(default_factory=threading.Event)
    opened: list[PretendCamera] = field(default_factory=list)


class PretendCamera:
    def __init__(self, plug: Plug) -> None:
        self.plug, self.count, self.released = plug, 0, False
        plug.opened.append(self)

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.plug.there

    def set(self, what: int, value: float) -> bool:
        del what, value
        return False

    def grab(self) -> bool:
        assert not self.released
        time.sleep(0.001)
        while self.plug.hangs.is_set():
            time.sleep(0.001)
        if self.plug.fails:
            raise self.plug.fails
        self.count += 1
        return self.plug.there

    def retrieve(self) -> tuple[bool, Picture]:
        assert not self.released
        return True, self.plug.gives(self.count)

    def release(self) -> None:
        self.released = True


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Iterator[Plug]:
    made = Plug()
    monkeypatch.setattr(frames.cv2, "VideoCapture", lambda *_: PretendCamera(made))
    yield made
    made.hangs.clear()


def test_a_camera(plug: Plug) -> None:
    before = time.monotonic()
    with open_source("0", settings=QUICK) as source:
        assert (source.name, source.flows) == ("0", True)
        given = source.given()
        seen = [next(given) for _ in range(5)]
        numbers = [frame.number for frame in seen if isinstance(frame, Frame)]
        times = [frame.at_s for frame in seen if isinstance(frame, Frame)]
        assert numbers == sorted(set(numbers))
        assert len(numbers) == 5
        assert before <= times[0] < times[-1] <= time.monotonic()
        assert [level(frame) for frame in seen] == [(number + 1) % 250 for number in numbers]
    until(lambda: plug.opened[0].released)
    assert not threads_of(source)


def test_whoever_is_slow_gets_the_newest(plug: Plug) -> None:
    with open_source("0", settings=QUICK) as source:
        given = source.given()
        first = next(given)
        until(lambda: plug.opened[0].count >= 50)
        second = next(given)
        assert isinstance(first, Frame)
        assert isinstance(second, Frame)
        assert second.number >= 48  # the fiftieth may be on its way


def test_pulled_out_and_plugged_in_again(plug: Plug) -> None:
    with looked(open_source("3", settings=QUICK)) as seen:
        until(lambda: len(seen.given) >= 2)
        plug.there = False
        until(lambda: seen.kinds() == ["Frame", "Gone"] and len(plug.opened) >= 4)
        assert plug.opened[0].released
        plug.there = True
        until(lambda: seen.kinds() == ["Frame", "Gone", "Again", "Frame"])
    (told,) = [given for given in seen.given if isinstance(given, Gone)]
    assert say(told.why, "en").startswith("Camera 3: the camera stopped giving pictures.")
    assert "Kamera 3" in say(told.why, "de")
    for language in LANGUAGES:
        assert "3" in say(told.why, language)


def test_a_driver_that_fails(plug: Plug) -> None:
    with looked(open_source("0", settings=QUICK)) as seen:
        until(lambda: len(seen.given) >= 2)
        plug.fails = cv2.error("the driver is lost")
        until(lambda: seen.kinds() == ["Frame", "Gone"])
        plug.fails = None
        until(lambda: seen.kinds() == ["Frame", "Gone", "Again", "Frame"])


def test_a_driver_that_hangs_is_named_and_left_behind(plug: Plug) -> None:
    # A machine that is busy lets a driver hang too, now and then: it may be told more often.
    source = open_source("0", patient=True, settings=replace(QUICK, silent_s=0.2, leave_s=0.01))
    (thread,) = threads_of(source)
    with looked(source) as seen:
        until(lambda: seen.kinds()[-1:] == ["Frame"])
        plug.hangs.set()
        until(lambda: seen.kinds()[-1] == "Gone")
        plug.hangs.clear()
        until(lambda: seen.kinds()[-2:] == ["Again", "Frame"])
        plug.hangs.set()
    assert seen.ended()  # although the driver still hangs
    plug.hangs.clear()
    wait_ended(thread)


def test_pictures_may_change_their_size(plug: Plug) -> None:
    plug.gives = lambda count: picture(9, (320, 240) if count % 2 else (640, 480))
    with looked(open_source("0", settings=QUICK)) as seen:
        until(lambda: len({given.image.shape for given in seen.given if isinstance(given, Frame)}) == 2)
    assert seen.kinds() == ["Frame"]


def test_pictures_too_small_to_show_anything(plug: Plug) -> None:
    plug.gives = lambda count: picture(9, (64, 48))
    with pytest.raises(InputError, match="only 64x48"):
        open_source("0", settings=QUICK)


@pytest.mark.parametrize(("there", "said"), [(False, "no camera with this number"), (True, "gives no picture")])
def test_not_there_at_the_first_try(plug: Plug, monkeypatch: pytest.MonkeyPatch, there: bool, said: str) -> None:
    monkeypatch.setattr(PretendCamera, "isOpened", lambda self: there)
    plug.there = False
    with pytest.raises(InputError, match=said) as error:
        open_source("0", settings=QUICK)
    assert error.value.place == "0"
    assert not [thread for thread in threading.enumerate() if thread.name == "source 0"]


def test_somebody_patient_waits_for_it(plug: Plug) -> None:
    plug.there = False
    with looked(open_source("0", patient=True, settings=QUICK)) as seen:
        until(lambda: seen.kinds() == ["Gone"])
        plug.there = True
        until(lambda: seen.kinds() == ["Gone", "Again", "Frame"])


def test_no_machine_has_so_many_cameras() -> None:
    with pytest.raises(InputError, match="no camera"):
        open_source("9" * 500, settings=QUICK)


def test_one_that_comes_and_goes_is_not_asked_all_the_time(plug: Plug) -> None:
    """A picture now and then does not make the pauses short again; a steady source does."""
    slept: list[float | None] = []
    plug.gives = lambda count: picture(50)

    class Noted(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            slept.append(timeout)
            return super().wait(0.0)

    def dies_after_three(camera: PretendCamera) -> bool:
        camera.count += 1
        return camera.count <= 3

    pauses = (0.5, 1.0, 2.0)
    for steady_s, expected in ((1000.0, [0.5, 1.0, 2.0, 2.0]), (0.0, [0.5, 0.5, 0.5, 0.5])):
        slept.clear()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("live.sources.flowing.threading.Event", Noted)
            patch.setattr(PretendCamera, "grab", dies_after_three)
            with open_source("0", patient=True, settings=replace(QUICK, pauses_s=pauses, steady_s=steady_s)):
                until(lambda: len([pause for pause in slept if pause in pauses]) >= 4)
        assert [pause for pause in slept if pause in pauses][:4] == expected

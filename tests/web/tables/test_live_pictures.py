"""The live picture over a real connection: given when it comes, while others are read, once for all, and no error at
the end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import numpy as np
import pytest

from live.frame import Picture
from live.sources.handed_in import HandedIn
from tests.web.served import Served, table, wait_for
from web.tables import live_pictures, watched_table

SIZE = (720, 1280)
PATH = "/api/tables/T/picture.jpg"


@pytest.fixture
def served(serve: Callable[..., Served]) -> Served:
    made = serve()
    made.post("/api/tables", table(source={"kind": "browser", "what": ""}))
    made.wait_watching()
    return made


def bring(served: Served, shade: int) -> None:
    """A picture comes from the camera."""
    served.hall.table("T").put(np.full((*SIZE, 3), shade, np.uint8))


def ask(served: Served, after: str = "", wait: int = 5, width: int | None = 320, path: str = PATH) -> tuple[int, str]:
    """The status, and the number of the picture that came."""
    status, headers, body = served.ask(
        "GET", f"{path}?after={after}&wait={wait}" + (f"&width={width}" if width else "")
    )
    assert status != 200 or body[:2] == b"\xff\xd8"
    return status, headers.get("X-Frame", "")


def test_whoever_waits_gets_the_next_picture_when_it_comes(served: Served) -> None:
    with ThreadPoolExecutor() as pool:
        for shade in (10, 20, 30):
            after = ask(served, wait=0)[1]
            waiting = pool.submit(ask, served, after)
            wait_for(lambda: live_pictures._seats._value < live_pictures.MOST_WAITING, "somebody to wait")
            bring(served, shade)
            status, number = waiting.result()
            assert status == 200 and number != after


def test_pictures_go_on_while_one_is_read(served: Served) -> None:
    """Nothing of the game moves while somebody has it for himself, as whoever reads a difficult picture does."""
    bring(served, 5)
    wait_for(lambda: ask(served, wait=0)[0] == 200, "the first picture")
    held, release = threading.Event(), threading.Event()

    def hold() -> None:
        with served.hall.table("T").play.undisturbed():
            held.set()
            release.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    try:
        numbers = [ask(served, wait=0)[1]]
        for shade in range(10, 130, 10):
            bring(served, shade)
            numbers.append(ask(served, numbers[-1])[1])
        assert [int(number) for number in numbers] == list(range(int(numbers[0]), int(numbers[0]) + 13))
    finally:
        release.set()
        thread.join()


def test_a_slow_one_gets_only_the_newest(served: Served) -> None:
    bring(served, 5)
    first = ask(served)[1]
    for shade in (10, 20, 30):
        bring(served, shade)
    assert int(ask(served, first)[1]) == int(first) + 3


def test_each_is_made_once_for_all_and_as_wide_as_it_is_shown(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int | None] = []
    encode = watched_table.encode

    def counted(image: Picture, width_px: int | None = None) -> bytes:
        made.append(width_px)
        return encode(image, width_px)

    monkeypatch.setattr(watched_table, "encode", counted)
    bring(served, 50)
    with ThreadPoolExecutor() as pool:
        assert {status for status, _ in pool.map(lambda _: ask(served), range(8))} == {200}
        assert {status for status, _ in pool.map(lambda _: ask(served, width=640), range(8))} == {200}
    assert sorted(each or 0 for each in made) == [320, 640]
    headers = served.ask("GET", f"{PATH}?width=320")[1]
    assert headers["X-Size"] == "1280x720"  # as large as what is measured in it


def test_many_who_wait_leave_room_for_a_call(served: Served) -> None:
    """Those who find no seat are answered at once, and everything else is."""
    bring(served, 5)
    after = ask(served)[1]
    with ThreadPoolExecutor(40) as pool:
        waiting = [pool.submit(ask, served, after) for _ in range(40)]
        wait_for(
            lambda: sum(each.done() for each in waiting) >= 40 - live_pictures.MOST_WAITING, "those without a seat"
        )
        assert served.table()["status"] == "watching"
        bring(served, 60)
        assert {each.result()[0] for each in waiting} <= {200, 204}
        assert 200 in {each.result()[0] for each in waiting}


def test_closing_a_table_ends_the_wait_without_an_error(served: Served) -> None:
    bring(served, 5)
    after = ask(served)[1]
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(ask, served, after)
        wait_for(lambda: live_pictures._seats._value < live_pictures.MOST_WAITING, "somebody to wait")
        assert served.ask("DELETE", "/api/tables/T")[0] == 200
        assert waiting.result()[0] == 204
    status, headers, _ = served.ask("GET", f"{PATH}?after={after}&wait=5")
    assert status == 204 and headers["X-Gone"] == "closed"
    assert served.ask("GET", "/api/tables/T/cameras/1/picture.jpg?wait=5")[0] == 204
    assert served.ask("GET", PATH)[0] == 404  # whoever asks once has made a mistake


@pytest.mark.parametrize("wait", ["x", "-1", "6", "1.5", "²", ""])
def test_a_wait_that_is_none_is_refused(served: Served, wait: str) -> None:
    assert served.ask("GET", f"{PATH}?wait={quote(wait)}")[0] == 400


def test_a_picture_is_decoded_once_for_reading_and_for_looking() -> None:
    with HandedIn() as source:
        assert source.newest() is None
        image = np.full((*SIZE, 3), 9, np.uint8)
        source.put(image)
        seen = source.newest()
        read = next(source.given())
        again = source.newest()
        assert seen and again and getattr(read, "image", None) is seen.image is again.image
        assert source.newest() is not None  # though it was read
    assert source.newest() is None

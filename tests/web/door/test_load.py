"""Fifty pages listen while a game is played: each hears everything once and in order, and nothing piles up."""

from __future__ import annotations

import gc
import socket
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from tests.waiting import wait_ended, wait_for
from tests.web.listening import Listener, Told
from tests.web.served import Served, table
from web.tables import stream

LISTENERS = 50
CALLS = 120
MOST_BYTES = 8_000_000
"""What may be left of so many happenings. Kept once for each listener they would be some fifty million."""


def numbers(told: list[Told]) -> list[int]:
    return [int((each.id or "").split("-")[1]) for each in told if each.kind == "happened"]


@contextmanager
def listening(served: Served, count: int) -> Iterator[list[Listener]]:
    listeners: list[Listener] = []
    try:
        for _ in range(count):
            listeners.append(Listener(served))
        yield listeners
    finally:
        with ThreadPoolExecutor(10) as many:
            list(many.map(Listener.leave, listeners))


def pause_often(served: Served, times: int) -> None:
    for n in range(times):
        served.post(f"/api/tables/quiet/{('pause', 'resume')[n % 2]}")


def test_fifty_listeners(serve: Callable[..., Served]) -> None:
    served = serve()
    served.post("/api/tables", table("demo"))
    served.post("/api/tables", table("quiet", source={"kind": "photographs"}))
    for name in ("demo", "quiet"):
        served.wait_watching(name)
    with listening(served, LISTENERS) as listeners:
        for listener in listeners:
            listener.wait_for(lambda told: sum(each.kind == "table" for each in told) >= 2, "both tables")
        pause_often(served, CALLS)
        served.wait_for("demo", lambda said: len(said["turns"]) >= 2, "two turns of the demo")
        served.post("/api/tables/demo/pause")
        all_heard(served, listeners)
        assert served.hall.count > CALLS
        for listener in listeners:
            listener.wait_for(_demo_rests, "the last snapshot")
    wait_for(lambda: stream._places._value == stream.MOST_STREAMS, "all places to be free")
    assert served.ask("GET", "/api/tables")[0] == 200


def test_nothing_piles_up(serve: Callable[..., Served]) -> None:
    served = serve()
    served.post("/api/tables", table("quiet", source={"kind": "photographs"}))
    served.wait_watching("quiet")
    with listening(served, LISTENERS) as listeners:
        pause_often(served, 4)
        all_heard(served, listeners)
        tracemalloc.start()
        try:
            before = _in_use(listeners)
            pause_often(served, CALLS)
            for listener in listeners:
                wait_for(lambda: numbers(listener.told)[-1:] == [served.hall.count], "the last happening")  # noqa: B023
            assert _in_use(listeners) - before < MOST_BYTES
        finally:
            tracemalloc.stop()


def all_heard(served: Served, listeners: list[Listener]) -> None:
    """Everything, once and in order."""
    for listener in listeners:
        wait_for(lambda: numbers(listener.told)[-1:] == [served.hall.count], "the last happening")  # noqa: B023
        heard = numbers(listener.told)
        assert heard == [each.n for each in served.hall.since(0)][: len(heard)]


def _demo_rests(told: list[Told]) -> bool:
    last = [each.data for each in told if each.kind == "table" and each.data["table"] == "demo"][-1]
    return bool(last["game"]["paused"] and len(last["turns"]) >= 2)


def _in_use(listeners: list[Listener]) -> int:
    """In bytes, without what the listeners themselves remember: that is not the page's."""
    for listener in listeners:
        listener.told.clear()
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def test_a_listener_that_does_not_listen_holds_nobody_up(serve: Callable[..., Served]) -> None:
    """One that opens the stream and never reads: the others hear everything all the same."""
    served = serve()
    served.post("/api/tables", table("quiet", source={"kind": "photographs"}))
    served.wait_watching("quiet")
    with socket.create_connection(("127.0.0.1", served.port)) as deaf, Listener(served) as listener:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode())
        for n in range(CALLS):
            served.post(f"/api/tables/quiet/{('pause', 'resume')[n % 2]}")
        wait_for(lambda: numbers(listener.told)[-1:] == [served.hall.count], "the last happening")
        assert numbers(listener.told) == [each.n for each in served.hall.since(0)]


def test_pages_are_answered_while_all_places_are_taken(serve: Callable[..., Served]) -> None:
    served = serve()
    with listening(served, stream.MOST_STREAMS):
        wait_for(lambda: stream._places._value == 0, "all places to be taken")
        assert served.ask("GET", "/api/events")[0] == 429
        answers: list[int] = []
        asked = [threading.Thread(target=lambda: answers.append(served.ask("GET", "/")[0])) for _ in range(8)]
        for each in asked:
            each.start()
        wait_ended(*asked)
        assert answers == [200] * 8

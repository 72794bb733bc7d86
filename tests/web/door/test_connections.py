"""Connections over real sockets: guests from another address, some half open, some slow, some many, and whoever sits at
this machine beside them. Nothing here depends on how fast the machine is."""

from __future__ import annotations

import http.client
import json
import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.web.served import PATIENCE_S, Served, serving, wait_for
from web.config import ConnectionLimits
from web.door.safety import HEADERS
from web.tables import stream

GUEST, OTHER_GUEST = "127.0.0.2", "127.0.0.3"
"""Other addresses of this machine: to the page they are others."""
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Begun: "
MANY, AT_ONCE = 1100, 100
LONG_S = 100 * PATIENCE_S
FEW = ConnectionLimits(per_address=20, of_guests=30, of_this_machine=20, head_s=LONG_S, body_s=LONG_S, idle_s=LONG_S)
HURRIED = ConnectionLimits(head_s=0.3, body_s=0.3, idle_s=0.3, look_every_s=0.1)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("few"), lan=True, connections=FEW) as served:
        yield served


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("hurried"), lan=True, connections=HURRIED) as served:
        yield served


def connect(served: Served, who: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE_S, source_address=(who, 0))


def half_open(served: Served, who: str, count: int, opened: ExitStack) -> list[socket.socket]:
    """Connections that begin to ask for something; those that are refused fall away."""
    held: list[socket.socket] = []
    for _ in range(count):
        held.append(opened.enter_context(connect(served, who)))
        try:
            held[-1].sendall(HALF)
        except OSError:
            held.pop().close()
    return held


def still_open(held: list[socket.socket]) -> list[socket.socket]:
    """Those to which nothing was said yet; the others are closed, or a test would need more files than it may open."""
    said = set(select.select(held, [], [], 0)[0])
    for each in said:
        each.close()
    return [each for each in held if each not in said]


def ask(served: Served, who: str, path: str = "/api/tables", **headers: str) -> tuple[int, bytes]:
    asking = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S, source_address=(who, 0))
    try:
        asking.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = asking.getresponse()
        return answer.status, answer.read()
    finally:
        asking.close()


def until_refused(served: Served, who: str) -> bytes:
    """What one more connection of this address hears, once the others were accepted."""

    def refused() -> bytes | None:
        with connect(served, who) as one_more:
            one_more.settimeout(0.2)
            try:
                return one_more.recv(10_000) or None
            except TimeoutError:  # accepted, and listened to
                return None
            except OSError:
                return b"closed"

    return wait_for(refused, "a refusal")


def gone(connected: socket.socket) -> bool:
    connected.settimeout(PATIENCE_S)
    try:
        while connected.recv(10_000):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def test_half_open_connections_of_one_block_nobody_else(tmp_path: Path) -> None:
    """As many as once blocked everybody, with the usual limits; only that none is let go of for being slow."""
    limits = ConnectionLimits(head_s=LONG_S)
    held: list[socket.socket] = []

    def few_are_left() -> bool:
        held[:] = still_open(held)
        return len(held) <= limits.per_address

    with serving(tmp_path, lan=True, connections=limits) as served, ExitStack() as opened:
        assert served.server.config.key is not None
        for _ in range(MANY // AT_ONCE):
            held += half_open(served, GUEST, AT_ONCE, opened)
            wait_for(few_are_left, "the others to be refused")
        assert len(held) == limits.per_address
        for _ in range(3):
            assert ask(served, "127.0.0.1")[0] == 200
            assert ask(served, OTHER_GUEST, X_Key=served.server.config.key)[0] == 200


def test_too_many_of_one_address_are_told_so(few: Served) -> None:
    with ExitStack() as opened:
        half_open(few, GUEST, FEW.per_address, opened)
        said = until_refused(few, GUEST).decode()
        assert said.startswith("HTTP/1.1 429 ")
        assert all(f"{name}: {value}\r\n" in said for name, value in HEADERS.items())
        assert said.rstrip().endswith(".")
        assert ask(few, OTHER_GUEST)[0] == 403, "the next one is listened to"


def test_guests_together_leave_room_for_this_machine(few: Served) -> None:
    with ExitStack() as opened:
        for who in (GUEST, OTHER_GUEST, "127.0.0.4"):
            half_open(few, who, FEW.per_address, opened)
        assert until_refused(few, "127.0.0.5").startswith(b"HTTP/1.1 503 ")
        assert ask(few, "127.0.0.1")[0] == 200
    assert wait_for(lambda: ask(few, "127.0.0.5")[0] == 403, "room again")


def test_this_machine_is_bounded_too_and_keeps_what_it_has(few: Served) -> None:
    with ExitStack() as opened:
        first = http.client.HTTPConnection("127.0.0.1", few.port, timeout=PATIENCE_S)
        first.request("GET", "/api/tables")
        first.getresponse().read()
        half_open(few, "127.0.0.1", FEW.of_this_machine, opened)
        assert until_refused(few, "127.0.0.1").startswith(b"HTTP/1.1 503 ")
        first.request("GET", "/api/tables")
        assert first.getresponse().status == 200
        first.close()
    assert wait_for(lambda: ask(few, "127.0.0.1")[0] == 200, "room again")


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        HALF,
        b"POST /key HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nkey",
        b"GET /static/look.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    ],
    ids=["nothing", "half a line", "half a head", "half a body", "nothing more"],
)
@pytest.mark.parametrize("who", [GUEST, "127.0.0.1"])
def test_nobody_is_waited_for_without_end(hurried: Served, who: str, begun: bytes) -> None:
    with connect(hurried, who) as slow:
        slow.sendall(begun)
        assert gone(slow)


def test_a_drop_now_and_then_is_no_request(hurried: Served) -> None:
    with connect(hurried, GUEST) as slow:
        slow.settimeout(0.05)

        def drop() -> bool:
            try:
                slow.sendall(b"x")
                return not slow.recv(1)
            except TimeoutError:
                return False
            except OSError:
                return True

        slow.sendall(HALF)
        assert wait_for(drop, "the end of it")


def test_whoever_listens_is_not_slow(tmp_path: Path) -> None:
    """A stream gives something now and then for as long as it likes."""
    limits = ConnectionLimits(head_s=LONG_S, body_s=0.1, idle_s=0.1, look_every_s=0.1)
    with serving(tmp_path, lan=True, connections=limits) as served:
        listening = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)
        listening.request("GET", "/api/events")
        answer = listening.getresponse()
        assert answer.readline() == b"retry: 1000\n"
        seen = 0
        while seen < 2:  # one each five seconds: long after anybody else would have been let go of
            line = answer.readline()
            assert line, "it was let go of"
            seen += line.startswith(b"event: alive")
        listening.close()


def test_listeners_leave_places_for_this_machine(few: Served) -> None:
    key = few.server.config.key
    assert key is not None
    with ExitStack() as opened:
        for _ in range(stream.MOST_STREAMS - stream.GUARDED_STREAMS):
            opened.enter_context(stream._guest_places)
            opened.enter_context(stream._places)
        assert ask(few, GUEST, "/api/events", X_Key=key)[0] == 429
        listening = http.client.HTTPConnection("127.0.0.1", few.port, timeout=PATIENCE_S)
        listening.request("GET", "/api/events")
        assert listening.getresponse().status == 200
        listening.close()


REFUSED = [
    (b"GARBAGE\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: x\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: odd\r\n\r\n", 501),
    (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 300_000 + b"\r\n\r\n", 431),
    (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 999999999\r\n\r\n", 413),
    (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
]


@pytest.mark.parametrize(("request_", "status"), REFUSED, ids=[f"{status} {said[:30]!r}" for said, status in REFUSED])
def test_what_the_server_refuses_itself_looks_like_every_answer(few: Served, request_: bytes, status: int) -> None:
    with connect(few, "127.0.0.1") as asking:
        asking.sendall(request_.replace(b"Host:", b"Accept-Language: de\r\nHost:"))
        answer = http.client.HTTPResponse(asking)
        answer.begin()
        body = answer.read().decode()
    assert answer.status == status
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert answer.headers["Cache-Control"] == "no-store"
    assert "generated by" not in body and "Traceback" not in body
    if b"/api/" in request_:
        assert answer.headers["Content-Type"] == "application/json"
        assert json.loads(body)["error"].endswith(".")
    else:
        assert body.strip().endswith(".")


def test_what_breaks_outside_the_page_is_a_sentence_too(few: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(environ: object, start: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(few.server._server, "application", broken)
    status, body = ask(few, "127.0.0.1")
    assert status == 500
    assert "secret" not in body.decode() and body.decode().strip().endswith(".")

"""Servers on this machine that give pictures as cameras do, well or badly; and those who look at them."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import cv2
import numpy as np

from live.frame import Frame, Given, Picture
from live.sources import Source, SourceSettings
from tests.waiting import PATIENCE_S, wait_ended, wait_for

LONG_S = PATIENCE_S
QUICK = SourceSettings(
    pauses_s=(0.01, 0.02), snapshot_pause_s=0.0, look_every_s=0.01,
    silent_s=LONG_S, connect_s=LONG_S, stall_s=LONG_S, give_up_s=LONG_S, leave_s=LONG_S,
)  # fmt: skip
"""Tries again at once, and takes nothing for dead because the machine has other things to do."""

Serving = Callable[[socket.socket, bytes], None]


def picture(level: int, size: tuple[int, int] = (320, 240)) -> Picture:
    return np.full((size[1], size[0], 3), level, np.uint8)


def jpeg(level: int, size: tuple[int, int] = (320, 240)) -> bytes:
    return cv2.imencode(".jpg", picture(level, size))[1].tobytes()


def level(given: Given) -> int:
    assert isinstance(given, Frame), given
    return round(float(given.image.mean()))


def until(true: Callable[[], bool]) -> None:
    wait_for(true)


class Served:
    """A server; every connection is answered by `serve`, which gets the request too."""

    def __init__(self, serve: Serving, port: int = 0) -> None:
        self.serve = serve
        self.requests: list[bytes] = []
        self._open: list[socket.socket] = []
        self._stop = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", port))
        self._listening.settimeout(0.02)
        self.port = self._listening.getsockname()[1]
        self._threads = [threading.Thread(target=self._listen)]
        self._threads[0].start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/video"

    def _listen(self) -> None:
        while not self._stop.is_set():
            try:
                connected, _ = self._listening.accept()
            except TimeoutError:
                continue
            connected.settimeout(LONG_S)
            self._open.append(connected)
            self._threads.append(threading.Thread(target=self._answer, args=(connected,)))
            self._threads[-1].start()

    def _answer(self, connected: socket.socket) -> None:
        try:
            request = b""
            while b"\r\n\r\n" not in request:
                part = connected.recv(4096)
                if not part:
                    return
                request += part
            self.requests.append(request)
            self.serve(connected, request)
        except OSError:  # the other side has gone
            pass
        finally:
            connected.close()

    def stop(self) -> None:
        """Cut off in the middle of whatever it says."""
        self._stop.set()
        wait_ended(self._threads[0])
        self._listening.close()
        for connected in self._open:
            with suppress(OSError):
                connected.shutdown(socket.SHUT_RDWR)
        wait_ended(*self._threads)


@contextmanager
def served(serve: Serving, port: int = 0) -> Iterator[Served]:
    server = Served(serve, port)
    try:
        yield server
    finally:
        server.stop()


def answer(kind: str, body: bytes = b"", status: str = "200 OK", more: str = "") -> bytes:
    return f"HTTP/1.0 {status}\r\nContent-Type: {kind}\r\n{more}\r\n".encode() + body


def stream_head(boundary: str = "frame") -> bytes:
    return answer(f"multipart/x-mixed-replace; boundary={boundary}")


def part(data: bytes, measured: bool = True, border: str = "--frame") -> bytes:
    length = f"Content-Length: {len(data)}\r\n" if measured else ""
    return f"{border}\r\nContent-Type: image/jpeg\r\n{length}\r\n".encode() + data + b"\r\n"


def streaming(*pictures: bytes, pause_s: float = 0.005) -> Serving:
    """The pictures again and again until the other side has gone."""

    def serve(connected: socket.socket, request: bytes) -> None:
        del request
        connected.sendall(stream_head())
        while True:
            for data in pictures:
                connected.sendall(part(data))
                time.sleep(pause_s)

    return serve


class Looked:
    """Reads a source in a thread of its own and keeps what it gave."""

    def __init__(self, source: Source) -> None:
        self.given: list[Given] = []
        self.source = source
        self.thread = threading.Thread(target=self._look)
        self.thread.start()

    def _look(self) -> None:
        for given in self.source.given():
            self.given.append(given)

    def kinds(self) -> list[str]:
        """What was given, frames in a row as one."""
        names: list[str] = []
        for given in list(self.given):
            name = type(given).__name__
            if names[-1:] != [name] or name != "Frame":
                names.append(name)
        return names

    def ended(self) -> bool:
        self.thread.join(LONG_S)
        return not self.thread.is_alive()


@contextmanager
def looked(source: Source) -> Iterator[Looked]:
    seen = Looked(source)
    try:
        yield seen
    finally:
        source.close()
        assert seen.ended()


def threads_of(source: Source) -> list[Any]:
    return [thread for thread in threading.enumerate() if thread.name == f"source {source.name}"]

"""A listener to the stream of events, as plain as can be: a socket, and what came through it."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from tests.waiting import PATIENCE_S, wait_ended, wait_for
from tests.web.served import Served


@dataclass(frozen=True)
class Told:
    kind: str
    id: str | None
    data: Any


def parse(block: str) -> Told | None:
    """One message of a stream; None for what is no event."""
    fields = dict(line.split(": ", 1) if ": " in line else (line.rstrip(":"), "") for line in block.splitlines())
    if "event" not in fields:
        return None
    return Told(fields["event"], fields.get("id"), json.loads(fields["data"]) if fields.get("data") else None)


class Listener:
    """Hears everything until it leaves. Use it in a `with`."""

    def __init__(self, served: Served, query: str = "", **headers: str) -> None:
        self.told: list[Told] = []
        self.ended = threading.Event()
        self.status = ""
        self._socket = socket.create_connection(("127.0.0.1", served.port), PATIENCE_S)
        said = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        asked = f"GET /api/events?{query} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n{said}\r\n"
        self._socket.sendall(asked.encode())
        self._thread = threading.Thread(target=self._hear, name="listener", daemon=True)
        self._thread.start()

    def _hear(self) -> None:
        with self._socket.makefile("rb") as stream:
            try:
                self.status = stream.readline().decode().strip()
                while stream.readline().strip():  # the header
                    pass
                block = b""
                while line := stream.readline():
                    if line.strip() or not block:
                        block += line if b":" in line else b""  # the lengths between chunks hold no colon
                        continue
                    if told := parse(block.decode()):
                        self.told.append(told)
                    block = b""
            except OSError:
                pass  # it has left
        self.ended.set()

    def of(self, kind: str) -> list[Told]:
        return [told for told in list(self.told) if told.kind == kind]

    def happened(self) -> list[Told]:
        return self.of("happened")

    def wait_for(self, holds: Callable[[list[Told]], Any], what: str) -> Any:
        return wait_for(lambda: holds(list(self.told)), what)

    def leave(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        wait_ended(self._thread)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

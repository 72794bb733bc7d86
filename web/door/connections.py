"""Connections: how many each address may hold, how long a request may take to come, and refusals in our own words.

Waitress stops listening to everybody when there are too many connections. Here whoever has too many is refused alone,
and whoever sits at this machine is never in one queue with guests.
"""

from __future__ import annotations

import json
import socket
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask

from web.config import ConnectionLimits
from web.context import wished_language
from web.door.errors import SENTENCES, wants_json_at
from web.door.safety import HEADERS, THIS_MACHINE
from web.door.threads import Threads
from words.language import environment_language, say
from words.message import message

REASONS = {429: "Too Many Requests", 503: "Service Unavailable"}


class Refusal(ErrorTask):
    """What Waitress answers itself: with the headers of every answer, and a sentence of the catalogue."""

    def execute(self) -> None:
        request: Any = self.request  # its hints know only half of it
        headers = getattr(request, "headers", None) or {}
        language = wished_language(headers.get("ACCEPT_LANGUAGE", "")) or environment_language()
        body, kind = refusal(request.error.code, language, wants_json_at(getattr(request, "path", None) or ""))
        self.status = f"{request.error.code} {request.error.reason}"
        self.response_headers = [*HEADERS.items(), ("Cache-Control", "no-store"), ("Content-Type", kind)]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(b"" if getattr(request, "command", "") == "HEAD" else body)


def refusal(code: int, language: str, as_json: bool) -> tuple[bytes, str]:
    """The sentence for a status, and what kind of text it is."""
    sentence = say(message(SENTENCES.get(code, "web.bad_request" if code < 500 else "web.broken")), language)
    if as_json:
        return json.dumps({"error": sentence}, ensure_ascii=False).encode(), "application/json"
    return f"{sentence}\n".encode(), "text/plain; charset=utf-8"


class Connection(HTTPChannel):
    """Knows since when its request is coming."""

    error_task_class = Refusal

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.begun_s: float | None = time.monotonic()
        """Since when a request is waited for: from the beginning, and from each one's first byte."""

    @property
    def who(self) -> str:
        return str(self.addr[0])

    @property
    def is_guest(self) -> bool:
        return self.who not in THIS_MACHINE

    def received(self, data: bytes) -> bool:
        taken = super().received(data)
        if self.request is None:
            self.begun_s = None
        elif self.begun_s is None:
            self.begun_s = time.monotonic()
        return bool(taken)

    def is_late(self, limits: ConnectionLimits) -> bool:
        """Whether there is no more patience with it."""
        unheard_s = time.time() - self.last_activity
        if self.total_outbufs_len:
            return unheard_s > limits.stalled_s
        if self.requests:  # an answer is being made
            return False
        if self.begun_s is None:
            return unheard_s > limits.idle_s
        request, waited_s = self.request, time.monotonic() - self.begun_s
        if request is None or not request.headers_finished:
            return waited_s > limits.head_s
        return waited_s > limits.body_s + request.body_bytes_received / limits.body_bytes_per_s


class TableServer(TcpWSGIServer):
    """Accepts always; who has too many connections is told so at once. Guests and this machine have threads apart."""

    channel_class = Connection

    def __init__(
        self, application: Any, listening: socket.socket, open_: dict[int, Any], limits: ConnectionLimits,
        threads: Threads, own_threads: Threads | None, **adjusted: Any,
    ) -> None:  # fmt: skip
        """`own_threads` are for this machine alone; without them, all answer everybody."""
        self.limits, self._open = limits, open_
        self._threads, self._own_threads = threads, own_threads
        adj = Adjustments(
            # Only that Waitress itself never stops listening: the limits are ours.
            connection_limit=10 * (limits.of_guests + limits.of_this_machine),
            cleanup_interval=limits.look_every_s,
            channel_timeout=limits.idle_s,
            **adjusted,
        )
        super().__init__(
            application,
            open_,
            _sock=listening,
            dispatcher=threads,
            adj=adj,
            bind_socket=False,
            sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
        )

    def dispatchers(self) -> Iterator[Threads]:
        yield self._threads
        if self._own_threads is not None:
            yield self._own_threads

    def add_task(self, task: Any) -> None:
        own = self._own_threads
        (self._threads if own is None or task.is_guest else own).add_task(task)

    def handle_accept(self) -> None:
        try:
            accepted = self.accept()
            if accepted is None:
                return
            connected, address = accepted
        except OSError:  # gone before we came to it
            return
        refused = self._refused(str(address[0]))
        if refused is not None:
            _refuse(connected, refused)
            return
        try:
            self.set_socket_options(connected)
        except OSError:
            connected.close()
            return
        self.channel_class(self, connected, address, self.adj, map=self._open)

    def _refused(self, who: str) -> int | None:
        """With which status one more connection of this address is refused."""
        held = Counter(channel.who for channel in self._connections())
        own = sum(held[each] for each in THIS_MACHINE)
        if who in THIS_MACHINE:
            return 503 if own >= self.limits.of_this_machine else None
        if held[who] >= self.limits.per_address:
            return 429
        return 503 if held.total() - own >= self.limits.of_guests else None

    def _connections(self) -> list[Connection]:
        return [channel for channel in self._open.values() if isinstance(channel, Connection)]

    def maintenance(self, now: float) -> None:
        """Lets go of whoever is too slow. Closed at once: to one who reads nothing nothing can be written either."""
        del now
        for channel in self._connections():
            if channel.is_late(self.limits):
                channel.handle_close()


def _refuse(connected: socket.socket, code: int) -> None:
    """Before a word was read: whoever it is gets the sentence in the language of this machine."""
    body, kind = refusal(code, environment_language(), as_json=False)
    heads = [*HEADERS.items(), ("Cache-Control", "no-store"), ("Content-Type", kind), ("Content-Length", len(body))]
    lines = [f"HTTP/1.1 {code} {REASONS[code]}", *(f"{name}: {value}" for name, value in heads), "Connection: close"]
    try:
        connected.setblocking(False)
        connected.send("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
    except OSError:  # gone already
        pass
    finally:
        connected.close()

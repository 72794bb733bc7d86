"""The page on a port: on this machine only, or in the local network with a key."""

from __future__ import annotations

import logging
import socket
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from typing import Any

from waitress import wasyncore
from waitress.channel import HTTPChannel

from web.app import close_app, create_app
from web.config import Config
from web.context import HALL
from web.door.connections import TableServer
from web.door.sharing import make_key, own_addresses
from web.door.threads import Threads
from web.tables.hall import Hall
from web.tables.stream import GUARDED_STREAMS, MOST_STREAMS
from web.workshop.memory import give_back
from words.message import InputError, Message, message

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
USUAL_PORT = 8700
PORTS_TRIED = 20
# Each listener holds a thread; the others answer everything else.
FEW_THREADS, MOST_THREADS = 8, MOST_STREAMS + 12
FEW_OWN_THREADS, MOST_OWN_THREADS = 4, GUARDED_STREAMS + 6
"""For whoever sits at this machine alone, while guests are listened to."""
MOST_UNSENT_BYTES = 2_000_000
"""Of an answer that somebody takes slowly; whoever makes it waits then."""
OPEN_FILES = 4096
LOOK_UP_S = 1.0
TIDY_EVERY_S = 20.0
ANSWERS_END_S = 10
"""How long answers that are being given may take when the page is closed."""
# That a request waits a moment for its thread is no word for the terminal.
logging.getLogger("waitress.queue").setLevel(logging.ERROR)


class Server:
    """Listening as soon as it is made; `run` serves until `close`."""

    def __init__(self, config: Config, port: int | None = None, lan: bool = False) -> None:
        """Without a port, the usual one or the next that is free."""
        host = EVERYWHERE if lan else LOOPBACK
        _allow_open_files()
        self._socket = _bind(host, port)
        self.port = int(self._socket.getsockname()[1])
        names = own_addresses() if lan else []
        self.addresses = tuple(f"http://{name}:{self.port}" for name in names)
        if lan:
            named = socket.gethostname().lower()
            hosts = config.hosts | {*names, named, f"{named}.local"}
            config = replace(config, key=make_key(), hosts=hosts, addresses=self.addresses)
        self.config = config
        self.app = create_app(config)
        self._open: dict[int, Any] = {}
        self._end, self._running = threading.Event(), threading.Lock()
        self._tidied_s = time.monotonic()
        self._server = TableServer(
            self.app,
            self._socket,
            self._open,
            config.connections,
            Threads(FEW_THREADS, MOST_THREADS),
            Threads(FEW_OWN_THREADS, MOST_OWN_THREADS) if lan else None,
            ident="draufsicht",
            max_request_body_size=config.most_upload_bytes,
            outbuf_high_watermark=MOST_UNSENT_BYTES,
            clear_untrusted_proxy_headers=True,
        )

    @property
    def notices(self) -> list[Message]:
        """What whoever started it should know."""
        hall: Hall = self.app.extensions[HALL]
        return hall.notices

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self.port}"

    def run(self) -> None:
        with self._running:
            while not self._end.is_set():
                wasyncore.loop(LOOK_UP_S, use_poll=True, map=self._open, count=1)
                self._tidy()

    def _tidy(self) -> None:
        """Every now and then: threads that nobody needs any more end, and free memory goes back."""
        now_s = time.monotonic()
        if now_s - self._tidied_s > TIDY_EVERY_S:
            self._tidied_s = now_s
            for dispatcher in self._server.dispatchers():
                dispatcher.let_go()
            give_back()

    def close(self) -> None:
        """Tables first, so that listeners are let go; and nothing is closed that a thread could still write to: its
        number may be that of another file by then, of the log say."""
        close_app(self.app)
        self._end.set()
        self._server.pull_trigger()
        with self._running:
            dispatchers = list(self._server.dispatchers())
            for dispatcher in dispatchers:
                dispatcher.set_thread_count(0)
            for dispatcher in dispatchers:
                dispatcher.shutdown(timeout=ANSWERS_END_S)
            for channel in list(self._open.values()):
                if isinstance(channel, HTTPChannel):
                    channel.handle_close()
            if not any(dispatcher.threads for dispatcher in dispatchers):
                wasyncore.close_all(self._open)


def _allow_open_files() -> None:
    """Some systems allow a program 256 unless it asks for more: every connection is one."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # then there are fewer connections
        if soft != resource.RLIM_INFINITY and soft < OPEN_FILES:
            most = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _bind(host: str, port: int | None) -> socket.socket:
    tried = [port] if port is not None else [*range(USUAL_PORT, USUAL_PORT + PORTS_TRIED), 0]
    why = ""
    for each in tried:
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((host, each))
            made.listen(128)
            return made
        except OSError as error:
            made.close()
            why = error.strerror or str(error)
    raise InputError(message("web.port", port=port, why=why), "--port")

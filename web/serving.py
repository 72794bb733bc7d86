"""The page on a port: on this machine only, or in the local network with a key."""

from __future__ import annotations

import socket
import threading
from dataclasses import replace
from typing import Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, create_server

from referee.message import InputError, message
from web.app import close_app, create_app
from web.config import Config
from web.sharing import make_key, own_addresses
from web.stream import MOST_STREAMS

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
USUAL_PORT = 8700
PORTS_TRIED = 20
# Each listener holds a thread; the others answer everything else.
THREADS = MOST_STREAMS + 12
LOOK_UP_S = 1.0
ANSWERS_END_S = 10
"""How long answers that are being given may take when the page is closed."""


class Server:
    """Listening as soon as it is made; `run` serves until `close`."""

    def __init__(self, config: Config, port: int | None = None, lan: bool = False) -> None:
        """Without a port, the usual one or the next that is free."""
        host = EVERYWHERE if lan else LOOPBACK
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
        made = create_server(
            self.app,
            map=self._open,
            sockets=[self._socket],
            threads=THREADS,
            connection_limit=1000,
            channel_timeout=60,
            ident="draufsicht",
            max_request_body_size=config.most_upload_bytes,
            clear_untrusted_proxy_headers=True,
        )
        assert isinstance(made, BaseWSGIServer)  # of one socket
        self._server = made

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self.port}"

    def run(self) -> None:
        with self._running:
            while not self._end.is_set():
                wasyncore.loop(LOOK_UP_S, use_poll=True, map=self._open, count=1)

    def close(self) -> None:
        """Tables first, so that listeners are let go; and nothing is closed that a thread could still write to: its
        number may be that of another file by then, of the log say."""
        close_app(self.app)
        self._end.set()
        self._server.pull_trigger()
        with self._running:
            dispatcher = self._server.task_dispatcher
            dispatcher.shutdown(timeout=ANSWERS_END_S)
            for channel in list(self._open.values()):
                if isinstance(channel, HTTPChannel):
                    channel.handle_close()
            if not dispatcher.threads:
                wasyncore.close_all(self._open)


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

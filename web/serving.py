"""The page on a port: on this machine only, or in the local network with a key."""

from __future__ import annotations

import socket
from dataclasses import replace

from waitress.server import create_server

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


class Server:
    """Listening as soon as it is made; `run` serves until `close`."""

    def __init__(self, config: Config, port: int | None = None, lan: bool = False) -> None:
        """Without a port, the usual one or the next that is free."""
        host = EVERYWHERE if lan else LOOPBACK
        self._socket = _bind(host, port)
        self.port = int(self._socket.getsockname()[1])
        names = own_addresses() if lan else []
        self.addresses = tuple(f"http://{f'[{name}]' if ':' in name else name}:{self.port}" for name in names)
        if lan:
            hosts = config.hosts | {name.lower() for name in names} | {f"[{name}]" for name in names if ":" in name}
            named = {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
            config = replace(config, key=make_key(), hosts=hosts | named, addresses=self.addresses)
        self.config = config
        self.app = create_app(config)
        self._server = create_server(
            self.app,
            sockets=[self._socket],
            threads=THREADS,
            connection_limit=1000,
            channel_timeout=60,
            ident="draufsicht",
            max_request_body_size=config.most_upload_bytes,
            clear_untrusted_proxy_headers=True,
        )

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self.port}"

    def run(self) -> None:
        self._server.run()

    def close(self) -> None:
        self._server.close()
        close_app(self.app)


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

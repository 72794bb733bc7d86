"""The page served for real, inside the tests: on a port of its own, with a log of its own, and closed in the end."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from flask import Flask

from simulator.demo.settings import DemoSettings
from tests.waiting import PATIENCE_S, wait_ended, wait_for
from web.config import Config
from web.context import HALL
from web.door.serving import Server
from web.tables.hall import Hall

SMALL = (640, 360)
CALM = DemoSettings(illegal_rate=0.0, taken_back_rate=0.0, idle_hand_rate=0.0, bump_rate=0.0, lamp_rate=0.0)
"""A demo at which nothing happens but legal turns."""
HURRIED: dict[str, Any] = {"hurry": 30.0, "size": SMALL, "settings": CALM, "lingers_s": None}
"""In a hurry the next game would begin before a test has looked at the end of this one."""


def hurried(**settings: Any) -> dict[str, Any]:
    """What a demo is told that plays as fast as it can be drawn and read."""
    return HURRIED | {"settings": DemoSettings(**({**vars(CALM), **settings}))}


def table(name: str = "T", **said: Any) -> dict[str, Any]:
    """A demo table as the page sets it up."""
    return {
        "name": name, "source": {"kind": "demo", "what": "7"}, "game": "taktori", "players": ["R", "B"], "new": True,
        **said,
    }  # fmt: skip


class Served:
    """A page that listens."""

    def __init__(self, config: Config, port: int = 0, lan: bool = False) -> None:
        self.server = Server(config, port, lan)
        self._thread = threading.Thread(target=self.server.run, name="serving", daemon=True)
        self._thread.start()
        self._closed = False

    @property
    def port(self) -> int:
        return self.server.port

    @property
    def address(self) -> str:
        return self.server.address

    @property
    def app(self) -> Flask:
        return self.server.app

    @property
    def hall(self) -> Hall:
        hall: Hall = self.app.extensions[HALL]
        return hall

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer."""
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        if data is not None:
            said.setdefault("Content-Type", "application/octet-stream" if data is body else "application/json")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request(method, path, data, said)
            answer = connection.getresponse()
            return answer.status, dict(answer.headers), answer.read()
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        status, _, body = self.ask("GET", path)
        assert status == 200, body
        return json.loads(body)

    def post(self, path: str, said: Any = None) -> Any:
        status, _, body = self.ask("POST", path, {} if said is None else said)
        assert status < 300, body
        return json.loads(body)

    def table(self, name: str = "T") -> dict[str, Any]:
        said: dict[str, Any] = self.get(f"/api/tables/{name}")
        return said

    def wait_for(self, name: str, holds: Callable[[dict[str, Any]], Any], what: str) -> dict[str, Any]:
        """The snapshot of a table as soon as it is as it should be."""

        def look() -> dict[str, Any] | None:
            said = self.table(name)
            return said if holds(said) else None

        return wait_for(look, what)

    def wait_watching(self, name: str = "T") -> dict[str, Any]:
        return self.wait_for(name, lambda said: said["status"] == "watching" and said["game"], "the table's opening")

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self.server.close()
        wait_ended(self._thread)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def serving(folder: Path, port: int = 0, lan: bool = False, **config: Any) -> Iterator[Served]:
    """The log lies in `folder`."""
    told = Config(**({"log_path": folder / "games.sqlite", "demo_options": HURRIED, "workers": 1} | config))
    with Served(told, port, lan) as served:
        yield served

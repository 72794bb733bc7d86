"""What browser tests share: pages that are watched for errors, and tables at which things happen at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote, urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from referee.tactori.position import Position
from tests.web.served import Served, table

LAPTOP = {"width": 1400, "height": 900}
PHONE = {"width": 390, "height": 780}
PROJECTOR = {"width": 1920, "height": 1080}


class Watched:
    """Pages of one browser window, and whatever they complain about or ask of others."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.faults: list[str] = []
        context.on("console", self._console)
        context.on("weberror", lambda error: self.faults.append(str(error.error)))
        context.on("request", self._request)

    def open(self, path: str) -> Page:
        page = self.context.new_page()
        page.goto(self.address + path)
        return page

    def forgive_refusals(self) -> None:
        """What a test was refused on purpose: the browser writes down every answer that is a refusal."""
        refused = "Failed to load resource: the server responded with a status of 4"
        self.faults[:] = [fault for fault in self.faults if refused not in fault]

    def _console(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.faults.append(f"{said.type}: {said.text} ({said.location.get('url')})")

    def _request(self, request: Request) -> None:
        if urlsplit(request.url).scheme in ("http", "https", "ws", "wss") and not request.url.startswith(self.address):
            self.faults.append(f"asked another machine: {request.url}")


@contextmanager
def window(browser: Browser, served: Served, **options: Any) -> Iterator[Watched]:
    """A browser window with nothing remembered, in English; what its pages complain about is a failure in the end."""
    told = {"locale": "en-GB", "viewport": LAPTOP, "reduced_motion": "reduce"} | options
    context = browser.new_context(**told)
    try:
        watched = Watched(context, served.address)
        yield watched
        assert not watched.faults, watched.faults
    finally:
        context.close()


def stick(colour: str, a: str, b: str, floor: int = 1) -> dict[str, Any]:
    return {"color": colour, "a": {"at": a, "floor": floor}, "b": {"at": b, "floor": floor}}


def position(board: int, towers: Mapping[str, str], sticks: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    return {"board": board, "towers": dict(towers), "sticks": list(sticks)}


def set_up(served: Served, name: str, game: str = "taktori", players: Sequence[str] = ("R", "B"), **said: Any) -> None:
    """A table that needs no camera: nothing is ever handed in."""
    told = table(name, source={"kind": "photographs", "what": ""}, game=game, players=list(players), **said)
    served.post("/api/tables", told)
    served.wait_watching(quote(name, safe=""))


def correct(served: Served, name: str, said: Mapping[str, Any]) -> None:
    served.post(f"/api/tables/{name}/correct", {"position": said})


def confirm(served: Served, name: str, said: Mapping[str, Any]) -> None:
    """A turn, as if a camera had seen it."""
    served.hall.table(name).call(lambda play: play.confirm(Position.from_json(said)))


def wait_illegal(served: Served, name: str, said: Mapping[str, Any]) -> None:
    """An illegal turn, as if a camera had seen it: it waits for somebody to say what about it."""
    served.hall.table(name).call(lambda play: play.wait("illegal", [Position.from_json(said)]))

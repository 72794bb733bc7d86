"""What browser tests share: pages that are watched for errors, and tables at which things happen at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from referee.tactori.position import Position
from tests.web.served import Served, table

LAPTOP = {"width": 1400, "height": 900}
PHONE = {"width": 390, "height": 780}
PROJECTOR = {"width": 1920, "height": 1080}
WIDTHS_PX = (320, 390, 1400, 1920)
INSPECT = (Path(__file__).parent / "inspect.js").read_text()


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

    def forgive_gone(self, part: str) -> None:
        """What was asked of something that others took away at the same moment: the page cannot know it yet."""
        gone = "Failed to load resource: the server responded with a status of 404"
        self.faults[:] = [fault for fault in self.faults if gone not in fault or part not in fault]

    def _console(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.faults.append(f"{said.type}: {said.text} ({said.location.get('url')})")

    def _request(self, request: Request) -> None:
        if urlsplit(request.url).scheme in ("http", "https", "ws", "wss") and not request.url.startswith(self.address):
            self.faults.append(f"asked another machine: {request.url}")


# A sentence at the foot of a page is there for some seconds: all of them are written down.
WRITE_DOWN = """
window.toldHere = [];
new MutationObserver((changes) => {
  const lines = changes.filter(({target}) => target.id === "told").flatMap(({addedNodes}) => [...addedNodes]);
  toldHere.push(...lines.map((line) => ({text: line.textContent, kinds: [...line.classList]})));
}).observe(document, {childList: true, subtree: true});
"""
TOLD = """([text, kind]) => {
  const at = toldHere.findIndex((line) => line.text.includes(text) && (!kind || line.kinds.includes(kind)));
  return at >= 0 && toldHere.splice(0, at + 1);
}"""


def expect_told(page: Page, text: str = "", kind: str = "") -> None:
    """A sentence was shown at the foot of the page, after those that were asked for before; `kind` is good or bad."""
    page.wait_for_function(TOLD, arg=[text, kind])


@contextmanager
def window(browser: Browser, served: Served, **options: Any) -> Iterator[Watched]:
    """A browser window with nothing remembered, in English; what its pages complain about is a failure in the end."""
    told = {"locale": "en-GB", "viewport": LAPTOP, "reduced_motion": "reduce"} | options
    context = browser.new_context(**told)
    try:
        watched = Watched(context, served.address)
        context.add_init_script(WRITE_DOWN)
        yield watched
        assert not watched.faults, watched.faults
    finally:
        context.close()


# What follows the window's size is drawn in the next frame, at times with what follows from that in the one after.
SETTLE = """async () => {
  const drawn = async () => { for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); };
  await drawn();
  for (const moving of document.getAnimations()) if (moving instanceof CSSTransition) moving.finish();
  await drawn();
}"""


def settle(page: Page) -> None:
    """Everything is drawn as it stays: after another size of the window, other colours, another place of the mouse."""
    page.evaluate(SETTLE)


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
    settle(page)


def later(page: Page, ms: int) -> None:
    """The page's own clock has gone on by so long: what it does at intervals was done meanwhile, on any machine."""
    page.evaluate("ms => new Promise((done) => setTimeout(done, ms))", ms)


def look(page: Page, what: str) -> Any:
    """The answer of one of the functions of `inspect.js`."""
    return page.evaluate(f"() => {{ {INSPECT}; return {what}(); }}")


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

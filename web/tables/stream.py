"""The event stream: what happens at the tables, as server-sent events, with history for whoever comes or comes back."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

from flask import Response, request

from live.events import Kind
from web.api.group import Group
from web.api.words import Content, list_of, text
from web.context import hall, language
from web.door.errors import TooOften
from web.door.safety import is_local
from web.shown.game_words import turn_words
from web.tables import event_shapes  # noqa: F401 - what the stream tells
from web.tables.hall import Hall, Happening
from words.message import message

stream = Group("Stream", "What happens, as it happens.")
ALIVE_S = 5.0
"""After so long without news a sign of life is sent: it tells both sides whether the other is still there."""
MOST_STREAMS = 80
MOST_HISTORY = 200
"""Happenings told to whoever comes anew."""
GUARDED_STREAMS = 10
"""Of them so many are kept free for whoever sits at this machine."""
_places = threading.BoundedSemaphore(MOST_STREAMS)
_guest_places = threading.BoundedSemaphore(MOST_STREAMS - GUARDED_STREAMS)

_STREAM_ABOUT = f"""Server-sent events. A listener is first told what happened lately (at most {MOST_HISTORY}
happenings, marked `history`), then every table as it is now, and from then on whatever changes.

- `table`: a table is otherwise than before; the data is a `Table`.
- `happened`: something happened; the data is a `Happened`. Its id (`RUN-NUMBER`) says where the listener is.
- `gone`: a table was closed; the data is a `Gone`.
- `alive`: nothing happened for {ALIVE_S:.0f} seconds; no data.

Whoever comes back says the last id, in the header `Last-Event-ID` as browsers do or as `last`, and is told what was
missed instead of the history. After the program was started anew the id is of another run, and the listener is new.
Kinds that are not known are to be passed over."""


@stream.call(
    "GET /api/events",
    Content("Until the listener goes, or the page ends.", {"text/event-stream": text()}),
    asked={
        "table": list_of(text(), "Only these tables."),
        "last": text("The last id that was heard.", examples=["3f9a01bc-17"]),
    },
    about=_STREAM_ABOUT,
)
def listen() -> Response:
    """What happens at the tables, as server-sent events."""
    names = frozenset(request.args.getlist("table")) or None
    last = request.headers.get("Last-Event-ID") or request.args.get("last", "")
    places = _places_for(is_local())
    told = _Telling(hall(), language(), names, last, places)
    response = Response(told, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
    response.call_on_close(told.close)
    return response


def _places_for(local: bool) -> list[threading.BoundedSemaphore]:
    """The places that one more listener takes."""
    taken: list[threading.BoundedSemaphore] = []
    for places in (_places,) if local else (_guest_places, _places):
        if not places.acquire(blocking=False):
            for each in taken:
                each.release()
            raise TooOften(message("web.most_streams", most=MOST_STREAMS))
        taken.append(places)
    return taken


class _Telling:
    """The words for one listener, until they or the page are gone. Nothing waits in memory for them: they are told
    what the hall keeps, at their own pace."""

    def __init__(
        self,
        hall: Hall,
        language: str,
        names: frozenset[str] | None,
        last: str,
        places: list[threading.BoundedSemaphore],
    ) -> None:
        self._places = places
        self._hall, self._language, self._names = hall, language, names
        self._heard, self._is_new = _number(last, hall), not last.startswith(f"{hall.run}-")
        self._versions: dict[str, int] = {}
        self._words = self._tell()
        self._freed = threading.Lock()

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return next(self._words)

    def close(self) -> None:
        """Called once by whoever serves it, however it ended."""
        if self._freed.acquire(blocking=False):
            for each in self._places:
                each.release()

    def _tell(self) -> Iterator[str]:
        yield "retry: 1000\n\n"
        if self._is_new:
            yield from self._history()
        while not self._hall.closed:
            yield from self._news()
            if not self._hall.wait(self._heard, self._versions | self._others(), ALIVE_S):
                yield _words("alive", None)

    def _history(self) -> Iterator[str]:
        kept = [each for each in self._hall.since(0) if self._is_wanted(each.table)]
        for each in kept[-MOST_HISTORY:]:
            if each.event is not None:
                yield self._happened(each, history=True)
        self._heard = max(self._heard, *(each.n for each in kept)) if kept else self._heard

    def _news(self) -> Iterator[str]:
        for each in self._hall.since(self._heard):
            self._heard = each.n
            if not self._is_wanted(each.table):
                continue
            if each.event is not None:
                yield self._happened(each)
            else:
                self._versions.pop(each.table, None)
                yield _words("gone", {"table": each.table}, self._id(each))
        for table in self._hall.tables():
            if self._is_wanted(table.name) and self._versions.get(table.name) != table.version:
                version, text = self._hall.text(table, self._language)
                self._versions[table.name] = version
                yield f"event: table\ndata: {text}\n\n"

    def _others(self) -> dict[str, int]:
        """Tables this listener does not care for count as heard of."""
        if self._names is None:
            return {}
        return {table.name: table.version for table in self._hall.tables() if table.name not in self._names}

    def _is_wanted(self, table: str) -> bool:
        return self._names is None or table in self._names

    def _happened(self, each: Happening, history: bool = False) -> str:
        assert each.event is not None
        said = {"table": each.table} | each.event.to_json(self._language)
        if not history and each.event.kind is Kind.TURN and "waits" not in each.event.data:
            said["words"] = self._turn_words(each.table, int(said["n"]))
        return _words("happened", said | {"history": True} if history else said, self._id(each))

    def _turn_words(self, name: str, n: int) -> str | None:
        """The turn as a sentence; None if it has been taken back already."""
        watch = next((table.watch for table in self._hall.tables() if table.name == name), None)
        state = watch.play.state if watch else None
        if state is None or not 0 < n <= len(state.steps):
            return None
        return str(turn_words(state, state.steps[n - 1], self._language)["words"])

    def _id(self, each: Happening) -> str:
        return f"{self._hall.run}-{each.n}"


def _words(kind: str, data: dict[str, Any] | None, number: str | None = None) -> str:
    lines = [f"event: {kind}"] + ([f"id: {number}"] if number else [])
    said = json.dumps(data, ensure_ascii=False, separators=(",", ":")) if data is not None else ""
    return "\n".join([*lines, f"data: {said}", "", ""])


def _number(last: str, hall: Hall) -> int:
    """The happening that was heard last; 0 if it was another run of the program."""
    run, _, n = last.partition("-")
    return int(n) if run == hall.run and n.isascii() and n.isdigit() and len(n) < 12 else 0

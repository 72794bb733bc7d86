"""The event stream: what happens at the tables, as server-sent events, with history for whoever comes or comes back."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, request

from referee.message import message
from web.context import hall, language
from web.errors import TooOften
from web.hall import Hall, Happening

blueprint = Blueprint("stream", __name__)
ALIVE_S = 5.0
"""After so long without news a sign of life is sent: it tells both sides whether the other is still there."""
MOST_STREAMS = 80
MOST_HISTORY = 200
"""Happenings told to whoever comes anew."""
_places = threading.BoundedSemaphore(MOST_STREAMS)


@blueprint.get("/api/events")
def events() -> Response:
    """`table` (repeated) chooses tables, `last` or the header Last-Event-ID the last happening that was heard."""
    names = frozenset(request.args.getlist("table")) or None
    last = request.headers.get("Last-Event-ID") or request.args.get("last", "")
    if not _places.acquire(blocking=False):
        raise TooOften(message("web.most_streams", most=MOST_STREAMS))
    told = _Telling(hall(), language(), names, last)
    response = Response(told, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
    response.call_on_close(told.close)
    return response


class _Telling:
    """The words for one listener, until they or the page are gone. Nothing waits in memory for them: they are told
    what the hall keeps, at their own pace."""

    def __init__(self, hall: Hall, language: str, names: frozenset[str] | None, last: str) -> None:
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
            _places.release()

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
        return _words("happened", said | {"history": True} if history else said, self._id(each))

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

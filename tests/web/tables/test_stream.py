"""The stream of events: history for whoever comes, nothing lost and nothing twice for whoever comes back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.waiting import PATIENCE_S, wait_for
from tests.web.listening import Listener, Told
from tests.web.served import Served, table
from web.tables import stream
from web.tables.stream import MOST_HISTORY
from words.language import LANGUAGES

HERE = {"kind": "photographs", "what": ""}
"""Tables into which nobody puts a picture: nothing happens at them but what these tests do."""


@pytest.fixture
def served(serve: Callable[..., Served], monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(stream, "ALIVE_S", 0.2)
    made = serve()
    for name in ("A", "B"):
        made.post("/api/tables", table(name, source=HERE))
        made.wait_watching(name)
        wait_for(lambda name=name: name in {each.table for each in made.hall.since(0)}, "its beginning to be told")  # type: ignore[misc]
    yield made


def numbers(told: list[Told]) -> list[int]:
    return [int((each.id or "").split("-")[1]) for each in told]


def pause_often(served: Served, times: int, name: str = "A") -> None:
    for n in range(times):
        served.post(f"/api/tables/{name}/{('pause', 'resume')[n % 2]}")


def test_whoever_comes_hears_what_was_and_what_is(served: Served) -> None:
    pause_often(served, 2)
    with Listener(served) as listener:
        listener.wait_for(lambda told: sum(each.kind == "table" for each in told) >= 2, "both tables")
        assert listener.status == "HTTP/1.1 200 OK"
        events = [(each.data["table"], each.data["event"]) for each in listener.happened()]
        assert events[:2] == [("A", "started"), ("B", "started")]
        assert events[-2:] == [("A", "paused"), ("A", "resumed")]
        assert all(each.data["history"] for each in listener.happened())
        assert {each.data["table"] for each in listener.of("table")} == {"A", "B"}
        shown = listener.of("table")[0].data
        assert shown["game"]["name"] == "TAKTORI" and shown["position"]["towers"] == {}


def test_news_are_no_history_and_in_order(served: Served) -> None:
    with Listener(served, "table=A") as listener:
        listener.wait_for(lambda told: any(each.kind == "table" for each in told), "the table")
        before = len(listener.happened())
        pause_often(served, 6)
        pause_often(served, 2, "B")
        wait_for(lambda: len(listener.happened()) >= before + 6, "six happenings")
        listener.wait_for(lambda told: told[-1].kind == "alive", "a sign of life")
        news = listener.happened()[before:]
        assert [each.data["event"] for each in news] == ["paused", "resumed"] * 3
        assert all("history" not in each.data and each.data["table"] == "A" for each in news)
        assert numbers(news) == sorted(set(numbers(news)))
        last = listener.of("table")[-1].data
        assert (last["table"], last["game"]["paused"]) == ("A", False)
        assert {each.data["table"] for each in listener.of("table")} == {"A"}


@pytest.mark.parametrize("way", ["header", "query"])
def test_whoever_comes_back_hears_the_rest(served: Served, way: str) -> None:
    """Nothing lost, nothing twice, wherever they were cut off."""
    with Listener(served, "table=A") as listener:
        pause_often(served, 4)
        listener.wait_for(lambda told: any(each.data and each.data.get("event") == "resumed" for each in told), "news")
    heard = listener.happened()
    pause_often(served, 4)
    last = heard[-1].id or ""
    again = (
        Listener(served, "table=A", Last_Event_ID=last) if way == "header" else Listener(served, f"table=A&last={last}")
    )
    with again:
        pause_often(served, 2)
        wait_for(lambda: numbers(again.happened())[-1:] == [served.hall.count], "all of it")
        both = numbers(heard) + numbers(again.happened())
        wanted = [each.n for each in served.hall.since(0) if each.table == "A"]
        assert both == wanted
        assert all("history" not in each.data for each in again.happened())


@pytest.mark.parametrize("last", ["deadbeef-3", "x", "-", "deadbeef-", "0", "a" * 3000, "%00", "-1"])
def test_a_number_of_another_run_is_history(served: Served, last: str) -> None:
    """After the program was started anew its numbers begin anew: whoever says an old one is told everything."""
    with Listener(served, f"last={last}") as listener:
        listener.wait_for(lambda told: any(each.kind == "table" for each in told), "a table")
        assert [each.data["event"] for each in listener.happened()] == ["started", "started"]


def test_a_number_from_the_future_does_no_harm(served: Served) -> None:
    with Listener(served, f"last={served.hall.run}-99999999999") as listener:
        listener.wait_for(lambda told: any(each.kind == "table" for each in told), "a table")
        assert listener.happened() == []


def test_a_table_that_is_closed_is_gone(served: Served) -> None:
    with Listener(served) as listener:
        listener.wait_for(lambda told: sum(each.kind == "table" for each in told) >= 2, "both tables")
        assert served.ask("DELETE", "/api/tables/B")[0] == 200
        gone = listener.wait_for(lambda told: [each for each in told if each.kind == "gone"], "its end")
        assert gone[0].data == {"table": "B"} and gone[0].id
        served.post("/api/tables", table("B", source=HERE))
        listener.wait_for(lambda told: told[-1].kind == "table" and told[-1].data["status"] == "watching", "its return")
        assert [each.data["event"] for each in listener.happened()][-1] == "started"


def test_silence_is_broken(served: Served) -> None:
    with Listener(served) as listener:
        listener.wait_for(lambda told: sum(each.kind == "alive" for each in told) >= 3, "signs of life")


def test_each_hears_their_own_language(served: Served) -> None:
    listeners = {said: Listener(served, f"lang={said}") for said in LANGUAGES}
    try:
        served.post("/api/tables/A/correct", {"words": ["+R:c3-e3@2"]})
        for said, listener in listeners.items():

            def faults(told: list[Told]) -> list[dict[str, Any]]:
                tables = [each.data for each in told if each.kind == "table" and each.data["table"] == "A"]
                return tables[-1]["violations"] if tables else []

            found = listener.wait_for(faults, f"a violation in {said}")
            assert found[0]["message"] == served.get(f"/api/tables/A?lang={said}")["violations"][0]["message"]
        sentences = {listener.of("table")[-1].data["violations"][0]["message"] for listener in listeners.values()}
        assert len(sentences) == 4
    finally:
        for listener in listeners.values():
            listener.leave()


def test_history_is_not_endless(served: Served) -> None:
    for _ in range(MOST_HISTORY // 2 + 10):
        served.hall.table("A").call(lambda play: play.pause())
        served.hall.table("A").call(lambda play: play.resume_play())
    with Listener(served) as listener:
        listener.wait_for(lambda told: any(each.kind == "table" for each in told), "a table")
        assert len(listener.happened()) == MOST_HISTORY
        assert numbers(listener.happened())[-1] == served.hall.count


def test_listeners_are_let_go_when_the_page_closes(served: Served) -> None:
    listeners = [Listener(served) for _ in range(3)]
    for listener in listeners:
        listener.wait_for(lambda told: told, "anything")
    served.close()
    for listener in listeners:
        assert listener.ended.wait(PATIENCE_S)
        listener.leave()
    places_are_free()


def test_there_are_so_many_places_and_they_are_freed(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "_places", threading.BoundedSemaphore(2))
    with Listener(served) as one, Listener(served) as two:
        for listener in (one, two):
            listener.wait_for(lambda told: told, "anything")
        status, _, body = served.ask("GET", "/api/events")
        assert status == 429 and b"error" in body
    wait_for(lambda: _place_free(), "a place")


def _place_free() -> bool:
    """Whether all are."""
    places = stream._places
    return places._value == places._initial_value  # type: ignore[attr-defined]


def places_are_free() -> None:
    wait_for(_place_free, "places to be free")


def test_whoever_leaves_frees_their_place(served: Served) -> None:
    with Listener(served) as listener:
        listener.wait_for(lambda told: told, "anything")
        assert not _place_free()
    places_are_free()

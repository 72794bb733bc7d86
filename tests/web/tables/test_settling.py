"""A doubt about a stick at a table of the page: settled with the words of a correction, others stay open."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from live.events import Event, Kind, event
from live.log import GameLog
from live.play import Play
from referee.tactori.text import parse_text
from tests.web.browser.looking import confirm, position, set_up, stick
from tests.web.served import Served
from words.message import message

ALONG = message("doubt.along")
GUESS = parse_text("9 c3:R e3:R e5:BB g3:R R:c3-e3@1")


def tell_doubts(served: Served, *places: str, name: str = "T") -> None:
    """As if the camera could not tell what is there."""

    def tell(_: Play) -> list[Event]:
        unsure = [{"at": at, "why": ALONG} for at in places]
        return [event(Kind.UNSURE, why=ALONG, unsure=unsure, position=None, picture="x.jpg")]

    served.hall.table(name).call(tell)


@pytest.fixture
def served(serve: Callable[..., Served]) -> Served:
    """A table at which red has set e3, and may have bridged it to c3 or g3; and e5 is not seen well."""
    made = serve()
    set_up(made, "T")
    for towers in ({"c3": "R"}, {"c3": "R", "e5": "B"}, {"c3": "R", "e5": "B", "g3": "R"}):
        confirm(made, "T", position(9, towers))
    confirm(made, "T", position(9, {"c3": "R", "e5": "BB", "g3": "R"}))
    made.hall.table("T").call(lambda play: play.wait("unclear", [GUESS], ["c3-e3", "e3-g3"]))
    tell_doubts(made, "e3-c3", "e3-g3", "e5")
    return made


def settle(served: Served, *words: str) -> dict[str, Any]:
    answer: dict[str, Any] = served.post("/api/tables/T/correct", {"words": list(words)})
    return answer


def places(table: dict[str, Any]) -> list[str]:
    return [doubt["at"] for doubt in table["doubts"]]


def test_one_after_another(served: Served) -> None:
    assert places(served.table()) == ["e3-c3", "e3-g3", "e5"]
    answer = settle(served, "c3-e3=")
    assert [each["event"] for each in answer["events"]] == ["corrected", "unsure"]
    assert places(answer["table"]) == ["e3-g3"], "whoever corrects has looked at the stacks"
    assert answer["table"]["game"]["waiting"]["reason"] == "unclear" and answer["table"]["shown"]["sticks"] == []

    answer = settle(served, "e3-g3=", "+R:e3-g3@1")
    assert [each["event"] for each in answer["events"]] == ["corrected", "turn"]
    table = answer["table"]
    assert table["game"]["waiting"] is None and not table["doubts"] and table["sight"] != "unsure"
    assert table["position"]["sticks"] == [stick("R", "e3", "g3")]
    assert table["by_hand"] == ["c3-e3", "e3-g3"]


def test_it_is_kept_in_the_record_and_can_be_undone(served: Served) -> None:
    settle(served, "c3-e3=")
    after = settle(served, "e3-g3=")["table"]
    log = GameLog.open(served.hall.path)
    events = log.events(after["game"]["number"])
    assert [each.data["saw"] for each in events if each.kind == "corrected"] == [
        {"c3-e3": ["R:c3-e3@1"]},
        {"e3-g3": []},
    ]
    log.close()
    undone = served.post("/api/tables/T/undo")["table"]
    assert "e3" not in undone["position"]["towers"] and undone["game"]["can_redo"]
    assert served.post("/api/tables/T/redo")["table"]["position"] == after["position"]


@pytest.mark.parametrize(
    "words", [["c3-e3"], ["c3-z9="], ["c3-e3=R"], ["c3-c3="], ["c3-e3=", "+X:c3-e3@1"], [], [7], ["-R:e3-g3@1"]]
)
def test_what_makes_no_sense_is_refused_with_a_sentence(served: Served, words: list[Any]) -> None:
    status, _, body = served.ask("POST", "/api/tables/T/correct", {"words": words})
    assert status == 400 and json.loads(body)["error"]
    assert len(places(served.table())) == 3

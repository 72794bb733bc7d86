"""A table of Anti-Blok: how it begins, the die, turns under way, corrections by places, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.antiblok import HALF, beginning, red_square
from tests.web.conftest import Serve
from tests.web.served import Served, table, wait_for

PATH = "/api/tables/T"


@pytest.fixture
def served(serve: Serve) -> Served:
    """Nothing is ever handed in: people say what lies there."""
    made = serve()
    told = table(source={"kind": "photographs", "what": ""}, game="antiblok")
    made.post("/api/tables", told)
    made.wait_watching()
    return made


@pytest.fixture
def begun(served: Served) -> Served:
    served.post(f"{PATH}/correct", {"position": beginning().to_json()})
    return served


def confirm(served: Served, position: Any) -> dict[str, Any]:
    """A turn, as if a camera had seen it."""
    served.hall.table("T").call(lambda play: play.confirm(position))
    return served.table()


def test_a_table_is_told_with_die_stock_and_top_view(begun: Served) -> None:
    said = begun.table()
    game = said["game"]
    assert (game["id"], game["family"], game["board"], game["name"]) == ("antiblok", "antiblok", 5, "Anti-Blok")
    assert game["die"] == {"faces": ["L1", "L2", "R1", "R2", "S", "X"], "thrown": None}
    assert game["stock"] == {"R": 3, "B": 3} and game["scores"] == {"R": 0, "B": 0} and game["to_move"] == "R"
    assert said["position"] == said["shown"] == beginning().to_json()
    assert {shape["role"] for shape in said["top"]["shapes"]} == {"board", "piece", "label"}
    assert said["verdict"]["squares"] == {} and "polygons" not in said["verdict"]
    assert said["view"] is None and said["set"] is None and said["help"] == []


def test_before_anybody_looked_every_card_is_unknown(served: Served) -> None:
    said = served.table()
    assert set(said["shown"]["cards"].values()) == {"????"} and said["turns"] == []
    assert {"?"} < {shape["fill"] for shape in said["top"]["shapes"]}


def test_a_turn_is_judged_by_what_was_thrown(begun: Served) -> None:
    answer = begun.post(f"{PATH}/throw", {"die": ["L2"], "n": 0})
    assert answer["table"]["game"]["die"]["thrown"] == ["L2"]
    assert [event["event"] for event in answer["events"]] == ["thrown"]
    said = confirm(begun, red_square())
    assert said["game"]["die"]["thrown"] is None and said["game"]["stock"] == {"R": 2, "B": 3}
    (turn,) = said["turns"]
    assert (turn["die"], turn["inferred"], turn["gained"]) == (["L2"], False, {"R": 1})
    marks = {(shape["text"], shape["place"]) for shape in said["top"]["shapes"] if shape["role"] == "mark"}
    assert marks == {("square R", "c4+"), *(("locked", at) for at in ("c4", "d4", "c5", "d5"))}


def test_a_throw_is_taken_back(begun: Served) -> None:
    begun.post(f"{PATH}/throw", {"die": ["L2"]})
    assert begun.post(f"{PATH}/throw", {"die": None})["table"]["game"]["die"]["thrown"] is None
    said = confirm(begun, red_square())
    assert said["turns"][0]["inferred"] and said["turns"][0]["die"] is None


def test_a_turn_under_way_says_what_is_still_to_do(begun: Served) -> None:
    confirm(begun, red_square())
    freed = red_square().with_places({"c4+": ""})
    begun.hall.table("T").call(lambda play: play.wait("incomplete", [freed]))
    said = begun.table()
    assert said["game"]["waiting"]["reason"] == "incomplete" and said["help"] == []
    assert said["game"]["waiting"]["todo"] == ["Throw again and do what the die says"]
    assert said["shown"] == freed.to_json() and said["position"] == red_square().to_json()


def test_an_illegal_turn_waits_and_is_explained(begun: Served) -> None:
    confirm(begun, red_square())
    wrong = red_square().with_places({"d5": beginning().places["d5"][1:] + beginning().places["d5"][0]})
    begun.hall.table("T").call(lambda play: play.wait("illegal", [wrong]))
    said = begun.table()
    (violation,) = said["game"]["waiting"]["violations"]
    assert violation["rule"] == "turn.locked" and violation["fields"] == ["d5"] and violation["rule_text"]
    assert said["help"][0]["urgency"] == 3 and "d5" in said["help"][0]["text"]
    assert begun.post(f"{PATH}/reject")["table"]["game"]["waiting"] is None


def test_cards_and_blocks_are_corrected_by_their_places(begun: Served) -> None:
    answer = begun.post(f"{PATH}/correct", {"places": {"d4": HALF}, "n": 0})
    assert answer["table"]["shown"]["cards"]["d4"] == HALF and "d4" in answer["table"]["by_hand"]
    begun.post(f"{PATH}/correct", {"places": {"d4": "YRBG"}})
    confirm(begun, red_square())
    said = begun.post(f"{PATH}/correct", {"places": {"c4+": ""}})["table"]
    assert said["shown"]["blocks"] == {} and "c4+" in said["by_hand"]
    said = begun.post(f"{PATH}/correct", {"words": ["c4+=R"]})["table"]
    assert said["shown"]["blocks"] == {"c4+": "R"}
    assert "c4+" not in begun.post(f"{PATH}/let-camera-say", {"places": ["c4+"]})["table"]["by_hand"]


@pytest.mark.parametrize(
    ("call", "body", "status"),
    [
        ("throw", {}, 400),
        ("throw", {"die": "L1"}, 400),
        ("throw", {"die": ["L9"]}, 400),
        ("throw", {"die": [1]}, 400),
        ("throw", {"die": ["L1", "L1"]}, 400),
        ("throw", {"die": {"L1": 1}}, 400),
        ("throw", {"die": 3}, 400),
        ("throw", {"die": ["L1"], "n": 7}, 409),
        ("throw", {"die": ["L1"], "shown": {"board": 9}}, 400),
        ("correct", {"places": {}}, 400),
        ("correct", {"places": {"z9": "RBYG"}}, 400),
        ("correct", {"places": {"b2": ""}}, 400),
        ("correct", {"places": {"b2": "RB"}}, 400),
        ("correct", {"places": {"b2+": "RR"}}, 400),
        ("correct", {"places": {"b2": 3}}, 400),
        ("correct", {"places": [3]}, 400),
        ("correct", {"places": {f"a{n}": "RBYG" for n in range(300)}}, 400),
        ("correct", {"position": {"board": 9, "towers": {}, "sticks": []}}, 400),
        ("correct", {"places": {"b2": "RBYG"}, "n": 3}, 409),
        ("let-camera-say", {"places": ["b2+"]}, 400),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(begun: Served, call: str, body: Any, status: int) -> None:
    before = begun.table()["game"]
    answered, _, said = begun.ask("POST", f"{PATH}/{call}", body)
    assert answered == status and b"error" in said, said
    assert begun.table()["game"] == before


def test_nothing_is_thrown_in_tactori(serve: Serve) -> None:
    served = serve()
    served.post("/api/tables", table(source={"kind": "photographs", "what": ""}))
    said = served.wait_watching()
    assert said["game"]["die"] is None and said["game"]["stock"] == {} and said["top"] is None
    status, _, said = served.ask("POST", f"{PATH}/throw", {"die": ["L1"]})
    assert status == 400


@pytest.mark.parametrize(
    "change",
    [
        {"players": ["R"]},
        {"players": ["R", "R"]},
        {"players": ["R", "X"]},
        {"players": ["R", "B", "Y", "G", "R"]},
        {"rules": {"nine_centre": "linked"}},
        {"rules": {"blocks": 9}},
        {"game": "antiblok_solo"},
        {"game": "antiblok2"},
        {"game": None},
    ],
)
def test_a_set_up_that_cannot_be_is_refused(serve: Serve, change: dict[str, Any]) -> None:
    served = serve()
    told = table(source={"kind": "photographs", "what": ""}, game="antiblok") | change
    assert served.ask("POST", "/api/tables", told)[0] == 400
    assert served.get("/api/tables")["tables"] == []


def test_readings_and_names_are_kept_and_the_game_goes_on_after_a_fall(serve: Serve) -> None:
    first = serve()
    told = {"source": {"kind": "photographs", "what": ""}, "game": "antiblok", "names": {"R": "Ada"}}
    first.post("/api/tables", table(**told, rules={"blocks": 2, "swap": "adjacent"}))
    first.wait_watching()
    first.post(f"{PATH}/correct", {"position": beginning().to_json()})
    confirm(first, red_square())
    first.close()
    again = serve()
    said = wait_for(lambda: (now := again.table())["game"] and now, "the table's opening again")
    assert said["game"]["rules"] == {"blocks": 2, "swap": "adjacent"} and said["game"]["names"] == {"R": "Ada"}
    assert said["shown"] == red_square().to_json() and said["turns"][0]["words"].startswith("Ada turns d4")
    assert said["game"]["stock"] == {"R": 1, "B": 2}

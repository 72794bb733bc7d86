"""Other cameras at a table of the page: added, shown, said from which side, removed, and there again after a fall."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.served import Served, hurried, table

SLOW = hurried(most_turns=2) | {"hurry": 2.0}


@pytest.fixture
def served(serve: Callable[..., Served]) -> Served:
    made = serve(demo_options=SLOW)
    made.post("/api/tables", table(game="fem", source={"kind": "demo", "what": "1"}))
    made.wait_watching()
    return made


def refused(served: Served, path: str, said: Any, method: str = "POST") -> tuple[int, str]:
    status, _, body = served.ask(method, path, said, Accept_Language="en")
    return status, json.loads(body)["error"]


def test_a_demo_is_seen_from_another_side_which_the_pieces_tell(served: Served) -> None:
    said = served.post("/api/tables/T/cameras", {"source": {"kind": "demo"}})["table"]
    assert [(each["number"], each["source"]["kind"], each["used"]) for each in said["cameras"]] == [(1, "demo", False)]
    assert said["set_up"]["also"] == [{"source": {"kind": "demo", "what": ""}, "turned": None}]
    used = served.wait_for("T", lambda now: now["cameras"][0]["used"], "the other camera to be used")
    assert used["cameras"][0]["turned"] == 90 and used["cameras"][0]["why"] is None
    status, headers, body = served.ask("GET", "/api/tables/T/cameras/1/picture.jpg?width=320")
    assert status == 200 and body[:2] == b"\xff\xd8" and headers["X-Frame"].isdigit()
    ended = served.wait_for("T", lambda now: now["game"]["n"] == 2, "the game to be played")
    assert ended["game"]["waiting"] is None


def test_a_person_says_from_which_side_it_looks_and_lets_the_pieces_tell_again(served: Served) -> None:
    served.post("/api/tables/T/cameras", {"source": {"kind": "demo"}, "turned": 180})
    camera = served.table()["cameras"][0]
    assert (camera["turned"], camera["said"]) == (180, True)
    camera = served.post("/api/tables/T/cameras/1/turned", {"turned": 90})["table"]["cameras"][0]
    assert (camera["turned"], camera["said"]) == (90, True)
    camera = served.post("/api/tables/T/cameras/1/turned", {"turned": None})["table"]["cameras"][0]
    assert not camera["said"]
    assert refused(served, "/api/tables/T/cameras/1/turned", {"turned": 45})[0] == 400


def test_a_camera_is_removed_in_mid_game_and_the_game_goes_on(served: Served) -> None:
    served.post("/api/tables/T/cameras", {"source": {"kind": "demo"}})
    status, _, body = served.ask("DELETE", "/api/tables/T/cameras/1")
    assert status == 200 and json.loads(body) == {"removed": 1}
    now = served.table()
    assert now["cameras"] == [] and now["set_up"]["also"] == []
    assert served.ask("DELETE", "/api/tables/T/cameras/1")[0] == 404
    assert served.ask("GET", "/api/tables/T/cameras/1/picture.jpg")[0] == 404
    served.wait_for("T", lambda said: said["game"]["n"] == 2, "the game to go on")


def test_what_cannot_look_at_the_same_board_is_refused(served: Served) -> None:
    for source in (
        {"kind": "film", "what": "x"},
        {"kind": "folder", "what": "x"},
        {"kind": "camera", "what": "x"},
        {},
        1,
    ):
        assert refused(served, "/api/tables/T/cameras", {"source": source})[0] == 400
    for _ in range(4):
        served.post("/api/tables/T/cameras", {"source": {"kind": "browser"}})
    status, sentence = refused(served, "/api/tables/T/cameras", {"source": {"kind": "browser"}})
    assert status == 400 and "At most 4" in sentence
    assert refused(served, "/api/tables/T/cameras/1/frames", b"no picture")[0] == 400


def test_a_table_is_set_up_with_several_cameras(serve: Callable[..., Served]) -> None:
    served = serve(demo_options=SLOW)
    also = [{"source": {"kind": "demo"}}, {"source": {"kind": "demo"}, "turned": 270}]
    served.post("/api/tables", table(source={"kind": "demo", "what": "1"}, game="fem", also=also))
    served.wait_watching()
    now = served.wait_for("T", lambda said: len(said["cameras"]) == 2, "both cameras")
    assert [each["said"] for each in now["cameras"]] == [False, True]
    assert refused(served, "/api/tables", table("U", also=[{}] * 5))[0] == 400

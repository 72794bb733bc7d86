"""A demo of Anti-Blok, from the first look at the cards to turns that are told, drawn and replayed."""

from __future__ import annotations

import pytest

from referee.games import find_game
from tests.web.conftest import Serve
from tests.web.served import table, wait_for


@pytest.fixture
def source() -> dict[str, str]:
    return {"kind": "demo", "what": "5"}


def test_a_demo_is_seen_told_and_kept(serve: Serve, source: dict[str, str]) -> None:
    served = serve(demo_options={"hurry": 6.0, "size": (960, 540), "lingers_s": None, "waits": True})
    served.post("/api/tables", table(game="antiblok", source=source))
    said = served.wait_for("T", lambda now: now["game"] and now["game"]["n"] >= 2, "two turns")
    assert all(turn["legal"] and turn["words"].endswith(".") for turn in said["turns"])
    assert not set("?") & set("".join(said["position"]["cards"].values()))
    assert len(said["view"]["corners"]) == 4 and "rvec" not in said["view"]
    status, headers, picture = served.ask("GET", "/api/tables/T/picture.jpg")
    assert status == 200 and headers["Content-Type"] == "image/jpeg" and picture
    served.post("/api/tables/T/pause")
    number, n = said["game"]["number"], served.table()["game"]["n"]
    kept = served.get(f"/api/games/{number}/turns/{n}")
    assert kept["position"] == served.table()["position"] and kept["top"]["shapes"]
    record, game = served.ask("GET", f"/api/games/{number}/record.txt")[2].decode(), find_game("antiblok")
    began = game.to_text(game.read(served.get(f"/api/games/{number}")["start"]))
    assert record.startswith("Game: antiblok\n") and f"Setup: {began}\n" in record


def test_the_board_of_cards_is_found_in_a_preview(serve: Serve, source: dict[str, str]) -> None:
    served = serve()
    path = f"/api/previews/{served.post('/api/previews', {'source': source, 'game': 'antiblok'})['id']}"
    wait_for(lambda: served.get(path)["corners"], "the cards")
    assert served.get(path)["board"] == 5
    assert served.get(f"{path}?colours=yes")["colours"] == []
    served.ask("DELETE", path)

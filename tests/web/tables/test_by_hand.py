"""Tables without a camera: set up for any game that is drawn from above, played by calls, judged as if it was seen."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from live.demo.by_itself import next_turn
from referee.games import GAMES
from tests.waiting import wait_for
from web.context import HALL

HAND = {"kind": "hand"}
BY_HAND = sorted(game.id for game in GAMES.values() if game.family != "tactori")


def opened(client: FlaskClient, game: str, source: dict[str, str] | None = None, **said: Any) -> dict[str, Any]:
    players = said.pop("players", list(GAMES[game].seats(max(1, GAMES[game].players[0]))))
    body = {"name": "T", "source": source or HAND, "game": game, "players": players, "new": True, **said}
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.json
    return watching(client)


def watching(client: FlaskClient) -> dict[str, Any]:
    return wait_for(lambda: table if (table := shown(client))["status"] == "watching" else None, "the table's opening")


def shown(client: FlaskClient) -> dict[str, Any]:
    table: dict[str, Any] = client.get("/api/tables/T").json
    return table


def turns(client: FlaskClient, start: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/api/tables/T/turns", query_string={"from": start} if start else {}).json[
        "turns"
    ]
    return found


def play(client: FlaskClient, **places: str) -> dict[str, Any]:
    answer = client.post("/api/tables/T/play", json={"places": places})
    assert answer.status_code == 200, answer.json
    table: dict[str, Any] = answer.json["table"]
    return table


@pytest.mark.parametrize("game", BY_HAND)
def test_every_game_that_is_drawn_from_above_can_be_played_by_hand(client: FlaskClient, game: str) -> None:
    table = opened(client, game)
    assert (table["sight"], table["source"]["kind"], table["help"]) == ("hand", "hand", [])
    assert table["top"]["shapes"] and "?" not in {each["fill"] for each in table["top"]["shapes"]}
    assert client.get("/tables/T").status_code == client.get("/tables/T/children").status_code == 200


def test_a_game_of_solitaire_is_played_to_its_end(client: FlaskClient) -> None:
    opened(client, "peg")
    n = 0
    while found := turns(client):
        table = play(client, **found[n % len(found)]["places"])
        n += 1
        assert table["game"]["n"] == n and table["game"]["waiting"] is None
        assert table["turns"][-1]["by"] == "hand" and table["turns"][-1]["legal"]
    assert shown(client)["game"]["outcome"]["reason"] == "cannot_move"
    assert client.post("/api/tables/T/play", json={"places": {"d1": ""}}).status_code == 400


@pytest.mark.parametrize("game", BY_HAND)
def test_what_was_played_is_kept_shown_and_exported(app: Flask, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.watching.Random", lambda: random.Random(1))  # cards are dealt
    client = app.test_client()
    opened(client, game)
    kept, rng = app.extensions[HALL].table("T").play, random.Random(3)
    for _ in range(6):
        next_turn(kept, rng)
    number = shown(client)["game"]["number"]
    record = client.get(f"/api/games/{number}/record.txt").get_data(as_text=True)
    assert f"Game: {game}" in record
    for file in ("sheet.png", "sheet.pdf", "game.json", "turns/3", "turns/3/picture.png"):
        assert client.get(f"/api/games/{number}/{file}").status_code == 200, file
    again = client.post("/api/games/import", data=record.encode(), content_type="text/plain")
    assert again.status_code == 201, again.json
    played, imported = (client.get(f"/api/games/{each}").json["turns"] for each in (number, again.json["number"]))
    assert [turn["notation"] for turn in played] == [turn["notation"] for turn in imported]


def test_turns_begin_at_a_place_or_in_the_hand(client: FlaskClient) -> None:
    opened(client, "draughts")
    assert {turn["to"] for turn in turns(client, "c3")} == {"b4", "d4"}
    assert turns(client, "a1") == []
    (first, *_) = turns(client, "c3")
    assert first["places"] == {"c3": "", first["to"]: "w"} and first["written"] == f"c3-{first['to']}"


def test_what_is_not_allowed_waits_and_is_accepted_or_taken_back(client: FlaskClient) -> None:
    opened(client, "draughts")
    table = play(client, c3="", c4="w")
    assert not table["can_settle"]  # no camera has seen it
    assert table["game"]["waiting"]["reason"] == "illegal" and table["violations"][0]["rule"].startswith("draughts.")
    back = client.post("/api/tables/T/reject", json={}).json["table"]
    assert back["game"]["waiting"] is None and back["shown"]["pieces"]["c3"] == "w"
    assert play(client, c3="", c4="w")["game"]["waiting"]  # again, though it was taken back
    table = client.post("/api/tables/T/accept", json={}).json["table"]
    assert table["game"]["n"] == 1 and table["turns"][0]["accepted"]


def test_a_turn_that_was_undone_can_be_made_again(client: FlaskClient) -> None:
    opened(client, "five")
    play(client, d4="w")
    client.post("/api/tables/T/undo", json={})
    assert play(client, d4="w")["game"]["n"] == 1


def test_a_turn_that_is_not_complete_goes_on(client: FlaskClient) -> None:
    opened(client, "mill", rules={"removal": "must"})
    for place, colour in (("a1", "w"), ("a7", "b"), ("d1", "w"), ("d7", "b")):
        play(client, **{place: colour})
    table = play(client, g1="w")
    assert table["game"]["waiting"]["reason"] == "incomplete" and table["game"]["waiting"]["todo"]
    (taking,) = [turn for turn in turns(client) if list(turn["places"]) == ["a7"]]
    table = play(client, **taking["places"])
    assert table["game"]["n"] == 5 and "a7" not in table["position"]["pieces"]


def test_a_die_is_thrown_by_the_program_or_said(client: FlaskClient) -> None:
    table = opened(client, "antiblok")
    thrown = client.post("/api/tables/T/throw", json={"throw": True}).json["table"]["game"]["die"]["thrown"]
    assert len(thrown) == 1 and thrown[0] in table["game"]["die"]["faces"]
    client.post("/api/tables/T/throw", json={"die": None})
    assert client.post("/api/tables/T/throw", json={"die": ["L1"]}).json["table"]["game"]["die"]["thrown"] == ["L1"]
    card = table["shown"]["cards"]["a1"]
    table = play(client, a1=card[-1] + card[:-1])
    assert table["game"]["n"] == 1 or table["game"]["waiting"]["reason"] == "incomplete"  # a square may have been made


def test_nothing_is_thrown_where_there_is_no_die(client: FlaskClient) -> None:
    opened(client, "peg")
    assert client.post("/api/tables/T/throw", json={"throw": True}).status_code == 400


@pytest.mark.parametrize("places", [{"z9": "w"}, {"c3": "xyz"}, {}, {"c3": 5}, ["c3"]])
def test_places_that_are_none_are_refused(client: FlaskClient, places: Any) -> None:
    opened(client, "draughts")
    answer = client.post("/api/tables/T/play", json={"places": places})
    assert answer.status_code == 400 and answer.json["error"]
    assert shown(client)["game"]["n"] == 0 and shown(client)["game"]["waiting"] is None


def test_nothing_is_played_while_the_game_rests(client: FlaskClient) -> None:
    opened(client, "five")
    client.post("/api/tables/T/pause", json={})
    assert client.post("/api/tables/T/play", json={"places": {"d4": "w"}}).status_code == 400


def test_whoever_saw_another_board_is_refused(client: FlaskClient) -> None:
    table = opened(client, "five")
    play(client, d4="w")
    answer = client.post("/api/tables/T/play", json={"places": {"e5": "w"}, "shown": table["shown"]})
    assert answer.status_code == 409


def test_towers_need_a_camera_and_the_classics_have_none(client: FlaskClient) -> None:
    said = {"name": "T", "players": ["R", "B"], "new": True}
    assert client.post("/api/tables", json=said | {"game": "taktori", "source": HAND}).status_code == 400
    browser = {"kind": "browser"}
    answer = client.post("/api/tables", json={"name": "T", "players": ["w"], "game": "peg", "source": browser})
    assert answer.status_code == 400 and "Solitaire" in answer.json["error"]


def test_where_a_camera_looks_no_turn_is_made_by_hand(client: FlaskClient) -> None:
    opened(client, "antiblok", {"kind": "photographs"})
    assert client.post("/api/tables/T/play", json={"places": {"a1": "RBYG"}}).status_code == 409


def test_a_demo_of_a_classic_plays_by_itself(app: Flask) -> None:
    client = app.test_client()
    table = opened(client, "draughts", {"kind": "demo", "what": "2"})
    assert table["sight"] == "hand"
    wait_for(lambda: shown(client)["game"]["n"] >= 3, "three turns")
    client.post("/api/tables/T/pause", json={})
    rested = shown(client)["game"]["n"]
    app.extensions[HALL].table("T").play.resume_play()
    table = wait_for(lambda: t if (t := shown(client))["game"]["n"] > rested else None, "another turn")
    assert all(turn["legal"] and turn["by"] == "hand" for turn in table["turns"])


def test_a_game_by_hand_goes_on_when_the_table_is_opened_again(client: FlaskClient) -> None:
    opened(client, "five")
    play(client, d4="w")
    client.delete("/api/tables/T")
    assert opened(client, "five", new=False)["game"]["n"] == 1

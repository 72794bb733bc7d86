"""Past games over HTTP: listed, replayed, exported, imported and deleted, and whatever else is asked for refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from live.fold import fold
from live.log import GameLog, LogEvent
from live.pictures import PictureFolder
from live.play import Play
from live.table_lock import TableLock
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text
from tests.replaying import replay
from web.config import Config
from web.context import CONFIG, HALL
from web.door.errors import init_errors
from web.door.safety import init_safety
from web.games.calls import games
from web.games.importing import MOST_BYTES, MOST_TURNS
from web.served_texts import init_texts

PLAYTHROUGHS = sorted((Path(__file__).parents[2] / "playthroughs").glob("*.txt"))
SHORT = "Game: taktori\nPlayers: R B\nDate: 2026-11-16\nTable: Küche\n\n1. R +c3\n2. B +e5\n3. R +e3 +c3-e3\n"
WRONG_NUMBERS = ["0", "99", "-1", "1.5", "x", "٣", "9" * 18, "9" * 5000, "1e3", "%00", "..", "1 or 1=1"]


@pytest.fixture
def log(tmp_path: Path) -> Iterator[GameLog]:
    opened = GameLog.open(tmp_path / "games.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def client(log: GameLog) -> FlaskClient:
    app = Flask("web")
    app.testing = True
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.extensions[CONFIG], app.extensions[HALL] = Config(), SimpleNamespace(log=log)
    init_errors(app)
    init_safety(app)
    init_texts(app)
    app.register_blueprint(games)
    return app.test_client()


def imported(client: FlaskClient, text: str | bytes = SHORT) -> int:
    answer = client.post("/api/games/import", data=text)
    assert answer.status_code == 201, answer.json
    number = answer.json["number"]
    assert isinstance(number, int)
    return number


def refused(client: FlaskClient, text: str | bytes, status: int = 400) -> str:
    """The sentence; nothing was written."""
    before = client.get("/api/games").json["total"]
    answer = client.post("/api/games/import", data=text)
    assert answer.status_code == status, answer.json
    assert client.get("/api/games").json["total"] == before
    return str(answer.json["error"])


def played(log: GameLog, table: str = "1") -> Play:
    play = Play.begin(log, table, "demo:7", rule_book("taktori"), ("R", "B"))
    play.confirm(parse_text("9 c3:R"))
    play.confirm(parse_text("9 c3:R e5:B"))
    return play


# the list


def test_no_game_is_an_empty_list(client: FlaskClient) -> None:
    assert client.get("/api/games").json == {"games": [], "kinds": [], "next": None, "tables": [], "total": 0}


def test_games_are_listed_newest_first_with_what_matters(client: FlaskClient, log: GameLog) -> None:
    played(log)
    imported(client)
    newest, oldest = client.get("/api/games?lang=de").json["games"]
    assert (newest["table"], newest["imported"], oldest["table"], oldest["imported"]) == ("Küche", True, "1", False)
    assert (oldest["players"], oldest["turns"], oldest["scores"]) == (["R", "B"], 2, {"R": 0, "B": 0})
    assert oldest["condition"] == "Ohne Ergebnis" and oldest["outcome"] is None
    with TableLock(log.path, "1"):
        oldest = client.get("/api/games?lang=de").json["games"][1]
    assert oldest["condition"] == "Läuft" and oldest["watched"]
    assert newest["begun"].startswith("2026-11-16")


def test_the_list_comes_in_pages(client: FlaskClient) -> None:
    numbers = [imported(client) for _ in range(5)]
    first = client.get("/api/games?count=2").json
    assert [game["number"] for game in first["games"]] == numbers[:-3:-1] and first["total"] == 5
    second = client.get(f"/api/games?count=2&before={first['next']}").json
    third = client.get(f"/api/games?count=2&before={second['next']}").json
    assert [game["number"] for game in second["games"] + third["games"]] == numbers[2::-1]
    assert third["next"] is None


def test_the_list_can_be_of_a_table_and_of_a_kind(client: FlaskClient, log: GameLog) -> None:
    played(log)
    imported(client)
    imported(client, SHORT.replace("taktori", "rectangles9"))
    said = client.get("/api/games?table=Küche").json
    assert said["total"] == 2 and said["tables"] == ["1", "Küche"] and said["kinds"] == ["rectangles9", "taktori"]
    assert client.get("/api/games?table=Küche&game=taktori").json["total"] == 1
    assert client.get("/api/games?table=nowhere").json["total"] == 0


def test_the_list_knows_of_new_turns(client: FlaskClient, log: GameLog) -> None:
    play = played(log)
    assert client.get("/api/games").json["games"][0]["turns"] == 2
    play.undo()
    assert client.get("/api/games").json["games"][0]["turns"] == 1
    assert len(client.get(f"/api/games/{play.state.id}").json["turns"]) == 1


def test_a_game_that_cannot_be_read_is_listed_with_the_reason(client: FlaskClient, log: GameLog) -> None:
    number, _ = log.begin("1", "0", [LogEvent("begun", {"table": "1"}, "2026-11-16T00:00:00.000+00:00")])
    imported(client)
    bad = client.get("/api/games").json["games"][1]
    assert bad["number"] == number and "rules, players" in bad["error"]
    assert client.get(f"/api/games/{number}").status_code == 400
    assert client.delete(f"/api/games/{number}").status_code == 200


@pytest.mark.parametrize("query", ["count=x", "count=-1", "before=1.5", "before=" + "9" * 400, "count=%00"])
def test_wrong_pages_are_refused(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/api/games?{query}")
    assert answer.status_code == 400 and answer.json["error"]


# one game


def test_a_game_is_told_whole(client: FlaskClient) -> None:
    said = client.get(f"/api/games/{imported(client)}").json
    assert (said["game"], said["board"], said["goal"], said["shape"]) == ("taktori", 9, "polygons", "polygon")
    assert [turn["notation"] for turn in said["turns"]] == ["+c3", "+e5", "+e3 +c3-e3"]
    assert said["turns"][2]["position"]["towers"] == {"c3": "R", "e3": "R", "e5": "B"}
    assert {turn["by"] for turn in said["turns"]} == {"import"}


def test_each_turn_has_its_position_and_verdict(client: FlaskClient) -> None:
    number = imported(client, SHORT + "4. B +Re7\n")
    beginning = client.get(f"/api/games/{number}/turns/0").json
    assert beginning["position"]["towers"] == {} and beginning["turn"] is None and beginning["to_move"] == "R"
    third = client.get(f"/api/games/{number}/turns/3").json
    assert third["verdict"]["legal"] and third["last"] == ["c3", "e3"] and third["turn"]["notation"] == "+e3 +c3-e3"
    german = client.get(f"/api/games/{number}/turns/4", headers={"Accept-Language": "de"}).json
    assert german["turn"]["accepted"] and "Rot" in german["violations"][0]["message"]
    assert client.get(f"/api/games/{number}/turns/5").status_code == 404


@pytest.mark.parametrize(
    "route", ["", "/turns/0", "/record.txt", "/game.json", "/sheet.png", "/sheet.pdf", "/pictures"]
)
def test_what_is_not_there_is_not_found(client: FlaskClient, route: str) -> None:
    for number in WRONG_NUMBERS:
        answer = client.get(f"/api/games/{number}{route}")
        assert answer.status_code == 404 and answer.json["error"], number


def test_what_is_not_there_cannot_be_deleted(client: FlaskClient) -> None:
    imported(client)
    for number in WRONG_NUMBERS:
        for route in (f"/api/games/{number}", f"/api/games/{number}/pictures"):
            assert client.delete(route).status_code in (404, 405), number
    assert client.get("/api/games").json["total"] == 1


def test_turns_that_are_not_there_are_not_found(client: FlaskClient) -> None:
    number = imported(client)
    for turn in WRONG_NUMBERS[1:]:
        assert client.get(f"/api/games/{number}/turns/{turn}").status_code == 404, turn


# exports and imports


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: file.stem)
def test_a_record_comes_back_as_it_was(client: FlaskClient, log: GameLog, file: Path) -> None:
    first = imported(client, file.read_bytes())
    record = client.get(f"/api/games/{first}/record.txt").get_data(as_text=True)
    second = imported(client, record)
    assert client.get(f"/api/games/{second}/record.txt").get_data(as_text=True) == record
    third = imported(client, client.get(f"/api/games/{first}/game.json").data)
    assert client.get(f"/api/games/{third}/record.txt").get_data(as_text=True) == record
    game = client.get(f"/api/games/{second}").json
    truth = replay(file.read_text())
    assert [turn["position"] for turn in game["turns"]] == [turn.match.position.to_json() for turn in truth.turns]
    outcome = truth.turns[-1].match.outcome
    assert (game["outcome"] or {}).get("winner") == (outcome.winner if outcome else None)
    assert game["finished"] == (outcome is not None)
    assert fold(log.events(second), second).history == fold(log.events(first), first).history


def test_a_played_game_comes_back_from_its_data_with_its_times(client: FlaskClient, log: GameLog) -> None:
    play = played(log)
    play.set("names", {"R": "Żółć", "B": "Ben"})
    play.confirm(parse_text("9 c3:R e5:BB"), accepted=True)
    play.end()
    data = client.get(f"/api/games/{play.state.id}/game.json").data
    back = json.loads(client.get(f"/api/games/{imported(client, data)}/game.json").data)
    told: dict[str, Any] = json.loads(data)
    for key in (
        "begun",
        "table",
        "game",
        "rules",
        "players",
        "start",
        "position",
        "scores",
        "ended",
        "outcome",
        "settings",
    ):
        assert back[key] == told[key], key
    kept = ("n", "player", "notation", "legal", "accepted", "at", "position", "violations")
    assert [[turn[key] for key in kept] for turn in back["turns"]] == [[t[key] for key in kept] for t in told["turns"]]


def test_an_imported_game_is_never_taken_for_the_last_one_of_a_table(client: FlaskClient, log: GameLog) -> None:
    play = played(log)
    imported(client, SHORT.replace("Küche", "1"))
    resumed = Play.resume(log, "1")
    assert resumed is not None and resumed.state.id == play.state.id


def test_exports_are_files_with_a_name(client: FlaskClient) -> None:
    number = imported(client)
    for route, kind in (
        ("record.txt", "text/plain"),
        ("game.json", "application/json"),
        ("sheet.pdf", "application/pdf"),
    ):
        answer = client.get(f"/api/games/{number}/{route}")
        name = f'attachment; filename="taktori-{number}-2026-11-16.{route.rpartition(".")[2]}"'
        assert answer.mimetype == kind and answer.headers["Content-Disposition"] == name
    shown = client.get(f"/api/games/{number}/sheet.png?show=1")
    assert shown.data.startswith(b"\x89PNG") and shown.headers["Content-Disposition"].startswith("inline")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Nothing was sent"),
        ("   \n\n", "Nothing was sent"),
        (b"\xff\xfe\x00", "UTF-8"),
        ("hello", "does not say which game"),
        ("Players: R B\n1. R +c3", "does not say which game"),
        (SHORT.replace("taktori", "bridge"), "line 1: there is no game bridge"),
        (SHORT.replace("R B", "R R"), "line 2: players are different colours"),
        (SHORT.replace("+e5", "+z9"), "line 7: "),
        (SHORT.replace("+e5", "+z9").replace("+c3\n", "+\n"), "(further errors: 1)"),
        (SHORT.replace("Küche", "x" * 41), "line 4: "),
        ("Setup: 5 a1:R\n" + SHORT, "taktori is played on 9x9"),
        (SHORT.replace("+c3\n", f"{'+c3 ' * 201}\n"), "line 6: There are more than 200 pieces"),
        (SHORT.replace("+c3\n", f"+c3 {'x' * 4000}\n"), "line 6: The line has more than 4000 letters"),
        (SHORT.replace("\n\n", f"\nSetup: 9 a1:{'R' * 201}\n\n"), "line 5: There are more than 200 pieces"),
        ("{", "not JSON"),
        ("{}", 'format must be "draufsicht game"'),
        ('{"format": "draufsicht game", "version": 0}', "version must be 1"),
        ('{"format": "draufsicht game", "version": 2}', "newer version"),
        ('{"format": "draufsicht game", "version": 1}', "rules: an object"),
        ('{"format": "draufsicht game", "version": 1, "rules": {}, "players": ["R"], "turns": 7}', "turns: a list"),
        ("[" * 50_000, "more than 4000 letters"),
        ('{"a":' * 50_000, "nested"),
    ],
)
def test_what_cannot_be_imported_is_refused_with_a_sentence(client: FlaskClient, text: str | bytes, said: str) -> None:
    assert said in refused(client, text)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("game", 7, "There is no game 7"),
        ("rules", {"capture": "perhaps"}, "capture cannot be perhaps"),
        ("players", ["R", ["B"]], "Players are different colours"),
        ("start", None, "start: "),
        ("start", {"board": 5, "towers": {}, "sticks": []}, "9x9"),
        ("begun", "yesterday", "begun: 'yesterday' is no time"),
        ("begun", None, "is no time"),
        ("table", " ", "table: "),
        ("settings", {"names": ["Anna"]}, "settings names: an object"),
        ("settings", {"names": {"R": "x" * 41}}, "at most 40 letters"),
        ("settings", {"names": {"X": "Anna"}}, "at most 40 letters"),
        ("turns", [7], "turns 1: an object"),
        ("turns", [{"position": {"board": 9, "towers": {"z9": "R"}, "sticks": []}}], "turns 1: "),
        ("turns", [{"position": {"board": 9, "towers": {"a1": "R" * 500}, "sticks": []}}], "more than 200"),
        ("turns", [{"position": {"board": 5, "towers": {}, "sticks": []}}], "turns 1: taktori is played on 9x9"),
    ],
)
def test_wrong_data_are_refused_with_their_place(client: FlaskClient, key: str, value: Any, said: str) -> None:
    data = json.loads(client.get(f"/api/games/{imported(client)}/game.json").data)
    assert said in refused(client, json.dumps(data | {key: value}))


def test_turns_after_the_end_are_refused_with_their_line(client: FlaskClient) -> None:
    record = (Path(__file__).parents[2] / "playthroughs" / "rectangle5.txt").read_text()
    last = max(int(line.split(".")[0]) for line in record.splitlines() if line[:1].isdigit())
    said = refused(client, record + f"{last + 1}. pass\n")
    assert said.startswith("line ") and "over before" in said


def test_too_much_is_refused(client: FlaskClient) -> None:
    refused(client, b"x" * (MOST_BYTES + 1), 413)
    head = SHORT.partition("1. R")[0]
    refused(client, "x\n" * 100_000, 413)
    refused(client, head + "".join(f"{n}. pass\n" for n in range(1, MOST_TURNS + 2)), 413)


def test_imports_from_other_pages_are_refused(client: FlaskClient) -> None:
    assert client.post("/api/games/import", data=SHORT, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.get("/api/games").json["total"] == 0


def test_a_log_that_cannot_be_written_is_told(
    client: FlaskClient, log: GameLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    from live.log_file import NotWritten
    from words.message import message

    def full(*_: object, **__: object) -> None:
        raise NotWritten(message("log.full"))

    monkeypatch.setattr(log, "begin", full)
    assert "disk is full" in refused(client, SHORT)


# deleting and pictures


def test_a_game_is_deleted_with_its_pictures(client: FlaskClient, log: GameLog) -> None:
    play = played(log)
    folder = kept_picture(log, play)
    assert client.delete(f"/api/games/{play.state.id}").json == {"deleted": play.state.id, "pictures": 1}
    assert not list(folder.path.iterdir()) and client.get(f"/api/games/{play.state.id}").status_code == 404


def test_a_game_that_is_being_played_stays(client: FlaskClient, log: GameLog) -> None:
    play = played(log)
    with TableLock(log.path, "1"):
        answer = client.delete(f"/api/games/{play.state.id}")
        assert answer.status_code == 409 and "table 1" in answer.json["error"]
        imported_number = imported(client)
        assert client.delete(f"/api/games/{imported_number}").status_code == 200
        play.end()
        assert client.delete(f"/api/games/{play.state.id}").status_code == 200


def kept_picture(log: GameLog, play: Play) -> PictureFolder:
    folder = PictureFolder.beside(log.path)
    folder.path.mkdir(exist_ok=True)
    assert play.state.id is not None
    folder.file(play.state.id, play.seq).write_bytes(b"\xff\xd8\xff\xd9")
    return folder


def test_pictures_are_told_with_their_turns(client: FlaskClient, log: GameLog) -> None:
    play = played(log)
    kept_picture(log, play)
    play.undo()
    play.confirm(parse_text("9 c3:R e7:B"))
    kept_picture(log, play)
    gone, there = client.get(f"/api/games/{play.state.id}/pictures").json["pictures"]
    assert (gone["turn"], there["turn"]) == (None, 2)
    picture = client.get(there["address"])
    assert picture.mimetype == "image/jpeg" and picture.data == b"\xff\xd8\xff\xd9"
    assert picture.headers["Cache-Control"] == "no-store"


def test_pictures_can_be_deleted_alone(client: FlaskClient, log: GameLog) -> None:
    play = played(log)
    kept_picture(log, play)
    number = play.state.id
    assert client.delete(f"/api/games/{number}/pictures").json == {"pictures": 1}
    assert client.get(f"/api/games/{number}/pictures").json == {"pictures": []}
    assert len(client.get(f"/api/games/{number}").json["turns"]) == 2


def test_pictures_that_are_not_there_are_not_found(client: FlaskClient) -> None:
    number = imported(client)
    for seq in WRONG_NUMBERS:
        assert client.get(f"/api/games/{number}/pictures/{seq}.jpg").status_code == 404, seq
    assert client.get(f"/api/games/{number}/pictures/../games.sqlite").status_code == 404


# the pages


@pytest.mark.parametrize("lang", ["de", "en", "fr", "it"])
def test_the_pages_are_there_in_every_language(client: FlaskClient, lang: str) -> None:
    number = imported(client)
    for route in ("/games", f"/games/{number}"):
        answer = client.get(f"{route}?lang={lang}")
        page = answer.get_data(as_text=True)
        assert answer.status_code == 200 and f'lang="{lang}"' in page
        assert "style=" not in page and "onclick" not in page


@pytest.mark.parametrize("number", ["7", "x", "9" * 5000])
def test_a_page_of_no_game_says_so(client: FlaskClient, number: str) -> None:
    answer = client.get(f"/games/{number}")
    assert answer.status_code == 404 and "here is no game" in answer.get_data(as_text=True)

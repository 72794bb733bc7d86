"""The page for many photographs: handed in one at a time, the doubtful ones first, corrected, exported, forgotten."""

from __future__ import annotations

import csv
import io
import json
import struct
import unicodedata
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text
from tests.waiting import wait_for
from vision.doubt import Doubt
from vision.picture_reading import Reading
from web.config import Config
from web.context import CONFIG, WORKSHOP
from web.door.errors import Conflict, NotFound, TooOften, init_errors
from web.door.safety import init_safety
from web.photographs import batch as module
from web.photographs import batches as lists
from web.photographs.batch import Batch
from web.photographs.batches import UNTOUCHED_S, Batches
from web.photographs.calls import BATCHES, MOST_WORDS, init_batches, photographs
from web.photographs.reading_work import SHOWN_PX, THUMB_PX, Seen, Wish
from web.photographs.results import row_json
from web.photographs.rows import LONGEST_NAME, Answer, Row, RowState, shown_name
from web.photographs.spreadsheet import safe_cell, spreadsheet
from web.served_texts import init_texts
from web.workshop.uploads import MOST_UPLOAD_BYTES
from web.workshop.workshop import Workshop
from words.language import LANGUAGES
from words.message import InputError, message

SAMPLES = Path(__file__).parents[3] / "sample_images"
QUICK = {"measure": False}


def sample(name: str) -> bytes:
    return (SAMPLES / f"{name}.jpg").read_bytes()


def truth(name: str) -> dict[str, Any]:
    said = json.loads((SAMPLES / f"{name}.json").read_text())
    assert isinstance(said, dict)
    return said


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    made = Workshop()
    yield made
    made.close()


@pytest.fixture
def app(workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path))
    made = Flask("web")
    made.testing = True
    made.config["PROPAGATE_EXCEPTIONS"] = False
    made.extensions[CONFIG], made.extensions[WORKSHOP] = Config(), workshop
    init_errors(made)
    init_safety(made)
    init_texts(made)
    init_batches(made)
    made.register_blueprint(photographs)
    yield made
    made.extensions[BATCHES].close_all()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def until(true: Callable[[], bool]) -> None:
    wait_for(true)


def opened(client: FlaskClient, **asked: Any) -> str:
    answer = client.post("/api/batches", json={**QUICK, **asked})
    assert answer.status_code == 201, answer.json
    return f"/api/batches/{answer.json['id']}"


def hand_in(client: FlaskClient, batch: str, name: str, data: bytes) -> dict[str, Any]:
    answer = client.post(f"{batch}/pictures", query_string={"name": name}, data=data)
    assert answer.status_code == 201, answer.json
    until(lambda: not client.get(batch).json["unread"])
    said = client.get(f"{batch}/pictures/{answer.json['n']}").json
    assert isinstance(said, dict)
    return said


def refusal(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.json
    assert set(answer.json) == {"error"}
    return str(answer.json["error"])


# --- reading ----------------------------------------------------------------------------------------------------------


def test_a_picture_becomes_a_reading_with_all_that_is_shown(client: FlaskClient) -> None:
    batch = opened(client, game="free")
    said = hand_in(client, batch, "day 1/first.jpg", sample("first_bridges"))
    right = truth("first_bridges")
    assert said["position"]["towers"] == right["towers"]
    assert (said["name"], said["board"], said["state"]) == ("day 1/first.jpg", 5, "clear")
    assert said["verdict"]["legal"]
    assert said["reading"]["image"] == "day 1/first.jpg"
    assert set(said["view"]) == {"size", "matrix", "dist", "rvec", "tvec", "corners"}
    assert {"pitch_9", "tower_height"} <= set(said["set"])
    shown = Image.open(io.BytesIO(client.get(f"{batch}/pictures/1/picture.jpg").data))
    thumb = Image.open(io.BytesIO(client.get(f"{batch}/pictures/1/thumb.jpg").data))
    assert shown.size == tuple(said["view"]["size"]) == tuple(said["size"])
    assert max(shown.size) <= SHOWN_PX
    assert max(thumb.size) <= THUMB_PX
    # The camera is told in pixels of the picture that is shown.
    scale = shown.size[0] / right["camera"]["size"][0]
    for (u, v), (x, y) in zip(said["view"]["corners"], right["corners"], strict=True):
        assert abs(u - scale * x) < 4
        assert abs(v - scale * y) < 4
    row = client.get(batch).json["rows"][0]
    assert row["towers"] == sum(map(len, right["towers"].values()))
    assert row["sticks"] == len(right["sticks"])
    assert (row["doubts"], row["violations"]) == (0, 0)


@pytest.fixture(scope="module")
def broken() -> dict[str, bytes]:
    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    def png(width: int, height: int, dots: bytes) -> bytes:
        head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(dots)) + part(b"IEND", b"")

    no_board = io.BytesIO()
    Image.new("RGB", (300, 200), "green").save(no_board, "JPEG", progressive=True)
    return {
        "empty.jpg": b"",
        "page.jpg": b"<html><script>alert(1)</script>",
        "cut.jpg": sample("loose")[:5000],
        "huge.png": png(60_000, 60_000, b"\0" * 1_000_000),
        "heavy.jpg": b"\xff\xd8\xff" + bytes(MOST_UPLOAD_BYTES),
        "grass.jpg": no_board.getvalue(),
    }


def test_what_cannot_be_read_is_in_the_list_with_its_reason_and_first(
    client: FlaskClient, broken: dict[str, bytes]
) -> None:
    batch = opened(client, game="free")
    hand_in(client, batch, "sound.jpg", sample("first_bridges"))
    for name, data in broken.items():
        hand_in(client, batch, name, data)
    said = client.get(batch).json
    assert [row["name"] for row in said["rows"]] == [*broken, "sound.jpg"]
    assert said["counts"] == {"error": len(broken), "clear": 1}
    reasons = {row["name"]: row["error"] for row in said["rows"]}
    assert reasons["empty.jpg"] == "The file is empty"
    assert reasons["page.jpg"] == "This is no picture that can be read"
    assert reasons["cut.jpg"] == "The picture is damaged or cut short"
    assert "megapixels" in reasons["huge.png"]
    assert "30 MB" in reasons["heavy.jpg"]
    assert reasons["grass.jpg"].startswith("No board found")
    # Only what could be decoded can be shown.
    shown = {row["name"]: row["picture"] for row in said["rows"]}
    assert shown == dict.fromkeys(broken, False) | {"grass.jpg": True, "sound.jpg": True}
    assert client.get(f"{batch}/pictures/2/thumb.jpg").status_code == 404
    assert client.post(f"{batch}/pictures/2/correct", json={"words": ["e5=R"]}).status_code == 409
    assert [row.get("error") is None for row in client.get(f"{batch}/results.json").json["pictures"]].count(False) == 6


def test_another_board_than_the_games_is_a_problem_but_shown(client: FlaskClient) -> None:
    batch = opened(client, game="taktori")
    said = hand_in(client, batch, "five.jpg", sample("first_bridges"))
    assert said["state"] == "error"
    assert said["error"] == "TAKTORI is played on 9x9 fields, this board has 5x5"
    assert said["verdict"] is None
    assert said["position"]["towers"] == truth("first_bridges")["towers"]


def test_a_correction_counts_and_can_be_forgotten(client: FlaskClient) -> None:
    batch = opened(client, game="free")
    hand_in(client, batch, "x.jpg", sample("first_bridges"))
    said = client.post(f"{batch}/pictures/1/correct", json={"words": ["a1=GG", "+R:a1-b2@1"]}).json
    assert said["position"]["towers"]["a1"] == "GG"
    assert set(said["by_hand"]) == {"a1", "a1-b2"}
    assert said["state"] == "illegal"
    assert {violation["rule"] for violation in said["verdict"]["violations"]} >= {"bridge.straight"}
    assert said["reading"]["towers"]["a1"] == "GG"
    assert client.get(batch).json["rows"][0]["by_hand"] is True
    said = client.post(f"{batch}/pictures/1/correct", json={"words": ["-R:a1-b2@1"]}).json
    assert said["state"] == "clear"
    said = client.delete(f"{batch}/pictures/1/correct").json
    assert (said["by_hand"], said["state"]) == ([], "clear")
    assert "a1" not in said["position"]["towers"]


@pytest.mark.parametrize(
    "words",
    [
        None, [], "e5=R", {"e5": "R"}, [5], [None], ["e5"], ["z9=R"], ["e5=X"], ["e5=R", "e5=B"], ["+R:a1-zz@1"],
        ["-R:a1-a2@1"], ["=cmd"], ["e5=" + "R" * 100], ["a1=R"] * (MOST_WORDS + 1), ["\0=R"], ["../x=R"],
        ["c3-d3"], ["c3-z3="], ["c3-d3=R"], ["c3-c3="],
    ],
)  # fmt: skip
def test_wrong_words_change_nothing(client: FlaskClient, app: Flask, words: Any) -> None:
    batch = app.extensions[BATCHES].open(rule_book("free"), Wish())
    batch.rows.append(answered(1, "x.jpg", "5 c3:R"))
    path = f"/api/batches/{batch.id}/pictures/1"
    refusal(client.post(f"{path}/correct", json={"words": words}), 400)
    said = client.get(path).json
    assert (said["position"]["towers"], said["by_hand"]) == ({"c3": "R"}, [])


# --- order and limits -------------------------------------------------------------------------------------------------


def answered(n: int, name: str, position: str, *doubtful: str, game: str | None = "free") -> Row:
    """A row as it is once its picture was read."""
    unsure = tuple(Doubt(at, message("doubt.dark")) for at in doubtful)
    reading = Reading(name, ((0.0, 0.0),) * 4, parse_text(position), unsure, 5.0)
    seen = Seen(b"shown", b"thumb", (640, 480), reading)
    rules = rule_book(game) if game else None
    return Row(n, name, seen=seen, answer=Answer(seen, reading, reading.position, (), rules))


BRIDGE = "5 c3:R d3:R R:c3-d3@1"


def open_list(batches: Batches, game: str | None = "free") -> Batch:
    return batches.open(rule_book(game) if game else None, Wish())


def test_the_doubtful_come_first() -> None:
    batch = open_list(Batches())
    batch.rows += [
        Row(1, "waiting"),
        answered(2, "clear", "5 c3:R"),
        answered(3, "illegal", "5 c3:R R:c3-d3@1"),
        answered(4, "unsure and illegal", "5 c3:R R:c3-d3@1", "d3"),
        answered(5, "open", "5 c3:R d3:? R:c3-d3@1"),
        Row(6, "error", error=InputError(message("photo.damaged"))),
        answered(7, "other board", "9 c3:R"),
        answered(8, "unsure", "5 c3:R", "c3"),
    ]
    names = [row.name for row in batch.ordered()]
    assert names == ["error", "other board", "unsure and illegal", "open", "unsure", "illegal", "clear", "waiting"]
    assert batch.correct(4, ["d3="]).state is RowState.ILLEGAL
    assert batch.correct(5, ["d3=R"]).state is RowState.CLEAR
    assert batch.correct(8, ["c3=R"]).state is RowState.CLEAR
    assert batch.as_read(8).state is RowState.UNSURE
    with pytest.raises(Conflict):
        batch.correct(6, ["c3=R"])
    with pytest.raises(NotFound):
        batch.correct(9, ["c3=R"])


def test_without_a_game_nothing_is_judged() -> None:
    batch = open_list(Batches(), None)
    batch.rows.append(answered(1, "x", "9 c3:R R:c3-d4@1", game=None))
    row = batch.row(1)
    assert row.state is RowState.CLEAR
    assert row_json(batch, row, "en")["scores"] is None


def test_a_list_takes_only_so_many(monkeypatch: pytest.MonkeyPatch, workshop: Workshop) -> None:
    monkeypatch.setattr(module, "MOST_PICTURES", 2)
    batch = open_list(Batches())
    batch.rows += [answered(1, "a", "5"), answered(2, "b", "5")]
    with pytest.raises(Conflict) as refused:
        batch.add(b"picture", "c", workshop)
    assert refused.value.message.key == "web.photos.many"
    with pytest.raises(Conflict):
        batch.add(b"", "c", workshop)
    assert len(batch.rows) == 2


def test_nothing_is_sent_far_ahead(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_AHEAD", -1)
    batch = opened(client)
    answer = client.post(f"{batch}/pictures?name=x.jpg", data=sample("loose"))
    assert "read first" in refusal(answer, 429)
    assert client.get(batch).json["rows"] == []


def test_a_busy_workshop_is_no_fault_of_the_picture() -> None:
    workshop = Workshop(most_waiting=0)
    batch = open_list(Batches())
    with pytest.raises(TooOften):
        batch.add(b"picture", "x", workshop)
    assert batch.rows == []
    workshop.close()


def test_only_so_many_lists_and_bytes(client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MOST_LISTS", 2)

    def with_pictures() -> str:
        batch = opened(client)
        app.extensions[BATCHES].find(batch.rpartition("/")[2]).rows.append(answered(1, "x", "5"))
        return batch

    batch = with_pictures()
    with_pictures()
    refusal(client.post("/api/batches", json={}), 409)
    client.delete(batch)
    empty = opened(client)
    batch = with_pictures()  # what has nothing to lose makes room, and is found again
    assert client.get(batch).status_code == 200
    client.delete(batch)
    assert client.get(empty).status_code == 200
    batch = with_pictures()
    monkeypatch.setattr(lists, "MOST_KEPT_BYTES", 1)
    refusal(client.post(f"{batch}/pictures?name=x", data=b"x"), 409)
    monkeypatch.setattr(lists, "MOST_KEPT_LISTS", 3)
    client.delete(batch)
    assert opened(client)
    refusal(client.post("/api/batches", json={}), 409)


def test_a_list_that_nobody_touches_is_forgotten() -> None:
    now = [0.0]
    batches = Batches(lambda: now[0])
    one, two = open_list(batches), open_list(batches)
    now[0] = UNTOUCHED_S
    assert batches.find(two.id) is two
    now[0] += 1
    batches.sweep()
    with pytest.raises(NotFound):
        batches.find(one.id)
    assert batches.find(two.id) is two
    batches.close_all()
    with pytest.raises(NotFound):
        batches.find(two.id)


def test_closing_and_stopping_end_what_is_being_read(client: FlaskClient, app: Flask, workshop: Workshop) -> None:
    batch = opened(client, measure=True)
    for name in ("a", "b"):
        assert client.post(f"{batch}/pictures?name={name}", data=sample("loose")).status_code == 201
    stopped = client.post(f"{batch}/stop").json
    until(lambda: not client.get(batch).json["unread"])
    rows = client.get(batch).json["rows"]
    assert len(stopped["rows"]) == len(rows) == 2
    assert {row["error"] for row in rows} == {"This was stopped before it was done."}
    kept = app.extensions[BATCHES].find(batch.rpartition("/")[2])
    assert client.post(f"{batch}/pictures?name=c", data=sample("loose")).status_code == 201
    assert client.delete(batch).status_code == 200
    until(lambda: not kept.unread)
    assert "deleted" in refusal(client.get(batch), 404)
    assert client.delete(batch).status_code == 200


@pytest.mark.parametrize("what", ["", "/pictures/1", "/pictures/1/thumb.jpg", "/results.csv", "/results.json"])
def test_what_is_not_there_is_said(client: FlaskClient, what: str) -> None:
    assert "deleted" in refusal(client.get(f"/api/batches/nothing{what}"), 404)


@pytest.mark.parametrize("n", ["0", "1", "99999999999999999999", "-1", "x", "%00"])
def test_a_picture_that_is_not_there_is_said(client: FlaskClient, n: str) -> None:
    batch = opened(client)
    refusal(client.get(f"{batch}/pictures/{n}"), 404)
    refusal(client.get(f"{batch}/pictures/{n}/picture.jpg"), 404)


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "bridge"}, {"game": 5}, {"game": "taktori", "rules": {"x": 1}}, {"game": "taktori", "rules": []},
        {"game": "colourful"}, {"board": 7}, {"board": True}, {"board": [9]}, {"measure": "yes"}, {"profile": "nobody"},
        {"profile": 5}, {"profile": "auto"}, {"profile": "../x"},
    ],
)  # fmt: skip
def test_wrong_wishes_are_refused(client: FlaskClient, asked: dict[str, Any]) -> None:
    refusal(client.post("/api/batches", json=asked), 400)


def test_a_profile_is_read_with(client: FlaskClient, tmp_path: Path) -> None:
    right = truth("first_bridges")
    said = {
        "format": "draufsicht profile",
        "version": 1,
        "name": "Club",
        "set": right["set"],
        "camera": right["camera"],
    }
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "Club.json").write_text(json.dumps(said))
    assert "Club" in client.get("/photographs").text
    batch = opened(client, profile="Club", measure=True, board=5)
    picture = hand_in(client, batch, "x.jpg", sample("first_bridges"))
    assert picture["reading"]["profile"] == "Club"
    assert picture["set"]["tower_height"] == pytest.approx(right["set"]["tower_height"], abs=0.01)
    assert "measured" not in picture["reading"]
    assert client.get(batch).json["profile"] == "Club"


# --- names and exports ------------------------------------------------------------------------------------------------

NAMES = [
    ("../../etc/passwd", "../../etc/passwd"),
    ("a\r\nSet-Cookie: x\t\0b", "a Set-Cookie: x b"),
    ("<img src=x onerror=alert(1)>.jpg", "<img src=x onerror=alert(1)>.jpg"),
    ("gpj.\u202eexe", "gpj. exe"),
    ("  ", ""),
    ("", ""),
    ("x" * 5000, "…" + "x" * (LONGEST_NAME - 1)),
]


@pytest.mark.parametrize(("name", "shown"), NAMES)
def test_names_are_only_shown(client: FlaskClient, name: str, shown: str) -> None:
    assert shown_name(name) == shown
    batch = opened(client)
    answer = client.post(f"{batch}/pictures", query_string={"name": name}, data=b"")
    assert answer.json["name"] == (shown or "Picture 1")
    assert answer.mimetype == "application/json"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_safe_in_spreadsheets(language: str) -> None:
    batch = open_list(Batches())
    names = ['=HYPERLINK("http://x")', "+1", "-1", "@SUM(A1)", "|x", 'quote".jpg', "a;b,c.jpg", "plain.jpg"]
    names[1:1] = [f"{before}{sign}1" for before in ("", " ", "\u3000", "\u200b") for sign in "＝＋－＠"]
    batch.rows += [answered(n, name, "5 c3:R d3:R R:c3-d3@1 R:c3-e4@1") for n, name in enumerate(names, 1)]
    batch.correct(len(names), ["a1=B"])
    text = spreadsheet(batch, language)
    assert text.startswith("\ufeff")
    delimiter = "," if language == "en" else ";"
    rows = list(csv.reader(io.StringIO(text[1:], newline=""), delimiter=delimiter))
    assert len(rows) == 1 + len(names)
    assert {len(row) for row in rows} == {len(rows[0])}
    cells = [unicodedata.normalize("NFKC", cell).lstrip(" \u200b") for row in rows for cell in row]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "|", ";")) for cell in cells)
    assert {row[0].removeprefix("'") for row in rows[1:]} == set(names)
    last = next(row for row in rows if row[0] == "plain.jpg")
    assert "a1" in last
    assert "5 a1:B c3:R d3:R R:c3-d3@1 R:c3@1-e4@1" in last or "5 a1:B c3:R d3:R R:c3-d3@1 R:c3-e4@1" in last


def test_numbers_stay_numbers() -> None:
    assert safe_cell(-1) == -1
    assert safe_cell("") == ""
    assert safe_cell("-1") == "'-1"


def test_exports_are_downloads(client: FlaskClient, app: Flask) -> None:
    batch = app.extensions[BATCHES].open(rule_book("free"), Wish())
    batch.rows += [
        answered(1, "x.jpg", "5 c3:R", "c3"),
        Row(2, "y.jpg", error=InputError(message("photo.damaged"))),
        Row(3, "z.jpg"),
    ]
    answer = client.get(f"/api/batches/{batch.id}/results.json")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="results.json"'
    first, second = answer.json["pictures"]
    assert (first["image"], first["towers"], first["unsure"]) == (
        "x.jpg",
        {"c3": "R"},
        [{"at": "c3", "why": "too dark"}],
    )
    assert (first["verdict_unsure"], first["state"]) == (["c3"], "unsure")
    assert second == {"image": "y.jpg", "error": "the picture is damaged or cut short", "state": "error"}
    assert answer.json["game"] == "free"
    table = client.get(f"/api/batches/{batch.id}/results.csv", headers={"Accept-Language": "de"})
    assert table.headers["Content-Disposition"] == 'attachment; filename="results.csv"'
    assert table.mimetype == "text/csv"
    assert "unsicher" in table.text


def test_a_doubt_about_a_stick_alone(client: FlaskClient, app: Flask) -> None:
    """Whoever says what lies between the two fields ends it; saying what stands on one of them does not."""
    batch = app.extensions[BATCHES].open(rule_book("free"), Wish())
    batch.rows += [answered(1, "bare.jpg", "5 c3:R d3:R", "c3-d3"), answered(2, "stick.jpg", BRIDGE, "c3-d3", "e5")]
    path = f"/api/batches/{batch.id}/pictures"
    said = client.get(f"{path}/1").json
    assert said["doubts"] == said["reading"]["unsure"] == [{"at": "c3-d3", "why": "too dark"}]
    assert (said["reading"]["verdict_unsure"], said["state"]) == (["c3-d3"], "unsure")
    assert "c3-d3" in client.get(f"/api/batches/{batch.id}/results.csv").text

    said = client.post(f"{path}/1/correct", json={"words": ["c3=R", "d3=R"]}).json
    assert (said["state"], len(said["doubts"])) == ("unsure", 1)
    said = client.post(f"{path}/1/correct", json={"words": ["d3-c3="]}).json
    assert (said["state"], said["doubts"], said["by_hand"]) == ("clear", [], ["c3", "d3", "c3-d3"])
    assert said["position"]["sticks"] == []
    assert client.delete(f"{path}/1/correct").json["state"] == "unsure"
    said = client.post(f"{path}/1/correct", json={"words": ["+R:c3-d3@1"]}).json
    assert (said["state"], said["by_hand"], len(said["position"]["sticks"])) == ("clear", ["c3-d3"], 1)

    said = client.post(f"{path}/2/correct", json={"words": ["c3-d3=", "+R:c3-d3@1"]}).json
    assert ([doubt["at"] for doubt in said["doubts"]], said["by_hand"]) == (["e5"], ["c3-d3"])
    assert len(said["position"]["sticks"]) == 1


def test_other_pages_change_nothing(client: FlaskClient) -> None:
    batch = opened(client)
    foreign = {"Origin": "http://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    refusal(client.post("/api/batches", json={}, headers=foreign), 403)
    refusal(client.post(f"{batch}/pictures?name=x", data=b"x", headers=foreign), 403)
    refusal(client.delete(batch, headers=foreign), 403)
    assert client.get(batch).json["rows"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_there_in_every_language(client: FlaskClient, language: str) -> None:
    page = client.get(f"/photographs?lang={language}")
    assert page.status_code == 200
    assert "page.photos" not in page.text
    assert "style=" not in page.text

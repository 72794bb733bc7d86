"""Lists of photographs as wholes: tried again, found again after a restart, measured once, deleted for good."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.waiting import wait_for
from tests.web import jobs
from tests.web.photographs.test_groups import Later, listed
from web.config import Config
from web.door.errors import Conflict
from web.photographs import batch as module
from web.photographs import set_of_list
from web.photographs.batch import most_unread
from web.photographs.calls import BATCHES
from web.photographs.reading_work import Seen, Wish
from web.photographs.rows import Row, RowState
from web.photographs.store import ListStore
from web.workshop.workshop import State
from words.message import InputError, message

CRASHED = InputError(message("web.work.crashed"))
SAMPLES = Path(__file__).parents[3] / "sample_images"
QUICK = {"measure": False, "game": "free"}
ONE_SET = ("first_bridges", "closed_rectangle", "hand")
"""Samples that show the same set; `two_floors` shows another one, with higher towers."""


def sample(name: str) -> bytes:
    return (SAMPLES / f"{name}.jpg").read_bytes()


@pytest.fixture
def pages(make_app: Callable[..., Flask], tmp_path: Path) -> Iterator[Callable[[], FlaskClient]]:
    """Called again, the program started again: the one before is closed."""
    made: list[Flask] = []

    def start() -> FlaskClient:
        if made:
            made[-1].extensions[BATCHES].close_all()
        made.append(make_app(reopen=False))
        return made[-1].test_client()

    yield start


def store_file(tmp_path: Path) -> Path:
    return tmp_path / "games-photographs.sqlite"


def opened(client: FlaskClient, **asked: Any) -> str:
    answer = client.post("/api/batches", json={**QUICK, **asked})
    assert answer.status_code == 201, answer.json
    return f"/api/batches/{answer.json['id']}"


def read(client: FlaskClient, batch: str) -> dict[str, Any]:
    """The list when nothing is left to do."""

    def done() -> bool:
        said = client.get(batch).json
        return not said["unread"] and said["set"]["state"] != "measuring"

    wait_for(done)
    said = client.get(batch).json
    assert isinstance(said, dict)
    return said


def hand_in(client: FlaskClient, batch: str, *names: str) -> dict[str, Any]:
    for name in names:
        wait_for(lambda: client.post(f"{batch}/pictures?name={name}.jpg", data=sample(name)).status_code == 201)  # noqa: B023
    return read(client, batch)


# --- what failed ------------------------------------------------------------------------------------------------------


def test_what_failed_says_so_and_is_tried_again(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "read_upload", jobs.read_if_allowed)
    batch = opened(client)
    hand_in(client, batch, "first_bridges")
    client.post(f"{batch}/pictures?name=no.jpg", data=b"no picture")
    said = read(client, batch)
    assert (said["failed"], said["counts"]) == (2, {"error": 2})
    assert all(row["failed"] and row["again"] and not row["picture"] for row in said["rows"])

    home = Path(os.environ["DRAUFSICHT_HOME"])
    home.mkdir(parents=True, exist_ok=True)
    (home / "allowed").touch()
    # One, with other settings; then all that are left.
    assert client.post(f"{batch}/read", json={"rows": [1], "ask": "more"}).status_code == 200
    said = read(client, batch)
    assert (said["failed"], said["counts"]) == (1, {"error": 1, "clear": 1})
    assert client.get(f"{batch}/pictures/1").json["wish"]["ask"] == "more"
    assert client.post(f"{batch}/read", json={}).status_code == 200
    said = read(client, batch)
    assert said["failed"] == 1
    rows = {row["name"]: row for row in said["rows"]}
    assert rows["no.jpg"]["error"] == "This is no picture that can be read"
    assert not rows["no.jpg"]["again"]  # nothing would make it one
    assert client.post(f"{batch}/read", json={}).status_code == 409
    assert client.post(f"{batch}/read", json={"rows": [1]}).status_code == 409


def test_a_board_that_was_not_found_is_tried_otherwise(client: FlaskClient) -> None:
    batch = opened(client, board=5)
    said = hand_in(client, batch, "closed_rectangle")
    before = said["rows"][0]
    if before["failed"]:
        said = client.post(f"{batch}/read", json={"board": 9}).json
        assert said["unread"] == 1
        said = read(client, batch)
    else:  # read as what it is not; then it is read again by itself
        client.post(f"{batch}/pictures/1/read", json={"board": 9})
        said = read(client, batch)
    assert (said["failed"], said["rows"][0]["board"]) == (0, 9)


def test_more_than_can_wait_are_tried_again_in_their_turn() -> None:
    later = Later()
    batch = listed(*(Row(n, f"{n}.jpg", file=b"file", error=CRASHED) for n in range(1, 8)))
    assert batch.failed == 7
    batch.try_again(None, Wish(ask="more"), later)  # type: ignore[arg-type]
    assert (batch.unread, batch.failed, len(later.jobs)) == (7, 0, most_unread(later))  # type: ignore[arg-type]
    assert {row.state for row in batch.rows} == {RowState.WAITING}
    for job, (_, _, _, wish) in list(later.jobs):
        assert wish.ask == "more"
        job._end(State.DONE, Seen(b"shown", b"thumb", (4, 3), error=InputError(message("noboard.none"))))
    assert (batch.failed, len(later.jobs)) == (2, 4)
    # Those that wait are as they were if somebody stops it.
    batch.stop()
    assert (batch.unread, batch.failed) == (0, 7)
    assert [row.can_be_read for row in batch.rows] == [False, False, *[True] * 5]
    with pytest.raises(Conflict):
        batch.try_again([1], None, later)  # type: ignore[arg-type]


# --- found again ------------------------------------------------------------------------------------------------------


def test_a_list_is_found_again_after_a_restart(pages: Callable[[], FlaskClient], tmp_path: Path) -> None:
    client = pages()
    batch = opened(client)
    hand_in(client, batch, "first_bridges")
    for name in ("no", "nothing"):
        client.post(f"{batch}/pictures?name={name}.jpg", data=b"no picture")
        read(client, batch)
    before = client.post(f"{batch}/pictures/1/correct", json={"words": ["a1=GG"]}).json
    order = [row["name"] for row in client.get(batch).json["rows"]]
    (short,) = client.get("/api/batches").json["lists"]
    assert (short["pictures"], short["failed"], short["name"]) == (3, 2, "first_bridges.jpg")

    client = pages()
    (again,) = client.get("/api/batches").json["lists"]
    assert again == short
    said = client.get(batch).json
    assert [row["name"] for row in said["rows"]] == order
    assert not any(row["picture"] or row["again"] for row in said["rows"])
    shown = client.get(f"{batch}/pictures/1").json
    for key in ("position", "by_hand", "doubts", "verdict", "state", "set", "view"):
        assert shown[key] == before[key], key
    assert shown["reading"] == before["reading"]
    assert client.get(f"{batch}/pictures/1/picture.jpg").status_code == 404
    assert client.post(f"{batch}/pictures/1/read", json={}).status_code == 409
    assert client.post(f"{batch}/pictures/1/correct", json={"words": ["a1="]}).json["by_hand"] == ["a1"]
    assert b"JFIF" not in store_file(tmp_path).read_bytes()
    # More can be added to it.
    client.post(f"{batch}/pictures?name=more.jpg", data=b"no picture")
    assert read(client, batch)["pictures"] == 4

    client.delete(batch)
    client = pages()
    assert client.get("/api/batches").json["lists"] == []
    assert client.get(batch).status_code == 404


def test_pictures_are_kept_only_if_somebody_says_so(pages: Callable[[], FlaskClient], tmp_path: Path) -> None:
    client = pages()
    batch = opened(client)
    hand_in(client, batch, "first_bridges")
    picture = client.get(f"{batch}/pictures/1/picture.jpg").data
    assert client.post(f"{batch}/keep", json={"keep": True}).json["keep_pictures"]
    hand_in(client, batch, "hand")

    client = pages()
    said = client.get(batch).json
    assert said["keep_pictures"]
    assert all(row["picture"] and row["again"] for row in said["rows"])
    assert client.get(f"{batch}/pictures/1/picture.jpg").data == picture
    assert client.post(f"{batch}/groups", json={"rows": [1, 2]}).status_code == 201
    read(client, batch)
    assert not client.post(f"{batch}/keep", json={"keep": False}).json["keep_pictures"]
    for file in tmp_path.glob("games-photographs.sqlite*"):
        assert picture[:200] not in file.read_bytes()

    client = pages()
    said = client.get(batch).json
    assert not any(row["picture"] for row in said["rows"])
    assert [row["members"] for row in said["rows"]] == [[1, 2]]
    assert client.get(f"{batch}/pictures/{said['rows'][0]['n']}").json["views"][0]["size"] is None


def test_what_was_being_read_when_the_program_fell(pages: Callable[[], FlaskClient], tmp_path: Path) -> None:
    client = pages()
    batch = opened(client)
    client.post(f"{batch}/pictures?name=x.jpg", data=sample("hand"))
    store = ListStore(store_file(tmp_path))  # as another program finds it that moment
    found = store.load(batch.rpartition("/")[2])
    store.close()
    assert found is not None
    (row,) = found.rows
    if row.answer is None:
        assert row.error is not None
        assert row.error.message.key == "web.photos.interrupted"
        assert not row.can_be_read


@pytest.mark.skipif(os.name != "posix", reason="no such rights here")
def test_the_file_is_for_its_owner(pages: Callable[[], FlaskClient], tmp_path: Path) -> None:
    opened(pages())
    for file in tmp_path.glob("games-photographs.sqlite*"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


@pytest.mark.parametrize("content", [b"no database" * 100, b""])
def test_a_file_that_is_none_takes_nothing_away(
    pages: Callable[[], FlaskClient], tmp_path: Path, content: bytes
) -> None:
    store_file(tmp_path).write_bytes(content)
    client = pages()
    said = client.get("/api/batches").json
    assert bool(said["trouble"]) == bool(content)
    batch = opened(client)
    assert client.post(f"{batch}/pictures?name=x.jpg", data=b"no").status_code == 201
    assert len(client.get("/api/batches").json["lists"]) == 1
    if content:
        assert client.post(f"{batch}/keep", json={"keep": True}).status_code == 409
        assert store_file(tmp_path).read_bytes() == content


def test_a_list_of_another_version_is_a_sentence(pages: Callable[[], FlaskClient], tmp_path: Path) -> None:
    client = pages()
    batch = opened(client)
    client.post(f"{batch}/pictures?name=x.jpg", data=b"no")
    read(client, batch)
    client.application.extensions[BATCHES].close_all()
    connection = sqlite3.connect(store_file(tmp_path))
    connection.execute("UPDATE rows SET data = '{}'")
    connection.commit()
    connection.close()
    client = pages()
    answer = client.get(batch)
    assert answer.status_code == 400
    assert "another version" in answer.json["error"]
    assert client.delete(batch).status_code == 200
    assert client.get("/api/batches").json["lists"] == []


def test_guests_find_only_lists_that_they_know(make_app: Callable[..., Flask]) -> None:
    key = "ABCD2345"
    app = make_app(key=key, reopen=False, hosts=Config().hosts)
    here = app.test_client()
    one, two = (opened(here).rpartition("/")[2] for _ in range(2))
    away = {"environ_base": {"REMOTE_ADDR": "10.0.0.7"}, "headers": {"X-Key": key}}
    ids = lambda answer: {each["id"] for each in answer.json["lists"]}  # noqa: E731
    assert ids(here.get("/api/batches")) == {one, two}
    assert ids(here.get("/api/batches", **away)) == set()
    assert ids(here.get(f"/api/batches?id={two}", **away)) == {two}
    assert here.post(f"/api/batches/{two}/keep", json={"keep": True}, **away).status_code == 403
    assert not here.get(f"/api/batches/{two}").json["keep_pictures"]


# --- the set ----------------------------------------------------------------------------------------------------------


def test_the_set_is_measured_once_for_the_list(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_of_list, "MEASURED_ON", 3)
    batch = opened(client, measure=True)
    said = hand_in(client, batch, *ONE_SET)
    made = said["set"]
    assert made["state"] == "measured"
    assert len(made["rows"]) >= 1
    height = made["measured"]["tower_height"] / made["measured"]["pitch_9"]
    assert abs(height - 0.58) < 0.025
    rows = made["rows"]

    # What comes later is read with it and not measured; what shows another set is named and read with its own.
    said = hand_in(client, batch, "slanted", "two_floors")
    assert said["set"]["rows"] == rows
    known = {row["name"].removesuffix(".jpg"): row["n"] for row in said["rows"]}
    slanted = client.get(f"{batch}/pictures/{known['slanted']}").json
    assert "measured" not in slanted["reading"]
    assert slanted["set"]["tower_height"] == pytest.approx(made["measured"]["tower_height"])
    assert said["set"]["others"] == [known["two_floors"]]
    other = client.get(f"{batch}/pictures/{known['two_floors']}").json
    assert other["other_set"]
    assert other["set"]["tower_height"] / other["set"]["pitch_9"] == pytest.approx(0.702, abs=0.025)

    # Measured anew on that one, it is the others that show another set.
    said = client.post(f"{batch}/set", json={"rows": [known["two_floors"]]}).json
    said = read(client, batch)
    assert said["set"]["rows"] == [known["two_floors"]]
    assert known["two_floors"] not in said["set"]["others"]
    assert known["slanted"] in said["set"]["others"]


def test_the_set_is_not_measured_where_nobody_wants_it(client: FlaskClient) -> None:
    batch = opened(client)
    assert hand_in(client, batch, "first_bridges")["set"]["state"] == "off"
    assert client.post(f"{batch}/set", json={}).status_code == 409

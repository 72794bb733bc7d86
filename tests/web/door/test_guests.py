"""What guests may not do: name what this machine would open, see its secrets, or have its pictures."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from live.log import GameLog
from tests.live.sources.serving import jpeg, served, streaming
from tests.web.served import table, wait_for
from web.context import HALL
from words.language import LANGUAGES

GUEST, KEY, SECRET, TOKEN = "192.0.2.7", "ABCD-2345", "zauberwort", "3f9a8b7c6d5e4f3a2b1c"
SECRETS = (SECRET, TOKEN, "geheim")
BROUGHT = {"kind": "photographs", "what": ""}
OF_THIS_MACHINE = [
    {"kind": "address", "what": "http://127.0.0.1:9/video"},
    {"kind": "address", "what": "http://169.254.169.254/latest"},
    {"kind": "camera", "what": "0"},
    {"kind": "folder", "what": "/tmp"},
    {"kind": "film", "what": "/etc/hostname"},
]


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app(key=KEY, hosts=frozenset({"localhost"}))


@pytest.fixture
def guest(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = GUEST
    client.post("/key", data={"key": KEY})
    return client


@pytest.fixture
def here(app: Flask) -> FlaskClient:
    return app.test_client()


def secret_address(port: int, path: str = "/video") -> str:
    return f"http://anna:{SECRET}@127.0.0.1:{port}/{TOKEN}{path}?token=geheim"


@pytest.mark.parametrize("source", OF_THIS_MACHINE, ids=lambda source: f"{source['kind']} {source['what']}")
def test_a_guest_names_nothing_of_this_machine(guest: FlaskClient, here: FlaskClient, source: dict[str, str]) -> None:
    here.post("/api/tables", json=table("Open", source=BROUGHT))
    other = {"source": source}
    asked = [
        guest.post("/api/previews", json={"source": source}),
        guest.post("/api/tables", json=table("T", source=source)),
        guest.post("/api/tables/Open/again", json={"source": source}),
    ]
    if source["kind"] in ("address", "camera"):
        asked += [
            guest.post("/api/tables", json=table("T", source={"kind": "browser"}, also=[other])),
            guest.post("/api/tables/Open/again", json={"also": [other]}),
            guest.post("/api/tables/Open/cameras", json=other),
        ]
    for answer in asked:
        assert answer.status_code == 403, answer.request.path
        assert "Guests" in answer.json["error"] and source["what"] not in answer.json["error"]
    assert {each["table"] for each in guest.get("/api/tables").json["tables"]} == {"Open"}


def test_a_guest_brings_what_is_their_own(guest: FlaskClient) -> None:
    for kind, what in (("photographs", ""), ("browser", ""), ("demo", "7")):
        source = {"kind": kind, "what": what}
        made = guest.post("/api/previews", json={"source": source})
        assert made.status_code == 201
        guest.delete(f"/api/previews/{made.json['id']}")
        assert guest.post("/api/tables", json=table(kind, source=source)).status_code == 201


def test_a_guest_is_offered_nothing_else(guest: FlaskClient, here: FlaskClient) -> None:
    said = guest.get("/api/choices").json
    assert said["kinds"] == ["demo", "hand", "browser", "photographs"] and said["cameras"] == []
    assert {"camera", "address", "folder", "film"} < set(here.get("/api/choices").json["kinds"])
    here.post("/api/tables", json=table("Open", source=BROUGHT))
    for path in ("/tables/new", "/tables/Open"):
        assert 'class="check" hidden' in guest.get(path).get_data(as_text=True)
        assert 'class="check" hidden' not in here.get(path).get_data(as_text=True)


def test_pictures_of_the_room_are_for_this_machine(guest: FlaskClient, here: FlaskClient) -> None:
    assert guest.post("/api/tables", json=table("T", source=BROUGHT, keep_pictures=True)).status_code == 403
    here.post("/api/tables", json=table("T", source=BROUGHT, keep_pictures=True))
    wait_for(lambda: here.get("/api/tables/T").json["game"], "the game")
    for answer in (
        guest.post("/api/tables/T/keep-pictures", json={"keep": False}),
        guest.get("/api/games/1/pictures/1.jpg"),
        guest.delete("/api/games/1/pictures"),
    ):
        assert answer.status_code == 403
    assert guest.get("/api/games/1/pictures").json == {"pictures": []}
    # What is so already may stay so.
    assert guest.post("/api/tables/T/again", json={"new": False}).status_code == 200


def test_what_was_played_and_measured_is_deleted_by_this_machine_only(guest: FlaskClient, here: FlaskClient) -> None:
    here.post("/api/tables", json=table("T", source=BROUGHT))
    wait_for(lambda: here.get("/api/tables/T").json["game"], "the game")
    here.delete("/api/tables/T")
    for path in ("/api/games/1", "/api/profiles/kitchen"):
        answer = guest.delete(path)
        assert answer.status_code == 403 and "whoever sits at this machine" in answer.json["error"]
    assert '<html lang="en"' in here.get("/games").get_data(as_text=True)
    assert 'class="guest"' in guest.get("/games").get_data(as_text=True)
    assert 'class="guest"' not in here.get("/games").get_data(as_text=True)
    assert here.delete("/api/games/1").status_code == 200
    assert here.delete("/api/profiles/kitchen").status_code == 404


def everything(client: FlaskClient, name: str) -> str:
    """Whatever the page and its stream tell of a table."""
    said = [
        client.get(path, query_string={"lang": language}).get_data(as_text=True)
        for language in LANGUAGES
        for path in (
            "/api/tables",
            f"/api/tables/{name}",
            f"/tables/{name}",
            "/",
            "/api/choices",
            "/api/games",
            "/games",
        )
    ]
    said += [client.get(f"/api/games/1{path}").get_data(as_text=True) for path in ("", "/game.json", "/record.txt")]
    with client.get("/api/events") as stream:
        words = iter(stream.response)
        for _ in range(30):
            said.append(word := str(next(words)))
            if "event: table" in word:
                break
    return "\n".join(said)


@pytest.mark.parametrize("alive", [True, False])
def test_passwords_of_cameras_are_shown_to_nobody(
    app: Flask, guest: FlaskClient, here: FlaskClient, alive: bool, tmp_path: Path
) -> None:
    with served(streaming(jpeg(90))) as first, served(streaming(jpeg(90))) as second:
        spec, other = secret_address(first.port), secret_address(second.port, "/other")
        if not alive:
            first.stop()
            second.stop()
        source = {"kind": "address", "what": spec}
        made = here.post("/api/tables", json=table("T", source=source, also=[{"source": {**source, "what": other}}]))
        assert made.status_code == 201
        wait_for(lambda: here.get("/api/tables/T").json["game"], "the game")
        if alive:
            wait_for(lambda: here.get("/api/tables/T").json["frame"] is not None, "a picture")
        else:
            wait_for(lambda: here.get("/api/tables/T").json["help"], "word of it")
        looked = here.post("/api/previews", json={"source": source})
        assert looked.status_code == 201
        said = [made.get_data(as_text=True), looked.get_data(as_text=True)]
        said += [everything(client, "T") for client in (guest, here)]
        for each in SECRETS:
            assert each not in "\n".join(said)
        shown = here.get("/api/tables/T").json["set_up"]
        assert shown["source"]["what"] == f"http://127.0.0.1:{first.port}/…/video?…"
        log: GameLog = app.extensions[HALL].log
        assert SECRET not in json.dumps([vars(each) for each in log.games()], default=str)

        # What was shown can be said again, by whoever sits here and, where all stays as it is, by a guest.
        back = here.post("/api/tables/T/again", json={**shown, "new": True})
        assert back.status_code == 200
        assert app.extensions[HALL].table("T").set_up.source.what == spec
        assert [each.source.what for each in app.extensions[HALL].table("T").set_up.also] == [other]
        assert guest.post("/api/tables/T/again", json={**shown, "new": True}).status_code == 200
        assert app.extensions[HALL].table("T").set_up.source.what == spec
        again = here.post("/api/previews", json={"source": shown["source"]})
        assert again.status_code == 201
        assert here.post("/api/tables", json=table("T2", source=shown["source"])).status_code == 201
        assert app.extensions[HALL].table("T2").set_up.source.what == spec
        if alive:
            wait_for(lambda: here.get(f"/api/previews/{again.json['id']}").json["status"] == "open", "the picture")
        # A guest who names it for something else is a guest.
        assert guest.post("/api/previews", json={"source": shown["source"]}).status_code == 403
        assert guest.post("/api/tables", json=table("T3", source=shown["source"])).status_code == 403


def test_what_is_hidden_and_not_known_any_more_is_asked_for(here: FlaskClient) -> None:
    source = {"kind": "address", "what": "http://127.0.0.1:9/video?…"}
    for answer in (
        here.post("/api/previews", json={"source": source}),
        here.post("/api/tables", json=table("T", source=source)),
        here.post("/api/tables", json=table("T", source={"kind": "browser"}, also=[{"source": source}])),
    ):
        assert answer.status_code == 400
        assert "hidden" in answer.json["error"]


def test_what_is_kept_is_whole(here: FlaskClient, app: Flask) -> None:
    with served(streaming(jpeg(90))) as camera:
        spec = secret_address(camera.port)
        here.post("/api/tables", json=table("T", source={"kind": "address", "what": spec}))
        path: Any = app.extensions[HALL].path.with_name("tables.json")
        assert json.loads(path.read_bytes())[0]["source"]["what"] == spec

"""Every route there is, asked for nonsense: the answer is a sentence with a status, never a traceback.

The routes are taken from the application itself, so that a new one is asked the same without anybody's doing.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.web.served import table, wait_for
from web.context import HALL

ROOT = Path(__file__).parent.parent.parent
CHANGING = {"POST", "PUT", "PATCH", "DELETE"}
IDEMPOTENT = {"setting_up.close_preview", "photographs.close_batch"}
"""What is closed already is none the worse for being closed again."""
RECORD = "Game: taktori\nPlayers: R B\n\n1. R +c3\n2. B +e5\n"
STRANGE_NAMES = [
    "nobody",
    "0",
    "-1",
    "9" * 400,
    "<b>x</b>",
    "a\0b",
    "a\nb",
    "..",
    "%2e%2e%2f",
    "ü\u202e",
    "' or 1=1 --",
]
STRANGE_VALUES: list[Any] = [
    None, True, 0, -1, 10**30, 1.5, 1e308, "", "x" * 5000, "\0", "\ud800", "<b>", "../../etc/passwd", [], [[]], [None],
    ["x"] * 300, [[0, 0]] * 4, {}, {"kind": "camera"}, {"kind": "folder", "what": "\0"}, {"at": {"floor": "x"}},
]  # fmt: skip
STRANGE_BODIES = [
    b"", b"{", b"[]", b"null", b"1", b'"x"', b"\xff\xfe\x00", b"\0", b"[" * 50_000, b'{"a":' * 5_000, b"NaN",
    b'{"words": [Infinity]}', b'{"a": 1, "a": 2}', b"\xff\xd8\xff\xe0 no picture", b"\x89PNG\r\n\x1a\n", b"GIF89a",
    b"x" * 300_000,
]  # fmt: skip


def rules_of(app: Flask) -> list[tuple[str, Rule]]:
    return [
        (method, rule) for rule in app.url_map.iter_rules() for method in sorted((rule.methods or set()) - {"OPTIONS"})
    ]


@cache
def keys_in_use(module: str = "**.*") -> list[str]:
    """Every key that some route, or some route of a module, looks for in a body."""
    said = "".join(path.read_text() for path in (ROOT / "web").glob(f"{module.replace('.', '/')}.py"))
    return sorted({*re.findall(r"""said(?:\.get\(|\[)"(\w+)\"""", said), *re.findall(r'wanted\([^"\n]*"(\w+)"', said)})


@pytest.fixture
def known(app: Flask, client: FlaskClient) -> dict[str, str]:
    """Something of everything, so that a route gets as far as what is said to it."""
    here = {"kind": "photographs", "what": ""}
    assert client.post("/api/tables", json=table(source=here)).status_code == 201
    hall = app.extensions[HALL]
    wait_for(lambda: hall.table("T").watch, "the table")
    preview = client.post("/api/previews", json={"source": here}).json
    batch = client.post("/api/batches", json={}).json
    calibration = client.post("/api/calibrations", json={"kind": "set"}).json
    game = client.post("/api/games/import", data=RECORD).json
    assert preview and batch and calibration and game
    return {
        "name": "T", "preview_id": preview["id"], "batch_id": batch["id"], "id_": calibration["id"],
        "number": str(game["number"]), "n": "1", "seq": "1", "said": "de", "filename": "look.css",
    }  # fmt: skip


def address(rule: Rule, values: dict[str, str]) -> str:
    """A path for a rule; where one of some words is wanted, the first of them."""

    def put(found: re.Match[str]) -> str:
        kind, name = found[1] or "", found[2]
        if kind.startswith("any("):
            return re.split(r"[,(]\s*", kind.rstrip("):"))[1]
        return quote(values[name], safe="")

    return re.sub(r"<([^<>:]*:)?(\w+)>", put, rule.rule)


def ask(client: FlaskClient, method: str, path: str, **said: Any) -> TestResponse:
    answer = client.open(path, method=method, **said)
    if not answer.is_streamed or answer.mimetype != "text/event-stream":
        answer.get_data()
    return answer


def check(answer: TestResponse, path: str) -> None:
    """A sentence, whatever the status says."""
    status = answer.status_code
    if answer.mimetype == "text/event-stream":
        answer.close()
        assert status == 200
        return
    body = answer.get_data()
    answer.close()
    assert status < 500, (path, status, body[:300])
    assert b"Traceback" not in body and b"werkzeug" not in body.lower(), path
    if status < 400 or answer.request.method == "HEAD":
        return
    if path.startswith(("/api", "/texts")):
        said = json.loads(body)
        assert set(said) == {"error"} and isinstance(said["error"], str), path
        sentence = said["error"]
    else:
        assert answer.mimetype == "text/html"
        found = re.search(r'class="notice bad">([^<]*)<', body.decode())
        assert found, path
        sentence = found[1]
    assert len(sentence.split()) > 2 and "\n" not in sentence, (path, sentence)


def test_the_walk_finds_every_kind_of_route(app: Flask) -> None:
    routes = {(method, rule.rule) for method, rule in rules_of(app)}
    assert len(routes) > 70
    for expected in (("GET", "/"), ("POST", "/api/tables"), ("DELETE", "/api/tables/<name>"), ("GET", "/api/events")):
        assert expected in routes
    assert {"name", "words", "corners", "keep", "source", "game", "players", "profile", "ruler"} <= set(keys_in_use())


@pytest.mark.parametrize("strange", STRANGE_NAMES, ids=range(len(STRANGE_NAMES)))
def test_what_is_not_there_is_not_found(app: Flask, client: FlaskClient, strange: str) -> None:
    """Whatever the path names, there is none."""
    for method, rule in rules_of(app):
        if not rule.arguments - {"call", "what"}:
            continue
        path = address(rule, dict.fromkeys(rule.arguments, strange))
        answer = ask(client, method, path, data=b"{}" if method == "POST" else None, content_type="application/json")
        check(answer, path)
        if rule.endpoint not in IDEMPOTENT:
            assert answer.status_code in (404, 405, 308, 400), (method, path)
    for path in ("/nothing", "/api/nothing", "/tables/a/b/c", "/static/../app.py", "/static/%2e%2e/app.py"):
        answer = ask(client, "GET", path)
        check(answer, path)
        assert answer.status_code == 404


def test_unknown_ids_are_404(app: Flask, client: FlaskClient) -> None:
    for method, rule in rules_of(app):
        if rule.arguments - {"call", "what"} and rule.endpoint not in IDEMPOTENT:
            path = address(rule, dict.fromkeys(rule.arguments, "987654"))
            said = {"name": "x", "words": ["e5="], "profile": "x", "keep": True, "corners": None}
            answer = ask(client, method, path, json=said if method == "POST" else None)
            assert answer.status_code == 404, (method, path, answer.get_data()[:200])


@pytest.mark.parametrize("body", STRANGE_BODIES, ids=range(len(STRANGE_BODIES)))
def test_nonsense_in_a_body(app: Flask, client: FlaskClient, known: dict[str, str], body: bytes) -> None:
    for method, rule in rules_of(app):
        if method not in CHANGING - {"DELETE"}:
            continue
        path = address(rule, known)
        for kind in ("application/json", "image/jpeg", "text/plain", "multipart/form-data"):
            check(ask(client, method, path, data=body, content_type=kind), path)


@pytest.mark.parametrize("value", STRANGE_VALUES, ids=range(len(STRANGE_VALUES)))
def test_values_of_the_wrong_kind(app: Flask, client: FlaskClient, known: dict[str, str], value: Any) -> None:
    """All keys wrong at once, and each one alone."""
    keys = keys_in_use()
    for method, rule in rules_of(app):
        if method not in CHANGING - {"DELETE"} or "film" in rule.rule:
            continue
        path, module = address(rule, known), app.view_functions[rule.endpoint].__module__.removeprefix("web.")
        for said in (dict.fromkeys(keys, value), *({key: value} for key in keys_in_use(module))):
            answer = ask(client, method, path, data=json.dumps(said).encode(), content_type="application/json")
            check(answer, path)
            tidy_up(client, answer)


@pytest.mark.parametrize("value", STRANGE_VALUES, ids=range(len(STRANGE_VALUES)))
def test_one_value_of_the_wrong_kind(client: FlaskClient, known: dict[str, str], value: Any) -> None:
    """Among others that are right, where something is opened."""
    source, board = {"kind": "photographs"}, {"source": {"kind": "photographs"}, "board": 9, "game": "taktori"}
    rest = {"rules": {}, "names": {}, "profile": None, "corners": None, "keep_pictures": False, "ask": "usual"}
    rights = {
        "/api/tables": {**table("Q"), **rest, "source": source},
        "/api/tables/T/again": {**rest, "new": False},
        "/api/previews": {**board, "rules": {}},
        "/api/batches": {"game": "taktori", "rules": {}, "board": 9, "profile": "", "measure": False},
        "/api/calibrations": {"kind": "set", "profile": "", "ruler": {"tower_width": value}},
    }
    for path, right in rights.items():
        for key in right:
            said = json.dumps({**right, key: value}).encode()
            answer = ask(client, "POST", path, data=said, content_type="application/json")
            check(answer, path)
            tidy_up(client, answer)


def tidy_up(client: FlaskClient, answer: TestResponse) -> None:
    """What was opened although one key was strange is closed again, so that there is room for the next."""
    if answer.status_code != 201:
        return
    said = answer.json or {}
    if "table" in said:
        client.delete(f"/api/tables/{quote(said['table']['table'], safe='')}")
    elif "id" in said:
        for part in ("previews", "batches", "calibrations"):
            client.delete(f"/api/{part}/{said['id']}")


@pytest.mark.parametrize(
    "query",
    [
        "lang=xx", "lang=" + "x" * 5000, "width=x", "width=7", "after=" + "9" * 99, "count=-1", "before=x", "paper=a0",
        "last=%00", "last=abc-999999999999999999", "table=" + "x" * 3000, "key=", "name=%0a", "stands=%ff", "%ff=%fe",
        "game=%00",
    ],
    ids=lambda query: query[:20],
)  # fmt: skip
def test_nonsense_in_a_query(app: Flask, client: FlaskClient, known: dict[str, str], query: str) -> None:
    for method, rule in rules_of(app):
        path = address(rule, known)
        if method in ("GET", "HEAD") or "pictures" in path or "import" in path:
            check(ask(client, method, f"{path}?{query}", data=b"x" if method == "POST" else None), path)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "TRACE", "POST", "DELETE", "OPTIONS", "BREW"])
def test_methods_nobody_thought_of(app: Flask, client: FlaskClient, method: str) -> None:
    known = dict.fromkeys(["name", "preview_id", "batch_id", "id_", "number", "n", "seq", "said", "filename"], "0")
    for rule in {rule.rule: rule for _, rule in rules_of(app)}.values():
        path = address(rule, known)
        check(ask(client, method, path), path)


def test_too_much_is_refused_before_it_is_read(app: Flask, client: FlaskClient, known: dict[str, str]) -> None:
    """A body that only says it is large is refused by what it says."""
    refused = 0
    for method, rule in rules_of(app):
        if method != "POST":
            continue
        path = address(rule, known)
        answer = ask(client, method, path, data=b"{}", environ_overrides={"CONTENT_LENGTH": str(10**9)})
        check(answer, path)
        refused += answer.status_code == 413
    assert refused > 15


def test_a_body_that_is_not_json_is_not_guessed_at(client: FlaskClient) -> None:
    """A form of a foreign page can send text, but not JSON, without being asked first."""
    answer = client.post("/api/tables", data=json.dumps(table()), content_type="text/plain")
    assert answer.status_code == 400 and "JSON" in (answer.json or {})["error"]


NAMES = ["a/b", "..", ".", "", " a", "a ", "x" * 41, "a\nb", "a\tb", "\u202eabc", "\0", "a\ud800", "new"]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_names_that_no_table_has(client: FlaskClient, name: str) -> None:
    said = json.dumps(table(name, source={"kind": "photographs"})).encode()
    answer = client.post("/api/tables", data=said, content_type="application/json")
    check(answer, "/api/tables")
    assert answer.status_code == 400


@pytest.mark.parametrize("name", ["<b>Küche", "50 %", "a?b#c", "Tisch & Bank", "'\"", "餐桌", "a\\b", "%2F"])
def test_names_that_need_care(client: FlaskClient, name: str) -> None:
    said = table(name, source={"kind": "photographs"})
    assert client.post("/api/tables", json=said).status_code == 201
    path = quote(name, safe="")
    assert (client.get(f"/api/tables/{path}").json or {})["table"] == name
    for page in (f"/tables/{path}", f"/tables/{path}/children"):
        shown = client.get(page)
        assert shown.status_code == 200 and b"<b>K" not in shown.data
    assert client.delete(f"/api/tables/{path}").status_code == 200


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "x" * 41, "a\nb", "\u202e", "\0", 7, None, ["x"], "\ud800"]
)
def test_names_of_players(client: FlaskClient, name: Any) -> None:
    said = json.dumps(table(source={"kind": "photographs"}, names={"R": name})).encode()
    answer = client.post("/api/tables", data=said, content_type="application/json")
    check(answer, "/api/tables")
    if name == "<script>alert(1)</script>":  # odd, but a name; it is shown as it is written
        assert answer.status_code == 201
        assert b"<script>alert" not in client.get("/tables/T").data
    else:
        assert answer.status_code == 400


def test_a_crash_is_a_sentence_too(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one thing no test can provoke otherwise: an error nobody thought of."""

    def fall() -> None:
        raise RuntimeError("the inside of the program")

    monkeypatch.setitem(app.view_functions, "tables.list_tables", fall)
    monkeypatch.setitem(app.view_functions, "tables.overview", fall)
    for path in ("/api/tables", "/"):
        answer = client.get(path)
        assert answer.status_code == 500 and b"inside" not in answer.data and b"Traceback" not in answer.data
    assert (client.get("/api/tables").json or {})["error"].startswith("Something went wrong")


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calibrations wait a moment for a child before they answer; here nobody wants to know what it says."""
    monkeypatch.setattr("web.measuring.calls.ANSWER_WITHIN_S", 0.0)

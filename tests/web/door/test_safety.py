"""Who may ask for what: this machine, or whoever has the key; changes only from the page itself; and what every
answer tells the browser."""

from __future__ import annotations

from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.served import Served, table
from tests.web.test_routes import CHANGING, address, rules_of
from web.door.safety import HEADERS, MOST_REMEMBERED, TRIES, Rate
from web.door.sharing import KEY_SIGNS, SIGNS, make_key, own_addresses

OTHER, KEY = "192.0.2.7", "ABCD-2345"
FOREIGN = [
    {"Origin": "https://elsewhere.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost:1"},
    {"Origin": "http://localhost.elsewhere.example"},
    {"Origin": "https://localhost@elsewhere.example"},
    {"Origin": "nonsense"},
    {"Origin": "http://["},
    {"Origin": "http://[::1"},
    {"Origin": "http://]localhost"},
    {"Origin": "http://[localhost]"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
]
PARTS = dict.fromkeys(["name", "preview_id", "batch_id", "id_", "number", "n", "seq", "said", "filename"], "0")
FILES = {"game": "taktori", "players": ["R", "B"]}


@pytest.fixture
def shared(make_app: Callable[..., Flask]) -> FlaskClient:
    """The page in the local network, asked by another machine."""
    app = make_app(key=KEY, hosts=frozenset({"localhost", "192.0.2.1"}), addresses=("http://192.0.2.1:8700",))
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = OTHER
    return client


def cookie(answer: TestResponse, name: str) -> dict[str, str]:
    """What a cookie was told to be."""
    for line in answer.headers.getlist("Set-Cookie"):
        jar = SimpleCookie(line)
        if name in jar:
            return {"value": jar[name].value, **{key: str(value) for key, value in jar[name].items() if value}}
    return {}


def sentence(answer: TestResponse) -> str:
    return str((answer.json or {})["error"])


# Changes.


@pytest.mark.parametrize("headers", FOREIGN, ids=lambda each: " ".join(each.values()))
def test_no_foreign_page_changes_anything(app: Flask, client: FlaskClient, headers: dict[str, str]) -> None:
    asked = 0
    for method, rule in rules_of(app):
        if method in CHANGING:
            asked += 1
            answer = client.open(address(rule, PARTS), method=method, headers=headers, json={})
            assert answer.status_code == 403, rule
            assert b"this page itself" in answer.data, rule
    assert asked > 25


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://localhost"},
        {"Origin": "http://LOCALHOST"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"},
    ],
)
def test_the_page_itself_and_programs_may(client: FlaskClient, headers: dict[str, str]) -> None:
    assert client.post("/api/batches", json={}, headers=headers).status_code == 201


def test_reading_changes_nothing(app: Flask) -> None:
    """What a foreign page can make a browser fetch must not do anything: no route that changes listens to GET."""
    for rule in app.url_map.iter_rules():
        if {"GET"} <= (rule.methods or set()):
            assert not (rule.methods or set()) & CHANGING, rule


@pytest.mark.parametrize(
    "host",
    [
        "elsewhere.example", "127.0.0.1.elsewhere.example", "localhost.", "192.0.2.1", "[::2]", "a" * 3000,
        "localhost@elsewhere.example", "",
    ],
    ids=lambda host: host[:20],
)  # fmt: skip
def test_names_that_were_made_to_point_here(client: FlaskClient, host: str) -> None:
    for path in ("/", "/api/tables", "/static/look.css"):
        answer = client.get(path, headers={"Host": host})
        assert answer.status_code in (400, 403), path
        assert b"Traceback" not in answer.data


@pytest.mark.parametrize("host", ["localhost", "localhost:8700", "LOCALHOST", "127.0.0.1:80", "[::1]", "[::1]:8700"])
def test_own_names(client: FlaskClient, host: str) -> None:
    assert client.get("/api/tables", headers={"Host": host}).status_code == 200


# What every answer tells the browser.


def test_headers_are_on_every_answer(app: Flask, client: FlaskClient) -> None:
    asked = [client.open(address(rule, PARTS), method=method, json={}) for method, rule in rules_of(app)]
    asked += [client.get("/nothing"), client.get("/", headers={"Host": "elsewhere.example"})]
    asked.append(client.post("/api/tables", headers={"Origin": "https://elsewhere.example"}))
    asked.append(client.post("/language", data={"lang": "de", "back": "/games"}))
    for answer in asked:
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, answer.request.path
        if not answer.request.path.startswith(("/static", "/texts")):
            assert answer.headers["Cache-Control"] == "no-store", answer.request.path
        answer.close()


def test_nothing_from_elsewhere_and_nothing_inline_may_be_loaded() -> None:
    rules = dict(part.strip().split(" ", 1) for part in HEADERS["Content-Security-Policy"].split(";"))
    assert rules["default-src"] == rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["object-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in HEADERS["Content-Security-Policy"] and "http" not in HEADERS["Content-Security-Policy"]


# The language.


def test_the_language_is_remembered_by_a_cookie_of_this_page_only(client: FlaskClient) -> None:
    answer = client.post("/language", data={"lang": "it", "back": "/games?table=1"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/games?table=1")
    made = cookie(answer, "language")
    assert (made["value"], made["samesite"], made["httponly"]) == ("it", "Strict", "True")
    assert '<html lang="it"' in client.get("/games").get_data(as_text=True)
    client.post("/language", data={"lang": "xx", "back": "/"})
    assert '<html lang="it"' in client.get("/games").get_data(as_text=True)


@pytest.mark.parametrize(
    "back",
    [
        "//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "\\\\elsewhere.example",
        "javascript:alert(1)", "elsewhere.example", "/\t/elsewhere.example", "/\n/elsewhere.example",
        "/\r\nSet-Cookie: a=b", " //elsewhere.example", "\t//elsewhere.example", "", "/\0", "/" + "a" * 9000,
        "/\r/elsewhere.example", "/./\\elsewhere.example", "/\x0b/elsewhere.example",
    ],
    ids=ascii,
)  # fmt: skip
def test_the_way_back_leads_nowhere_else(client: FlaskClient, back: str) -> None:
    answer = client.post("/language", data={"lang": "de", "back": back})
    assert answer.status_code == 303
    assert "Set-Cookie: a" not in str(answer.headers)
    where = answer.headers["Location"]
    # Browsers leave out tabs and line ends, and take \\ for /.
    plain = where.translate({9: None, 10: None, 13: None}).replace("\\", "/").strip()
    assert plain.startswith("/") and not plain.startswith("//")


# The key.


def test_without_a_key_nobody_else_gets_anything(shared: FlaskClient) -> None:
    for method, rule in rules_of(shared.application):
        if rule.endpoint in ("static", "texts.texts"):
            continue
        path = address(rule, PARTS)
        answer = shared.open(path, method=method, json={} if method in CHANGING else None)
        assert answer.status_code == 403, path
        assert KEY.encode() not in answer.data and b"ABCD2345" not in answer.data
        assert not cookie(answer, "key")
    assert "key of this page" in sentence(shared.get("/api/tables"))
    assert '<form method="post" action="/key"' in shared.get("/").get_data(as_text=True)
    for path in ("/static/look.css", "/texts/de.json"):  # the door itself
        with shared.get(path) as answer:
            assert answer.status_code == 200


@pytest.mark.parametrize("said", [KEY, "abcd2345", " abcd-2345 ", "ABCD2345"])
def test_the_right_key_by_form_or_address(shared: FlaskClient, said: str) -> None:
    for ask in (lambda: shared.post("/key", data={"key": said}), lambda: shared.get("/", query_string={"key": said})):
        shared.delete_cookie("key")
        answer = ask()
        assert (answer.status_code, answer.headers["Location"]) == (303, "/")
        made = cookie(answer, "key")
        assert (made["value"], made["samesite"], made["httponly"]) == (KEY, "Strict", "True")
    assert shared.get("/api/tables").status_code == 200


def test_programs_say_the_key_in_a_header(shared: FlaskClient) -> None:
    assert shared.get("/api/tables", headers={"X-Key": KEY}).status_code == 200
    assert shared.get("/api/tables", headers={"X-Key": "ABCD-2346"}).status_code == 403
    assert shared.get("/api/tables").status_code == 403


@pytest.mark.parametrize("way", ["form", "address", "header", "cookie"])
def test_guessing_is_slow(shared: FlaskClient, way: str) -> None:
    def guess(said: str) -> TestResponse:
        if way == "form":
            return shared.post("/key", data={"key": said})
        if way == "address":
            return shared.get("/api/tables", query_string={"key": said})
        if way == "header":
            return shared.get("/api/tables", headers={"X-Key": said})
        shared.set_cookie("key", said)
        return shared.get("/api/tables")

    asked = [guess(f"AAAA-{n:04}").status_code for n in range(TRIES + 5)]
    assert set(asked[: TRIES - 1]) == {403}
    assert set(asked[TRIES + 1 :]) == {429}
    # Neither is the right one taken any more, whichever way it is said.
    shared.delete_cookie("key")
    assert shared.post("/key", data={"key": KEY}).status_code == 429
    assert shared.get("/api/tables", query_string={"key": KEY}).status_code == 429
    assert shared.get("/api/tables", headers={"X-Key": KEY}).status_code == 429
    shared.set_cookie("key", KEY)
    assert shared.get("/api/tables").status_code == 429
    assert shared.application.test_client().get("/api/tables").status_code == 200, "this machine is not meant"
    other = shared.application.test_client()
    assert other.get("/", environ_base={"REMOTE_ADDR": "192.0.2.8"}).status_code == 403
    assert other.post("/key", data={"key": KEY}, environ_base={"REMOTE_ADDR": "192.0.2.8"}).status_code == 303


def test_a_phone_with_the_key_of_yesterday_is_not_locked_out(shared: FlaskClient) -> None:
    """Its page asks for pictures several times a second, each time with the old key."""
    shared.set_cookie("key", "WXYZ-2345")
    for _ in range(5 * TRIES):
        assert shared.get("/api/tables").status_code == 403
    assert shared.get("/", query_string={"key": KEY}).status_code == 303
    assert shared.get("/api/tables").status_code == 200


def test_a_cookie_and_a_header_are_two_guesses(shared: FlaskClient) -> None:
    for n in range(TRIES // 2):
        shared.set_cookie("key", f"AAAA-{n:04}")
        answer = shared.get("/api/tables", headers={"X-Key": f"BBBB-{n:04}"})
    assert answer.status_code == 429


def test_an_origin_that_is_none_is_refused_without_a_key_too(shared: FlaskClient) -> None:
    for origin in ("http://[", "http://[::1", "\x01", "[", "//[", "http://\u2100"):
        answer = shared.post("/api/tables", headers={"Origin": origin.encode().decode("latin-1")}, json={})
        assert answer.status_code == 403, origin
        assert sentence(answer)


def test_this_machine_needs_no_key_and_is_shown_it(shared: FlaskClient) -> None:
    here = shared.application.test_client()
    said = here.get("/api/share").json or {}
    assert (said["key"], said["addresses"]) == (KEY, ["http://192.0.2.1:8700"])
    assert here.get(said["qr"]).mimetype == "image/svg+xml"
    shared.post("/key", data={"key": KEY})
    assert shared.get("/api/share").json == {"key": None}
    assert shared.get("/api/share/qr.svg").status_code == 404
    for path in ("/", "/tables/new", "/api/choices", "/games"):
        assert KEY.encode() not in shared.get(path).data


def test_a_page_that_is_not_shared_has_no_key(client: FlaskClient) -> None:
    assert client.get("/api/share").json == {"key": None}
    assert client.get("/api/share/qr.svg").status_code == 404


@pytest.mark.parametrize("kind", ["folder", "film"])
def test_files_of_this_machine_are_named_by_this_machine_only(shared: FlaskClient, tmp_path: Path, kind: str) -> None:
    shared.post("/key", data={"key": KEY})
    source = {"kind": kind, "what": str(tmp_path)}
    for path, said in (("/api/tables", table(source=source)), ("/api/previews", {"source": source})):
        refused = shared.post(path, json=said)
        assert refused.status_code == 403 and str(tmp_path) not in sentence(refused)
    assert (shared.get("/api/choices").json or {})["local"] is False
    here = shared.application.test_client()
    assert here.post("/api/tables", json=table(source=source)).status_code == 201
    again = shared.post("/api/tables/T/again", json={})
    assert again.status_code in (200, 400)
    assert shared.get("/api/tables/T").status_code == 200


def test_a_camera_address_is_no_way_to_files(client: FlaskClient) -> None:
    for what in ("file:///etc/passwd", "/etc/passwd", "ftp://x/y", "concat:/etc/passwd", "javascript:1", "x"):
        for path in ("/api/previews", "/api/tables"):
            said = table(source={"kind": "address", "what": what})
            assert client.post(path, json=said).status_code == 400, what
    for what in ("-1", "1e3", "/dev/video0", "demo:1", "٣", "", "0x1"):
        assert client.post("/api/previews", json={"source": {"kind": "camera", "what": what}}).status_code == 400, what


# How often.


def test_a_rate_counts_each_address_alone_and_forgets() -> None:
    rate = Rate(2, 1000.0)
    assert [rate.count("a") for _ in range(3)] == [True, True, False]
    assert rate.count("b")
    for n in range(MOST_REMEMBERED + 5):
        rate.count(f"c{n}")
    assert rate.count("a")
    soon = Rate(1, -1.0)
    assert soon.count("a") and soon.count("a")


def test_keys_are_drawn_by_lot() -> None:
    keys = {make_key() for _ in range(100)}
    assert len(keys) == 100
    assert all(len(key) == KEY_SIGNS + 1 and set(key.replace("-", "")) <= set(SIGNS) for key in keys)


# Where it listens.


def test_it_listens_on_this_machine_only(serve: Callable[..., Served]) -> None:
    served = serve()
    assert served.server.config.key is None
    assert served.server._socket.getsockname()[0] == "127.0.0.1"


def test_shared_it_has_a_key_and_knows_its_names(serve: Callable[..., Served]) -> None:
    served = serve(lan=True)
    assert served.server._socket.getsockname()[0] == "0.0.0.0"
    assert served.server.config.key
    assert served.ask("GET", "/api/tables")[0] == 200  # this machine
    assert served.ask("GET", "/api/tables", Host="elsewhere.example")[0] == 403
    for name in own_addresses():
        if ":" not in name:
            assert served.ask("GET", "/api/tables", Host=f"{name}:{served.port}")[0] == 200
    # Whoever says that they come from this machine is asked where they really come from.
    assert served.ask("GET", "/api/tables", X_Forwarded_For="127.0.0.1", X_Forwarded_Host="x")[0] == 200
    assert served.ask("GET", "/api/share")[0] == 200

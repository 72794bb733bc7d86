"""The description of the API is what the API is: every route, and every answer in the shape that is promised."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from calibration.profile import Profile
from calibration.profiles import ProfileFolder
from calibration.ruler import set_from_ruler
from live.events import Kind
from referee.tactori.text import parse_text
from tests.live.test_event_page import EXAMPLES, described, played
from tests.waiting import wait_for
from tests.web import antiblok
from web.api import document as openapi
from web.api.document import document
from web.app import close_app, create_app
from web.config import Config
from web.context import HALL
from web.tables.event_shapes import EVENTS
from words.language import LANGUAGES, catalogue

SAMPLES = Path(__file__).parents[3] / "sample_images"
SET_UP = {
    "name": "Küche 1",
    "source": {"kind": "photographs"},
    "game": "taktori",
    "players": ["R", "B"],
    "names": {"R": "Ada"},
}
RECORD = "Game: taktori\nPlayers: R B\nDate: 2026-11-16\nTable: Küche\n\n1. R +c3\n2. B +e5\n3. R +e3 +c3-e3\n"
METHODS = ("get", "post", "delete", "put", "patch")


# --- a schema checker for what the description uses; no key may come that is not described


def faults(value: Any, schema: dict[str, Any], where: str = "$", also: frozenset[str] = frozenset()) -> list[str]:
    """What is wrong with a value; `also` are keys that are described around this schema."""
    schema = resolved(schema)
    if unknown := schema.keys() - KEYWORDS:
        raise ValueError(f"{where}: this checker does not know {unknown}")
    if "type" in schema and not _is(value, schema["type"]):
        return [f"{where}: {value!r} is no {schema['type']}"]
    own = also | schema.get("properties", {}).keys()
    found = _plain_faults(value, schema, where)
    for each in schema.get("allOf", ()):
        found += faults(value, each, where, own)
    for way in ("anyOf", "oneOf"):
        if tried := [faults(value, each, where, own) for each in schema.get(way, ())]:
            found += min(tried, key=len)
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            found.append(f"{where}: {len(value)} items")
        for n, each in enumerate(value):
            found += faults(each, schema.get("items", {}), f"{where}[{n}]")
    return found + _key_faults(value, schema, where, own) if isinstance(value, dict) else found


def _plain_faults(value: Any, schema: dict[str, Any], where: str) -> list[str]:
    found = []
    if "const" in schema and value != schema["const"]:
        found.append(f"{where}: {value!r} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where}: {value!r} is none of {schema['enum']}")
    if isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{where}: {value!r} does not match {schema['pattern']}")
    if isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        found.append(f"{where}: too long")
    if isinstance(value, int | float) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        found.append(f"{where}: {value} is out of range")
    return found


def _key_faults(value: dict[str, Any], schema: dict[str, Any], where: str, own: frozenset[str]) -> list[str]:
    found = [f"{where}.{key}: missing" for key in schema.get("required", ()) if key not in value]
    others = schema.get("additionalProperties")
    for key, each in value.items():
        if key in schema.get("properties", {}):
            found += faults(each, schema["properties"][key], f"{where}.{key}")
        elif isinstance(others, dict):
            found += faults(each, others, f"{where}.{key}")
        elif schema.get("type") == "object" and others is None and key not in own:
            found.append(f"{where}.{key}: not described")
    return found


KEYWORDS = {
    *("type", "const", "enum", "pattern", "format", "minimum", "maximum", "maxLength", "examples", "description"),
    *("anyOf", "oneOf", "allOf", "items", "minItems", "maxItems", "properties", "required", "additionalProperties"),
}


def _is(value: Any, kind: str) -> bool:
    kinds: dict[str, tuple[type, ...]] = {
        "object": (dict,),
        "array": (list,),
        "string": (str,),
        "integer": (int,),
        "number": (int, float),
        "boolean": (bool,),
        "null": (type(None),),
    }
    return isinstance(value, kinds[kind]) and (kind == "boolean" or not isinstance(value, bool))


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = {**pointed(schema["$ref"]), **{key: each for key, each in schema.items() if key != "$ref"}}
    return schema


def pointed(address: str) -> dict[str, Any]:
    found: Any = written()
    for step in address.removeprefix("#/").split("/"):
        found = found[step]
    assert isinstance(found, dict)
    return found


@cache
def written() -> dict[str, Any]:
    """The description as it goes over the wire."""
    read = json.loads(json.dumps(document()))
    assert isinstance(read, dict)
    return read


# --- the app


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DRAUFSICHT_HOME", str(home))
        made = create_app(Config(log_path=home / "games.sqlite", reopen=False, workers=1))
        yield made
        close_app(made)


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def ask(client: FlaskClient, method: str, path: str, template: str, status: int = 200, **sent: Any) -> Any:
    """Asks, and checks the answer against what is written about it."""
    answer: TestResponse = client.open(path, method=method, **sent)
    assert answer.status_code == status, (path, answer.status_code, answer.get_data(as_text=True)[:500])
    call = written()["paths"][template][method.lower()]
    promised = resolved(call["responses"][str(status)])
    kinds = promised.get("content", {})
    if not kinds:
        assert answer.data == b""
        return None
    assert answer.mimetype in kinds, (answer.mimetype, list(kinds))
    for name in promised.get("headers", {}):
        assert name in answer.headers
    if answer.mimetype != "application/json":
        return answer.data
    body = answer.get_json()
    assert not faults(body, kinds["application/json"]["schema"]), path
    return body


def wait(client: FlaskClient, path: str, template: str, until: Any) -> Any:
    def look() -> Any:
        body = ask(client, "GET", path, template)
        return body if until(body) else None

    return wait_for(look, path)


@pytest.fixture(scope="module")
def table(client: FlaskClient) -> Iterator[str]:
    """Where an open table is; it needs no camera."""
    ask(client, "POST", "/api/tables", "/api/tables", 201, json=SET_UP)
    path = "/api/tables/K%C3%BCche%201"
    wait(client, path, "/api/tables/{table}", lambda said: said["status"] == "watching")
    yield path
    ask(client, "DELETE", path, "/api/tables/{table}")


@pytest.fixture(scope="module")
def game(client: FlaskClient) -> str:
    said = ask(client, "POST", "/api/games/import", "/api/games/import", 201, data=RECORD, content_type="text/plain")
    return f"/api/games/{said['number']}"


# --- the document itself


def routes(app: Flask) -> set[tuple[str, str]]:
    found = set()
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/api/"):
            path = re.sub(r"<[^>]*>", "{}", rule.rule)
            found |= {(method, path) for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    return found


def test_every_route_is_described_and_nothing_else(app: Flask) -> None:
    told = {
        (method.upper(), re.sub(r"{\w+}", "{}", path))
        for path, calls in written()["paths"].items()
        for method in calls
        if method in METHODS
    }
    assert told == routes(app)


def test_what_is_served_is_the_description(client: FlaskClient) -> None:
    assert ask(client, "GET", "/api/openapi.json", "/api/openapi.json") == written()


def every(value: Any, key: str) -> Iterator[Any]:
    if isinstance(value, dict):
        if key in value:
            yield value[key]
        for each in value.values():
            yield from every(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from every(each, key)


def test_the_page_about_it_is_made_once_for_each_language(client: FlaskClient) -> None:
    """It consists of thousands of pieces; what differs from request to request is only around it."""
    openapi.described.cache_clear()
    for language in (*LANGUAGES, *LANGUAGES):
        answer = client.get(f"/api?lang={language}")
        assert answer.status_code == 200 and "/api/openapi.json" in answer.text
        assert all(call.id in answer.text for group in openapi.GROUPS for call in group.calls)
    assert openapi.described.cache_info().misses == len(LANGUAGES)
    assert catalogue("de")["page.api.request"] in client.get("/api?lang=de").text


def test_the_document_is_openapi() -> None:
    said = written()
    assert said.keys() == {"openapi", "info", "servers", "tags", "security", "paths", "components"}
    assert said["openapi"] == "3.1.0"
    assert {"title", "version"} <= said["info"].keys()
    tags = [tag["name"] for tag in said["tags"]]
    assert len(set(tags)) == len(tags)
    for scheme in said["security"]:
        assert scheme.keys() <= said["components"]["securitySchemes"].keys()
    for place, calls in said["paths"].items():
        assert place.startswith("/") and calls.keys() <= set(METHODS), place
        for call in calls.values():
            assert {"operationId", "summary", "responses", "tags"} <= call.keys(), place
            assert set(call["tags"]) <= set(tags)
            assert any(status.startswith("2") for status in call["responses"]), place
            for response in map(resolved, call["responses"].values()):
                assert response["description"]
            if "requestBody" in call:
                assert call["requestBody"]["content"], place


def test_ids_are_given_once() -> None:
    ids = list(every(written()["paths"], "operationId"))
    assert len(ids) == len(set(ids)) == sum(len(calls) for calls in written()["paths"].values())


def test_references_lead_somewhere_and_nothing_is_left_over() -> None:
    addresses = set(every(written(), "$ref"))
    for address in addresses:
        assert pointed(address)
    for kind in ("schemas", "parameters", "responses"):
        for name in written()["components"][kind]:
            told = any(name in each["about"] for each in STREAMED) if name in ("Happened", "Gone") else False
            assert told or f"#/components/{kind}/{name}" in addresses, name


STREAMED = [{"about": document()["paths"]["/api/events"]["get"]["description"]}]


def test_the_names_in_paths_are_declared() -> None:
    for path, calls in written()["paths"].items():
        for call in calls.values():
            parameters = [resolved(each) for each in call["parameters"]]
            declared = {each["name"] for each in parameters if each["in"] == "path"}
            assert declared == set(re.findall(r"{(\w+)}", path)), path
            assert all(each["required"] for each in parameters if each["in"] == "path")
            named = [(each["in"], each["name"]) for each in parameters]
            assert len(named) == len(set(named)), path


def test_every_schema_uses_only_words_that_are_checked() -> None:
    def walk(schema: Any) -> None:
        assert schema.keys() <= KEYWORDS | {"$ref"}, schema
        assert set(schema.get("required", ())) <= schema.get("properties", {}).keys(), schema
        for inner in schema.get("properties", {}).values():
            walk(inner)
        for way in ("anyOf", "oneOf", "allOf"):
            for inner in schema.get(way, ()):
                walk(inner)
        for key in ("items", "additionalProperties"):
            if isinstance(schema.get(key), dict):
                walk(schema[key])

    for schema in written()["components"]["schemas"].values():
        walk(schema)
    for schema in every(written()["paths"], "schema"):
        walk(schema)


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        ({}, {"$ref": "#/components/schemas/Error"}),
        ({"error": 3}, {"$ref": "#/components/schemas/Error"}),
        ({"error": "a", "trace": "b"}, {"$ref": "#/components/schemas/Error"}),
        ({"board": 7, "towers": {}, "sticks": []}, {"$ref": "#/components/schemas/Position"}),
        ({"board": 9, "towers": {"a1": "X"}, "sticks": []}, {"$ref": "#/components/schemas/Position"}),
        ({"event": "paused"}, {"$ref": "#/components/schemas/Event"}),
        ({"event": "paused", "n": True}, {"$ref": "#/components/schemas/Event"}),
        ({"event": "slept", "n": 1}, {"$ref": "#/components/schemas/Event"}),
        ({"event": "paused", "n": 1, "more": 2, "table": "1"}, {"$ref": "#/components/schemas/Happened"}),
        ([[1, 2]], {"$ref": "#/components/schemas/Corners"}),
        ("Z", {"$ref": "#/components/schemas/Colour"}),
    ],
)
def test_the_checker_finds_what_is_wrong(value: Any, schema: dict[str, Any]) -> None:
    assert faults(value, schema)


# --- events


def test_every_kind_of_event_is_described_as_in_the_formats() -> None:
    page = described()
    assert {kind.value for kind in EVENTS} == {kind.value for kind in Kind}
    for kind, (_, keys) in EVENTS.items():
        assert set(keys.replace("?", "").split()) == page[kind.value], kind


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["event"])
def test_the_events_of_the_formats_have_the_shape(example: dict[str, Any]) -> None:
    assert not faults(example, {"$ref": "#/components/schemas/Event"})


def test_real_events_have_the_shape(tmp_path: Path) -> None:
    for each in played(tmp_path):
        assert not faults(json.loads(json.dumps(each.to_json())), {"$ref": "#/components/schemas/Event"})


def test_the_stream_tells_what_is_described(client: FlaskClient, table: str) -> None:
    ask(client, "POST", f"{table}/pause", "/api/tables/{table}/{call}")
    ask(client, "POST", f"{table}/resume", "/api/tables/{table}/{call}")
    answer = client.get("/api/events?table=K%C3%BCche%201", buffered=False)
    assert answer.mimetype == "text/event-stream"
    shapes = {"table": "Table", "happened": "Happened", "gone": "Gone"}
    heard = []
    for chunk in answer.response:
        said = chunk.decode() if isinstance(chunk, bytes) else chunk
        lines = dict(line.split(": ", 1) for line in said.strip().splitlines())
        if "event" not in lines:
            continue
        heard.append(lines["event"])
        assert not faults(json.loads(lines["data"]), {"$ref": f"#/components/schemas/{shapes[lines['event']]}"})
        if lines["event"] == "table":
            break
    answer.close()
    assert heard.count("happened") >= 3
    for kind in ("table", "happened", "gone", "alive"):
        assert f"`{kind}`" in STREAMED[0]["about"]


# --- answers


def test_tables_answer_as_described(app: Flask, client: FlaskClient, table: str) -> None:
    ask(client, "GET", "/api/tables", "/api/tables")
    call = "/api/tables/{table}/{call}"
    watched = app.extensions[HALL].table(SET_UP["name"])
    watched.call(lambda play: play.confirm(parse_text("9 c3:R")))
    watched.call(lambda play: play.wait("illegal", [parse_text("9 c3:R e5:B g5:B")]))
    said = ask(client, "GET", table, "/api/tables/{table}")
    assert said["turns"] and said["help"] and said["game"]["waiting"]["violations"]
    said = ask(client, "POST", f"{table}/correct", "/api/tables/{table}/correct", json={"words": ["g5=R"]})
    assert said["events"] and said["table"]["by_hand"] == ["g5"]
    given = "/api/tables/{table}/let-camera-say"
    assert ask(client, "POST", f"{table}/let-camera-say", given, json={"places": ["g5"]})["table"]["by_hand"] == []
    ask(client, "POST", f"{table}/let-camera-say", given, 400, json={"places": ["g5"]})
    position = parse_text("9 c3:R e5:B g7:B").to_json()
    ask(client, "POST", f"{table}/correct", "/api/tables/{table}/correct", json={"position": position})
    for name in ("accept", "undo", "redo", "undo", "undo", "pause", "resume"):
        ask(client, "POST", f"{table}/{name}", call)
    corners = [[10, 400], [600, 400], [500, 100], [100, 100]]
    for held in (corners, None):
        ask(client, "POST", f"{table}/corners", "/api/tables/{table}/corners", json={"corners": held})
    ask(client, "POST", f"{table}/keep-pictures", "/api/tables/{table}/keep-pictures", json={"keep": False})
    ask(client, "GET", f"{table}/picture.jpg", "/api/tables/{table}/picture.jpg", 204)
    ask(client, "POST", f"{table}/frames", "/api/tables/{table}/frames", 409, data=b"x")
    ask(client, "POST", f"{table}/end", call)
    ask(client, "POST", f"{table}/again", "/api/tables/{table}/again", json={"new": True})
    wait(client, table, "/api/tables/{table}", lambda said: said["status"] == "watching")


def test_a_table_of_cards_answers_as_described(app: Flask, client: FlaskClient) -> None:
    set_up = SET_UP | {"name": "cards", "game": "antiblok", "rules": {"swap": "adjacent"}}
    ask(client, "POST", "/api/tables", "/api/tables", 201, json=set_up)
    table, shown = "/api/tables/cards", "/api/tables/{table}"
    assert wait(client, table, shown, lambda said: said["status"] == "watching")["top"]["shapes"]
    corrected = "/api/tables/{table}/correct"
    ask(client, "POST", f"{table}/correct", corrected, json={"position": antiblok.beginning().to_json()})
    ask(client, "POST", f"{table}/throw", "/api/tables/{table}/throw", json={"die": ["L2"]})
    ask(client, "POST", f"{table}/throw", "/api/tables/{table}/throw", 400, json={"die": ["L7"]})
    watched = app.extensions[HALL].table("cards")
    watched.call(lambda play: play.confirm(antiblok.red_square()))
    watched.call(lambda play: play.wait("incomplete", [antiblok.red_square().with_places({"c4+": ""})]))
    assert ask(client, "GET", table, shown)["game"]["waiting"]["todo"]
    said = ask(client, "POST", f"{table}/correct", corrected, json={"places": {"c4+": "R"}})
    number = said["table"]["game"]["number"]
    ask(client, "GET", f"/api/games/{number}", "/api/games/{number}")
    assert ask(client, "GET", f"/api/games/{number}/turns/1", "/api/games/{number}/turns/{n}")["top"]
    ask(client, "GET", f"/api/games/{number}/game.json", "/api/games/{number}/game.json")
    ask(client, "DELETE", table, shown)


def test_a_table_that_sees_something_answers_as_described(client: FlaskClient, table: str) -> None:
    ask(
        client,
        "POST",
        f"{table}/photographs",
        "/api/tables/{table}/photographs",
        202,
        data=(SAMPLES / "closed_rectangle.jpg").read_bytes(),
        content_type="image/jpeg",
    )
    seen = wait(client, table, "/api/tables/{table}", lambda said: said.get("view") and said["frame"] is not None)
    assert seen["set"]
    ask(client, "GET", f"{table}/picture.jpg?width=320", "/api/tables/{table}/picture.jpg")


def test_setting_up_answers_as_described(client: FlaskClient) -> None:
    ask(client, "GET", "/api/choices", "/api/choices")
    ask(client, "GET", "/api/share", "/api/share")
    ask(client, "GET", "/api/share/qr.svg", "/api/share/qr.svg", 404)
    opened = {"source": {"kind": "photographs"}, "board": 9, "game": "taktori"}
    said = ask(client, "POST", "/api/previews", "/api/previews", 201, json=opened)
    path = f"/api/previews/{said['id']}"
    ask(client, "GET", f"{path}/picture.jpg", "/api/previews/{preview}/picture.jpg", 204)
    photograph = (SAMPLES / "closed_rectangle.jpg").read_bytes()
    template = "/api/previews/{preview}/photographs"
    ask(client, "POST", f"{path}/photographs", template, 202, data=photograph, content_type="image/jpeg")
    found = wait(client, path, "/api/previews/{preview}", lambda said: said["corners"] or said["why"])
    assert found["corners"]
    ask(client, "GET", f"{path}/picture.jpg", "/api/previews/{preview}/picture.jpg")
    ask(client, "POST", f"{path}/corners", "/api/previews/{preview}/corners", json={"corners": found["corners"]})
    ask(client, "POST", f"{path}/frames", "/api/previews/{preview}/frames", 400, data=b"x")
    ask(client, "DELETE", path, "/api/previews/{preview}")
    ask(client, "GET", path, "/api/previews/{preview}", 404)


def test_games_answer_as_described(client: FlaskClient, game: str) -> None:
    listed = ask(client, "GET", "/api/games?count=1", "/api/games")
    assert listed["games"][0]["imported"]
    ask(client, "GET", game, "/api/games/{number}")
    for n in range(4):
        ask(client, "GET", f"{game}/turns/{n}", "/api/games/{number}/turns/{n}")
    ask(client, "GET", f"{game}/turns/9", "/api/games/{number}/turns/{n}", 404)
    for n, status in ((0, 200), (3, 200), (4, 404)):
        path = "/api/games/{number}/turns/{n}/picture.png"
        ask(client, "GET", f"{game}/turns/{n}/picture.png", path, status)
    for name in ("record.txt", "game.json", "sheet.png", "sheet.pdf"):
        ask(client, "GET", f"{game}/{name}", f"/api/games/{{number}}/{name}")
    ask(client, "GET", f"{game}/pictures", "/api/games/{number}/pictures")
    ask(client, "DELETE", f"{game}/pictures", "/api/games/{number}/pictures")
    ask(client, "GET", f"{game}/pictures/1.jpg", "/api/games/{number}/pictures/{seq}.jpg", 404)
    data = client.get(f"{game}/game.json").data
    ask(client, "POST", "/api/games/import", "/api/games/import", 201, data=data, content_type="application/json")
    ask(client, "POST", "/api/games/import", "/api/games/import", 400, data=b"x")
    ask(client, "DELETE", game, "/api/games/{number}")


def test_photographs_answer_as_described(client: FlaskClient) -> None:
    said = ask(client, "POST", "/api/batches", "/api/batches", 201, json={"game": "taktori", "measure": False})
    path, one = f"/api/batches/{said['id']}", "/api/batches/{batch}/pictures/{n}"
    for data in (b"no picture", (SAMPLES / "closed_rectangle.jpg").read_bytes()):
        ask(client, "POST", f"{path}/pictures?name=x.jpg", "/api/batches/{batch}/pictures", 201, data=data)
    read = wait(client, path, "/api/batches/{batch}", lambda said: not said["unread"])
    assert {row["state"] for row in read["rows"]} > {"error"}
    for n in (1, 2):
        ask(client, "GET", f"{path}/pictures/{n}", one)
    ask(client, "GET", f"{path}/pictures/2/picture.jpg", f"{one}/picture.jpg")
    ask(client, "GET", f"{path}/pictures/2/thumb.jpg", f"{one}/thumb.jpg")
    ask(client, "POST", f"{path}/pictures/2/correct", f"{one}/correct", json={"words": ["a9=RB"]})
    ask(client, "DELETE", f"{path}/pictures/2/correct", f"{one}/correct")
    ask(client, "POST", f"{path}/pictures/1/correct", f"{one}/correct", 409, json={"words": ["a9=RB"]})
    ask(client, "GET", f"{path}/pictures/2/above.jpg", f"{one}/above.jpg")
    ask(client, "GET", f"{path}/pictures/1/above.jpg", f"{one}/above.jpg", 404)
    ask(client, "POST", f"{path}/pictures/2/read", f"{one}/read", json={"board": 9, "ask": "more"})
    wait(client, path, "/api/batches/{batch}", lambda said: not said["unread"])
    ask(client, "POST", f"{path}/pictures/1/read", f"{one}/read", 409)
    ask(client, "POST", f"{path}/pictures/2/read", f"{one}/read", 400, json={"turned": [90]})
    grouped, dismissed = "/api/batches/{batch}/groups", "/api/batches/{batch}/dismissed"
    for name in ("first_bridges", "loose"):
        data = (SAMPLES / f"{name}.jpg").read_bytes()
        ask(client, "POST", f"{path}/pictures?name={name}", "/api/batches/{batch}/pictures", 201, data=data)
    wait(client, path, "/api/batches/{batch}", lambda said: not said["unread"])
    made = ask(client, "POST", f"{path}/groups", grouped, 201, json={"rows": [3, 4]})
    wait(client, path, "/api/batches/{batch}", lambda said: not said["unread"])
    ask(client, "GET", f"{path}/pictures/{made['n']}", one)
    ask(client, "GET", f"{path}/results.json", "/api/batches/{batch}/results.json")
    ask(client, "POST", f"{path}/groups", grouped, 400, json={"rows": [2]})
    ask(client, "POST", f"{path}/groups", grouped, 404, json={"rows": [2, 99]})
    ask(client, "POST", f"{path}/groups", grouped, 409, json={"rows": [1, 2]})
    ask(client, "DELETE", f"{path}/groups/{made['n']}", f"{grouped}/{{n}}")
    ask(client, "DELETE", f"{path}/groups/2", f"{grouped}/{{n}}", 404)
    assert ask(client, "POST", f"{path}/dismissed", dismissed, json={"rows": [2, 3]})["dismissed"] == 2
    ask(client, "POST", f"{path}/dismissed", dismissed, 400, json={"rows": "2"})
    assert ask(client, "DELETE", f"{path}/dismissed", dismissed)["dismissed"] == 0
    ask(client, "GET", f"{path}/results.csv", "/api/batches/{batch}/results.csv")
    ask(client, "GET", f"{path}/results.json", "/api/batches/{batch}/results.json")
    ask(client, "POST", f"{path}/stop", "/api/batches/{batch}/stop")
    ask(client, "DELETE", path, "/api/batches/{batch}")


def test_calibrations_and_profiles_answer_as_described(client: FlaskClient) -> None:
    ask(client, "GET", "/api/calibration/sheet.pdf", "/api/calibration/sheet.pdf")
    ask(client, "GET", "/api/calibration/sheet.pdf?paper=a0", "/api/calibration/sheet.pdf", 400)
    asked = {"kind": "set", "ruler": {"pitch_9": 31.0, "tower_height": 18.0}}
    said = ask(client, "POST", "/api/calibrations", "/api/calibrations", 201, json=asked)
    path, one = f"/api/calibrations/{said['id']}", "/api/calibrations/{calibration}"
    ask(client, "GET", path, one)
    ask(client, "GET", f"{path}/result.png", f"{one}/result.png", 404)
    ask(client, "POST", f"{path}/film", f"{one}/film", 400, data=b"x")
    finished = ask(client, "POST", f"{path}/finish", f"{one}/finish")
    assert finished["result"]["parts"] == ["set"]
    ask(client, "POST", f"{path}/stop", f"{one}/stop")
    ask(client, "POST", "/api/profiles/name", "/api/profiles/name", json={"name": "kitchen"})
    ask(client, "POST", "/api/profiles/name", "/api/profiles/name", 400, json={"name": "a/b"})
    ask(client, "POST", f"{path}/keep", f"{one}/keep", json={"profile": "kitchen"})
    sheet = ask(client, "POST", "/api/calibrations", "/api/calibrations", 201, json={"kind": "sheet"})
    white = (SAMPLES / "closed_rectangle.jpg").read_bytes()
    mine = f"/api/calibrations/{sheet['id']}"
    ask(client, "POST", f"{mine}/pictures", f"{one}/pictures", data=white, content_type="image/jpeg")
    looked = wait(client, mine, one, lambda said: said["working"] is None)
    assert looked["last"]["accepted"] is False
    for each in (path, mine):
        ask(client, "DELETE", each, one)
    listed = ask(client, "GET", "/api/profiles", "/api/profiles")
    assert [profile["name"] for profile in listed["profiles"]] == ["kitchen"]
    _check_profiles(client, white)


def _check_profiles(client: FlaskClient, photograph: bytes) -> None:
    path, one = "/api/profiles/kitchen", "/api/profiles/{profile}"
    ask(client, "GET", path, one)
    ask(client, "GET", f"{path}/file", f"{one}/file")
    said = ask(client, "POST", f"{path}/check", f"{one}/check", data=photograph, content_type="image/jpeg")
    mine, template = f"/api/calibrations/{said['id']}", "/api/calibrations/{calibration}"
    wait(client, mine, template, lambda said: said["working"] is None)
    ask(client, "POST", f"{mine}/finish", f"{template}/finish")
    checked = wait(client, mine, template, lambda said: said["working"] is None)
    assert checked["result"]["fits"] in (True, False)
    ask(client, "POST", f"{path}/rename", f"{one}/rename", json={"name": "living room"})
    other = Profile("other", set=set_from_ruler({"pitch_9": 30.0})).to_json()
    ask(client, "POST", "/api/profiles/import", "/api/profiles/import", 201, json=other)
    ask(client, "POST", "/api/profiles/import", "/api/profiles/import", 409, json=other)
    ask(client, "DELETE", "/api/profiles/other", one)
    ask(client, "GET", "/api/profiles/nobody", one, 404)
    ProfileFolder.of_user().delete("living room")


def test_what_is_refused_is_a_sentence(client: FlaskClient, table: str) -> None:
    ask(client, "GET", "/api/tables/nowhere", "/api/tables/{table}", 404)
    ask(client, "POST", "/api/tables", "/api/tables", 400, json={})
    ask(client, "POST", "/api/tables", "/api/tables", 409, json=SET_UP)
    ask(client, "POST", "/api/tables", "/api/tables", 413, data=b" " * 300_000)
    ask(client, "GET", "/api/tables", "/api/tables", 403, headers={"Host": "example.org"})
    foreign = {"Origin": "http://example.org"}
    ask(client, "DELETE", table, "/api/tables/{table}", 403, headers=foreign)
    assert ask(client, "GET", "/api/tables/x?lang=de", "/api/tables/{table}", 404)["error"].startswith("Es gibt keinen")


# --- the page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_every_call_and_every_shape(client: FlaskClient, language: str) -> None:
    answer = client.get(f"/api?lang={language}")
    assert answer.status_code == 200 and answer.mimetype == "text/html"
    page = answer.get_data(as_text=True)
    assert f'<h1 tabindex="-1">{catalogue(language)["page.api.title"]}</h1>' in page
    for path, calls in written()["paths"].items():
        for method, call in calls.items():
            assert f"<code>{method.upper()} {path}</code>" in page.replace("<wbr>", "")
            assert f'id="{call["operationId"]}"' in page
    for name in written()["components"]["schemas"]:
        assert f'id="{name}"' in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for target in re.findall(r'href="#([^"]+)"', page):
        assert target in ids
    assert " style=" not in page and "<script>" not in page
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page)


def test_the_examples_of_the_page_work(client: FlaskClient) -> None:
    page = client.get("/api").get_data(as_text=True)
    examples = re.findall(r"<pre[^>]*><code>(curl .*?)</code></pre>", page, re.S)
    assert len(examples) == 3
    tables, opened, events = (shlex.split(each.replace("&#39;", "'").replace("&#34;", '"')) for each in examples)
    assert client.get(tables[-1]).status_code == 200
    kind, body = opened[opened.index("-H") + 1].split(": "), opened[opened.index("-d") + 1]
    address = next(word for word in opened if word.startswith("http"))
    answer = client.post(address, data=body, headers={kind[0]: kind[1]})
    assert answer.status_code == 201, answer.get_json()
    assert client.delete(f"/api/tables/{json.loads(body)['name']}").status_code == 200
    listened = client.get(events[-1], buffered=False)
    assert listened.status_code == 200
    listened.close()

"""The JSON API in writing (OpenAPI), for other programs and for people."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from flask import Response, jsonify, render_template
from markupsafe import Markup

from web.api.group import REFUSALS
from web.api.words import SHAPES, anything, as_json, choice, ref
from web.context import language
from web.door.sharing import sharing
from web.games.calls import games
from web.measuring.calls import measuring
from web.measuring.profiles import profiles
from web.photographs.calls import photographs
from web.setting_up.calls import setting_up
from web.tables import by_hand, cameras  # noqa: F401 - their calls are among those of the tables
from web.tables.calls import tables
from web.tables.stream import stream
from words.language import LANGUAGES, say
from words.message import Message

GROUPS = (tables, stream, setting_up, sharing, games, photographs, measuring, profiles)
PLACES = dict(place for group in GROUPS for place in group.places.values())
"""Everything that stands in paths."""
WORDS = {
    "optional": "page.api.optional",
    "address": "page.api.address",
    "request": "page.api.request",
    "answer": "page.api.answer",
    "refused": "page.api.refused",
}
"""What the template says again and again, put into words once."""
ABOUT = """Everything the page does, for other programs. It listens on this machine only, unless it was started with
`--lan`; then whoever is not on this machine sends the key with the header `X-Key`, or as the cookie a browser gets.

Bodies are JSON with `Content-Type: application/json`, or the bytes of a file. A change that comes from a browser must
come from the page itself: an `Origin` of another page, or a `Sec-Fetch-Site` other than `same-origin`, is refused.
Programs that send neither are taken. Whatever is refused is answered with `{"error": "a sentence"}`, in the language of
`lang`, else of `Accept-Language`. Whoever reads answers passes over keys they do not know."""


@cache
def document() -> dict[str, Any]:
    """The whole description."""
    paths: dict[str, dict[str, Any]] = {}
    for group in GROUPS:
        for call in group.calls:
            paths.setdefault(call.path, {})[call.method.lower()] = call.to_json(group.title)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Draufsicht",
            "version": _version(),
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": group.title, "description": group.about} for group in GROUPS],
        "security": [{}, {"key": []}, {"cookie": []}],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(SHAPES.items())),
            "parameters": _parameters(),
            "responses": {name: as_json(ref("Error"), about).to_json() for name, about in REFUSALS.values()},
            "securitySchemes": {
                "key": {
                    "type": "apiKey",
                    "in": "header",
                    "name": "X-Key",
                    "description": "Only with `--lan`, and not on this machine itself. It is read off the screen.",
                },
                "cookie": {"type": "apiKey", "in": "cookie", "name": "key", "description": "The same, for browsers."},
            },
        },
    }


def _parameters() -> dict[str, Any]:
    made: dict[str, Any] = {
        name: {"name": name, "in": "path", "required": True, "schema": schema} for name, schema in PLACES.items()
    }
    return made | {"lang": {"name": "lang", "in": "query", "schema": choice(LANGUAGES, "The language of sentences.")}}


def _version() -> str:
    try:
        return version("draufsicht")
    except PackageNotFoundError:
        return "0"


@sharing.call("GET /api/openapi.json", as_json(anything(), "OpenAPI 3.1."))
def describe() -> Response:
    """This description."""
    return jsonify(document())


@sharing.get("/api")
def page() -> str:
    return render_template("api.html", described=described(language()))


@cache
def described(said: str) -> Markup:
    """Every call and every shape as HTML: thousands of small pieces, so it is made once for each language."""
    words = {name: say(Message(key), said) for name, key in WORDS.items()}
    known = {"groups": GROUPS, "shapes": dict(sorted(SHAPES.items())), "places": PLACES, "refusals": REFUSALS}
    return Markup(render_template("api_calls.html", **known, words=words))

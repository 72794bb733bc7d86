"""The JSON API in writing (OpenAPI), for other programs and for people."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from flask import Blueprint, Response, jsonify, render_template

from referee.language import LANGUAGES
from web import openapi_board, openapi_kept, openapi_live, openapi_measured, openapi_work
from web.openapi_words import REFUSALS, as_json, choice, ref

blueprint = Blueprint("openapi", __name__)
GROUPS = (*openapi_live.GROUPS, *openapi_kept.GROUPS, *openapi_measured.GROUPS)
SHAPES = {**openapi_board.SHAPES, **openapi_work.SHAPES}
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
            paths.setdefault(call.path, {})[call.method.lower()] = call.to_json(group.name)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Draufsicht",
            "version": _version(),
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": group.name, "description": group.about} for group in GROUPS],
        "security": [{}, {"key": []}, {"cookie": []}],
        "paths": paths,
        "components": {
            "schemas": dict(SHAPES),
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
        name: {"name": name, "in": "path", "required": True, "schema": schema}
        for name, schema in openapi_live.PLACES.items()
    }
    return made | {"lang": {"name": "lang", "in": "query", "schema": choice(LANGUAGES, "The language of sentences.")}}


def _version() -> str:
    try:
        return version("draufsicht")
    except PackageNotFoundError:
        return "0"


@blueprint.get("/api/openapi.json")
def openapi() -> Response:
    return jsonify(document())


@blueprint.get("/api")
def page() -> str:
    return render_template("api.html", groups=GROUPS, shapes=SHAPES, places=openapi_live.PLACES, refusals=REFUSALS)

"""The JSON API in writing (OpenAPI), for other programs and for people."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

blueprint = Blueprint("openapi", __name__)


@blueprint.get("/api/openapi.json")
def openapi() -> Response:
    return jsonify(openapi="3.1.0")

"""The page's texts for its scripts, in one file a language, kept by the browser until they change."""

from __future__ import annotations

import hashlib
import json
from functools import cache

from flask import Blueprint, Flask, Response

from calibration.physical_set import PhysicalSet
from web.context import language, t
from web.door.errors import NotFound
from web.door.safety import is_local
from words.language import LANGUAGES, catalogue
from words.message import message

blueprint = Blueprint("texts", __name__)
FAMILIES = ("page.", "colour.", "game.", "option.", "task.", "reason.", "kind.")
"""What scripts may say: the texts whose keys begin like this."""
OWN_NAMES = {"de": "Deutsch", "en": "English", "fr": "Français", "it": "Italiano"}


@cache
def texts_json(said: str) -> str:
    own = {key: text for key, text in catalogue(said).items() if key.startswith(FAMILIES)}
    return json.dumps(own, ensure_ascii=False, separators=(",", ":"))


@cache
def texts_stamp(said: str) -> str:
    """Changes when a text does, so that the browser may keep the file for ever."""
    return hashlib.sha256(texts_json(said).encode()).hexdigest()[:12]


@blueprint.get("/texts/<said>.json")
def texts(said: str) -> Response:
    if said not in LANGUAGES:
        raise NotFound(message("web.not_found"))
    return Response(
        texts_json(said), mimetype="application/json", headers={"Cache-Control": "public, max-age=31536000, immutable"}
    )


def init_texts(app: Flask) -> None:
    app.register_blueprint(blueprint)
    app.jinja_env.globals.update(t=t, languages=OWN_NAMES, usual_set=PhysicalSet.in_proportion().to_json())

    @app.context_processor
    def spoken() -> dict[str, object]:
        said = language()
        return {"language": said, "texts_stamp": texts_stamp(said), "local": is_local()}

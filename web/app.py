"""The page as a Flask application: everything a request can reach, put together."""

from __future__ import annotations

import atexit

from flask import Flask, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from web.api.document import GROUPS
from web.config import Config
from web.context import CONFIG, HALL, LANGUAGE_COOKIE, WORKSHOP
from web.door.errors import init_errors
from web.door.safety import init_safety
from web.photographs.calls import BATCHES, init_batches
from web.served_texts import init_texts
from web.setting_up.calls import PREVIEWS
from web.setting_up.preview import Previews
from web.tables.hall import Hall
from web.workshop.workshop import Workshop, usual_workers
from words.language import LANGUAGES

LANGUAGE_COOKIE_S = 400 * 86_400


def create_app(config: Config | None = None) -> Flask:
    """The page. `close_app` ends what it keeps running; the program's end does too."""
    told = config or Config()
    app = Flask("web", static_folder="static", template_folder="templates")
    app.config["MAX_CONTENT_LENGTH"] = told.most_upload_bytes
    app.config["MAX_FORM_MEMORY_SIZE"] = 10_000
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions[CONFIG] = told
    app.extensions[WORKSHOP] = Workshop(told.workers or usual_workers())
    app.extensions[HALL] = Hall.open(told)
    app.extensions[PREVIEWS] = Previews()
    init_errors(app)
    init_safety(app)
    init_texts(app)
    init_batches(app)
    for group in GROUPS:
        app.register_blueprint(group)
    app.add_url_rule("/language", "choose_language", _choose_language, methods=["POST"])
    app.add_url_rule("/favicon.ico", "favicon", lambda: redirect(url_for("static", filename="icon.svg")))
    atexit.register(close_app, app)
    return app


def close_app(app: Flask) -> None:
    """Closes tables and ends children; what was told is in the log already."""
    app.extensions[PREVIEWS].close_all()
    app.extensions[BATCHES].close_all()
    app.extensions[HALL].close()
    app.extensions[WORKSHOP].close()


def _choose_language() -> AnyResponse:
    """What a person chose stays chosen in this browser."""
    back = request.form.get("back", "/")
    # Browsers leave out tabs and line ends, so that "/<tab>/elsewhere" is "//elsewhere".
    is_own = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    answered = redirect(back if is_own else "/", 303)
    said = request.form.get("lang", "")
    if said in LANGUAGES:
        answered.set_cookie(
            LANGUAGE_COOKIE, said, max_age=LANGUAGE_COOKIE_S, httponly=True, samesite="Strict", secure=request.is_secure
        )
    return answered

"""What every request can ask for: the hall of tables, the workshop, the language of whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from flask import current_app, has_request_context, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from words.language import DEFAULT_LANGUAGE, LANGUAGES, catalogue, environment_language

if TYPE_CHECKING:
    from web.config import Config
    from web.tables.hall import Hall
    from web.workshop.workshop import Workshop

LANGUAGE_COOKIE = "language"
HALL, WORKSHOP, CONFIG = "draufsicht.hall", "draufsicht.workshop", "draufsicht.config"


def hall() -> Hall:
    return cast("Hall", current_app.extensions[HALL])


def workshop() -> Workshop:
    return cast("Workshop", current_app.extensions[WORKSHOP])


def config() -> Config:
    return cast("Config", current_app.extensions[CONFIG])


def language() -> str:
    """As the address says, else as the person chose, else as the browser asks, else as this machine speaks."""
    if not has_request_context():
        return environment_language()
    for said in (request.args.get("lang"), request.cookies.get(LANGUAGE_COOKIE)):
        if said in LANGUAGES:
            return said
    return wished_language(request.headers.get("Accept-Language", "")) or environment_language()


def wished_language(header: str) -> str | None:
    """The first of ours that a browser asks for in Accept-Language; None if it asks for nothing."""
    if not header:
        return None
    # The best first; of "it-IT" the first part is enough.
    asked = parse_accept_header(header, LanguageAccept)
    wished = (said.partition("-")[0].lower() for said, quality in asked if quality > 0)
    return next((said for said in wished if said in LANGUAGES), DEFAULT_LANGUAGE)


def t(key: str, **params: object) -> str:
    """A text of the page in the language of whoever asks."""
    text = catalogue(language())[key]
    return text.format_map(params) if params else text

"""Errors as sentences: every refusal has a status, a sentence of the catalogue, and no traceback."""

from __future__ import annotations

import logging

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from web.context import language, t
from words.language import catalogue, explain_error, say, sentence
from words.message import InputError, message

_log = logging.getLogger("draufsicht")
SENTENCES = {
    400: "web.bad_request",
    403: "web.forbidden",
    404: "web.not_found",
    405: "web.method",
    413: "web.too_large",
    415: "web.media",
    429: "web.too_often",
    431: "web.long_head",
    503: "web.busy",
}


class NotFound(InputError):  # noqa: N818 - said as it is
    """There is no such thing."""

    status = 404


class Conflict(InputError):  # noqa: N818
    """Not as things are now."""

    status = 409


class TooLarge(InputError):  # noqa: N818
    status = 413


class TooOften(InputError):  # noqa: N818
    status = 429


class Forbidden(InputError):  # noqa: N818
    status = 403


def wants_json() -> bool:
    return wants_json_at(request.path)


def wants_json_at(path: str) -> bool:
    return path.startswith(("/api", "/texts"))


def init_errors(app: Flask) -> None:
    @app.errorhandler(InputError)
    def refused(error: InputError) -> tuple[Response | str, int]:
        said, words = explain_error(error, language()), catalogue(language())[error.message.key]
        # A place is the name of a file or of a key, and what is quoted stays as it was sent.
        quoted = error.place or words.startswith("{")
        return answer(said if quoted else sentence(said), getattr(error, "status", 400))

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> tuple[Response | str, int] | HTTPException:
        code = error.code or 500
        if code < 400:
            return error
        return answer(
            say(message(SENTENCES.get(code, "web.bad_request" if code < 500 else "web.broken")), language()), code
        )

    @app.errorhandler(Exception)
    def broken(error: Exception) -> tuple[Response | str, int]:
        _log.error("%s %s", request.method, request.path, exc_info=error)  # for us; the person gets a sentence
        return answer(say(message("web.broken"), language()), 500)


def answer(sentence: str, status: int) -> tuple[Response | str, int]:
    """For programs as JSON, for people as a page."""
    if wants_json():
        return jsonify(error=sentence), status
    return render_template("error.html", sentence=sentence, status=status, title=t("page.error.title")), status

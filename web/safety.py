"""Who may ask for what: this machine only, or whoever has the key; and changes only from the page itself."""

from __future__ import annotations

import hmac
import threading
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from flask import Flask, Response, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.language import say
from referee.message import message
from web.context import config, language
from web.errors import Forbidden, TooOften, wants_json

KEY_COOKIE = "key"
KEY_COOKIE_S = 30 * 86_400
READING_METHODS = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with none at all a browser does not say where a form comes from
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}
# A key has 40 bits: at this rate a machine in the same network needs some thousand years for half of them.
TRIES, TRIES_WITHIN_S = 10, 300.0
# A page polls four pictures a second, a browser's camera sends as many; fifty pages share one address behind a router.
REQUESTS, REQUESTS_WITHIN_S = 6000, 10.0
MOST_REMEMBERED = 1000


class Rate:
    """How often each address did something lately; it forgets the oldest address when there are too many."""

    def __init__(self, most: int, within_s: float) -> None:
        self._most, self._within_s = most, within_s
        self._counts: OrderedDict[str, tuple[float, int]] = OrderedDict()
        self._alone = threading.Lock()

    def count(self, who: str) -> bool:
        """Counts once more; False if that is too often."""
        now = time.monotonic()
        with self._alone:
            since, count = self._counts.pop(who, (now, 0))
            if now - since > self._within_s:
                since, count = now, 0
            self._counts[who] = (since, count + 1)
            if len(self._counts) > MOST_REMEMBERED:
                self._counts.popitem(last=False)
            return count < self._most

    def is_over(self, who: str) -> bool:
        with self._alone:
            since, count = self._counts.get(who, (0.0, 0))
            return count >= self._most and time.monotonic() - since <= self._within_s


def init_safety(app: Flask) -> None:
    tries, requests = Rate(TRIES, TRIES_WITHIN_S), Rate(REQUESTS, REQUESTS_WITHIN_S)

    @app.before_request
    def check() -> AnyResponse | tuple[Response | str, int] | None:
        if _host() not in config().hosts:
            return _turned_away()
        if config().key is not None and not requests.count(_who()):
            raise TooOften(message("web.too_often"))
        if request.method not in READING_METHODS and not is_own_page():
            raise Forbidden(message("web.foreign"))
        return None if _has_key() or request.endpoint in ("static", "texts.texts") else _ask_for_key(tries)

    @app.after_request
    def protect(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.endpoint != "static":
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def _host() -> str:
    """The name the page was asked for, without its port: a foreign name that was made to point here is refused."""
    host = request.host.lower()
    return host.rsplit(":", 1)[0] if not host.endswith("]") and ":" in host else host


def _turned_away() -> Response:
    """A sentence with no page around it: nothing that belongs to the page can be loaded under a foreign name."""
    sentence = say(message("web.host"), language())
    answer = jsonify(error=sentence) if wants_json() else Response(sentence, mimetype="text/plain")
    answer.status_code = 403
    return answer


def is_local() -> bool:
    """Whether whoever asks sits at this machine."""
    return _who() in ("127.0.0.1", "::1")


def _who() -> str:
    return request.remote_addr or ""


def is_own_page() -> bool:
    """Whether a change is asked for by this page, or by a program that is no browser."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = request.headers.get("Origin")
    return origin is None or (origin != "null" and urlsplit(origin).netloc.lower() == request.host.lower())


def _has_key() -> bool:
    """Whoever sits at this machine needs none, nor does anybody as long as nobody else is listened to."""
    key = config().key
    if key is None or is_local():
        return True
    said = request.cookies.get(KEY_COOKIE) or request.headers.get("X-Key") or ""
    return _same(said, key)


def _same(said: str, key: str) -> bool:
    return hmac.compare_digest(said.strip().upper().replace("-", "").encode(), key.replace("-", "").encode())


def _ask_for_key(tries: Rate) -> AnyResponse | tuple[Response | str, int]:
    """The door: the key in the address (from the QR code), or typed."""
    key = config().key
    assert key is not None
    said = request.form.get("key") if request.path == "/key" and request.method == "POST" else request.args.get("key")
    if request.headers.get("X-Key") or request.cookies.get(KEY_COOKIE):
        tries.count(_who())  # a wrong one, or we would not be here
    if tries.is_over(_who()):
        raise TooOften(message("web.too_often"))
    if said is not None:
        if _same(said[:100], key):
            answered = redirect("/", 303)
            answered.set_cookie(
                KEY_COOKIE, key, max_age=KEY_COOKIE_S, httponly=True, samesite="Strict", secure=request.is_secure
            )
            return answered
        if not tries.count(_who()):
            raise TooOften(message("web.too_often"))
    if wants_json():
        raise Forbidden(message("web.key_wanted"))
    return Response(render_template("key.html", wrong=said is not None), 403)

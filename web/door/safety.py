"""Who may ask for what: this machine only, or whoever has the key; and changes only from the page itself."""

from __future__ import annotations

import hmac
import threading
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from flask import Flask, Response, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from web.context import config, language
from web.door.errors import Forbidden, TooOften, wants_json
from words.language import say
from words.message import message

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
# A page asks for fifteen pictures a second, a browser's camera sends four; thirty pages share one address behind a
# router.
REQUESTS, REQUESTS_WITHIN_S = 6000, 10.0
MOST_REMEMBERED = 1000
LONGEST_KEY = 100
THIS_MACHINE = ("127.0.0.1", "::1")


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


class WrongKeys:
    """Which wrong keys each address said lately. One that is said again and again is one guess: a phone that still has
    yesterday's key says it with every picture."""

    def __init__(self, most: int, within_s: float) -> None:
        self._most, self._within_s = most, within_s
        self._said: OrderedDict[str, tuple[float, set[str]]] = OrderedDict()
        self._alone = threading.Lock()

    def add(self, who: str, key: str) -> None:
        now = time.monotonic()
        with self._alone:
            since, said = self._said.pop(who, (now, set[str]()))
            if now - since > self._within_s:
                since, said = now, set[str]()
            if len(said) < self._most:
                said.add(key)
            self._said[who] = (since, said)
            if len(self._said) > MOST_REMEMBERED:
                self._said.popitem(last=False)

    def is_over(self, who: str) -> bool:
        with self._alone:
            since, said = self._said.get(who, (0.0, set[str]()))
            return len(said) >= self._most and time.monotonic() - since <= self._within_s


def init_safety(app: Flask) -> None:
    wrong, requests = WrongKeys(TRIES, TRIES_WITHIN_S), Rate(REQUESTS, REQUESTS_WITHIN_S)

    @app.before_request
    def check() -> AnyResponse | tuple[Response | str, int] | None:
        if _host() not in config().hosts:
            return _turned_away()
        if config().key is not None and not requests.count(_who()):
            raise TooOften(message("web.too_often"))
        if request.method not in READING_METHODS and not is_own_page():
            raise Forbidden(message("web.foreign"))
        return None if request.endpoint in ("static", "texts.texts") else _ask_for_key(wrong)

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
    return _who() in THIS_MACHINE


def only_here(why: str) -> None:
    """What only whoever sits at this machine may do; `why` is the key of the sentence for all others."""
    if not is_local():
        raise Forbidden(message(why))


def _who() -> str:
    return request.remote_addr or ""


def is_own_page() -> bool:
    """Whether a change is asked for by this page, or by a program that is no browser."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    try:
        return origin != "null" and urlsplit(origin).netloc.lower() == request.host.lower()
    except ValueError:  # a bracket left open
        return False


def _same(said: str, key: str) -> bool:
    return hmac.compare_digest(_plain(said).encode(), key.replace("-", "").encode())


def _plain(said: str) -> str:
    return said[:LONGEST_KEY].strip().upper().replace("-", "")


def _ask_for_key(wrong: WrongKeys) -> AnyResponse | tuple[Response | str, int] | None:
    """The door: the key in a cookie or a header, in the address (from the QR code), or typed. Whoever sits at this
    machine needs none, nor does anybody as long as nobody else is listened to."""
    key = config().key
    if key is None or is_local():
        return None
    # Before any is looked at: the right one is not found by guessing on.
    if wrong.is_over(_who()):
        raise TooOften(message("web.too_often"))
    typed = request.form.get("key") if request.path == "/key" and request.method == "POST" else request.args.get("key")
    brought = [said for said in (request.cookies.get(KEY_COOKIE), request.headers.get("X-Key")) if said]
    if any(_same(said, key) for said in brought):
        return None
    if typed is not None and _same(typed, key):
        answered = redirect("/", 303)
        answered.set_cookie(
            KEY_COOKIE, key, max_age=KEY_COOKIE_S, httponly=True, samesite="Strict", secure=request.is_secure
        )
        return answered
    for said in [*brought, *([typed] if typed is not None else [])]:
        wrong.add(_who(), _plain(said))
    if wrong.is_over(_who()):
        raise TooOften(message("web.too_often"))
    if wants_json():
        raise Forbidden(message("web.key_wanted"))
    return Response(render_template("key.html", wrong=typed is not None), 403)

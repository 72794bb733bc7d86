"""An address that serves pictures: understood, shown without its secrets, and asked."""

from __future__ import annotations

import base64
import http.client
import io
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from email.utils import collapse_rfc2231_value
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit

from live.sources.settings import SourceSettings
from words.message import InputError, Message, message

SCHEMES = ("http://", "https://")
PORTS = {"http": 80, "https": 443}
REDIRECTS = (301, 302, 303, 307, 308)
# How long to wait for bytes before looking whether the source was closed meanwhile.
LISTEN_S = 0.1
HIDDEN = "…"
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
# Letters and digits mixed, and longer than any word or number that means something.
_TOKEN = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9_~.:!,;+-]{16,}", re.ASCII)


@dataclass(frozen=True)
class Address:
    scheme: str
    host: str
    port: int
    path: str
    """With the query, ready to be sent."""
    secret: str | None
    """User and password as a request has them."""
    name: str
    """For people: no password, and no query, where cameras like to have theirs."""

    def __repr__(self) -> str:
        return f"Address({self.name!r})"

    @property
    def server(self) -> tuple[str, str, int]:
        return self.scheme, self.host, self.port


def read_address(text: str) -> Address:
    """
    >>> read_address("http://anna:secret@10.0.0.5:8080/video?key=1").name
    'http://10.0.0.5:8080/video?…'
    """
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
        host.encode("idna")
    except (ValueError, KeyError):  # a port that is none, a bracket left open, a label too long
        raise InputError(message("source.address"), text.split("://")[0] + "://…") from None
    if not host or any(sign.isspace() for sign in host):
        raise InputError(message("source.address"), parts.scheme + "://…")
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~?")
    return Address(parts.scheme, host, port, f"{path}?{query}" if query else path, _secret(parts), _shown(parts, host))


def _secret(parts: SplitResult) -> str | None:
    if parts.username is None:
        return None
    user = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return base64.b64encode(user.encode()).decode("ascii")


def _shown(parts: SplitResult, host: str) -> str:
    place = f"[{host}]" if ":" in host else host
    port = f":{parts.port}" if parts.port else ""
    path = "/…" if "@" in parts.path else _shown_path(parts.path)  # a password with a slash would begin there
    return f"{parts.scheme}://{place}{port}{path}{'?…' if parts.query else ''}"


def _shown_path(path: str) -> str:
    """Without what looks like a key or a password; some cameras have theirs in the middle of the way."""
    return "/".join(
        HIDDEN if _TOKEN.fullmatch(part) or "=" in part or "%" in part else part for part in path.split("/")
    )


def shown_spec(spec: str) -> str:
    """Any source as it may be shown: an address without its secrets, everything else as it is.

    >>> shown_spec("rtsp://anna:secret@10.0.0.5/live?key=1")
    'rtsp://10.0.0.5/live?…'
    """
    if not _ADDRESS.match(spec):
        return spec
    try:
        parts = urlsplit(spec)
        return _shown(parts, parts.hostname or HIDDEN)
    except ValueError:  # a port that is none, a bracket left open
        return spec.split("://")[0] + f"://{HIDDEN}"


class _SilenceError(OSError):
    """Nothing comes any more; kept apart from InputError, which `http.client` would take for a wrong number."""

    def __init__(self, said: Message) -> None:
        super().__init__(said.key)
        self.said = said


class Line(io.RawIOBase):
    """The bytes of a connection: an error when none comes for long, an end when the source is closed."""

    def __init__(self, connected: socket.socket, settings: SourceSettings, stop: threading.Event) -> None:
        self._connected, self._settings, self._stop = connected, settings, stop
        self.picture_came()

    def picture_came(self) -> None:
        """Bytes that never become a picture are no sign of life."""
        self._latest_s = time.monotonic() + self._settings.silent_s

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # io's own hint is wider than any caller
        begun = time.monotonic()
        self._connected.settimeout(LISTEN_S)
        while not self._stop.is_set():
            now = time.monotonic()
            if now >= self._latest_s:
                raise _SilenceError(message("source.silent", seconds=f"{self._settings.silent_s:g}"))
            if now - begun >= self._settings.stall_s:
                raise _SilenceError(message("source.stalled", seconds=f"{self._settings.stall_s:g}"))
            try:
                return self._connected.recv_into(buffer)
            except TimeoutError:
                continue
        return 0

    def makefile(self, mode: str) -> io.BufferedReader:
        """What an answer of `http.client` asks a socket for."""
        del mode
        return io.BufferedReader(self)


@dataclass(frozen=True, eq=False)
class Answer:
    line: Line
    response: http.client.HTTPResponse

    @property
    def kind(self) -> str:
        return self.response.headers.get_content_type() if "Content-Type" in self.response.headers else ""

    @property
    def boundary(self) -> str | None:
        said = self.response.headers.get_param("boundary")
        return None if said is None else collapse_rfc2231_value(said)  # it may be written in parts, with its alphabet

    def read(self) -> bytes:
        """What has come, at least one byte; nothing at the end."""
        return self.response.read1(65_536)


@contextmanager
def asked(address: Address, settings: SourceSettings, stop: threading.Event) -> Iterator[Answer]:
    """The answer of an address; every failure is an InputError.

    Nobody else is asked: neither the environment's proxies, nor another server that it sends one on to.
    """
    try:
        for _ in range(settings.most_redirects + 1):
            with closing(_connected(address, settings)) as connected:
                line = Line(connected, settings, stop)
                connected.sendall(_request(address))
                # An answer reads from what its `makefile` gives and wants nothing else of a socket.
                with closing(http.client.HTTPResponse(line, method="GET")) as response:  # type: ignore[arg-type]
                    response.begin()
                    if response.status not in REDIRECTS:
                        _check_status(response.status)
                        yield Answer(line, response)
                        return
                    address = _next_address(address, response.headers.get("Location"))
        raise InputError(message("source.redirects"))
    except InputError as error:
        raise InputError(error.message, address.name) from None
    except _SilenceError as error:
        raise InputError(error.said, address.name) from None
    except http.client.HTTPException:
        raise InputError(message("source.no_answer"), address.name) from None
    except ssl.SSLCertVerificationError:
        raise InputError(message("source.certificate"), address.name) from None
    except OSError as error:
        raise InputError(message("source.unreachable", why=error.strerror or str(error)), address.name) from None
    except ValueError:  # lengths that are no numbers
        raise InputError(message("source.no_answer"), address.name) from None


def _connected(address: Address, settings: SourceSettings) -> socket.socket:
    connected = socket.create_connection((address.host, address.port), timeout=settings.connect_s)
    if address.scheme == "http":
        return connected
    try:
        return ssl.create_default_context().wrap_socket(connected, server_hostname=address.host)
    except BaseException:
        connected.close()
        raise


def _request(address: Address) -> bytes:
    place = f"[{address.host}]" if ":" in address.host else address.host.encode("idna").decode("ascii")
    if address.port != PORTS[address.scheme]:
        place += f":{address.port}"
    heads = [f"GET {address.path} HTTP/1.1", f"Host: {place}", "User-Agent: draufsicht", "Accept: */*"]
    if address.secret is not None:
        heads.append(f"Authorization: Basic {address.secret}")
    return "\r\n".join([*heads, "Connection: close", "", ""]).encode("ascii")


def _check_status(status: int) -> None:
    if status in (401, 403):
        raise InputError(message("source.password"))
    if status != 200:
        raise InputError(message("source.answer", code=status))


def _next_address(address: Address, location: str | None) -> Address:
    place = f"[{address.host}]" if ":" in address.host else address.host
    target = urljoin(f"{address.scheme}://{place}:{address.port}{address.path}", location or "")
    if not location or not target.lower().startswith(SCHEMES):
        raise InputError(message("source.redirects"))
    there = read_address(target)
    if there.server != address.server:  # it would have this machine ask whomever it likes
        raise InputError(message("source.elsewhere"))
    return replace(there, secret=address.secret)

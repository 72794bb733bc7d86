"""Sharing the page in the local network: a key people can read out, and the same as a QR code."""

from __future__ import annotations

import secrets
import socket

import cv2
import numpy as np
from flask import Response, jsonify
from numpy.typing import NDArray

from web.api.group import Group
from web.api.words import as_file, list_of, maybe, optional, ref, shape, text
from web.context import config
from web.door.errors import NotFound
from web.door.safety import is_local
from words.message import message

# No letters that are mistaken for others: 32 signs, five bits each.
SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
KEY_SIGNS = 8
FAR = "192.0.2.1"
"""An address that belongs to nobody."""
QUIET_MODULES = 4
"""A QR code needs so much white around it."""

sharing = Group("Sharing", "The page in the local network.")
shape(
    "Share",
    "The key is null for whoever does not sit at this machine, and as long as the page is not shared.",
    key=maybe(text()),
    addresses=optional(list_of(text())),
    qr=optional(text("Where the QR code is.")),
)


def make_key() -> str:
    """Another one each time: whoever had it yesterday asks again today."""
    signs = "".join(secrets.choice(SIGNS) for _ in range(KEY_SIGNS))
    return f"{signs[:4]}-{signs[4:]}"


def qr_modules(text: str) -> NDArray[np.bool_]:
    """A square of dark and light modules, without a margin."""
    raster = np.asarray(cv2.QRCodeEncoder.create().encode(text))
    dark = raster < 128
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    return np.asarray(dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def qr_svg(text: str) -> str:
    modules = qr_modules(text)
    side = len(modules) + 2 * QUIET_MODULES
    path = "".join(f"M{x + QUIET_MODULES} {y + QUIET_MODULES}h1v1h-1z" for y, x in np.argwhere(modules))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{path}"/></svg>'
    )


def qr_text(text: str) -> str:
    """For a terminal: two rows of modules in a line of letters, dark on light."""
    modules = np.pad(qr_modules(text), QUIET_MODULES // 2)
    if len(modules) % 2:
        modules = np.pad(modules, ((0, 1), (0, 0)))
    signs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    return "\n".join(
        "".join(signs[bool(upper), bool(lower)] for upper, lower in zip(*rows, strict=True))
        for rows in zip(modules[::2], modules[1::2], strict=True)
    )


def own_addresses() -> list[str]:
    """The address under which this machine is reached in the local network; nothing is sent to find it."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((FAR, 9))  # chooses the way out, but sends nothing
            return [str(probe.getsockname()[0])]
    except OSError:
        return []


@sharing.call("GET /api/share", ref("Share"))
def show_key() -> Response:
    """The key and the addresses, for whoever sits at this machine."""
    if not is_local() or config().key is None:
        return jsonify(key=None)
    return jsonify(key=config().key, addresses=list(config().addresses), qr="/api/share/qr.svg")


@sharing.call("GET /api/share/qr.svg", as_file("image/svg+xml", "The QR code."), refuses=(404,))
def show_key_as_qr() -> Response:
    """Address and key as a QR code, for whoever sits at this machine."""
    key = config().key
    if not is_local() or key is None or not config().addresses:
        raise NotFound(message("web.not_found"))
    return Response(qr_svg(f"{config().addresses[0]}/?key={key}"), mimetype="image/svg+xml")

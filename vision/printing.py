"""Where boards are, for people to read, and a bar that shows how far a long list has got."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from words.language import catalogue

BAR_WIDTH = 30


def print_located(found: Mapping[str, Any], language: str) -> str:
    texts = catalogue(language)
    side = f"{found['board']}x{found['board']}" if found["board"] else texts["print.other_board"]
    corners = "  ".join(f"{u:g},{v:g}" for u, v in found["corners"])
    return f"{found['image']}: {side}, {texts['print.corners']} {corners}"


def show_progress(done: int, count: int) -> None:
    """A bar on standard error, if a person looks at it and there is something to wait for."""
    if count > 1 and sys.stderr.isatty():
        full = BAR_WIDTH * done // count
        print(f"\r[{'#' * full}{'.' * (BAR_WIDTH - full)}] {done}/{count} ", end="", file=sys.stderr, flush=True)


def wipe_progress(count: int) -> None:
    if count > 1 and sys.stderr.isatty():
        print(f"\r{' ' * (BAR_WIDTH + 20)}\r", end="", file=sys.stderr, flush=True)

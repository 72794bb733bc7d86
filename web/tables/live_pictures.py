"""The live picture: made once for all who look, as wide as they show it, and given as soon as there is a newer one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from flask import Response, request

from live.frame import Frame
from web.api.words import JPEG, as_file, choice, text, whole
from web.tables.watched_table import WatchedTable
from words.message import InputError, message

WIDTHS_PX = (320, 480, 640, 960)
"""A picture can be had in these widths, and as it is: each is made once for all."""
LONGEST_WAIT_S = 5
"""For a newer picture: less than it takes anything between to think the connection dead."""
MOST_WAITING = 6
"""Whoever waits holds a thread; the next one is answered at once and asks again, so that none is kept from a call."""
LOOK_EVERY_S = 0.02
"""Sources say nothing of pictures that nobody reads: whoever waits looks, which costs next to nothing and only then."""
_seats = threading.BoundedSemaphore(MOST_WAITING)

LIVE = as_file(
    JPEG,
    "The newest picture.",
    X_Frame="Its number, to be said as `after` next time.",
    X_Size="How large it is as it is: `1280x720`.",
)
NO_OTHER = "There is none, or none but `after`. If what was waited for is closed, `X-Gone` says so."
AFTER = text("The number of the picture that is there already.")
WHICH = {
    "width": choice(WIDTHS_PX, "Pixels; without it as it is."),
    "after": AFTER,
    "wait": whole("Seconds: waits for a picture that is not `after`.", minimum=0, maximum=LONGEST_WAIT_S),
}


def picture_answer(
    table: WatchedTable | None, newest: Callable[[WatchedTable], Frame | None], camera: int = 0
) -> Response:
    """The newest picture, or nothing (204) if there is none other than `after`; with `wait` as soon as there is one.

    Whoever waits for pictures of what has just been closed is told so by a header, without an error: it is no mistake
    to look until the end. `table` is None then.
    """
    width, wait_s, after = _width(), _wait_s(), request.args.get("after")
    if table is None:
        return Response(status=204, headers={"X-Gone": "closed"})
    frame = _newer(lambda: newest(table), after, wait_s, lambda: table.is_closing)
    if frame is None:
        return Response(status=204)
    height, wide = frame.image.shape[:2]
    headers = {"X-Frame": str(frame.number), "X-Size": f"{wide}x{height}"}
    return Response(table.jpeg(frame, width, camera), mimetype="image/jpeg", headers=headers)


def is_waiting() -> bool:
    """Whether whoever asks wants to be told when there is a newer picture."""
    return _wait_s() > 0


def _newer(
    newest: Callable[[], Frame | None], after: str | None, wait_s: float, is_over: Callable[[], bool]
) -> Frame | None:
    """The newest picture that is not `after`. Of those that came meanwhile nobody is sent any but the last."""

    def look() -> Frame | None:
        frame = newest()
        return None if frame is None or str(frame.number) == after else frame

    found = look()
    if found is not None or not wait_s or not _seats.acquire(blocking=False):
        return found
    try:
        end = time.monotonic() + wait_s
        while found is None and time.monotonic() < end and not is_over():
            time.sleep(LOOK_EVERY_S)
            found = look()
        return found
    finally:
        _seats.release()


def _width() -> int | None:
    width = request.args.get("width", type=int)
    if width is not None and width not in WIDTHS_PX:
        raise InputError(message("rule.value", key="width", value=width, known=", ".join(map(str, WIDTHS_PX))))
    return width


def _wait_s() -> int:
    said = request.args.get("wait", "0")
    if not (said.isascii() and said.isdigit() and len(said) < 3 and int(said) <= LONGEST_WAIT_S):
        raise InputError(message("rule.value", key="wait", value=said[:40], known=f"0 – {LONGEST_WAIT_S}"))
    return int(said)

"""Work for the children of a workshop, kept where they can import it."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

from referee.tactori.position import Position
from referee.tactori.text import parse_text
from web.photographs.reading_work import Seen, Wish, read_upload
from web.workshop.worker import Report
from words.message import InputError, message


def double(report: Report, value: Any) -> Any:
    report(0.5, message("photo.empty"))
    return 2 * value


def own_number(report: Report) -> int:
    return os.getpid()


def surroundings(report: Report) -> dict[str, Any]:
    import cv2

    return {
        "nice": os.nice(0) if hasattr(os, "nice") else None,
        "threads": cv2.getNumThreads(),
        "deaf": signal.getsignal(signal.SIGINT) is signal.SIG_IGN,
        "masked": hasattr(signal, "pthread_sigmask") and signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()),
    }


def refuse(report: Report, value: str) -> None:
    raise InputError(message("photo.small", size=value, least=(1, 2)), "here")


def slip(report: Report) -> None:
    raise ZeroDivisionError("one over nought")


def crash(report: Report) -> None:
    os.kill(os.getpid(), signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    threading.Event().wait()


def unsendable(report: Report) -> Any:
    return lambda: None


def position(report: Report, written: str) -> Position:
    return parse_text(written)


def for_ever(report: Report, begun: str) -> None:
    """Says that it has begun by writing its number, and goes on until it is killed."""
    Path(begun).write_text(str(os.getpid()))
    report(0.25, message("photo.damaged"))
    threading.Event().wait()


def without_end(report: Report, begun: str) -> None:
    """The same, but so busy that it hears nothing."""
    Path(begun).write_text(str(os.getpid()))
    while True:
        sum(range(1_000_000))


def busy(report: Report, data: bytes) -> None:
    while True:
        sum(range(1_000_000))


def mostly_waiting(report: Report, seconds: float) -> str:
    """As on a machine that has much else to do: hardly any work in all this time."""
    time.sleep(seconds)
    return "done"


def deaf(report: Report, begun: str) -> None:
    """Busy in the interpreter's own code, which lets no other thread do anything meanwhile."""
    Path(begun).write_text(str(os.getpid()))
    pow(3, 10**9)


def read_if_allowed(report: Report, data: bytes, name: str, wish: Wish) -> Seen:
    """Crashes as long as a file is not there."""
    if not (Path(os.environ["DRAUFSICHT_HOME"]) / "allowed").exists():
        crash(report)
    return read_upload(report, data, name, wish)


def never_read(report: Report, data: bytes, name: str, wish: Wish) -> None:
    threading.Event().wait()

"""Work for the children of a workshop, kept where they can import it."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from referee.message import InputError, message
from referee.tactori.position import Position
from referee.tactori.text import parse_text
from web.workshop import Report


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
    time.sleep(60)


def unsendable(report: Report) -> Any:
    return lambda: None


def position(report: Report, written: str) -> Position:
    return parse_text(written)


def for_ever(report: Report, begun: str) -> None:
    """Says that it has begun by writing its number, and goes on until it is killed."""
    Path(begun).write_text(str(os.getpid()))
    report(0.25, message("photo.damaged"))
    while True:
        time.sleep(0.05)


def without_end(report: Report, begun: str) -> None:
    """The same, but so busy that it hears nothing."""
    Path(begun).write_text(str(os.getpid()))
    while True:
        sum(range(1_000_000))

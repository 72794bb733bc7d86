"""The life of a child of the workshop: one job after another, each within its limit, until nobody is left."""

from __future__ import annotations

import logging
import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from types import MappingProxyType
from typing import Any, TypeAlias

from web.workshop.memory import keep_little
from words.message import InputError, Message, message

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

# Tables that are watched go first.
NICENESS = 10
# How often a child says how much it has worked.
WORK_EVERY_S = 0.5
REPORT_EVERY_S = 0.1
LONGEST_WHY = 200

Report: TypeAlias = Callable[[float, Message | None], None]
_log = logging.getLogger(__name__)


def _plain_mapping(mapping: MappingProxyType[Any, Any]) -> tuple[Any, ...]:
    return _read_only, (dict(mapping),)


def _read_only(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)  # its class has no name by which the other side could find it


# Messages, positions and verdicts hold such mappings, which cannot go through a pipe by themselves.
ForkingPickler.register(MappingProxyType, _plain_mapping)


def live(pipe: Connection) -> None:
    """The life of a child: does what it is told until nobody is left to tell it anything."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends this
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_die_with_parent, daemon=True).start()
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))  # no pictures in it
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICENESS)
    keep_little()
    import cv2  # only children need it here

    cv2.setNumThreads(1)
    lock, begun_s = threading.Lock(), math.inf

    def tell(said: bytes) -> None:
        with lock:
            pipe.send_bytes(said)

    def tell_work() -> None:
        with suppress(OSError):  # nobody listens any more
            while True:
                time.sleep(WORK_EVERY_S)
                with lock:
                    if begun_s < math.inf:
                        pipe.send_bytes(_packed("worked", time.process_time() - begun_s))

    def begin() -> None:
        nonlocal begun_s
        begun_s = time.process_time()

    threading.Thread(target=tell_work, daemon=True).start()
    while True:
        tell(_packed("ready"))
        try:
            payload = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        answer = _answer(payload, tell, begin)
        del payload
        with lock:
            begun_s = math.inf
            pipe.send_bytes(answer)


def _limit_work(seconds: float) -> None:
    """The system itself ends this process when it has worked so much more: also in a decoder that lets nothing else
    happen meanwhile."""
    if resource is None:
        return
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    wanted = resource.RLIM_INFINITY if math.isinf(seconds) else math.ceil(time.process_time() + seconds) + 1
    known = [each for each in (wanted, most) if each != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_CPU, (min(known, default=resource.RLIM_INFINITY), most))


def _answer(payload: bytes, tell: Callable[[bytes], None], begin: Callable[[], None]) -> bytes:
    """What came of a job, as it goes through the pipe. What a child has to load first is no work of its job."""
    try:
        function, args, limit_s = ForkingPickler.loads(payload)
        del payload
        begin()
        _limit_work(limit_s)
        return _packed("done", function(_reporter(tell), *args))
    except InputError as error:
        return _packed("failed", InputError(error.message, error.place))
    except Exception as error:
        _log.exception("a job failed")
        return _packed("failed", failed(error))
    finally:
        _limit_work(math.inf)


def _packed(*said: Any) -> bytes:
    return bytes(ForkingPickler.dumps(said))


def failed(error: Exception) -> InputError:
    return InputError(message("web.work.failed", why=f"{type(error).__name__}: {error}"[:LONGEST_WHY]))


def _reporter(tell: Callable[[bytes], None]) -> Report:
    told_s = float("-inf")

    def report(share: float, said: Message | None = None) -> None:
        nonlocal told_s
        if time.monotonic() - told_s >= REPORT_EVERY_S or share >= 1:
            told_s = time.monotonic()
            tell(_packed("share", min(1.0, max(0.0, float(share))), said))

    return report


def _die_with_parent() -> None:
    """Also when the parent is killed, and also in the middle of a job."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)

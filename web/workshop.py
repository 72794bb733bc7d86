"""Heavy work in processes of its own: pages stay quick, and a picture that hangs a decoder hangs nothing else."""

from __future__ import annotations

import atexit
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from itertools import count
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias

from referee.message import InputError, Message, message

MOST_WAITING = 12
# What a child needs to start and to import what reads pictures, on a slow and busy machine.
START_LIMIT_S = 120.0
# How soon a stop, a limit or the end of the workshop is noticed.
LOOK_EVERY_S = 0.05
# A child that has had nothing to do for this long gives its memory back.
IDLE_S = 300.0
# Tables that are watched go first.
NICENESS = 10
REPORT_EVERY_S = 0.1
LONGEST_WHY = 200

Report: TypeAlias = Callable[[float, Message | None], None]
_log = logging.getLogger(__name__)
# Starting a process also looks after all others, and two threads that look after the same one get in each other's way.
_PROCESSES = threading.Lock()


class Work(Protocol):
    """What a child is asked to do: a function that can be imported by its name."""

    def __call__(self, report: Report, /, *args: Any) -> Any: ...


class State(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


class Job:
    """One piece of work: how far it is, and what came of it."""

    def __init__(self, number: int, payload: bytes, limit_s: float, ended: Callable[[Job], None] | None) -> None:
        self.id = number
        self.state = State.WAITING
        self.share = 0.0
        """How much of it is done, from 0 to 1."""
        self.said: Message | None = None
        self.result: Any = None
        self.error: InputError | None = None
        self.limit_s = limit_s
        self._payload = payload
        self._on_end = ended
        self._stop = threading.Event()
        self._ended = threading.Event()
        self._lock = threading.Lock()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Whether it has ended, one way or another."""
        return self._ended.wait(timeout_s)

    def stop(self) -> None:
        """Ends it, with its process if need be; what has ended already stays as it is."""
        self._stop.set()
        if self.state is State.WAITING:
            self._end(State.STOPPED, error=InputError(message("web.work.stopped")))

    @property
    def stopping(self) -> bool:
        return self._stop.is_set()

    def _begin(self) -> bytes | None:
        """Its payload, or None if it was stopped while it waited."""
        with self._lock:
            if self._ended.is_set():
                return None
            self.state = State.RUNNING
            payload, self._payload = self._payload, b""
            return payload

    def _end(self, state: State, result: Any = None, error: InputError | None = None) -> None:
        with self._lock:
            if self._ended.is_set():
                return
            self._payload = b""
            self.result, self.error = result, error
            if state is State.DONE:
                self.share = 1.0
            self.state = state
            self._ended.set()
        if self._on_end is not None:
            self._on_end(self)


class Workshop:
    """Children that work one job after another. They are started when there is something to do."""

    def __init__(self, workers: int = 1, most_waiting: int = MOST_WAITING, idle_s: float = IDLE_S) -> None:
        self._most_waiting, self._idle_s = most_waiting, idle_s
        self._numbers = count(1)
        self._waiting: deque[Job] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._serve, name=f"workshop {n}", daemon=True) for n in range(workers)
        ]
        for thread in self._threads:
            thread.start()
        atexit.register(self.close)  # before the module that starts processes looks after those that are left

    def start(
        self,
        function: Work,
        *args: Any,
        limit_s: float,
        first: bool = False,
        ended: Callable[[Job], None] | None = None,
    ) -> Job:
        """Lets a child call `function(report, *args)`.

        Parameters
        ----------
        limit_s
            How long it may take, once it has begun. After that its process is killed.
        first
            For what somebody waits for, before what is done in the background.
        ended
            Called with the job as soon as it has ended, in a thread of the workshop.

        Raises
        ------
        InputError
            If too many jobs are waiting already.
        """
        payload = bytes(ForkingPickler.dumps((function, args)))
        with self._changed:
            if self._closed:
                raise InputError(message("web.work.closed"))
            while self._waiting and self._waiting[0].stopping:
                self._waiting.popleft()
            if sum(not job.stopping for job in self._waiting) >= self._most_waiting:
                raise InputError(message("web.work.busy"))
            job = Job(next(self._numbers), payload, limit_s, ended)
            if first:
                self._waiting.appendleft(job)
            else:
                self._waiting.append(job)
            self._changed.notify()
        return job

    def close(self) -> None:
        """Kills the children; what waits or runs is stopped."""
        with self._changed:
            self._closed = True
            left = list(self._waiting)
            self._waiting.clear()
            self._changed.notify_all()
        for job in left:
            job.stop()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()
        atexit.unregister(self.close)

    def _serve(self) -> None:
        child: _Child | None = None
        try:
            while True:
                job = self._next(child is not None)
                if job is None:
                    if self._closed:
                        return
                    if child is not None:
                        child.kill()
                        child = None
                    continue
                if child is not None and not child.alive:
                    child.kill()
                    child = None
                child = child or _Child()
                if not self._see_through(job, child):
                    child.kill()
                    child = None
        finally:
            if child is not None:
                child.kill()

    def _next(self, has_child: bool) -> Job | None:
        """The next job; None if there was none for long, or if this is the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed, self._idle_s if has_child else None)
            return self._waiting.popleft() if self._waiting and not self._closed else None

    def _see_through(self, job: Job, child: _Child) -> bool:
        """Works a job to its end. False if the child cannot be used any more."""
        try:
            payload = job._begin()
            if payload is None:
                return True
            child.start()
            return self._follow(job, payload, child)
        except (EOFError, OSError):  # the child is gone: a decoder crashed, or the system needed its memory
            job._end(State.FAILED, error=InputError(message("web.work.crashed")))
        except Exception as error:  # a mistake of ours must not leave this job waiting, nor all that come after it
            _log.exception("a job failed")
            job._end(State.FAILED, error=_failed(error))
        return False

    def _follow(self, job: Job, payload: bytes, child: _Child) -> bool:
        deadline_s = time.monotonic() + START_LIMIT_S
        while True:
            if self._closed or job.stopping:
                job._end(State.STOPPED, error=InputError(message("web.work.stopped")))
                return False
            if time.monotonic() > deadline_s:
                job._end(State.FAILED, error=InputError(message("web.work.limit", seconds=round(job.limit_s))))
                return False
            # What a child said before it died is still in the pipe, and then reading it ends in an error.
            if not wait([child.pipe, child.process.sentinel], LOOK_EVERY_S):
                continue
            if not child.pipe.poll():
                raise EOFError
            kind, *said = child.pipe.recv()
            if kind == "ready":
                child.pipe.send_bytes(payload)
                payload = b""
            elif kind == "begun":
                deadline_s = time.monotonic() + job.limit_s
            elif kind == "share":
                job.share, job.said = said
            elif kind == "done":
                job._end(State.DONE, result=said[0])
                return True
            else:
                job._end(State.FAILED, error=said[0])
                return True


class _Child:
    """A process and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, self._theirs = context.Pipe()
        # As a daemon it is ended with this process, if this process ends in an orderly way.
        self.process = context.Process(target=_live, args=(self._theirs,), name="draufsicht workshop", daemon=True)

    def start(self) -> None:
        if self.process.pid is None:
            with _PROCESSES, _deaf_to_interrupts():
                self.process.start()
            self._theirs.close()  # or the end of the child would not be the end of the pipe

    @property
    def alive(self) -> bool:
        with _PROCESSES:
            return self.process.is_alive()

    def kill(self) -> None:
        with _PROCESSES:
            if self.process.pid is not None:
                self.process.kill()
                self.process.join()
            self.process.close()
        self.pipe.close()
        self._theirs.close()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """What is started meanwhile does not hear Ctrl-C from its first moment on, which is long before it could say so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would lift the mask if it were started below
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _plain_mapping(mapping: MappingProxyType[Any, Any]) -> tuple[Any, ...]:
    return _read_only, (dict(mapping),)


def _read_only(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)  # its class has no name by which the other side could find it


# Messages, positions and verdicts hold such mappings, which cannot go through a pipe by themselves.
ForkingPickler.register(MappingProxyType, _plain_mapping)


def _live(pipe: Connection) -> None:
    """The life of a child: does what it is told until nobody is left to tell it anything."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends this
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_die_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICENESS)
    import cv2  # only children need it here

    cv2.setNumThreads(1)
    lock = threading.Lock()

    def tell(said: bytes) -> None:
        with lock:
            pipe.send_bytes(said)

    while True:
        tell(_packed("ready"))
        try:
            payload = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        tell(_answer(payload, tell))
        del payload


def _answer(payload: bytes, tell: Callable[[bytes], None]) -> bytes:
    """What came of a job, as it goes through the pipe."""
    try:
        function, args = ForkingPickler.loads(payload)
        del payload
        tell(_packed("begun"))
        return _packed("done", function(_reporter(tell), *args))
    except InputError as error:
        return _packed("failed", InputError(error.message, error.place))
    except Exception as error:
        _log.exception("a job failed")
        return _packed("failed", _failed(error))


def _packed(*said: Any) -> bytes:
    return bytes(ForkingPickler.dumps(said))


def _failed(error: Exception) -> InputError:
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

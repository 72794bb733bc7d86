"""Heavy work in processes of its own: pages stay quick, and a picture that hangs a decoder hangs nothing else.

How long a job may take is counted in the work its process does, not on the clock: a machine that has much else to do
makes no job fail.
"""

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
from contextlib import contextmanager
from enum import StrEnum
from itertools import count
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Any, Protocol

from web.workshop.worker import Report, failed, live
from words.message import InputError, Message, message

MOST_WAITING = 12
# A child that has not even worked so little in so long hangs, however busy the machine is.
SILENT_S, LEAST_WORK_S = 300.0, 0.2
# How soon a stop, a limit or the end of the workshop is noticed.
LOOK_EVERY_S = 0.05
# A child that has had nothing to do for this long gives its memory back.
IDLE_S = 30.0
# What a child may need for a large photograph; all of them together take half of the machine's memory at most.
CHILD_BYTES = 500_000_000

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


def usual_workers() -> int:
    """As many children as there are cores that this program may use, as far as they fit into the memory."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        half = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):  # not said here
        return cores
    return max(1, min(cores, half // CHILD_BYTES))


class Workshop:
    """Children that work one job after another. They are started when there is something to do."""

    def __init__(
        self,
        workers: int = 1,
        most_waiting: int = MOST_WAITING,
        idle_s: float = IDLE_S,
        silent_s: float = SILENT_S,
    ) -> None:
        self.workers = workers
        self._most_waiting, self._idle_s, self._silent_s = most_waiting, idle_s, silent_s
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
        patient: bool = False,
        ended: Callable[[Job], None] | None = None,
    ) -> Job:
        """Lets a child call `function(report, *args)`.

        Parameters
        ----------
        limit_s
            How many seconds of a processor it may use. After that its process is killed.
        first
            For what somebody waits for, before what is done in the background.
        patient
            For callers who see to it themselves that not too many wait: this one is never refused.
        ended
            Called with the job as soon as it has ended, in a thread of the workshop.

        Raises
        ------
        InputError
            If too many jobs are waiting already.
        """
        payload = bytes(ForkingPickler.dumps((function, args, limit_s)))
        with self._changed:
            if self._closed:
                raise InputError(message("web.work.closed"))
            while self._waiting and self._waiting[0].stopping:
                self._waiting.popleft()
            if not patient and sum(not job.stopping for job in self._waiting) >= self._most_waiting:
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
            job._end(
                State.FAILED, error=_limit(job) if child.worked_enough() else InputError(message("web.work.crashed"))
            )
        except Exception as error:  # a mistake of ours must not leave this job waiting, nor all that come after it
            _log.exception("a job failed")
            job._end(State.FAILED, error=failed(error))
        return False

    def _follow(self, job: Job, payload: bytes, child: _Child) -> bool:
        heard_s, before_s = time.monotonic(), child.worked_s()
        while True:
            if self._closed or job.stopping:
                job._end(State.STOPPED, error=InputError(message("web.work.stopped")))
                return False
            if time.monotonic() - heard_s > self._silent_s:
                if child.worked_s() - before_s < LEAST_WORK_S:
                    job._end(State.FAILED, error=InputError(message("web.work.stuck")))
                    return False
                heard_s, before_s = time.monotonic(), child.worked_s()
            # What a child said before it died is still in the pipe, and then reading it ends in an error.
            if not wait([child.pipe, child.process.sentinel], LOOK_EVERY_S):
                continue
            if not child.pipe.poll():
                raise EOFError
            kind, *said = child.pipe.recv()
            if kind == "worked":
                child.told_s = said[0]
                if child.told_s > job.limit_s:
                    job._end(State.FAILED, error=_limit(job))
                    return False
                continue
            heard_s, before_s = time.monotonic(), child.worked_s()
            if kind == "ready":
                child.pipe.send_bytes(payload)
                payload = b""
            elif kind == "share":
                job.share, job.said = said
            elif kind == "done":
                job._end(State.DONE, result=said[0])
                return True
            elif kind == "failed":
                job._end(State.FAILED, error=said[0])
                return True


class _Child:
    """A process and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, self._theirs = context.Pipe()
        self.told_s = 0.0
        # As a daemon it is ended with this process, if this process ends in an orderly way.
        self.process = context.Process(target=live, args=(self._theirs,), name="draufsicht workshop", daemon=True)

    def start(self) -> None:
        if self.process.pid is None:
            with _PROCESSES, _deaf_to_interrupts():
                self.process.start()
            self._theirs.close()  # or the end of the child would not be the end of the pipe

    @property
    def alive(self) -> bool:
        with _PROCESSES:
            return self.process.is_alive()

    def worked_s(self) -> float:
        """How much it has worked: as the system says, or else as it said itself of its job."""
        try:
            said = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(said[11]) + int(said[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError, AttributeError):
            return self.told_s

    def worked_enough(self) -> bool:
        """Whether the system ended it for having worked longer than it may."""
        with _PROCESSES:
            if self.process.pid is None or not hasattr(signal, "SIGXCPU"):
                return False
            self.process.join(1.0)  # it is gone already
            return self.process.exitcode == -signal.SIGXCPU

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


def _limit(job: Job) -> InputError:
    return InputError(message("web.work.limit", seconds=round(job.limit_s)))

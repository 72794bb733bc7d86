"""What would hold memory: threads that nobody needs, networks loaded twice, freed pictures that stay."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.memory import tree_held
from live.demo.film import Studio, filmed
from live.demo.pace import LIVE
from live.demo.source import AHEAD
from referee.tactori.rules import rule_book
from simulator.demo.settings import DemoSettings
from simulator.families import write_script
from tests.waiting import PATIENCE_S, wait_for
from tests.web.served import Served, table
from vision import network as module
from vision.network import Network
from web.door.serving import FEW_THREADS
from web.workshop.workshop import IDLE_S

ROOT = Path(__file__).parents[3]


def test_threads_come_with_listeners_and_go_with_them(serve: Callable[..., Served]) -> None:
    served = serve(reopen=False)
    threads = next(served.server._server.dispatchers())
    assert threads.running == FEW_THREADS
    listening = []
    for _ in range(FEW_THREADS + 12):
        connection = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)
        connection.request("GET", "/api/events")
        assert connection.getresponse().status == 200
        listening.append(connection)
    assert threads.running >= FEW_THREADS + 12
    assert served.ask("GET", "/api/tables")[0] == 200  # there is always one more
    served.post("/api/tables", table("T"))  # so that something is said, and who is gone is noticed
    for connection in listening:
        connection.close()

    def gone() -> bool:
        threads.let_go()
        return threads.running == FEW_THREADS

    wait_for(gone)
    assert served.ask("GET", "/api/tables")[0] == 200


def test_no_thread_stays_of_tables_that_are_closed(serve: Callable[..., Served]) -> None:
    served = serve(reopen=False)
    before = {thread.name for thread in threading.enumerate()}
    for name in ("A", "B", "C"):
        served.post("/api/tables", table(name))
        served.wait_watching(name)
    for name in ("A", "B", "C"):
        assert served.ask("DELETE", f"/api/tables/{name}")[0] == 200
    wait_for(lambda: not [each for each in threading.enumerate() if each.name.startswith(("table ", "demo:"))])
    # A list's sweeper is a new thread each time it is wound up, and other tests' lists may have one.
    now = {thread.name for thread in threading.enumerate() if not isinstance(thread, threading.Timer)}
    left = now - before
    assert all(name.startswith("waitress") for name in left), left


def test_a_network_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = []
    real = module.cv2.dnn.readNetFromONNX

    def load(*args: Any) -> Any:
        loaded.append(1)
        return real(*args)

    monkeypatch.setattr(module.cv2.dnn, "readNetFromONNX", load)
    from vision.board import map as board

    known = next(each for each in vars(board).values() if isinstance(each, Network))
    fresh = Network(known.package, known.name)
    asking = [threading.Thread(target=lambda: _ask(fresh)) for _ in range(4)]
    for each in asking:
        each.start()
    for each in asking:
        each.join()
    assert loaded == [1]


def _ask(network: Network) -> None:
    with suppress(module.cv2.error):  # it wants another picture; loaded it is
        network.ask(image=np.zeros((1, 3, 64, 64), np.float32))


def test_frames_ahead_are_not_pictures_ahead() -> None:
    script = write_script(7, rule_book("taktori"), ("R", "B"), DemoSettings(size=(320, 180)))
    ahead = list(islice(filmed(script, LIVE), AHEAD))
    for frame in ahead:
        frame.prepare()
    assert len({id(frame.shot) for frame in ahead}) <= AHEAD / 2
    assert not any(isinstance(value, np.ndarray) for frame in ahead for value in vars(frame).values())
    first = ahead[0]
    assert np.array_equal(first(), first())


def test_a_studio_keeps_one_position_while_all_is_calm() -> None:
    script = write_script(7, rule_book("taktori"), ("R", "B"), DemoSettings(size=(320, 180)))
    studio = Studio(script.scenery)
    shown, view, scenes = script.scenes_after(0)
    studio.calm(shown, view)
    for scene in islice(scenes, 2):
        studio.calm(scene.shown, scene.view)
        assert len(studio._kept) == 1


def test_children_end_soon() -> None:
    assert IDLE_S <= 60


FREED = """
import threading, numpy as np
from benchmarks.memory import own_mb
from web.workshop.memory import give_back, keep_little
assert keep_little()
np.zeros(10)
before, kept = own_mb(), []
def work():
    for _ in range(40):
        pictures = [np.ones(1_500_000, np.uint8) for _ in range(4)]
        kept.append(bytes(50_000))
        del pictures
threads = [threading.Thread(target=work) for _ in range(16)]
for each in threads: each.start()
for each in threads: each.join()
give_back()
print(own_mb() - before - sum(map(len, kept)) / 1e6)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only glibc can be told")
def test_what_is_freed_goes_back() -> None:
    done = subprocess.run([sys.executable, "-c", FREED], cwd=ROOT, capture_output=True, text=True)
    if "assert keep_little" in done.stderr:
        pytest.skip("another C library")
    assert float(done.stdout) < 25, done.stdout


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells it")
def test_memory_is_counted_with_all_children() -> None:
    script = (
        "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'input()']); print(1, flush=True); input()"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert parent.stdout is not None
        parent.stdout.readline()
        held = tree_held(parent.pid)
        assert held.processes == 2
        assert held.threads >= 2
        assert held.mb > 1
    finally:
        parent.communicate("\n\n")

"""No test rests on how fast a machine is, on what else it does, or on how the tests were started."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.waiting import PATIENCE_S, wait_for

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests"
WAITING = TESTS / "waiting.py"
CLOCKS = {f"{clock}{unit}" for clock in ("time", "monotonic", "perf_counter", "process_time") for unit in ("", "_ns")}
LIMITS = {"timeout", "timeout_s", "patience_s", "set_default_timeout", "set_default_navigation_timeout", "settimeout"}
# They play a part: a camera that gives a picture now and then, somebody who reads slowly, a program between two looks,
# whoever kills at any moment. None of them waits for something to have happened.
PLAYERS = {
    "live/child.py", "live/demo/test_source.py", "live/sources/serving.py", "live/sources/test_camera.py",
    "live/sources/test_mjpeg.py", "live/test_killed.py", "live/test_watching.py", "web/jobs.py",
}  # fmt: skip
# A listening socket that looks up now and then whether it is to stop, an answer that never comes, and somebody who is
# given a moment to come in too early: no machine is too slow for them.
SHORT = {
    "live/sources/serving.py": {"settimeout"}, "live/test_letters.py": {"patience_s"}, "live/test_play.py": {"join"},
    "web/door/test_connections.py": {"settimeout"}, "web/tables/test_tried_again.py": {"wait"},
}  # fmt: skip


def calls(tree: ast.AST, module: str, names: set[str]) -> Iterator[ast.Call]:
    """Calls of `module.name(…)`, and of `name(…)` where it was imported like that."""
    bare = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == module
        for alias in node.names
        if alias.name in names
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        f = node.func
        if isinstance(f, ast.Name) and f.id in bare:
            yield node
        if isinstance(f, ast.Attribute) and f.attr in names and isinstance(f.value, ast.Name) and f.value.id == module:
            yield node


def sleeps(tree: ast.AST) -> Iterator[int]:
    yield from (call.lineno for call in calls(tree, "time", {"sleep"}))
    for node in ast.walk(tree):  # Playwright's way to sleep
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "wait_for_timeout":
            yield node.lineno


def asserted_clocks(tree: ast.AST) -> Iterator[int]:
    """Where it is said how much time has passed: an assert on a difference, a sum or a limit of what a clock showed.

    That one moment comes before another is true at any speed.
    """
    for scope in ast.walk(tree):
        if not isinstance(scope, ast.FunctionDef):
            continue
        reads = {id(call) for call in calls(tree, "time", CLOCKS)}
        read_into = {
            target.id
            for node in ast.walk(scope)
            if isinstance(node, ast.Assign) and any(id(part) in reads for part in ast.walk(node.value))
            for target in node.targets
            if isinstance(target, ast.Name)
        }

        def reckons(node: ast.AST, reads: set[int] = reads, read_into: set[str] = read_into) -> bool:
            parts = list(ast.walk(node))
            return any(isinstance(part, ast.BinOp) for part in parts) and any(
                id(part) in reads or (isinstance(part, ast.Name) and part.id in read_into) for part in parts
            )

        sums = {
            target.id
            for node in ast.walk(scope)
            if isinstance(node, ast.Assign) and reckons(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(scope):
            if isinstance(node, ast.Assert):
                names = {part.id for part in ast.walk(node.test) if isinstance(part, ast.Name)}
                if reckons(node.test) or names & sums:
                    yield node.lineno


def own_limits(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Limits in numbers: `timeout=5`, `thread.join(10)`, `event.wait(60)`, `page.set_default_timeout(…)`."""

    named = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }

    def is_some(node: ast.AST) -> bool:
        if isinstance(node, ast.Name):
            node = named.get(node.id, node)
        return isinstance(node, ast.Constant) and isinstance(node.value, int | float) and node.value > 0

    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        for keyword in node.keywords:
            if keyword.arg in LIMITS and is_some(keyword.value):
                yield node.lineno, str(keyword.arg)
        if called in {"join", "wait", "communicate", *LIMITS} and len(node.args) == 1 and is_some(node.args[0]):
            yield node.lineno, called


FILES = sorted(path for path in TESTS.rglob("*.py") if path != WAITING)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_nothing_rests_on_a_clock(path: Path) -> None:
    """tests/waiting.py says how to wait instead."""
    tree, name = ast.parse(path.read_text()), path.relative_to(TESTS).as_posix()
    if name not in PLAYERS:
        assert not list(sleeps(tree)), "it sleeps: wait for what it sleeps for"
    assert not list(asserted_clocks(tree)), "it says how much time has passed"
    limits = [(line, what) for line, what in own_limits(tree) if what not in SHORT.get(name, set())]
    assert not limits, "a limit of its own: PATIENCE_S is the one for all"


FAULTY = """
import time
from time import monotonic as now
LONG_S = 30
def test_slow():
    begun = time.monotonic()
    time.sleep(1)
    assert time.monotonic() - begun < 5
def test_later():
    end = now() + 5
    assert now() < end
def test_took():
    begun = now()
    took = now() - begun
    assert took < 2
def test_limits(page, thread, event, child):
    page.wait_for_timeout(50)
    page.click("a", timeout=500)
    thread.join(10)
    child.communicate(timeout=60)
    assert event.wait(LONG_S)
def test_order():
    before = now()
    assert before <= now()
    thread.join()
    event.wait(PATIENCE_S)
"""


def test_what_rests_on_a_clock_would_be_found() -> None:
    tree = ast.parse(FAULTY)
    assert list(sleeps(tree)) == [7, 17]
    assert list(asserted_clocks(tree)) == [8, 11, 15]
    assert list(own_limits(tree)) == [(18, "timeout"), (19, "join"), (20, "timeout"), (21, "wait")]


def test_hypothesis_has_no_deadline() -> None:
    assert settings().deadline is None and settings().derandomize
    for path in FILES:
        assert "deadline=" not in path.read_text() or path in (Path(__file__), TESTS / "conftest.py"), path


# --- how they were started


LISTENS = """
import time
try:
    print("there", flush=True)
    while True:
        time.sleep(0.05)
except KeyboardInterrupt:
    print("heard")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_children_hear_ctrl_c() -> None:
    with subprocess.Popen([sys.executable, "-c", LISTENS], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None and child.stdout.readline() == "there\n"
        child.send_signal(signal.SIGINT)
        heard = child.communicate(timeout=PATIENCE_S)[0]
    assert heard == "heard\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
@pytest.mark.parametrize("workers", ["0", "1"])
def test_children_hear_ctrl_c_although_a_shell_has_started_the_tests_deaf(tmp_path: Path, workers: str) -> None:
    """As `make test &` does in a script: what runs in the background ignores Ctrl-C, and so do its children."""
    tests = f"{Path(__file__)}::{test_children_hear_ctrl_c.__name__}"
    command = f"trap '' INT; exec '{sys.executable}' -m pytest -q -p no:cacheprovider -n {workers} '{tests}'"
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    ran = subprocess.run(["sh", "-c", command], cwd=ROOT, env=own, capture_output=True, text=True, timeout=PATIENCE_S)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_patience_ends_with_a_word_of_what_never_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.waiting.PATIENCE_S", 0.0)
    with pytest.raises(AssertionError, match="in vain for the moon"):
        wait_for(lambda: None, "the moon")

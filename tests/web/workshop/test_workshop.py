"""The workshop: work is done elsewhere, and whatever happens to it there is one sentence here."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.tactori.text import parse_text
from tests.waiting import PATIENCE_S, wait_for
from tests.web import jobs
from web.workshop import workshop as module
from web.workshop.workshop import Job, State, Workshop, usual_workers
from words.language import LANGUAGES, say
from words.message import InputError, message

ROOT = Path(__file__).parents[3]
LONG_S = PATIENCE_S
NICEST = 19  # nobody is nicer, and the tests may have been started like that


@pytest.fixture(scope="module")
def shared() -> Iterator[Workshop]:
    """For work that leaves its child as it was."""
    workshop = Workshop()
    yield workshop
    workshop.close()


@pytest.fixture
def workshop() -> Iterator[Workshop]:
    made = Workshop()
    yield made
    made.close()


def ended(job: Job) -> Job:
    assert job.wait(PATIENCE_S)
    return job


def until(true: Callable[[], bool]) -> None:
    wait_for(true)


def number_in(file: Path) -> int:
    until(lambda: file.exists() and file.read_text().isdigit())
    return int(file.read_text())


def is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    # Whoever is dead and not yet buried can still be sent a signal.
    state = Path(f"/proc/{number}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def error_key(job: Job) -> str:
    assert job.error is not None
    for language in LANGUAGES:
        assert say(job.error.message, language)
    return job.error.message.key


def test_work_is_done_elsewhere(shared: Workshop) -> None:
    job = ended(shared.start(jobs.double, b"ab", limit_s=LONG_S))
    assert (job.state, job.result, job.error, job.share) == (State.DONE, b"abab", None, 1.0)
    assert job.said == message("photo.empty")
    first = ended(shared.start(jobs.own_number, limit_s=LONG_S)).result
    second = ended(shared.start(jobs.own_number, limit_s=LONG_S)).result
    assert first == second != os.getpid()


def test_children_are_quiet(shared: Workshop) -> None:
    around = ended(shared.start(jobs.surroundings, limit_s=LONG_S)).result
    assert around["threads"] == 1
    assert around["deaf"]
    assert not around["masked"]
    if hasattr(os, "nice"):
        assert around["nice"] > os.nice(0) or os.nice(0) == NICEST


def test_refusals_and_positions_come_through_the_pipe(shared: Workshop) -> None:
    job = ended(shared.start(jobs.refuse, "3x4", limit_s=LONG_S))
    assert job.state is State.FAILED
    assert job.error is not None
    assert job.error.message == message("photo.small", size="3x4", least=(1, 2))
    assert job.error.place == "here"
    assert type(job.error) is InputError
    written = "9 c3:RRB e3:RB R:c3-e3@1"
    assert ended(shared.start(jobs.position, written, limit_s=LONG_S)).result == parse_text(written)


def test_mistakes_are_sentences(shared: Workshop, capfd: pytest.CaptureFixture[str]) -> None:
    job = ended(shared.start(jobs.slip, limit_s=LONG_S))
    assert error_key(job) == "web.work.failed"
    assert "one over nought" in str(job.error)
    assert error_key(ended(shared.start(jobs.unsendable, limit_s=LONG_S))) == "web.work.failed"
    assert ended(shared.start(jobs.double, 4, limit_s=LONG_S)).result == 8


def test_what_cannot_be_sent_is_the_callers_mistake(shared: Workshop) -> None:
    with pytest.raises(Exception, match=r"pickle|local"):
        shared.start(jobs.double, lambda: None, limit_s=LONG_S)


def test_a_crash_is_a_sentence_and_the_next_job_is_done(workshop: Workshop) -> None:
    job = ended(workshop.start(jobs.crash, limit_s=LONG_S))
    assert (job.state, error_key(job)) == (State.FAILED, "web.work.crashed")
    assert ended(workshop.start(jobs.double, 4, limit_s=LONG_S)).result == 8


def test_what_takes_too_long_is_killed(workshop: Workshop, tmp_path: Path) -> None:
    child = ended(workshop.start(jobs.own_number, limit_s=LONG_S)).result
    job = ended(workshop.start(jobs.without_end, str(tmp_path / "begun"), limit_s=0.5))
    assert (job.state, error_key(job)) == (State.FAILED, "web.work.limit")
    until(lambda: not is_alive(child))
    assert ended(workshop.start(jobs.double, 4, limit_s=LONG_S)).result == 8


def test_what_waits_for_its_turn_on_a_busy_machine_is_not_too_long(workshop: Workshop) -> None:
    job = ended(workshop.start(jobs.mostly_waiting, 2.5, limit_s=0.5))
    assert (job.state, job.result) == (State.DONE, "done")


@pytest.mark.skipif(not hasattr(signal, "SIGXCPU"), reason="no such limit here")
def test_what_lets_nothing_else_happen_is_ended_by_the_system(workshop: Workshop, tmp_path: Path) -> None:
    job = ended(workshop.start(jobs.deaf, str(tmp_path / "begun"), limit_s=0.5))
    assert (job.state, error_key(job)) == (State.FAILED, "web.work.limit")
    until(lambda: not is_alive(number_in(tmp_path / "begun")))
    assert ended(workshop.start(jobs.double, 4, limit_s=LONG_S)).result == 8


def test_what_does_nothing_at_all_is_ended(tmp_path: Path) -> None:
    workshop = Workshop()
    try:
        assert ended(workshop.start(jobs.double, 4, limit_s=LONG_S)).result == 8  # its child has started
        workshop._silent_s = 1.0
        job = ended(workshop.start(jobs.for_ever, str(tmp_path / "begun"), limit_s=LONG_S))
        assert (job.state, error_key(job)) == (State.FAILED, "web.work.stuck")
    finally:
        workshop.close()


def test_there_are_as_many_children_as_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.os, "sched_getaffinity", lambda _: set(range(6)), raising=False)
    sizes = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 16 * 10**9 // 4096}
    monkeypatch.setattr(module.os, "sysconf", sizes.__getitem__, raising=False)
    assert usual_workers() == 6
    sizes["SC_PHYS_PAGES"] = 2 * 10**9 // 4096
    assert usual_workers() == 1  # what they need must fit into half of the memory
    sizes["SC_PHYS_PAGES"] = 10**8 // 4096
    assert usual_workers() == 1


def test_children_work_at_the_same_time(tmp_path: Path) -> None:
    workshop = Workshop(workers=2)
    try:
        running = [workshop.start(jobs.for_ever, str(tmp_path / name), limit_s=LONG_S) for name in ("one", "two")]
        assert number_in(tmp_path / "one") != number_in(tmp_path / "two")
        for job in running:
            job.stop()
    finally:
        workshop.close()


def test_who_is_patient_is_not_refused(tmp_path: Path) -> None:
    workshop = Workshop(most_waiting=0)
    try:
        with pytest.raises(InputError):
            workshop.start(jobs.double, 4, limit_s=LONG_S)
        assert ended(workshop.start(jobs.double, 4, limit_s=LONG_S, patient=True)).result == 8
    finally:
        workshop.close()


def test_work_can_be_stopped_before_and_while_it_is_done(workshop: Workshop, tmp_path: Path) -> None:
    heard: list[State] = []
    running = workshop.start(
        jobs.for_ever, str(tmp_path / "begun"), limit_s=LONG_S, ended=lambda j: heard.append(j.state)
    )
    waiting = workshop.start(jobs.double, 4, limit_s=LONG_S)
    child = number_in(tmp_path / "begun")
    until(lambda: running.share == 0.25)
    assert running.said == message("photo.damaged")
    assert (running.state, waiting.state) == (State.RUNNING, State.WAITING)
    waiting.stop()
    assert (waiting.state, waiting.wait(0), error_key(waiting)) == (State.STOPPED, True, "web.work.stopped")
    assert not running.wait(0)
    running.stop()
    assert ended(running).state is State.STOPPED
    assert heard == [State.STOPPED]
    until(lambda: not is_alive(child))
    done = ended(workshop.start(jobs.double, 5, limit_s=LONG_S))
    done.stop()
    assert (done.state, done.result) == (State.DONE, 10)


def test_only_so_many_wait_and_the_urgent_go_first(tmp_path: Path) -> None:
    workshop = Workshop(most_waiting=2)
    try:
        order: list[int] = []
        running = workshop.start(jobs.for_ever, str(tmp_path / "begun"), limit_s=LONG_S)
        number_in(tmp_path / "begun")
        waiting = [
            workshop.start(jobs.double, n, limit_s=LONG_S, first=n == 2, ended=lambda job: order.append(job.id))
            for n in (1, 2)
        ]
        with pytest.raises(InputError) as refused:
            workshop.start(jobs.double, 3, limit_s=LONG_S)
        assert refused.value.message.key == "web.work.busy"
        running.stop()
        assert [ended(job).result for job in waiting] == [2, 4]
        until(lambda: len(order) == 2)
        assert order == [waiting[1].id, waiting[0].id]
    finally:
        workshop.close()


def test_closing_ends_everything(tmp_path: Path) -> None:
    workshop = Workshop(workers=2)
    files = [tmp_path / name for name in ("one", "two")]
    running = [workshop.start(jobs.without_end, str(file), limit_s=LONG_S) for file in files]
    waiting = workshop.start(jobs.double, 4, limit_s=LONG_S)
    children = [number_in(file) for file in files]
    workshop.close()
    assert [job.state for job in (*running, waiting)] == [State.STOPPED] * 3
    assert not any(map(is_alive, children))
    with pytest.raises(InputError) as refused:
        workshop.start(jobs.double, 4, limit_s=LONG_S)
    assert refused.value.message.key == "web.work.closed"
    workshop.close()


def test_a_child_without_work_gives_its_memory_back() -> None:
    workshop = Workshop(idle_s=0.1)
    try:
        child = ended(workshop.start(jobs.own_number, limit_s=LONG_S)).result
        until(lambda: not is_alive(child))
        assert ended(workshop.start(jobs.double, 4, limit_s=LONG_S)).result == 8
    finally:
        workshop.close()


PARENT = """
import sys
from tests.web import jobs
from web.workshop.workshop import Workshop
if __name__ == "__main__":
    workshop = Workshop(workers=2)
    for name in sys.argv[1:]:
        workshop.start(jobs.without_end, name, limit_s=100_000)
    print("started", flush=True)
    sys.stdin.read()
    sys.exit(0)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
@pytest.mark.parametrize("way", ["killed", "interrupted", "ended"])
def test_no_child_outlives_its_parent(tmp_path: Path, way: str) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    files = [tmp_path / name for name in ("one", "two")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    # A group of its own, to which Ctrl-C is sent as a terminal does: to everybody in it.
    parent = subprocess.Popen(
        [sys.executable, str(script), *map(str, files)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, start_new_session=True,
    )  # fmt: skip
    children = [number_in(file) for file in files]
    assert all(map(is_alive, children))
    if way == "killed":
        parent.kill()
    elif way == "interrupted":
        os.killpg(parent.pid, signal.SIGINT)
    _, said = parent.communicate()
    until(lambda: not any(map(is_alive, children)))
    # The parent of this test may complain about Ctrl-C; no child does.
    assert said.decode().count("Traceback") == (1 if way == "interrupted" else 0), said.decode()

"""Two programs on one file: neither loses anything, and each obeys what the other one says."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from running import Runner

from live.fold import fold
from live.log import GameLog
from live.play import Play
from live.table_lock import TableLock, is_watched
from referee.tactori.text import to_text
from tests.live.playing import ROOT, whole_game
from tests.waiting import PATIENCE_S


@contextmanager
def player(path: Path, table: str, seed: int) -> Iterator["subprocess.Popen[str]"]:
    """A program that plays a game; it does not outlive the test, whatever that finds."""
    command = [sys.executable, "-m", "tests.live.child", "play_a_game", str(path), table, str(seed)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as child:
        try:
            yield child
        finally:
            child.kill()


def finish(child: "subprocess.Popen[str]") -> list[Any]:
    out, errors = child.communicate(timeout=PATIENCE_S)
    assert child.returncode == 0, errors
    return [json.loads(line) for line in out.splitlines()]


def test_two_tables(tmp_path: Path) -> None:
    """A file that neither of them finds: they make it at the same time."""
    path = tmp_path / "g.sqlite"
    with ExitStack() as stack:
        children = [stack.enter_context(player(path, table, seed)) for table, seed in (("A", 1), ("B", 2))]
        told = [finish(child) for child in children]
    log = GameLog.open(path)
    for table, seed, lines in (("A", 1, told[0]), ("B", 2, told[1])):
        entry = log.last_game(table)
        assert entry is not None
        assert entry.finished
        state = fold(log.events(entry.id), entry.id)
        assert tuple(step.position for step in state.steps) == whole_game(seed)
        assert [line["n"] for line in lines] == [*range(len(state.steps) + 1), len(state.steps)]
        assert not any(line["memory"] for line in lines)


def said_to(path: Path, run: Runner) -> list[str]:
    """What was said to the game and done."""
    done: list[str] = []
    for what in ("undo", "pause", "undo", "correct a1=R", "redo", "undo", "resume", "undo", "pause", "resume", "undo"):
        ran = run("table", *what.split(), "--log", str(path))
        assert ran.code in (0, 2), ran
        if ran.code == 0:
            done.append(what)
        else:
            assert len(ran.err.splitlines()) == 1
        if what.startswith("correct"):  # the game goes on from what was played
            assert run("table", "undo", "--log", str(path)).code == 0
            done.append("undo")
    if done.count("pause") > done.count("resume"):
        assert run("table", "resume", "--log", str(path)).code == 0
        done.append("resume")
    return done


def test_commands_while_a_game_is_watched(tmp_path: Path, run: Runner) -> None:
    path = tmp_path / "g.sqlite"
    with player(path, "1", 3) as child:
        assert child.stdout is not None
        # The first three calls that take something back find something, however quick the player is.
        for n in range(4):
            assert json.loads(child.stdout.readline())["n"] == n
        done = said_to(path, run)
        told = finish(child)
    log = GameLog.open(path)
    events = log.events(1)
    for what, kind in (("undo", "undone"), ("pause", "paused"), ("resume", "resumed"), ("redo", "redone")):
        assert sum(event.kind == kind for event in events) == done.count(what), what
    state = fold(events, 1)
    assert (told[-1]["n"], told[-1]["position"]) == (len(state.steps), to_text(state.position))
    assert tuple(step.position for step in state.steps) == whole_game(3)
    for line in told:
        if "seq" in line:
            there = fold([event for event in events if (event.seq or 0) <= line["seq"]], 1)
            assert (len(there.steps), to_text(there.position)) == (line["n"], line["position"])
    followed = [line["followed"] for line in told if "followed" in line]
    assert followed.count("paused") == done.count("pause")


def test_a_table_is_watched_by_one_program_only(tmp_path: Path) -> None:
    """The lock is gone with the program that had it, however it ended."""
    path = tmp_path / "g.sqlite"
    script = (
        "import sys\nfrom pathlib import Path\nfrom live.table_lock import TableLock\n"
        "lock = TableLock(Path(sys.argv[1]), 'A')\nprint('held', flush=True)\nsys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        assert is_watched(path, "A")
        assert not is_watched(path, "B")
        child.kill()
    assert not is_watched(path, "A")
    with TableLock(path, "A"):
        assert is_watched(path, "A")
        assert Play.resume(GameLog.open(path), "A") is None
    assert not is_watched(path, "A")

"""Killed at any moment: whatever was said to be confirmed is there, and the game goes on."""

import json
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from live.fold import fold
from live.log import GameLog
from live.play import Play
from referee.tactori.text import to_text
from tests.live.playing import ROOT, TAKTORI, whole_game
from tests.waiting import PATIENCE_S

KILLS_WHILE_PLAYING, KILLS_AT_THE_START = 16, 4
SEED = 3

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed like this there")


def play_and_kill(path: Path, lines: int, wait_s: float) -> list[Any]:
    """Lets a program play, kills it a moment after it has told so many things, and returns all that it told."""
    command = [sys.executable, "-m", "tests.live.child", "play_on", str(path), str(SEED)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None and child.stderr is not None
        told = [child.stdout.readline() for _ in range(lines)]
        time.sleep(wait_s)
        child.send_signal(signal.SIGKILL)
        rest, errors = child.stdout.read(), child.stderr.read()
        child.wait(PATIENCE_S)
    assert child.returncode == -signal.SIGKILL, errors
    told += [line for line in rest.splitlines(keepends=True) if line.endswith("\n")]  # half a line was not said
    return [json.loads(line) for line in told]


def check_nothing_is_lost(path: Path, told: list[Any]) -> None:
    """Each thing that was told is in the file, as it was told, whatever came after it."""
    log = GameLog.open(path)
    assert log.trouble is None
    for said in told:
        assert not said["memory"]
        events = [event for event in log.events(said["game"]) if (event.seq or 0) <= said["seq"]]
        assert events[-1].seq == said["seq"]
        state = fold(events, said["game"])
        assert (len(state.steps), to_text(state.position)) == (said["n"], said["position"])
    log.close()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_killed_twenty_times_nothing_confirmed_is_lost(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    path = tmp_path / "g.sqlite"
    for _ in range(KILLS_WHILE_PLAYING):
        told = play_and_kill(path, rng.randrange(3, 20), rng.uniform(0, 0.02))[1:]
        check_nothing_is_lost(path, told[-20:])
    for number in range(KILLS_AT_THE_START):  # while the file is being made
        fresh = tmp_path / f"fresh{number}.sqlite"
        check_nothing_is_lost(fresh, play_and_kill(fresh, 1, rng.uniform(0, 0.02))[1:])
    log = GameLog.open(path)
    play = Play.resume(log, "1") or Play.begin(log, "1", "demo:1", TAKTORI, "RB")
    if play.state.waiting:
        play.reject()
    n = len(play.state.steps)
    assert play.confirm(whole_game(SEED)[n])[0].data["n"] == n + 1

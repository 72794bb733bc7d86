"""The log pulled away under running games: it is noticed and said, and what is played is there for whoever reads it."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from live import journal
from live.events import Event
from live.log import GameLog, LogEvent
from live.play import Play
from tests.live.playing import ROOT, begun, check_kept, whole_game
from tests.waiting import PATIENCE_S
from words.language import say

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a file that is open cannot be taken away there")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "TRY_AGAIN_S", 0.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "g.sqlite"


def memory_words(events: list[Event]) -> list[tuple[str, bool]]:
    """What was said of the log, and whether something is only in memory then."""
    return [(event.data["message"].key, event.data["in_memory"]) for event in events if event.kind == "memory"]


def beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def another_log(path: Path) -> Path:
    """A sound one with a game of its own, which has the number of one of ours."""
    made = path.with_name("other.sqlite")
    log = GameLog.open(made)
    begun(log, *whole_game(5)[:4], table="Z")
    log.close()
    return made


def garbage(path: Path) -> None:
    path.write_bytes(os.urandom(path.stat().st_size))


def spoil_the_middle(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(5000)
        file.write(os.urandom(9000))


def take_all(path: Path) -> None:
    for file in list(path.parent.glob(f"{path.name}*")):
        file.unlink()


def take_both(path: Path) -> None:
    beside(path, "-wal").unlink()
    beside(path, "-shm").unlink()


Harm = Callable[[Path], object]
HARMS: dict[str, Harm] = {
    "the wal deleted": lambda path: beside(path, "-wal").unlink(),
    "the shm deleted": lambda path: beside(path, "-shm").unlink(),
    "both deleted": take_both,
    "the file deleted": Path.unlink,
    "all deleted": take_all,
    "moved away": lambda path: path.rename(path.with_name("away.sqlite")),
    "emptied": lambda path: os.truncate(path, 0),
    "cut off": lambda path: os.truncate(path, path.stat().st_size // 2),
    "replaced": lambda path: another_log(path).replace(path),
    "written over": lambda path: shutil.copyfile(another_log(path), path),
    "garbage": garbage,
    "spoilt in the middle": spoil_the_middle,
}
KEEPS_THE_OTHERS = ("the wal deleted", "the shm deleted", "both deleted")
"""What was in the file is in it afterwards, also games that nobody plays any more."""


def two_tables(path: Path, old: bool) -> tuple[GameLog, list[Play]]:
    """The page's log with a finished game, and two tables with connections of their own. In an `old` file everything
    is in the file itself and nothing beside it."""
    page = GameLog.open(path)
    begun(page, *whole_game(3)[:3], table="done").end()
    plays = [begun(GameLog.open(path), *whole_game(seed)[:5], table=name) for name, seed in (("A", 1), ("B", 2))]
    if old:
        connection = sqlite3.connect(path, isolation_level=None)
        assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
        connection.close()
        for play in plays:
            assert memory_words(play.follow_others()) == [], "another program tidied up: nothing happened"
    return page, plays


def play_on(plays: list[Play]) -> list[list[tuple[str, bool]]]:
    """Five more turns at each table; what was said of the log at each."""
    said = []
    for seed, play in enumerate(plays, 1):
        said.append(
            [word for position in whole_game(seed)[5:10] for word in memory_words(play.confirm(position))]
            + memory_words(play.follow_others())
        )
        assert len(play.state.steps) == 10
    return said


def listed(path: Path) -> dict[str, int]:
    """The turns of every game as another program finds them."""
    command = [sys.executable, "draufsicht.py", "table", "list", "--log", str(path), "--json"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S)
    assert ran.returncode == 0, ran.stderr
    return {line["table"]: line["turns"] for line in map(json.loads, ran.stdout.splitlines())}


@pytest.mark.parametrize("old", [False, True], ids=["a young file", "an old file"])
@pytest.mark.parametrize("harm", HARMS)
def test_whatever_is_done_to_the_file(path: Path, harm: str, old: bool) -> None:
    page, plays = two_tables(path, old)
    HARMS[harm](path)
    said = play_on(plays)
    if any(play.in_memory for play in plays):
        assert said == [[("log.memory", True)]] * 2, "said once at each table"
        take_all(path)  # nothing of it can be used, and somebody clears it away
        for play in plays:
            assert memory_words(play.follow_others()) == [("log.written", False)]
    elif said != [[], []]:
        assert said == [[("log.again", False)]] * 2
    else:  # what was spoilt had been written again beside it
        assert not old and harm in ("spoilt in the middle", "written over")
    there = listed(path)
    assert (there["A"], there["B"]) == (10, 10)
    if harm in KEEPS_THE_OTHERS:
        assert there["done"] == 3
    if harm == "replaced" or (old and harm == "written over"):
        assert there["Z"] == 4, "the file that was put there is sound, and ours were added"
    assert {entry.table: entry.finished for entry in page.games()}.keys() == there.keys(), "the page sees the same"
    for play in plays:
        check_kept(play, path)


@pytest.mark.parametrize("harm", ["the wal deleted", "emptied", "garbage", "the file deleted"])
def test_it_is_noticed_though_nothing_is_to_be_written(path: Path, harm: str) -> None:
    _, plays = two_tables(path, old=False)
    HARMS[harm](path)
    for play in plays:
        said = memory_words(play.follow_others())
        assert said == [("log.memory", True) if harm == "garbage" else ("log.again", False)]
        assert memory_words(play.follow_others()) == []
    if harm == "garbage":
        assert all(play.in_memory for play in plays)
        take_all(path)
        for play in plays:
            assert memory_words(play.write_now()) == [("log.written", False)]
    assert {name: turns for name, turns in listed(path).items() if name != "done"} == {"A": 5, "B": 5}


@pytest.mark.parametrize("harm", ["wal", "empty", "delete", "garbage"])
def test_a_program_that_falls_afterwards_has_lost_nothing_that_it_told(path: Path, harm: str) -> None:
    """It is killed in the moment after the last turn was told; the log is pulled away by another program meanwhile."""
    command = [sys.executable, "-m", "tests.live.child", "pulled", str(path), harm]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S)
    assert ran.returncode == 9, ran.stderr
    told: list[Any] = [json.loads(line) for line in ran.stdout.splitlines()]
    assert told[-1]["n"] == 30 and not told[-1]["memory"]
    assert sum(len(line["said"]) for line in told) >= 1
    assert listed(path)["1"] == 30


def test_two_programs_on_a_file_that_is_pulled_away(path: Path) -> None:
    """Each notices by itself, and what one of them says reaches the other."""
    play = begun(GameLog.open(path), *whole_game(1)[:5], table="A")
    command = [sys.executable, "-m", "tests.live.child", "stays", str(path), "B"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as other:
        assert other.stdin is not None and other.stdout is not None
        assert json.loads(other.stdout.readline())["n"] == 1
        for n, harm in enumerate(("the wal deleted", "emptied", "replaced", "all deleted"), 6):
            HARMS[harm](path)
            play.confirm(whole_game(1)[n - 1])
            print("turn", file=other.stdin, flush=True)
            line = json.loads(other.stdout.readline())
            assert (line["n"], line["memory"]) == (n - 4, False)
            play.write_now()  # as long as the other one held an emptied file, it could not be begun anew
            assert not play.in_memory
            assert {name: turns for name, turns in listed(path).items() if name in "AB"} == {"A": n, "B": n - 4}
        other.stdin.close()
    check_kept(play, path)


def test_what_is_said_can_be_read(path: Path) -> None:
    _, (play, _) = two_tables(path, old=False)
    beside(path, "-wal").unlink()
    (event,) = [each for each in play.follow_others() if each.kind == "memory"]
    assert "deleted, emptied, replaced or damaged while the game was being played" in say(event.data["message"], "en")


def test_it_is_pulled_away_once_more_while_it_is_looked_at(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = begun(GameLog.open(path), *whole_game(1)[:5])
    there, times = play._journal._there, list[int]()

    def once_more() -> list[LogEvent]:
        found = there()
        times.append(len(found))
        if len(times) == 1:
            take_all(path)
        return found

    monkeypatch.setattr(play._journal, "_there", once_more)
    beside(path, "-wal").unlink()
    assert memory_words(play.confirm(whole_game(1)[5])) == [("log.again", False)]
    assert times == [6, 0]
    check_kept(play, path)

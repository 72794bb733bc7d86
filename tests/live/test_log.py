"""The file of the log: what is written is there, and no file is ever spoilt."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from live.fold import fold
from live.log import GameGone, GameLog, LogEvent, Overtaken, log_path
from live.log_file import NotWritten
from live.schema import APPLICATION_ID, STEPS, VERSION
from tests.live.playing import FIRST, ROOT, SECOND, THIRD, begin, begun
from tests.waiting import PATIENCE_S
from words.language import LANGUAGES, say
from words.message import InputError

AT = "2026-11-16T19:00:00.000+00:00"


def an_event(number: int = 1) -> LogEvent:
    return LogEvent("set", {"key": "number", "value": number}, AT)


def pragma(path: Path, name: str) -> object:
    connection = sqlite3.connect(path)
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    connection.close()
    return value


def test_the_file_is_beside_the_profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path / "home"))
    assert log_path() == tmp_path / "home" / "games.sqlite"
    assert log_path("x.db") == Path("x.db")
    log = GameLog.open()
    assert log.trouble is None
    assert log.path.is_file()


def test_what_is_written_is_on_the_disk_in_the_safest_way(tmp_path: Path) -> None:
    log = GameLog.open(tmp_path / "g.sqlite")
    connection = log._writing()
    for name, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("user_version", VERSION)):
        assert connection.execute(f"PRAGMA {name}").fetchone() == (value,), name
    assert connection.execute("PRAGMA busy_timeout").fetchone()[0] >= 1000


def test_events_come_back_as_they_were(tmp_path: Path) -> None:
    log = GameLog.open(tmp_path / "g.sqlite")
    game, seqs = log.begin("Küche 🎲", "demo:1", [an_event(1)])
    more = log.append(game, [an_event(2), an_event(3)], seqs[-1])
    log.close()
    log = GameLog.open(tmp_path / "g.sqlite")
    events = log.events(game)
    assert [event.seq for event in events] == [*seqs, *more]
    assert list(events) == [an_event(1), an_event(2), an_event(3)]
    assert [event.data["value"] for event in log.events(game, after=more[0])] == [3]
    (entry,) = log.games()
    assert (entry.table, entry.begun, entry.source, entry.finished) == ("Küche 🎲", AT, "demo:1", False)
    assert log.games("1") == ()


def test_whoever_was_overtaken_writes_nothing(tmp_path: Path) -> None:
    log, other = GameLog.open(tmp_path / "g.sqlite"), GameLog.open(tmp_path / "g.sqlite")
    game, (seq,) = log.begin("1", "", [an_event(1)])
    other.append(game, [an_event(2)], seq)
    with pytest.raises(Overtaken):
        log.append(game, [an_event(3), an_event(4)], seq)
    assert [event.data["value"] for event in log.events(game)] == [1, 2]
    # Another game's events do not matter.
    second, (first,) = other.begin("2", "", [an_event(1)])
    log.append(second, [an_event(2)], first)


def test_others_writing_is_noticed_and_our_own_is_not(tmp_path: Path) -> None:
    log, other = GameLog.open(tmp_path / "g.sqlite"), GameLog.open(tmp_path / "g.sqlite")
    game, (seq,) = log.begin("1", "", [an_event(1)])
    before = log.stamp()
    (seq,) = log.append(game, [an_event(2)], seq)
    assert log.stamp() == before
    other.append(game, [an_event(2)], seq)
    assert log.stamp() != before
    assert log.stamp() == log.stamp()


def test_a_second_connection_does_not_take_the_locks_of_the_first(tmp_path: Path) -> None:
    """Otherwise another program would believe that it is alone, and put the file in order under our hands."""
    path = tmp_path / "g.sqlite"
    first = GameLog.open(path)
    begin(first)
    GameLog.open(path).close()
    command = [sys.executable, "-m", "tests.live.child", "prepare", str(path), "1"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=PATIENCE_S)
    assert path.with_name("g.sqlite-wal").exists()
    assert len(first.games()) == 2


def test_numbers_are_never_given_twice(tmp_path: Path) -> None:
    log = GameLog.open(tmp_path / "g.sqlite")
    game, seqs = log.begin("1", "", [an_event(1)])
    log.delete(game)
    assert log.events(game) == ()
    again, more = log.begin("1", "", [an_event(1)])
    assert again > game
    assert more > seqs
    with pytest.raises(GameGone):
        log.append(game, [an_event(1)], seqs[-1])
    with pytest.raises(InputError, match="no game number 1"):
        log.game(game)
    with pytest.raises(InputError, match="no game number"):
        log.game(2**70)


def old_file(path: Path, version: int = 1) -> None:
    """A file as the first version wrote it, with a game that goes on and one that was ended."""
    log = GameLog.open(path.with_name("today.sqlite"))
    games = [begun(log, FIRST, SECOND, table="A"), begun(log, FIRST, table="B")]
    games[1].end()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(STEPS[0])
    for play in games:
        assert play.state.id is not None
        row = (play.state.id, play.state.table, play.state.begun)
        connection.execute("INSERT INTO games (id, table_name, begun) VALUES (?, ?, ?)", row)
    rows = log._read("SELECT seq, game, kind, data FROM events ORDER BY seq", ())
    connection.executemany("INSERT INTO events (seq, game, kind, data) VALUES (?, ?, ?, ?)", rows)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    log.close()


def test_a_file_of_the_first_version_becomes_one_of_today(tmp_path: Path) -> None:
    old_file(tmp_path / "old.sqlite")
    today = GameLog.open(tmp_path / "today.sqlite")
    log = GameLog.open(tmp_path / "old.sqlite")
    assert log.trouble is None
    assert log.games() == today.games()
    assert [(entry.table, entry.source, entry.finished) for entry in log.games()] == [
        ("A", "demo:1", False),
        ("B", "demo:1", True),
    ]
    for entry in log.games():
        state, there = fold(log.events(entry.id), entry.id), fold(today.events(entry.id), entry.id)
        assert (state.position, len(state.steps), state.ended) == (there.position, len(there.steps), there.ended)
    last = log.events(1)[-1].seq
    assert last is not None
    log.append(1, [an_event()], last)
    log.delete(2)
    assert log.events(2) == ()
    assert log._writing().execute("PRAGMA integrity_check").fetchone() == ("ok",)
    log.close()
    assert pragma(tmp_path / "old.sqlite", "user_version") == VERSION


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.sqlite"
    old_file(path)
    before = path.read_bytes()
    monkeypatch.setattr("live.schema.STEPS", (STEPS[0], STEPS[1] + "INSERT INTO nothing VALUES (1);\n"))
    log = GameLog.open(path)
    assert log.trouble is not None
    assert path.read_bytes() == before
    monkeypatch.undo()
    assert GameLog.open(path).trouble is None


def test_a_file_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite"
    old_file(path, version=VERSION + 1)
    before, when = path.read_bytes(), path.stat().st_mtime_ns
    log = GameLog.open(path)
    with pytest.raises(InputError, match="newer version"):
        log.check()
    with pytest.raises(NotWritten):
        log.begin("1", "", [an_event()])
    assert begin(log).in_memory
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, when)
    assert not [file for file in tmp_path.iterdir() if file.name.startswith("new.sqlite-")]


def garbage(path: Path) -> None:
    path.write_bytes(os.urandom(5000))


def short(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0")


def of_another_program(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name)")
    connection.commit()
    connection.close()


def torn(path: Path) -> None:
    """A log whose middle was overwritten."""
    log = GameLog.open(path)
    begun(log, FIRST, SECOND, THIRD)
    for _ in range(40):
        log.begin("1", "", [an_event()] * 20)
    log.close()
    data = bytearray(path.read_bytes())
    data[4096 * 3 : 4096 * 6] = b"\xa5" * 4096 * 3
    path.write_bytes(data)


def cut_off(path: Path) -> None:
    torn(path)
    path.write_bytes(path.read_bytes()[:9000])


def test_a_write_that_was_cut_off_half_way_is_put_right(tmp_path: Path) -> None:
    """Killed while the file was made: its head already promises pages that were not written any more."""
    path, killed = tmp_path / "g.sqlite", tmp_path / "killed.sqlite"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA cache_size = 2")  # so that pages are written before the end
    connection.execute("BEGIN")
    for statement in STEPS[0].split(";\n"):
        connection.execute(statement)
    for n in range(40):
        connection.execute("INSERT INTO games (table_name, begun) VALUES (?, ?)", (str(n), "x" * 3000))
    shutil.copy(path.with_name("g.sqlite-journal"), killed.with_name("killed.sqlite-journal"))
    connection.execute("COMMIT")
    connection.close()
    killed.write_bytes(path.read_bytes()[:4096])
    log = GameLog.open(killed)
    assert log.trouble is None
    assert log.games() == ()


@pytest.mark.parametrize("spoil", [garbage, short, of_another_program, torn, cut_off])
def test_a_damaged_file_is_never_overwritten(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    path = tmp_path / "bad.sqlite"
    spoil(path)
    before = path.read_bytes()
    log = GameLog.open(path)
    with pytest.raises(InputError, match="damaged or no log of games"):
        log.check()
    play = begun(log, FIRST, SECOND)
    assert play.in_memory
    assert play.state.position == SECOND
    assert path.read_bytes() == before


def test_an_empty_file_is_a_new_log(tmp_path: Path) -> None:
    (tmp_path / "g.sqlite").touch()
    log = GameLog.open(tmp_path / "g.sqlite")
    assert log.trouble is None
    assert not begin(log).in_memory


def test_a_file_that_is_taken_away_is_written_anew(tmp_path: Path) -> None:
    """A log that was moved in the middle of a game: the whole game is in the new one."""
    path = tmp_path / "g.sqlite"
    log = GameLog.open(path)
    begin(log, table="other")
    play = begun(log, FIRST, SECOND)
    for file in list(tmp_path.glob("g.sqlite*")):
        shutil.move(file, tmp_path / f"away-{file.name}")
    (said,) = [event.data for event in play.confirm(THIRD) if event.kind == "memory"]
    assert (said["message"].key, said["in_memory"]) == ("log.again", False)
    again = GameLog.open(path)
    assert [entry.id for entry in again.games()] == [play.state.id] == [1]
    assert fold(again.events(1), 1).position == THIRD


@pytest.mark.parametrize("data", ["", "[]", '{"a": 1, "a": 2}', "NaN", "nothing", "[" * 5000])
def test_an_event_that_makes_no_sense_is_named(tmp_path: Path, data: str) -> None:
    log = GameLog.open(tmp_path / "g.sqlite")
    game, _ = log.begin("1", "", [an_event()])
    log._writing().execute("UPDATE events SET data = ?", (data,))
    with pytest.raises(InputError, match="entry 1 of the log cannot be used"):
        log.events(game)


def test_every_trouble_can_be_said(tmp_path: Path) -> None:
    garbage(tmp_path / "bad.sqlite")
    log = GameLog.open(tmp_path / "bad.sqlite")
    (told,) = (event for event in begin(log).begun if event.kind == "memory")
    for language in LANGUAGES:
        assert str(tmp_path / "bad.sqlite") in say(told.data["message"], language)
    assert "memory" in say(told.data["message"], "en")

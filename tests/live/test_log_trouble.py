"""A full disk, a folder that must not be written to, a file that is kept busy: the game goes on and says so."""

import errno
import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from live import journal
from live import log as log_module
from live.events import Event
from live.log import GameLog
from live.log_file import NotWritten, reason
from live.play import Play
from tests.live.playing import FIRST, ROOT, SECOND, THIRD, begin, begun, check_kept
from tests.waiting import PATIENCE_S
from words.language import say
from words.message import InputError, message


def child(*words: str, before: tuple[str, ...] = ()) -> list[Any]:
    """What a program of its own tells."""
    command = [*before, sys.executable, "-m", "tests.live.child", *words]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S)
    assert ran.returncode == 0, ran.stderr
    assert not ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def memory_words(events: list[Event]) -> list[str]:
    return [say(event.data["message"], "en") for event in events if event.kind == "memory"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "g.sqlite"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "TRY_AGAIN_S", 0.0)
    monkeypatch.setattr(log_module, "BUSY_MS", 50)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """One that everybody can look into; those of pytest are for their owner only."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    for each in (folder, *folder.iterdir()):
        each.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit on files there")
def test_no_room_for_the_file(path: Path) -> None:
    """The system refuses to let the file grow: the same to SQLite as a disk that gives errors."""
    full, again = child("full_disk", str(path), "20")
    assert len(full["said"]) == 1, "said once, not for every turn"
    assert "goes on in memory only" in full["said"][0]
    assert (full["n"], full["memory"]) == (40, True)
    assert full["before"] > 0
    assert again["said"] == [f"Everything that was only in memory is written to {path} now."]
    assert (again["n"], again["memory"], again["same"]) == (41, False, True)


@pytest.fixture
def on_small_disk(path: Path) -> tuple[Path, tuple[str, ...]]:
    """A folder, and the words before a command for which it is a disk of its own of a few hundred kilobytes."""
    folder = path.parent / "disk"
    folder.mkdir()
    small = f'mount -t tmpfs -o size=400k none "{folder}" && exec "$@"'
    before = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", small, "sh")
    try:
        subprocess.run([*before, "true"], check=True, capture_output=True, timeout=PATIENCE_S)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no disk can be mounted here")
    return folder, before


def test_a_disk_on_which_there_is_no_room_for_the_files_beside_the_log(
    on_small_disk: tuple[Path, tuple[str, ...]],
) -> None:
    """SQLite calls that an error of the disk."""
    folder, before = on_small_disk
    _, told = child("no_room", str(folder / "g.sqlite"), "", before=before)
    assert told["trouble"] == "The disk is full. Make room on it."
    assert all("The disk is full" in each for each in told["said"])


@pytest.mark.parametrize(
    "code", [sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_WRITE]
)
def test_an_error_of_the_disk_is_called_full_only_if_it_is(
    path: Path, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    assert reason(error, path).key == "log.failed"

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    assert reason(error, path).key == "log.full"


def test_a_disk_that_is_really_full(on_small_disk: tuple[Path, tuple[str, ...]]) -> None:
    folder, before = on_small_disk
    full, again = child("full_disk", str(folder / "g.sqlite"), "0", before=before)
    assert len(full["said"]) == 1
    assert "The disk is full. Make room on it." in full["said"][0]
    assert (full["n"], full["memory"]) == (40, True)
    assert (again["n"], again["memory"], again["same"]) == (41, False, True)
    assert len(again["said"]) == 1


def test_a_full_database_is_a_full_disk(path: Path, impatient: None) -> None:
    log = GameLog.open(path)
    play = begin(log)
    connection = log._writing()
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    said = []
    for n in range(60):
        said += memory_words(play.set(f"key_{n}", "x" * 1000))
    assert play.in_memory
    assert len(said) == 1
    assert "The disk is full" in said[0]
    connection.execute("PRAGMA max_page_count = 100000")
    assert len(memory_words(play.follow_others())) == 1
    assert not play.in_memory
    check_kept(play, path)


@pytest.mark.skipif(sys.platform == "win32", reason="folders are not read-only there")
def test_a_read_only_folder(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    (told,) = child("read_only", str(open_folder / "g.sqlite"), "")
    assert len(told["said"]) == 1
    assert "must not be written to" in told["said"][0]
    assert "goes on in memory only" in told["said"][0]
    assert (told["first"], told["n"], told["memory"]) == (0, 5, True)
    assert list(open_folder.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="folders are not read-only there")
def test_a_read_only_folder_with_a_game_in_it(open_folder: Path) -> None:
    """It goes on from where it was, in memory."""
    path = open_folder / "g.sqlite"
    child("prepare", str(path), "3")
    before = path.read_bytes()
    path.chmod(0o444)
    open_folder.chmod(0o555)
    (told,) = child("read_only", str(path), "")
    assert len(told["said"]) == 1
    assert (told["first"], told["n"], told["memory"]) == (3, 8, True)
    assert path.read_bytes() == before


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    log = GameLog.open(tmp_path / "file" / "g.sqlite")
    with pytest.raises(InputError, match="must not be written to"):
        log.check()
    assert Play.resume(log, "1") is None
    play = begun(log, FIRST, SECOND)
    assert len(memory_words(play.begun)) == 1
    assert play.state.position == SECOND
    assert play.state.id is None


@pytest.mark.parametrize("name", ["g\0.sqlite", "x" * 300, "."])
def test_a_name_that_cannot_be(tmp_path: Path, name: str) -> None:
    assert begun(GameLog.open(tmp_path / name), FIRST).in_memory


def test_a_folder_that_comes_back(tmp_path: Path, impatient: None) -> None:
    """A stick that was pulled out and put in again: the game is there from its beginning."""
    (tmp_path / "disk").write_text("")
    path = tmp_path / "disk" / "g.sqlite"
    play = begun(GameLog.open(path), FIRST, SECOND)
    play.undo()
    assert play.state.id is None
    (tmp_path / "disk").unlink()
    told = play.confirm(SECOND)
    assert [event.kind for event in told] == ["turn", "memory"]
    assert (play.in_memory, told[1].data["in_memory"], play.state.id) == (False, False, 1)
    check_kept(play, path)


def test_a_file_that_is_kept_busy(path: Path, impatient: None) -> None:
    log = GameLog.open(path)
    play = begun(log, FIRST)
    busy = sqlite3.connect(path, isolation_level=None)
    busy.execute("BEGIN IMMEDIATE")
    (said,) = memory_words(play.confirm(SECOND))
    assert "Another program has kept the file busy" in said
    assert memory_words(play.confirm(THIRD)) == []
    busy.execute("COMMIT")
    busy.close()
    assert len(memory_words(play.follow_others())) == 1
    check_kept(play, path)


def test_it_is_not_tried_for_every_turn(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = GameLog.open(path)
    play = begin(log)
    tries = []

    def fail() -> sqlite3.Connection:
        tries.append(1)
        raise NotWritten(message("log.full"))

    monkeypatch.setattr(log, "_writing", fail)
    for position in (FIRST, SECOND, THIRD):
        play.confirm(position)
        play.follow_others()
    assert len(tries) == 1
    play.write_now()
    assert len(tries) == 2
    monkeypatch.undo()
    assert len(memory_words(play.write_now())) == 1
    check_kept(play, path)


def test_what_was_said_elsewhere_while_the_game_went_on_in_memory(path: Path, impatient: None) -> None:
    """The game at the board counts: the other program sees that too."""
    log = GameLog.open(path)
    play = begun(log, FIRST, SECOND)
    other = Play.resume(GameLog.open(path), "1")
    assert other is not None
    connection, log._writing = log._writing(), lambda: (_ for _ in ()).throw(NotWritten(message("log.full")))  # type: ignore[method-assign]
    play.confirm(THIRD)
    other.undo()
    other.undo()
    assert play.state.position == THIRD
    del log._writing  # type: ignore[attr-defined]
    assert log._writing() is connection
    assert len(memory_words(play.follow_others())) == 1
    assert play.state.position == THIRD
    check_kept(play, path)
    (told,) = other.follow_others()
    assert (told.kind, told.data["n"]) == ("started", 3)
    assert other.state == play.state
    # Both go on from there, and so does a file that is taken away after this.
    other.undo()
    assert play.follow_others()[0].kind == "taken_back"
    for file in list(path.parent.glob("g.sqlite*")):
        file.unlink()
    play.confirm(THIRD)
    check_kept(play, path)


def test_written_after_all_although_an_error_was_reported(path: Path, impatient: None) -> None:
    log = GameLog.open(path)
    play = begun(log, FIRST)
    append = log.append

    def report_an_error(*args: Any) -> list[int]:
        append(*args)
        raise NotWritten(message("log.failed", why="I/O"))

    log.append = report_an_error  # type: ignore[method-assign,assignment]
    play.confirm(SECOND)
    assert play.in_memory
    log.append = append  # type: ignore[method-assign]
    play.confirm(THIRD)
    assert not play.in_memory
    assert [event.kind for event in log.events(1)] == ["begun", "turn", "turn", "turn"]
    check_kept(play, path)

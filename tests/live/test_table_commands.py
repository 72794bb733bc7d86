"""The command `table`: every part of it with good and bad input."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from running import Ran, Runner

from live.keeping import Keeping
from live.log import GameLog
from live.pictures import PictureFolder
from live.play import Play
from live.table_lock import TableLock
from referee.tactori.text import parse_text
from tests.live.playing import FIRST, ILLEGAL, SECOND, THIRD, begin, begun, whole_game
from words.language import LANGUAGES

PARTS = [
    "list",
    "show",
    "undo",
    "redo",
    "accept",
    "reject",
    "pause",
    "resume",
    "end",
    "correct",
    "settle",
    "export",
    "delete",
]
WORDS = {"correct": ["e5=R"], "settle": ["photo.jpg"], "delete": ["--game-number", "1"]}

Table = Callable[..., Ran]


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameLog:
    """The log of this user, with nothing in it."""
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path))
    return GameLog.open()


@pytest.fixture
def table(run: Runner) -> Table:
    def runner(*words: str) -> Ran:
        return run("table", *words)

    return runner


def last(log: GameLog) -> Play:
    entry = log.games()[-1]
    return Play.load(log, entry.id)


def refused(ran: Ran, sentence: str) -> None:
    """One sentence, nothing else, and the code for bad input."""
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert sentence in ran.err


def test_list(log: GameLog, table: Table) -> None:
    begun(log, FIRST, SECOND)
    begun(log, *whole_game(2), table="Küche")
    begun(log, FIRST, SECOND, THIRD, table="B").wait("illegal", [ILLEGAL])
    ran = table("list")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["1", "1"], ["2", "Küche"], ["3", "B"]]
    assert [line.split()[-1] for line in lines[1:]] == ["running", "over", "waits"]
    said = table("list", "--json").json()
    assert [(game["game_number"], game["turns"], game["waiting"]) for game in said] == [
        (1, 2, False),
        (2, len(whole_game(2)), False),
        (3, 3, True),
    ]
    assert said[1]["outcome"]["reason"] == "final_round"
    assert [game["game_number"] for game in table("list", "--json", "--table", "B").json()] == [3]


def test_only_the_last_games_are_listed_unless_all_are_asked_for(log: GameLog, table: Table) -> None:
    for _ in range(22):
        begin(log)
    assert [game["game_number"] for game in table("list", "--json").json()] == list(range(3, 23))
    assert len(table("list", "--json", "--all").json()) == 22


def test_a_game_that_cannot_be_read_does_not_hide_the_others(log: GameLog, table: Table) -> None:
    begun(log, FIRST)
    begun(log, FIRST)
    log._writing().execute("UPDATE events SET kind = 'dance' WHERE game = 1 AND kind = 'turn'")
    first, second = table("list", "--json").json()
    assert "dance is no entry that this version knows" in first["error"]
    assert second["turns"] == 1
    assert "dance" in table("list").out
    refused(table("show", "--game-number", "1"), "entry 2 of the log cannot be used")
    assert table("show").code == 0


def test_where_nothing_was_recorded(tmp_path: Path, table: Table) -> None:
    named = ("--log", str(tmp_path / "none.sqlite"))
    ran = table("list", *named)
    assert (ran.code, ran.err) == (0, "")
    assert "no game has been recorded yet" in ran.out
    assert table("list", "--json", *named).out == ""
    for part in PARTS[1:]:
        refused(table(part, *WORDS.get(part, []), *named), "no game has been recorded yet")
    assert list(tmp_path.iterdir()) == [], "to look for a game makes no file"


def test_show(log: GameLog, table: Table) -> None:
    play = begun(log, FIRST, SECOND, THIRD)
    ran = table("show")
    assert ran.code == 0
    assert "+e3 +c3-e3" in ran.out
    assert "Next: blue" in ran.out
    play.correct(parse_text("9 c3:R e5:B e3:R"))
    play.wait("illegal", [ILLEGAL])
    play.pause()
    out = table("show").out
    assert "turn.several: 2 towers were set: e5 and g5." in out
    assert "Corrected by hand: c3-e3" in out
    assert "The game is paused." in out
    (said,) = table("show", "--json").json()
    assert said == play.state.to_json("en")


def test_undo_redo_and_the_end(log: GameLog, table: Table) -> None:
    begun(log, FIRST, SECOND)
    assert table("undo").out == "Taken back: turn 2 comes again.\n"
    assert last(log).state.position == FIRST
    assert table("redo").out.startswith("Turn 2, blue: +e5\n")
    (said,) = table("undo", "--json").json()
    assert (said["event"], said["n"], said["to_move"]) == ("taken_back", 1, "B")
    table("undo")
    refused(table("undo"), "no turn has been made yet")
    assert table("end").out == "The game has been ended.\n"
    refused(table("redo"), "the game has been ended")


def test_the_last_turn_of_a_game_that_is_over_can_be_taken_back(log: GameLog, table: Table) -> None:
    begun(log, *whole_game(2))
    assert table("undo").code == 0
    ran = table("redo")
    assert ran.code == 0
    assert "won" in ran.out or "draw" in ran.out


def test_accept_and_reject(log: GameLog, table: Table) -> None:
    play = begun(log, FIRST, SECOND, THIRD)
    refused(table("accept"), "nothing waits")
    refused(table("reject"), "nothing waits")
    play.wait("illegal", [ILLEGAL])
    assert table("reject").out == "What is on the board does not count.\n"
    assert play.follow_others()[0].kind == "taken_back"
    play.wait("illegal", [ILLEGAL])
    ran = table("accept")
    assert ran.code == 0
    assert ran.out.startswith("Turn 4, blue: +e5 +g5\n  turn.several: ")
    assert last(log).state.position == ILLEGAL
    begin(log).wait("set_up", [SECOND])
    assert table("accept").out == "The game begins with the board as it is.\n"


def test_pause_and_resume(log: GameLog, table: Table) -> None:
    begun(log, FIRST)
    refused(table("resume"), "the game is not paused")
    assert table("pause").out == "The game is paused.\n"
    refused(table("pause"), "the game is paused")
    assert table("resume").out == "The game goes on.\n"


def test_correct(log: GameLog, table: Table) -> None:
    begun(log, FIRST, SECOND, THIRD)
    ran = table("correct", "-R:c3-e3@1", "e5=BB", "+R:e3-c3@1", "a1=", "--json")
    (said,) = ran.json()
    assert (said["event"], said["fields"]) == ("corrected", ["e5"])
    assert table("correct", "-R:c3-e3@1").out.startswith("Corrected: c3-e3")
    assert last(log).state.position == parse_text("9 c3:R e5:BB e3:R")
    refused(table("correct"), "say what is to be corrected")
    refused(table("correct", "e5=X"), "a stack is a text")
    refused(table("correct", "e5"), "e5 is no correction")
    refused(table("correct", "-R:c3-e3@1"), "-R:c3-e3@1")
    refused(table("correct", "e5=BB"), "nothing to correct")


def test_a_doubt_about_a_stick_is_settled(log: GameLog, table: Table) -> None:
    begun(log, FIRST, SECOND).wait("unclear", [THIRD], ["c3-e3"])
    assert "Still open is whether a stick lies here: c3-e3." in table("show").out
    refused(table("correct", "c3-e9-e3="), "is no correction")
    ran = table("correct", "c3-e3=", "+R:c3-e3@1", "--json")
    corrected, turn = map(json.loads, ran.out.splitlines())
    assert (corrected["event"], corrected["fields"], turn["event"]) == ("corrected", ["c3-e3"], "turn")
    assert turn["position"] == THIRD.to_json()
    assert table("correct", "c3-e3=").out.startswith("Corrected: c3-e3")
    assert "Corrected by hand: c3-e3" in table("show").out


def test_what_waits_is_what_is_corrected(log: GameLog, table: Table) -> None:
    begun(log, FIRST, SECOND, THIRD).wait("illegal", [ILLEGAL])
    ran = table("correct", "g5=")
    assert "Corrected: g5" in ran.out
    assert "Turn 4, blue: +e5" in ran.out
    begun(log, FIRST, SECOND, THIRD).wait("illegal", [ILLEGAL])
    ran = table("correct", "g5=Y")
    assert "Turn 4, blue: not allowed" in ran.out
    assert "put it right" in ran.out


def test_export(log: GameLog, table: Table, run: Runner, tmp_path: Path) -> None:
    play = begun(log, *whole_game(2)[:10])
    record = table("export").out
    assert record == play.to_record()
    (said,) = table("export", "--json").json()
    assert (said["record"], said["game_number"]) == (record, 1)
    file = tmp_path / "game.txt"
    assert table("export", str(file)).out == f"{file} written\n"
    assert table("export", str(file), "--json").json() == [{"game_number": 1, "file": str(file)}]
    assert file.read_text() == record
    ran = run("replay", str(file), "--json")
    assert (ran.code, ran.json()[-1]["position"]) == (0, play.state.position.to_json())
    refused(table("export", str(tmp_path)), "cannot be written")
    refused(table("export", str(tmp_path / "no" / "folder.txt")), "cannot be written")
    refused(table("export", "a\0b"), "cannot be written")
    refused(table("export", str(log.path)), "name another one")
    assert last(log).state == play.state


def test_delete(log: GameLog, table: Table) -> None:
    begun(log, FIRST)
    begun(log, FIRST, table="2")
    folder = PictureFolder.beside(log.path)
    folder.keep(1, 2, np.zeros((40, 40, 3), np.uint8), Keeping())
    refused(table("delete"), "--game-number")
    with TableLock(log.path, "1"):
        refused(table("delete", "--game-number", "1"), "This game is being watched")
    assert table("delete", "--game-number", "1").out == "Game 1 is deleted, and 1 pictures with it.\n"
    assert folder.of_game(1) == ()
    refused(table("delete", "--game-number", "1"), "there is no game number 1")
    assert table("delete", "--game-number", "2", "--json").json() == [{"deleted": 2, "pictures": 0}]


@pytest.mark.parametrize("part", PARTS[1:])
def test_a_table_or_a_number_that_is_none(log: GameLog, table: Table, part: str) -> None:
    begun(log, FIRST, table="A")
    words = [word for word in WORDS.get(part, []) if part != "delete"]
    if part != "delete":
        refused(table(part, *words), "no game has been recorded at table 1 yet; known are: A")
        refused(table(part, *words, "--table", ""), "no table can be called ''")
    for number in ("7", str(10**17)):
        refused(table(part, *words, "--game-number", number), f"there is no game number {number}")
    for number in ("x", "-1", "1.5", "9" * 30, "١"):
        refused(table(part, *words, f"--game-number={number}"), "is no number of a game")


@pytest.mark.parametrize("part", PARTS)
def test_a_log_that_cannot_be_used(tmp_path: Path, table: Table, part: str) -> None:
    path = tmp_path / "bad.sqlite"
    path.write_bytes(b"something else " * 100)
    refused(table(part, *WORDS.get(part, []), "--log", str(path)), "damaged or no log of games")
    refused(table(part, *WORDS.get(part, []), "--log", str(tmp_path)), "damaged or no log of games")
    assert path.read_bytes() == b"something else " * 100


def test_what_cannot_be_written_did_not_happen(log: GameLog, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command has no memory in which the game could go on."""
    begun(log, FIRST, SECOND)
    monkeypatch.setattr("live.log.BUSY_MS", 50)
    busy = sqlite3.connect(log.path, isolation_level=None)
    busy.execute("BEGIN IMMEDIATE")
    assert table("show").code == 0, "it can be read all the same"
    refused(table("undo"), "Another program has kept the file busy")
    refused(table("delete", "--game-number", "1"), "Another program has kept the file busy")
    busy.execute("ROLLBACK")
    busy.close()
    assert last(log).state.position == SECOND


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_speaks_every_language(log: GameLog, run: Runner, language: str) -> None:
    def said(*words: str) -> Any:
        ran = run("--lang", language, "table", *words)
        assert ran.code == 0, ran.err
        assert "{" not in ran.out
        return ran.out

    play = begun(log, FIRST, SECOND, THIRD)
    play.wait("illegal", [ILLEGAL])
    for words in ("list", "show", "correct e5=BR", "accept", "undo", "redo", "pause", "resume", "end", "export"):
        assert said(*words.split())
    begun(log, FIRST).wait("unclear", [SECOND])
    for words in ("correct c5=Y", "reject", "delete --game-number 2"):
        assert said(*words.split())
    assert run("--lang", language, "table", "correct", "--help").out

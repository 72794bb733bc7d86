"""The command watch as people and programs use it: sources of every kind, what is told, and what is refused."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from running import Runner

from live.events import Event
from live.log import GameLog
from live.play import Play
from live.table_lock import TableLock
from live.watching import Watch
from tests.live import watched
from tests.live.playing import ROOT
from tests.live.watched import FEM, PLAYERS, SAID, SEED, demo_run, write_film, write_folder
from words.language import LANGUAGES

EXPECTED = ["started", "+a1", "illegal", "put_right", "+e4", "+a2 +a1-a2"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DRAUFSICHT_PROFILE", raising=False)
    return tmp_path / "home"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "pictures", demo_run().calm)


def words(lines: list[Any]) -> list[str]:
    return [line.get("notation") or line.get("waits") or line["event"] for line in lines]


def test_a_folder_gives_the_same_lines_every_time(run: Runner, folder: Path) -> None:
    ran = run("watch", str(folder), *SAID, "--json")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.json()
    assert words(lines) == EXPECTED
    truth = [position.to_json() for position in demo_run().script.confirmed()[1:]]
    turns = [line for line in lines if line["event"] == "turn" and "waits" not in line]
    assert [line["position"] for line in turns] == truth
    assert [(line["n"], line["player"]) for line in turns] == [(1, "R"), (2, "B"), (3, "R")]
    for line in turns:
        assert line.keys() >= {"turn", "violations", "scores"}
        assert line["turn"]["kind"] == "place" and line["violations"] == [] and line["scores"]["R"] == 0
    assert {violation["rule"] for violation in lines[2]["violations"]} >= {"turn.order", "bridge.level"}
    assert run("watch", str(folder), *SAID, "--json") == ran


def test_sentences_for_people(run: Runner, folder: Path) -> None:
    ran = run("watch", str(folder), *SAID, *demo_run().known(folder.parent), "--table", "Anna's")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == f"Watching {folder}: TAKTORI FEM, red and blue, table Anna's."
    assert lines[1:3] == ["Turn 1, red: +a1", "  Points: red 0"]
    assert lines[3] == "Turn 2, blue: not allowed."
    assert lines[4] == "  turn.order: It was blue's turn, but red has played."
    at = lines.index("""  Put it right, or accept it: draufsicht table accept --table 'Anna'"'"'s'""")
    assert lines[at + 1 :] == [
        "It has been put right.",
        "Turn 2, blue: +e4",
        "  Points: red 0, blue 0",
        "Turn 3, red: +a2 +a1-a2",
        "  Points: red 0, blue 0",
        f"The end of {folder}; turns: 3.",
    ]


def test_a_film(run: Runner, tmp_path: Path) -> None:
    film = write_film(tmp_path / "film.avi", demo_run().frames)
    ran = run("watch", str(film), *SAID, *demo_run().known(tmp_path), "--json")
    assert (ran.code, ran.err) == (0, "")
    assert words(ran.json()) == EXPECTED


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed like this there")
def test_killed_and_taken_up_again(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "g.sqlite"
    said = ["watch", f"demo:{SEED}", *SAID, "--log", str(log), "--json"]
    command = [sys.executable, "-m", "tests.live.watched", *said]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        before = []
        while words(before)[-1:] != ["+e4"]:
            before.append(json.loads(child.stdout.readline()))
        child.send_signal(signal.SIGKILL)
        before += [json.loads(line) for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    assert words(before) == EXPECTED[: len(before)]
    monkeypatch.setattr("live.watching.open_source", watched.small_demo)
    ran = run("watch", f"demo:{SEED}", "--resume", "--log", str(log), "--json")
    assert (ran.code, ran.err) == (0, "")
    after = ran.json()
    assert after[0]["resumed"] and after[0]["n"] >= before[-1]["n"] >= 2
    kept = Play.load(GameLog.open(log), 1).state
    assert tuple(step.position for step in kept.steps) == demo_run().script.confirmed()[1:]
    # What was written when the program was killed need not have been told; what was told was written.
    assert after[0]["n"] + sum(line["event"] == "turn" for line in after) == len(kept.steps)


def test_where_nothing_can_be_written(
    run: Runner, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path / "file"))
    ran = run("watch", str(folder), *SAID, "--json")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.json()
    assert words(lines) == [EXPECTED[0], "memory", *EXPECTED[1:]]
    assert lines[1]["in_memory"] and "memory" in lines[1]["message"]
    ran = run("watch", str(folder / "000.png"), *SAID)
    assert ran.code == 0
    assert "games.sqlite" in ran.err and "games.sqlite" not in ran.out


def test_interrupted_it_says_how_to_go_on(run: Runner, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take = Watch._take

    def interrupted(self: Watch, given: Any) -> list[Event]:
        if given.number == 2:
            raise KeyboardInterrupt
        return take(self, given)

    monkeypatch.setattr(Watch, "_take", interrupted)
    ran = run("watch", str(folder), *SAID)
    assert ran.code == 130
    assert ran.out.splitlines()[-1] == "The game is kept. The same command with --resume goes on with it."
    ran = run("watch", str(folder), *SAID, "--json")
    assert ran.code == 130 and words(ran.json()) == EXPECTED[:2]
    log = GameLog.open()
    assert [len(Play.load(log, entry.id).state.steps) for entry in log.games()] == [1, 1]


def test_a_source_without_a_board(run: Runner, tmp_path: Path) -> None:
    empty = np.full((360, 640, 3), 90, np.uint8)
    cv2.imwrite(str(tmp_path / "empty.png"), empty)
    ran = run("watch", str(tmp_path / "empty.png"), *SAID, "--json")
    assert ran.code == 1
    assert words(ran.json()) == ["started", "lost"]
    assert ran.err == f"{tmp_path / 'empty.png'}: no board was seen in any picture\n"


def test_a_damaged_picture_in_a_folder_is_passed_over(run: Runner, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "pictures", demo_run().calm[:2])
    (folder / "0005.png").write_bytes(b"no picture")
    ran = run("watch", str(folder), *SAID, "--json")
    assert words(ran.json()) == ["started", "lost", "back", "+a1"]
    assert ran.code == 0
    assert "Pictures" not in run("watch", str(folder), *SAID).out


BAD = [
    ((), "SOURCE"),
    (("p",), "--game"),
    (("p", "--game", "fem"), "--players"),
    (("p", "--game", "chess9", "--players", "R,B"), "chess9"),
    (("p", "--game", "mill", "--players", "w,b"), "Mill"),
    (("p", "--game", "fem", "--players", "R"), "at least 2"),
    (("p", "--game", "fem", "--players", "R,R"), "players"),
    (("p", "--game", "fem", "--players", "R,X"), "players"),
    (("p", *SAID, "--rule", "chain"), "--rule"),
    (("p", *SAID, "--rule", "chain=7"), "chain"),
    (("p", *SAID, "--rules", "nowhere.toml"), "nowhere.toml"),
    (("p", *SAID, "--set", "nowhere.json"), "nowhere.json"),
    (("p", *SAID, "--camera", "nowhere.json"), "nowhere.json"),
    (("p", *SAID, "--colours", "nowhere.json"), "nowhere.json"),
    (("p", *SAID, "--profile", "nobody"), "nobody"),
    (("p", *SAID, "--profile", "auto"), "--profile"),
    (("p", *SAID, "--corners", "1,2 3,4"), "--corners"),
    (("p", *SAID, "--table", " "), "table"),
    (("p", *SAID, "--new", "--resume"), "--resume"),
    (("p", "--resume", "--game", "fem"), "--players"),
    (("p", "--resume", "--players", "R,B"), "--game"),
    (("p", "--resume"), "--resume: at table 1"),
    (("p", *SAID, "--keep-pictures", "many"), "--keep-pictures"),
    (("p", *SAID, "--keep-pictures", "-1"), "--keep-pictures"),
    (("p", *SAID, "--keep-pictures", "nan"), "--keep-pictures"),
    (("p", *SAID, "--keep-pictures", "1e99"), "keep_pictures"),
    (("p", *SAID, "--keep-pictures", "5", "--keep-days", "x"), "--keep-days"),
    (("p", *SAID, "--keep-days", "5"), "--keep-pictures"),
    (("p", *SAID, "--board", "5"), "--board"),
    (("p", *SAID, "--watched"), "--watched"),
    (("p", *SAID), "p: "),
    (("", *SAID), "no source"),
    (("demo:x", *SAID), "demo:x"),
    (("77", *SAID), "camera"),
    (("http://", *SAID), "http"),
    (("\0", *SAID), "no source"),
]


@pytest.mark.parametrize(("said", "named"), BAD, ids=[" ".join(map(repr, said)) for said, _ in BAD])
def test_bad_input_is_one_sentence(
    run: Runner, home: Path, said: tuple[str, ...], named: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("watch", *said)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1 and named in ran.err, ran.err
    assert not (home / "games.sqlite").exists() or GameLog.open().games() == ()


def test_a_camera_that_cannot_be_this_one(run: Runner, folder: Path, tmp_path: Path) -> None:
    camera = tmp_path / "camera.json"
    matrix = [[500, 0, 200], [0, 500, 200], [0, 0, 1]]
    camera.write_text(json.dumps({"matrix": matrix, "dist": [0.0], "size": [400, 400]}))
    ran = run("watch", str(folder), *SAID, "--camera", str(camera))
    assert ran.code == 2 and "640x360" in ran.err


def test_another_watcher_is_there_already(run: Runner, folder: Path, home: Path) -> None:
    home.mkdir()
    with TableLock(home / "games.sqlite", "1"):
        ran = run("watch", str(folder), *SAID, "--table", "1")
        assert ran.code == 2 and "Another program watches table 1" in ran.err
        ran = run("watch", str(folder / "000.png"), *SAID, "--json")
        assert ran.code == 0 and ran.json()[0]["table"] == "1/2"


def test_an_unfinished_game_of_another_kind(run: Runner, folder: Path) -> None:
    Play.begin(GameLog.open(), "1", "camera", FEM, PLAYERS).log.close()
    ran = run("watch", str(folder), "--watched", "--game", "taktori", "--players", "R,B")
    assert ran.code == 2
    assert "TAKTORI FEM, red and blue; turns: 0" in ran.err and "--new" in ran.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_and_sentences_in_every_language(run: Runner, folder: Path, language: str) -> None:
    ran = run("--lang", language, "watch", "--help")
    assert ran.code == 0 and "--keep-pictures" in ran.out
    ran = run("watch", str(folder / "000.png"), *SAID, "--lang", language)
    assert ran.code == 0 and "TAKTORI FEM" in ran.out and "{" not in ran.out

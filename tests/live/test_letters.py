"""A photograph from the command line reaches the program that watches the table, is answered, and is gone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from running import Runner

from live.letters import LetterBox
from live.sources.photographs import Photographs
from live.watching import Watch, WatchTask, open_watch
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text
from tests.live.beside import BEFORE, HIDDEN, LOOK, photograph, side
from tests.live.filming import SET, SIZE
from tests.waiting import PATIENCE_S, wait_ended, wait_for
from vision.tasks import Task
from words.message import InputError

LOW = side(0.0, 32.0, SIZE)


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path))
    monkeypatch.setattr(LetterBox.ask, "__defaults__", (PATIENCE_S,))
    return tmp_path / "games.sqlite"


class Watching:
    """A table that is watched by a thread, as another program would."""

    def __init__(self, watch: Watch, source: Photographs) -> None:
        self.watch, self.source = watch, source
        self.seen = threading.Semaphore(0)
        watch.after_frame = self.seen.release
        self.thread = threading.Thread(target=lambda: list(watch), daemon=True)
        self.thread.start()

    def show(self, shown: str) -> None:
        self.source.put(photograph(shown, LOW, look=LOOK))
        assert self.seen.acquire(timeout=PATIENCE_S)


@pytest.fixture
def watching(log: Path) -> Iterator[Watching]:
    source = Photographs()
    known = Task("", "", physical_set=SET, camera=LOW.camera)
    task = WatchTask("", rule_book("taktori"), ("R", "B"), known, log_path=log, new=True)
    with open_watch(task, source) as watch:
        watch.play.correct(parse_text(BEFORE))
        made = Watching(watch, source)
        made.show(BEFORE)
        made.show(HIDDEN)
        assert watch.table.is_open
        yield made
        watch.close()
        wait_ended(made.thread)


@contextmanager
def filmed_on(watching: Watching, log: Path) -> Iterator[None]:
    """At a table with a camera pictures come all the time; here one is brought by hand once a letter is there."""
    box = LetterBox.of_table(log, "1").folder

    def show() -> None:
        wait_for(lambda: list(box.glob("*.png")), "the letter")
        watching.show(HIDDEN)

    again = threading.Thread(target=show)
    again.start()
    yield
    wait_ended(again)


def kept(folder: Path, shown: str, turned: float) -> str:
    file = folder / "photo.jpg"
    cv2.imwrite(str(file), photograph(shown, side(turned)))
    return str(file)


def test_it_settles_what_is_open(run: Runner, watching: Watching, log: Path, tmp_path: Path) -> None:
    with filmed_on(watching, log):
        ran = run("table", "settle", kept(tmp_path, HIDDEN, 95.0), "--json")
    assert ran.code == 0, ran.err
    assert [line["event"] for line in ran.json()] == ["turn"]
    assert watching.watch.play.state.position == parse_text(HIDDEN)
    assert not LetterBox.of_table(log, "1").folder.exists(), "nothing of it is left"


def test_what_is_refused_is_one_sentence(run: Runner, watching: Watching, log: Path, tmp_path: Path) -> None:
    with filmed_on(watching, log):
        ran = run("table", "settle", kept(tmp_path, "9 a1:YY c7:GG g3:B i9:Y", 95.0), "--lang", "en")
    assert (ran.code, ran.out) == (2, "") and "another position" in ran.err and len(ran.err.splitlines()) == 1
    assert watching.watch.table.is_open


def test_a_table_that_nobody_watches_is_not_settled(run: Runner, log: Path, tmp_path: Path) -> None:
    task = WatchTask("", rule_book("taktori"), ("R", "B"), log_path=log, new=True)
    with open_watch(task, Photographs()):
        pass
    ran = run("table", "settle", kept(tmp_path, HIDDEN, 95.0), "--lang", "en")
    assert (ran.code, ran.out) == (2, "") and "is not being watched" in ran.err
    ran = run("table", "settle", str(tmp_path / "none.jpg"))
    assert ran.code == 2 and len(ran.err.splitlines()) == 1
    ran = run("table", "settle", kept(tmp_path, HIDDEN, 95.0), "--turned", "45")
    assert ran.code == 2 and "45" in ran.err


def test_nobody_answers(tmp_path: Path) -> None:
    box = LetterBox(tmp_path / "letters")
    with pytest.raises(InputError) as error:
        box.ask(np.zeros((200, 200, 3), np.uint8), None, "en", patience_s=0.2)
    assert error.value.message.key == "settle.no_answer" and not box.folder.exists()


def test_what_was_left_while_nobody_watched_is_not_looked_at(tmp_path: Path) -> None:
    box = LetterBox(tmp_path / "letters")
    box.folder.mkdir()
    (box.folder / f"{'0' * 16}.none.en.png").write_bytes(b"x")
    (box.folder / "other.txt").write_text("x")
    assert [isinstance(letter, InputError) for _, letter in box.letters()] == [True]
    assert list(box.letters()) == [], "each once"
    box.clear()
    assert not box.folder.exists()

"""Drawn pictures of one position through the real command: read as one, whichever way each is turned."""

import subprocess
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from running import Runner

from calibration.physical_set import PhysicalSet
from referee.tactori.position import Position
from referee.tactori.text import parse_text
from simulator.commands import write_picture
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at

DRAWN = "9 a1:RB c3:RRB e3:RB g7:GY h4:Y i9:Y R:c3-e3@1"
# e6 is hidden from the near side, and shows from everywhere else.
HIDDEN = DRAWN.replace(" i9:Y", " e5:BBBB e6:R i9:Y")
POSITION = parse_text(DRAWN)
SET = PhysicalSet.in_proportion()
Draw = Callable[..., str]


@lru_cache(30)
def seen_from(turned: float, text: str, elevation: float, width: int) -> np.ndarray:
    """Once for all tests: drawing takes as long as reading."""
    pose = look_at(SET, elevation, turned, size=(width, 540), highest_floor=4)
    return draw_position(parse_text(text), SET, pose, seed=7)


@pytest.fixture
def drawn(tmp_path: Path) -> Draw:
    """Draws a position as a camera shows it that went round the table by so many degrees."""

    def make(name: str, turned: float = 0.0, text: str = DRAWN, elevation: float = 45, width: int = 960) -> str:
        path = str(tmp_path / name)
        write_picture(path, seen_from(turned, text, elevation, width))
        return path

    return make


def position_of(said: dict[str, Any]) -> Position:
    return Position.from_json({key: said[key] for key in ("board", "towers", "sticks")})


def read(run: Runner, *words: str) -> dict[str, Any]:
    ran = run("scan", "--together", *words, "--json")
    assert (ran.code, ran.err) == (0, "")
    (said,) = ran.json()
    return dict(said)


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_it_is_found_how_a_picture_is_turned(run: Runner, drawn: Draw, turned: int) -> None:
    images = [drawn("a.png"), drawn("other.png", turned + 11, elevation=52, width=800)]
    said = read(run, *images)
    assert position_of(said) == POSITION
    assert said["unsure"] == []
    assert [(view["turned"], view["used"], view["why"]) for view in said["views"]] == [
        (0, True, None),
        (turned, True, None),
    ]


def test_what_one_picture_hides_another_shows(run: Runner, drawn: Draw) -> None:
    images = [drawn("low.png", 0, HIDDEN, 28), drawn("other.png", 97, HIDDEN, 30)]
    (alone,) = run("scan", images[0], "--json").json()
    assert alone["towers"].get("e6") != "R" or "e6" in {doubt["at"] for doubt in alone["unsure"]}
    said = read(run, *images)
    assert said["towers"]["e6"] == "R"
    assert "e6" not in {doubt["at"] for doubt in said["unsure"]}


def test_a_board_that_looks_alike_from_all_sides_asks_how_it_is_turned(run: Runner, drawn: Draw) -> None:
    alike = "9 e5:RRB"
    images = [drawn("a.png", text=alike), drawn("other.png", 95, alike)]
    ran = run("scan", "--together", *images, "--json")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "--turned" in ran.err
    said = read(run, *images, "--turned", "0,90")
    assert position_of(said) == parse_text(alike)
    assert [view["turned"] for view in said["views"]] == [0, 90]


def test_one_picture_given_twice_is_one(run: Runner, drawn: Draw) -> None:
    first, second = drawn("a.png"), drawn("other.png", 90)
    said = read(run, first, second, first)
    assert [view["used"] for view in said["views"]] == [True, True, False]
    assert said["views"][2]["why"] == "the same picture as number 1"
    assert position_of(said) == POSITION


def test_a_picture_without_a_board_is_left_out(run: Runner, drawn: Draw, tmp_path: Path) -> None:
    grey = str(tmp_path / "grey.png")
    cv2.imwrite(grey, np.full((540, 960, 3), 120, np.uint8))
    said = read(run, drawn("a.png"), grey, drawn("other.png", 180))
    assert [view["used"] for view in said["views"]] == [True, False, True]
    assert (said["views"][1]["corners"], said["views"][1]["turned"]) == (None, None)
    assert position_of(said) == POSITION


def test_a_picture_of_the_other_side_of_the_board_is_left_out(run: Runner, drawn: Draw) -> None:
    five = drawn("five.png", 90, "5 a1:RB b2:Y c4:GG e5:B d1:R")
    said = read(run, drawn("a.png"), five, drawn("other.png", 180))
    assert [view["used"] for view in said["views"]] == [True, False, True]
    assert said["views"][1]["why"] == "shows another board, with 5x5 fields"
    assert position_of(said) == POSITION


@pytest.mark.parametrize("stranger", [0, 1, 2])
def test_a_picture_of_another_position_is_named_and_left_out(run: Runner, drawn: Draw, stranger: int) -> None:
    """Somebody moved g7 to g6 before one of the pictures was taken."""
    moved = DRAWN.replace("g7:GY", "g6:GY")
    images = [drawn(f"{k}.png", 90 * k, moved if k == stranger else DRAWN) for k in range(3)]
    said = read(run, *images)
    assert [view["used"] for view in said["views"]] == [k != stranger for k in range(3)]
    assert said["views"][stranger]["why"] == "shows another position: it differs at g6 and g7"
    assert [view["turned"] for view in said["views"]] == [0, 90, 180]
    assert position_of(said) == POSITION


def test_the_installed_command_reads_and_draws(drawn: Draw, tmp_path: Path) -> None:
    images = [drawn("a.png"), drawn("other.png", 90)]
    words = ["scan", "--together", *images, "--overlay", str(tmp_path / "made"), "--lang", "de"]
    ran = subprocess.run([sys.executable, "-m", "draufsicht", *words], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"{images[1]}  gelesen, um 90° gedreht" in ran.stdout
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == ["a.png", "other.png"]

"""What README and docs say is so."""

import doctest
import importlib
import json
import pkgutil
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import referee
from calibration.camera import Camera
from calibration.files import load_camera, load_set
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from calibration.profile import Profile
from referee.antiblok import drawing as antiblok_drawing
from referee.antiblok import text as antiblok_text
from referee.antiblok.notation import read_written
from referee.tactori.drawing import parse_drawing
from referee.tactori.position import Position
from referee.tactori.rules import rule_book
from referee.tactori.scoring import judge_position
from referee.tactori.text import parse_text
from tests.replaying import print_replay, replay
from vision.found_board import FoundBoard
from vision.known_of_picture import Known
from vision.photograph import Photograph
from vision.scanning import ScannedView
from vision.tactori.reading import Doubt, Reading
from words.language import say
from words.message import message

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULES = [m.name for m in pkgutil.walk_packages(referee.__path__, "referee.")]


def test_readme_opens_with_the_two_commands() -> None:
    lines = (ROOT / "README.md").read_text().splitlines()
    assert [line.split("#")[0].strip() for line in lines[2:4]] == ["make run", "make test"]


def test_the_examples_of_the_readme() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (failed, tried > 0) == (0, True)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_the_modules(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_some_modules_have_examples() -> None:
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES) >= 5


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target


def test_the_drawing_of_the_readme_is_the_end_of_the_example_game() -> None:
    (drawing,) = re.findall(r"```\n(9 \|.*?)\n\nPoints\n(.*?)\n```", (ROOT / "README.md").read_text(), re.S)
    played = replay((ROOT / "docs/examples/taktori.txt").read_text())
    assert not played.errors
    assert all(turn.verdict.legal for turn in played.turns)
    assert parse_drawing(drawing[0]) == played.turns[-1].match.position
    printed = print_replay(played)
    assert drawing[1].split("\n\n")[0] in printed
    assert printed.strip().endswith(drawing[1].splitlines()[-1])


def test_the_examples_of_the_formats() -> None:
    page = (ROOT / "docs/formats.md").read_text()
    blocks = re.findall(r"```\w*\n(.*?)```", page, re.S)
    assert parse_drawing(blocks[0]) == parse_text("5 b4:R b3:RB c3:RB R:b3-b4@1 R:b3-c3@1 R:b2@1-c3@2")
    assert not replay(blocks[1]).errors
    line = re.search(r"`(9 c3:\S+ .*?)`", page)
    assert line
    assert judge_position(parse_text(line[1]), rule_book("taktori")).legal


def test_the_examples_of_anti_blok() -> None:
    page = (ROOT / "docs/formats.md").read_text().split("## Anti-Blok\n")[1]
    line, drawing = re.findall(r"```\n(.*?)```", page, re.S)[:2]
    position = antiblok_text.parse_text(line)
    assert antiblok_drawing.parse_drawing(drawing) == position
    assert antiblok_drawing.draw(position) == drawing
    (written,) = re.findall(r"`(X .*?)` is a whole turn", page)
    after, die = read_written(written, position, "R")
    assert die == ("X", "S") and after.blocks == {"a1+": "R"}


def test_the_set_the_camera_and_the_reading_of_the_formats() -> None:
    blocks = re.findall(r"```json\n(.*?)```", (ROOT / "docs/formats.md").read_text(), re.S)
    physical_set, camera, profile, reading, several = map(json.loads, blocks)
    assert PhysicalSet.from_json(physical_set) == load_set(str(ROOT / "docs/examples/set.json"))
    assert Camera.from_json(camera) == load_camera(str(ROOT / "docs/examples/camera.json"))
    assert Profile.from_json(profile).parts == ("set", "camera", "colours")
    position = Position.from_json(reading)
    doubts = tuple(Doubt(each["at"], message("doubt.hidden", field="e3")) for each in reading["unsure"])
    corners = tuple((u, v) for u, v in reading["corners"])
    assert Reading(reading["image"], corners, position, doubts, reading["ms"], reading["p"]).to_json() == reading
    assert several["unsure"][0]["move"] == say(message("view.from_right"), "en")
    assert [view["image"] for view in several["views"]] == several["images"]
    for view in several["views"]:
        assert _view(view).to_json("en") == view


def _view(said: dict[str, Any]) -> ScannedView:
    """One of several pictures as a page tells it."""
    corners = said["corners"] and tuple((u, v) for u, v in said["corners"])
    pose = Pose(Camera.simple(1000.0, (1280, 720)), (2.3, 0.0, 0.0), (0.0, 0.0, 450.0))
    found = FoundBoard(9, pose, corners, 0.0) if corners else None
    why = None if said["used"] else message("together.no_board")
    photograph = Photograph(np.zeros((720, 1280, 3), np.uint8), (1280, 720))
    known = Known(None, None, None, None)
    return ScannedView(said["image"], photograph, found, corners, said["turned"] or 0, said["used"], why, known)


def test_the_truth_of_the_formats_is_that_of_the_samples() -> None:
    page = (ROOT / "docs/formats.md").read_text().split("## What a simulated picture shows")[1]
    named = {key for row in re.findall(r"^\| (`.*?) \|", page, re.M) for key in re.findall(r"`(\w+)`", row)}
    for path in (ROOT / "sample_images").glob("*.json"):
        assert set(json.loads(path.read_text())) == named

"""The comparison of a reading with the truth: what is asked for, what counts as right, wrong and unsure."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.truth import Truth, compare
from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from referee.tactori.text import parse_text
from vision.tactori.reading import Doubt, Reading
from words.message import message

POSITION = "9 c3:RRB e3:RB g7:Y R:c3-e3@1 Y:g7@1-g9@0"
CORNERS = ((100.0, 600.0), (900.0, 620.0), (800.0, 100.0), (200.0, 90.0))
SEEN = {"tower_c3_1": 10, "tower_c3_2": 300, "tower_c3_3": 300, "tower_e3_1": 300, "tower_e3_2": 300, "tower_g7_1": 60}


@pytest.fixture
def truth(tmp_path: Path) -> Truth:
    said: dict[str, Any] = parse_text(POSITION).to_json()
    said["sticks"] = [{**s, "visible_px": px} for s, px in zip(said["sticks"], (80, 79), strict=True)]
    said |= {"image": "x.jpg", "visible_px": SEEN, "corners": CORNERS, "set": PhysicalSet.in_proportion().to_json()}
    said["camera"] = Camera.simple(1000.0, (1280, 720)).to_json()
    (tmp_path / "x.json").write_text(json.dumps(said))
    return Truth.load(tmp_path / "x.json")


def reading(position: str, unsure: str = "") -> Reading:
    doubts = tuple(Doubt(at, message("doubt.close")) for at in unsure.split())
    return Reading("x.jpg", CORNERS, parse_text(position), doubts, 1.0)


def test_the_truth_itself_is_exact(truth: Truth) -> None:
    same = compare(truth, reading(POSITION))
    assert (same.found, same.exact, same.stacks, same.right, same.wrong) == (1, 1, 3, 3, 0)
    assert (same.sticks, same.sticks_found, same.sticks_invented, same.corner_error) == (1, 1, 0, 0.0)


def test_a_hidden_floor_may_be_unknown_and_a_seen_one_may_not(truth: Truth) -> None:
    assert compare(truth, reading("9 c3:?RB e3:RB g7:Y R:c3-e3@1")).exact
    assert compare(truth, reading("9 c3:R?B e3:RB g7:Y R:c3-e3@1")).wrong == 1
    assert compare(truth, reading("9 c3:RRB e3:?B g7:Y R:c3-e3@1")).wrong == 1


def test_a_hidden_stick_is_not_asked_for_nor_invented(truth: Truth) -> None:
    assert compare(truth, reading("9 c3:RRB e3:RB g7:Y R:c3-e3@1")).exact
    assert compare(truth, reading("9 c3:RRB e3:RB g7:Y R:c3-e3@1 B:g7-i7@1")).sticks_invented == 1
    assert compare(truth, reading("9 c3:RRB e3:RB g7:Y R:c3-e3@1 B:g7-i7@1", "i7")).sticks_invented == 0


def test_unsure_is_not_wrong_and_not_right(truth: Truth) -> None:
    seen = compare(truth, reading("9 c3:RRB e3:RBB g7:Y R:c3-e3@1", "e3"))
    assert (seen.right, seen.wrong, seen.unsure, seen.stacks, seen.exact) == (2, 0, 1, 3, 0)
    hidden = compare(truth, reading("9 c3:RB e3:RB g7:Y R:c3-e3@1", "c3"))
    assert (hidden.right, hidden.wrong, hidden.unsure, hidden.stacks, hidden.exact) == (2, 0, 1, 2, 1)


def test_the_board_may_be_turned(truth: Truth) -> None:
    quarter = compare(truth, reading("9 g3:RRB g5:RB c7:Y R:g3-g5@1"))
    assert (quarter.exact, quarter.right, quarter.sticks_found) == (1, 3, 1)


def test_no_board_and_the_wrong_board_find_nothing(truth: Truth) -> None:
    for none in (compare(truth, None, "no board"), compare(truth, reading("5 c3:R"))):
        assert (none.found, none.exact, none.stacks, none.right, none.wrong, none.sticks) == (0, 0, 2, 0, 0, 2)

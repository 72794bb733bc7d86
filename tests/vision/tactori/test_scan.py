"""From a photograph to a position with its doubts."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from referee.tactori.position import Position
from tests.vision.tactori.pictures import SET, drawn, wrong_claims
from vision.board.find import NoBoard
from vision.tactori.scan import read_board, read_photograph

SAMPLES = Path(__file__).parents[3] / "sample_images"


@pytest.mark.parametrize("name", ["closed_rectangle", "first_bridges", "diagonal_and_foreign"])
def test_a_sample_image_is_read(name: str) -> None:
    truth = json.loads((SAMPLES / f"{name}.json").read_text())
    image = cv2.imread(str(SAMPLES / f"{name}.jpg"))
    physical_set = PhysicalSet.from_json(truth["set"])
    scan = read_photograph(image, physical_set)
    assert scan.position == Position.from_json(truth)
    assert scan.found.board == truth["board"]
    assert scan.physical_set == physical_set
    assert not {doubt.at for doubt in scan.unsure} & set(scan.position.towers)


def test_camera_board_and_corners_may_be_given() -> None:
    truth = json.loads((SAMPLES / "first_bridges.json").read_text())
    image = cv2.imread(str(SAMPLES / "first_bridges.jpg"))
    camera = Camera.from_json(truth["camera"])
    corners = [(u + 3.0, v - 2.0) for u, v in truth["corners"]]
    scan = read_photograph(image, PhysicalSet.from_json(truth["set"]), camera, truth["board"], corners)
    assert scan.found.pose.camera == camera
    assert scan.position == Position.from_json(truth)


def test_without_a_set_a_usual_one_is_assumed() -> None:
    picture = drawn("9 c3:RB e3:RG g6:YY R:c3-e3@1", 50.0)
    scan = read_board(picture.image, picture.found)
    assert scan.physical_set == PhysicalSet.in_proportion()
    assert scan.position == picture.position
    assert scan.found is picture.found


def test_where_there_is_no_board_nothing_is_read() -> None:
    with pytest.raises(NoBoard):
        read_photograph(np.full((360, 640, 3), 120, np.uint8))


def test_a_board_with_other_fields_is_not_read() -> None:
    picture = drawn("9 c3:RB e3:RG g6:YY R:c3-e3@1", 50.0)
    with pytest.raises(NoBoard) as caught:
        read_board(picture.image, replace(picture.found, board=None), SET)
    assert caught.value.reason == "fields"


@pytest.mark.parametrize(
    "text, elevation_deg, at, floors, by",
    [
        ("9 e4:RBRY e5:B g5:B B:e5-g5@1", 30.0, "e5", "?", "e4"),
        ("9 e4:RBRY e5:BG g5:BG G:e5-g5@2", 30.0, "e5", "??", "e4"),
        ("9 e4:RBRY e5:BG g5:BG G:e5-g5@2", 45.0, "e5", "??", "e4"),
        ("5 c2:RRRRRRR c3:Y d3:Y Y:c3-d3@1", 45.0, "c3", "?", "c2"),
    ],
)
def test_a_stick_that_ends_in_a_hidden_stack_shows_that_it_is_there(
    text: str, elevation_deg: float, at: str, floors: str, by: str
) -> None:
    picture = drawn(text, elevation_deg, 0.0)
    scan = picture.read()
    assert scan.position.sticks == picture.position.sticks
    assert scan.position.towers[at] == floors
    (doubt,) = (doubt for doubt in scan.unsure if doubt.at == at)
    assert doubt.why.key == "doubt.hidden"
    assert doubt.why.params["field"] == by
    assert not wrong_claims(scan, picture.position)


def test_every_doubt_is_said_once_and_in_the_order_of_the_fields() -> None:
    picture = drawn("9 e4:RBRY e5:BG g5:BG c2:RYRYR G:e5-g5@2", 30.0, 0.0)
    at = [doubt.at for doubt in picture.read().unsure]
    assert len(at) > 2
    assert at == sorted(set(at))

"""The proportions of a set are read off one look at a picture of it."""

from dataclasses import replace

import pytest

from calibration.physical_set import PhysicalSet
from referee.tactori.board import COLOURS, field_name
from referee.tactori.text import parse_text
from tests.vision.tactori.calibrate.pictures import CAMERA, FEW, SET, photograph
from vision.board.find import find_board
from vision.tactori.calibrate.joint_fit import FitSettings
from vision.tactori.calibrate.proportions import Proportions, find_proportions
from vision.tactori.calibrate.unknown_set import HEIGHTS, WIDTHS
from vision.tactori.read import PieceSearch, look_at
from vision.tactori.settings import ReaderSettings

HIGH = "9 b7:GRBYG c3:R e3:R e7:BYRG g5:YBGR h2:Y R:c3-e3@1"


def proportions(text: str) -> Proportions | None:
    """Found from towers that are as high and as wide as usual."""
    image, settings = photograph(text), ReaderSettings()
    usual = replace(PhysicalSet.in_proportion(SET.pitch_9), board_side=SET.board_side)
    found = find_board(image, usual.plan(), CAMERA)
    assert found.board is not None
    search = PieceSearch([look_at(image, found.board, usual, found.pose, settings)], 9, usual, [found.pose], settings)
    search.search.sweep_by_colour()
    search.learn()
    before = dict(search.search.stacks)
    made = find_proportions(search.search, WIDTHS, HEIGHTS, FitSettings().stray)
    assert search.search.stacks == before
    return made


@pytest.mark.parametrize("text", [FEW, HIGH])
def test_they_are_found_and_with_them_the_stacks(text: str) -> None:
    made = proportions(text)
    assert made is not None
    assert made.width == pytest.approx(SET.tower_width / SET.pitch_9, abs=0.04)
    assert made.height == pytest.approx(SET.tower_height / SET.pitch_9, abs=0.03)
    stacks = {field_name(*field): "".join(COLOURS[c] for c in stack) for field, stack in made.stacks.items()}
    assert parse_text(text).towers.items() <= stacks.items()


def test_an_empty_board_has_none() -> None:
    assert proportions("9") is None

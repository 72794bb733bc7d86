"""A set that nobody measured is measured on the photograph that is read."""

from pathlib import Path

import cv2
import pytest
from running import Runner

from calibration.physical_set import PhysicalSet, plan_of
from calibration.ruler import set_from_ruler
from referee.tactori.text import parse_text
from tests.vision.tactori.calibrate.pictures import CAMERA, FEW, SET, photograph
from vision.board.find import find_board
from vision.tactori.calibrate.unknown_set import measure_here
from vision.tactori.scan import read_photograph

# High stacks of low towers: with usual measures they are counted wrongly.
HIGH = "9 b7:GRBYG c3:R e3:R e7:BYRG g5:YBGR h2:Y R:c3-e3@1"


def test_stacks_are_counted_rightly_that_usual_measures_count_wrongly() -> None:
    image = photograph(HIGH)
    measured = read_photograph(image, measure=True)
    assert measured.position.towers == parse_text(HIGH).towers
    assert measured.measured is not None
    assert measured.physical_set is measured.measured.physical_set
    height = measured.physical_set.tower_height / measured.physical_set.pitch_9
    assert height == pytest.approx(SET.tower_height / SET.pitch_9, rel=0.03)
    usual = read_photograph(image)
    assert usual.measured is None
    assert usual.position.towers != parse_text(HIGH).towers or usual.unsure


def test_what_was_measured_is_not_measured_again() -> None:
    image = photograph()
    given = PhysicalSet.in_proportion(31.0, tower_width=19.0, board_side=SET.board_side)
    found = find_board(image, plan_of(given), CAMERA)
    here = measure_here(image, found, given, camera_known=True)
    assert here is not None
    assert here.measured_set.physical_set.tower_width == 19.0
    assert here.measured_set.physical_set.pitch_9 == 31.0
    assert here.found.pose.camera == found.pose.camera
    assert here.found.focal_error == 0.0


def test_an_empty_board_tells_nothing_and_is_read_all_the_same() -> None:
    scan = read_photograph(photograph("9"), measure=True)
    assert scan.measured is None
    assert not scan.position.towers


def test_scan_says_so(run: Runner, tmp_path: Path) -> None:
    path = str(tmp_path / "few.png")
    cv2.imwrite(path, photograph())
    (said,) = run("scan", path, "--json").json()
    assert said["measured"]["tower_height"] / said["measured"]["pitch_9"] == pytest.approx(15.6 / 31, rel=0.03)
    assert said["towers"] == dict(parse_text(FEW).towers)
    (quick,) = run("scan", path, "--json", "--usual-set").json()
    assert "measured" not in quick
    assert "towers are 19." in run("scan", path).out


def test_a_set_known_by_one_measure_is_read_as_well() -> None:
    """Its size is guessed from that measure; what stands there must not depend on it."""
    for ruler in ({"board_side": 600.0}, {"tower_width": 40.0}):
        given = set_from_ruler(ruler).physical_set
        assert read_photograph(photograph(), given, measure=True).position.towers == parse_text(FEW).towers

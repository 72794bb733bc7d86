"""Set and cameras over all pictures of one position: better than each by itself, and each camera its own."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from benchmarks.truth import Truth, corner_turn
from calibration.arrays import Image
from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from referee.tactori.text import parse_text
from simulator.look import Look
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from tests.vision.tactori.calibrate.pictures import CAMERA, OTHER, SET
from vision.board.find import find_board
from vision.found_board import FoundBoard, square, turn
from vision.photograph import load_photograph
from vision.tactori.calibrate.joint_fit import FittedTogether, View, fit_together
from vision.tactori.calibrate.unknown_set import begin_together

SHARED = Path(__file__).parents[4].parent / "shared" / "photos" / "views"
STAND = "9 a2:YR b7:GRBY c3:R d5:BG e3:R e7:BYRG g5:YBG h2:Y h8:RR i4:GB R:c3-e3@1"
LOW = replace(SET, tower_height=13.2, groove_depth=6.5)
UNKNOWN = PhysicalSet.in_proportion(31.0)


@cache
def taken(
    elevation_deg: float, around_deg: float, camera: Camera = CAMERA, made: PhysicalSet = SET, given: bool = False
) -> tuple[Image, FoundBoard]:
    """A photograph and the board in it, its fields named as whoever set the pieces down names them."""
    pose = look_at(made, elevation_deg, around_deg, camera)
    image = draw_position(parse_text(STAND), made, pose, Look(), seed=round(elevation_deg))
    found = find_board(image, (made if given else UNKNOWN).plan())
    corners = tuple((float(u), float(v)) for u, v in pose.project(square(made.board_side)))
    return image, turn(found, corner_turn(found.corners_px, corners))


def fitted(
    pictures: Sequence[tuple[Image, FoundBoard]], given: PhysicalSet | None = None, known: Sequence[bool] | None = None
) -> FittedTogether:
    images, found = zip(*pictures, strict=True)
    begun = begin_together(images, found, given, known or [False] * len(images))
    assert begun is not None
    return begun[0]


def height(fit: FittedTogether) -> float:
    made = fit.measured_set.physical_set
    return made.tower_height / made.pitch_9


def test_a_second_side_tells_the_height_that_one_from_above_leaves_open() -> None:
    above, aside = taken(85.0, 8.0, made=LOW), taken(45.0, 80.0, made=LOW)
    right = LOW.tower_height / LOW.pitch_9
    assert height(fitted([above])) != pytest.approx(right, rel=0.03)
    both = fitted([above, aside])
    assert height(both) == pytest.approx(right, rel=0.01)
    assert [board.pose.camera.fx for board in both.found] == pytest.approx([CAMERA.fx] * 2, rel=0.01)


def test_pictures_of_one_size_are_fitted_with_one_lens() -> None:
    fit = fitted([taken(50.0, 10.0), taken(62.0, -80.0)])
    assert fit.fit.bundle.cameras == (0, 0)
    first, second = fit.found
    assert first.pose.camera == second.pose.camera
    assert first.focal_error == second.focal_error > 0
    assert first.pose.camera.fx == pytest.approx(CAMERA.fx, rel=0.01)


def test_a_given_set_stays_as_it_is_and_cameras_of_two_sizes_are_found() -> None:
    fit = fitted([taken(50.0, 10.0, given=True), taken(48.0, -80.0, OTHER, given=True)], SET)
    assert fit.measured_set.physical_set.to_json() == SET.to_json()
    assert [board.pose.camera.size for board in fit.found] == [CAMERA.size, OTHER.size]
    assert [board.pose.camera.fx for board in fit.found] == pytest.approx([CAMERA.fx, OTHER.fx], rel=0.01)


def test_a_zoom_at_the_same_size_is_noticed_though_the_boards_leave_it_open() -> None:
    """What the boards alone tell of the lenses is made out to be worth nothing."""
    zoomed = Camera.simple(880.0, CAMERA.size, CAMERA.dist[0])
    pictures = [taken(50.0, 10.0), taken(48.0, -80.0, zoomed), taken(60.0, 170.0)]
    vague = [(image, replace(found, focal_error=0.2)) for image, found in pictures]
    fit = fitted(vague)
    assert fit.fit.bundle.cameras == (0, 1, 0)
    focal = [board.pose.camera.fx for board in fit.found]
    assert focal == pytest.approx([CAMERA.fx, zoomed.fx, CAMERA.fx], rel=0.015)


def test_a_camera_that_is_known_stays_beside_one_that_is_not() -> None:
    image, found = taken(50.0, 10.0)
    pose = look_at(SET, 50.0, 10.0, CAMERA)
    known = replace(found, pose=replace(find_board(image, SET.plan(), CAMERA).pose, camera=CAMERA), focal_error=0.0)
    fit = fitted([(image, known), taken(48.0, -80.0)], SET, [True, False])
    first, second = fit.found
    assert first.pose.camera == CAMERA
    assert first.focal_error == 0.0 < second.focal_error
    assert second.pose.camera.fx == pytest.approx(CAMERA.fx, rel=0.01)
    assert first.pose.eye_mm == pytest.approx(pose.eye_mm, rel=0.02, abs=3.0)


def test_what_was_read_refines_poses_and_lenses() -> None:
    pictures = [taken(50.0, 10.0, given=True), taken(62.0, -80.0, given=True)]
    position = parse_text(STAND)
    stacks = {
        (ord(at[0]) - 97, int(at[1:]) - 1): tuple("RBYG".index(colour) for colour in stack)
        for at, stack in position.towers.items()
    }
    fit = fit_together([View(image, found, 9) for image, found in pictures], [False, False], SET, stacks, ())
    assert [board.pose.camera.fx for board in fit.found] == pytest.approx([CAMERA.fx] * 2, rel=0.01)
    seen = fit.fit.sightings
    pieces = [set(seen.piece[seen.view == view]) - {-1} for view in (0, 1)]
    assert len(pieces[0] & pieces[1]) > 10


def test_boards_that_differ_are_not_fitted_together() -> None:
    (image, found), other = taken(50.0, 10.0), taken(62.0, -80.0)
    assert begin_together([image, other[0]], [replace(found, board=5), other[1]], None, [False, False]) is None


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared photographs are not there")
@pytest.mark.parametrize("group", ["full5_000", "top9_001"])
def test_three_views_are_better_than_the_worst_of_them(group: str) -> None:
    truths = [Truth.load(SHARED / f"{group}_{view}.json") for view in range(3)]
    pictures = []
    for truth in truths:
        image = load_photograph(str(truth.image)).image
        found = find_board(image, UNKNOWN.plan())
        pictures.append((image, turn(found, corner_turn(found.corners_px, truth.corners))))
    right = truths[0].physical_set.tower_height / truths[0].physical_set.pitch_9
    alone = max(abs(height(fitted([picture])) / right - 1) for picture in pictures)
    together = fitted(pictures)
    assert abs(height(together) / right - 1) < min(0.015, 0.7 * alone)
    assert together.found[0].pose.camera.fx == pytest.approx(truths[0].camera.fx, rel=0.01)


def test_without_pieces_marks_and_edges_tell_the_lenses() -> None:
    pictures = [taken(50.0, 10.0, given=True), taken(48.0, -80.0, OTHER, given=True)]
    fit = fit_together([View(image, found, 9) for image, found in pictures], [False, False], SET, {}, ())
    assert (fit.fit.sightings.piece == -1).all()
    assert [board.pose.camera.fx for board in fit.found] == pytest.approx([CAMERA.fx, OTHER.fx], rel=0.015)

"""Drawn boards are found where they were drawn; what is no board of 5x5 or 9x9 fields is never called one."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.arrays import Image
from calibration.camera import Camera
from calibration.physical_set import PhysicalSet, plan_of
from calibration.pose import Pose
from vision.board.find import NO_BOARD, NoBoard, find_board
from vision.board.follow import follow_board
from vision.found_board import FoundBoard

PHOTOS = Path(__file__).parents[3].parent / "shared" / "photos"
needs_photos = pytest.mark.skipif(not PHOTOS.is_dir(), reason="the shared photographs are not beside this checkout")
Draw = Callable[..., Image]
At = Callable[..., Pose]


def corner_error(found: FoundBoard, truth: Pose, side_mm: float) -> float:
    """Of the worst corner, as a share of the near side."""
    square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * side_mm / 2
    true = truth.project(square)
    return float(np.linalg.norm(np.array(found.corners_px) - true, axis=1).max() / np.linalg.norm(true[1] - true[0]))


@pytest.mark.parametrize("kind, fields", [("5", 5), ("9", 9), ("lines5", 5), ("lines9", 9)])
@pytest.mark.parametrize("elevation_deg", [35.0, 55.0, 85.0])
def test_a_drawn_board_is_found_with_its_camera(
    draw: Draw, camera_at: At, physical_set: PhysicalSet, kind: str, fields: int, elevation_deg: float
) -> None:
    pose = camera_at(elevation_deg)
    found = find_board(draw(kind, pose), physical_set.plan())
    assert found.board == fields
    assert corner_error(found, pose, physical_set.board_side) < 0.002
    off = found.pose.camera.fx / pose.camera.fx - 1
    assert abs(off) < max(0.006, 3 * found.focal_error)
    # From straight above the focal length cannot be told, and the finder knows it.
    assert found.focal_error > 0.02 if elevation_deg > 80 else found.focal_error < 0.01


def test_with_the_camera_given_it_is_kept(draw: Draw, camera_at: At, physical_set: PhysicalSet) -> None:
    pose = camera_at(50.0)
    found = find_board(draw("9", pose), physical_set.plan(), pose.camera)
    assert found.pose.camera == pose.camera
    assert found.focal_error == 0
    assert corner_error(found, pose, physical_set.board_side) < 0.001
    assert np.allclose(found.pose.tvec, pose.tvec, atol=0.6)


@pytest.mark.parametrize("side_mm", [296.0, 318.0])
def test_a_side_nobody_measured_is_fitted(draw: Draw, camera_at: At, physical_set: PhysicalSet, side_mm: float) -> None:
    pose = camera_at(50.0)
    guessed = PhysicalSet.in_proportion(physical_set.pitch_9, board_side=side_mm)
    found = find_board(draw("9", pose), replace(guessed.plan(), side_measured=False))
    assert found.board == 9
    assert corner_error(found, pose, physical_set.board_side) < 0.002
    assert find_board(draw("9", pose), plan_of(None)).board == 9


def test_a_side_measured_wrong_is_noticed(draw: Draw, camera_at: At, physical_set: PhysicalSet) -> None:
    pose = camera_at(50.0)
    slipped = PhysicalSet.in_proportion(physical_set.pitch_9, board_side=physical_set.board_side * 1.03)
    found = find_board(draw("9", pose), slipped.plan())
    assert found.board == 9
    assert corner_error(found, pose, physical_set.board_side) < 0.003


def test_a_side_no_set_file_names_is_fitted(draw: Draw, camera_at: At, physical_set: PhysicalSet) -> None:
    pose = camera_at(50.0)
    found = find_board(draw("5", pose), PhysicalSet.from_json({"pitch_9": physical_set.pitch_9}).plan())
    assert found.board == 5
    assert corner_error(found, pose, physical_set.board_side) < 0.003


@pytest.mark.parametrize("yaw_deg, quarter", [(8.0, 0), (98.0, 1), (188.0, 2), (-82.0, 3)])
def test_a1_is_at_the_near_left(
    draw: Draw, camera_at: At, physical_set: PhysicalSet, yaw_deg: float, quarter: int
) -> None:
    found = find_board(draw("9", camera_at(50.0, yaw_deg)), physical_set.plan())
    near_left, near_right, far_right, far_left = np.array(found.corners_px)
    assert near_left[0] < near_right[0] and far_left[0] < far_right[0]
    assert min(near_left[1], near_right[1]) > max(far_left[1], far_right[1])


@pytest.mark.parametrize("kind", ["go19", "go13", "chess", "bare"])
@pytest.mark.parametrize("side_known", [True, False])
def test_boards_of_other_games_have_other_fields(
    draw: Draw, camera_at: At, physical_set: PhysicalSet, kind: str, side_known: bool
) -> None:
    for elevation_deg in (40.0, 70.0):
        pose = camera_at(elevation_deg)
        found = find_board(draw(kind, pose), replace(physical_set.plan(), side_measured=side_known))
        assert found.board is None
        assert corner_error(found, pose, physical_set.board_side) < 0.01


def test_where_there_is_no_board_none_is_found(physical_set: PhysicalSet) -> None:
    rng = np.random.default_rng(5)
    coarse = rng.integers(0, 255, (24, 40, 3)).astype(np.uint8)
    pictures = [
        np.full((720, 1280, 3), 128, np.uint8),
        rng.integers(0, 255, (720, 1280, 3)).astype(np.uint8),
        cv2.resize(coarse, (1280, 720), interpolation=cv2.INTER_CUBIC),
        np.zeros((64, 64, 3), np.uint8),
    ]
    for picture in pictures:
        with pytest.raises(NoBoard) as caught:
            find_board(picture, physical_set.plan())
        assert caught.value.reason == "none"


@pytest.mark.parametrize("kind", ["9", "5", "lines9", "lines5"])
def test_half_a_board_is_refused(draw: Draw, camera_at: At, physical_set: PhysicalSet, kind: str) -> None:
    whole = draw(kind, camera_at(55.0))
    for cut in (whole[:, 640:], whole[:, :700], whole[:420]):
        picture = cv2.copyMakeBorder(cut, 0, 0, 0, 0, cv2.BORDER_REPLICATE)
        with pytest.raises(NoBoard) as caught:
            find_board(np.ascontiguousarray(picture), physical_set.plan())
        assert caught.value.reason in NO_BOARD


def test_clicked_corners_are_corrected(draw: Draw, camera_at: At, physical_set: PhysicalSet) -> None:
    pose = camera_at(50.0)
    picture = draw("9", pose)
    true = np.array(find_board(picture, physical_set.plan(), pose.camera).corners_px)
    rng = np.random.default_rng(3)
    for turn in range(4):
        clicked = np.roll(true, turn, axis=0)[:: -1 if turn % 2 else 1] + rng.uniform(-9, 9, (4, 2))
        found = find_board(
            picture, physical_set.plan(), pose.camera, corners=[(float(u), float(v)) for u, v in clicked]
        )
        assert found.board == 9
        assert np.allclose(found.corners_px, true, atol=0.5)
    for nonsense in ([(0.0, 0.0)] * 4, [(0.0, 0.0), (1.0, 1.0)], [(float("nan"), 0.0)] * 4):
        with pytest.raises(NoBoard, match="corners"):
            find_board(picture, physical_set.plan(), corners=nonsense)


def test_a_board_is_followed(draw: Draw, camera_at: At, physical_set: PhysicalSet) -> None:
    pose = camera_at(50.0)
    found = find_board(draw("9", pose), physical_set.plan(), pose.camera)
    assert follow_board(draw("9", pose, seed=1), found, physical_set.plan()) is found
    bumped = Pose(pose.camera, pose.rvec, (pose.tvec[0] + 2.5, pose.tvec[1] - 1.5, pose.tvec[2]))
    after = follow_board(draw("9", bumped), found, physical_set.plan())
    assert after is not None
    assert after.board == 9
    assert corner_error(after, bumped, physical_set.board_side) < 0.002
    gone = np.full((720, 1280, 3), 90, np.uint8)
    assert follow_board(gone, found, physical_set.plan()) is None
    assert follow_board(gone[::2, ::2], found, physical_set.plan()) is None


@needs_photos
@pytest.mark.parametrize("known", [True, False])
def test_every_shared_photograph_shows_its_board(known: bool) -> None:
    """One of each family by default: all sixty are the benchmark's matter."""
    worst = []
    for path in sorted(PHOTOS.glob("*_000.json")):
        truth = json.loads(path.read_text())
        camera = Camera.from_json({**truth["camera"], "size": truth["size"]})
        image = cv2.imread(str(path.with_suffix(".jpg")))
        found = find_board(image, PhysicalSet.from_json(truth["set"]).plan(), camera if known else None)
        assert found.board == truth["board"], path.name
        true = np.array(truth["corners_px"])
        apart = np.linalg.norm(np.array(found.corners_px) - true, axis=1).max() / np.linalg.norm(true[1] - true[0])
        assert apart < 0.006, path.name
        worst.append(apart)
    assert len(worst) == 10
    assert np.median(worst) < 0.0025

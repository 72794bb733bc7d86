"""The part of the photograph that is looked at, and reading it as a whole."""

import cv2
import numpy as np
import pytest

from calibration.camera import Camera
from calibration.pose import Pose
from simulator.tactori.viewpoint import look_at
from tests.vision.tactori.pictures import SET, drawn, scene_of
from vision.tactori.read import board_mask, read_pieces, take_view, working_view
from vision.tactori.scene import HIGHEST, View, block
from vision.tactori.settings import ReaderSettings

SETTINGS = ReaderSettings()


def pose_at(size: tuple[int, int], elevation_deg: float = 45.0, focal: float = 0.9) -> Pose:
    camera = Camera.simple(focal * size[0], size)
    viewpoint = look_at(SET, elevation_deg, 12.0, camera, highest_floor=HIGHEST)
    return Pose(camera, viewpoint.rvec, viewpoint.tvec)


@pytest.mark.parametrize("size", [(640, 360), (1280, 720), (2560, 1440)])
@pytest.mark.parametrize("elevation_deg", [30.0, 60.0, 88.0])
def test_the_view_holds_the_board_and_the_highest_stacks(size: tuple[int, int], elevation_deg: float) -> None:
    pose = pose_at(size, elevation_deg)
    view = working_view(np.zeros((size[1], size[0], 3), np.uint8), 9, SET, pose, SETTINGS)
    half = SET.board_side / 2
    pixels = view.from_photograph(pose.project(block(0, 0, half, half, 0, HIGHEST * SET.tower_height)))
    assert pixels.min() > 0
    assert (pixels.max(axis=0) < [view.width - 1, view.height - 1]).all()
    step = round(1 / view.scale)
    assert view.scale == 1 / step
    assert view.left >= 0
    assert view.upper >= 0
    assert view.left + step * view.width <= size[0]
    assert view.upper + step * view.height <= size[1]


def test_the_working_picture_is_about_as_large_whatever_the_photograph() -> None:
    pitches, steps = [], []
    for size in ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160)):
        pose = pose_at(size)
        view = working_view(np.zeros((size[1], size[0], 3), np.uint8), 9, SET, pose, SETTINGS)
        a, b = view.from_photograph(pose.project(np.array([[0.0, 0.0, 0.0], [SET.pitch_9, 0.0, 0.0]])))
        pitches.append(float(np.linalg.norm(b - a)))
        steps.append(round(1 / view.scale))
    assert steps == sorted(steps)
    assert steps[-1] > 1
    assert max(pitches) < 2 * min(pitches)


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_working_pixel_is_the_mean_of_its_block(step: int) -> None:
    rng = np.random.default_rng(3)
    image = rng.integers(0, 255, (60, 90, 3)).astype(np.uint8)
    view = View(1 / step, 7, 5, 20, 15)
    small = take_view(image, view)
    assert small.shape == (15, 20, 3)
    for row, column in ((0, 0), (14, 19), (6, 11)):
        v, u = 5 + row * step, 7 + column * step
        assert np.allclose(small[row, column], image[v : v + step, u : u + step].mean(axis=(0, 1)), atol=1)
        middle = np.array([[u + (step - 1) / 2, v + (step - 1) / 2]])
        assert np.allclose(view.from_photograph(middle), [column, row])


@pytest.mark.parametrize("elevation_deg", [35.0, 85.0])
def test_the_mask_is_the_board(elevation_deg: float) -> None:
    scene = scene_of(9, elevation_deg, 15.0, 0.5)
    mask = board_mask(scene)
    half = SET.board_side / 2
    for share, on in ((0.97, True), (1.05, False)):
        around = [
            (a * share * half, b * share * half, 0.0) for a, b in ((-1, 0.3), (1, -0.5), (0.2, 1), (0, -1), (1, 1))
        ]
        columns, rows = np.round(scene.project(np.array(around))).astype(int).T
        assert (mask[rows, columns] == on).all()


def test_a_board_beside_the_picture_leaves_a_view_of_one_pixel_at_least() -> None:
    whole = drawn("9 c3:R", 55.0)
    camera = whole.pose.camera
    away = Camera(camera.fx, camera.fy, camera.cx + 5000, camera.cy, camera.dist, camera.size)
    pose = Pose(away, whole.pose.rvec, whole.pose.tvec)
    view = working_view(whole.image, 9, SET, pose, SETTINGS)
    assert view.width >= 1
    assert view.height >= 1


@pytest.mark.parametrize("size", [(640, 360), (1600, 900)])
def test_pictures_of_every_size_are_read(size: tuple[int, int]) -> None:
    picture = drawn("9 c3:RB e3:RG g6:YYB b7:G R:c3-e3@1", 50.0, 8.0, size=size)
    pieces = read_pieces(picture.image, 9, SET, picture.pose, SETTINGS)
    assert pieces.search.stacks == {(2, 2): (0, 1), (4, 2): (0, 3), (6, 5): (2, 2, 1), (1, 6): (3,)}
    assert [(s.place.a, s.place.b, s.paint) for s in pieces.sticks] == [(((2, 2), 1), ((4, 2), 1), 0)]
    assert pieces.sticks[0].gain > 0


def test_the_same_picture_is_read_alike_again() -> None:
    """Shapes are remembered from picture to picture; nothing of the picture itself is."""
    one, other = drawn("9 c3:RB e3:RG R:c3-e3@1", 50.0), drawn("9 g3:Y g5:YY", 50.0, seed=2)
    assert one.position.board == other.position.board
    before = read_pieces(one.image, 9, SET, one.pose, SETTINGS)
    read_pieces(other.image, 9, SET, one.pose, SETTINGS)
    after = read_pieces(one.image, 9, SET, one.pose, SETTINGS)
    assert before.search.stacks == after.search.stacks
    assert [s.place.key for s in before.sticks] == [s.place.key for s in after.sticks]
    assert np.array_equal(before.panes[0].canvas.fit, after.panes[0].canvas.fit)


def test_a_picture_of_half_the_size_is_read_with_a_camera_of_half_the_size() -> None:
    picture = drawn("5 b2:RB c2:RG d4:YYB R:b2-c2@1", 50.0, 8.0, size=(1280, 720))
    small = cv2.resize(picture.image, (640, 360), interpolation=cv2.INTER_AREA)
    pose = Pose(picture.pose.camera.at_size((640, 360)), picture.pose.rvec, picture.pose.tvec)
    pieces = read_pieces(small, 5, SET, pose, SETTINGS)
    assert pieces.search.stacks == {(1, 1): (0, 1), (2, 1): (0, 3), (3, 3): (2, 2, 1)}
    assert len(pieces.sticks) == 1

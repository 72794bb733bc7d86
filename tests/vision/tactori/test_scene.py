"""Patches lie where the camera sees the pieces, show the faces it sees, and know what hides what."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from calibration.arrays import Array
from tests.vision.tactori.pictures import SET, scene_of
from vision.tactori.scene import (
    FAR,
    HIGHEST,
    INNER,
    LEFT,
    NEAR,
    RIGHT,
    STICK_SIDE,
    STICK_TOP,
    TOP,
    Field,
    Patch,
    Scene,
    View,
    block,
)

CAMERAS = [(35.0, -20.0), (55.0, 8.0), (80.0, 30.0)]


def corners_px(scene: Scene, field: Field, floor: int) -> Array:
    """A tower's corners, as the pose alone projects them into the photograph, at the working picture's size."""
    x, y = scene.centre(field)
    half, height = SET.tower_width / 2, SET.tower_height
    corners = block(x, y, half, half, (floor - 1) * height, floor * height)
    return (scene.pose.project(corners) + 0.5) * scene.scale - 0.5


def depths(scene: Scene, hull: Array) -> Array:
    """How deep each pixel of the picture lies inside a hull; negative outside."""
    ring = cv2.convexHull(hull.astype(np.float32))
    rows = ([(float(u), float(v)) for u in range(scene.width)] for v in range(scene.height))
    return np.array([[cv2.pointPolygonTest(ring, at, True) for at in row] for row in rows])


def picture(scene: Scene, patch: Patch) -> NDArray[np.uint8]:
    made = np.zeros((scene.height, scene.width), np.uint8)
    made[patch.window] = patch.codes
    return made


def code_at(scene: Scene, patch: Patch, point: tuple[float, float, float]) -> int:
    u, v = np.round(scene.project(np.array([point]))[0]).astype(int)
    return int(picture(scene, patch)[v, u])


@pytest.mark.parametrize("board, field, floor", [(9, (2, 2), 1), (9, (7, 5), 4), (5, (0, 4), 7)])
@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_a_towers_patch_fills_its_projected_corners(board: int, field: Field, floor: int, scale: float) -> None:
    scene = scene_of(board, 45.0, 12.0, scale, size=(320, 180))
    depth = depths(scene, corners_px(scene, field, floor))
    outline = picture(scene, scene.outline(field, floor)) > 0
    tower = picture(scene, scene.tower(field, floor)) > 0
    assert depth[outline].min() > -0.6
    assert depth[tower].min() > -0.9
    assert np.count_nonzero(~outline & (depth > 0.5)) <= 1  # where three faces meet there may be a gap
    assert tower.sum() > 0.8 * outline.sum()  # but for the groove
    assert outline.sum() > 25


@pytest.mark.parametrize("elevation_deg, turned_deg", CAMERAS)
@pytest.mark.parametrize("field", [(0, 0), (4, 4), (8, 2), (1, 8)])
def test_posts_are_seen_from_above_and_sides_that_face_the_camera(
    elevation_deg: float, turned_deg: float, field: Field
) -> None:
    scene = scene_of(9, elevation_deg, turned_deg)
    x, y = scene.centre(field)
    half, height = SET.tower_width / 2, SET.tower_height
    patch = scene.tower(field, 1)
    post = 0.85 * half
    for a, b in ((-1, -1), (1, 1), (-1, 1), (1, -1)):
        assert code_at(scene, patch, (x + a * post, y + b * post, height)) == TOP
    if elevation_deg > 50:  # from farther down the posts hide it
        assert code_at(scene, patch, (x, y, height - SET.groove_depth)) == INNER
    seen = set(np.unique(patch.faces))
    eye = scene.eye
    if eye[1] < y - half:
        assert code_at(scene, patch, (x, y - half, 0.25 * height)) == NEAR
        assert FAR not in seen
    if eye[0] > x + half:
        assert code_at(scene, patch, (x + half, y, 0.25 * height)) == RIGHT
        assert LEFT not in seen
    if eye[0] < x - half:
        assert code_at(scene, patch, (x - half, y, 0.25 * height)) == LEFT
        assert RIGHT not in seen


def test_from_straight_above_the_middle_shows_no_sides() -> None:
    scene = scene_of(9, 90.0, 0.0)
    assert set(np.unique(scene.tower((4, 4), 1).faces)) == {TOP, INNER}
    assert set(np.unique(scene.tower((0, 4), 1).faces)) == {TOP, INNER, RIGHT}


@pytest.mark.parametrize("elevation_deg, turned_deg", CAMERAS)
def test_a_floor_below_another_loses_its_top(elevation_deg: float, turned_deg: float) -> None:
    scene = scene_of(5, elevation_deg, turned_deg)
    for floor in (1, 3, 6):
        whole, below = scene.tower((1, 1), floor), scene.tower_below((1, 1), floor)
        above = scene.outline((1, 1), floor + 1)
        assert set(below.pixels) == set(whole.pixels) - set(above.pixels)
        tops = [int((patch.faces == TOP).sum()) for patch in (whole, below)]
        assert tops[0] > 100
        assert tops[1] < 0.03 * tops[0]
        # Its sides stay, and what one sees through the groove's mouth.
        assert below.pixels.size > 50
        assert np.isin(below.faces, (NEAR, LEFT, RIGHT)).mean() > 0.75


def test_a_higher_floor_is_higher_in_the_picture() -> None:
    scene = scene_of(9, 40.0)
    rows = [scene.outline((4, 4), floor).pixels.mean() // scene.width for floor in range(1, HIGHEST + 1)]
    assert rows == sorted(rows, reverse=True)
    assert len(set(rows)) == HIGHEST


@pytest.mark.parametrize("elevation_deg, turned_deg", [*CAMERAS, (30.0, 44.0), (89.0, 0.0)])
@pytest.mark.parametrize("board", [5, 9])
def test_what_stands_in_front_is_nearer(board: int, elevation_deg: float, turned_deg: float) -> None:
    scene = scene_of(board, elevation_deg, turned_deg)
    half = SET.tower_width / 2
    in_front = 0
    for behind in scene.fields:
        away = np.array(scene.centre(behind)) - scene.eye[:2]
        for field in scene.fields:
            middle = np.array(scene.centre(field))
            share = float((middle - scene.eye[:2]) @ away / (away @ away))
            if field != behind and 0 < share < 1 and np.abs(scene.eye[:2] + share * away - middle).max() < half:
                in_front += 1
                assert scene.nearness(field) > scene.nearness(behind), (field, behind)
    assert in_front > 5


def test_fields_come_from_far_to_near_and_no_two_are_equally_near() -> None:
    scene = scene_of(9, 50.0, 0.0)
    values = [scene.nearness(field) for field in scene.fields]
    assert len(scene.fields) == 81
    assert values == sorted(values)
    assert np.diff(values).min() > 0.0005
    assert scene.nearness((4, 0)) > scene.nearness((4, 1)) > scene.nearness((4, 8))


@pytest.mark.parametrize("elevation_deg, turned_deg", CAMERAS)
@pytest.mark.parametrize("way", [((-60.0, 0.0, 10.0), (0.0, 0.0, 10.0)), ((30.0, 30.0, 8.0), (61.0, 61.0, 26.0))])
def test_a_bar_covers_its_projected_line(
    elevation_deg: float, turned_deg: float, way: tuple[tuple[float, ...], tuple[float, ...]]
) -> None:
    scene = scene_of(9, elevation_deg, turned_deg)
    ends = np.array([way])
    (patch,) = scene.bars(ends)
    middle = np.linspace(*np.array(way), 40)[1:-1] + np.array([0, 0, SET.stick_width / 2])
    columns, rows = np.round(scene.project(middle)).astype(int).T
    assert (picture(scene, patch)[rows, columns] > 0).all()
    assert set(np.unique(patch.faces)) == {STICK_TOP, STICK_SIDE}
    (slim,) = scene.bars(ends, 0.5)
    assert np.isin(slim.pixels, patch.pixels).mean() > 0.99
    assert 0.3 < len(slim.pixels) / len(patch.pixels) < 0.75


def test_pixels_and_faces_say_what_the_patch_shows() -> None:
    scene = scene_of(9)
    patch = scene.tower((3, 3), 2)
    flat = picture(scene, patch).ravel()
    assert np.array_equal(np.flatnonzero(flat), patch.pixels)
    assert np.array_equal(flat[patch.pixels], patch.faces)


def test_a_piece_outside_the_picture_has_no_pixels() -> None:
    whole = scene_of(9, 45.0, 0.0)
    u, _ = whole.project(np.array([[*whole.centre((4, 4)), 0.0]]))[0]
    right_half = Scene(9, SET, whole.pose, View(1.0, int(u) + 60, 0, whole.width - int(u) - 60, whole.height))
    assert not right_half.tower((0, 4), 1).pixels.size
    shown = right_half.tower((8, 0), 1)
    assert np.array_equal(shown.codes, whole.tower((8, 0), 1).codes)
    assert shown.x == whole.tower((8, 0), 1).x - int(u) - 60


@given(
    step=st.integers(1, 6),
    left=st.integers(0, 500),
    upper=st.integers(0, 500),
    column=st.integers(0, 200),
    row=st.integers(0, 200),
)
def test_a_working_pixel_is_the_middle_of_the_pixels_it_was_made_of(
    step: int, left: int, upper: int, column: int, row: int
) -> None:
    view = View(1 / step, left, upper, 300, 300)
    u, v = (first + step * at + np.arange(step) for first, at in ((left, column), (upper, row)))
    made = view.from_photograph(np.array([[u.mean(), v.mean()], [u[0], v[0]], [u[-1], v[-1]]]))
    assert np.allclose(made[0], (column, row))
    assert np.array_equal(np.round(made[1] + 1e-9), [column, row])
    assert np.array_equal(np.round(made[2] - 1e-9), [column, row])

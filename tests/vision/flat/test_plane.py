"""The plane of a flat board: lenses, heights, and what can be a square."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.flat.plane import CORNERS, Lens, Plane, from_corners, homography

SIZE = (1280, 720)
FOCALS = (0.69, 0.78, 0.87, 0.98, 1.1, 1.25)
SQUARE = np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]) / 2


def camera_view(elevation_deg: float, height: float = 0.0) -> np.ndarray:
    """Where a camera of 0.87 widths sees the corners of a square of side 1, some height above the table."""
    focal, e = 0.87 * SIZE[0], np.radians(elevation_deg)
    eye = 2.0 * np.array([0, -np.cos(e), np.sin(e)])
    forward = -eye / np.linalg.norm(eye)
    right = np.array([1.0, 0, 0])
    rotation = np.stack([right, np.cross(forward, right), forward])
    points = (SQUARE + np.array([0, 0, height]) - eye) @ rotation.T
    return points[:, :2] / points[:, 2:] * focal + np.array(SIZE) / 2 - 0.5


@given(st.floats(-0.08, 0.06), st.floats(0, 1279), st.floats(0, 719))
def test_straightening_undoes_bending(k1: float, u: float, v: float) -> None:
    lens = Lens(SIZE, k1)
    point = np.array([[u, v]])
    assert np.allclose(lens.bend(lens.straighten(point)), point, atol=0.05)


def test_locating_undoes_projecting() -> None:
    plane = from_corners(camera_view(40), SIZE, k1=-0.06)
    points = np.random.default_rng(1).uniform(0, 1, (50, 2))
    assert np.allclose(plane.locate(plane.project(points)), points, atol=1e-4)


def test_the_lens_is_told_by_points_that_it_bends() -> None:
    bent = from_corners(camera_view(50), SIZE, k1=-0.06)
    points = np.stack(np.meshgrid(np.linspace(0, 1, 10), np.linspace(0, 1, 10)), -1).reshape(-1, 2)
    fitted = homography(points, bent.project(points), SIZE, (0.06, 0.0, -0.06))
    assert fitted is not None
    assert fitted.lens.k1 == -0.06
    assert np.allclose(fitted.project(CORNERS), bent.project(CORNERS), atol=0.1)


def test_points_on_a_line_make_no_plane() -> None:
    line = np.linspace(0, 1, 8)[:, None] * np.ones(2)
    assert homography(line, 100 * line, SIZE, (0.0,)) is None


@pytest.mark.parametrize("elevation", [30, 45, 60])
def test_what_is_raised_is_seen_where_a_camera_sees_it(elevation: float) -> None:
    on_table = from_corners(camera_view(elevation), SIZE)
    wanted = camera_view(elevation, height=0.05)
    assert np.abs(np.array(on_table.raised(0.05, FOCALS).corners_px) - wanted).max() < 2.0
    assert np.abs(np.array(on_table.corners_px) - wanted).max() > 8.0


def test_a_square_is_less_strange_than_an_oblong() -> None:
    square = from_corners(camera_view(40), SIZE)
    oblong = Plane(square.matrix @ np.diag([1.0, 0.55, 1.0]), square.lens)
    assert square.strangeness(FOCALS) < 0.03 < 0.12 < oblong.strangeness(FOCALS)

"""The joint fit on made-up sightings whose camera, poses and measures are known."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.bundle import MEASURED, BundleSettings, CameraPrior, Priors, Sightings, _Judged, _Problem, adjust
from calibration.camera import Camera
from calibration.pose import Pose

TRUE = np.array([0.66, 0.55, 0.29, 0.13, 1.94, 9.8])
CAMERA = Camera(1050.0, 1050.0, 640.0, 360.0, (-0.06, 0.0, 0.0, 0.0), (1280, 720))
POSES = (Pose(CAMERA, (2.2, 0.05, -0.1), (0.1, 0.3, 14.0)), Pose(CAMERA, (2.5, -0.3, 0.2), (-0.4, 0.1, 15.0)))
FREE = np.array([0.06, 0.12, 0.06, 0.025, 0.03, 0.3])
USUAL = np.array([0.67, 0.58, 0.30, 0.134, 1.945, 9.9])
LENS = CameraPrior((float(np.log(1100.0)), 0.3), (-0.04, 0.06))
KNOWN = Priors(USUAL, FREE, (LENS,))


def sightings(
    noise_px: float = 0.0,
    wrong: float = 0.0,
    askew: float = 0.0,
    seed: int = 1,
    poses: Sequence[Pose] = POSES,
    one_position: bool = False,
) -> Sightings:
    """Corners of towers of one to three floors, marks and the board's corners, seen in both views.

    In each view stand other towers, unless they show `one_position`.
    """
    rng = np.random.default_rng(seed)
    parts = []
    stand, shoved = rng.integers(-4, 5, (12, 2)), rng.normal(0, askew, (12, 2))
    for view, pose in enumerate(poses):
        first = 0 if one_position else 12 * view
        if view and not one_position:
            stand, shoved = rng.integers(-4, 5, (12, 2)), rng.normal(0, askew, (12, 2))
        base, slopes, piece, pivot = [], [], [], []
        for x in range(-4, 5, 2):
            for y in range(-4, 5, 2):
                base.append((x, y, 0.0))
                slopes.append(np.zeros((3, 6)))
                piece.append(-1)
                pivot.append((0.0, 0.0))
        for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            slope = np.zeros((3, 6))
            slope[:2, 5] = sx / 2, sy / 2
            base.append((0.0, 0.0, 0.0))
            slopes.append(slope)
            piece.append(-1)
            pivot.append((0.0, 0.0))
        for k, (x, y) in enumerate(stand):
            for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                for floor in (0, 1 + k % 3):
                    slope = np.zeros((3, 6))
                    slope[:2, 0] = sx / 2, sy / 2
                    slope[2, 1] = floor
                    base.append((x, y, 0.0))
                    slopes.append(slope)
                    piece.append(k + first)
                    pivot.append((x, y))
        bases, sloping, owner = np.array(base, float), np.array(slopes), np.array(piece)
        points = bases + sloping @ TRUE
        moved = owner >= 0
        points[moved, :2] += shoved[owner[moved] - first]
        pixels = pose.project(points) + rng.normal(0, noise_px, (len(points), 2))
        off = rng.random(len(points)) < wrong
        pixels[off] += rng.uniform(-12, 12, (int(off.sum()), 2))
        for axis in np.eye(2):
            count = len(points)
            parts.append(
                Sightings(
                    np.full(count, view),
                    bases,
                    sloping,
                    pixels,
                    np.tile(axis, (count, 1)),
                    np.full(count, 0.4),
                    owner,
                    np.array(pivot, float),
                )
            )
    return Sightings.join(parts)


def started() -> list[Pose]:
    """A start as a first look gives it: focal length 6 % off, poses a little aside."""
    camera = replace(CAMERA, fx=1113.0, fy=1113.0, dist=(0.0, 0.0, 0.0, 0.0))
    return [
        replace(pose, camera=camera, tvec=(pose.tvec[0] + 0.05, pose.tvec[1], pose.tvec[2] * 1.06)) for pose in POSES
    ]


def test_what_made_the_sightings_is_found_again() -> None:
    bundle = adjust(started(), sightings(), KNOWN, USUAL)
    camera = bundle.poses[0].camera
    assert camera.fx == pytest.approx(1050.0, rel=2e-3)
    assert camera.dist[0] == pytest.approx(-0.06, abs=0.01)
    seen = [MEASURED.index(name) for name in ("tower_width", "tower_height", "board_side")]
    assert bundle.measures[seen] == pytest.approx(TRUE[seen], rel=2e-3)
    assert bundle.rms_px < 0.05


def test_what_nothing_was_seen_of_stays_as_usual_and_is_as_uncertain_as_before() -> None:
    bundle = adjust(started(), sightings(), KNOWN, USUAL)
    length = MEASURED.index("stick_length")
    assert bundle.measures[length] == pytest.approx(USUAL[length])
    assert bundle.errors[length] == pytest.approx(FREE[length], rel=0.01)


def test_wrong_sightings_do_not_pull() -> None:
    bundle = adjust(started(), sightings(0.3, wrong=0.1), KNOWN, USUAL)
    height = MEASURED.index("tower_height")
    assert bundle.measures[height] == pytest.approx(TRUE[height], rel=0.01)
    assert 0.03 < 1 - bundle.inlier.mean() < 0.15


def test_pieces_set_down_askew_do_not_pull() -> None:
    bundle = adjust(started(), sightings(0.1, askew=0.02), KNOWN, USUAL)
    assert bundle.measures[:2] == pytest.approx(TRUE[:2], rel=0.01)
    assert bundle.poses[0].camera.fx == pytest.approx(1050.0, rel=5e-3)


def test_errors_are_of_the_size_they_say() -> None:
    """Over many draws of the noise, which here is not correlated: the errors allow for that it were, by 2.5 times."""
    off = []
    for seed in range(8):
        bundle = adjust(started(), sightings(0.4, seed=seed), KNOWN, USUAL)
        off.append((bundle.measures[1] - TRUE[1]) / bundle.errors[1])
    assert 0.5 / BundleSettings().correlated < np.sqrt(np.mean(np.square(off))) < 1.5


def all_slopes(problem: _Problem, judged: _Judged) -> NDArray[np.float64]:
    """Of the shared numbers, then three for each piece."""
    own = np.zeros((len(judged.own), problem.pieces, 3))
    own[problem.moved, problem.of_piece] = judged.own[problem.moved]
    return np.concatenate([judged.slopes, own.reshape(len(own), -1)], axis=1)


def test_slopes_are_those_of_the_residuals() -> None:
    """Compared with what a small step of each number does."""
    seen = sightings(0.3)
    problem = _Problem(POSES, seen, Priors(USUAL, FREE, (replace(LENS, centre_px=10.0),)), BundleSettings())
    theta = problem.start(POSES, TRUE)
    before = problem.judge(theta)
    slopes = all_slopes(problem, before)
    assert slopes.shape[1] == len(theta) > problem.at_pieces
    for k in range(0, len(theta), 3):
        step = np.zeros(len(theta))
        step[k] = 1e-6
        change = (problem.judge(theta + step).residual - before.residual) / 1e-6
        assert np.allclose(change, slopes[:, k], rtol=1e-3, atol=1e-2 * max(1.0, np.abs(change).max())), k


def test_solving_piece_by_piece_is_solving_everything_at_once() -> None:
    problem = _Problem(POSES, sightings(0.3, askew=0.02), KNOWN, BundleSettings())
    theta = problem.start(started(), USUAL)
    judged, damping = problem.judge(theta), 1e-2
    slopes = all_slopes(problem, judged)
    inner = (slopes * judged.weight[:, None]).T @ slopes + np.diag(problem.fit_prior)
    inner += damping * np.diag(np.diag(inner))
    gradient = slopes.T @ (judged.weight * judged.residual) + problem.fit_prior * (theta - problem.target)
    free = np.concatenate([problem.free, np.ones(3 * problem.pieces, bool)])
    expected = np.zeros(len(theta))
    expected[free] = np.linalg.solve(inner[np.ix_(free, free)], -gradient[free])
    assert problem.pieces > 1
    assert np.allclose(problem.step(theta, judged, damping), expected, rtol=1e-5, atol=1e-9)


def test_a_camera_that_is_known_stays() -> None:
    bundle = adjust(list(POSES), sightings(0.2), Priors(USUAL, FREE, (replace(LENS, free=False),)), USUAL)
    assert bundle.poses[0].camera == CAMERA
    assert bundle.focal_errors == (0.0,)


def test_the_centre_is_found_where_it_is_let_free() -> None:
    aside = replace(CAMERA, cx=655.0, cy=350.0)
    seen = sightings()
    moved = replace(seen, pixels=seen.pixels + np.array([15.0, -10.0]))
    bundle = adjust(started(), moved, Priors(USUAL, FREE, (replace(LENS, centre_px=20.0),)), USUAL)
    found = bundle.poses[0].camera
    assert (found.cx, found.cy) == pytest.approx((aside.cx, aside.cy), abs=3.0)
    fixed = adjust(started(), moved, KNOWN, USUAL)
    assert fixed.poses[0].camera.cx == 640.0


SECOND = Camera(2300.0, 2300.0, 960.0, 720.0, (0.02, 0.0, 0.0, 0.0), (1920, 1440))
OTHERS = (POSES[0], replace(POSES[1], camera=SECOND))
TWO = Priors(USUAL, FREE, (LENS, CameraPrior((float(np.log(2100.0)), 0.3), (-0.04, 0.06))))


def started_by_two() -> list[Pose]:
    first, second = started()
    camera = replace(SECOND, fx=2200.0, fy=2200.0, dist=(0.0, 0.0, 0.0, 0.0))
    return [first, replace(second, camera=camera)]


def test_two_cameras_of_different_size_are_each_found() -> None:
    bundle = adjust(started_by_two(), sightings(poses=OTHERS), TWO, USUAL, (0, 1))
    first, second = (pose.camera for pose in bundle.poses)
    assert first.fx == pytest.approx(1050.0, rel=3e-3)
    assert second.fx == pytest.approx(2300.0, rel=3e-3)
    assert second.size == SECOND.size
    assert second.dist[0] == pytest.approx(0.02, abs=0.02)
    assert len(bundle.focal_errors) == 2
    assert bundle.measures[:2] == pytest.approx(TRUE[:2], rel=2e-3)


def test_a_known_camera_beside_an_unknown_one_stays() -> None:
    known = replace(TWO, cameras=(replace(LENS, free=False), TWO.cameras[1]))
    begun = [POSES[0], started_by_two()[1]]
    bundle = adjust(begun, sightings(0.2, poses=OTHERS), known, USUAL, (0, 1))
    assert bundle.poses[0].camera == CAMERA
    assert bundle.poses[1].camera.fx == pytest.approx(2300.0, rel=0.01)
    assert bundle.focal_errors[0] == 0.0 < bundle.focal_errors[1]


def test_two_cameras_taken_for_one_leave_more_unexplained() -> None:
    """It is how they are told apart."""
    near = (POSES[0], replace(POSES[1], camera=replace(CAMERA, fx=1150.0, fy=1150.0)))
    seen, both = sightings(0.2, poses=near, one_position=True), Priors(USUAL, FREE, (LENS, LENS))
    one = adjust(started(), seen, KNOWN, USUAL)
    two = adjust(started(), seen, both, USUAL, (0, 1))
    assert one.cost > 3 * two.cost
    assert two.poses[1].camera.fx / two.poses[0].camera.fx == pytest.approx(1150 / 1050, rel=0.01)


def test_a_piece_seen_twice_is_one_piece() -> None:
    """Where it was set down is told by both views, so that measures and lenses are the surer for it."""
    seen = sightings(0.3, askew=0.02, one_position=True)
    apart = replace(seen, piece=np.where(seen.piece < 0, -1, seen.piece + 12 * seen.view))
    one, two = (adjust(started(), each, KNOWN, USUAL) for each in (seen, apart))
    assert _Problem(POSES, seen, KNOWN, BundleSettings()).pieces == 12
    height = MEASURED.index("tower_height")
    assert one.errors[height] < two.errors[height]
    assert one.focal_errors[0] < two.focal_errors[0]
    assert one.measures[height] == pytest.approx(TRUE[height], rel=0.01)


def test_slopes_of_two_cameras_are_those_of_the_residuals() -> None:
    known = replace(TWO, cameras=tuple(replace(camera, centre_px=10.0) for camera in TWO.cameras))
    problem = _Problem(OTHERS, sightings(0.3, poses=OTHERS, one_position=True), known, BundleSettings(), (0, 1))
    theta = problem.start(OTHERS, TRUE)
    before = problem.judge(theta)
    slopes = all_slopes(problem, before)
    for k in range(problem.at_views + 12):
        step = np.zeros(len(theta))
        step[k] = 1e-6
        change = (problem.judge(theta + step).residual - before.residual) / 1e-6
        assert np.allclose(change, slopes[:, k], rtol=1e-3, atol=1e-2 * max(1.0, np.abs(change).max())), k

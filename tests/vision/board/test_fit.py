"""The fit finds a pose and a camera from points alone, and is not led astray by outliers."""

from collections.abc import Callable

import numpy as np

from calibration.pose import Pose
from vision.board.fit import Observations, fit, pose_of_corners, usual_camera
from vision.board.settings import BoardSettings

S = BoardSettings()


def lattice() -> np.ndarray:
    x, y = np.meshgrid(np.arange(-4, 5) * 31.0, np.arange(-4, 5) * 31.0)
    return np.stack([x.ravel(), y.ravel(), np.zeros(81)], axis=1)


def test_pose_and_camera_come_back(camera_at: Callable[..., Pose]) -> None:
    truth = camera_at(45.0, k1=-0.1)
    points = lattice()
    pixels = truth.project(points)
    pixels[::9] += 25.0  # a row of outliers
    square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * 150.0
    start = pose_of_corners(truth.project(square), 300.0, usual_camera(truth.camera.size, S))
    seen = Observations.of_points(points, pixels, np.full(81, 0.3), False)
    made = fit(start, seen, S, camera_known=False, rounds=40)
    assert abs(made.pose.camera.fx / truth.camera.fx - 1) < 0.003
    assert abs(made.pose.camera.dist[0] + 0.1) < 0.01
    assert np.abs(made.pose.project(points) - truth.project(points)).max() < 0.1
    assert (made.weight.reshape(2, 81)[:, ::9] < 0.05).all()


def test_without_observations_nothing_moves(camera_at: Callable[..., Pose]) -> None:
    truth = camera_at(45.0)
    nothing = Observations.of_points(np.zeros((0, 3)), np.zeros((0, 2)), np.zeros(0), False)
    assert fit(truth, nothing, S, camera_known=False).pose == truth

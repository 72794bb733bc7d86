"""The pose, and the camera where it is not known, that explains what was measured in a photograph."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import cv2
import numpy as np

from calibration.arrays import Array, Mask
from calibration.camera import Camera
from calibration.descent import Judged, descend, forgiving
from calibration.pose import Pose
from vision.board.settings import BoardSettings


@dataclass(frozen=True)
class Observations:
    """Points on the board, each seen at a pixel, as far as one direction `normal` in the picture tells.

    `grows` says which points lie on the board's edge, and so move if the board's side is being fitted.
    """

    points_mm: Array
    pixels: Array
    normal: Array
    sigma_px: Array
    grows: Mask

    @classmethod
    def join(cls, *parts: Observations) -> Observations:
        return cls(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(cls)))

    def only(self, keep: Mask) -> Observations:
        return Observations(*(getattr(self, each.name)[keep] for each in fields(self)))

    @classmethod
    def of_points(cls, points_mm: Array, pixels: Array, sigma_px: Array, grows: bool) -> Observations:
        """Points of which both coordinates are known: one observation along u and one along v."""
        count = len(points_mm)
        axes = np.repeat(np.eye(2), count, axis=0)
        return cls(
            np.tile(points_mm, (2, 1)),
            np.tile(pixels, (2, 1)),
            axes,
            np.tile(sigma_px, 2),
            np.full(2 * count, grows),
        )


@dataclass(frozen=True)
class Fitted:
    pose: Pose
    growth: float
    """Factor on the board's side, 1 where it was given."""
    focal_error: float
    residual: Array
    """In standard deviations, one for each observation."""
    weight: Array
    theta: Array
    covariance: Array
    """Of `theta`: rotation, translation, log focal length, k1, growth; 0 for what was given."""


def usual_camera(size: tuple[int, int], settings: BoardSettings) -> Camera:
    width = max(size)
    return Camera.simple(width / 2 / np.tan(np.radians(settings.hfov_deg / 2)), size, settings.k1_prior)


def pose_of_corners(corners_px: Array, side_mm: float, camera: Camera) -> Pose:
    """A first pose from four corners, near left first."""
    half = side_mm / 2
    square = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
    pixels = corners_px[[3, 2, 1, 0]].reshape(-1, 1, 2).astype(np.float64)
    _, rvecs, tvecs, errors = cv2.solvePnPGeneric(
        square, pixels, camera.matrix, np.array(camera.dist), flags=cv2.SOLVEPNP_IPPE_SQUARE
    )
    best = min(range(len(rvecs)), key=lambda k: float(np.ravel(errors[k])[0]))
    return Pose.of(camera, rvecs[best], tvecs[best])


def fit(
    start: Pose,
    seen: Observations,
    settings: BoardSettings,
    camera_known: bool,
    side_known: bool = True,
    growth: float = 1.0,
    usual_growth: tuple[float, float] = (1.0, 1.0),
    rounds: int = 10,
) -> Fitted:
    """The pose that explains what was seen; priors hold the camera where the view does not tell.

    `usual_growth` is what is known of the growth before, and its standard deviation.
    """
    camera = start.camera
    theta = np.array([*start.rvec, *start.tvec, np.log(camera.fx), camera.dist[0], growth])
    if not len(seen.sigma_px):
        error, none = 0.0 if camera_known else settings.log_focal_sd, np.zeros(0)
        return Fitted(start, growth, error, none, none, theta, np.zeros((9, 9)))
    usual = usual_camera(camera.size, settings)
    free = np.array([True] * 6 + [not camera_known] * 2 + [not side_known])
    prior = np.zeros(9)
    prior[6], prior[7], prior[8] = settings.log_focal_sd**-2, settings.k1_sd**-2, usual_growth[1] ** -2
    target = np.array([0.0] * 6 + [np.log(usual.fx), settings.k1_prior, usual_growth[0]])
    ratio = camera.fy / camera.fx

    def judge(at: Array) -> Judged:
        residual, slopes = _residuals(at, seen, camera, ratio, not side_known)
        cost, weight = forgiving(residual, settings.outlier_sigmas)
        return Judged(cost + float(prior @ (at - target) ** 2), residual, weight, slopes)

    def step(at: Array, now: Judged, damping: float) -> Array:
        gradient = now.slopes.T @ (now.weight * now.residual) + prior * (at - target)
        inner = (now.curvature + np.diag(prior))[np.ix_(free, free)]
        damped = inner + np.diag(np.diag(inner)) * damping + 1e-12 * np.eye(len(inner))
        change = np.zeros(9)
        change[free] = np.linalg.solve(damped, -gradient[free])
        change[6:8] = np.clip(change[6:8], -0.25, 0.25)
        return change

    theta, now = descend(theta, judge, step, rounds, settled=1e-4)
    focal = float(np.exp(theta[6]))
    made = camera
    if not camera_known:
        made = replace(camera, fx=focal, fy=focal * ratio, dist=(float(theta[7]), *camera.dist[1:]))
    spread = now.spread(int(free.sum()))
    data = now.curvature / max(spread * settings.correlated**2, 1e-3) + np.diag(prior)
    covariance = np.zeros((9, 9))
    covariance[np.ix_(free, free)] = np.linalg.pinv(data[np.ix_(free, free)])
    error = 0.0 if camera_known else float(np.sqrt(max(0.0, covariance[6, 6])))
    pose = Pose.of(made, theta[:3], theta[3:6])
    return Fitted(pose, float(theta[8]), error, now.residual, now.weight, theta, covariance)


def uncertainty_px(fitted: Fitted, seen: Observations) -> Array:
    """How far, as a standard deviation, observations may be from where a fit puts them for the fit's own error."""
    camera = fitted.pose.camera
    unit = replace(seen, sigma_px=np.ones(len(seen.sigma_px)))
    _, jacobian = _residuals(fitted.theta, unit, camera, camera.fy / camera.fx, bool(fitted.covariance[8, 8]))
    return np.asarray(np.sqrt(np.einsum("ni,ij,nj->n", jacobian, fitted.covariance, jacobian)))


def _residuals(theta: Array, seen: Observations, camera: Camera, ratio: float, growing: bool) -> tuple[Array, Array]:
    focal = float(np.exp(theta[6]))
    matrix = np.array([[focal, 0.0, camera.cx], [0.0, focal * ratio, camera.cy], [0.0, 0.0, 1.0]])
    dist = np.array([theta[7], *camera.dist[1:]])
    points = np.where(seen.grows[:, None], seen.points_mm * [theta[8], theta[8], 1.0], seen.points_mm)
    points = np.ascontiguousarray(points).reshape(-1, 1, 3)
    pixels, slopes = cv2.projectPoints(points, theta[:3], theta[3:6], matrix, dist)
    pixels = pixels.reshape(-1, 2)
    slopes = slopes.reshape(len(pixels), 2, -1)
    columns = np.concatenate(
        [slopes[..., :6], (focal * (slopes[..., 6:7] + ratio * slopes[..., 7:8])), slopes[..., 10:11]], axis=2
    )
    grown = np.zeros((len(pixels), 2, 1))
    if growing:
        more = points * np.array([1.0 + 1e-4, 1.0 + 1e-4, 1.0])
        moved, _ = cv2.projectPoints(more, theta[:3], theta[3:6], matrix, dist)
        slope = (moved.reshape(-1, 2) - pixels) / (1e-4 * theta[8])
        grown[..., 0] = np.where(seen.grows[:, None], slope, 0.0)
    columns = np.concatenate([columns, grown], axis=2)
    residual = ((pixels - seen.pixels) * seen.normal).sum(1) / seen.sigma_px
    jacobian = np.einsum("nik,ni->nk", columns, seen.normal) / seen.sigma_px[:, None]
    return residual, jacobian

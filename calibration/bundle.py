"""One camera, several views of one set: the focal length, the poses and the measures that explain all of them at once.

Every point that is seen lies where the set's measures put it: a tower's corner is half a width aside and so many
heights up. So pictures in which pieces stand tell the measures, and, because pieces stand up from the board, they tell
more of the camera than a flat board does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.pose import Pose

Array = NDArray[np.float64]
Index = NDArray[np.intp]

MEASURED = ("tower_width", "tower_height", "groove_depth", "stick_width", "stick_length", "board_side")
"""What pictures can tell, in the order of every vector of measures here; all lengths are in pitches."""


@dataclass(frozen=True)
class Sightings:
    """Points of the set, each seen at a pixel of one view as far as one direction `normal` in the picture tells.

    A point is at `base` + `slopes` times the measures, in pitches. `piece` numbers what was set down by hand, a little
    aside from its place and a little turned about `pivot` (x, y), and so moves as one; -1 for parts of the board.
    """

    view: Index
    base: Array
    slopes: Array
    pixels: Array
    normal: Array
    sigma_px: Array
    piece: Index
    pivot: Array

    @classmethod
    def join(cls, parts: Sequence[Sightings]) -> Sightings:
        names = ("view", "base", "slopes", "pixels", "normal", "sigma_px", "piece", "pivot")
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    @classmethod
    def none(cls) -> Sightings:
        empty = np.zeros((0, 2))
        index = np.zeros(0, np.intp)
        count = len(MEASURED)
        points, slopes = np.zeros((0, 3)), np.zeros((0, 3, count))
        return cls(index, points, slopes, empty, empty.copy(), np.zeros(0), index.copy(), empty.copy())


@dataclass(frozen=True)
class BundleSettings:
    outlier_sigmas: float = 3.0  # standard deviations: from about here on a sighting no longer pulls
    askew: float = 0.02  # pitches: how far from its place a hand sets a piece
    turned: float = 0.03  # radians: and how far from straight
    correlated: float = 2.5  # neighbouring sightings err together: errors are so much larger than if they did not
    rounds: int = 25  # at most; ten are usual
    settled: float = 1e-5  # of the cost: what a round gains less than this, the next will not gain either


@dataclass(frozen=True)
class Known:
    """What is known before looking: for each free number its usual value and how far it strays."""

    log_focal: tuple[float, float]
    k1: tuple[float, float]
    measures: Array
    """Usual values, in pitches; and"""
    deviations: Array
    """their standard deviations; 0 for what is not to be changed."""
    camera_free: bool = True
    centre_px: float = 0.0
    """How far the camera's centre may be from where it is taken to be; 0: not at all."""


@dataclass(frozen=True)
class Bundle:
    """What explains the sightings best."""

    poses: tuple[Pose, ...]
    """In pitches, not in millimetres."""
    measures: Array
    errors: Array
    """Standard errors of the measures, in pitches."""
    focal_error: float
    """Standard error of the focal length, relative."""
    residual_px: Array
    inlier: NDArray[np.bool_]

    @property
    def rms_px(self) -> float:
        mine = self.residual_px[self.inlier]
        return float(np.sqrt(np.mean(mine**2))) if len(mine) else 0.0


def adjust(
    poses: Sequence[Pose], seen: Sightings, known: Known, measures: Array, settings: BundleSettings | None = None
) -> Bundle:
    """Levenberg-Marquardt over everything at once, with weights that let go of outliers.

    Parameters
    ----------
    poses
        Where each view was taken from, about; all by one camera, of which the first pose's is the start.
    measures
        A start for the set's measures, in pitches.
    """
    how = settings or BundleSettings()
    problem = _Problem(poses, seen, known, how)
    theta = problem.start(poses, measures)
    now = problem.judge(theta)
    damping = 1e-4
    for _ in range(how.rounds):
        step = problem.step(theta, now, damping)
        step[:2] = np.clip(step[:2], -0.25, 0.25)
        after = problem.judge(theta + step)
        if not after.cost < now.cost:
            damping = max(damping, 1e-4) * 30
            if damping > 1e6:
                break
            continue
        theta, gain, now = theta + step, now.cost - after.cost, after
        damping /= 10
        if gain < how.settled * now.cost:
            break
    return problem.report(theta, now)


CAMERA = 4  # numbers of the camera: log focal length, k1, and where its centre is


@dataclass(frozen=True)
class _Judged:
    """Residuals in standard deviations, the weight of each, and how it changes with the numbers.

    `slopes` are those of the numbers that all share; `own` those of the sighting's own piece, 0 on the board.
    """

    cost: float
    residual: Array
    weight: Array
    slopes: Array
    own: Array


class _Problem:
    """The numbers of one adjustment: those of the camera, six for each view, the measures, three for each piece.

    A piece's own three numbers have to do with no other piece's. So they are solved for piece by piece, and what is
    left are equations for the numbers that all share, however many pieces there are.
    """

    def __init__(self, poses: Sequence[Pose], seen: Sightings, known: Known, how: BundleSettings) -> None:
        self.seen, self.known, self.how = seen, known, how
        self.camera = poses[0].camera
        self.views, self.count = len(poses), len(MEASURED)
        # Sightings of pieces, piece by piece.
        self.moved = np.argsort(seen.piece, kind="stable")[np.count_nonzero(seen.piece < 0) :]
        _, self.begin, self.of_piece = np.unique(seen.piece[self.moved], return_index=True, return_inverse=True)
        self.pieces = len(self.begin)
        self.at_measures = CAMERA + 6 * self.views
        self.at_pieces = self.at_measures + self.count
        size = self.at_pieces + 3 * self.pieces
        self.free = np.ones(self.at_pieces, bool)
        """Which of the shared numbers may change; a piece's own may."""
        self.free[:2] = known.camera_free
        self.free[2:CAMERA] = known.centre_px > 0
        self.free[self.at_measures :] = known.deviations > 0
        self.prior = np.zeros(size)
        self.target = np.zeros(size)
        if known.camera_free:
            self.prior[0], self.prior[1] = known.log_focal[1] ** -2, known.k1[1] ** -2
            self.target[0], self.target[1] = known.log_focal[0], known.k1[0]
        self.target[2:CAMERA] = self.camera.cx, self.camera.cy
        if known.centre_px > 0:
            self.prior[2:CAMERA] = known.centre_px**-2
        with np.errstate(divide="ignore"):
            own = np.where(known.deviations > 0, known.deviations**-2.0, 0.0)
        self.prior[self.at_measures : self.at_pieces] = own
        self.target[self.at_measures : self.at_pieces] = known.measures
        self.prior[self.at_pieces :] = np.tile([how.askew**-2, how.askew**-2, how.turned**-2], self.pieces)
        # As neighbouring sightings err together, all of them tell less than their number says, beside what is known.
        self.fit_prior = self.prior * how.correlated**2

    def start(self, poses: Sequence[Pose], measures: Array) -> Array:
        flat = [float(np.log(self.camera.fx)), self.camera.dist[0], self.camera.cx, self.camera.cy]
        for pose in poses:
            flat += [*pose.rvec, *pose.tvec]
        return np.array([*flat, *measures, *np.zeros(3 * self.pieces)])

    def points(self, theta: Array) -> Array:
        seen = self.seen
        made = seen.base + seen.slopes @ theta[self.at_measures : self.at_pieces]
        moved = self.moved
        if len(moved):
            aside = theta[self.at_pieces :].reshape(-1, 3)[self.of_piece]
            lever = made[moved, :2] - seen.pivot[moved]
            made[moved, :2] += aside[:, :2] + aside[:, 2:] * np.stack([-lever[:, 1], lever[:, 0]], axis=1)
        return np.asarray(made)

    def made_camera(self, theta: Array) -> Camera:
        if not self.free[:CAMERA].any():
            return self.camera
        focal = float(np.exp(theta[0]))
        ratio = self.camera.fy / self.camera.fx
        dist = (float(theta[1]), *self.camera.dist[1:])
        return replace(self.camera, fx=focal, fy=focal * ratio, cx=float(theta[2]), cy=float(theta[3]), dist=dist)

    def judge(self, theta: Array) -> _Judged:
        seen = self.seen
        camera = self.made_camera(theta)
        points = self.points(theta)
        residual = np.zeros(len(points))
        shared, space = np.zeros((len(points), self.at_pieces)), np.zeros((len(points), 3))
        for k in range(self.views):
            mine = np.flatnonzero(seen.view == k)
            if not len(mine):
                continue
            first = CAMERA + 6 * k
            rvec, tvec = theta[first : first + 3], theta[first + 3 : first + 6]
            there = np.ascontiguousarray(points[mine]).reshape(-1, 1, 3)
            pixels, slopes = cv2.projectPoints(there, rvec, tvec, camera.matrix, np.array(camera.dist))
            normal, sigma = seen.normal[mine], seen.sigma_px[mine]
            residual[mine] = ((pixels.reshape(-1, 2) - seen.pixels[mine]) * normal).sum(1) / sigma
            slopes = np.einsum("nij,ni->nj", slopes.reshape(len(mine), 2, -1), normal) / sigma[:, None]
            shared[mine, 0] = camera.fx * slopes[:, 6] + camera.fy * slopes[:, 7]
            shared[mine, 1] = slopes[:, 10]
            shared[mine, 2:CAMERA] = slopes[:, 8:10]
            shared[mine, first : first + 6] = slopes[:, :6]
            # A point moves as the translation does, turned into the board's axes.
            space[mine] = slopes[:, 3:6] @ cv2.Rodrigues(rvec)[0]
        shared[:, self.at_measures :] = np.einsum("ni,nij->nj", space, seen.slopes)
        lever = points[:, :2] - seen.pivot
        own = np.column_stack([space[:, :2], space[:, 1] * lever[:, 0] - space[:, 0] * lever[:, 1]])
        own[seen.piece < 0] = 0.0
        square = (residual / self.how.outlier_sigmas) ** 2
        # Geman-McClure: far outliers cost a constant and pull no more.
        cost = self.how.outlier_sigmas**2 * float(np.sum(square / (1 + square)))
        cost += float(self.fit_prior @ (theta - self.target) ** 2)
        return _Judged(cost, residual, 1 / (1 + square) ** 2, shared, own)

    def step(self, theta: Array, now: _Judged, damping: float) -> Array:
        """Where the cost would be least if it were the parabola that it looks like from here."""
        shared, crossed, own = self._curvature(now)
        pull = now.weight * now.residual
        gradient = self.fit_prior * (theta - self.target)
        gradient[: self.at_pieces] += now.slopes.T @ pull
        gradient[self.at_pieces :] += self._per_piece(now.own * pull[:, None]).ravel()
        for matrix, known in ((shared, self.fit_prior[: self.at_pieces]), (own, self.fit_prior[self.at_pieces :])):
            diagonal = np.einsum("...ii->...i", matrix)
            diagonal += known.reshape(diagonal.shape)
            diagonal += damping * diagonal + 1e-12
        across = np.linalg.solve(own, np.swapaxes(crossed, 1, 2))
        alone = np.linalg.solve(own, gradient[self.at_pieces :].reshape(-1, 3, 1))
        left = shared - np.einsum("psi,pit->st", crossed, across)
        pulled = gradient[: self.at_pieces] - np.einsum("psi,pij->s", crossed, alone)
        free, step = self.free, np.zeros_like(theta)
        step[np.flatnonzero(free)] = np.linalg.solve(left[np.ix_(free, free)], -pulled[free])
        step[self.at_pieces :] = -(alone[..., 0] + across @ step[: self.at_pieces]).ravel()
        return step

    def _curvature(self, now: _Judged) -> tuple[Array, Array, Array]:
        """Of the cost, what is known before left out: of shared numbers, of those with a piece's own, and of these."""
        weighted = now.own * now.weight[:, None]
        shared = (now.slopes * now.weight[:, None]).T @ now.slopes
        crossed = self._per_piece(now.slopes[:, :, None] * weighted[:, None])
        return shared, crossed, self._per_piece(now.own[:, :, None] * weighted[:, None])

    def _per_piece(self, values: Array) -> Array:
        """The sums of what belongs to each piece."""
        if not self.pieces:
            return np.zeros((0, *values.shape[1:]))
        return np.asarray(np.add.reduceat(values[self.moved], self.begin, axis=0))

    def report(self, theta: Array, now: _Judged) -> Bundle:
        seen, how, free = self.seen, self.how, self.free
        residual, weight = now.residual, now.weight
        numbers = np.count_nonzero(free) + 3 * self.pieces
        spread = float(np.sum(weight * residual**2) / max(1.0, np.sum(weight) - numbers))
        shared, crossed, own = (part / max(spread * how.correlated**2, 1e-6) for part in self._curvature(now))
        own += np.diag(self.prior[self.at_pieces :][:3]) if self.pieces else 0.0
        inner = shared + np.diag(self.prior[: self.at_pieces])
        inner -= np.einsum("psi,pit->st", crossed, np.linalg.solve(own, np.swapaxes(crossed, 1, 2)))
        covariance = np.zeros_like(inner)
        covariance[np.ix_(free, free)] = np.linalg.pinv(inner[np.ix_(free, free)])
        error = np.sqrt(np.maximum(np.diag(covariance), 0.0))
        camera = self.made_camera(theta)
        poses = []
        for k in range(self.views):
            r0, r1, r2, t0, t1, t2 = (float(v) for v in theta[CAMERA + 6 * k : CAMERA + 6 + 6 * k])
            poses.append(Pose(camera, (r0, r1, r2), (t0, t1, t2)))
        measures = slice(self.at_measures, self.at_pieces)
        inlier = np.abs(residual) < how.outlier_sigmas
        return Bundle(
            tuple(poses),
            theta[measures].copy(),
            error[measures],
            float(error[0]),
            residual * seen.sigma_px,
            inlier,
        )

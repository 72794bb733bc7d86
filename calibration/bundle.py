"""Several views of one set, by one camera or by several: what lenses, poses and measures explain all of them at once.

Every point that is seen lies where the set's measures put it: a tower's corner is half a width aside and so many
heights up. So pictures in which pieces stand tell the measures, and, because pieces stand up from the board, they tell
more of the camera than a flat board does. A piece that several views show is one piece, set down once: what one view
cannot tell, how high it is or how far off its place, the next one can.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Mask
from calibration.camera import Camera
from calibration.descent import Judged, descend, forgiving
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose

Index = NDArray[np.intp]

MEASURED = ("tower_width", "tower_height", "groove_depth", "stick_width", "stick_length", "board_side")
"""What pictures can tell, in the order of every vector of measures here; all lengths are in pitches."""


def measures_of(physical_set: PhysicalSet) -> Array:
    return np.array([getattr(physical_set, name) for name in MEASURED]) / physical_set.pitch_9


@dataclass(frozen=True)
class Sightings:
    """Points of the set, each seen at a pixel of one view as far as one direction `normal` in the picture tells.

    A point is at `base` + `slopes` times the measures, in pitches. `piece` numbers what was set down by hand, a little
    aside from its place and a little turned about `pivot` (x, y), and so moves as one in all views that show it; -1 for
    parts of the board.
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
        return cls(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(cls)))

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
class CameraPrior:
    """What is known of one camera before looking: for each free number its usual value and how far it strays."""

    log_focal: tuple[float, float]
    k1: tuple[float, float]
    free: bool = True
    """Whether the two are to be found; otherwise they are as given."""
    centre_px: float = 0.0
    """How far the camera's centre may be from where it is taken to be; 0: not at all."""


@dataclass(frozen=True)
class Priors:
    """What is known of the set and of every camera before looking."""

    measures: Array
    """Usual values, in pitches; and"""
    deviations: Array
    """their standard deviations; 0 for what is not to be changed."""
    cameras: tuple[CameraPrior, ...]


@dataclass(frozen=True)
class Bundle:
    """What explains the sightings best."""

    poses: tuple[Pose, ...]
    """In pitches, not in millimetres."""
    measures: Array
    errors: Array
    """Standard errors of the measures, in pitches."""
    cameras: tuple[int, ...]
    """Which camera took each view."""
    focal_errors: tuple[float, ...]
    """Standard errors of each camera's focal length, relative."""
    residual_px: Array
    inlier: Mask
    cost: float
    """What is left unexplained: sums of squares in standard deviations, outliers counting little."""

    @property
    def rms_px(self) -> float:
        mine = self.residual_px[self.inlier]
        return float(np.sqrt(np.mean(mine**2))) if len(mine) else 0.0


def adjust(
    poses: Sequence[Pose],
    seen: Sightings,
    known: Priors,
    measures: Array,
    cameras: Sequence[int] | None = None,
    settings: BundleSettings | None = None,
) -> Bundle:
    """Fits everything at once, letting go of outliers.

    Parameters
    ----------
    poses
        Where each view was taken from, about.
    measures
        A start for the set's measures, in pitches.
    cameras
        Which of the cameras in `known` took each view; without it, the first took all. Its first view's pose says how
        it begins.
    """
    how = settings or BundleSettings()
    problem = _Problem(poses, seen, known, how, cameras)
    theta = problem.start(poses, measures)
    theta, now = descend(theta, problem.judge, problem.step, how.rounds, how.settled)
    return problem.report(theta, now)


CAMERA = 4  # numbers of each camera: log focal length, k1, and where its centre is


@dataclass(frozen=True)
class _Judged(Judged):
    """`slopes` are those of the numbers that all share; `own` those of the sighting's own piece, 0 on the board."""

    own: Array


class _Problem:
    """The numbers of one adjustment: those of the cameras, six for each view, the measures, three for each piece.

    A piece's own three numbers have to do with no other piece's. So they are solved for piece by piece, and what is
    left are equations for the numbers that all share, however many pieces there are.
    """

    def __init__(
        self,
        poses: Sequence[Pose],
        seen: Sightings,
        known: Priors,
        how: BundleSettings,
        cameras: Sequence[int] | None = None,
    ) -> None:
        self.seen, self.known, self.how = seen, known, how
        self.of_view = tuple(cameras) if cameras is not None else (0,) * len(poses)
        self.cameras = [poses[self.of_view.index(k)].camera for k in range(len(known.cameras))]
        self.views, self.count = len(poses), len(MEASURED)
        # Sightings of pieces, piece by piece.
        self.moved = np.argsort(seen.piece, kind="stable")[np.count_nonzero(seen.piece < 0) :]
        _, self.begin, self.of_piece = np.unique(seen.piece[self.moved], return_index=True, return_inverse=True)
        self.pieces = len(self.begin)
        self.at_views = CAMERA * len(self.cameras)
        self.at_measures = self.at_views + 6 * self.views
        self.at_pieces = self.at_measures + self.count
        size = self.at_pieces + 3 * self.pieces
        self.free = np.ones(self.at_pieces, bool)
        """Which of the shared numbers may change; a piece's own may."""
        self.free[self.at_measures :] = known.deviations > 0
        self.prior = np.zeros(size)
        self.target = np.zeros(size)
        for k, (camera, usual) in enumerate(zip(self.cameras, known.cameras, strict=True)):
            lens, centre = self._lens(k), self._centre(k)
            self.free[lens], self.free[centre] = usual.free, usual.centre_px > 0
            self.target[centre] = camera.cx, camera.cy
            if usual.free:
                self.prior[lens] = usual.log_focal[1] ** -2, usual.k1[1] ** -2
                self.target[lens] = usual.log_focal[0], usual.k1[0]
            if usual.centre_px > 0:
                self.prior[centre] = usual.centre_px**-2
        self.lenses = np.arange(self.at_views).reshape(-1, CAMERA)[:, :2].ravel()
        """Focal lengths and k1, of which a step may not be large."""
        with np.errstate(divide="ignore"):
            own = np.where(known.deviations > 0, known.deviations**-2.0, 0.0)
        self.prior[self.at_measures : self.at_pieces] = own
        self.target[self.at_measures : self.at_pieces] = known.measures
        self.prior[self.at_pieces :] = np.tile([how.askew**-2, how.askew**-2, how.turned**-2], self.pieces)
        # As neighbouring sightings err together, all of them tell less than their number says, beside what is known.
        self.fit_prior = self.prior * how.correlated**2

    @staticmethod
    def _lens(camera: int) -> slice:
        return slice(CAMERA * camera, CAMERA * camera + 2)

    @staticmethod
    def _centre(camera: int) -> slice:
        return slice(CAMERA * camera + 2, CAMERA * camera + CAMERA)

    def start(self, poses: Sequence[Pose], measures: Array) -> Array:
        flat: list[float] = []
        for camera in self.cameras:
            flat += [float(np.log(camera.fx)), camera.dist[0], camera.cx, camera.cy]
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

    def made_camera(self, theta: Array, k: int) -> Camera:
        before = self.cameras[k]
        own = slice(CAMERA * k, CAMERA * (k + 1))
        if not self.free[own].any():
            return before
        log_focal, k1, cx, cy = (float(value) for value in theta[own])
        focal = float(np.exp(log_focal))
        dist = (k1, *before.dist[1:])
        return replace(before, fx=focal, fy=focal * before.fy / before.fx, cx=cx, cy=cy, dist=dist)

    def judge(self, theta: Array) -> _Judged:
        seen = self.seen
        cameras = [self.made_camera(theta, k) for k in range(len(self.cameras))]
        points = self.points(theta)
        residual = np.zeros(len(points))
        shared, space = np.zeros((len(points), self.at_pieces)), np.zeros((len(points), 3))
        for k in range(self.views):
            mine = np.flatnonzero(seen.view == k)
            if not len(mine):
                continue
            camera = cameras[self.of_view[k]]
            lens, centre = self._lens(self.of_view[k]), self._centre(self.of_view[k])
            first = self.at_views + 6 * k
            rvec, tvec = theta[first : first + 3], theta[first + 3 : first + 6]
            there = np.ascontiguousarray(points[mine]).reshape(-1, 1, 3)
            pixels, slopes = cv2.projectPoints(there, rvec, tvec, camera.matrix, np.array(camera.dist))
            normal, sigma = seen.normal[mine], seen.sigma_px[mine]
            residual[mine] = ((pixels.reshape(-1, 2) - seen.pixels[mine]) * normal).sum(1) / sigma
            slopes = np.einsum("nij,ni->nj", slopes.reshape(len(mine), 2, -1), normal) / sigma[:, None]
            shared[mine, lens] = np.stack([camera.fx * slopes[:, 6] + camera.fy * slopes[:, 7], slopes[:, 10]], axis=1)
            shared[mine, centre] = slopes[:, 8:10]
            shared[mine, first : first + 6] = slopes[:, :6]
            # A point moves as the translation does, turned into the board's axes.
            space[mine] = slopes[:, 3:6] @ cv2.Rodrigues(rvec)[0]
        shared[:, self.at_measures :] = np.einsum("ni,nij->nj", space, seen.slopes)
        lever = points[:, :2] - seen.pivot
        own = np.column_stack([space[:, :2], space[:, 1] * lever[:, 0] - space[:, 0] * lever[:, 1]])
        own[seen.piece < 0] = 0.0
        cost, weight = forgiving(residual, self.how.outlier_sigmas)
        cost += float(self.fit_prior @ (theta - self.target) ** 2)
        return _Judged(cost, residual, weight, shared, own)

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
        left = shared - _over_pieces(crossed, across)
        pulled = gradient[: self.at_pieces] - _over_pieces(crossed, alone)[:, 0]
        free, step = self.free, np.zeros_like(theta)
        step[np.flatnonzero(free)] = np.linalg.solve(left[np.ix_(free, free)], -pulled[free])
        step[self.at_pieces :] = -(alone[..., 0] + across @ step[: self.at_pieces]).ravel()
        step[self.lenses] = np.clip(step[self.lenses], -0.25, 0.25)
        return step

    def _curvature(self, now: _Judged) -> tuple[Array, Array, Array]:
        """Of the cost, what is known before left out: of shared numbers, of those with a piece's own, and of these."""
        weighted = now.own * now.weight[:, None]
        return now.curvature, self._products(now.slopes, weighted), self._products(now.own, weighted)

    def _products(self, one: Array, other: Array) -> Array:
        """For each piece the product of what belongs to it: (pieces, columns of one, columns of the other)."""
        made = np.zeros((self.pieces, one.shape[1], other.shape[1]))
        if self.pieces:
            mine, theirs = one[self.moved], other[self.moved]
            for k, (begin, end) in enumerate(pairwise([*self.begin, len(mine)])):
                made[k] = mine[begin:end].T @ theirs[begin:end]
        return made

    def _per_piece(self, values: Array) -> Array:
        """The sums of what belongs to each piece."""
        if not self.pieces:
            return np.zeros((0, *values.shape[1:]))
        return np.asarray(np.add.reduceat(values[self.moved], self.begin, axis=0))

    def report(self, theta: Array, now: _Judged) -> Bundle:
        seen, how, free = self.seen, self.how, self.free
        spread = now.spread(int(free.sum()) + 3 * self.pieces)
        shared, crossed, own = (part / max(spread * how.correlated**2, 1e-6) for part in self._curvature(now))
        own += np.diag(self.prior[self.at_pieces :][:3]) if self.pieces else 0.0
        inner = shared + np.diag(self.prior[: self.at_pieces])
        inner -= _over_pieces(crossed, np.linalg.solve(own, np.swapaxes(crossed, 1, 2)))
        covariance = np.zeros_like(inner)
        covariance[np.ix_(free, free)] = np.linalg.pinv(inner[np.ix_(free, free)])
        error = np.sqrt(np.maximum(np.diag(covariance), 0.0))
        cameras = [self.made_camera(theta, k) for k in range(len(self.cameras))]
        poses = []
        for k, camera in enumerate(self.of_view):
            first = self.at_views + 6 * k
            poses.append(Pose.of(cameras[camera], theta[first : first + 3], theta[first + 3 : first + 6]))
        measures = slice(self.at_measures, self.at_pieces)
        inlier = np.abs(now.residual) < how.outlier_sigmas
        return Bundle(
            tuple(poses),
            theta[measures].copy(),
            error[measures],
            self.of_view,
            tuple(float(error[CAMERA * k]) for k in range(len(cameras))),
            now.residual * seen.sigma_px,
            inlier,
            now.cost,
        )


def _over_pieces(crossed: Array, across: NDArray[np.floating[Any]]) -> Array:
    """The sum over all pieces of the products of matrices (shared, 3) and (3, …)."""
    return np.asarray(np.tensordot(crossed, across, axes=((0, 2), (0, 1))), dtype=np.float64)

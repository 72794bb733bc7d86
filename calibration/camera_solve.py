"""One camera and one sheet that explain all views: least squares over lens, bow of the sheet and every pose at once.

OpenCV's own calibration takes the sheet for flat and still. Paper is not flat: a bow of half a millimetre on A4 makes
the focal length wrong by 0.6 %. Nor is a hand still: while a camera reads row after row, a sheet that moves by a pixel
is skewed by as much, which makes 0.3 %. Neither is seen in the residuals, so both are things to be found here, or at
least to be doubted: what is not found makes the standard errors as large as they have to be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Array
from calibration.camera import Camera
from calibration.camera_settings import CameraSettings
from calibration.charuco import SheetView
from calibration.descent import descend
from calibration.sheet import SQUARES

LENS, BOW, POSE, SKEW = 8, 3, 6, 2
"""How many numbers describe the lens (fx, fy, cx, cy, k1, k2, p1, p2), the bow of a sheet, a pose, and how far the
sheet moved from the first row of a picture to the last."""
OWN = POSE + BOW + SKEW
SHARED = LENS + BOW


@dataclass(frozen=True)
class Solved:
    """What explains the views, and how sure it is."""

    lens: Array
    """fx, fy, cx, cy, k1, k2, p1, p2."""
    bow: Array
    """The sheet's height above its plane is bow · (x², xy, y²), x and y going from -1 to 1; in squares."""
    poses: Array
    """Rotation vector and position (in squares) of the sheet in every view, (V, 6)."""
    residuals: tuple[Array, ...]
    """Pixels from where a corner should be to where it was found, (N, 2) for every view."""
    errors: Array
    """Standard errors of the lens, (8,)."""

    def camera(self, size: tuple[int, int]) -> Camera:
        fx, fy, cx, cy, k1, k2, p1, p2 = map(float, self.lens)
        return Camera(fx, fy, cx, cy, (k1, k2, p1, p2), size)

    @property
    def tilts_deg(self) -> Array:
        """Angle between the sheet and the picture's plane in every view."""
        normals = np.array([cv2.Rodrigues(pose[:3])[0][:, 2] for pose in self.poses])
        return np.asarray(np.degrees(np.arccos(np.clip(np.abs(normals[:, 2]), 0, 1))))


def solve(views: Sequence[SheetView], size: tuple[int, int], settings: CameraSettings) -> Solved:
    """The most likely lens, bow and poses.

    Raises
    ------
    cv2.error
        If the views do not even allow a first guess.
    """
    theta = _first_guess(views, size)
    with np.errstate(all="ignore"):  # a step that leads nowhere is not taken
        for _ in range(settings.rounds):
            noise_px = max(settings.least_noise_px, _noise_px(_residuals(views, theta, size)))

            def judge(at: Array, noise_px: float = noise_px) -> _Equations:
                return _equations(views, at, size, noise_px, settings)

            theta, now = descend(theta, judge, _step, settings.most_steps, settings.enough_gain)
        errors = _standard_errors(now)
    shared, own = _parts(theta)
    return Solved(shared[:LENS], shared[LENS:], own[:, :POSE], tuple(_residuals(views, theta, size)), errors)


def _parts(theta: Array) -> tuple[Array, Array]:
    """What all views share, lens and bow (11); and each view's own (V, 11): its pose, how its bow differs from the
    common one, a hand bending the sheet a little, and how far the sheet moved while it was read out, in pixels."""
    return theta[:SHARED], theta[SHARED:].reshape(-1, OWN)


def _first_guess(views: Sequence[SheetView], size: tuple[int, int]) -> Array:
    flags = cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K3 | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_ASPECT_RATIO
    points = [view.points.astype(np.float32) for view in views]
    pixels = [view.pixels.astype(np.float32) for view in views]
    _, matrix, dist, turns, places = cv2.calibrateCamera(points, pixels, size, np.eye(3), np.zeros(5), flags=flags)
    lens = np.array([matrix[0, 0], matrix[1, 1], matrix[0, 2], matrix[1, 2], *np.ravel(dist)[:4]])
    own = [
        [*np.ravel(turn), *np.ravel(place), *[0.0] * (BOW + SKEW)] for turn, place in zip(turns, places, strict=True)
    ]
    return np.array([*lens, *[0.0] * BOW, *np.ravel(own)])


def shapes(points: Array) -> Array:
    """x², xy and y² of points of the sheet, (N, 3)."""
    across, down = SQUARES[0] / 2, SQUARES[1] / 2
    x, y = points[:, 0] / across - 1, points[:, 1] / down - 1
    return np.stack([x * x, x * y, y * y], axis=1)


def _project(view: SheetView, shared: Array, own: Array, size: tuple[int, int]) -> tuple[Array, Array, Array]:
    """Pixels of a view's corners, and how they change with what is its own (2N, 11), and with the lens (2N, 8)."""
    lens, bow = shared[:LENS], shared[LENS:]
    pose, bent, skew = own[:POSE], own[POSE : POSE + BOW], own[POSE + BOW :]
    points, heights = view.points.copy(), shapes(view.points)
    points[:, 2] = heights @ (bow + bent)
    matrix = np.array([[lens[0], 0, lens[2]], [0, lens[1], lens[3]], [0, 0, 1]])
    pixels, slopes = cv2.projectPoints(points, pose[:3], pose[3:], matrix, lens[4:])
    # Going up from the sheet is going along its normal in the camera's axes.
    normal = cv2.Rodrigues(pose[:3])[0][:, 2]
    up = (slopes[:, 3:6] @ normal)[:, None] * np.repeat(heights, 2, axis=0)
    later = (view.pixels[:, 1] + 0.5) / size[1] - 0.5
    with_time = np.kron(later[:, None], np.eye(SKEW))
    where = np.asarray(pixels, dtype=np.float64).reshape(-1, 2) + later[:, None] * skew
    return where, np.concatenate([slopes[:, :POSE], up, with_time], axis=1), np.asarray(slopes[:, POSE : POSE + LENS])


def _residuals(views: Sequence[SheetView], theta: Array, size: tuple[int, int]) -> list[Array]:
    shared, own = _parts(theta)
    return [view.pixels - _project(view, shared, mine, size)[0] for view, mine in zip(views, own, strict=True)]


def _noise_px(residuals: Sequence[Array]) -> float:
    """Standard deviation of a coordinate, of which outliers are no part."""
    return float(np.median(np.linalg.norm(np.concatenate(residuals), axis=1)) / 1.1774)


@dataclass(frozen=True)
class _Equations:
    """Normal equations, in blocks: what all views share (lens and bow), and what is each view's own."""

    cost: float
    shared: Array
    shared_slope: Array
    prior: Array
    prior_slope: Array
    mixed: Array
    """(V, 11, 11), shared ones by a view's own."""
    own: Array
    own_slope: Array
    shared_slopes: Array
    """Each view's part of `shared_slope`, (V, 11)."""


def _equations(
    views: Sequence[SheetView], theta: Array, size: tuple[int, int], noise_px: float, settings: CameraSettings
) -> _Equations:
    count, (everyones, each) = len(views), _parts(theta)
    shared, slopes = np.zeros((count, SHARED, SHARED)), np.zeros((count, SHARED))
    mixed, own, own_slope = np.zeros((count, SHARED, OWN)), np.zeros((count, OWN, OWN)), np.zeros((count, OWN))
    cost = 0.0
    for i, view in enumerate(views):
        pixels, local, lens = _project(view, everyones, each[i], size)
        off = view.pixels - pixels
        far = np.linalg.norm(off, axis=1) / noise_px
        # Beyond some standard deviations a corner pulls with constant strength only (Huber).
        weight = np.minimum(1, settings.huber_sigmas / np.maximum(far, 1e-9))
        cost += float((weight * (2 - weight) * far**2).sum())
        root = np.repeat(np.sqrt(weight), 2) / noise_px
        right = off.ravel() * root
        common = np.concatenate([lens, local[:, POSE : POSE + BOW]], axis=1) * root[:, None]
        local = local * root[:, None]
        shared[i], slopes[i] = common.T @ common, common.T @ right
        mixed[i], own[i], own_slope[i] = common.T @ local, local.T @ local, local.T @ right
        # What is a view's own is small: the less the sheet moved, the less it is skewed.
        moved_px = settings.unknown_speed * size[0] if view.speed_px is None else view.speed_px
        skew_sd = max(settings.least_skew * size[0], settings.skew_of_speed * moved_px)
        sds = np.array([settings.hand_bow_sd] * BOW + [skew_sd] * SKEW)
        small = each[i, POSE:] / sds
        own[i, POSE:, POSE:] += np.diag(sds**-2)
        own_slope[i, POSE:] -= small / sds
        cost += float(small @ small)
    prior, prior_slope, prior_cost = _prior(everyones, size, settings)
    return _Equations(
        cost + prior_cost, shared.sum(axis=0), slopes.sum(axis=0), prior, prior_slope, mixed, own, own_slope, slopes
    )


def _prior(shared: Array, size: tuple[int, int], settings: CameraSettings) -> tuple[Array, Array, float]:
    """What is known of lenses and sheets before anything is seen; it decides only what the views leave open."""
    width, height = size
    fx, fy, cx, cy, *rest = shared
    sds = np.array(
        [
            settings.pixel_shape_sd,
            *[settings.centre_sd * width] * 2,
            settings.k1_sd,
            settings.k2_sd,
            *[settings.tangential_sd] * 2,
            *[settings.bow_sd] * BOW,
        ]
    )
    off = np.array([np.log(fy / fx), cx - (width - 1) / 2, cy - (height - 1) / 2, *rest])
    rows = np.eye(len(off), SHARED, 1)  # each of one number, but for the first, which is of fx and fy
    rows[0, :2] = -1 / fx, 1 / fy
    rows, off = rows / sds[:, None], off / sds
    return rows.T @ rows, -rows.T @ off, float(off @ off)


def _step(theta: Array, at: _Equations, damping: float) -> Array:
    """Where the sum of squares would be least, the views' own unknowns eliminated."""
    own = at.own + damping * np.eye(OWN) * np.abs(np.diagonal(at.own, axis1=1, axis2=2))[:, None, :]
    whole = at.shared + at.prior
    whole = whole + damping * np.diag(np.diag(whole))
    through = np.linalg.solve(own, at.mixed.transpose(0, 2, 1))
    rest = np.linalg.solve(own, at.own_slope[..., None])[..., 0]
    reduced = whole - np.einsum("vij,vjk->ik", at.mixed, through)
    slope = at.shared_slope + at.prior_slope - np.einsum("vij,vj->i", at.mixed, rest)
    step = np.linalg.solve(reduced, slope)
    return np.concatenate([step, np.ravel(rest - through @ step)])


def _standard_errors(at: _Equations) -> Array:
    """Of the lens. Corners of one view err together, so that views count as independent and corners do not."""
    through = np.linalg.solve(at.own, at.mixed.transpose(0, 2, 1))
    certain = at.shared + at.prior - np.einsum("vij,vjk->ik", at.mixed, through)
    spread = np.linalg.inv(certain)
    pulls = at.shared_slopes - np.einsum("vij,vj->vi", through.transpose(0, 2, 1), at.own_slope)
    count = len(pulls)
    by_views = spread @ (pulls.T @ pulls) @ spread * count / max(1, count - 1)
    return np.asarray(np.sqrt(np.maximum(np.diag(spread), np.diag(by_views)))[:LENS])

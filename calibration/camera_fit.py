"""From views of the sheet to a camera that can be trusted, or the reason why these views give none."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Mask
from calibration.camera import Camera
from calibration.camera_settings import SETTINGS, CameraSettings
from calibration.camera_solve import Solved, shapes, solve
from calibration.charuco import SheetView, corner_points
from calibration.measured import SHEET, MeasuredCamera
from calibration.refused import Refused
from calibration.sheet import PAPERS
from words.message import InputError, message

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class CameraFit:
    """A measured camera, and the corners it was measured with."""

    measured: MeasuredCamera
    pixels: Array
    """Corners that were used, (N, 2)."""
    residuals: Array
    """From where each should be to where it was found, (N, 2)."""
    left_out: Array
    """Corners that were not used, (M, 2)."""
    bow: float
    """How far the sheet is from flat, in squares."""
    tilt_deg: float
    """The most tilted view."""

    def to_json(self) -> dict[str, Any]:
        return {
            **self.measured.to_json(),
            "fov_deg": [round(angle, 2) for angle in fields_of_view(self.measured.camera)],
            "bow": round(self.bow, 4),
            "tilt_deg": round(self.tilt_deg, 1),
        }


def fields_of_view(camera: Camera) -> tuple[float, float]:
    """How wide and how high the camera sees, in degrees, the bending of the lens included."""
    width, height = camera.size
    sides = [(-0.5, camera.cy), (width - 0.5, camera.cy), (camera.cx, -0.5), (camera.cx, height - 0.5)]
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 50, 1e-9)
    points = np.array(sides).reshape(-1, 1, 2)
    seen = cv2.undistortPoints(points, camera.matrix, np.array(camera.dist), criteria=stop).reshape(-1, 2)
    left, right, top, bottom = np.degrees(np.arctan([seen[0, 0], seen[1, 0], seen[2, 1], seen[3, 1]]))
    return float(right - left), float(bottom - top)


def covered(pixels: Array, size: tuple[int, int], settings: CameraSettings = SETTINGS) -> Counts:
    """How many corners were in each cell of the picture, (rows, columns)."""
    columns, rows = settings.cells
    cells = np.floor((pixels + 0.5) / np.array(size) * np.array([columns, rows])).astype(int)
    cells = np.clip(cells, 0, [columns - 1, rows - 1])
    counts = np.zeros((rows, columns), np.int64)
    np.add.at(counts, (cells[:, 1], cells[:, 0]), 1)
    return counts


def coverage(counts: Counts) -> float:
    return float((counts > 0).mean())


def rough_normal(view: SheetView, size: tuple[int, int], settings: CameraSettings = SETTINGS) -> Array:
    """Which way the sheet looks, towards the camera, as an ordinary camera would have it."""
    focal = settings.rough_focal * max(size)
    matrix = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    try:
        # Two poses of a flat thing look nearly alike; the first is the better one.
        found, turn, _ = cv2.solvePnP(view.points, view.pixels, matrix, np.zeros(4), flags=cv2.SOLVEPNP_IPPE)
    except cv2.error:  # corners that are no picture of any sheet
        found = False
    if not found:
        return np.array([0.0, 0.0, -1.0])
    normal = np.asarray(cv2.Rodrigues(turn)[0][:, 2], dtype=np.float64)
    return normal if normal[2] < 0 else -normal


def tilt_deg(normal: Array) -> float:
    return math.degrees(math.acos(min(1.0, abs(float(normal[2])))))


def fit_camera(views: Sequence[SheetView], size: tuple[int, int], settings: CameraSettings = SETTINGS) -> CameraFit:
    """The camera that took these views.

    Raises
    ------
    Refused
        If the views are too few or too much alike to tell, or contradict each other.
    """
    _check_views(views, size, settings)
    kept = [np.ones(len(view.ids), bool) for view in views]
    solved = _solve(_used(views, kept), size, settings)
    for _ in range(settings.rounds):
        fewer = _without_outliers(solved, views, kept, settings)
        if all(map(np.array_equal, fewer, kept)):
            break
        kept = fewer
        _check_outliers(kept, settings)
        solved = _solve(_used(views, kept), size, settings)
    return _judged(solved, views, kept, size, settings)


def _used(views: Sequence[SheetView], kept: Sequence[Mask]) -> list[SheetView]:
    return [view.only(mask) for view, mask in zip(views, kept, strict=True) if mask.any()]


def _check_views(views: Sequence[SheetView], size: tuple[int, int], settings: CameraSettings) -> None:
    if len(views) < settings.least_views:
        said = message("filming.few", views=len(views), least=settings.least_views)
        raise Refused(said, message("filming.advice.longer"))
    if max(tilt_deg(rough_normal(view, size, settings)) for view in views) < settings.straight_deg:
        raise Refused(message("filming.straight"), message("filming.advice.tilt"))
    share = coverage(covered(np.concatenate([view.pixels for view in views]), size, settings))
    if share < settings.least_coverage:
        said = message("filming.coverage", share=round(100 * share), least=round(100 * settings.least_coverage))
        raise Refused(said, message("filming.advice.coverage"))


def _solve(views: Sequence[SheetView], size: tuple[int, int], settings: CameraSettings) -> Solved:
    try:
        return solve(views, size, settings)
    except (cv2.error, np.linalg.LinAlgError):  # nothing to start from, or no way down
        raise Refused(message("filming.undetermined"), message("filming.advice.tilt")) from None


def _without_outliers(
    solved: Solved, views: Sequence[SheetView], kept: Sequence[Mask], settings: CameraSettings
) -> list[Mask]:
    """What is left without the corners and the views that fit badly."""
    off = [np.linalg.norm(each, axis=1) for each in solved.residuals]
    by_view = [float(np.sqrt((each**2).mean())) for each in off]
    noise_px = float(np.median(np.concatenate(off))) / 1.1774
    worst = max(settings.outlier_px, settings.outlier_sigmas * noise_px)
    bad = max(settings.outlier_px, settings.bad_view * float(np.median(by_view)))
    rest, number = [], 0
    for view, mask in zip(views, kept, strict=True):
        fewer = mask.copy()
        if mask.any():
            fewer[np.flatnonzero(mask)[off[number] > worst]] = False
            left = view.only(fewer)
            if by_view[number] > bad or len(left.ids) < settings.least_corners or left.spread < settings.least_spread:
                fewer[:] = False
            number += 1
        rest.append(fewer)
    return rest


def _check_outliers(kept: Sequence[Mask], settings: CameraSettings) -> None:
    share = _left_out(kept)
    if share > settings.most_outliers or sum(bool(mask.any()) for mask in kept) < settings.least_views:
        raise Refused(message("filming.outliers", share=round(100 * share)), message("filming.advice.flat"))


def _left_out(kept: Sequence[Mask]) -> float:
    return 1 - float(np.concatenate(kept).mean())


def _judged(
    solved: Solved, views: Sequence[SheetView], kept: Sequence[Mask], size: tuple[int, int], settings: CameraSettings
) -> CameraFit:
    used, outliers = _used(views, kept), _left_out(kept)
    residuals = np.concatenate(solved.residuals)
    off = np.linalg.norm(residuals, axis=1)
    rms_px = float(np.sqrt((off**2).mean()))
    most_px = settings.rms_share * size[0]
    if not rms_px <= most_px:
        said = message("filming.rms", rms=f"{rms_px:.2f}", most=f"{most_px:.2f}")
        raise Refused(said, message("filming.advice.flat"))
    shape = bow_of(solved.bow)
    if shape > settings.most_bow:
        said = message("filming.bow", mm=f"{shape * PAPERS['a4'].square_mm:.0f}")
        raise Refused(said, message("filming.advice.flat"))
    focal_error = settings.honest * float((solved.errors[:2] / solved.lens[:2]).max())
    camera = _sensible(solved.camera(size))
    if camera is None or not focal_error <= settings.focal_error:
        raise Refused(message("filming.undetermined"), message("filming.advice.tilt"))
    pixels = np.concatenate([view.pixels for view in used])
    measured = MeasuredCamera(
        camera,
        SHEET,
        focal_error,
        rms_px,
        float(off.max()),
        coverage(covered(pixels, size, settings)),
        len(used),
        outliers,
    )
    out = np.concatenate([view.pixels[~mask] for view, mask in zip(views, kept, strict=True)])
    return CameraFit(measured, pixels, residuals, out, shape, float(solved.tilts_deg.max()))


def bow_of(bow: Array) -> float:
    """How far corners of the sheet are apart at right angles to it, in squares; a mere tilt is no bow."""
    points = corner_points()
    heights = shapes(points) @ bow
    flat = np.column_stack([points[:, :2], np.ones(len(points))])
    heights = heights - flat @ np.linalg.lstsq(flat, heights, rcond=None)[0]
    return float(np.ptp(heights))


def _sensible(camera: Camera) -> Camera | None:
    """None if no camera has such numbers."""
    try:
        return Camera.from_json(camera.to_json())
    except InputError:
        return None

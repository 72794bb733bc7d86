"""Which photographs one camera took, and where each was taken from if it did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.arrays import Array
from calibration.bundle import Bundle, CameraPrior, Sightings
from calibration.camera import Camera
from calibration.measured import BOARD, MeasuredCamera
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from vision.board.fit import usual_camera
from vision.board.settings import BoardSettings
from vision.found_board import FoundBoard


@dataclass(frozen=True)
class CameraSettings:
    # Standard errors between two focal lengths: from here on they are two cameras'. Of 30 pairs by one camera none was
    # more than 1.3 apart, of 10 of which one picture was enlarged by 4 % nine were 3.0 and more.
    apart_sigmas: float = 3.0
    systematic: float = 0.005  # relative, of a focal length told by one board: what its standard error leaves out
    surest: float = 1e-4  # relative: no view counts as if it were surer


def group_views(
    found: Sequence[FoundBoard], known: Sequence[bool], settings: CameraSettings | None = None
) -> tuple[int, ...]:
    """Which camera took each view, by what its board tells of the lens."""
    return group_cameras([b.pose.camera for b in found], [b.focal_error for b in found], known, settings)


def group_cameras(
    cameras: Sequence[Camera], errors: Sequence[float], known: Sequence[bool], settings: CameraSettings | None = None
) -> tuple[int, ...]:
    """Which of these cameras, each told by one view, are the same; numbered from 0 in the order of their first views.

    Pictures of one size are taken for one camera's, unless what each tells of its focal length by itself, with relative
    standard `errors`, contradicts the others: somebody zoomed, or two phones make pictures of one size. A camera that
    was given is that of the views it was given for.
    """
    how = settings or CameraSettings()
    groups: list[list[int]] = []
    for k, camera in enumerate(cameras):
        fits = (others for others in groups if known[others[0]] == known[k])
        for others in fits:
            first = cameras[others[0]]
            if camera == first if known[k] else camera.size == first.size and _agree(cameras, errors, k, others, how):
                others.append(k)
                break
        else:
            groups.append([k])
    return tuple(next(n for n, group in enumerate(groups) if k in group) for k in range(len(cameras)))


def _agree(
    cameras: Sequence[Camera], errors: Sequence[float], one: int, others: Sequence[int], how: CameraSettings
) -> bool:
    trust = _trust([errors[k] for k in others], how)
    focal = float(np.average([np.log(cameras[k].fx) for k in others], weights=trust))
    spread = np.sqrt(1 / trust.sum() + errors[one] ** 2 + 2 * how.systematic**2)
    return bool(abs(np.log(cameras[one].fx) - focal) < how.apart_sigmas * spread)


def _trust(errors: Sequence[float], how: CameraSettings) -> Array:
    return np.asarray(np.maximum(np.array(errors), how.surest) ** -2.0)


def shared_poses(
    found: Sequence[FoundBoard], cameras: Sequence[int], known: Sequence[bool], made: PhysicalSet
) -> list[Pose]:
    """The poses, all views of a camera beginning with the lens on which they agree by the surest of them."""
    poses = [board.pose for board in found]
    how = CameraSettings()
    for number in set(cameras):
        mine = [k for k, camera in enumerate(cameras) if camera == number]
        if known[mine[0]] or len(mine) == 1:
            continue
        views = [found[k] for k in mine]
        trust = _trust([board.focal_error for board in views], how)
        focal = float(np.exp(np.average([np.log(board.pose.camera.fx) for board in views], weights=trust)))
        k1 = float(np.average([board.pose.camera.dist[0] for board in views], weights=trust))
        camera = Camera.simple(focal, views[0].pose.camera.size, k1)
        for k in mine:
            poses[k] = _seen_by(camera, poses[k], made)
    return poses


def _seen_by(camera: Camera, pose: Pose, made: PhysicalSet) -> Pose:
    """The pose from which another camera sees the board's plane in the same place."""
    half = made.board_side / 2
    grid = np.linspace(-half, half, 5)
    points = np.array([[x, y, 0.0] for x in grid for y in grid])
    seen = pose.moved_to(points, pose.project(points), camera)
    assert seen is not None
    return seen


def known_camera(size: tuple[int, int], given: bool, settings: BoardSettings, centre_px: float = 0.0) -> CameraPrior:
    """What is known of a camera that makes pictures of this size, before looking."""
    usual = usual_camera(size, settings)
    focal = (float(np.log(usual.fx)), settings.log_focal_sd)
    return CameraPrior(focal, (settings.k1_prior, settings.k1_sd), not given, centre_px)


def scaled(pose: Pose, factor: float) -> Pose:
    """The same view with lengths in another unit."""
    x, y, z = (value * factor for value in pose.tvec)
    return replace(pose, tvec=(x, y, z))


COVERAGE_CELLS = (8, 6)
# Relative: what no number of sightings makes better. On thirty views of known cameras the focal length was off by 0.1
# to 0.5 % where the sightings alone promised 0.1 %.
SYSTEMATIC_FOCAL = 0.003


def measured_camera(bundle: Bundle, sightings: Sightings, number: int = 0) -> MeasuredCamera:
    """A camera of a bundle with its residuals and how much of its pictures it was measured in."""
    views = [k for k, camera in enumerate(bundle.cameras) if camera == number]
    camera = bundle.poses[views[0]].camera
    mine = np.isin(sightings.view, views)
    across, down = COVERAGE_CELLS
    cells = (sightings.pixels[mine] / camera.size * COVERAGE_CELLS).astype(int)
    cells = np.clip(cells, 0, [across - 1, down - 1])
    inlier = bundle.inlier[mine]
    good = bundle.residual_px[mine][inlier]
    return MeasuredCamera(
        camera,
        BOARD,
        float(np.hypot(bundle.focal_errors[number], SYSTEMATIC_FOCAL)),
        float(np.sqrt(np.mean(good**2))) if len(good) else 0.0,
        float(np.abs(good).max()) if len(good) else 0.0,
        len(np.unique(cells[:, 1] * across + cells[:, 0])) / (across * down),
        len(views),
        float(1 - inlier.mean()) if len(inlier) else 0.0,
    )


def most_used(cameras: Sequence[MeasuredCamera]) -> MeasuredCamera | None:
    """The camera that took most of the pictures; the first of several that did."""
    return max(cameras, key=lambda camera: camera.views, default=None)

"""The camera from photographs of the board itself, with or without pieces on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.bundle import MEASURED, Bundle, Known, Sightings, adjust
from calibration.camera import Camera
from calibration.measured import BOARD, MeasuredCamera
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from calibration.refused import Refused
from referee.language import say
from referee.message import Message, message
from vision.board.find import NoBoard, find_board
from vision.board.fit import usual_camera
from vision.board.follow import side_mm
from vision.board.settings import BoardSettings
from vision.calibrate.sighting import measures_of, see_board
from vision.pose import FoundBoard
from vision.scanning import NO_BOARD

Array = NDArray[np.float64]
Image = NDArray[np.uint8]
Progress = Callable[[float], None]


@dataclass(frozen=True)
class Added:
    """What became of a photograph that was handed in, and how many were taken so far."""

    accepted: bool
    said: Message
    views: int

    def to_json(self, language: str = "en") -> dict[str, Any]:
        return {"accepted": self.accepted, "message": say(self.said, language), "views": self.views}


@dataclass(frozen=True)
class BoardCameraSettings:
    rounds: int = 3  # of looking at the boards again from where the last fit put them
    largest_focal_error: float = 0.02  # relative: more moves the top of a high stack by a tenth of a field
    from_above_deg: float = 72.0  # of elevation: from here on a square looks the same from near and from far
    alike_deg: float = 2.0  # between two directions of view: less is the same view once more
    apart_deg: float = 15.0  # between the two most different ones: from here on they tell where the centre is
    views_for_centre: int = (
        6  # different ones: on four the centre came out up to 3 % of the width off, the focal length too
    )
    centre_share: float = 0.015  # of the width: how far cameras' centres are from the middle of their pictures
    same_picture: float = 1.0  # of 255, mean difference of small copies: two photographs differ more by noise alone
    side_stray: float = 0.3  # pitches


class BoardCameraSession:
    """Photographs of the board handed in one after another, then the camera measured on all of them."""

    def __init__(self, physical_set: PhysicalSet | None = None, settings: BoardCameraSettings | None = None) -> None:
        self.physical_set = physical_set or PhysicalSet.in_proportion()
        self.settings = settings or BoardCameraSettings()
        self.found: list[tuple[Image, FoundBoard]] = []

    def add(self, image: Image) -> Added:
        """Looks for the board in a photograph; pictures of another size are not this camera's."""
        size = (image.shape[1], image.shape[0])
        if self.found and self.found[0][1].pose.camera.size != size:
            return Added(False, message("calibrate.size", image="x".join(map(str, size))), len(self.found))
        try:
            board = find_board(image, self.physical_set)
        except NoBoard as none:
            return Added(False, message(NO_BOARD.get(none.reason, NO_BOARD["none"])), len(self.found))
        if board.board is None:
            return Added(False, message("noboard.fields"), len(self.found))
        self.found.append((image, board))
        return Added(True, message("calibrate.board", board=board.board), len(self.found))

    def finish(self, progress: Progress | None = None) -> MeasuredCamera:
        """Focal length, distortion and, where views differ enough, the centre.

        Raises
        ------
        Refused
            If no board was found, or if the views do not tell the focal length.
        """
        tell = progress or (lambda share: None)
        made, found = self.physical_set, self.found
        if not found:
            raise Refused(message("calibrate.no_board"), message("calibrate.advice.board"))
        if len(found) > 1 and _all_the_same([image for image, _ in found], self.settings):
            raise Refused(message("calibrate.same_photo"), message("calibrate.advice.views"))
        if "board_side" in made.defaults:
            made = replace(made, board_side=float(np.median([side_mm(board, made) for _, board in found])))
        bundle, seen = _fit(found, made, self.settings, tell)
        if bundle.focal_error > self.settings.largest_focal_error:
            raise _too_open(bundle, self.settings)
        return measured_camera(bundle, seen, len(found))


def camera_from_boards(
    images: Sequence[Image], physical_set: PhysicalSet | None, progress: Progress | None = None
) -> MeasuredCamera:
    """The camera of all these photographs at once; those without a board are left out. Raises `Refused`."""
    tell = progress or (lambda share: None)
    session = BoardCameraSession(physical_set)
    for k, image in enumerate(images):
        added = session.add(image)
        if added.said.key == "calibrate.size":
            raise Refused(message("calibrate.sizes"), message("calibrate.advice.one_camera"))
        tell(0.7 * (k + 1) / len(images))
    return session.finish(lambda share: tell(0.7 + 0.3 * share))


def _fit(
    found: Sequence[tuple[Image, FoundBoard]], made: PhysicalSet, settings: BoardCameraSettings, tell: Progress
) -> tuple[Bundle, Sightings]:
    pitch, board_settings = made.pitch_9, BoardSettings()
    poses = [board.pose for _, board in found]
    # The camera is one: start where its views agree.
    focal = float(np.exp(np.average([np.log(p.camera.fx) for p in poses], weights=_trust(found))))
    k1 = float(np.average([p.camera.dist[0] for p in poses], weights=_trust(found)))
    camera = Camera.simple(focal, poses[0].camera.size, k1)
    usual = usual_camera(camera.size, board_settings)
    side = MEASURED.index("board_side")
    stray = np.zeros(len(MEASURED))
    stray[side] = settings.side_stray if "board_side" in made.defaults else 0.0
    known = Known(
        (float(np.log(usual.fx)), board_settings.log_focal_sd),
        (board_settings.k1_prior, board_settings.k1_sd),
        measures_of(made),
        stray,
        centre_px=settings.centre_share * camera.size[0] if _different(poses, settings) else 0.0,
    )
    poses = [replace(_refitted(pose, camera, made), camera=camera) for pose in poses]
    for turn in range(settings.rounds):
        parts = [
            see_board(image, pose, int(board.board or 9), made, k, board_settings)
            for k, ((image, board), pose) in enumerate(zip(found, poses, strict=True))
        ]
        seen = Sightings.join(parts)
        bundle = adjust([scaled(pose, 1 / pitch) for pose in poses], seen, known, measures_of(made))
        made = replace(made, board_side=float(bundle.measures[side]) * pitch)
        poses = [scaled(pose, pitch) for pose in bundle.poses]
        tell((turn + 1) / settings.rounds)
    return bundle, seen


def _trust(found: Sequence[tuple[Image, FoundBoard]]) -> Array:
    return np.array([max(board.focal_error, 1e-4) ** -2 for _, board in found])


def _refitted(pose: Pose, camera: Camera, made: PhysicalSet) -> Pose:
    """The pose from which another camera sees the board's plane in the same place."""
    half = made.board_side / 2
    grid = np.linspace(-half, half, 5)
    points = np.array([[x, y, 0.0] for x in grid for y in grid])
    _, rvec, tvec = cv2.solvePnP(
        points,
        pose.project(points),
        camera.matrix,
        np.array(camera.dist),
        np.array(pose.rvec).reshape(3, 1),
        np.array(pose.tvec).reshape(3, 1),
        useExtrinsicGuess=True,
    )
    r0, r1, r2 = (float(v) for v in np.ravel(rvec))
    t0, t1, t2 = (float(v) for v in np.ravel(tvec))
    return Pose(camera, (r0, r1, r2), (t0, t1, t2))


def _directions(poses: Sequence[Pose]) -> Array:
    """From the middle of the board towards each camera."""
    eyes = np.array([pose.eye_mm for pose in poses])
    return np.asarray(eyes / np.linalg.norm(eyes, axis=1, keepdims=True))


def _different(poses: Sequence[Pose], settings: BoardCameraSettings) -> bool:
    """Whether there are enough views, far enough apart, to tell the camera's centre."""
    kept: list[Array] = []
    for way in _directions(poses):
        if all(way @ other < np.cos(np.radians(settings.alike_deg)) for other in kept):
            kept.append(way)
    widest = max((float(np.degrees(np.arccos(np.clip(a @ b, -1, 1)))) for a, b in combinations(kept, 2)), default=0.0)
    return len(kept) >= settings.views_for_centre and widest > settings.apart_deg


def _all_the_same(images: Sequence[Image], settings: BoardCameraSettings) -> bool:
    small = [cv2.resize(image, (160, 90), interpolation=cv2.INTER_AREA).astype(np.float32) for image in images]
    return all(float(np.abs(one - small[0]).mean()) < settings.same_picture for one in small[1:])


def _too_open(bundle: Bundle, settings: BoardCameraSettings) -> Refused:
    percent = round(100 * bundle.focal_error, 1)
    steep = np.degrees(np.arcsin(np.clip(_directions(bundle.poses)[:, 2], -1, 1)))
    if float(steep.min()) > settings.from_above_deg:
        return Refused(message("calibrate.from_above", percent=percent), message("calibrate.advice.tilt"))
    return Refused(message("calibrate.focal_open", percent=percent), message("calibrate.advice.views"))


def measured_camera(bundle: Bundle, sightings: Sightings, views: int) -> MeasuredCamera:
    """The camera of a bundle with its residuals and how much of the picture it was measured in."""
    camera = bundle.poses[0].camera
    across, down = COVERAGE_CELLS
    cells = (sightings.pixels / camera.size * COVERAGE_CELLS).astype(int)
    cells = np.clip(cells, 0, [across - 1, down - 1])
    inlier = bundle.inlier
    return MeasuredCamera(
        camera,
        BOARD,
        float(np.hypot(bundle.focal_error, SYSTEMATIC_FOCAL)),
        bundle.rms_px,
        float(np.abs(bundle.residual_px[inlier]).max()) if inlier.any() else 0.0,
        len(np.unique(cells[:, 1] * across + cells[:, 0])) / (across * down),
        views,
        float(1 - inlier.mean()) if len(inlier) else 0.0,
    )


COVERAGE_CELLS = (8, 6)
# Relative: what no number of sightings makes better. On thirty views of known cameras the focal length was off by 0.1
# to 0.5 % where the sightings alone promised 0.1 %.
SYSTEMATIC_FOCAL = 0.003


def scaled(pose: Pose, factor: float) -> Pose:
    """The same view with lengths in another unit."""
    x, y, z = (value * factor for value in pose.tvec)
    return replace(pose, tvec=(x, y, z))

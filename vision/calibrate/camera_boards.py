"""The camera from photographs of the board itself, with or without pieces on it; several, if several took them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import cv2
import numpy as np

from calibration.arrays import Array, Image
from calibration.bundle import MEASURED, Bundle, Priors, Sightings, adjust, measures_of
from calibration.measured import MeasuredCamera
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from calibration.refused import Refused
from vision.board.find import NoBoard, find_board
from vision.board.follow import side_mm
from vision.board.settings import BoardSettings
from vision.calibrate.board_sighting import see_board
from vision.calibrate.cameras import group_views, known_camera, measured_camera, scaled, shared_poses
from vision.found_board import FoundBoard
from words.language import say
from words.message import Message, message

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
        self.cameras: tuple[MeasuredCamera, ...] = ()
        """All that took photographs, once they are measured; one of several sizes or focal lengths are several."""

    def add(self, image: Image) -> Added:
        """Looks for the board in a photograph."""
        try:
            board = find_board(image, self.physical_set.plan())
        except NoBoard as none:
            return Added(False, none.message, len(self.found))
        if board.board is None:
            return Added(False, message("noboard.fields"), len(self.found))
        self.found.append((image, board))
        return Added(True, message("calibrate.board", board=board.board), len(self.found))

    def finish(self, progress: Progress | None = None) -> MeasuredCamera:
        """Focal length, distortion and, where views differ enough, the centre, of the camera that took most of them.

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
            made = replace(made, board_side=float(np.median([side_mm(board, made.plan()) for _, board in found])))
        bundle, seen = _fit(found, made, self.settings, tell)
        self.cameras = tuple(measured_camera(bundle, seen, number) for number in range(len(bundle.focal_errors)))
        most = max(range(len(self.cameras)), key=lambda number: self.cameras[number].views)
        if bundle.focal_errors[most] > self.settings.largest_focal_error:
            raise _too_open(bundle, most, self.settings)
        return self.cameras[most]


def cameras_from_boards(
    images: Sequence[Image], physical_set: PhysicalSet | None, progress: Progress | None = None
) -> list[MeasuredCamera]:
    """The cameras of all these photographs at once, that of most of them first; those without a board are left out.

    Raises `Refused`.
    """
    tell = progress or (lambda share: None)
    session = BoardCameraSession(physical_set)
    for k, image in enumerate(images):
        session.add(image)
        tell(0.7 * (k + 1) / len(images))
    most = session.finish(lambda share: tell(0.7 + 0.3 * share))
    return [most, *(camera for camera in session.cameras if camera is not most)]


def _fit(
    found: Sequence[tuple[Image, FoundBoard]], made: PhysicalSet, settings: BoardCameraSettings, tell: Progress
) -> tuple[Bundle, Sightings]:
    pitch, board_settings = made.pitch_9, BoardSettings()
    side = MEASURED.index("board_side")
    stray = np.zeros(len(MEASURED))
    stray[side] = settings.side_stray if "board_side" in made.defaults else 0.0
    boards = [board for _, board in found]
    cameras = group_views(boards, [False] * len(boards))
    poses = shared_poses(boards, cameras, [False] * len(boards), made)
    each = []
    for number in range(max(cameras) + 1):
        mine = [pose for pose, camera in zip(poses, cameras, strict=True) if camera == number]
        size = mine[0].camera.size
        centre = settings.centre_share * size[0] if _different(mine, settings) else 0.0
        each.append(known_camera(size, False, board_settings, centre))
    known = Priors(measures_of(made), stray, tuple(each))
    for turn in range(settings.rounds):
        parts = [
            see_board(image, pose, made.plan(board.board or 9), k, board_settings)
            for k, ((image, board), pose) in enumerate(zip(found, poses, strict=True))
        ]
        seen = Sightings.join(parts)
        bundle = adjust([scaled(pose, 1 / pitch) for pose in poses], seen, known, measures_of(made), cameras)
        made = replace(made, board_side=float(bundle.measures[side]) * pitch)
        poses = [scaled(pose, pitch) for pose in bundle.poses]
        tell((turn + 1) / settings.rounds)
    return bundle, seen


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


def _too_open(bundle: Bundle, camera: int, settings: BoardCameraSettings) -> Refused:
    percent = round(100 * bundle.focal_errors[camera], 1)
    mine = [pose for pose, number in zip(bundle.poses, bundle.cameras, strict=True) if number == camera]
    steep = np.degrees(np.arcsin(np.clip(_directions(mine)[:, 2], -1, 1)))
    if float(steep.min()) > settings.from_above_deg:
        return Refused(message("calibrate.from_above", percent=percent), message("calibrate.advice.tilt"))
    return Refused(message("calibrate.focal_open", percent=percent), message("calibrate.advice.views"))

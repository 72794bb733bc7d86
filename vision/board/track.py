"""How a board moved between two pictures, by the grain, the marks and the pieces that both show."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from vision.board.follow import follow_board, side_mm
from vision.board.refine import square
from vision.pose import FoundBoard

Image = NDArray[np.uint8]
Grey = NDArray[np.uint8]
Array = NDArray[np.float64]

MOST_POINTS = 300
LEAST_QUALITY = 0.01
APART_PX = 7
WINDOW_PX = 21
PYRAMID = 4  # halvings: what moved by some fifty pixels is found again
ROUND_TRIP_PX = 1.0  # back to the first picture, a point must come home this near
OUTLIER_PX = 2.5  # towers stand above the board and move a little otherwise
FEWEST_POINTS = 16
LEAST_SHARE = 0.35  # of the points that must agree: a hand and turned pieces take some away
TRUSTED_PX = 1.5  # edges may improve what was tracked by this much; farther away they are other lines


@dataclass(frozen=True)
class Tracked:
    """Where the board is now, and how far its corners went."""

    found: FoundBoard
    way_px: float


def track_board(before: Grey, now: Image, found: FoundBoard, physical_set: PhysicalSet) -> Tracked | None:
    """The board of the picture `before`, found again in `now`, seen by the same camera; None if too little agrees."""
    grey = cv2.cvtColor(now, cv2.COLOR_BGR2GRAY) if now.ndim == 3 else now
    if before.shape != grey.shape:
        return None
    mask = np.zeros(before.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(np.array(found.corners_px)).astype(np.int32), 255)
    points = cv2.goodFeaturesToTrack(before, MOST_POINTS, LEAST_QUALITY, APART_PX, mask=mask)
    if points is None or len(points) < FEWEST_POINTS:
        return None
    size = (WINDOW_PX, WINDOW_PX)
    there, good, _ = cv2.calcOpticalFlowPyrLK(before, grey, points, None, winSize=size, maxLevel=PYRAMID)
    back, home, _ = cv2.calcOpticalFlowPyrLK(grey, before, there, None, winSize=size, maxLevel=PYRAMID)
    trip = np.linalg.norm((back - points).reshape(-1, 2), axis=1)
    kept = (good.ravel() > 0) & (home.ravel() > 0) & (trip < ROUND_TRIP_PX)
    if np.count_nonzero(kept) < max(FEWEST_POINTS, LEAST_SHARE * len(points)):
        return None
    one, other = points.reshape(-1, 2)[kept], there.reshape(-1, 2)[kept]
    cv2.setRNGSeed(1)
    way, agree = cv2.findHomography(one, other, cv2.RANSAC, OUTLIER_PX)
    if way is None or np.count_nonzero(agree) < max(FEWEST_POINTS, LEAST_SHARE * len(one)):
        return None
    return _placed(now, found, physical_set, way)


def _placed(now: Image, found: FoundBoard, physical_set: PhysicalSet, way: Array) -> Tracked | None:
    """The pose that the homography between two pictures asks for, put right by the edges if they are near."""
    side = side_mm(found, physical_set)
    spots = square(side)
    grid = np.concatenate([spots * share for share in (1.0, 0.5)])
    pixels = cv2.perspectiveTransform(found.pose.project(grid).reshape(-1, 1, 2), way)
    camera = found.pose.camera
    ok, rvec, tvec = cv2.solvePnP(
        grid,
        pixels,
        camera.matrix,
        np.array(camera.dist),
        np.array(found.pose.rvec).reshape(3, 1),
        np.array(found.pose.tvec).reshape(3, 1),
        useExtrinsicGuess=True,
    )
    if not ok:
        return None
    pose = Pose(camera, _three(rvec), _three(tvec))
    predicted = _board(found, pose, side)
    way_px = _apart_px(found, predicted)
    edged = follow_board(now, predicted, physical_set)
    if edged is not None and _apart_px(edged, predicted) < TRUSTED_PX:
        predicted = edged
    return Tracked(predicted, way_px)


def _three(values: Array) -> tuple[float, float, float]:
    x, y, z = values.ravel().tolist()
    return x, y, z


def _board(found: FoundBoard, pose: Pose, side: float) -> FoundBoard:
    corners = tuple((float(u), float(v)) for u, v in pose.project(square(side)))
    return FoundBoard(found.board, pose, corners, found.focal_error)


def _apart_px(one: FoundBoard, other: FoundBoard) -> float:
    return float(np.linalg.norm(np.array(one.corners_px) - np.array(other.corners_px), axis=1).max())

"""How a board moved between two pictures, by the grain, the marks and the pieces that both show."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from cv2.typing import MatLike

from calibration.arrays import Array, Float, Image, Mask
from calibration.board_plan import BoardPlan
from vision.board.follow import follow_board, side_mm
from vision.found_board import FoundBoard, corners_of, square

MOST_POINTS = 300
LEAST_QUALITY = 0.01
APART_PX = 7
WINDOW_PX = 21
PYRAMID = 4  # halvings: what moved by some fifty pixels is found again
ROUND_TRIP_PX = 1.0  # back to the first picture, a point must come home this near
OUTLIER_PX = 2.5  # pieces stand above the board and move a little otherwise
FEWEST_POINTS = 16
LEAST_SHARE = 0.35  # of the points that must agree: a hand and turned pieces take some away
TRUSTED_PX = 1.5  # edges may improve what was tracked by this much; farther away they are other lines


@dataclass(frozen=True)
class Tracked:
    """Where the board is now, and how far its corners went."""

    found: FoundBoard
    way_px: float


def track_board(before: Image, now: Image, found: FoundBoard, plan: BoardPlan) -> Tracked | None:
    """The board of the picture `before`, found again in `now`, seen by the same camera; None if too little agrees."""
    grey = cv2.cvtColor(now, cv2.COLOR_BGR2GRAY) if now.ndim == 3 else now
    if before.shape != grey.shape:
        return None
    mask = np.zeros(before.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(np.array(found.corners_px)).astype(np.int32), 255)
    points = cv2.goodFeaturesToTrack(before, MOST_POINTS, LEAST_QUALITY, APART_PX, mask=mask)
    if points is None or len(points) < FEWEST_POINTS:
        return None
    there, good = _flow(before, grey, points)
    back, home = _flow(grey, before, there)
    trip = np.linalg.norm((back - points).reshape(-1, 2), axis=1)
    kept = good & home & (trip < ROUND_TRIP_PX)
    if np.count_nonzero(kept) < max(FEWEST_POINTS, LEAST_SHARE * len(points)):
        return None
    one, other = points.reshape(-1, 2)[kept], there.reshape(-1, 2)[kept]
    cv2.setRNGSeed(1)
    way, agree = cv2.findHomography(one, other, cv2.RANSAC, OUTLIER_PX)
    if way is None or np.count_nonzero(agree) < max(FEWEST_POINTS, LEAST_SHARE * len(one)):
        return None
    return _placed(now, found, plan, way)


def _flow(before: MatLike, now: MatLike, points: MatLike) -> tuple[Float, Mask]:
    """Where points of one picture are in another, and which of them were found there."""
    size = (WINDOW_PX, WINDOW_PX)
    # OpenCV's hints do not know that no first guess need be given.
    there, good, _ = cv2.calcOpticalFlowPyrLK(before, now, points, None, winSize=size, maxLevel=PYRAMID)  # type: ignore[call-overload]
    return there, good.ravel() > 0


def _placed(now: Image, found: FoundBoard, plan: BoardPlan, way: Array) -> Tracked | None:
    """The pose that the homography between two pictures asks for, put right by the edges if they are near."""
    side = side_mm(found, plan)
    grid = np.concatenate([square(side) * share for share in (1.0, 0.5)])
    pixels = cv2.perspectiveTransform(found.pose.project(grid).reshape(-1, 1, 2), way)
    pose = found.pose.moved_to(grid, pixels, found.pose.camera)
    if pose is None:
        return None
    predicted = FoundBoard(found.board, pose, corners_of(pose, side), found.focal_error)
    way_px = _apart_px(found, predicted)
    edged = follow_board(now, predicted, plan)
    if edged is not None and _apart_px(edged, predicted) < TRUSTED_PX:
        predicted = edged
    return Tracked(predicted, way_px)


def _apart_px(one: FoundBoard, other: FoundBoard) -> float:
    return float(np.linalg.norm(np.array(one.corners_px) - np.array(other.corners_px), axis=1).max())

"""Following a board from picture to picture: is it still where it was, or a little aside?"""

from __future__ import annotations

import numpy as np

from calibration.arrays import Image
from calibration.board_plan import BoardPlan
from vision.board.edges import measure_edges
from vision.board.fit import fit
from vision.board.settings import BoardSettings
from vision.found_board import FoundBoard, corners_of, square

DEFAULT = BoardSettings()


def follow_board(
    image: Image, previous: FoundBoard, plan: BoardPlan, settings: BoardSettings = DEFAULT
) -> FoundBoard | None:
    """The board near where it was, seen by the same camera; None if its edges are not there any more.

    A hand or a sleeve may hide up to half of them. The pose is kept as it was unless the edges say it has moved by more
    than they can tell: their noise should not make the picture tremble.
    """
    height, width = image.shape[:2]
    if previous.pose.camera.size != (width, height):
        return None
    scale = max(width, height) / 1280
    # A board whose side was fitted is as large as its corners say.
    side = side_mm(previous, plan)
    thickness = plan.thickness_mm
    window = settings.follow_px * scale
    edges = measure_edges(image, previous.pose, side, thickness, window, window, settings)
    if float(edges.support.mean()) < settings.follow_support:
        return None
    shift = np.array([np.median(edges.offset_px[edges.side == k]) for k in range(4) if (edges.side == k).any()])
    if float(np.abs(shift).max()) < settings.still_px * scale:
        return previous
    moved = fit(previous.pose, edges.seen, settings, camera_known=True)
    again = measure_edges(image, moved.pose, side, thickness, window / 2, window / 2, settings)
    if float(again.support.mean()) < settings.follow_support:
        return None
    pose = fit(moved.pose, again.seen, settings, camera_known=True).pose
    return FoundBoard(previous.board, pose, corners_of(pose, side), previous.focal_error)


def side_mm(found: FoundBoard, plan: BoardPlan) -> float:
    """The side of which `found.corners_px` are the corners."""
    given = found.pose.project(square(plan.side_mm))
    seen = np.array(found.corners_px)
    factor = np.linalg.norm(seen[2] - seen[0]) / np.linalg.norm(given[2] - given[0])
    return plan.side_mm * float(factor)

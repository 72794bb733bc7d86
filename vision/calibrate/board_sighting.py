"""What a picture shows of a board itself, to measure cameras and sets with: its edges, and the marks on it."""

from __future__ import annotations

import numpy as np

from calibration.arrays import Image
from calibration.board_plan import BoardPlan
from calibration.bundle import MEASURED, Sightings
from calibration.pose import Pose
from vision.board.edges import measure_edges
from vision.board.refine import look_at_marks
from vision.board.settings import BoardSettings

SIDE = MEASURED.index("board_side")


def see_board(image: Image, pose: Pose, plan: BoardPlan, view: int, settings: BoardSettings) -> Sightings:
    """The board's edges and the marks of its points, where the pose has them to a few pixels."""
    scale = max(image.shape[:2]) / 1280
    window = settings.windows_px[-1] * scale
    edges = measure_edges(image, pose, plan.side_mm, plan.thickness_mm, window, window, settings).seen
    marks = look_at_marks(image, pose, plan, settings)
    parts = []
    for seen, grows in ((edges, True), (marks, False)):
        count = len(seen.sigma_px)
        slopes = np.zeros((count, 3, len(MEASURED)))
        base = seen.points_mm / plan.pitch_mm
        if grows:
            slopes[:, :, SIDE] = seen.points_mm / plan.side_mm
            base = np.zeros_like(base)
        here = np.full(count, view, np.intp)
        parts.append(
            Sightings(
                here,
                base,
                slopes,
                seen.pixels,
                seen.normal,
                seen.sigma_px,
                np.full(count, -1, np.intp),
                np.zeros((count, 2)),
            )
        )
    return Sightings.join(parts)

"""Pictures of one position from several sides, drawn by the simulator."""

from __future__ import annotations

from functools import cache

import cv2

from calibration.physical_set import PhysicalSet
from referee.tactori.text import parse_text
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at

SET = PhysicalSet.in_proportion(31.0)
ELEVATION_DEG = 32.0
HIDING = "5 a1:Y a4:YY b3:BB c3:B c4:RRRRR c5:G d2:RB e1:G e5:R B:b3-c3@1"
"""From the near side c5 is behind c4, from the others it can be seen."""
ALONE = "5 c3:R"
"""Looks alike from every side."""


@cache
def view(position: str, turned: int, seed: int = 0) -> bytes:
    """The picture for which the camera went round the board by so many degrees, anticlockwise seen from above."""
    pose = look_at(SET, ELEVATION_DEG, float(turned), size=(1100, 800), highest_floor=5)
    picture = draw_position(parse_text(position), SET, pose, seed=seed)
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1])

"""Where the camera stands: how steeply it looks down, how large it sees the board, and what is outside the picture."""

from __future__ import annotations

import numpy as np

from vision.corners import Corners
from vision.doctor.light import shortened
from vision.doctor.report import Aspect, Finding, grade, judged
from vision.doctor.seen import Seen
from vision.doctor.settings import DoctorSettings
from words.message import Message, message

SIDE_WORDS = {
    "left": Message("doctor.side.left"),
    "right": Message("doctor.side.right"),
    "upper": Message("doctor.side.upper"),
    "lower": Message("doctor.side.lower"),
}


def judge_angle(seen: Seen, settings: DoctorSettings) -> Finding:
    if seen.found is None:
        return Finding(Aspect.ANGLE, None, message("doctor.not_judged"))
    angle = seen.found.pose.elevation_deg
    shown = f"{angle:.0f}"
    faults = [
        (
            grade(angle, settings.flat_deg),
            message("doctor.angle.flat", deg=shown, least=f"{settings.flattest_advised_deg:.0f}"),
        ),
        (
            grade(angle, settings.steep_deg),
            message("doctor.angle.steep", deg=shown, most=f"{settings.steepest_advised_deg:.0f}"),
        ),
    ]
    words = message("doctor.angle.seen", deg=shown)
    return judged(Aspect.ANGLE, words, faults, settings, {"elevation_deg": angle})


def judge_size(seen: Seen, settings: DoctorSettings) -> Finding:
    if seen.found is None:
        return Finding(Aspect.SIZE, None, message("doctor.not_judged"))
    pitch_px = seen.pitch_px
    faults = [
        (
            grade(pitch_px, settings.pitch_px),
            message("doctor.size.small", px=f"{pitch_px:.0f}", least=f"{settings.pitch_px[0]:.0f}"),
        )
    ]
    cramped, room = _without_room(seen, settings), _room(seen)
    side, least = min(room.items(), key=lambda item: item[1])
    if cramped:
        share = len(cramped) / len(seen.names)
        said = message("doctor.size.room", floors=settings.floors_in_picture, fields=shortened(cramped))
        faults.append((grade(share, settings.cramped_share), said))
    elif least < settings.border_share * seen.image.shape[1]:
        faults.append((settings.near_border_score, message("doctor.size.border", side=SIDE_WORDS[side])))
    measures = {"pitch_px": pitch_px, "room_px": least, "cramped": len(cramped) / len(seen.names)}
    words = message("doctor.size.seen", px=f"{pitch_px:.0f}")
    places = tuple(seen.outline_px(name) for name in cramped)
    return judged(Aspect.SIZE, words, faults, settings, measures, cramped, places)


def _room(seen: Seen) -> dict[str, float]:
    """Pixels between the board and each side of the picture."""
    assert seen.found is not None
    corners = np.array(seen.found.corners_px)
    (left, upper), (right, lower) = corners.min(axis=0), corners.max(axis=0)
    height, width = seen.image.shape[:2]
    return {"left": left, "right": width - 1 - right, "upper": upper, "lower": height - 1 - lower}


def _without_room(seen: Seen, settings: DoctorSettings) -> tuple[str, ...]:
    """Fields on which a stack of usual height would not be whole in the picture."""
    assert seen.found is not None
    top_mm = settings.floors_in_picture * seen.physical_set.tower_height
    points = np.array([[*seen.middle_mm(name), top_mm] for name in seen.names])
    pixels = seen.found.pose.project(points)
    height, width = seen.image.shape[:2]
    outside = np.asarray(((pixels < 0) | (pixels > [width - 1, height - 1])).any(axis=1))
    return tuple(name for name, out in zip(seen.names, outside, strict=True) if out)


def strip(side: str, size: tuple[int, int]) -> Corners:
    """The outermost part of the picture at one of its sides."""
    width, height = (float(length - 1) for length in size)
    thick = STRIP * width
    left, right = (width - thick if side == "right" else 0.0), (thick if side == "left" else width)
    upper, lower = (height - thick if side == "lower" else 0.0), (thick if side == "upper" else height)
    return (left, lower), (right, lower), (right, upper), (left, upper)


STRIP = 0.02
"""Of the picture's width."""

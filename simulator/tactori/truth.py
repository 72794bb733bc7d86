"""What a picture shows, for whoever wants to compare."""

from __future__ import annotations

from typing import Any

from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.position import Position
from simulator.hand import Hand
from simulator.look import Look
from simulator.tactori.visible import visible_px
from simulator.viewpoint import corners_mm


def truth_json(
    image: str,
    position: Position,
    physical_set: PhysicalSet,
    viewpoint: Pose,
    look: Look,
    seed: int,
    hand: Hand | None = None,
) -> dict[str, Any]:
    """What a picture shows: position, corners, set, camera and where it stands, and how much of each piece one sees."""
    corners = viewpoint.project(corners_mm(physical_set))
    towers, sticks = visible_px(position, physical_set, viewpoint, look, seed, hand)
    said = position.to_json()
    said["sticks"] = [{**stick, "visible_px": seen} for stick, seen in zip(said["sticks"], sticks, strict=True)]
    return {
        "image": image,
        **said,
        "corners": [[round(float(u), 2), round(float(v), 2)] for u, v in corners],
        "visible_px": towers,
        "set": physical_set.to_json(),
        "camera": viewpoint.camera.to_json(),
        "pose": {"rvec": list(viewpoint.rvec), "tvec": list(viewpoint.tvec)},
    }

"""Where the camera stands, for whoever draws over its picture."""

from __future__ import annotations

from typing import Any

from calibration.physical_set import MEASURES
from vision.eyes import Found
from vision.found_board import FoundBoard
from web.api.words import list_of, number, optional, ref, shape, whole

shape(
    "View",
    "Where the board is in the picture, and where the camera stands if that is known: x_camera = R(rvec) x + tvec in "
    "millimetres, from the middle of the board's top.",
    size=list_of(whole(), "Width and height of the picture.", minItems=2, maxItems=2),
    matrix=optional(list_of(list_of(number(), minItems=3, maxItems=3), minItems=3, maxItems=3)),
    dist=optional(list_of(number(), "k1, k2, p1, p2 as OpenCV has them.")),
    rvec=optional(list_of(number(), minItems=3, maxItems=3)),
    tvec=optional(list_of(number(), minItems=3, maxItems=3)),
    corners=ref("Corners"),
)
shape("Set", "A physical set, in millimetres.", **{name: optional(number()) for name in MEASURES})


def view_json(found: Found, size: tuple[int, int] | None = None) -> dict[str, Any]:
    """In pixels of the picture that was looked at, or of the same made this small."""
    size = size or found.size
    across, down = size[0] / found.size[0], size[1] / found.size[1]
    corners = [((u + 0.5) * across - 0.5, (v + 0.5) * down - 0.5) for u, v in found.corners_px]
    said = {"size": list(size), "corners": [[round(u, 1), round(v, 1)] for u, v in corners]}
    if not isinstance(found, FoundBoard):  # a flat board tells where it is, but not where the camera is
        return said
    pose = found.pose
    return (
        said
        | pose.camera.at_size(size).to_json()
        | {"rvec": list(map(float, pose.rvec)), "tvec": list(map(float, pose.tvec))}
    )

"""Where the camera stands, for whoever draws over its picture."""

from __future__ import annotations

from typing import Any

from calibration.physical_set import MEASURES
from vision.found_board import FoundBoard
from web.api.words import list_of, number, optional, ref, shape, whole

shape(
    "View",
    "Where the camera stands: x_camera = R(rvec) x + tvec in millimetres, from the middle of the board's top.",
    size=list_of(whole(), "Width and height of the picture.", minItems=2, maxItems=2),
    matrix=list_of(list_of(number(), minItems=3, maxItems=3), minItems=3, maxItems=3),
    dist=list_of(number(), "k1, k2, p1, p2 as OpenCV has them."),
    rvec=list_of(number(), minItems=3, maxItems=3),
    tvec=list_of(number(), minItems=3, maxItems=3),
    corners=ref("Corners"),
)
shape("Set", "A physical set, in millimetres.", **{name: optional(number()) for name in MEASURES})


def view_json(found: FoundBoard, size: tuple[int, int] | None = None) -> dict[str, Any]:
    """In pixels of the picture that was looked at, or of the same made this small."""
    seen = found.pose.camera
    size = size or seen.size
    across, down = size[0] / seen.size[0], size[1] / seen.size[1]
    corners = [((u + 0.5) * across - 0.5, (v + 0.5) * down - 0.5) for u, v in found.corners_px]
    return {
        **seen.at_size(size).to_json(),
        "rvec": list(map(float, found.pose.rvec)),
        "tvec": list(map(float, found.pose.tvec)),
        "corners": [[round(u, 1), round(v, 1)] for u, v in corners],
    }

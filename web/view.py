"""Where the camera stands, for whoever draws over its picture."""

from __future__ import annotations

from typing import Any

from vision.pose import FoundBoard


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

"""The board's four corners in a picture."""

from __future__ import annotations

Corners = tuple[tuple[float, float], ...]
"""In pixels, beside a1, i1, i9 and a9."""


def corners_json(corners: Corners) -> list[list[float]]:
    return [[round(u, 1), round(v, 1)] for u, v in corners]

"""Whether a board seems to run out of the picture: three sides seen, the fourth beyond the picture's edge."""

from __future__ import annotations

import numpy as np

from vision.board.lines import Lines, SmallPicture
from vision.board.settings import BoardSettings

SIDES = {"x-": "left", "x+": "right", "y-": "upper", "y+": "lower"}
"""Of the picture, by the axis along which and the way in which one leaves it."""


def runs_out(lines: Lines, small: SmallPicture, settings: BoardSettings) -> str | None:
    """The side of the picture at which two lines leave it that a third joins within it; None if there are no such.

    Only ever called for a picture in which no board was found, to tell the person why.
    """
    width, height = small.lens.size
    frame = small.straighten(np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]))
    low, high = frame.min(0), frame.max(0)
    n, d = lines.normal, lines.offset
    for k in range(len(d)):
        meets = []
        for i in range(len(d)):
            cross = n[k, 0] * n[i, 1] - n[k, 1] * n[i, 0]
            if abs(cross) < np.cos(np.radians(settings.opposite_deg)):
                continue
            corner = np.array([d[k] * n[i, 1] - d[i] * n[k, 1], n[k, 0] * d[i] - n[i, 0] * d[k]]) / cross
            if (corner > low).all() and (corner < high).all():
                side = _way_out(lines, i, corner, low, high, settings)
                meets += [(corner, sign) for sign in side]
        across = np.array([n[k, 1], -n[k, 0]])
        for a, (first, way_a) in enumerate(meets):
            for second, way_b in meets[:a]:
                start, end = sorted((float(first @ across), float(second @ across)))
                if way_a != way_b or end - start < settings.smallest_side * width:
                    continue
                covered = _covered(lines, k, start, end)
                if covered > settings.open_cover:
                    return SIDES[way_a]
    return None


def sides_beyond(corners: np.ndarray, size: tuple[int, int], allowed_px: float) -> tuple[str, ...]:
    """The sides of a picture of that size (width, height) beyond which corners lie."""
    low, high = corners.min(axis=0), corners.max(axis=0) - np.array(size) + 1
    beyond = {"x-": -low[0], "x+": high[0], "y-": -low[1], "y+": high[1]}
    return tuple(SIDES[way] for way, px in beyond.items() if px > allowed_px)


def _covered(lines: Lines, line: int, start: float, end: float) -> float:
    last = lines.covered.shape[1] - 1
    a, b = (int(np.clip(round(v) + lines.reach, 0, last)) for v in (start, end))
    return float(lines.covered[line, b] - lines.covered[line, a]) / max(end - start, 1.0)


def _way_out(
    lines: Lines, line: int, corner: np.ndarray, low: np.ndarray, high: np.ndarray, settings: BoardSettings
) -> list[str]:
    """The picture's borders to which a line is seen all the way from a corner."""
    direction = np.array([lines.normal[line, 1], -lines.normal[line, 0]])
    at = float(corner @ direction)
    found = []
    for sign in (1.0, -1.0):
        with np.errstate(divide="ignore"):
            steps = np.where(direction * sign > 0, (high - corner), (low - corner)) / (direction * sign)
        axis = int(np.argmin(steps))
        length = float(steps[axis])
        if length < settings.open_share * (high - low).max():
            continue
        ends = sorted((at, at + sign * length))
        # All the way to the border: the last stretch counts by itself.
        tail = sorted((at + sign * length * 0.9, at + sign * length))
        if _covered(lines, line, *ends) > settings.open_cover and _covered(lines, line, *tail) > 0.5:
            found.append("xy"[axis] + ("+" if direction[axis] * sign > 0 else "-"))
    return found

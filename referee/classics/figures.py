"""The figures of chess as outlines, so that they are drawn wherever shapes are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

from referee.top_view import Point

FOOT: tuple[Point, ...] = ((0.66, -0.9), (0.66, -0.68), (0.46, -0.56))
"""The right half of what all but the knight stand on; outlines go up on the right."""


def _arc(middle: float, radius: float, low_deg: float, high_deg: float) -> tuple[Point, ...]:
    """The right side of a ball on the axis, from below to above."""
    turns = [(low_deg + (high_deg - low_deg) * i / 6) * pi / 180 for i in range(7)]
    return tuple((radius * cos(turn), middle + radius * sin(turn)) for turn in turns)


def _mirrored(right: Sequence[Point]) -> tuple[Point, ...]:
    return (*right, *((-x, y) for x, y in reversed(right)))


OUTLINES: Mapping[str, tuple[Point, ...]] = {
    "P": _mirrored((*FOOT, (0.2, -0.1), (0.36, 0.02), (0.36, 0.12), (0.2, 0.16), *_arc(0.42, 0.32, -50, 90))),
    "R": _mirrored(
        (*FOOT, (0.36, 0.3), (0.56, 0.42), (0.56, 0.86), (0.33, 0.86), (0.33, 0.66), (0.13, 0.66), (0.13, 0.86))
    ),
    "N": (
        *((-0.66, -0.9), (0.66, -0.9), (0.66, -0.68), (0.54, -0.6), (0.56, -0.1), (0.46, 0.4), (0.24, 0.7)),
        *((0.06, 0.76), (0.02, 0.98), (-0.16, 0.72), (-0.44, 0.4), (-0.74, -0.02), (-0.72, -0.2), (-0.54, -0.3)),
        *((-0.34, -0.14), (-0.08, -0.12), (-0.42, -0.46), (-0.48, -0.6), (-0.66, -0.68)),
    ),
    "B": _mirrored(
        (
            *FOOT,
            (0.2, -0.2),
            (0.38, -0.1),
            (0.38, 0.0),
            (0.26, 0.04),
            (0.38, 0.3),
            (0.2, 0.64),
            *_arc(0.84, 0.12, -60, 90),
        )
    ),
    "Q": _mirrored((*FOOT, (0.8, 0.56), (0.44, 0.12), (0.4, 0.82), (0.14, 0.16), (0.0, 0.95))),
    "K": _mirrored(
        (
            *(*FOOT, (0.74, 0.06), (0.66, 0.34), (0.36, 0.42), (0.1, 0.3), (0.1, 0.6)),
            *((0.26, 0.6), (0.26, 0.76), (0.1, 0.76), (0.1, 0.96)),
        )
    ),
}
"""In a box from -1 to 1, y away from the near side."""


def figure(kind: str, middle: Point, size: float) -> tuple[Point, ...]:
    x, y = middle
    return tuple((x + size * u, y + size * v) for u, v in OUTLINES[kind])

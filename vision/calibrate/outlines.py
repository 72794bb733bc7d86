"""The lines that pieces show in a picture, as the set's measures make them: rims, corners, seams, grooves, sticks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.bundle import MEASURED
from vision.tactori.scene import (
    FAR,
    GROOVE_PER_STICK,
    INNER,
    LEFT,
    NEAR,
    RIGHT,
    STICK_SIDE,
    STICK_TOP,
    TOP,
    Field,
    Scene,
)
from vision.tactori.sticks import Found

Array = NDArray[np.float64]
Stack = tuple[int, ...]

WIDTH, HEIGHT, GROOVE, STICK, LENGTH = (MEASURED.index(name) for name in MEASURED[:5])
BEHIND = 0  # in the place of a face: whatever is there without the piece
ENDS = (0.12, 0.88)  # a line's own ends are rounded, and blurred with what is beside them


@dataclass(frozen=True)
class Line:
    """From one point to another, each `base` + `slopes` times the measures (in pitches).

    `inward` points from the line into the face that it bounds; `own` and `other` are the faces on either side.
    """

    base: Array
    slopes: Array
    inward: Array
    field: Field | None
    """Of the stack it belongs to; None for a stick."""
    own: int
    other: int
    paint: int
    other_paint: int | None
    piece: int
    pivot: tuple[float, float]
    wide: float = 1.0
    """By how much of the usual distance from the line its sides are looked at: less where the face is narrow."""


class _Pencil:
    """Writes points as bases and slopes."""

    def __init__(self, x: float, y: float) -> None:
        self.origin = np.array([x, y, 0.0])

    def at(self, **parts: tuple[float, float, float]) -> tuple[Array, Array]:
        """A point so many widths, heights, … from the middle of the field."""
        slopes = np.zeros((3, len(MEASURED)))
        for name, vector in parts.items():
            slopes[:, MEASURED.index(name)] += vector
        return self.origin, slopes


def lines_of(scene: Scene, stacks: Mapping[Field, Stack], sticks: Sequence[Found]) -> list[Line]:
    """The lines of all pieces that the camera could see if nothing stood before them."""
    made: list[Line] = []
    piece = 0
    for field, stack in stacks.items():
        for floor in range(1, len(stack) + 1):
            made += _tower_lines(scene, field, stack, floor, piece)
            piece += 1
    for stick in sticks:
        if stick.place.level and stick.place.a[1]:
            made += _stick_lines(scene, stick, piece)
            piece += 1
    return made


def _tower_lines(scene: Scene, field: Field, stack: Stack, floor: int, piece: int) -> list[Line]:
    x, y = scene.centre(field)
    sx, sy = scene.facing(x, y, scene.set.tower_width / 2)
    pitch = scene.set.pitch_9
    pencil = _Pencil(x / pitch, y / pitch)
    top = floor == len(stack)
    paint = stack[floor - 1]
    above = paint if top else stack[floor]
    made: list[Line] = []

    def add(
        a: tuple[Array, Array], b: tuple[Array, Array], inward: Array, own: int, other: int, out: int | None = None
    ) -> None:
        base, slopes = np.stack([a[0], b[0]]), np.stack([a[1], b[1]])
        narrow = 0.6 if INNER in (own, other) else 1.0
        made.append(Line(base, slopes, inward, field, own, other, paint, out, piece, (x / pitch, y / pitch), narrow))

    for axis, sign in ((0, -1), (0, 1), (1, -1), (1, 1)):
        seen = sign == (sx, sy)[axis]
        face = (RIGHT if sign > 0 else LEFT) if axis == 0 else (FAR if sign > 0 else NEAR)
        out, along, up = np.zeros(3), np.zeros(3), np.array([0.0, 0.0, 1.0])
        out[axis], along[1 - axis] = sign, 1.0

        def point(
            t_width: float, t_groove: float, height: float, groove: float, out: Array = out, along: Array = along
        ) -> tuple[Array, Array]:
            return pencil.at(
                tower_width=tuple(0.5 * out + 0.5 * t_width * along),
                stick_width=tuple(0.5 * GROOVE_PER_STICK * t_groove * along),
                tower_height=(0.0, 0.0, height),
                groove_depth=(0.0, 0.0, -groove),
            )

        for way in (-1.0, 1.0):
            outer, inner = point(way, 0.0, floor, 0.0), point(0.0, way, floor, 0.0)
            if seen and top:
                add(inner, outer, -out, TOP, face, paint)
            elif seen and above != paint:
                add(inner, outer, -up, face, face, above)
            elif not seen and top:
                add(inner, outer, -out, TOP, BEHIND)
            if seen:  # the posts beside the groove
                add(point(0.0, way, floor, 1.0), inner, way * along, face, INNER, paint)
        if seen:
            add(point(0.0, -1.0, floor, 1.0), point(0.0, 1.0, floor, 1.0), -up, face, INNER, paint)
            if floor == 1:
                add(point(-1.0, 0.0, 0.0, 0.0), point(1.0, 0.0, 0.0, 0.0), up, face, BEHIND)
    for a in (-1, 1):
        for b in (-1, 1):
            if a != sx and b != sy:
                continue
            corner = [
                pencil.at(tower_width=(0.5 * a, 0.5 * b, 0.0), tower_height=(0.0, 0.0, height))
                for height in (floor - 1.0, float(floor))
            ]
            side_x, side_y = RIGHT if a > 0 else LEFT, FAR if b > 0 else NEAR
            if a == sx and b == sy:
                add(*corner, np.array([0.0, -b, 0.0]), side_x, side_y, paint)
            elif a == sx:
                add(*corner, np.array([0.0, -b, 0.0]), side_x, BEHIND)
            else:
                add(*corner, np.array([-a, 0.0, 0.0]), side_y, BEHIND)
    return made


def _stick_lines(scene: Scene, stick: Found, piece: int) -> list[Line]:
    place = stick.place
    pitch = scene.set.pitch_9
    start, end = np.array(place.start) / pitch, np.array(place.end) / pitch
    across = 1 if place.a[0][1] == place.b[0][1] else 0
    lateral = np.zeros(3)
    lateral[across] = np.sign(scene.eye[across] / pitch - start[across]) or 1.0
    lifted = place.start[2] - place.a[1] * scene.set.tower_height + scene.set.groove_depth > scene.set.stick_width / 2
    middle = (float(start[0] + end[0]) / 2, float(start[1] + end[1]) / 2)
    made: list[Line] = []
    for stretch in place.stretches:
        if stretch.host is not None:
            continue
        flat = [start + share * (end - start) for share in (stretch.low, stretch.high)]
        base = np.array([[p[0], p[1], 0.0] for p in flat])
        for side, level, inward, own, other in (
            (1.0, 1.0, -lateral, STICK_TOP, STICK_SIDE),
            (-1.0, 1.0, lateral, STICK_TOP, BEHIND),
            (1.0, 0.0, np.array([0.0, 0.0, 1.0]), STICK_SIDE, BEHIND),
        ):
            slopes = np.zeros((2, 3, len(MEASURED)))
            slopes[:, :, STICK] = 0.5 * side * lateral
            slopes[:, 2, STICK] += level + (1.0 if lifted else 0.0)
            slopes[:, 2, HEIGHT] = place.a[1]
            slopes[:, 2, GROOVE] = -1.0
            paint = stick.paint if other == STICK_SIDE else None
            made.append(Line(base, slopes, inward, None, own, other, stick.paint, paint, piece, middle, 0.6))
    return made

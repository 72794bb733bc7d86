"""The lines that pieces show in a picture, as the set's measures make them: rims, corners, seams, sticks.

Lines inside a groove and between a stick's own faces are left out: they are too near to others and too much alike in
shade, and on photographs of known sets they made depth and width of the groove worse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Array
from calibration.bundle import MEASURED
from vision.tactori.scene import (
    FAR,
    GROOVE_PER_STICK,
    LEFT,
    NEAR,
    POSTS,
    RIGHT,
    STICK_SIDE,
    STICK_TOP,
    TOP,
    Field,
    Scene,
)
from vision.tactori.sticks import Found

Stack = tuple[int, ...]
PieceName = tuple[object, ...]

WIDTH, HEIGHT, GROOVE, STICK = (MEASURED.index(name) for name in MEASURED[:4])
BEHIND = 0  # in the place of a face: whatever is there without the piece
NARROW = 0.6  # see `Line.wide`
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

    @property
    def foot(self) -> bool:
        """Whether it is where a tower meets the board."""
        return self.field is not None and self.other == BEHIND and bool(self.inward[2] > 0)


def lines_of(scene: Scene, stacks: Mapping[Field, Stack], sticks: Sequence[Found]) -> list[Line]:
    """The lines of all pieces that the camera could see if nothing stood before them."""
    made: list[Line] = []
    number = {name: k for k, name in enumerate(piece_names(stacks, sticks))}
    for field, stack in stacks.items():
        for floor in range(1, len(stack) + 1):
            made += _tower_lines(scene, field, stack, floor, number[_tower_name(field, stack, floor)])
    for stick in sticks:
        if _measurable(stick):
            made += _stick_lines(scene, stick, number[_stick_name(stick)])
    return made


def piece_names(stacks: Mapping[Field, Stack], sticks: Sequence[Found]) -> list[PieceName]:
    """Names of the pieces in the order of their numbers: another view of the position names the same piece so too."""
    towers = [_tower_name(field, stack, k) for field, stack in stacks.items() for k in range(1, len(stack) + 1)]
    return towers + list(dict.fromkeys(_stick_name(stick) for stick in sticks if _measurable(stick)))


def _tower_name(field: Field, stack: Stack, floor: int) -> PieceName:
    return field, floor, stack[floor - 1]


def _stick_name(stick: Found) -> PieceName:
    return *stick.place.key, stick.paint


def _measurable(stick: Found) -> bool:
    """A level stick in two grooves lies where the measures say; others lean as they like."""
    return bool(stick.place.level and stick.place.a[1])


def _tower_lines(scene: Scene, field: Field, stack: Stack, floor: int, piece: int) -> list[Line]:
    x, y = scene.centre(field)
    sx, sy = scene.facing(x, y, scene.set.tower_width / 2)
    middle = (x / scene.set.pitch_9, y / scene.set.pitch_9)
    paint = stack[floor - 1]
    above = stack[floor] if floor < len(stack) else None
    up = np.array([0.0, 0.0, 1.0])
    made: list[Line] = []

    def point(aside: Array, height: float, groove: Array | float = 0.0) -> Array:
        """Slopes of a point so many widths aside and so many heights up, and groove widths aside."""
        slopes = np.zeros((3, len(MEASURED)))
        slopes[:, WIDTH], slopes[:, STICK] = aside, groove
        slopes[2, HEIGHT] = height
        return slopes

    def add(a: Array, b: Array, inward: Array, own: int, other: int, out: int | None = None) -> None:
        base = np.tile([*middle, 0.0], (2, 1))
        made.append(Line(base, np.stack([a, b]), inward, field, own, other, paint, out, piece, middle))

    for axis, sign in ((0, -1), (0, 1), (1, -1), (1, 1)):
        seen = sign == (sx, sy)[axis]
        face = _side(axis, sign)
        out, along = np.zeros(3), np.zeros(3)
        out[axis], along[1 - axis] = sign, 1.0
        for way in (-0.5, 0.5):  # from the groove to either corner
            rim = (
                point(0.5 * out, floor, way * GROOVE_PER_STICK * along),
                point(0.5 * out + way * along, floor),
            )
            if above is not None:
                if seen and above != paint:
                    add(*rim, -up, face, face, above)
            elif seen:
                add(*rim, -out, TOP, face, paint)
            else:
                add(*rim, -out, TOP, BEHIND)
        if seen and floor == 1:
            add(point(0.5 * (out - along), 0), point(0.5 * (out + along), 0), up, face, BEHIND)
    for a, b in POSTS:
        corner = np.array([a, b, 0.0]) / 2
        edge = (point(corner, floor - 1), point(corner, floor))
        if a == sx and b == sy:
            add(*edge, np.array([0.0, -b, 0.0]), _side(0, a), _side(1, b), paint)
        elif a == sx:
            add(*edge, np.array([0.0, -b, 0.0]), _side(0, a), BEHIND)
        elif b == sy:
            add(*edge, np.array([-a, 0.0, 0.0]), _side(1, b), BEHIND)
    return made


def _side(axis: int, sign: int) -> int:
    return ((LEFT, RIGHT), (NEAR, FAR))[axis][sign > 0]


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
        for side, level, inward, own in (
            (-1.0, 1.0, lateral, STICK_TOP),
            (1.0, 0.0, np.array([0.0, 0.0, 1.0]), STICK_SIDE),
        ):
            slopes = np.zeros((2, 3, len(MEASURED)))
            slopes[:, :, STICK] = 0.5 * side * lateral
            slopes[:, 2, STICK] += level + (1.0 if lifted else 0.0)
            slopes[:, 2, HEIGHT] = place.a[1]
            slopes[:, 2, GROOVE] = -1.0
            made.append(Line(base, slopes, inward, None, own, BEHIND, stick.paint, None, piece, middle, NARROW))
    return made

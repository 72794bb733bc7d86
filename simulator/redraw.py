"""The next position of a film: only what changed is drawn anew, with the shadows that it throws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.board import coordinates
from referee.tactori.position import Position, Stick
from referee.tactori.turn import compare
from simulator.draw import Drawn, draw_light
from simulator.expose import Picture, expose
from simulator.look import Look
from simulator.raster import Array
from simulator.solids import lifted_sticks
from simulator.viewpoint import field_mm
from simulator.window import Window, window_around

# What a piece dims around it, in pitches of the 9x9 board: three standard deviations of the light's blur.
DIMS_PITCHES = 1.4
MARGIN_PX = 6
# Around the window, for what looks at neighbouring pixels.
RIM_PX = 6
# If more than this share of the picture changed, the rest might as well be drawn too.
MOST_CHANGED = 0.5


def redraw(
    before: Position,
    drawn: Drawn,
    clean: Picture,
    after: Position,
    physical_set: PhysicalSet,
    viewpoint: Pose,
    look: Look,
    seed: int,
) -> tuple[Drawn, Picture]:
    """What `draw_light` and `expose` make of the position after, given what they made of the one before.

    Set, viewpoint, look and seed are the same for both. Sticks are given in the order in which they were laid.
    """
    size = viewpoint.camera.size
    window = _changed(before, after, physical_set, viewpoint, look)
    if drawn.bend.u is not None or window is None or np.prod(window.size) > MOST_CHANGED * np.prod(size):
        made = draw_light(after, physical_set, viewpoint, look, seed)
        return made, expose(made.light, made.bend, look, size, None)
    rim = Window(
        max(window.u0 - RIM_PX, 0), max(window.v0 - RIM_PX, 0),
        min(window.u1 + RIM_PX, size[0]), min(window.v1 + RIM_PX, size[1]),
    )  # fmt: skip
    part = draw_light(after, physical_set, viewpoint, look, seed, window=rim)
    light, nearness, picture = drawn.light.copy(), drawn.nearness.copy(), clean.copy()
    inner = Window(window.u0 - rim.u0, window.v0 - rim.v0, window.u1 - rim.u0, window.v1 - rim.v0)
    light[:, *window.slices] = part.light[:, *inner.slices]
    finer = drawn.nearness.shape[0] // drawn.light.shape[1]
    nearness[window.finer(finer).slices] = part.nearness[inner.finer(finer).slices]
    exposed = expose(light[:, *rim.slices], drawn.bend, look, size, None, (rim.u0, rim.v0))
    picture[window.slices] = exposed[inner.slices]
    return replace(drawn, light=light, nearness=nearness), picture


def _changed(
    before: Position, after: Position, physical_set: PhysicalSet, viewpoint: Pose, look: Look
) -> Window | None:
    """The part of the picture in which anything may look different."""
    boxes = list(_boxes(before, after, physical_set))
    if not boxes:
        return Window(0, 0, 1, 1)
    around = DIMS_PITCHES * physical_set.pitch_9 + physical_set.tower_width
    lamp = look.lamp_direction
    points = []
    for (x0, y0), (x1, y1), top in boxes:
        for x in (x0 - around, x1 + around):
            for y in (y0 - around, y1 + around):
                points += [(x, y, -physical_set.board_thickness), (x, y, top)]
                # Its shadow, at most as far as the table.
                falls = (top + physical_set.board_thickness) / lamp[2]
                points.append((x - falls * lamp[0], y - falls * lamp[1], -physical_set.board_thickness))
    return window_around(viewpoint.project(np.array(points)), viewpoint.camera.size, MARGIN_PX)


def _boxes(before: Position, after: Position, physical_set: PhysicalSet) -> Iterator[tuple[Array, Array, float]]:
    """For each piece that came, went or lies otherwise: from where to where on the board, and how high."""

    def place(at: str) -> Array:
        return np.array(field_mm(*coordinates(at), after.board, physical_set))

    difference = compare(before, after)
    for change in difference.stacks:
        floors = max(before.height(change.at), after.height(change.at))
        yield place(change.at), place(change.at), floors * physical_set.tower_height
    lying: list[tuple[Stick, bool]] = []
    for position in (before, after):
        lying += set(zip(position.sticks, lifted_sticks(position.sticks), strict=True))
    for stick, _ in (each for each in lying if lying.count(each) == 1):
        a, b = place(stick.a.at), place(stick.b.at)
        high = max(stick.a.floor, stick.b.floor) * physical_set.tower_height + 2 * physical_set.stick_width
        yield np.minimum(a, b), np.maximum(a, b), high

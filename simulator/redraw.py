"""The next picture of a film: only what changed is drawn anew, with the shadows that it throws."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from calibration.pose import Pose
from simulator.draw import Drawn, Stage, draw_stage, shadows_of
from simulator.expose import Picture, expose
from simulator.look import Look
from simulator.viewpoint import Slab
from simulator.window import Window, united, window_around

MARGIN_PX = 6
# Around the window, for what looks at neighbouring pixels.
RIM_PX = 6
# If more than this share of the picture changed, the rest might as well be drawn too.
MOST_CHANGED = 0.5


@dataclass(frozen=True)
class Changed:
    """Something that came, went or lies otherwise, in millimetres: from where to where, how high, and how far around
    itself it dims the light."""

    low: tuple[float, float]
    high: tuple[float, float]
    top: float
    around: float


def redraw(
    drawn: Drawn, clean: Picture, after: Stage, changed: Iterable[Changed], viewpoint: Pose, look: Look
) -> tuple[Drawn, Picture]:
    """What `draw_stage` and `expose` make of the stage after, given what they made of the one before.

    Viewpoint and look are the same for both.
    """
    size = viewpoint.camera.size
    found = [_window(each, after.slab, viewpoint, look) for each in changed]
    windows = united(each for each in found if each is not None)
    area = sum(int(np.prod(each.size)) for each in windows)
    if drawn.bend.u is not None or area > MOST_CHANGED * np.prod(size):
        made = draw_stage(after, viewpoint, look)
        return made, expose(made.light, made.bend, look, size, None)
    if not windows:
        return drawn, clean
    light, nearness, picture = drawn.light.copy(), drawn.nearness.copy(), clean.copy()
    finer = drawn.nearness.shape[0] // drawn.light.shape[1]
    shadows = shadows_of(after, look)
    for window in windows:
        rim = Window(
            max(window.u0 - RIM_PX, 0), max(window.v0 - RIM_PX, 0),
            min(window.u1 + RIM_PX, size[0]), min(window.v1 + RIM_PX, size[1]),
        )  # fmt: skip
        part = draw_stage(after, viewpoint, look, rim, shadows)
        inner = Window(window.u0 - rim.u0, window.v0 - rim.v0, window.u1 - rim.u0, window.v1 - rim.v0)
        light[:, *window.slices] = part.light[:, *inner.slices]
        nearness[window.finer(finer).slices] = part.nearness[inner.finer(finer).slices]
        exposed = expose(light[:, *rim.slices], drawn.bend, look, size, None, (rim.u0, rim.v0))
        picture[window.slices] = exposed[inner.slices]
    return replace(drawn, light=light, nearness=nearness), picture


def _window(each: Changed, slab: Slab, viewpoint: Pose, look: Look) -> Window | None:
    """The part of the picture in which anything may look different; None if that is outside of it."""
    lamp = look.lamp_direction
    points = []
    for x in (each.low[0] - each.around, each.high[0] + each.around):
        for y in (each.low[1] - each.around, each.high[1] + each.around):
            points += [(x, y, -slab.board_thickness), (x, y, each.top)]
            # Its shadow, at most as far as the table.
            falls = (each.top + slab.board_thickness) / lamp[2]
            points.append((x - falls * lamp[0], y - falls * lamp[1], -slab.board_thickness))
    return window_around(viewpoint.project(np.array(points)), viewpoint.camera.size, MARGIN_PX)

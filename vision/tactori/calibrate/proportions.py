"""How wide and how high a set's towers are, about: the proportions whose stacks explain the pictures best.

What each paint looks like on each face is known from a reading with other proportions. So is which stack hides which,
and so every stack can be weighed by itself: how much speaks for paint at every level of its sides, and for a top at
every level. All heights of a tower are then read off the same sums. Pictures of one position add theirs up: from
straight above all heights look nearly alike, from a second side they do not.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Array
from calibration.physical_set import PhysicalSet
from vision.tactori.panes import Pane
from vision.tactori.scene import HIGHEST, TOP, Field, Scene, side_faces
from vision.tactori.stacks import Stack, StackSearch

LEVEL = 0.05  # pitches from one level to the next: one or two pixels of the working picture
# Where the faces are looked at, in half widths from their middle: beside the groove, and not at the very rim.
SIDE = np.array([-0.85, -0.6, 0.6, 0.85])
POST = np.array([(a * k, b * k) for k in (0.8, 0.5) for a, b in ((-1, -1), (1, -1), (-1, 1), (1, 1))])
KNOT = 4  # levels from one projected point to the next: between them, a line is straight enough
ABOVE_REACH = 0.5  # pitches above what the colours allow with usual towers: what is higher shows no paint
# Of what the best explain: so much more must explain a width or height that is one standard deviation from the usual
# one. From straight above all heights explain nearly as much, and a third of the height was once found missing.
UNUSUAL = 0.02
LARGEST_GROOVE = 0.55  # of a tower's height


@dataclass(frozen=True)
class Proportions:
    """In pitches, and the stacks that stand there with towers like these."""

    width: float
    height: float
    stacks: dict[Field, Stack]


def with_towers(made: PhysicalSet, width: float, height: float, fixed: Container[str]) -> PhysicalSet:
    """The set with towers of these proportions, in pitches, but for the measures that are fixed."""
    groove = min(made.groove_depth, LARGEST_GROOVE * height * made.pitch_9)
    sizes = {"tower_width": width * made.pitch_9, "tower_height": height * made.pitch_9, "groove_depth": groove}
    return made.resized({name: size for name, size in sizes.items() if name not in fixed})


def find_proportions(
    search: StackSearch, widths: Sequence[float], heights: Sequence[float], stray: Mapping[str, float]
) -> Proportions | None:
    """Weighs all widths and heights, in pitches, for the stacks that were found; None if there are none.

    What speaks for a stack is what speaks for it in all pictures that were searched. Those stacks are of a set that is
    as usual, from which sets `stray` so far.
    """
    fields = list(search.stacks)
    if not fields:
        return None
    usual = search.panes[0].scene.set
    reach = max(search.reach[field] for field in fields)
    levels = int((reach * usual.tower_height / usual.pitch_9 + ABOVE_REACH) / LEVEL) + 2
    gains = [_gains(pane, fields, np.array(widths), levels) for pane in search.panes]
    sides, tops = (sum((gain[k] for gain in gains[1:]), gains[0][k]) for k in (0, 1))
    summed = np.concatenate([np.zeros_like(sides[:, :, :1]), np.cumsum(sides, axis=2)[:, :, :-1]], axis=2)
    floors = np.arange(1, HIGHEST + 1)
    cost = search.cost * floors
    at = np.array(heights)[:, None] * np.arange(HIGHEST + 1) / LEVEL
    inside = at[:, 1:] <= summed.shape[2] - 1
    each = np.diff(_between(summed, at), axis=3)  # (stacks, widths, heights, floors, paints)
    highest = each + _between(tops, at)[:, :, :, 1:]
    best = each.max(axis=4)
    scores = np.cumsum(best, axis=3) - best + highest.max(axis=4) - cost
    scores = np.where(inside, scores, -np.inf)
    total = np.maximum(scores.max(axis=3), 0.0).sum(axis=0)
    unusual = ((np.array(widths) - usual.tower_width / usual.pitch_9) / stray["tower_width"])[:, None] ** 2
    unusual = unusual + ((np.array(heights) - usual.tower_height / usual.pitch_9) / stray["tower_height"]) ** 2
    total -= UNUSUAL * total.max() * unusual
    i, j = (int(k) for k in np.unravel_index(total.argmax(), total.shape))
    stacks: dict[Field, Stack] = {}
    for k, field in enumerate(fields):
        floor = int(scores[k, i, j].argmax())
        if scores[k, i, j, floor] > 0:
            paints = np.append(each[k, i, j, :floor].argmax(axis=1), highest[k, i, j, floor].argmax())
            stacks[field] = tuple(int(paint) for paint in paints)
    return Proportions(float(widths[i]), float(heights[j]), stacks)


def _between(values: Array, levels: Array) -> Array:
    """Values of (stacks, widths, levels, …) at levels between: (stacks, widths, *levels.shape, …)."""
    low = np.clip(levels.astype(int), 0, values.shape[2] - 2)
    share = np.clip(levels - low, 0.0, 1.0).reshape(levels.shape + (1,) * (values.ndim - 3))
    return np.asarray(values[:, :, low] * (1 - share) + values[:, :, low + 1] * share)


def _gains(pane: Pane, fields: Sequence[Field], widths: Array, levels: int) -> tuple[Array, Array]:
    """By how much each paint explains each level better than what would be there without the stack.

    Of the sides from this level to the next, and of a top at this level; both (stacks, widths, levels, paints), in log
    likelihood times pixel of the photograph.
    """
    scene, canvas = pane.scene, pane.canvas
    pixels = _pixels(scene, fields, widths * scene.set.pitch_9 / 2, levels)
    there = np.round(np.clip(pixels, -1, [scene.width, scene.height])).astype(int)
    inside = np.asarray(((there >= 0) & (there < [scene.width, scene.height])).all(axis=-1))
    index = np.where(inside, there[..., 1] * scene.width + there[..., 0], 0)
    without, free = np.empty(index.shape, np.float32), inside
    faces = np.empty((len(fields), index.shape[-1]), np.int64)
    for k, field in enumerate(fields):
        laid = canvas.lift(field)
        without[k] = canvas.fit[index[k]]
        free[k] &= canvas.seen(index[k], scene.nearness(field))
        if laid is not None:
            canvas.lay(field, laid)
        x_face, y_face = side_faces(*scene.facing(*scene.centre(field), scene.set.tower_width / 2))
        faces[k] = np.repeat([x_face, y_face, TOP], [len(SIDE), len(SIDE), len(POST)])
    gain = canvas.likely(np.broadcast_to(faces[:, None, None], index.shape), index) - without[..., None]
    gain *= free[..., None] / pane.area
    many = len(SIDE)
    sides = np.zeros((*index.shape[:3], gain.shape[-1]))
    for part in (slice(0, many), slice(many, 2 * many)):
        # A side that the camera does not see has no area: its points were put onto one line.
        along = (pixels[..., part, :][..., -1, :] - pixels[..., part, :][..., 0, :]) * 2 / (SIDE[-1] - SIDE[0])
        up = np.gradient(pixels[..., part.start, :], axis=2)
        sides += gain[..., part, :].mean(axis=3) * _area(along, up)[..., None]
    corners = pixels[..., 2 * many :, :]
    wide = POST[1, 0] - POST[0, 0]
    across, away = ((corners[..., k, :] - corners[..., 0, :]) * 2 / wide for k in (1, 2))
    return sides, gain[..., 2 * many :, :].mean(axis=3) * _area(across, away)[..., None]


def _pixels(scene: Scene, fields: Sequence[Field], halves: Array, levels: int) -> Array:
    """Where the faces are looked at: (stacks, widths, levels, points, 2), first the two sides, then the top.

    A side is looked at half way to the next level.
    """
    centres = np.array([scene.centre(field) for field in fields])
    facing = np.array([scene.facing(x, y, scene.set.tower_width / 2) for x, y in centres])
    many = len(SIDE)
    flat = np.empty((len(fields), 2 * many + len(POST), 2))
    for axis in (0, 1):
        part, sign = slice(axis * many, (axis + 1) * many), facing[:, axis, None]
        flat[:, part, axis] = sign
        flat[:, part, 1 - axis] = SIDE * np.abs(sign)
    flat[:, 2 * many :] = POST
    knots = np.arange(levels // KNOT + 2) * KNOT
    points = np.empty((len(fields), len(halves), len(knots), flat.shape[1], 3))
    points[..., :2] = centres[:, None, None, None] + flat[:, None, None] * halves[:, None, None, None]
    points[..., 2] = knots[:, None] * LEVEL * scene.set.pitch_9
    pixels = scene.project(points.reshape(-1, 3)).reshape(*points.shape[:-1], 2)
    at = np.arange(levels) / KNOT
    sides = _between(pixels[..., : 2 * many, :], at + 0.5 / KNOT)
    return np.concatenate([sides, _between(pixels[..., 2 * many :, :], at)], axis=3)


def _area(one: Array, other: Array) -> Array:
    return np.asarray(np.abs(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]))

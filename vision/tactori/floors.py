"""The faces of floors, straightened: what the photograph shows of each at full resolution, beside what is expected.

A strip of three pixels has no pixel of its own colour: lens and compression mix it with its neighbours. So each paint
is tried: what the floor and those above and below it would look like with it, blurred as the camera blurs. Colours are
relative to the paint that is tried, so that all four look alike.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Float
from vision.tactori.canvas import summed
from vision.tactori.scene import TOP, Field, Scene, side_faces
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import Stack
from vision.tactori.strips import LIMIT, Learned, ratios_at

Ints = NDArray[np.int64]

HIGH, WIDE = 16, 12
"""Samples of one face."""
FACES = 3
"""The two sides towards the camera and the top, beside each other; only the highest floor shows its top."""
BESIDE = 1.15  # half widths of a tower to either side of its middle
BELOW, ABOVE = -0.5, 1.5  # floors
CHANNELS = 9
FACTS = 10
PAINTS = 4


@dataclass(frozen=True, eq=False)
class Floor:
    """A floor whose paint is asked for, with what speaks for each of the four."""

    field: Field
    floor: int
    margin: float
    """Log likelihood times pixel of the photograph, as the working picture has it: of the best paint over the next."""
    seen_px: float
    sides: Float  # (paints, channels, high, 3 * wide)
    facts: Float  # (paints, facts)


def weigh_floors(
    learned: Learned,
    stacks: Mapping[Field, Stack],
    settings: ReaderSettings,
    told: Collection[tuple[Field, int]] = (),
) -> list[Floor]:
    """The floors of these stacks whose paint the working picture does not tell beyond doubt, nor another one."""
    every = [each for field, stack in stacks.items() for each in _seen_floors(learned, field, stack, settings)]
    asked = [each for each in every if not each.is_plain(settings) and (each.field, each.floor) not in told]
    if not asked:
        return []
    scene = learned.scene
    points, lengths = _grid(scene, asked)
    at = points.reshape(len(asked) * HIGH, FACES * WIDE, 2)
    shown = ratios_at(learned, at).reshape(*points.shape[:3], 3)
    near = learned.canvas.nearness[scene.nearest(points)]
    own = np.array([scene.nearness(each.field) for each in asked])[:, None, None]
    sides = _sides(learned, asked, stacks, shown, lengths, settings)
    sides[:, :, 6] = ((near == own).astype(np.float32) - (near > own))[:, None]
    no_top = [each.floor < len(stacks[each.field]) for each in asked]
    sides[no_top, :, :, :, 2 * WIDE :] = 0.0
    made = []
    for i, each in enumerate(asked):
        facts = _facts(each, stacks[each.field], lengths[i], scene.pose.elevation_deg)
        made.append(Floor(each.field, each.floor, each.margin, each.seen_px, sides[i], facts))
    return made


@dataclass(frozen=True, eq=False)
class _Asked:
    field: Field
    floor: int
    gain: Array
    """By how much each paint explains it, in log likelihood times pixel of the photograph."""
    seen_px: float

    @property
    def margin(self) -> float:
        order = np.sort(self.gain)
        return float(order[-1] - order[-2])

    def is_plain(self, settings: ReaderSettings) -> bool:
        """Whether the working picture tells its paint beyond doubt."""
        return self.seen_px >= settings.sliver_px and self.margin >= settings.clear_paint


def plain_floors(
    learned: Learned, stacks: Mapping[Field, Stack], settings: ReaderSettings
) -> Iterator[tuple[Field, int]]:
    """The floors whose paint a working picture tells beyond doubt."""
    for field, stack in stacks.items():
        for each in _seen_floors(learned, field, stack, settings):
            if each.is_plain(settings):
                yield field, each.floor


def _facts(asked: _Asked, stack: Stack, lengths: Array, elevation_deg: float) -> Float:
    """(paints, facts)."""
    floor, gain = asked.floor, asked.gain
    order = np.sort(gain)
    made = np.zeros((PAINTS, FACTS), np.float32)
    for c in range(PAINTS):
        rest = gain[c] - (order[-1] if gain[c] < order[-1] else order[-2])
        made[c] = [
            np.tanh(rest / 200), np.tanh(rest / 2000), np.log1p(asked.seen_px) / 6,
            floor < len(stack) and stack[floor] == c, floor > 1 and stack[floor - 2] == c,
            floor == len(stack), floor == 1,
            *np.log1p(lengths) / 3, np.sin(np.radians(elevation_deg)),
        ]  # fmt: skip
    return made


def _seen_floors(learned: Learned, field: Field, stack: Stack, settings: ReaderSettings) -> list[_Asked]:
    """The floors of one stack of which something is seen."""
    scene, canvas = learned.scene, learned.canvas
    near, scale = scene.nearness(field), scene.scale**2
    made = []
    for floor in range(1, len(stack) + 1):
        patch = scene.tower_below(field, floor) if floor < len(stack) else scene.tower(field, floor)
        own = canvas.nearness[patch.pixels] == near
        seen_px = float(np.count_nonzero(own)) / scale
        if seen_px < settings.least_sliver_px:
            continue
        gain = summed(canvas.likely(patch.faces[own], patch.pixels[own])) / scale
        made.append(_Asked(field, floor, gain, seen_px))
    return made


def _grid(scene: Scene, asked: list[_Asked]) -> tuple[Array, Array]:
    """Pixels of the photograph, (floors, high, 3 * wide, 2), and how long a floor is on each side there."""
    half, height = scene.set.tower_width / 2, scene.set.tower_height
    across, up = np.linspace(-BESIDE, BESIDE, WIDE) * half, np.linspace(ABOVE, BELOW, HIGH)
    points = np.zeros((len(asked), HIGH, FACES * WIDE, 3))
    deep = np.linspace(BESIDE, -BESIDE, HIGH) * half
    for i, each in enumerate(asked):
        x, y = scene.centre(each.field)
        sx, sy = _sides_of(scene, each.field)
        points[i, :, :WIDE, 0], points[i, :, :WIDE, 1] = x + sx * half, y + across
        points[i, :, WIDE : 2 * WIDE, 0], points[i, :, WIDE : 2 * WIDE, 1] = x + across, y + sy * half
        points[i, :, :, 2] = (each.floor - 1 + up)[:, None] * height
        points[i, :, 2 * WIDE :, 0], points[i, :, 2 * WIDE :, 1] = x + across, y + deep[:, None]
        points[i, :, 2 * WIDE :, 2] = each.floor * height
    pixels = scene.pose.project(points.reshape(-1, 3)).reshape(*points.shape[:3], 2)
    middles = (WIDE // 2, WIDE + WIDE // 2)
    lengths = [np.linalg.norm(pixels[:, 0, k] - pixels[:, -1, k], axis=1) / (ABOVE - BELOW) for k in middles]
    return pixels, np.stack(lengths, axis=1)


def _sides_of(scene: Scene, field: Field) -> tuple[int, int]:
    """The two sides towards the camera, if need be one that is seen edge-on."""
    x, y = scene.centre(field)
    return (1 if scene.eye[0] > x else -1), (1 if scene.eye[1] > y else -1)


def _sides(
    learned: Learned,
    asked: list[_Asked],
    stacks: Mapping[Field, Stack],
    shown: Float,
    lengths: Array,
    settings: ReaderSettings,
) -> Float:
    """(floors, paints, channels, high, 3 * wide)."""
    count, mean = len(asked), learned.paints.mean
    up = np.linspace(ABOVE, BELOW, HIGH)
    made = np.zeros((count, PAINTS, CHANNELS, HIGH, FACES, WIDE), np.float32)
    faces = np.array([(*side_faces(*_sides_of(learned.scene, each.field)), TOP) for each in asked])
    by_face = shown.reshape(count, HIGH, FACES, WIDE, 3)
    for c in range(PAINTS):
        direction = mean[:, c, TOP, :2].mean(axis=0)
        direction = direction / max(float(direction @ direction), 0.05)
        made[:, c, 0] = by_face[..., :2] @ direction
        made[:, c, 1] = by_face[..., 0] * direction[1] - by_face[..., 1] * direction[0]
        made[:, c, 2] = by_face[..., 2] - mean[:, c, faces, 2].max(axis=0)[:, None, :, None]
    sides = _expected(mean, _paints(asked, stacks, up), faces[:, :2], lengths, settings)
    tops = np.broadcast_to(mean[:, :, TOP].transpose(1, 0, 2)[None, :, None, :, None], (*sides[:, :, :1].shape,))
    expected = np.concatenate([sides, tops], axis=2)
    off = by_face.transpose(0, 2, 1, 3, 4)[:, None, :, None] - expected[:, :, :, :, :, None]
    # In light or in shadow, whichever is closer.
    closer = np.abs(off).mean(axis=(4, 5, 6)).argmin(axis=3)
    off = np.take_along_axis(off, closer[:, :, :, None, None, None, None], axis=3)[:, :, :, 0]
    made[:, :, 3:6] = off.transpose(0, 1, 5, 3, 2, 4)
    made[:, :, 7] = (up - 0.5)[:, None, None]
    made[:, :, 8] = np.linspace(-1, 1, WIDE)
    return np.clip(np.nan_to_num(made), -LIMIT, LIMIT).reshape(count, PAINTS, CHANNELS, HIGH, FACES * WIDE)


def _paints(asked: list[_Asked], stacks: Mapping[Field, Stack], up: Array) -> Ints:
    """The paint of every row of samples, -1 where there is no floor: (floors, paints that are tried, high)."""
    made = np.full((len(asked), PAINTS, HIGH), -1)
    for i, each in enumerate(asked):
        stack = np.array(stacks[each.field])
        floor = np.floor(each.floor - 1 + up + 1e-9).astype(int)
        there = (floor >= 0) & (floor < len(stack))
        made[i, :, there] = stack[floor[there]][:, None]
        made[i][:, floor == each.floor - 1] = np.arange(PAINTS)[:, None]
    return made


def _expected(mean: Float, paints: Ints, faces: Ints, lengths: Array, settings: ReaderSettings) -> Array:
    """What the camera's blur leaves of the paints: (floors, paints that are tried, sides, shadow or light, high, 3)."""
    rows = (HIGH - 1) / (ABOVE - BELOW) * settings.camera_blur_px / np.maximum(lengths, 0.5)
    away = np.arange(HIGH)[:, None] - np.arange(HIGH)
    weight = np.exp(-0.5 * (away / np.maximum(rows, 0.3)[..., None, None]) ** 2)
    weight /= weight.sum(axis=-1, keepdims=True)
    sharp = mean[:, np.maximum(paints, 0)[:, :, None], faces[:, None, :, None]].transpose(1, 2, 3, 0, 4, 5)
    sharp = np.where((paints < 0)[:, :, None, None, :, None], np.float32(0.0), sharp)
    green = sharp[..., 2] - 0.3 * sharp[..., 0] - 0.1 * sharp[..., 1]
    light = np.exp(np.stack([green + sharp[..., 1], green, green + sharp[..., 0]], axis=-1))
    blue, green, red = np.moveaxis(np.log(weight[:, None, :, None] @ light), -1, 0)
    return np.stack([red - green, blue - green, 0.3 * red + 0.6 * green + 0.1 * blue], axis=-1)

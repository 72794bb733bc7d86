"""Measuring in a picture where the lines of pieces are, to a fraction of a pixel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array, Float, Image, Mask
from calibration.bundle import Sightings, measures_of
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from vision.sampling import sampled
from vision.tactori.bars import Bars
from vision.tactori.calibrate.outlines import BEHIND, ENDS, Line, lines_of
from vision.tactori.canvas import BEHIND_ALL, Canvas, Piece
from vision.tactori.read import board_mask, take_view, working_view
from vision.tactori.scene import FACES, Field, Scene, View
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import Stack, stack_piece
from vision.tactori.sticks import Found


@dataclass(frozen=True)
class SightingSettings:
    step_px: float = 3.0  # along a line: nearer sightings would say the same again
    beside_px: float = 1.5  # of the working picture: how far from a line its two sides are looked at
    least_angle: float = 0.2  # radians between two colours in linear light: less, and shadow looks like an edge
    least_shade: float = 0.12  # log light between two faces of one paint
    step_range: tuple[float, float] = (0.3, 2.5)  # of the step expected between two colours: more or less is another
    left_over: float = 0.3  # of the inner colour, that blur leaves beyond an edge
    sigma_px: float = 0.4  # of one sighting: noise and paint, measured on pieces whose place is known
    contact_factor: float = 8.0  # on `sigma_px` where a tower meets the board, which it colours with its light: the
    # line is seen 0.4 px too far out, and at 2.0 a height came out 2.5 % too large from a steep view
    fewest_px: int = 30  # pixels of the working picture from which a face's colour is told
    flank_px: float = 2.5  # beyond the search window, to see what lies on both sides


@dataclass(frozen=True)
class Labels:
    """For every pixel of the working picture: which piece one sees (its nearness), which face, which paint."""

    nearness: Array
    faces: NDArray[np.uint8]
    paint: NDArray[np.int8]
    on_board: Mask


def draw_labels(scene: Scene, stacks: Mapping[Field, Stack], sticks: Sequence[Found]) -> Labels:
    shape = (scene.height, scene.width)
    canvas = Canvas(np.zeros((1, *shape, 4), np.float32), np.zeros(shape, np.float32))
    for field, stack in stacks.items():
        canvas.lay(field, stack_piece(canvas, scene, field, stack))
    bars = Bars(scene, 1.0)
    for stick in sticks:
        for i, part in enumerate(bars.body(stick.place)):
            none = np.zeros(len(part.pixels), np.float32)
            paint = np.full(len(part.pixels), stick.paint, np.int8)
            piece = Piece(part.pixels, none, paint, part.faces, part.nearness, part.box)
            canvas.lay((*stick.place.key, i), piece)
    faces, paint = canvas.labels()
    return Labels(canvas.nearness.reshape(shape), faces, paint, board_mask(scene))


def linear_light(image: Image) -> Float:
    """Edges are where they are in linear light: blur mixes light, not the numbers a file stores."""
    return np.asarray(cv2.LUT(image, _LIGHT), dtype=np.float32)


_VALUES = np.arange(256) / 255.0
_LIGHT = np.where(_VALUES <= 0.04045, _VALUES / 12.92, ((_VALUES + 0.055) / 1.055) ** 2.4).astype(np.float32)


def see_pieces(
    light: Float,
    scene: Scene,
    stacks: Mapping[Field, Stack],
    sticks: Sequence[Found],
    window_px: float,
    view: int,
    settings: SightingSettings,
) -> Sightings:
    """Where the pieces' lines are, looked for up to `window_px` to both sides of where `scene` has them."""
    labels = draw_labels(scene, stacks, sticks)
    looks = _looks(light, scene.view, labels, settings)
    measures = measures_of(scene.set)
    samples = _samples(scene, lines_of(scene, stacks, sticks), measures, settings)
    if samples is None:
        return Sightings.none()
    return _measure(light, scene, samples, labels, looks, window_px, view, settings)


@dataclass(frozen=True)
class _Samples:
    line: NDArray[np.intp]
    lines: list[Line]
    base: Array
    slopes: Array
    pixels: Array
    normal: Array
    """Out of the face that the line bounds."""


def _samples(scene: Scene, lines: list[Line], measures: Array, settings: SightingSettings) -> _Samples | None:
    if not lines:
        return None
    pitch = scene.set.pitch_9
    base, slopes = np.stack([line.base for line in lines]), np.stack([line.slopes for line in lines])
    ends = base + slopes @ measures
    flat = scene.pose.project(ends.reshape(-1, 3) * pitch).reshape(-1, 2, 2)
    length = np.linalg.norm(flat[:, 1] - flat[:, 0], axis=1)
    shown = ENDS[1] - ENDS[0]
    count = np.where(np.isfinite(length), shown * length / settings.step_px, 0.0).astype(int)
    which = np.repeat(np.arange(len(lines)), count)
    if not len(which):
        return None
    turn = np.arange(len(which)) - (np.cumsum(count) - count)[which]
    shares = ENDS[0] + (turn + 0.5) / count[which] * shown
    where = base[which, 0] + shares[:, None] * (base[:, 1] - base[:, 0])[which]
    how = slopes[which, 0] + shares[:, None, None] * (slopes[:, 1] - slopes[:, 0])[which]
    points = where + how @ measures
    inward = np.stack([line.inward for line in lines])[which]
    along = (ends[:, 1] - ends[:, 0])[which]
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    hair = 0.01
    here, beside, within = np.split(
        scene.pose.project(np.concatenate([points, points + hair * along, points + hair * inward]) * pitch), 3
    )
    tangent = beside - here
    normal = np.stack([tangent[:, 1], -tangent[:, 0]], axis=1)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    normal *= np.where(((within - here) * normal).sum(1) > 0, -1.0, 1.0)[:, None]
    return _Samples(which, lines, where, how, here, normal)


def _looks(light: Float, view: View, labels: Labels, settings: SightingSettings) -> Array:
    """Linear light of each paint on each face, (4, faces, 3), and of the wood at [:, 0]; nan where nobody knows."""
    step = round(1 / view.scale)
    part = light[view.upper : view.upper + step * view.height, view.left : view.left + step * view.width]
    small = part if step == 1 else cv2.resize(part, (view.width, view.height), interpolation=cv2.INTER_AREA)
    pixels = small.reshape(-1, 3)
    made = np.full((4, FACES, 3), np.nan)
    kind = np.where(labels.faces > 0, labels.faces.astype(np.int32) * 4 + labels.paint, 0).ravel()
    for face in range(1, FACES):
        for paint in range(4):
            mine = pixels[kind == 4 * face + paint]
            if len(mine) >= settings.fewest_px:
                made[paint, face] = np.median(mine, axis=0)
    wood = pixels[((labels.faces == 0) & labels.on_board).ravel()]
    if len(wood) >= settings.fewest_px:
        made[:, BEHIND] = np.median(wood, axis=0)
    return made


def _measure(
    light: Float,
    scene: Scene,
    samples: _Samples,
    labels: Labels,
    looks: Array,
    window_px: float,
    view: int,
    settings: SightingSettings,
) -> Sightings:
    keep, inside, outside = _both_sides(scene, samples, labels, looks, settings)
    if not keep.any():
        return Sightings.none()
    index = np.flatnonzero(keep)
    filters, apart = _filters(inside[index], outside[index], settings)
    some = np.isfinite(filters[:, 0])
    index, filters, apart = index[some], filters[some], apart[some]
    if not len(index):
        return Sightings.none()
    reach = window_px + settings.flank_px
    steps = np.arange(-reach, reach + 0.25, 0.5)
    at = samples.pixels[index, None] + samples.normal[index, None] * steps[None, :, None]
    profile = sampled(light, at)
    signal = np.einsum("nsc,nc->ns", profile.reshape(len(index), len(steps), 3).astype(np.float64), filters)
    offset, good = _steepest(signal, steps, window_px, apart, settings)
    height, width = light.shape[:2]
    near = samples.pixels[index]
    good &= ((near > reach) & (near < [width - reach, height - reach])).all(axis=1)
    index, offset = index[good], offset[good]
    lines = [samples.lines[k] for k in samples.line[index]]
    sigma = settings.sigma_px * max(light.shape[:2]) / 1280
    loose = [settings.contact_factor if line.foot else 1.0 for line in lines]
    return Sightings(
        np.full(len(index), view, np.intp),
        samples.base[index],
        samples.slopes[index],
        samples.pixels[index] + samples.normal[index] * offset[:, None],
        samples.normal[index],
        sigma * np.array(loose),
        np.array([line.piece for line in lines], np.intp),
        np.array([line.pivot for line in lines]).reshape(-1, 2),
    )


def _both_sides(
    scene: Scene, samples: _Samples, labels: Labels, looks: Array, settings: SightingSettings
) -> tuple[Mask, Array, Array]:
    """Where a line is to be seen, with the faces on its two sides that it should have; and the light of both."""
    lines = samples.lines
    wide = np.array([line.wide for line in lines])[samples.line] * settings.beside_px / scene.scale
    found = []
    for way in (-1.0, 1.0):
        there = scene.view.from_photograph(samples.pixels + way * wide[:, None] * samples.normal)
        at = np.round(there).astype(int)
        ok = ((at >= 0) & (at < [scene.width, scene.height])).all(axis=1)
        u, v = np.clip(at[:, 0], 0, scene.width - 1), np.clip(at[:, 1], 0, scene.height - 1)
        found.append((ok, labels.nearness[v, u], labels.faces[v, u], labels.paint[v, u], labels.on_board[v, u]))
    (ok, near, face, paint, _), (ok_out, near_out, face_out, paint_out, board_out) = found
    own = np.array([line.own for line in lines])[samples.line]
    other = np.array([line.other for line in lines])[samples.line]
    mine = np.array([line.paint for line in lines])[samples.line]
    theirs = np.array([-1 if line.other_paint is None else line.other_paint for line in lines])[samples.line]
    home = np.array([np.nan if line.field is None else scene.nearness(line.field) for line in lines])[samples.line]
    keep = ok & ok_out & (face == own) & (paint == mine) & (np.isnan(home) | (near == home))
    within = other != BEHIND
    keep &= np.where(within, (face_out == other) & (paint_out == theirs), near_out < near)
    keep &= ~within | np.isnan(home) | (near_out == home)
    keep &= within | (near_out > BEHIND_ALL) | board_out  # what the table looks like nobody has said
    keep &= within | (near_out == BEHIND_ALL) | (paint_out != mine)
    inside = looks[np.maximum(paint, 0), face]
    outside = looks[np.maximum(paint_out, 0), face_out]
    return keep, inside, outside


def _filters(inside: Array, outside: Array, settings: SightingSettings) -> tuple[Array, Mask]:
    """For each sample a weight of the three colours that is 1 inside and 0 outside; nan where both look alike.

    And whether the two are of different colours, not only of different brightness.

    Between two colours it does not see how bright the outer one is, so that shadows are no edges.
    """
    made = np.full(inside.shape, np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        size_in, size_out = np.linalg.norm(inside, axis=1), np.linalg.norm(outside, axis=1)
        cosine = (inside * outside).sum(1) / (size_in * size_out)
        angle = np.arccos(np.clip(cosine, -1.0, 1.0))
        apart = angle > settings.least_angle
        across = inside - outside * ((inside * outside).sum(1) / size_out**2)[:, None]
        made[apart] = (across / (across * inside).sum(1)[:, None])[apart]
        shade = np.abs(np.log(size_in / size_out))
        alike = ~apart & (shade > settings.least_shade)
        change = inside - outside
        made[alike] = (change / (change * change).sum(1)[:, None])[alike]
    return made, apart


def _steepest(
    signal: Array, steps: Array, window_px: float, apart: Mask, settings: SightingSettings
) -> tuple[Array, Mask]:
    """Where each signal falls most steeply from inside to outside, and whether it is the step that was expected."""
    fall = np.zeros_like(signal)
    fall[:, 2:-2] = (signal[:, :-4] + signal[:, 1:-3] - signal[:, 3:-1] - signal[:, 4:]) / 2
    near = np.abs(steps) <= window_px
    weighted = np.where(near, fall * (1 - 0.5 * (steps / window_px) ** 2), -np.inf)
    peak = np.clip(weighted.argmax(1), 4, len(steps) - 5)
    each = np.arange(len(signal))
    before, top, after = fall[each, peak - 1], fall[each, peak], fall[each, peak + 1]
    bow = before - 2 * top + after
    bowed = (bow < -1e-9) & (top >= before) & (top >= after)
    offset = steps[peak] + 0.5 * np.where(bowed, 0.5 * (before - after) / np.where(bowed, bow, 1.0), 0.0)
    within, beyond = signal[each, peak - 4], signal[each, peak + 4]
    low, high = settings.step_range
    good = bowed & (within - beyond > low) & (within - beyond < high)
    # Between two colours nothing of the inner one is left beyond; otherwise it is an edge between two of its faces.
    return offset, good & (~apart | (beyond < settings.left_over * within))


def scene_for(image: Image, board: int, physical_set: PhysicalSet, pose: Pose, settings: ReaderSettings) -> Scene:
    return Scene(board, physical_set, pose, working_view(image, board, physical_set, pose, settings))


__all__ = ["Labels", "SightingSettings", "draw_labels", "linear_light", "see_pieces", "take_view"]

"""A stage in, its light out: everything in its place, lit, and seen through a lens."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from simulator.lens import Bend, bend_of
from simulator.look import Look
from simulator.raster import Array, FaceImage, FloatImage, Nearest, pinhole_planes, rasterise
from simulator.shade import (
    DIM_MM_PER_PX,
    REACH,
    SHADOW_MM_PER_PX,
    HeightMap,
    SoftEdge,
    height_map,
    lit,
    open_sky,
    soft_edge,
    surroundings,
)
from simulator.shapes import Faces, join
from simulator.surfaces import TABLE_MM, Pattern, ramp
from simulator.viewpoint import Slab, corners_mm
from simulator.window import Window, window_around

# Each pixel is the mean of this many across and down, so that edges are smooth.
FINER = 2
# The faces that are not painted in one colour come first; then those of the pieces.
TABLE, WALL, TOP, FIRST = 0, 1, 2, 3
WALL_COLOUR = (0.42, 0.41, 0.39)
# Beyond this many times the way to the board the table ends and a wall begins.
FARTHEST = 6.0
NEAREST_MM = 40.0
# Depths that differ by less than this share are the same edge.
SAME_DEPTH = 5e-4
# Light from all around comes more from above than from the sides.
SIDE_OF_SKY = 0.62


@dataclass(frozen=True)
class Eye:
    """A pinhole camera, as fine as the pixels to be averaged: rays and where they start."""

    rotation: Array
    tvec: Array
    matrix: Array
    whole: tuple[int, int]
    """The size of the whole picture."""
    window: Window
    """The part of it that is wanted."""

    @property
    def place(self) -> Array:
        return np.asarray(-self.rotation.T @ self.tvec)

    def through(self, window: Window) -> Eye:
        """The same eye, of which only a part of the picture is wanted, said in its fine pixels."""
        return replace(self, window=window)

    def columns_and_rows(self, step: int = 1) -> tuple[FloatImage, FloatImage]:
        """The pixels' coordinates (1, width) and (height, 1), every so many."""
        window = self.window
        columns = np.arange(window.u0, window.u1, step, dtype=np.float32)[None, :]
        return columns, np.arange(window.v0, window.v1, step, dtype=np.float32)[:, None]

    def plane_nearness(self, z_mm: float) -> Array:
        """1/z of the level plane at a height, as a plane over the pixels."""
        corners = np.array([[[0.0, 0.0, z_mm]]]) @ self.rotation.T + self.tvec
        return np.asarray(pinhole_planes(corners, self.rotation[:, 2][None, :], self.matrix)[0])


@dataclass(frozen=True, eq=False)
class Drawn:
    """The light that comes from everywhere (3, height, width); in finer pixels how near and what it comes from."""

    light: FloatImage
    nearness: FloatImage
    face: FaceImage
    eye: Eye
    bend: Bend


@dataclass(frozen=True, eq=False)
class Print:
    """What is printed on a face: how much of its light comes back, (rows, columns, 3), its first corner below left."""

    face: int
    """Its number among the faces of the stage."""
    image: FloatImage


@dataclass(frozen=True, eq=False)
class Stage:
    """All that there is to be drawn. Surfaces are patterns, or linear light that comes back, (rows, columns, 3)."""

    slab: Slab
    faces: Faces
    """All that stands on the table, the sides of the slab as well."""
    top: Pattern | FloatImage
    table: Pattern | FloatImage
    height_mm: float
    """How high pieces are, and ..."""
    pitch_mm: float
    """... how far apart: that is how they dim one another."""
    prints: tuple[Print, ...] = ()


@dataclass(frozen=True, eq=False)
class Shadows:
    """What stands between a stage and its light: towards the lamp, and all around."""

    normals: Array
    towards_lamp: SoftEdge
    around: HeightMap


def draw_stage(
    stage: Stage, viewpoint: Pose, look: Look, window: Window | None = None, shadows: Shadows | None = None
) -> Drawn:
    """A stage before the camera has made a picture of it: kept, it serves for a whole film of calm frames.

    With a `window`, only this part is drawn, before the lens bends it; `shadows` serve for several of them.
    """
    bend = bend_of(viewpoint.camera)
    eye = eye_of(viewpoint, bend)
    if window:
        eye = eye.through(window.finer(FINER))
    shadows = shadows or shadows_of(stage, look)
    nearest = see(stage.faces, shadows.normals, stage.slab, eye)
    points = _points(nearest.nearness, eye)
    sky, lamp = _light(points, stage, shadows, look)
    picture = _compose(nearest.face, stage.faces, shadows.normals, look, sky, lamp)
    _add_prints(picture, nearest.face, stage, eye)
    _add_surfaces(picture, nearest.face, points, stage, look, sky, lamp)
    return Drawn(picture, nearest.nearness, nearest.face, eye, bend)


def eye_of(viewpoint: Pose, bend: Bend) -> Eye:
    finer = np.array([[FINER, 0, (FINER - 1) / 2], [0, FINER, (FINER - 1) / 2], [0, 0, 1]])
    size = (bend.size[0] * FINER, bend.size[1] * FINER)
    return Eye(viewpoint.rotation, np.array(viewpoint.tvec), finer @ bend.matrix, size, Window(0, 0, *size))


def see(faces: Faces, normals: Array, slab: Slab, eye: Eye) -> Nearest:
    """Which face each fine pixel shows."""
    width, height = eye.window.size
    a, b, c = eye.plane_nearness(-slab.board_thickness).astype(np.float32)
    across, down = eye.columns_and_rows()
    table = (a * across + c) + b * down
    farthest = np.float32(1 / (FARTHEST * np.linalg.norm(eye.tvec)))
    nearest = Nearest(table, np.zeros((height, width), np.uint16))
    if table[0].min() <= farthest or table[-1].min() <= farthest:  # a plane is farthest at a border
        nearest.face[table <= farthest] = WALL
        np.maximum(table, farthest, out=table)
    top = corners_mm(slab)[None]
    put_in(nearest, np.concatenate([top, faces.corners]), np.concatenate([[[0.0, 0.0, 1.0]], normals]), eye, TOP)
    return nearest


def put_in(nearest: Nearest, corners_mm: Array, normals: Array, eye: Eye, first: int) -> None:
    """Puts more faces into what is seen, numbered from `first`."""
    corners, facing = corners_mm @ eye.rotation.T + eye.tvec, normals @ eye.rotation.T
    numbers = np.arange(first, first + len(corners))
    towards = np.einsum("ni,ni->n", facing, corners[:, 0]) < 0
    kept = np.flatnonzero(towards & (corners[..., 2].min(axis=1) > NEAREST_MM))
    corners, facing, numbers = corners[kept], facing[kept], numbers[kept]
    projected = corners @ eye.matrix.T
    pixels = projected[..., :2] / projected[..., 2:]
    planes = pinhole_planes(corners, facing, eye.matrix)
    away = corners[..., 2].mean(axis=1)
    tie = SAME_DEPTH / float(np.median(away))
    rasterise(nearest, pixels, planes, numbers, np.argsort(away), tie, eye.window, eye.whole)


def _points(nearness: FloatImage, eye: Eye) -> FloatImage:
    """Where in space each pixel of the final size looks, (3, height, width) in millimetres."""
    coarse = nearness[::FINER, ::FINER]
    back = eye.rotation.T @ np.linalg.inv(eye.matrix)
    u, v = eye.columns_and_rows(FINER)
    away = 1 / coarse
    points = np.empty((3, *coarse.shape), np.float32)
    for i, (a, b, c) in enumerate(back.astype(np.float32)):
        np.multiply((a * u + c) + b * v, away, out=points[i])
        points[i] += np.float32(eye.place[i])
    return points


def shadows_of(stage: Stage, look: Look) -> Shadows:
    slab, normals = stage.slab, stage.faces.normals()
    top = Faces(corners_mm(slab)[None], np.zeros((1, 3)))
    things, facing = join([top, stage.faces]), np.concatenate([[[0.0, 0.0, 1.0]], normals])
    ground, reach = -slab.board_thickness, REACH * slab.board_side
    towards_lamp = height_map(things, facing, look.lamp_direction, ground, reach, SHADOW_MM_PER_PX)
    level = np.flatnonzero(facing[:, 2] > 0.5)
    tops = Faces(things.corners[level], things.colours[level])
    upwards = height_map(tops, facing[level], np.array([0.0, 0.0, 1.0]), ground, reach, DIM_MM_PER_PX)
    return Shadows(normals, soft_edge(towards_lamp, look.light), surroundings(upwards, stage.pitch_mm))


def _light(points: FloatImage, stage: Stage, shadows: Shadows, look: Look) -> tuple[FloatImage, FloatImage]:
    """How much light each pixel gets from all around, and from the lamp where a face looks straight at it."""
    sky = open_sky(points, shadows.around, stage.height_mm)
    sky *= np.float32(1 - look.light.share)
    lamp = lit(points, shadows.towards_lamp)
    lamp *= np.float32(look.light.share / look.lamp_direction[2])
    # Only one of the averaged pixels was asked; along edges its neighbours have a say too.
    return np.asarray(cv2.blur(sky, (3, 3))), np.asarray(cv2.blur(lamp, (3, 3)))


def _compose(
    face: FaceImage, faces: Faces, normals: Array, look: Look, sky: FloatImage, lamp: FloatImage
) -> FloatImage:
    """The pieces in linear light (3, height, width); what has a pattern stays black."""
    from_around = SIDE_OF_SKY + (1 - SIDE_OF_SKY) * normals[:, 2:]
    from_lamp = np.maximum(normals @ look.lamp_direction, 0)[:, None]
    plain = np.zeros((FIRST, 3))
    around = np.concatenate([plain, faces.colours * from_around]).astype(np.float32)
    towards = np.concatenate([plain, faces.colours * from_lamp]).astype(np.float32)
    picture = np.zeros((3, *sky.shape), np.float32)
    parts = [face[i::FINER, j::FINER] for i in range(FINER) for j in range(FINER)]
    painted = np.flatnonzero(np.maximum.reduce(parts) >= FIRST)  # only where there are pieces is there anything to do
    if len(painted):
        numbers = [part.ravel()[painted].astype(np.intp) for part in parts]
        there_sky, there_lamp = (light.ravel()[painted] / np.float32(len(parts)) for light in (sky, lamp))
        for i in range(3):
            from_sky, from_lamp = around[:, i], towards[:, i]
            made = there_sky * sum(from_sky.take(each) for each in numbers)
            made += there_lamp * sum(from_lamp.take(each) for each in numbers)
            picture[i].ravel()[painted] = made
    wall = face == WALL
    if wall.any():
        colour = np.array(WALL_COLOUR, dtype=np.float32)[:, None, None] * np.float32(1 - look.light.share / 2)
        picture += _share(wall) * colour
    return picture


def _add_prints(picture: FloatImage, face: FaceImage, stage: Stage, eye: Eye) -> None:
    """What is printed on some of the faces, over their paint."""
    height, width = picture.shape[1:]
    for each in stage.prints:
        corners = (stage.faces.corners[each.face] @ eye.rotation.T + eye.tvec) @ eye.matrix.T
        pixels = (corners[:, :2] / corners[:, 2:] - (eye.window.u0, eye.window.v0) - (FINER - 1) / 2) / FINER
        part = window_around(pixels, (width, height), 1)
        if part is None:
            continue
        cover = _share(face[part.finer(FINER).slices] == FIRST + each.face)
        if not cover.any():
            continue
        rows, columns = each.image.shape[:2]
        own = np.array([(0, rows), (columns, rows), (columns, 0), (0, 0)], np.float32) - np.float32(0.5)
        seen = (pixels - (part.u0, part.v0)).astype(np.float32)
        laid = cv2.warpPerspective(
            each.image, cv2.getPerspectiveTransform(own, seen), part.size, borderMode=cv2.BORDER_REPLICATE
        )
        picture[:, *part.slices] *= 1 + cover * (np.asarray(laid).transpose(2, 0, 1) - 1)


def _add_surfaces(
    picture: FloatImage,
    face: FaceImage,
    points: FloatImage,
    stage: Stage,
    look: Look,
    sky: FloatImage,
    lamp: FloatImage,
) -> None:
    """The board's top and the table, which look up."""
    top, table, side = stage.top, stage.table, stage.slab.board_side
    light = sky + lamp * np.float32(look.lamp_direction[2])
    brighter = np.asarray(cv2.dilate(light, np.ones((3, 3), np.uint8)))
    per_mm = np.float32(top.shape[0] / side)
    half = np.float32(side / 2)
    u, v = (points[0] + half) * per_mm - np.float32(0.5), (half - points[1]) * per_mm - np.float32(0.5)
    per_mm = np.float32(table.shape[0] / TABLE_MM)
    x, y = on_table(points, look.turned_deg)
    for number, seen, colour in (
        (TOP, _laid(top, u, v), look.wood),
        (TABLE, _laid(table, x * per_mm, y * per_mm), look.table.colour),
    ):
        cover = _share(face == number)
        # A pixel on an edge may have got the light of the darker face beside it.
        cover *= np.where((cover > 0) & (cover < 1), brighter, light)
        colours = ramp(colour) if seen.ndim == 2 else None
        for i in range(3):
            back = seen[..., i] if colours is None else cv2.LUT(seen, np.ascontiguousarray(colours[:, i]))
            picture[i] += np.asarray(back) * cover


def _laid(surface: Pattern | FloatImage, u: FloatImage, v: FloatImage) -> NDArray[Any]:
    return np.asarray(cv2.remap(surface, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))


def on_table(points: FloatImage, turned_deg: float) -> tuple[FloatImage, FloatImage]:
    """Across and along the table, on which the board may lie turned."""
    if not turned_deg:
        return points[0], points[1]
    cos, sin = np.float32(math.cos(math.radians(turned_deg))), np.float32(math.sin(math.radians(turned_deg)))
    return cos * points[0] - sin * points[1], sin * points[0] + cos * points[1]


def _share(fine: NDArray[np.bool_]) -> FloatImage:
    """The share of each pixel's fine ones for which something holds."""
    size = (fine.shape[1] // FINER, fine.shape[0] // FINER)
    # A quarter of 252 is a whole number, so that bytes are as good as floats and much quicker.
    whole = fine.view(np.uint8) * np.uint8(252)
    return np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), dtype=np.float32) / np.float32(252)

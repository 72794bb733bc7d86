"""Drawn scenes with the truth about them: where the board is, what kind it is, and what covers it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array
from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.board import COLOURS, field_name
from referee.tactori.position import End, Position, Stick
from simulator.draw import FINER, FIRST
from simulator.expose import expose
from simulator.hand import QUICK, rounded
from simulator.lens import bend_picture
from simulator.look import Light, Look, Table
from simulator.shapes import Faces, box, join, set_down
from simulator.tactori.draw import Scenery, draw_light, faces_of
from simulator.viewpoint import corners_mm
from training.textures import Rng, Texture, any_colour, table, wood, wood_colour
from training.tops import fields, other_game

Picture = NDArray[np.uint8]

NOTHING, OTHER, FIVE, NINE, UNDECIDED = range(5)
"""Kinds of scenes. Undecided is a board of ours that shows neither marks nor enough pieces to tell 5x5 from 9x9."""
SIZE = (640, 360)
SIDE_POINTS = 8
SKINS = ((0.55, 0.31, 0.22), (0.70, 0.48, 0.38), (0.35, 0.17, 0.10), (0.12, 0.06, 0.04), (0.80, 0.60, 0.50))
# Without marks, so many stacks tell 5x5 from 9x9.
TELLING_STACKS = 8
FAINT_INK = 0.06


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture, what kind of board it shows, its outline (bent by the lens) and what covers it."""

    picture: Picture
    kind: int
    outline: Array
    """(4 sides x SIDE_POINTS, 2) pixels, from the near left corner; empty where there is no board."""
    cover: Picture
    """255 where something that is neither board, table nor piece is seen."""


@dataclass(frozen=True)
class Stage:
    """What stands where, before it is painted."""

    kind: int
    made: PhysicalSet
    position: Position
    pose: Pose
    things: Faces
    look: Look


def a_set(rng: Rng, kind: int) -> PhysicalSet:
    pitch = 31.0
    tower = rng.uniform(0.56, 0.76) * pitch
    height = tower * rng.uniform(0.68, 1.05)
    stick = tower * rng.uniform(0.16, 0.24)
    thick = rng.uniform(4, 16) if kind in (FIVE, NINE) else rng.choice((rng.uniform(0.5, 3), rng.uniform(5, 50)))
    return PhysicalSet.in_proportion(
        pitch,
        tower_width=tower,
        tower_height=height,
        stick_width=stick,
        stick_length=2 * pitch - rng.uniform(0.5, 3),
        groove_depth=min(2.25 * stick, 0.55 * height),
        board_side=(8 + 2 * rng.uniform(0.6, 1.25)) * pitch,
        board_thickness=float(thick),
    )


def a_position(rng: Rng, board: int) -> Position:
    """Stacks anywhere, sticks between neighbours of one height: it only has to look like a game."""
    step = 2 if board == 9 else 1
    colours = rng.permutation(list(COLOURS))[: rng.integers(1, 5)]
    most = 1 + int(rng.beta(0.9, 1.6) * (40 if board == 9 else 24))
    stacks: dict[tuple[int, int], str] = {}
    for _ in range(most):
        if stacks and rng.random() < 0.6:
            x, y = list(stacks)[rng.integers(len(stacks))]
            dx, dy = ((step, 0), (-step, 0), (0, step), (0, -step))[rng.integers(4)]
            x, y = x + dx, y + dy
        else:
            x, y = (int(v) for v in rng.integers(board, size=2))
        if 0 <= x < board and 0 <= y < board and (x, y) not in stacks:
            stacks[x, y] = "".join(rng.choice(colours, size=min(7, rng.geometric(0.55))))
    sticks = []
    for (x, y), stack in stacks.items():
        for dx, dy in ((step, 0), (0, step)):
            other = stacks.get((x + dx, y + dy), "")
            if len(other) == len(stack) and rng.random() < 0.75:
                ends = (End(field_name(*at), len(stack)) for at in ((x, y), (x + dx, y + dy)))
                sticks.append(Stick(str(rng.choice(colours)), *ends))
    return Position.of(board, {field_name(*at): stack for at, stack in stacks.items()}, sticks)


def painted(corners: Array, colour: Texture) -> Faces:
    return Faces(corners, np.tile(np.asarray(colour, dtype=np.float64), (len(corners), 1)))


def a_thing(rng: Rng, x: float, y: float, z: float, size: float = 1.0) -> Faces:
    """A box, a book, a cup or a ball."""
    a, b, c = rng.uniform(20, 130, 3) * size
    kind, colour = rng.random(), any_colour(rng)
    if kind < 0.5:
        shape = box((-a / 2, -b / 2, 0), (a / 2, b / 2, c * rng.uniform(0.05, 0.6)))
        return painted(set_down(shape, (x, y, z), rng.uniform(0, 3.1)), colour)
    radius = 0.3 * a + 8
    if kind < 0.8:
        return rounded(
            np.array([x, y, z + 1]), np.array([x, y, z + b]), radius, radius * rng.uniform(0.7, 1.2), colour, QUICK
        )
    return rounded(np.array([x, y, z + radius]), np.array([x + 1, y, z + radius + 1]), radius, radius, colour, QUICK)


def a_slab(rng: Rng) -> Faces:
    """A book, a tray, a cutting board: flat, and clearly no square."""
    short = rng.uniform(60, 220)
    long = short * rng.uniform(1.7, 3)
    shape = box((-long / 2, -short / 2, 0), (long / 2, short / 2, rng.uniform(0.5, 40)))
    colour = wood_colour(rng) if rng.random() < 0.5 else any_colour(rng)
    return painted(set_down(shape, (*rng.uniform(-200, 200, 2), -0.5), rng.uniform(0, 3.1)), colour)


def clutter(rng: Rng, made: PhysicalSet) -> Faces:
    """Things beside the board."""
    parts = []
    for _ in range(rng.poisson(2.0)):
        around, away = rng.uniform(0, 2 * math.pi), made.board_side * rng.uniform(0.74, 1.5)
        parts.append(a_thing(rng, away * math.cos(around), away * math.sin(around), -made.board_thickness))
    return join(parts)


def other_pieces(rng: Rng, made: PhysicalSet) -> Faces:
    """Men, stones and pawns of another game."""
    parts, half = [], made.board_side / 2
    n = int(rng.choice((7, 8, 8, 9, 13, 19)))
    colours = [any_colour(rng) for _ in range(rng.integers(1, 4))]
    pitch = made.board_side / n
    tall = float(rng.choice((0.1, 0.3, 1.2, 2.0))) * pitch
    for _ in range(rng.integers(0, 40)):
        x, y = (rng.integers(n, size=2) + 0.5) * pitch - half
        radius = 0.38 * pitch
        low, high = np.array([x, y, 0.5 * radius]), np.array([x, y, 0.5 * radius + tall])
        parts.append(
            rounded(low, high, radius, radius * rng.uniform(0.3, 1), colours[rng.integers(len(colours))], QUICK)
        )
    return join(parts)


def an_arm(rng: Rng, made: PhysicalSet, height: float) -> Faces:
    """A forearm with or without its sleeve, a palm and fingers, from any side."""
    half = made.board_side / 2
    tip = np.array([*rng.uniform(-half, half, 2) * 1.05, height + rng.uniform(0, 40)])
    a = rng.uniform(0, 2 * math.pi)
    back = np.array([math.cos(a), math.sin(a), 0.0])
    across = np.array([-back[1], back[0], 0.0])
    skin = np.clip(
        np.array(SKINS[rng.integers(len(SKINS))]) * rng.uniform(0.7, 1.3) * rng.uniform(0.9, 1.1, 3), 0.01, 0.95
    )
    size = rng.uniform(0.65, 1.15)
    palm = tip + size * (rng.uniform(40, 75) * back + [0, 0, rng.uniform(10, 55)])
    wrist = palm + size * (62 * back + [0, 0, rng.uniform(-5, 15)])
    elbow = wrist + 330 * back + [0, 0, rng.uniform(0, 90)] + across * rng.uniform(-80, 80)
    sleeve = any_colour(rng)
    flesh = [
        (wrist, wrist + 0.6 * (elbow - wrist), 22 * size, 30 * size),
        (palm + 12 * back, palm - 14 * back, 24 * size, 21 * size),
    ]
    flesh += [
        (palm + k * 15 * size * across, palm + k * 17 * size * across - 14 * back, 16 * size, 15 * size)
        for k in (-1, 1)
    ]
    flesh.append((palm, wrist, 26 * size, 22 * size))
    spread = rng.uniform(0.1, 1.2)
    for k in (-1.0, -0.33, 0.33, 1.0):
        knuckle = palm + size * (k * 26 * across - 20 * back)
        end = tip + k * 22 * spread * across + [0, 0, rng.uniform(0, 18)] + rng.uniform(-6, 10) * back
        joint = (knuckle + end) / 2 - 14 * back + [0, 0, rng.uniform(0, 18)]
        flesh += [(knuckle, joint, 9 * size, 8 * size), (joint, end, 8 * size, 6.5 * size)]
    side = float(rng.choice((-1, 1)))
    thumb = palm + size * (side * 32 * across + 8 * back)
    flesh.append((thumb, tip + side * 12 * spread * across + 10 * back, 11 * size, 7.5 * size))
    parts = [rounded(p, q, rp, rq, skin, QUICK) for p, q, rp, rq in flesh]
    if rng.random() < 0.8:
        cuff = wrist + rng.uniform(0.02, 0.5) * (elbow - wrist)
        parts.append(rounded(cuff, elbow, rng.uniform(26, 40), rng.uniform(36, 60), sleeve, QUICK))
    return join(parts)


def covers(rng: Rng, made: PhysicalSet, height: float) -> Faces:
    """What lies on the board or is held over it: mostly hands, sometimes paper, a cup, an animal."""
    parts, half = [], made.board_side / 2
    for _ in range(1 + (rng.random() < 0.15)):
        kind, (x, y) = rng.random(), rng.uniform(-half, half, 2)
        if kind < 0.68:
            parts.append(an_arm(rng, made, height * rng.uniform(0, 1)))
        elif kind < 0.82:
            w, h, z = *rng.uniform(40, 220, 2), height + rng.uniform(0, 30)
            sheet = box((-w / 2, -h / 2, 0), (w / 2, h / 2, rng.uniform(0.3, 20)))
            colour = np.full(3, rng.uniform(0.5, 0.9)) if rng.random() < 0.5 else any_colour(rng)
            parts.append(painted(set_down(sheet, (x, y, z), rng.uniform(0, 3), rng.normal(0, 0.1)), colour))
        elif kind < 0.92:
            parts.append(a_thing(rng, x, y, 0.0, rng.uniform(0.7, 1.5)))
        else:
            start, colour = np.array([x, y, height + 20]), any_colour(rng)
            for _ in range(rng.integers(2, 5)):
                end = start + np.array([*rng.normal(0, 90, 2), rng.normal(0, 25)])
                parts.append(rounded(start, end, rng.uniform(20, 60), rng.uniform(20, 60), colour, QUICK))
                start = end
    return join(parts)


def a_pose(rng: Rng, made: PhysicalSet, cut: bool) -> Pose:
    width = SIZE[0]
    fov = math.radians(rng.uniform(44, 80))
    focal = width / 2 / math.tan(fov / 2)
    camera = replace(Camera.simple(focal, SIZE), dist=(float(rng.uniform(-0.16, 0.06)), 0.0, 0.0, 0.0))
    elevation = math.radians(
        rng.choice((rng.uniform(24, 50), rng.uniform(40, 75), rng.uniform(70, 90)), p=(0.3, 0.45, 0.25))
    )
    azimuth = rng.uniform(0, 2 * math.pi) if rng.random() < 0.5 else math.radians(-90 + rng.normal(0, 14))
    away = np.array(
        [math.cos(elevation) * math.cos(azimuth), math.cos(elevation) * math.sin(azimuth), math.sin(elevation)]
    )
    roll = math.radians(rng.normal(0, 4))
    right = np.array([-math.sin(azimuth), math.cos(azimuth), 0.0])
    down = np.cross(-away, right)
    right, down = math.cos(roll) * right + math.sin(roll) * down, math.cos(roll) * down - math.sin(roll) * right
    rotation = np.stack([right, down, -away])
    rvec = tuple(float(v) for v in cv2.Rodrigues(rotation)[0].ravel())
    target = np.array([*rng.normal(0, 0.12 if not cut else 0.45, 2) * made.board_side, 0.0])
    distance = made.board_side * (rng.uniform(0.6, 1.1) if cut else rng.uniform(1.0, 2.0)) * focal / width * 1.2
    while True:
        tvec = -rotation @ (target + distance * away)
        pose = Pose.of(camera, rvec, tvec)
        if (corners_mm(made) @ rotation.T + tvec)[:, 2].min() > 0.3 * made.board_side:
            seen = pose.project(corners_mm(made))
            if cut or ((seen > 4).all() and (seen < np.array(SIZE) - 4).all()):
                return pose
        distance *= 1.05
        target = target * 0.9


def a_light(rng: Rng) -> Light:
    hard = rng.random() < 0.3
    return Light(
        from_deg=float(rng.uniform(0, 360)),
        elevation_deg=float(rng.uniform(25, 80)),
        warmth=float(rng.uniform(-0.4, 0.8)),
        share=float(rng.uniform(0.55, 0.92) if hard else rng.uniform(0.05, 0.6)),
        softness_mm=float(rng.uniform(0.5, 4) if hard else rng.uniform(4, 40)),
        brightness=float(np.exp(rng.uniform(math.log(0.06), math.log(0.6)))),
    )


def a_stage(rng: Rng) -> tuple[Stage, int]:
    """A scene that is not painted yet, and how many of its last faces cover the board."""
    kind = int(rng.choice((FIVE, NINE, OTHER, NOTHING), p=(0.31, 0.33, 0.26, 0.10)))
    made = a_set(rng, kind)
    position = a_position(rng, 5 if kind == FIVE else 9) if kind in (FIVE, NINE) else Position.of(9, {}, [])
    if kind in (FIVE, NINE) and rng.random() < 0.06:
        position = Position.of(position.board, {}, [])
    things = [clutter(rng, made)]
    if kind == OTHER and rng.random() < 0.6:
        things.append(other_pieces(rng, made))
    hiding = join([])
    if rng.random() < 0.4:
        highest = max((len(s) for s in position.towers.values()), default=0)
        hiding = covers(rng, made, highest * made.tower_height)
    pose = a_pose(rng, made, rng.random() < 0.06)
    if kind == NOTHING:
        made = replace(made, board_side=0.5, board_thickness=0.5)
        things += [a_slab(rng) for _ in range(rng.integers(0, 3) // 2)]
    look = Look(light=a_light(rng), stock=bool(rng.random() < 0.5), table=Table((0.3, 0.3, 0.3)))
    return Stage(kind, made, position, pose, join([*things, hiding]), look), len(hiding.corners)


def scenes(rng: Rng, count: int, woods: list[Path], photographs: list[Path]) -> list[Scene]:
    """One stage, painted and lit in several ways."""
    stage, hiding = a_stage(rng)
    return [paint(rng, stage, hiding, woods, photographs) for _ in range(count)]


def paint(rng: Rng, stage: Stage, hiding: int, woods: list[Path], photographs: list[Path]) -> Scene:
    kind, made = stage.kind, stage.made
    colour = wood_colour(rng)
    top, kind = a_top(rng, kind, stage, woods, colour)
    look = replace(
        stage.look,
        light=a_light(rng),
        wood=tuple(float(v) for v in colour),
        noise=float(rng.uniform(0.002, 0.03)),
        blur_px=float(rng.uniform(0.2, 2.0)),
    )
    hue = rng.uniform(0.75, 1.3, 3) * rng.uniform(0.8, 1.25)
    things = Faces(stage.things.corners, stage.things.colours)
    seed = int(rng.integers(1 << 30))
    ground = table(rng, woods, photographs, colour)
    drawn = draw_light(stage.position, made, stage.pose, look, seed, scenery=Scenery(top, ground, things))
    own = len(faces_of(stage.position, made, look, seed, None).corners)
    light = drawn.light * hue.astype(np.float32)[:, None, None] if rng.random() < 0.5 else drawn.light
    picture = expose(light, drawn.bend, look, SIZE, rng)
    first = FIRST + own + len(things.corners) - hiding
    covered = (drawn.face >= first).astype(np.float32) if hiding else np.zeros(drawn.face.shape, np.float32)
    size = (covered.shape[1] // FINER, covered.shape[0] // FINER)
    cover = bend_picture(cv2.resize(covered, size, interpolation=cv2.INTER_AREA), drawn.bend)
    if kind == NOTHING:
        return Scene(picture, kind, np.zeros((0, 2)), np.zeros(picture.shape[:2], np.uint8))
    return Scene(picture, kind, outline_of(stage.pose, corners_mm(made)), (cover * 255).astype(np.uint8))


def a_top(rng: Rng, kind: int, stage: Stage, woods: list[Path], colour: Texture) -> tuple[Texture, int]:
    top = wood(rng, woods, colour)
    if kind in (FIVE, NINE):
        ink = 0.0 if rng.random() < 0.06 else float(np.exp(rng.uniform(math.log(0.05), math.log(0.75))))
        layer = (ink * fields(rng, stage.position.board, stage.made))[..., None]
        top = top * (1 - layer) + (layer * rng.uniform(0, 1) if rng.random() < 0.08 else 0)
        if ink < FAINT_INK and len(stage.position.towers) < TELLING_STACKS:
            kind = UNDECIDED
    elif kind == OTHER:
        top = other_game(rng, top if rng.random() < 0.7 else np.full_like(top, 1) * any_colour(rng))
    return top.astype(np.float32), kind


def outline_of(pose: Pose, corners: Array) -> Array:
    steps = np.arange(SIDE_POINTS) / SIDE_POINTS
    following = np.roll(corners, -1, axis=0)
    points = corners[:, None] + (following - corners)[:, None] * steps[None, :, None]
    return np.asarray(pose.project(points.reshape(-1, 3)))

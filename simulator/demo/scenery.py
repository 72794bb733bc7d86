"""What a demo table looks like and how its camera sees it: light, where it stands, and what changes."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.pose import Pose
from simulator.demo.settings import DemoSettings, OtherSide
from simulator.draw import Drawn
from simulator.expose import Picture
from simulator.hand import Hand
from simulator.look import LIGHTS, TABLES, Light, Look, Rgb, Table
from simulator.shapes import Faces
from simulator.viewpoint import FOCAL_PER_WIDTH, Room, see_all

# Where the camera stands is reckoned for a picture this wide, so that it is the same at any size.
RECKONED_WIDTH_PX = 1280
# A push never brings the board nearer to the picture's edge than this share of its width.
EDGE_SHARE = 0.008
PUSHES_TRIED = 20
# The wood and the table differ at least by this factor in one colour: nobody plays on a board he can hardly see.
LEAST_CONTRAST = 2.3
EVERYDAY, LAMP = LIGHTS["soft"], LIGHTS["hard"]


@dataclass(frozen=True)
class Scenery:
    """What stays the same for a whole game. `seed` is for how carelessly pieces are set down, and the wood's grain."""

    seed: int
    physical_set: Any
    """The set's measures, as those who draw it know them."""
    camera: Camera
    look: Look
    room: Room
    drawing: Drawing


@dataclass(frozen=True)
class Drawing:
    """How a family's table is drawn; what is shown is the family's own."""

    whole: Callable[[Any, Scenery, Pose, Look], Drawn]
    again: Callable[[Any, Drawn, Picture, Any, Scenery, Pose, Look], tuple[Drawn, Picture]]
    """From what was shown before and its drawing to what is shown now."""
    hand: Callable[[Hand, Any, Scenery, Look], Faces]


@dataclass(frozen=True)
class View:
    """How the table is seen at one moment."""

    pose: Pose
    """From the board's axes, which turn with the board."""
    light: Light
    brightness: float = 1.0
    """How much lighter it is than the light says, as a factor."""
    warmth: float = 0.0
    """How much warmer, in units of `Light.warmth`."""
    quarters: int = 0
    """How often the board was turned by a quarter, anticlockwise seen from above."""


def camera_of(settings: DemoSettings) -> Camera:
    width, height = settings.size
    reckoned = (RECKONED_WIDTH_PX, round(RECKONED_WIDTH_PX * height / width))
    return Camera.simple(FOCAL_PER_WIDTH * reckoned[0], reckoned).at_size(settings.size)


def tables_under(colour: Rgb) -> list[Table]:
    """The tables on which a board of this colour can be seen."""
    return [TABLES[name] for name in sorted(TABLES) if _contrast(colour, TABLES[name].colour) >= LEAST_CONTRAST]


def _contrast(one: Rgb, other: Rgb) -> float:
    return max(max(a / b, b / a) for a, b in zip(one, other, strict=True))


def first_view(rng: random.Random, made: Scenery, settings: DemoSettings) -> View:
    width, height = made.camera.size
    reckoned = made.camera.at_size((RECKONED_WIDTH_PX, round(RECKONED_WIDTH_PX * height / width)))
    elevation, around = rng.uniform(*settings.elevations_deg), rng.uniform(*settings.around_deg)
    pose = see_all(made.room, elevation, around, reckoned)
    return View(Pose(made.camera, pose.rvec, pose.tvec), rng.choice((EVERYDAY, EVERYDAY, LAMP)))


def other_side(made: Scenery, view: View, side: OtherSide) -> tuple[Scenery, View]:
    """The same table through another camera, which nobody pushes."""
    width, height = side.size
    camera = Camera.simple(FOCAL_PER_WIDTH * width, (width, height))
    pose = see_all(made.room, side.elevation_deg, side.around_deg, camera)
    seen = replace(view, pose=pose, brightness=view.brightness * side.brightness, warmth=view.warmth + side.warmth)
    return replace(made, camera=camera), quarter_turned(replace(seen, quarters=0), view.quarters)


def bumped(rng: random.Random, view: View, made: Scenery, settings: DemoSettings) -> View:
    """The camera after a push that leaves the whole board in the picture."""
    pose, turn = view.pose, settings.bump_deg
    for _ in range(PUSHES_TRIED):
        tilt = np.radians([rng.gauss(0, turn) for _ in range(3)])
        rotation = np.asarray(cv2.Rodrigues(tilt)[0]) @ pose.rotation
        # About the camera's own place, which is then moved too.
        moved = np.asarray(cv2.Rodrigues(tilt)[0]) @ np.array(pose.tvec)
        moved = moved + np.array([rng.gauss(0, settings.bump_mm) for _ in range(3)])
        tried = _pose(pose.camera, rotation, moved)
        if _in_the_picture(tried, made.room):
            return replace(view, pose=tried)
    return view


def _in_the_picture(pose: Pose, room: Room) -> bool:
    seen = pose.project(room.corners)
    width, height = pose.camera.size
    edge = EDGE_SHARE * width
    return bool((seen > edge).all() and (seen < (width - edge, height - edge)).all())


def quarter_turned(view: View, quarters: int) -> View:
    """The board turned on its table, anticlockwise seen from above: its axes turn, the camera stays."""
    around = math.pi / 2 * quarters
    turn = np.array([[math.cos(around), -math.sin(around), 0], [math.sin(around), math.cos(around), 0], [0, 0, 1]])
    pose = _pose(view.pose.camera, view.pose.rotation @ turn, np.array(view.pose.tvec))
    return replace(view, pose=pose, quarters=(view.quarters + quarters) % 4)


def relit(view: View) -> View:
    """The lamp is switched on, or off."""
    return replace(view, light=EVERYDAY if view.light == LAMP else LAMP)


def brighter(rng: random.Random, view: View, settings: DemoSettings) -> View:
    """The light a turn later: a cloud, a sunset, somebody's shadow."""
    low, high = settings.brightness_range
    brightness = view.brightness * math.exp(rng.gauss(0, settings.brightness_drift))
    cool, warm = settings.warmth_range
    warmth = view.warmth + rng.gauss(0, settings.warmth_drift)
    return replace(view, brightness=min(max(brightness, low), high), warmth=min(max(warmth, cool), warm))


def _pose(camera: Camera, rotation: NDArray[np.float64], tvec: NDArray[np.float64]) -> Pose:
    rx, ry, rz = (float(v) for v in np.asarray(cv2.Rodrigues(rotation)[0]).ravel())
    tx, ty, tz = (float(v) for v in tvec)
    return Pose(camera, (rx, ry, rz), (tx, ty, tz))

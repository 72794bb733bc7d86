"""Candidate sticks, straightened: what the photograph shows along each at full resolution, beside what is expected.

A strip follows the middle of a stick from beyond one end to beyond the other and a few stick widths to both sides,
however the stick lies in the picture. Its colours are relative to the stick's own paint, so that all four look alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.arrays import Array, Float, Image
from vision.sampling import sampled
from vision.tactori.canvas import NO_PAINT, Canvas
from vision.tactori.colours import Paints, Picture, ratios
from vision.tactori.panes import Pane
from vision.tactori.places import Place
from vision.tactori.scene import STICK_TOP, TOP, Scene, nearness

ALONG, ACROSS = 48, 17
"""Samples of a strip."""
BEYOND = 0.22  # of the way, at both ends: as far as a tower reaches
REACH = 2.0  # stick widths to either side
CHANNELS = 10
LIMIT = 4.0  # log ratios and likelihoods beyond it say no more


@dataclass(frozen=True)
class Learned:
    """A photograph with what was found in it and learned from it."""

    image: Image
    pane: Pane
    picture: Picture
    paints: Paints

    @property
    def scene(self) -> Scene:
        return self.pane.scene

    @property
    def canvas(self) -> Canvas:
        return self.pane.canvas


def strip(learned: Learned, place: Place, paint: int) -> Float:
    """(channels, across, along) for a stick that is not on the canvas."""
    scene = learned.scene
    shares = np.linspace(-BEYOND, 1 + BEYOND, ALONG)
    middle = place.at(shares) + np.array([0.0, 0.0, scene.set.stick_width / 2])
    points = _grid(scene, middle)
    sample = ratios_at(learned, points)
    flat = scene.nearest(points)
    shape = flat.shape
    direction = learned.paints.mean[:, paint, TOP, :2].mean(axis=0)
    strength = max(float(direction @ direction), 0.05)
    uvl = sample.reshape(-1, 3)
    made = np.zeros((CHANNELS, *shape), np.float32)
    made[0] = (uvl[:, :2] @ direction / strength).reshape(shape)
    made[1] = ((uvl[:, 0] * direction[1] - uvl[:, 1] * direction[0]) / strength).reshape(shape)
    level = learned.paints.mean[:, paint, STICK_TOP, 2].max()
    made[2] = sample[..., 2] - level
    made[3] = np.clip(learned.pane.evidence[flat, paint] - learned.canvas.behind[flat], -LIMIT, LIMIT) / LIMIT
    near = _nearness(scene, place, shares)
    made[4] = learned.canvas.nearness[flat] <= near[None, :] + CLOSE
    shown = learned.canvas.paint_of[flat]
    made[5], made[6] = shown == paint, (shown != NO_PAINT) & (shown != paint)
    expected = learned.paints.mean[:, np.maximum(shown, 0), learned.canvas.face_of[flat], 2]
    off = sample[..., 2] - np.where(shown == NO_PAINT, 0.0, expected)
    made[7] = np.where(np.abs(off[0]) < np.abs(off[1]), off[0], off[1])
    made[8] = shares[None, :] - 0.5
    made[9] = np.linspace(-1, 1, ACROSS)[:, None]
    return np.asarray(np.clip(np.nan_to_num(made), -LIMIT, LIMIT))


CLOSE = 1e-2  # mm: what lies in a tower's groove is as near as the tower


def _grid(scene: Scene, middle: Array) -> Array:
    """Pixels of the photograph around a line in space: (across, along, 2)."""
    axis = scene.pose.project(middle)
    along = np.gradient(axis, axis=0)
    length = np.hypot(along[:, 0], along[:, 1])
    # A stick that points at the camera has hardly a direction in the picture: then any will do.
    along = np.where(length[:, None] > 1e-3, along / np.maximum(length, 1e-3)[:, None], [0.0, 1.0])
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1)
    normal = np.where(normal[len(normal) // 2, 0] < 0, -normal, normal)
    away = np.linalg.norm(middle - scene.eye, axis=1)
    focal = float(scene.pose.camera.matrix[0][0])
    widths = focal * scene.set.stick_width / away
    offsets = np.linspace(-REACH, REACH, ACROSS)
    return np.asarray(axis[None] + offsets[:, None, None] * widths[None, :, None] * normal[None])


def ratios_at(learned: Learned, points: Array) -> Float:
    """(u, v, l) relative to the wood at these pixels of the photograph, (rows, columns, 2)."""
    return ratios(sampled(learned.image, points)) - learned.picture.wood_log


def _nearness(scene: Scene, place: Place, shares: Array) -> Array:
    points = place.at(shares)
    made = np.array([nearness((float(x), float(y)), scene.eye) for x, y, _ in points])
    for stretch in place.body:
        if stretch.host is not None:
            inside = (shares >= stretch.low) & (shares <= stretch.high)
            made[inside] = scene.nearness(stretch.host[0])
    return made


def sight(scene: Scene, place: Place) -> float:
    """How much a stick points at the camera: 0 across the line of sight, 1 along it."""
    ends = np.array([place.start, place.end])
    axis = ends[1] - ends[0]
    ray = scene.eye - ends.mean(axis=0)
    return float(abs(axis @ ray) / (np.linalg.norm(axis) * np.linalg.norm(ray)))

"""A hand that reaches for a field: a sleeve, a forearm, a palm and fingers, as rounded shapes."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simulator.look import SKIN, SLEEVE, Rgb
from simulator.shapes import Faces, join

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Roundness:
    """How many flat faces make a rounded shape."""

    around: int
    along: int


SMOOTH = Roundness(26, 10)
QUICK = Roundness(14, 6)
"""For films, in which nobody looks long at a hand."""


def rounded(a: Array, b: Array, radius_a: float, radius_b: float, colour: Rgb, roundness: Roundness = SMOOTH) -> Faces:
    """A limb from a to b with half balls for its ends."""
    way = b - a
    length = float(np.linalg.norm(way))
    forward = way / length
    x, y, z = forward
    # Across the way and level; across a way that goes steeply up, towards y.
    aside = np.array([y, -x, 0.0] if abs(z) < 0.9 else [0.0, z, -y])
    aside /= np.linalg.norm(aside)
    up = np.array([y * aside[2] - z * aside[1], z * aside[0] - x * aside[2], x * aside[1] - y * aside[0]])
    bends = np.linspace(-math.pi / 2, 0, roundness.along // 2)
    rings = [(radius_a * math.sin(t), max(1e-3, radius_a * math.cos(t))) for t in bends]
    rings += [(length + radius_b * math.sin(-t), max(1e-3, radius_b * math.cos(t))) for t in bends[::-1]]
    turns = np.linspace(0, 2 * math.pi, roundness.around, endpoint=False)
    circle = np.cos(turns)[:, None] * aside + np.sin(turns)[:, None] * up
    along, radii = (np.array(each)[:, None, None] for each in zip(*rings, strict=True))
    points = a + forward * along + circle * radii
    following = np.concatenate([points[:, 1:], points[:, :1]], axis=1)
    corners = np.stack([points[:-1], following[:-1], following[1:], points[1:]], axis=2).reshape(-1, 4, 3)
    return Faces(corners, np.tile(np.array(colour), (len(corners), 1)))


@dataclass(frozen=True)
class Hand:
    """A hand over a field or another place, or on its way there from the near side."""

    field: str
    away_mm: float = 0.0
    """How far it still is from its field."""
    holds: str = ""
    """The colour of the piece between its fingers."""


@dataclass(frozen=True)
class Grip:
    """What a hand reaches for, in millimetres: where it is, and how large what it takes between its fingers."""

    x: float
    y: float
    over: float
    """How high the underside of what is held is above the board's top."""
    width: float
    height: float
    beyond: float
    """How far before the middle of the board the elbow stays."""

    def turned(self, degrees: float) -> Grip:
        """The same on a board that lies turned on its table."""
        if not degrees:
            return self
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return replace(self, x=cos * self.x - sin * self.y, y=sin * self.x + cos * self.y)


def arm_faces(grip: Grip, seed: int, roundness: Roundness = SMOOTH) -> Faces:
    """Sleeve, arm and fingers of somebody who sits at the near side of the table."""
    rng = np.random.default_rng([seed, 4])
    fingertip = np.array([grip.x, grip.y, grip.over + 0.5 * grip.height])
    wrist = fingertip + np.array([rng.uniform(-15, 25), -85.0, 62.0])
    elbow = np.array([wrist[0] + rng.uniform(-60, 90), min(-grip.beyond, wrist[1] - 120.0), 120.0])
    middle = wrist + (fingertip - wrist) * 0.45 + np.array([0.0, 0.0, 16.0])
    parts = [
        rounded(wrist, elbow, 19.0, 26.0, SKIN, roundness),
        rounded(wrist + (elbow - wrist) * 0.35, elbow, 25.0, 34.0, SLEEVE, roundness),
        rounded(wrist, middle, 20.0, 26.0, SKIN, roundness),
    ]
    half = grip.width / 2
    for i, aside in enumerate((-23.0, -8.0, 7.0, 21.0)):
        knuckle = middle + np.array([aside, 16.0, 2.0])
        tip = fingertip + np.array([aside * 0.35, half + 4.0 + 2 * (i in (1, 2)), 0.0])
        bent = (knuckle + tip) / 2 + np.array([0.0, 12.0, 14.0])
        parts += [rounded(knuckle, bent, 9.5, 8.5, SKIN, roundness), rounded(bent, tip, 8.5, 7.0, SKIN, roundness)]
    thumb = middle + np.array([-24.0, 4.0, -10.0])
    parts.append(rounded(thumb, fingertip + np.array([-4.0, -half - 5.0, 2.0]), 11.0, 8.0, SKIN, roundness))
    return join(parts)

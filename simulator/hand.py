"""A hand that reaches for a field: a sleeve, a forearm, a palm and fingers, as rounded shapes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.physical_set import PhysicalSet
from referee.tactori.board import coordinates
from referee.tactori.position import Position
from simulator.look import SKIN, SLEEVE, Rgb
from simulator.solids import Faces, join, tower_faces
from simulator.viewpoint import field_mm

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
    """A hand over a field, or on its way there from the near side."""

    field: str
    away_mm: float = 0.0
    """How far it still is from its field."""
    holds: str = ""
    """The colour of the tower between its fingers."""


def hand_faces(
    hand: Hand,
    position: Position,
    physical_set: PhysicalSet,
    seed: int,
    turned_deg: float = 0.0,
    roundness: Roundness = SMOOTH,
) -> Faces:
    """The hand comes from the near side of the table, however the board lies turned on it."""
    rng = np.random.default_rng([seed, 4])
    x, y = field_mm(*coordinates(hand.field), position.board, physical_set)
    if turned_deg:
        cos, sin = math.cos(math.radians(turned_deg)), math.sin(math.radians(turned_deg))
        x, y = cos * x - sin * y, sin * x + cos * y
    y -= hand.away_mm
    over = (position.height(hand.field) + 0.15) * physical_set.tower_height
    fingertip = np.array([x, y, over + 0.5 * physical_set.tower_height])
    wrist = fingertip + np.array([rng.uniform(-15, 25), -85.0, 62.0])
    elbow = np.array([wrist[0] + rng.uniform(-60, 90), min(-physical_set.board_side, wrist[1] - 120.0), 120.0])
    middle = wrist + (fingertip - wrist) * 0.45 + np.array([0.0, 0.0, 16.0])
    parts = [
        rounded(wrist, elbow, 19.0, 26.0, SKIN, roundness),
        rounded(wrist + (elbow - wrist) * 0.35, elbow, 25.0, 34.0, SLEEVE, roundness),
        rounded(wrist, middle, 20.0, 26.0, SKIN, roundness),
    ]
    half = physical_set.tower_width / 2
    for i, aside in enumerate((-23.0, -8.0, 7.0, 21.0)):
        knuckle = middle + np.array([aside, 16.0, 2.0])
        tip = fingertip + np.array([aside * 0.35, half + 4.0 + 2 * (i in (1, 2)), 0.0])
        bent = (knuckle + tip) / 2 + np.array([0.0, 12.0, 14.0])
        parts += [rounded(knuckle, bent, 9.5, 8.5, SKIN, roundness), rounded(bent, tip, 8.5, 7.0, SKIN, roundness)]
    thumb = middle + np.array([-24.0, 4.0, -10.0])
    parts.append(rounded(thumb, fingertip + np.array([-4.0, -half - 5.0, 2.0]), 11.0, 8.0, SKIN, roundness))
    if hand.holds:
        parts.append(tower_faces(hand.holds, (x, y, over), 0.1, physical_set))
    return join(parts).turned(-turned_deg)

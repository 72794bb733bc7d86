"""Cards on their riders, blocks and the die as flat faces in space, set down a little carelessly."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from referee.antiblok.board import COLOURS, CROSSINGS, FIELDS
from simulator.flat.card_set import DIE, CardSet
from simulator.look import Look, Rgb
from simulator.raster import Array
from simulator.shapes import Faces, box, set_down

PAPER: Rgb = (0.74, 0.73, 0.69)
STEM: Rgb = (0.80, 0.79, 0.75)
DIE_WHITE: Rgb = (0.78, 0.77, 0.73)
PAINTS: dict[str, Rgb] = {
    "R": (0.56, 0.042, 0.034),
    "B": (0.030, 0.120, 0.420),
    "Y": (0.800, 0.545, 0.040),
    "G": (0.045, 0.270, 0.080),
    "?": (0.33, 0.31, 0.29),
}
# What a usual hand does to a card that it turns, and to a block.
OFF_MM, MOST_OFF_MM = 0.55, 1.2
TURNED_DEG, MOST_TURNED_DEG = 2.0, 5.0
BLOCK_OFF_MM, BLOCK_TURNED_DEG = 0.8, 9.0
PAINT_VARIES = 0.035
STEM_SIDES = 10
EDGE_MM = 0.3
STOCK_SPREAD = 2.2
"""In blocks: how far apart those lie that are left."""
QUARTERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""In which direction each letter of a card lies from its middle."""


@lru_cache(maxsize=4)
def card_shape(made: CardSet) -> Array:
    """A card around the origin (N, 4, 3): its four quarters in the order of its letters, then whatever is white."""
    half, inner, top = made.card / 2, made.card / 2 - made.white, made.card_top
    quarters = [_level(min(0, i * inner), min(0, j * inner), max(0, i * inner), max(0, j * inner), top)
                for i, j in QUARTERS]  # fmt: skip
    outside, inside = (np.array([(i * r, j * r, top) for i, j in QUARTERS]) for r in (half, inner))
    rim = [np.array([outside[i], outside[i - 3], inside[i - 3], inside[i]]) for i in range(4)]
    sides = box((-half, -half, top - made.card_thickness), (half, half, top))[1:]
    return np.concatenate([np.array(quarters), np.array(rim), sides, stem_shape(made)])


def stem_shape(made: CardSet) -> Array:
    """The rider's stem, which comes up through the card's middle."""
    around = np.linspace(0, 2 * math.pi, STEM_SIDES, endpoint=False)
    ring = made.stem_radius * np.stack([np.cos(around), np.sin(around)], axis=1)
    low = np.concatenate([ring, np.full((STEM_SIDES, 1), made.card_top - 0.5)], axis=1)
    high = np.concatenate([ring, np.full((STEM_SIDES, 1), made.stem_top)], axis=1)
    following = np.arange(1, STEM_SIDES + 1) % STEM_SIDES
    walls = np.stack([low, low[following], high[following], high], axis=1)
    lid = [high[[0, i, i + 1, i + 2]] for i in range(1, STEM_SIDES - 2, 2)]
    return np.concatenate([walls, np.array(lid)])


def card_faces(field: str, card: str, made: CardSet, look: Look, seed: int) -> Faces:
    """Each card has its own chance, and another one when it was turned: it lies alike in the next picture."""
    rng = np.random.default_rng([seed, 31, FIELDS.index(field), *map(ord, card)])
    dx, dy = np.clip(rng.normal(0, OFF_MM, 2), -MOST_OFF_MM, MOST_OFF_MM) * look.jitter
    turned = float(np.clip(rng.normal(0, TURNED_DEG), -MOST_TURNED_DEG, MOST_TURNED_DEG)) * look.jitter
    x, y = made.place(field)
    shape = card_shape(made)
    own = np.random.default_rng([seed, 32, FIELDS.index(field)])
    paints = [np.array(PAINTS[letter]) * (1 + PAINT_VARIES * own.standard_normal()) for letter in card]
    colours = np.tile(np.array(PAPER), (len(shape), 1))
    colours[:4] = paints
    colours[12:] = STEM
    return Faces(set_down(shape, (x + dx, y + dy, 0.0), math.radians(turned)), colours)


def block_faces(colour: str, at: tuple[float, float, float], yaw: float, made: CardSet) -> Faces:
    half = made.block / 2
    shape = set_down(box((-half, -half, 0.0), (half, half, made.block)), at, yaw)
    return Faces(shape, np.tile(np.array(PAINTS[colour]) * 0.92, (len(shape), 1)))


def laid_block(crossing: str, colour: str, made: CardSet, look: Look, seed: int) -> Faces:
    rng = np.random.default_rng([seed, 33, CROSSINGS.index(crossing), ord(colour)])
    dx, dy = rng.normal(0, BLOCK_OFF_MM, 2) * look.jitter
    x, y = made.place(crossing)
    yaw = math.radians(rng.normal(0, BLOCK_TURNED_DEG) * look.jitter)
    return block_faces(colour, (x + dx, y + dy, made.card_top), yaw, made)


def stock_place(colour: str, number: int, made: CardSet, seed: int) -> tuple[float, float, float]:
    """Where a block that is left lies on the table, and how far it is turned."""
    rng = np.random.default_rng([seed, 34, ord(colour), number])
    side, across = divmod(COLOURS.index(colour), 2)
    x = (made.board_side / 2 + STOCK_SPREAD * made.block) * (-1 if across == 0 else 1)
    y = (0.13 if side == 0 else 0.42) * made.board_side + (number - 1) * STOCK_SPREAD * made.block
    dx, dy = rng.uniform(-0.35, 0.35, 2) * made.block
    return x + dx, y + dy, float(rng.uniform(0, math.pi))


def stock_block(colour: str, number: int, made: CardSet, seed: int) -> Faces:
    x, y, yaw = stock_place(colour, number, made, seed)
    return block_faces(colour, (x, y, -made.board_thickness), yaw, made)


def die_place(throws: int, made: CardSet, seed: int) -> tuple[float, float, float]:
    """Where the die came to rest after so many throws, and how far it is turned."""
    rng = np.random.default_rng([seed, 35, throws])
    x, y = made.place(DIE)
    return x + rng.uniform(-0.6, 0.9) * made.die, y + rng.uniform(-1.8, 1.8) * made.die, rng.uniform(-0.6, 0.6)


def die_faces(throws: int, made: CardSet, seed: int) -> Faces:
    """A cube; its first face is the one that was thrown."""
    x, y, yaw = die_place(throws, made, seed)
    half = made.die / 2
    shape = set_down(box((-half, -half, 0.0), (half, half, made.die)), (x, y, -made.board_thickness), yaw)
    return Faces(shape, np.tile(np.array(DIE_WHITE), (len(shape), 1)))


def frame_faces(made: CardSet) -> Faces:
    """The frame around the board's surface, down to the table."""
    # A little beyond the surface, whose edge would shine through.
    half, low, high = made.board_side / 2 + EDGE_MM, -made.board_thickness, made.frame_height
    inner = made.board_side / 2 - made.frame
    parts = [
        box((-half, -half, low), (half, -inner, high)),
        box((-half, inner, low), (half, half, high)),
        box((-half, -inner, low), (-inner, inner, high)),
        box((inner, -inner, low), (half, inner, high)),
    ]
    corners = np.concatenate(parts)
    return Faces(corners, np.tile(np.array(made.frame_colour), (len(corners), 1)))


def _level(x0: float, y0: float, x1: float, y1: float, z: float) -> Array:
    return np.array([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)])

"""The four paints as they look in this light, learned from the cards themselves.

Every card has each paint once, so its four quarters lie around their common middle in the plane of log ratios, in
directions that hardly change: a lamp's colour moves all four alike, haze and glints draw all four together.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat.card_settings import CardSettings
from vision.flat.light import Float

LETTERS = "RBYG"
SHADE = np.array([1.0, 1.0, 0.6], np.float32)
"""How much (u, v, l) count. Brightness counts less: a shadow may run across a card. But where a light is so strong that
yellow is nearly white, it is still the brightest."""
FACES = np.array(list(permutations(range(4))))
"""The 24 faces of a card: for each quarter its paint, as a place in `LETTERS`."""
Mask = NDArray[np.bool_]
Index = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Paints:
    """In the order of `LETTERS`."""

    mean: Float
    """(4, 3): log ratios of red and blue to green, and the logarithm of the brightness."""
    spread: Float
    """(4, 3): how far quarters stray from it."""

    @property
    def around(self) -> Float:
        """(4, 3): where each paint lies from their middle."""
        return np.asarray(self.mean - self.mean.mean(0))

    @property
    def apart(self) -> Float:
        """(4,): how far each paint is from the one nearest to it, in log ratios."""
        away = np.linalg.norm(self.mean[:, None, :2] - self.mean[None, :, :2], axis=2)
        return np.asarray((away + np.where(np.eye(4) > 0, np.inf, 0)).min(1), np.float32)


@dataclass(frozen=True, eq=False)
class Faces:
    """For some cards, which of the 24 faces fits best, and how well."""

    index: Index
    likeness: Float
    """Correlation, -1 to 1, of the quarters' colours, from their middle, with the paints'."""
    second: Float
    """That of the next best face."""
    strength: Float
    """How far the quarters are from their middle: little on bare ground, or where all is white."""


def match_faces(uvl: Float, around: Float) -> Faces:
    """What cards show, from the colours (n, 4, 3) of their quarters and where paints (4, 3) lie around the middle."""
    away = (uvl - uvl.mean(1, keepdims=True)) * SHADE
    strength = np.sqrt((away**2).sum((1, 2)))
    around = (around - around.mean(0)) * SHADE
    wanted = around[FACES] / np.linalg.norm(around)
    likeness = np.einsum("nqc,fqc->nf", away, wanted) / np.maximum(strength, 1e-6)[:, None]
    order = np.argsort(-likeness, axis=1)[:, :2]
    best, second = np.take_along_axis(likeness, order, 1).T
    return Faces(order[:, 0], best.astype(np.float32), second.astype(np.float32), strength.astype(np.float32))


def full_strength(paints: Paints) -> float:
    """That of a card which shows just these paints."""
    return float(np.linalg.norm(paints.around * SHADE))


def usual_looks(settings: CardSettings) -> list[Float]:
    """Where usual paints lie around their middle, R, B, Y, G, in a picture exposed well and in ever brighter ones."""
    looks = []
    for gain in settings.exposures:
        red, green, blue = np.log(np.minimum(gain * np.array(settings.usual_reflectance), 1.0)).T
        uvl = np.stack([red - green, blue - green, 0.3 * red + 0.6 * green + 0.1 * blue], 1)
        looks.append(np.asarray(uvl - uvl.mean(0), np.float32))
    return looks


def worth(faces: Faces, settings: CardSettings) -> Float:
    """How much each speaks for being a card, from -1 to 1: by chance, four places hardly have four paints."""
    low, high = settings.card_likeness
    certain = faces.strength[faces.likeness > high]
    usual = float(np.median(certain)) if len(certain) else 1.0
    value = np.clip((faces.likeness - low) / (high - low), -1, 1)
    weak = faces.strength < settings.least_strength * usual
    return np.asarray(np.where(weak, np.minimum(value, 0), value), np.float32)


def partial_worth(uvl: Float, paints: Paints, settings: CardSettings) -> Float:
    """The same of cards (n, 4, 3) that are half hidden: the more different paints they show, the more is said for them;
    a paint twice speaks against it."""
    counts = paint_counts(uvl, paints, settings)
    known = counts.sum(1)
    value = np.where(known >= 2, settings.quarter_worth * known, 0.0)
    return np.asarray(np.where((counts > 1).any(1), settings.twice_worth, value), np.float32)


def paint_counts(uvl: Float, paints: Paints, settings: CardSettings) -> Index:
    """How many quarters of cards (n, 4, 3) have each of the paints (n, 4)."""
    own = nearest_paint(uvl, paints, settings)
    return np.stack([(own == k).sum(1) for k in range(4)], 1)


def paint_distance(uvl: Float, paints: Paints, settings: CardSettings) -> Float:
    """How far colours (…, 3) are from each paint (…, 4), in shares of the way to the paint next to it.

    Farther from the middle than the paint itself is no distance: sides in shadow have more colour, not less. Nor is
    darker, within reason.
    """
    middle = paints.mean.mean(0)
    around = paints.around[:, :2]
    radius = np.linalg.norm(around, axis=1)
    way = around / radius[:, None]
    away = uvl[..., :2] - middle[:2]
    along = away @ way.T
    across = away @ np.stack([-way[:, 1], way[:, 0]])
    short = np.maximum(radius - along, 0.0)
    # What has more colour spreads like a fan.
    across = across * np.minimum(1.0, radius / np.maximum(along, 1e-6))
    shade = uvl[..., 2:] - paints.mean[:, 2]
    light = np.maximum(shade, 0.0) * settings.brighter + np.maximum(-shade, 0.0) * settings.darker
    return np.asarray(np.sqrt(across**2 + short**2 + light**2) / paints.apart, np.float32)


def nearest_paint(uvl: Float, paints: Paints, settings: CardSettings) -> Index:
    """The paint of each colour (…, 3), as a place in `LETTERS`; -1 where it is none of the four."""
    return own_paint(paint_distance(uvl, paints, settings), settings)


def own_paint(away: Float, settings: CardSettings) -> Index:
    """The same from how far colours are from each paint (…, 4). What is as near to another one is neither."""
    first, second = np.moveaxis(np.partition(away, 1, axis=-1)[..., :2], -1, 0)
    clear = (first < settings.paint_reach) & (second - first > settings.clear_paint)
    return np.where(clear, away.argmin(-1), -1)


def learn_around(uvl: Float, settings: CardSettings) -> Float | None:
    """The paints' places around their middle from quarters (n, 4, 3), most of them of cards; None if there are none.

    Beginning with usual paints, those of the cards that fit them; then those of the cards that fit these.
    """
    for usual in usual_looks(settings):
        around = _learned(uvl, usual, settings)
        if around is None:
            continue
        named = match_faces(around[None], usual)
        clear = float(named.likeness[0] - named.second[0]) > settings.clear_names
        if clear and (FACES[named.index[0]] == np.arange(4)).all():
            return around
    return None


def _learned(uvl: Float, around: Float, settings: CardSettings) -> Float | None:
    for _ in range(settings.paint_rounds):
        faces = match_faces(uvl, around)
        good = worth(faces, settings) > 0
        if np.count_nonzero(good) < settings.least_teachers:
            return None
        away = uvl[good] - uvl[good].mean(1, keepdims=True)
        own = FACES[faces.index[good]]
        around = np.stack([np.median(away[own == k], axis=0) for k in range(4)])
        around = (around - around.mean(0)).astype(np.float32)
    return around


def learn_paints(uvl: Float, settings: CardSettings) -> Paints | None:
    """The four paints from the colours (n, 4, 3) of cards' quarters; None if they are not four in usual directions."""
    around = learn_around(uvl, settings)
    if around is None:
        return None
    faces = match_faces(uvl, around)
    good = worth(faces, settings) > 0
    own, shown = FACES[faces.index[good]], uvl[good]
    mean = np.stack([np.median(shown[own == k], axis=0) for k in range(4)])
    spread = np.stack([1.48 * np.median(np.abs(shown[own == k] - mean[k]), axis=0) for k in range(4)])
    paints = Paints(mean.astype(np.float32), np.maximum(spread, settings.least_spread).astype(np.float32))
    return paints if paints.apart.min() >= settings.least_paint_apart else None


def variety(uv: Float, windows: tuple[int, ...]) -> Float:
    """How much colours differ, in more than one way, around each pixel: the smaller axis of their spread, squared.

    Two paints, or one in light and shadow, spread along a line and have none.
    """
    best = np.zeros(uv.shape[:2], np.float32)
    u, v = np.ascontiguousarray(uv[..., 0]), np.ascontiguousarray(uv[..., 1])
    planes = cv2.merge([u * u, v * v, u * v])
    for window in windows:
        mean_u, mean_v = (cv2.blur(plane, (window, window), borderType=cv2.BORDER_REFLECT) for plane in (u, v))
        squares = cv2.split(cv2.blur(planes, (window, window), borderType=cv2.BORDER_REFLECT))
        uu, vv, mixed = squares[0] - mean_u * mean_u, squares[1] - mean_v * mean_v, squares[2] - mean_u * mean_v
        np.maximum(best, (uu + vv) / 2 - np.sqrt(((uu - vv) / 2) ** 2 + mixed * mixed), out=best)
    return best


def colourful_region(uv: Float, settings: CardSettings) -> Mask | None:
    """The largest connected part of a small picture with many colours close together; None if there is none."""
    there = variety(uv, settings.windows_spx)
    bar = max(settings.least_variety, settings.variety_share * float(np.quantile(there, 0.995)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats((there > bar).astype(np.uint8), connectivity=4)
    if count < 2:
        return None
    best = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    if stats[best, cv2.CC_STAT_AREA] < settings.least_region * there.size:
        return None
    return np.asarray(labels == best)

"""Whether camera and light keep still: how far the picture moves, and how much its brightness changes."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.arrays import Array, Float, Mask
from vision.doctor.report import Aspect, Finding, grade, judged
from vision.doctor.seen import Seen
from vision.doctor.settings import DoctorSettings
from vision.photograph import Picture
from words.message import message

# Tiles across and down: a hand in one of them does not move the others.
TILES = 4
LEAST_TILE_PX = 32
ROWS = 24  # stripes in which brightness is compared: mains light makes a few dark bars


def judge_stillness(images: Sequence[Picture], seen: Seen, settings: DoctorSettings) -> Finding:
    """`images` are all of one size; `seen` is one of them."""
    if len(images) < 2:
        return Finding(Aspect.STILLNESS, None, message("doctor.stillness.one"))
    pitch_px = seen.pitch_px or settings.usual_pitch_share * seen.image.shape[1]
    moved_px, flicker = movement_px(images, seen.inside, settings), flickering(images, seen.inside)
    share = moved_px / pitch_px
    moving = message(
        "doctor.stillness.moves" if share > settings.moved_share else "doctor.stillness.trembles", px=f"{moved_px:.1f}"
    )
    faults = [
        (grade(share, settings.tremble_share), moving),
        (grade(flicker, settings.flicker_share), message("doctor.stillness.flickers", percent=f"{100 * flicker:.0f}")),
    ]
    if share > settings.moved_share:
        faults.pop()  # other brightness is other things then
    words = message("doctor.stillness.seen", px=f"{moved_px:.1f}")
    measures = {"moved_px": moved_px, "moved_per_field": share, "flicker": flicker}
    return judged(Aspect.STILLNESS, words, faults, settings, measures)


def movement_px(images: Sequence[Picture], where: Mask, settings: DoctorSettings) -> float:
    """The longest way between where two of the pictures show the same thing."""
    first = _grey(images[0])
    places = np.array([(0.0, 0.0), *(shift_px(first, _grey(other), where, settings) for other in images[1:])])
    return float(np.linalg.norm(places[:, None] - places[None], axis=2).max())


def shift_px(one: Float, other: Float, where: Mask, settings: DoctorSettings) -> tuple[float, float]:
    """How far the other picture is shifted against the one, by what most tiles of a part of it agree upon."""
    rows, columns = np.flatnonzero(where.any(axis=1)), np.flatnonzero(where.any(axis=0))
    top, left = int(rows[0]), int(columns[0])
    high, wide = (int(rows[-1]) + 1 - top) // TILES, (int(columns[-1]) + 1 - left) // TILES
    if min(high, wide) < LEAST_TILE_PX:
        tiles = [(slice(top, top + TILES * high), slice(left, left + TILES * wide))]
    else:
        tiles = [
            (slice(top + i * high, top + (i + 1) * high), slice(left + j * wide, left + (j + 1) * wide))
            for i in range(TILES)
            for j in range(TILES)
        ]
    found = []
    for tile in tiles:
        a, b = one[tile], other[tile]
        if min(a.std(), b.std()) > settings.least_contrast:
            window = cv2.createHanningWindow((a.shape[1], a.shape[0]), cv2.CV_32F)
            (u, v), _ = cv2.phaseCorrelate(np.ascontiguousarray(a), np.ascontiguousarray(b), window)
            found.append((u, v))
    if not found:
        return 0.0, 0.0
    u, v = np.median(np.array(found), axis=0)
    return float(u), float(v)


def flickering(images: Sequence[Picture], where: Mask) -> float:
    """By which share the brightness changes at most, from picture to picture or in stripes across one."""
    logs = [np.log(np.maximum(_grey(image), 4.0)) for image in images]
    usual = np.median(np.stack(logs), axis=0)
    changes = np.array([_stripes(each - usual, where) for each in logs])
    return float(np.expm1(GAMMA * (changes.max(axis=0) - changes.min(axis=0)).max()))


# From grey levels to light.
GAMMA = 2.2


def _stripes(change: Float, where: Mask) -> Array:
    """The usual change in each of some stripes: most of it stands still, whatever a hand does."""
    rows = np.flatnonzero(where.any(axis=1))
    parts = np.array_split(rows, ROWS)
    medians = []
    for part in parts:
        values = change[part][where[part]]
        medians.append(float(np.median(values)) if values.size else 0.0)
    return np.array(medians)


def _grey(image: Picture) -> Float:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.float32)

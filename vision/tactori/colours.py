"""What each pixel's colour says, relative to this light and this board: paint, wood, or table.

A pixel is (u, v, l): the logarithms, in linear light, of red to green, of blue to green, and of the brightness, each
relative to the board's wood. A warmer lamp, another white balance or a longer exposure move wood and paint alike, so
they cancel.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float, Mask
from vision.tactori.scene import FACES, NEAR, STICK_SIDE, STICK_TOP, TOP
from vision.tactori.settings import ReaderSettings

COLOURS = "RBYG"
LOG_2PI = float(np.log(2 * np.pi))


def _log_table() -> Float:
    level = np.arange(256) / 255
    linear = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    return np.log(linear + ReaderSettings().black_level).astype(np.float32)


LOG_TABLE = _log_table()


@dataclass
class Paints:
    """For light and shadow, each colour and each face: the mean of (u, v, l), and how far pixels stray from it."""

    mean: Float  # (2, colours, faces, 3)
    spread: Float  # (2, colours, faces, 3)
    weight: Float  # (2, colours, faces)


@dataclass
class Picture:
    """The working picture in (u, v, l), and where the board is in it."""

    uvl: Float  # (height, width, 3)
    clipped: Mask  # brighter than the camera can tell
    on_board: Mask
    wood_log: Float  # (3,): the wood's own (u, v, l) before it became the origin
    wood: Float  # (height, width): how likely each pixel is bare wood, as a log likelihood
    glare: Mask  # too bright in two channels and more: it may be anything that shines, a tower's top as well as wood
    cover: Mask | None = None  # what lies before the board: it teaches nothing, and is no part of `on_board`


def see(image: NDArray[np.uint8], on_board: Mask, settings: ReaderSettings, cover: Mask | None = None) -> Picture:
    """The picture relative to its wood."""
    on_board = _seen_board(on_board, cover, settings)
    uvl = ratios(image)
    wood = _wood(uvl.reshape(-1, 3), np.flatnonzero(on_board))
    uvl -= wood
    blue, green, red = (channel >= settings.clipped_level for channel in cv2.split(image))
    clipped, glare = blue | green | red, (blue & green) | (blue & red) | (green & red)
    return Picture(uvl, clipped, on_board, wood, _wood_likelihood(uvl, on_board, settings), glare, cover)


def ratios(image: NDArray[np.uint8]) -> Float:
    """(u, v, l) of every pixel before wood becomes the origin."""
    logs = np.asarray(cv2.LUT(image, LOG_TABLE), dtype=np.float32)
    blue, green, red = cv2.split(logs)
    uvl = np.empty_like(logs)
    np.subtract(red, green, out=uvl[..., 0])
    np.subtract(blue, green, out=uvl[..., 1])
    uvl[..., 2] = 0.3 * red + 0.6 * green + 0.1 * blue
    return uvl


def _seen_board(on_board: Mask, cover: Mask | None, settings: ReaderSettings) -> Mask:
    """The board without what covers it, as long as enough is left to tell what its wood is like."""
    if cover is None:
        return on_board
    seen = on_board & ~cover
    return seen if np.count_nonzero(seen) >= settings.least_seen_share * np.count_nonzero(on_board) else on_board


def _wood(pixels: Float, where: NDArray[np.int64]) -> Float:
    """The wood is what most pixels of these agree upon: found by looking ever closer at the middle of them."""
    sample = pixels[where[:: max(1, len(where) // 4000)]]
    centre = np.median(sample, axis=0)
    for radius in (1.0, 0.5, 0.35):
        near = sample[(np.abs(sample[:, :2] - centre[:2]) < radius).all(axis=1)]
        if len(near) >= 100:
            centre = np.median(near, axis=0)
    return centre.astype(np.float32)


LEVELS = 24  # steps of brightness in which wood is described
DARKEST, BRIGHTEST = -3.0, 1.0


def _wood_likelihood(uvl: Float, on_board: Mask, settings: ReaderSettings) -> Float:
    """Wood in shadow is lit by other light than wood in the sun: its colour is a curve over its brightness."""
    step = (BRIGHTEST - DARKEST) / LEVELS
    level = np.clip((uvl[..., 2] - DARKEST) / step, 0, LEVELS - 1).astype(np.int32)
    step_px = max(1, on_board.size // 30000)
    shown = np.flatnonzero(on_board)[::step_px]
    pixels, at = uvl.reshape(-1, 3)[shown, :2], level.ravel()[shown]
    pale = np.hypot(pixels[:, 0], pixels[:, 1]) < settings.palest_wood
    pixels, at = pixels[pale], at[pale]
    curve = np.zeros((LEVELS, 2))
    spread = np.tile(np.array(settings.least_wood_spread), (LEVELS, 1))
    seen = np.zeros(LEVELS)
    for i in range(LEVELS):
        mine = pixels[at == i]
        seen[i] = len(mine)
        if len(mine) >= 30:
            curve[i] = np.median(mine, axis=0)
            spread[i] = 1.48 * np.median(np.abs(mine - curve[i]), axis=0)
    known = np.flatnonzero(seen >= 30)
    if len(known):
        for k in range(2):
            curve[:, k] = np.interp(np.arange(LEVELS), known, curve[known, k])
            spread[:, k] = np.interp(np.arange(LEVELS), known, spread[known, k])
    spread = settings.wood_factor * np.clip(spread, settings.least_wood_spread, settings.largest_wood_spread)
    share = (seen + 0.5) / (seen.sum() + 0.5 * LEVELS)
    curve32, spread32 = curve.astype(np.float32), spread.astype(np.float32)
    peak = (np.log(share / step) - np.log(spread).sum(axis=1) - LOG_2PI).astype(np.float32)
    far = ((uvl[..., 0] - curve32[level, 0]) / spread32[level, 0]) ** 2
    far += ((uvl[..., 1] - curve32[level, 1]) / spread32[level, 1]) ** 2
    return np.asarray(np.maximum(peak[level] - 0.5 * far, settings.unlikely_at_first), np.float32)


BINS, REACH = 64, 3.2


def behind_evidence(picture: Picture, settings: ReaderSettings) -> Float:
    """Log likelihoods of what is there without pieces: wood on the board, and around it the colours seen there."""
    width = 2 * REACH / BINS
    cells = np.clip((picture.uvl[..., :2] + REACH) / width, 0, BINS - 1).astype(np.int32)
    index = cells[..., 0] * BINS + cells[..., 1]
    around = ~picture.on_board if picture.cover is None else ~(picture.on_board | picture.cover)
    counts = np.bincount(index[around][::2], minlength=BINS * BINS).reshape(BINS, BINS)
    smooth = cv2.GaussianBlur(counts.astype(np.float32), (0, 0), 1.2).ravel()
    density = smooth / (max(float(smooth.sum()), 1.0) * width**2 * (BRIGHTEST - DARKEST) / 2)
    table = np.log(np.maximum(density, np.exp(settings.unlikely_at_first))).astype(np.float32)
    evidence = np.where(picture.on_board, picture.wood, table[index])
    return np.asarray(np.where(picture.glare, np.minimum(evidence, settings.unlikely), evidence))


def learn_paints(picture: Picture, faces: NDArray[np.uint8], colours: NDArray[np.int8], chroma: Float) -> Paints:
    """What each paint looks like on each face, in light and in shadow, from a reading that is mostly right.

    Parameters
    ----------
    faces, colours
        For every pixel the face it shows (0: no piece) and its paint.
    """
    mean = np.full((2, 4, FACES, 3), np.nan, np.float32)
    spread = np.full((2, 4, FACES, 3), np.nan, np.float32)
    weight = np.full((2, 4, FACES), 0.5, np.float32)
    known = np.flatnonzero(faces)
    uvl = picture.uvl.reshape(-1, 3)[known]
    kind = faces.ravel()[known].astype(np.int32) * 4 + colours.ravel()[known]
    order = np.argsort(kind, kind="stable")
    bounds = np.searchsorted(kind[order], np.arange(4 * FACES + 1))
    for c in range(4):
        for k in range(1, FACES):
            mine = uvl[order[bounds[4 * k + c] : bounds[4 * k + c + 1]]]
            if len(mine) >= FEWEST_PIXELS:
                mine = mine[:: max(1, len(mine) // 400)]
                parts = _light_and_shadow(mine)
                for i, part in enumerate(parts):
                    if i and parts[0] is parts[1]:
                        mean[1, c, k], spread[1, c, k], weight[:, c, k] = mean[0, c, k], spread[0, c, k], 1.0
                        break
                    mean[i, c, k] = middle = _median(part)
                    spread[i, c, k] = 1.48 * _median(np.abs(part - middle))
                    weight[i, c, k] = len(part) / len(mine)
    _forget_strays(mean, chroma)
    _fill_gaps(mean, spread, weight, chroma)
    return Paints(mean, np.clip(np.nan_to_num(spread, nan=1.0), LEAST_SPREAD, LARGEST_SPREAD), weight)


def _median(values: Float) -> Float:
    """Column by column; numpy's own takes most of its time to be general."""
    return np.asarray(np.sort(values, axis=0)[len(values) // 2])


FEWEST_PIXELS = 40  # from which a face's colour is learned
PALEST_SHARE = 0.2  # of a paint's chroma, which glare leaves of it at least
BLEACHED = 0.1  # log ratio to the board's wood from which on what has no colour is wood in glare
LEAST_SPREAD, LARGEST_SPREAD = (0.15, 0.15, 0.18), (0.4, 0.4, 0.5)


def _forget_strays(mean: Float, chroma: Float) -> None:
    """What lies in another paint's direction was not this paint: a stick of another colour was taken for one of it.

    Nor was what has hardly any colour: wood that a lamp bleaches is bright, and no paint.
    """
    lengths = np.linalg.norm(chroma, axis=1, keepdims=True)
    directions = chroma / np.maximum(lengths, 1e-6)
    for c in range(4):
        pale = ~(mean[:, c, :, :2] @ directions[c] > PALEST_SHARE * lengths[c])
        bleached = pale & (mean[:, c, :, 2] > BLEACHED)
        mean[:, c] = np.where(bleached[..., None], mean[::-1, c], mean[:, c])
        mean[:, c, bleached.all(axis=0)] = np.nan
        for k in (STICK_TOP, STICK_SIDE):
            along = mean[:, c, k, :2] @ directions.T
            if (along.argmax(axis=1) != c).all():
                mean[:, c, k] = np.nan


def _fill_gaps(mean: Float, spread: Float, weight: Float, chroma: Float) -> None:
    """A face nobody has seen in a colour is as bright, beside the colour's other faces, as it is in other colours."""
    seen = np.isfinite(mean[0, ..., 0])
    both = np.where(seen, mean[..., 2].mean(axis=0), 0.0)
    shade, base = np.zeros(FACES), np.full(4, -1.0)
    for _ in range(3):
        for c in range(4):
            if seen[c].any():
                base[c] = (both[c] - shade)[seen[c]].mean()
        for k in range(1, FACES):
            if seen[:, k].any():
                shade[k] = (both[:, k] - base)[seen[:, k]].mean()
    for stick, tower in ((STICK_TOP, TOP), (STICK_SIDE, NEAR)):
        if not seen[:, stick].any():
            shade[stick] = shade[tower]
    for c in range(4):
        usual = np.median(mean[:, c, seen[c], :2].reshape(-1, 2), axis=0) if seen[c].any() else chroma[c]
        for k in range(1, FACES):
            twin = TOP if k == STICK_TOP else NEAR
            if seen[c, k]:
                continue
            if k in (STICK_TOP, STICK_SIDE) and seen[c, twin]:
                mean[:, c, k], spread[:, c, k], weight[:, c, k] = (
                    mean[:, c, twin],
                    spread[:, c, twin],
                    weight[:, c, twin],
                )
            else:
                mean[:, c, k] = (*usual, base[c] + shade[k])
                spread[:, c, k] = (0.35, 0.35, 0.5)


def _light_and_shadow(pixels: Float) -> tuple[Float, Float]:
    """Splits a face's pixels by brightness where that makes two groups far apart."""
    level = pixels[:, 2]
    ranked = np.sort(level)
    low, high = ranked[int(0.15 * len(ranked))], ranked[int(0.85 * len(ranked))]
    for _ in range(3):
        cut = int(np.searchsorted(ranked, (low + high) / 2))
        if not 0.1 * len(ranked) < cut < 0.9 * len(ranked):
            return pixels, pixels
        low, high = ranked[cut // 2], ranked[(cut + len(ranked)) // 2]
    if high - low < 0.5:
        return pixels, pixels
    bright = level > (low + high) / 2
    return pixels[~bright], pixels[bright]


def face_evidence(picture: Picture, paints: Paints, maybe: Mask, settings: ReaderSettings) -> tuple[Float, Float]:
    """Log likelihoods of the four paints on each face, (faces, height, width, 4), and on whichever fits best.

    `maybe` are the pixels that may show a piece at all; the others show none.
    """
    shape = picture.uvl.shape[:2]
    paint = np.empty((FACES, *shape, 4), np.float32)
    plane = np.full((*shape, 4), settings.unlikely, np.float32)
    where = np.flatnonzero(maybe)
    any_face = np.full((len(where), 4), settings.unlikely, np.float32)
    pixels = picture.uvl.reshape(-1, 3)[where]
    # A normal density's logarithm is a sum of squares and pixels: all paints and faces are one product of matrices.
    known = np.concatenate([pixels * pixels, pixels, np.ones((len(pixels), 1), np.float32)], axis=1)
    tight = 0.5 / paints.spread[:, :, 1:] ** 2
    mean = paints.mean[:, :, 1:]
    peak = np.log(np.clip(paints.weight, 0.1, 1.0)) - np.log(paints.spread).sum(axis=3) - 1.5 * LOG_2PI
    always = peak[:, :, 1:] - (tight * mean**2).sum(axis=3)
    weights = np.concatenate([-tight, 2 * tight * mean, always[..., None]], axis=3).astype(np.float32)
    for k in range(1, FACES):
        dark, light = weights[:, :, k - 1]
        best = known @ dark.T
        if not np.array_equal(dark, light):
            np.maximum(best, known @ light.T, out=best)
        np.maximum(best, settings.unlikely, out=best)
        np.maximum(any_face, best, out=any_face)
        plane.reshape(-1, 4)[where] = best
        cv2.dilate(plane, NEIGHBOURS, dst=paint[k])
    plane.reshape(-1, 4)[where] = any_face
    return paint, np.asarray(cv2.dilate(plane, NEIGHBOURS))


# Pieces are set down a millimetre askew, and pixels at a border mix two colours: each may be what its neighbour is.
NEIGHBOURS = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))

"""How sharp the picture is at the board's edges and marks, and whether it is smeared in one direction.

An edge that the lens has blurred to a standard deviation s has a slope in proportion to 1/s. Blurred once more by a
known amount it becomes flatter, the more so the sharper it was: the ratio of the two slopes gives s, whatever the
contrast.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from cv2.typing import MatLike

from calibration.arrays import Array, Float, Image, Mask
from vision.doctor.report import Aspect, Finding, grade, judged
from vision.doctor.seen import Seen
from vision.doctor.settings import DoctorSettings
from words.message import Message, message

# From 10 % to 90 % of an edge, in standard deviations of its blur.
EDGE_WIDTH = 2.56
# A smear of length 1 has this standard deviation.
SMEAR = 1 / math.sqrt(12)
HALVINGS = 3
# Squared pixels: a slope is taken over two pixels.
SLOPE_BLUR = 4 / 12


@dataclass(frozen=True)
class Blur:
    """`sigma_px` is the mean over all directions, `smeared_px` the length of a smear if there is one."""

    sigma_px: float
    smeared_px: float = 0.0
    direction_deg: float = 0.0
    """Of the smear, 0 to 180 anticlockwise from the right."""


def judge_focus(seen: Seen, settings: DoctorSettings) -> Finding:
    blur = measure_blur(seen.image, _where(seen), settings)
    if blur is None:
        return Finding(Aspect.FOCUS, None, message("doctor.focus.no_edges"))
    pitch_px = seen.pitch_px or settings.usual_pitch_share * seen.image.shape[1]
    width_px = EDGE_WIDTH * blur.sigma_px
    measures = {"edge_width_px": width_px, "blur_px": blur.sigma_px, "blur_per_field": blur.sigma_px / pitch_px}
    said: Message
    if blur.smeared_px:
        measures |= {"smeared_px": blur.smeared_px, "direction_deg": blur.direction_deg}
        said = message("doctor.focus.moving", px=f"{blur.smeared_px:.0f}")
    else:
        most_px = EDGE_WIDTH * settings.blur_share[0] * pitch_px
        said = message("doctor.focus.blurred", px=f"{width_px:.0f}", most=f"{most_px:.0f}")
    faults = [(grade(blur.sigma_px / pitch_px, settings.blur_share), said)]
    return judged(Aspect.FOCUS, message("doctor.focus.seen", px=f"{width_px:.1f}"), faults, settings, measures)


def _where(seen: Seen) -> Mask:
    """The board with its outline, but nothing of what is far behind it."""
    grow = max(3, round(seen.pitch_px / 4)) | 1
    return cv2.dilate(seen.inside.astype(np.uint8), np.ones((grow, grow), np.uint8)) > 0


def measure_blur(image: Image, where: Mask, settings: DoctorSettings) -> Blur | None:
    """The blur of the sharpest edges within a part of the picture; None if there are hardly any edges."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    scale = 1.0
    made = None
    for _ in range(HALVINGS + 1):
        found = _measure(grey, where, settings)
        if found is None:
            return made
        made = Blur(found.sigma_px * scale, found.smeared_px * scale, found.direction_deg)
        if max(found.sigma_px, SMEAR * found.smeared_px) < settings.trusted_blur_px:
            break
        size = (grey.shape[1] // 2, grey.shape[0] // 2)
        grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
        where = cv2.resize(where.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
        scale *= 2
    return made


def _measure(grey: Float, where: Mask, settings: DoctorSettings) -> Blur | None:
    squared, sector = _edges(grey, where, settings)
    angles, values = [], []
    for k in range(settings.directions):
        mine = squared[sector == k]
        if len(mine) >= settings.fewest_edges:
            angles.append((k + 0.5) / settings.directions * np.pi)
            values.append(float(np.percentile(mine, settings.edge_percentile)))
    if not values:
        return None
    doubled = 2 * np.array(angles)
    rows = np.stack([np.ones(len(values)), np.cos(doubled), np.sin(doubled)], axis=1)
    usual = max(float(np.median(values)), 0.0)
    if _spread_of(rows[:, 1:]) < settings.least_direction_spread:
        return Blur(math.sqrt(usual))
    (mean, along, across), *_ = np.linalg.lstsq(rows, np.array(values))
    varies = math.hypot(along, across)
    if mean <= 0 or varies < settings.motion_share * mean:
        return Blur(math.sqrt(usual))
    # Rows run downwards in a picture, angles anticlockwise.
    direction_deg = -math.degrees(math.atan2(across, along) / 2) % 180
    return Blur(math.sqrt(mean), math.sqrt(2 * varies) / SMEAR, direction_deg)


def _spread_of(doubled: Array) -> float:
    """0 if all directions (as cosine and sine of twice the angle) are the same, 1 if they go all around."""
    return float(2 * np.linalg.eigvalsh(np.cov(doubled.T))[0]) if len(doubled) > 2 else 0.0


def _edges(grey: Float, where: Mask, settings: DoctorSettings) -> tuple[Array, Array]:
    """Squared blur and sector of the direction across, for the strongest edges of every direction."""
    soft = cv2.GaussianBlur(grey, (0, 0), settings.presmooth_px)
    across, down = _slopes(soft)
    strength = np.hypot(across, down)
    inner = where.copy()
    inner[:3], inner[-3:], inner[:, :3], inner[:, -3:] = False, False, False, False
    v, u = np.nonzero(inner & (strength > settings.faintest_edge))
    top = strength[v, u]
    du, dv = across[v, u] / top, down[v, u] / top
    crest = (top >= _at(strength, u + du, v + dv)) & (top >= _at(strength, u - du, v - dv))
    v, u, top, du, dv = v[crest], u[crest], top[crest], du[crest], dv[crest]
    sector = np.floor(np.mod(np.arctan2(dv, du), np.pi) / np.pi * settings.directions).astype(int) % settings.directions
    strong = np.sort(top)[-settings.edges_per_direction :].mean() if len(top) else 0.0
    sector[top < settings.faintest_share * strong] = -1
    # A smear makes the edges across it faint, so that each direction has to have its own strongest.
    kept = [
        mine[np.argsort(-top[mine])[: settings.edges_per_direction]]
        for mine in (np.flatnonzero(sector == k) for k in range(settings.directions))
    ]
    chosen = np.concatenate(kept)
    again = np.hypot(*_slopes(cv2.GaussianBlur(soft, (0, 0), settings.reblur_px)))[v[chosen], u[chosen]]
    ratio = np.maximum(top[chosen] / np.maximum(again, 1e-6), 1.0 + 1e-4).astype(np.float64)
    squared = settings.reblur_px**2 / (ratio**2 - 1) - settings.presmooth_px**2 - SLOPE_BLUR
    return squared, sector[chosen]


def _slopes(grey: MatLike) -> tuple[MatLike, MatLike]:
    return cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8)


def _at(values: Float, u: Array, v: Array) -> Array:
    """Values between pixels."""
    left, upper = np.floor(u).astype(int), np.floor(v).astype(int)
    right, lower = u - left, v - upper
    above = values[upper, left] * (1 - right) + values[upper, left + 1] * right
    below = values[upper + 1, left] * (1 - right) + values[upper + 1, left + 1] * right
    return np.asarray(above * (1 - lower) + below * lower)

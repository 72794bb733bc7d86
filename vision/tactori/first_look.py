"""The first look at a picture, before its own paints are known: it starts from those of most sets, or of this one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float
from calibration.colour_separation import plausible
from calibration.colours import GENERIC, ColourReferences
from vision.tactori.canvas import NO_PAINT
from vision.tactori.colours import BRIGHTEST, DARKEST, LOG_2PI, Picture
from vision.tactori.settings import ReaderSettings


def first_paints(picture: Picture, settings: ReaderSettings, colours: ColourReferences | None = None) -> Float:
    """The four paints' (u, v) in this light, found among the board's coloured pixels; (4, 2)."""
    return _first_fit(_coloured(picture, settings), settings, colours or ColourReferences.generic()).chroma


def begin(picture: Picture, settings: ReaderSettings, colours: ColourReferences | None) -> tuple[Float, bool]:
    """The same, and whether the colours that were given are borne out; if not, it is better read without them."""
    coloured = _coloured(picture, settings)
    usual = ColourReferences.generic()
    if colours is None or not colours.measured:
        return _first_fit(coloured, settings, colours or usual).chroma, True
    own = _first_fit(coloured, settings, colours)
    if plausible(colours) and not _contradicted(own, coloured, settings):
        return own.chroma, True
    return _first_fit(coloured, settings, usual).chroma, False


def _contradicted(own: _Fit, coloured: _Coloured, settings: ReaderSettings) -> bool:
    """Whether the board shows paint, as most sets have it, where these references have none."""
    some = slice(None, None, FEWER)
    fewer = _Coloured(coloured.angle[some], coloured.radius[some], coloured.enough / FEWER)
    usual = _first_fit(fewer, settings, ColourReferences.generic())
    for c in range(4):
        astray = own.paint[some][usual.paint == c] == NO_PAINT
        if len(astray) > fewer.enough and np.count_nonzero(astray) > settings.largest_astray_share * len(astray):
            return True
    return False


FEWER = 4  # one pixel in so many is enough to find out
UPPER_HALF = 0.67  # standard deviations from the middle of a bell curve to the middle of its upper half


@dataclass(frozen=True)
class _Coloured:
    """The board's coloured pixels around the wood: their direction and distance, and how many make a paint."""

    angle: Float
    radius: Float
    enough: float


@dataclass(frozen=True)
class _Fit:
    chroma: Float  # (4, 2)
    paint: NDArray[np.int64]  # for every coloured pixel the paint in whose direction it lies, or NO_PAINT


def _coloured(picture: Picture, settings: ReaderSettings) -> _Coloured:
    uv = picture.uvl.reshape(-1, 3)[np.flatnonzero(picture.on_board & ~picture.clipped)[::3], :2]
    enough = settings.least_paint_share * len(uv)
    uv = uv[np.hypot(uv[:, 0], uv[:, 1]) > settings.least_paint_chroma]
    return _Coloured(np.arctan2(uv[:, 1], uv[:, 0]), np.hypot(uv[:, 0], uv[:, 1]), enough)


def _first_fit(coloured: _Coloured, settings: ReaderSettings, references: ColourReferences) -> _Fit:
    """Turns every paint from its reference to where the pixels are, a measured one less far than one of most sets."""
    paints = references.paints.values()
    means = np.array([(paint.u, paint.v) for paint in paints])
    usual = [paint.chroma + UPPER_HALF * paint.along * paint.measured for paint in paints]
    angle, radius, enough = coloured.angle, coloured.radius, coloured.enough
    if not len(angle):
        return _Fit(means.astype(np.float32), np.zeros(0, np.int64))
    home = np.arctan2(means[:, 1], means[:, 0])
    now = home.copy()
    limit = np.radians([settings.measured_turn_deg if p.measured else settings.largest_turn_deg for p in paints])
    for _ in range(4):
        off = (angle[:, None] - now + np.pi) % (2 * np.pi) - np.pi
        nearest = np.abs(off).argmin(axis=1)
        for c in range(4):
            mine = off[nearest == c, c]
            mine = mine[np.abs(mine) < limit[c]]
            if len(mine) >= enough:
                turn = (now[c] + np.median(mine) - home[c] + np.pi) % (2 * np.pi) - np.pi
                now[c] = home[c] + np.clip(turn, -limit[c], limit[c])
    off = (angle[:, None] - now + np.pi) % (2 * np.pi) - np.pi
    nearest = np.abs(off).argmin(axis=1)
    paint = np.where(np.abs(off).min(axis=1) < limit[nearest], nearest, NO_PAINT)
    for c in range(4):
        mine = radius[paint == c]
        length = np.median(mine[mine > np.median(mine)]) if len(mine) >= max(enough, 2) else usual[c]
        means[c] = length * np.cos(now[c]), length * np.sin(now[c])
    return _Fit(means.astype(np.float32), paint)


def first_evidence(
    picture: Picture,
    paints: Float,
    behind: Float,
    settings: ReaderSettings,
    colours: ColourReferences | None = None,
) -> Float:
    """Log likelihoods of the four paints, whichever face one sees; (height, width, 4)."""
    levels = _levels(colours, settings) if colours else [paint.level for paint in GENERIC.values()]
    spread = _spread(colours, settings) if colours else settings.paint_spread
    made = np.full((*behind.shape, 4), settings.unlikely_at_first, np.float32)
    where = np.flatnonzero(behind < settings.surely_behind)
    u, v, level = (picture.uvl.reshape(-1, 3)[where, k] for k in range(3))
    # Brightness tells paints from each other (yellow is brighter than green), not from wood: there may be shadow.
    shade = [((level - usual) / settings.paint_level_spread) ** 2 for usual in levels]
    least = np.minimum.reduce(shade)
    best = np.empty((len(where), 4), np.float32)
    for c in range(4):
        length = float(np.hypot(*paints[c]))
        du, dv = (float(x) / length for x in paints[c])
        pale, strong = settings.palest_share * length, settings.strongest_share * length
        along = np.clip(u * du + v * dv, pale, strong)
        far = ((u - along * du) ** 2 + (v - along * dv) ** 2) / spread**2 + shade[c] - least
        peak = -np.log((strong - pale) * spread * (BRIGHTEST - DARKEST)) - 0.5 * LOG_2PI
        np.maximum(peak - 0.5 * far, settings.unlikely_at_first, out=best[:, c])
    made.reshape(-1, 4)[where] = best
    return made


def _levels(colours: ColourReferences, settings: ReaderSettings) -> list[float]:
    """How bright each paint is beside the others. All of them are darker in a picture with long shadows: that goes."""
    measured = [paint.level - GENERIC[c].level for c, paint in colours.paints.items() if paint.measured]
    shift = float(np.mean(measured)) if measured else 0.0
    most = settings.largest_level_shift
    return [
        GENERIC[c].level + float(np.clip(paint.level - GENERIC[c].level - shift, -most, most)) * paint.measured
        for c, paint in colours.paints.items()
    ]


def _spread(colours: ColourReferences, settings: ReaderSettings) -> float:
    """How far a pixel may stray to either side of a paint: less where that was measured.

    It is the same for all paints, so that none is believed more easily for being known less well; and no single paint
    that shows in light and shadow decides it.
    """
    measured = [paint.spread for paint in colours.paints.values() if paint.measured]
    wide = settings.spread_factor * float(np.median(measured)) if measured else settings.paint_spread
    return float(np.clip(wide, settings.least_paint_spread, settings.paint_spread))

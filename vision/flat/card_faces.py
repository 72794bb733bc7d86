"""What each card shows: four quarters, each with its paint, or why that cannot be told."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.flat.card_board import ALL_CARDS, QUARTERS, FoundCards, in_pitches
from vision.flat.card_paints import FACES, LETTERS, full_strength, match_faces, nearest_paint, paint_distance
from vision.flat.card_settings import CardSettings
from vision.flat.light import Float, Picture, ratios, samples
from vision.flat.plane import Array

UNKNOWN = "?"
HALF_HIDDEN = ("carddoubt.covered", "carddoubt.twice")


@dataclass(frozen=True)
class Face:
    """`letters` from the near left quarter counter-clockwise, `?` where one is not known."""

    letters: str
    why: str | None = None
    """Why it is doubtful: a key of the catalogue; None for a claim."""
    askew_deg: float = 0.0
    """How far the card is turned from its place, counter-clockwise."""


def quarter_points(settings: CardSettings) -> Array:
    """Points (4, n, 2) of a card's quarters, in pitches from its middle, between stem and corner."""
    along = np.linspace(*settings.quarter_span, settings.quarter_points)
    grid = np.stack(np.meshgrid(along, along), -1).reshape(-1, 2)
    grid = grid[np.hypot(grid[:, 0], grid[:, 1]) > settings.stem]
    return np.asarray((2 * np.array(QUARTERS) - 1)[:, None] * grid[None], float)


def read_faces(image: Picture, found: FoundCards, settings: CardSettings) -> dict[tuple[int, int], Face]:
    """The face of each of the 25 cards, by column and row."""
    pitches = in_pitches(found.plane)
    inner = quarter_points(settings)
    middles = ALL_CARDS + 0.5
    points = pitches.project((middles[:, None, None] + inner[None]).reshape(-1, 2))
    pixels = samples(image, points).reshape(len(middles) * 4, -1, 3)
    uvl = ratios(pixels).reshape(len(middles), 4, -1, 3)
    own = nearest_paint(uvl, found.paints, settings)
    shares = np.stack([(own == k).mean(-1) for k in range(4)], -1)
    glint = _glints(pixels, settings).reshape(len(middles), 4)
    whole = match_faces(np.asarray(np.median(uvl, axis=2), np.float32), found.paints.around)
    # The noise of an even sleeve may be like any face, but is faint.
    strong = whole.strength > settings.least_strength * full_strength(found.paints)
    askew = _askew(image, found, settings)
    pieces = _pieces(image, found, settings)
    height, width = image.shape[:2]
    inside = ((points >= 0) & (points <= (width - 1, height - 1))).reshape(len(middles), -1).min(1)
    faces = {}
    for n, (i, j) in enumerate(ALL_CARDS):
        sure = whole.likeness[n] > settings.sure_likeness and whole.likeness[n] - whole.second[n] > settings.sure_gap
        like = FACES[whole.index[n]] if sure and strong[n] else None
        letters, why = _decide(shares[n], glint[n], like, settings)
        if why in HALF_HIDDEN and pieces[n] is not None:
            letters, why = str(pieces[n]), None
        elif why is None and like is None and pieces[n] != letters:
            why = "carddoubt.covered"
        if why is None and abs(askew[n]) > settings.most_askew_deg:
            why = "carddoubt.askew"
        if not inside[n]:
            letters, why = UNKNOWN * 4, "doubt.edge"
        faces[int(i), int(j)] = Face(letters, why, float(askew[n]))
    return faces


def _decide(
    shares: Float, glint: NDArray[np.bool_], like: NDArray[np.int64] | None, settings: CardSettings
) -> tuple[str, str | None]:
    """The letters of a card, from the share of each paint on each quarter (4, 4), and why they are doubtful."""
    best = shares.argmax(1)
    second = np.sort(shares, axis=1)[:, -2]
    known = (shares.max(1) >= settings.quarter_share) & (second < settings.odd_share)
    seen = [LETTERS[best[q]] if known[q] else UNKNOWN for q in range(4)]
    missing = [c for c in LETTERS if c not in seen]
    if len(set(seen) - {UNKNOWN}) < int(known.sum()):
        return "".join(seen), "doubt.glare" if glint.any() else "carddoubt.twice"
    agrees = like is not None and all(not known[q] or best[q] == like[q] for q in range(4))
    if like is not None and not agrees:
        return "".join(seen), "doubt.close"
    if known.sum() >= 3:
        return "".join(missing[0] if c == UNKNOWN else c for c in seen), None
    if like is not None and not glint.any():
        return "".join(LETTERS[k] for k in like), None
    return "".join(seen), "doubt.glare" if glint.any() else "carddoubt.covered"


def _pieces(image: Picture, found: FoundCards, settings: CardSettings) -> list[str | None]:
    """What each card shows by those of its places alone that have just a paint's colour; None if that is too little.

    Of a card half under a hand, two quarters and a piece of a third tell all four. A sleeve may be nearly a paint's
    colour, but hardly just that.
    """
    along = np.linspace(*settings.piece_span, settings.piece_points)
    grid = np.stack(np.meshgrid(along, along), -1).reshape(-1, 2)
    grid = grid[np.hypot(grid[:, 0], grid[:, 1]) > settings.stem]
    inner = (2 * np.array(QUARTERS) - 1)[:, None] * grid[None]
    points = in_pitches(found.plane).project((ALL_CARDS[:, None, None] + 0.5 + inner[None]).reshape(-1, 2))
    uvl = ratios(samples(image, points).reshape(len(ALL_CARDS) * 4, -1, 3)).reshape(len(ALL_CARDS), 4, -1, 3)
    away = paint_distance(uvl, found.paints, settings)
    best = away.argmin(-1)
    shade = np.abs(uvl[..., 2] - found.paints.mean[best, 2])
    just = (away.min(-1) < settings.piece_reach) & (shade < settings.piece_shade)
    shares = np.stack([(just & (best == k)).mean(-1) for k in range(4)], -1)
    own = np.stack([shares[:, q, FACES[:, q]] for q in range(4)], -1)
    speaks = np.minimum(own, settings.quarter_share).sum(-1)
    against = shares.sum((1, 2))[:, None] - own.sum(-1)
    order = np.argsort(against - speaks, axis=1)
    worth = np.take_along_axis(speaks - against, order[:, :2], 1)
    fine = (worth[:, 0] - worth[:, 1] >= settings.piece_gap) & ((shares.max(-1) >= settings.quarter_share).sum(1) >= 2)
    few_against = np.take_along_axis(against, order[:, :1], 1)[:, 0] <= settings.piece_against
    # A block in front of a quarter speaks against it; but then each paint is seen in its own place even so.
    all_speak = own[np.arange(len(own)), order[:, 0]].min(-1) >= settings.piece_least
    fine &= few_against | all_speak
    return ["".join(LETTERS[k] for k in FACES[order[n, 0]]) if fine[n] else None for n in range(len(ALL_CARDS))]


def _glints(pixels: NDArray[np.uint8], settings: CardSettings) -> NDArray[np.bool_]:
    """Which quarters (n, points, 3) are bleached: even their darkest channel is bright."""
    level = 255 * (1.055 * settings.glint_level ** (1 / 2.4) - 0.055)
    return np.asarray((pixels.min(-1) >= level).mean(-1) > settings.glint_share)


def _askew(image: Picture, found: FoundCards, settings: CardSettings) -> Array:
    """How many degrees each card is turned from its place, between -45 and 45; 0 where that cannot be told."""
    rings, ways = settings.ring_points
    angle = (np.arange(ways) + 0.5) * 2 * np.pi / ways
    radius = np.linspace(*settings.ring, rings)
    ring = np.stack([radius[:, None] * np.cos(angle), radius[:, None] * np.sin(angle)], -1)
    points = in_pitches(found.plane).project((ALL_CARDS[:, None, None] + 0.5 + ring[None]).reshape(-1, 2))
    uvl = ratios(samples(image, points).reshape(len(ALL_CARDS), -1, 3)).reshape(len(ALL_CARDS), rings, ways, 3)
    own = nearest_paint(uvl, found.paints, settings)
    counts = np.stack([(own == k).sum(1) for k in range(4)], -1)
    quarter = ways // 4
    # Sums over a quarter of the ring, from each direction on.
    twice = np.concatenate([np.zeros_like(counts[:, :1]), np.cumsum(np.concatenate([counts, counts], 1), axis=1)], 1)
    sums = twice[:, quarter : quarter + ways] - twice[:, :ways]
    turns = np.arange(-(quarter // 2), quarter - quarter // 2)
    match = np.stack([sums[:, (t + quarter * np.arange(4)) % ways].max(-1).sum(-1) for t in turns], 1)
    # In the middle of all turns that fit as well as the best.
    fine = match >= match.max(1, keepdims=True)
    degrees = (fine * turns).sum(1) / fine.sum(1) * 360 / ways
    told = match.max(1) >= settings.least_ring_match * rings * ways
    return np.where(told, degrees, 0.0)

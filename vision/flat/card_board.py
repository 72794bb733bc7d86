"""Finds the 25 cards in a picture: fours of even spots that have each paint once, and lie in rows and columns."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat.card_paints import (
    Paints,
    colourful_region,
    learn_around,
    learn_paints,
    match_faces,
    paint_counts,
    partial_worth,
    usual_looks,
    worth,
)
from vision.flat.card_settings import CardSettings
from vision.flat.fours import Fours, apart, find_fours, rows_and_columns
from vision.flat.light import Picture, ratios, samples
from vision.flat.plane import CORNERS, Array, Lens, Plane, homography
from vision.flat.spots import Spots, edge_strength, find_spots
from words.message import InputError, message

CARDS = 5
LEAST_PART_PX = 16
QUARTERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Columns and rows of a card's quarters, in the order in which they are written."""
BESIDE = np.array([1.0, 1.0, 0.35], np.float32)
"""How much (u, v, l) count beside the cards: a lamp is nearer to one end of a side than to the other."""
ALL_CARDS = np.array([(i, j) for j in range(CARDS) for i in range(CARDS)])


class NoCards(InputError):  # noqa: N818 - a finding, not a fault
    """There is no board of cards in the picture, or nobody can tell where; its message says why."""

    def __init__(self, why: str) -> None:
        super().__init__(message(why))


@dataclass(frozen=True, eq=False)
class FoundCards:
    """Where the cards lie, and what their paints look like; the plane is that of the cards' upper sides."""

    plane: Plane
    paints: Paints
    worth: float
    """How many of the 25 certainly looked like cards, at a first look."""


def find_cards(image: Picture, settings: CardSettings) -> FoundCards:
    height, width = image.shape[:2]
    shrink = settings.small_px / width
    small = cv2.resize(image, (settings.small_px, max(1, round(height * shrink))), interpolation=cv2.INTER_AREA)
    region = colourful_region(ratios(np.asarray(small, np.uint8))[..., :2], settings)
    if region is None:
        raise NoCards("nocards.none")
    inside = cv2.resize(region.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST) > 0
    edges = edge_strength(image)
    refused = NoCards("nocards.quarters")
    for shared, share in product((False, True), settings.edge_shares):
        spots = _spots(edges, inside, width, share, settings)
        try:
            plane, cards = _rows(image, spots, shrink, region, shared, settings)
            return _board(image, spots, plane, cards, settings)
        except NoCards as why:
            refused = why
    raise refused


def find_cards_near(
    image: Picture, plane: Plane, error: float, settings: CardSettings, known: Paints | None = None
) -> FoundCards:
    """The cards where they were, or where somebody said; they may be off by `error` pitches.

    `known` are the paints as they were, for a picture with too few cards to learn them from.
    """
    corners = np.array(plane.corners_px)
    height, width = image.shape[:2]
    margin = settings.near_margin * float(np.ptp(corners, axis=0).max())
    left, upper = np.clip(corners.min(0) - margin, 0, [width - 1, height - 1]).astype(int)
    right, lower = np.clip(corners.max(0) + margin + 1, 0, [width, height]).astype(int)
    if right - left < LEAST_PART_PX or lower - upper < LEAST_PART_PX:
        raise NoCards("nocards.which")
    part = np.ascontiguousarray(image[upper:lower, left:right])
    edges = edge_strength(part)
    inside = np.zeros(edges.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(corners - (left, upper)).astype(np.int32), 1)
    if not inside.any():
        raise NoCards("nocards.which")
    spots = _spots(edges, inside > 0, width, settings.edge_shares[0], settings)
    spots = Spots(spots.middle + np.array([left, upper]), spots.area)
    pitches = in_pitches(plane)
    low, high = np.zeros(2), np.full(2, CARDS - 1.0)
    try:
        for reach in (error, *settings.fit_errors):
            lenses = settings.lenses if reach == settings.fit_errors[-1] else (plane.lens.k1,)
            pitches, _ = _fitted(spots, pitches, low, high, reach, lenses, settings)
    except NoCards:
        pitches = in_pitches(plane)  # a hand hides too many of them to say that they moved
    return _verified(image, Plane(pitches.matrix @ np.diag([CARDS, CARDS, 1.0]), pitches.lens), known, settings)


def _spots(
    edges: NDArray[np.uint8], inside: NDArray[np.bool_], width: int, share: float, settings: CardSettings
) -> Spots:
    # Half of a region of cards is even, the other half edges: Otsu's way parts them, however faint the picture is.
    parted, _ = cv2.threshold(edges[inside].reshape(-1, 1), 0, 255, cv2.THRESH_OTSU)
    least = settings.least_spot_px * (width / 1280) ** 2
    return find_spots(edges, share * parted, least, settings.least_fill, settings.longest_spot)


def _rows(
    image: Picture, spots: Spots, shrink: float, region: NDArray[np.bool_], shared: bool, settings: CardSettings
) -> tuple[Plane, NDArray[np.int64]]:
    """The plane in pitches, from any card on, that fits fours of spots which look like cards in rows and columns; and
    the columns and rows of these.

    From low down, fours across two cards are as close together as a card's own. Where they are `shared`, spots may
    belong to several: then none is lost to a wrong one, but it takes longer.
    """
    at = np.minimum((spots.middle * shrink).astype(int), np.array(region.shape[::-1]) - 1)
    inside = region[at[:, 1], at[:, 0]]
    if len(spots) < settings.least_spots or not inside.any():
        raise NoCards("nocards.quarters")
    usual = np.median(spots.area[inside])
    fine = (spots.area > settings.spot_areas[0] * usual) & (spots.area < settings.spot_areas[1] * usual)
    unusual = np.abs(np.log(spots.area / usual)) + 10.0 * ~inside + 100.0 * ~fine
    likely = np.argsort(unusual)[: min(settings.most_spots, np.count_nonzero(fine))]
    fours = find_fours(spots.middle[likely], settings.neighbours, settings.four_error)
    if not len(fours):
        raise NoCards("nocards.quarters")
    uvl = look_at_fours(image, fours)
    around = None
    for look in usual_looks(settings):
        cards = apart(fours, worth(match_faces(uvl, look), settings) > settings.four_worth)
        around = learn_around(uvl[cards], settings)
        if around is not None:
            break
    if around is None:
        raise NoCards("nocards.paints")
    likely_cards = worth(match_faces(uvl, around), settings) > settings.four_worth
    fours = fours.only(likely_cards if shared else apart(fours, likely_cards))
    rows = rows_and_columns(fours, settings.rows) if len(fours) else None
    if rows is None:
        raise NoCards("nocards.lattice")
    return Plane(rows[0], Lens((image.shape[1], image.shape[0]))), rows[1]


def _board(image: Picture, spots: Spots, plane: Plane, cards: NDArray[np.int64], settings: CardSettings) -> FoundCards:
    """Which five by five cards of a lattice, of which some cards are known, are the board."""
    low, high = cards.min(0) - 1, cards.max(0) + 1
    for reach in settings.fit_errors:
        plane, seen = _fitted(spots, plane, low, high, reach, (0.0,), settings)
    low, high = seen.min(0) - CARDS, seen.max(0) + CARDS
    every = np.stack(np.meshgrid(*(np.arange(a, b + 1) for a, b in zip(low, high, strict=True)), indexing="ij"), -1)
    uvl = look_at_cards(image, plane, every.reshape(-1, 2), settings)
    paints = learn_paints(uvl, settings)
    if paints is None:
        raise NoCards("nocards.paints")
    value = worth(match_faces(uvl, paints.around), settings)
    value = np.maximum(value, partial_worth(uvl, paints, settings)).reshape(every.shape[:2])
    total = cv2.boxFilter(value, -1, (CARDS, CARDS), normalize=False, borderType=cv2.BORDER_CONSTANT)
    total = total[CARDS // 2 : -(CARDS // 2), CARDS // 2 : -(CARDS // 2)]
    if total.max() < settings.least_cards:
        raise NoCards("nocards.cards")
    options = np.argwhere(total > total.max() - settings.clear_window)
    if len(options) > 1:
        options = np.argwhere(total > total.max() - settings.sides_window)
    first = low + _first(image, plane, low, options, np.asarray(total[tuple(options.T)], np.float64), settings)
    plane, _ = _fitted(spots, plane, first, first + CARDS - 1, settings.fit_errors[-1], settings.lenses, settings)
    to_cards = np.array([[CARDS, 0, first[0]], [0, CARDS, first[1]], [0, 0, 1.0]])
    plane = upright(Plane(plane.matrix @ to_cards, plane.lens), settings.focal_widths)
    return _verified(image, plane, None, settings)


def _first(
    image: Picture, plane: Plane, low: Array, options: NDArray[np.int64], value: Array, settings: CardSettings
) -> NDArray[np.int64]:
    """Of several places, from `low` on, where the board's first card may lie, the one that its sides tell as well.

    `value` is what the cards there say for each. From the cards outwards, margin, frame and table follow each other in
    the same distances on all four sides. An arm hides one of them or two.
    """
    if len(options) == 1:
        return np.asarray(options[0])
    calm = np.asarray(cv2.blur(image, (5, 5)), np.uint8)
    outward, along = np.meshgrid(np.linspace(0.1, 0.9, 9), np.linspace(0.1, CARDS - 0.1, 6 * CARDS))
    sides = [(-outward, along), (CARDS + outward, along), (along, -outward), (along, CARDS + outward)]
    points = np.array([np.stack(side, -1) for side in sides])
    alike = np.zeros(len(options))
    for n, first in enumerate(options + low):
        pixels = plane.project((points + first).reshape(-1, 2))
        seen = ratios(samples(calm, pixels)[None]).reshape(*points.shape[:3], 3) * BESIDE
        usual = np.median(seen, axis=1)
        away = np.linalg.norm(usual[:, None] - usual[None], axis=-1)
        alike[n] = (away < settings.side_error).mean(-1)[np.triu_indices(4, 1)].sum()
    worths = value + settings.sides_worth * alike
    best = int(worths.argmax())
    hidden = CARDS**2 - value[best]
    if worths[best] - np.delete(worths, best).max() < settings.clear_board * hidden:
        raise NoCards("nocards.which")
    return np.asarray(options[best])


def _verified(image: Picture, plane: Plane, known: Paints | None, settings: CardSettings) -> FoundCards:
    """The board at its place, if a square may look like that and its fields show four paints, not one twice."""
    if plane.strangeness(settings.focal_widths) > settings.most_strange:
        raise NoCards("nocards.lattice")
    uvl = look_at_cards(image, in_pitches(plane), ALL_CARDS, settings)
    paints = learn_paints(uvl, settings) or known
    if paints is None:
        raise NoCards("nocards.paints")
    whole, part = worth(match_faces(uvl, paints.around), settings), partial_worth(uvl, paints, settings)
    four = np.count_nonzero(whole > 0.5)
    # Three or four quarters of one paint are a hand or a sleeve of that colour.
    twice = np.count_nonzero((paint_counts(uvl, paints, settings).max(1) == 2) & (whole < 0.5))
    total = float(np.maximum(whole, part).sum())
    if total < settings.least_cards or twice > settings.most_twice[0] + settings.most_twice[1] * four:
        raise NoCards("nocards.cards")
    return FoundCards(plane, paints, total)


def _fitted(
    spots: Spots, plane: Plane, low: Array, high: Array, reach: float, lenses: tuple[float, ...], settings: CardSettings
) -> tuple[Plane, NDArray[np.int64]]:
    """The plane, in pitches, fitted to the spots near quarters of cards from `low` to `high`; and the cards seen."""
    at = plane.locate(spots.middle)
    card = np.floor(at)
    quarter = card + 0.5 + np.sign(at - card - 0.5) * settings.quarter
    near = (np.abs(at - quarter).max(1) < reach) & (card >= low).all(1) & (card <= high).all(1)
    if np.count_nonzero(near) < settings.least_spots:
        raise NoCards("nocards.lattice")
    fitted = homography(quarter[near], spots.middle[near], plane.lens.size, lenses)
    if fitted is None:
        raise NoCards("nocards.lattice")
    return fitted, card[near].astype(np.int64)


def in_pitches(plane: Plane) -> Plane:
    """The same plane, whose unit is a card."""
    return Plane(plane.matrix @ np.diag([1 / CARDS, 1 / CARDS, 1.0]), plane.lens)


def look_at_cards(
    image: Picture, pitches: Plane, cards: NDArray[np.int64], settings: CardSettings
) -> NDArray[np.float32]:
    """The usual (u, v, l) of each quarter (n, 4, 3) of some cards, in the order in which a card is written."""
    ways = 2 * np.array(QUARTERS) - 1
    around = np.stack(np.meshgrid([-0.07, 0.0, 0.07], [-0.07, 0.0, 0.07]), -1).reshape(-1, 2)
    points = cards[:, None, None] + 0.5 + settings.quarter * ways[None, :, None] + around[None, None]
    return usual_colours(image, pitches.project(points.reshape(-1, 2)), len(around)).reshape(len(cards), 4, 3)


def look_at_fours(image: Picture, fours: Fours) -> NDArray[np.float32]:
    """The usual (u, v, l) around the corners (n, 4, 3) of some fours."""
    across = np.stack(np.meshgrid([-0.15, 0.0, 0.15], [-0.15, 0.0, 0.15]), -1).reshape(-1, 2)
    points = fours.corners[:, :, None] + (across @ fours.sides)[:, None]
    return usual_colours(image, points.reshape(-1, 2), len(across)).reshape(len(fours), 4, 3)


def usual_colours(image: Picture, points_px: Array, count: int) -> NDArray[np.float32]:
    """The median (u, v, l) of so many points each."""
    points = np.where(np.isfinite(points_px), points_px, -1e3).clip(-1e3, 1e5)
    seen = ratios(samples(image, points).reshape(-1, count, 3))
    return np.asarray(np.median(seen, axis=1), np.float32)


def upright(plane: Plane, focal_widths: tuple[float, ...]) -> Plane:
    """The same plane, named from its near left corner."""
    swap = np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, 1]])
    corners = plane.project(CORNERS)
    step, after = corners[1] - corners[0], corners[2] - corners[1]
    if step[0] * after[1] - step[1] * after[0] >= 0:
        plane = Plane(plane.matrix @ swap, plane.lens)
    return min(quarter_turns(plane), key=lambda each: abs(each.turn_deg(focal_widths)))


def quarter_turns(plane: Plane) -> list[Plane]:
    """The same plane, named from each of its four corners."""
    quarter = np.array([[0.0, -1, 1], [1, 0, 0], [0, 0, 1]])
    turned = [plane]
    for _ in range(3):
        turned.append(Plane(turned[-1].matrix @ quarter, plane.lens))
    return turned

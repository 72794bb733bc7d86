"""Finds the 25 cards in a picture: even spots that lie in a lattice, and fours of them that have each paint once.

The second is what tells the board from anything else, and a card's middle from a crossing: by chance, four spots have
four different paints one time in ten.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flat.card_paints import (
    Paints,
    colourful_region,
    learn_around,
    learn_paints,
    match_faces,
    partial_worth,
    worth,
)
from vision.flat.card_settings import CardSettings
from vision.flat.light import Picture, ratios, samples
from vision.flat.plane import CORNERS, Array, Plane, apply, homography
from vision.flat.spots import Spots, edge_strength, find_spots, grow, lattice_steps
from words.message import InputError, message

CARDS = 5
NODES = 2 * CARDS
LEAST_PART_PX = 16
SLANTS = (((1, 0), (0, 1)), ((1, 1), (0, 1)), ((1, -1), (0, 1)), ((1, 0), (1, 1)), ((1, 0), (-1, 1)))
QUARTERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Columns and rows of a card's quarters, in the order in which they are written."""
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
    spots = _spots(image, region, settings)
    if len(spots) < settings.least_spots:
        raise NoCards("nocards.quarters")
    best: Paired | None = None
    for lattice in _lattices(spots, shrink, region, settings):
        paired = _paired(image, *lattice, settings)
        if best is None or paired.worth > best.worth:
            best = paired
        if best.worth >= settings.enough_cards:
            break
    if best is None:
        raise NoCards("nocards.lattice")
    return _board(image, spots, best, settings)


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
    spots = _spots_in(edges, inside > 0, width, settings)
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


def _spots(image: Picture, region: NDArray[np.bool_], settings: CardSettings) -> Spots:
    height, width = image.shape[:2]
    inside = cv2.resize(region.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
    return _spots_in(edge_strength(image), inside > 0, width, settings)


def _spots_in(edges: NDArray[np.uint8], inside: NDArray[np.bool_], width: int, settings: CardSettings) -> Spots:
    # Half of a region of cards is even, the other half edges: Otsu's way parts them, however faint the picture is.
    parted, _ = cv2.threshold(edges[inside].reshape(-1, 1), 0, 255, cv2.THRESH_OTSU)
    bar = settings.edge_share * parted
    least = settings.least_spot_px * (width / 1280) ** 2
    return find_spots(edges, bar, least, settings.least_fill, settings.longest_spot)


def _lattices(
    spots: Spots, shrink: float, region: NDArray[np.bool_], settings: CardSettings
) -> Iterator[tuple[Array, NDArray[np.int64]]]:
    """Lattices of spots from several starts: a map from nodes to pixels, and the nodes seen."""
    at = np.minimum((spots.middle * shrink).astype(int), np.array(region.shape[::-1]) - 1)
    inside = region[at[:, 1], at[:, 0]]
    if np.count_nonzero(inside) < settings.least_ring:
        raise NoCards("nocards.quarters")
    usual = np.median(spots.area[inside])
    fine = (spots.area > settings.spot_areas[0] * usual) & (spots.area < settings.spot_areas[1] * usual)
    spots, inside = Spots(spots.middle[fine], spots.area[fine]), inside[fine]
    unusual = np.abs(np.log(spots.area / usual)) + 10.0 * ~inside
    order = np.argsort(unusual)[: settings.seeds]
    for part in range(settings.starts):
        start, steps, seen = lattice_steps(
            spots.middle, order[part :: settings.starts], settings.neighbours, settings.step_error
        )
        if seen < settings.least_ring:
            continue
        nodes = grow(spots.middle, start, steps, settings.step_error)
        if len(nodes) < settings.first_spots:
            continue
        spread = _spread(spots.middle, nodes, settings)
        if spread is not None and len(spread[1]) >= settings.least_spots:
            yield spread


def _spread(
    middles: Array, nodes: dict[int, tuple[int, int]], settings: CardSettings
) -> tuple[Array, NDArray[np.int64]] | None:
    """The lattice over the whole picture: fitted to the nodes so far, whichever spots agree are its nodes too."""
    index = np.array(list(nodes))
    at = np.array(list(nodes.values()), float)
    for _ in range(settings.spread_rounds):
        matrix, _ = cv2.findHomography(
            at, middles[index], cv2.RANSAC, settings.spread_error * _step(middles[index], at)
        )
        if matrix is None or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-9:
            return None
        places = apply(np.asarray(np.linalg.inv(matrix), np.float64), middles)
        whole = np.round(places)
        near = (np.abs(places - whole).max(1) < settings.step_error) & (np.abs(whole) < 2 * NODES).all(1)
        # Beyond the horizon nothing lies on the board.
        centre = at.mean(0)
        depth = np.concatenate([whole, np.ones((len(whole), 1))], 1) @ matrix[2]
        near &= np.sign(depth) == np.sign(np.append(centre, 1.0) @ matrix[2])
        # Not farther than the next card: a few nodes do not say what the lattice is like at the picture's end.
        near &= (whole > at.min(0) - 3).all(1) & (whole < at.max(0) + 3).all(1)
        index, at = np.flatnonzero(near), whole[near]
        if len(index) < settings.first_spots:
            return None
    return np.asarray(matrix), at.astype(np.int64)


def _step(middles: Array, nodes: Array) -> float:
    """A usual step of the lattice, in pixels."""
    seen, lattice = np.ptp(middles, axis=0), np.ptp(nodes, axis=0)
    return float(np.sqrt(seen.prod() / max(1.0, lattice.prod())))


@dataclass(frozen=True, eq=False)
class Paired:
    """A lattice whose nodes were put together to cards: card (0, 0) has its near quarters at (0, 0) to (1, 1)."""

    matrix: Array
    nodes: NDArray[np.int64]
    worth: float


def _paired(image: Picture, matrix: Array, nodes: NDArray[np.int64], settings: CardSettings) -> Paired:
    """Which four nodes make a card: four ways to begin, and a lattice of squares may be one of slanted fields too."""
    nodes = _filled(nodes)
    colours = look_at(image, matrix, nodes.astype(float))
    best = Paired(matrix, nodes, 0.0)
    for slant in SLANTS:
        at = nodes @ np.array(slant)
        low = at.min(0) - 2
        place = np.full(at.max(0) - low + 3, -1)
        place[tuple((at - low).T)] = np.arange(len(at))
        for begin in ((0, 0), (0, 1), (1, 0), (1, 1)):
            corner = [place[begin[0] + i :: 2, begin[1] + j :: 2] for i, j in QUARTERS]
            rows, columns = (min(c.shape[k] for c in corner) for k in (0, 1))
            four = np.stack([c[:rows, :columns].ravel() for c in corner], 1)
            total = _total_worth(colours[four[(four >= 0).all(1)]], settings)
            if total > best.worth:
                back = np.eye(3)
                back[:2, :2] = np.linalg.inv(np.array(slant)).T
                back[:2, 2] = back[:2, :2] @ (low + begin)
                best = Paired(matrix @ back, at - (low + begin), total)
        if best.worth >= settings.enough_cards:
            break
    return best


def _filled(nodes: NDArray[np.int64]) -> NDArray[np.int64]:
    """The same nodes, and those between them that have no spot of their own: glints and noise part some."""
    low = nodes.min(0) - 1
    seen = np.zeros(nodes.max(0) - low + 2, np.uint8)
    seen[tuple((nodes - low).T)] = 1
    around = cv2.boxFilter(seen, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(np.argwhere((seen > 0) | (around >= 4)) + low, np.int64)


def _total_worth(uvl: NDArray[np.float32], settings: CardSettings) -> float:
    if len(uvl) < settings.least_teachers:
        return 0.0
    around = learn_around(uvl, settings)
    if around is None:
        return 0.0
    return float(np.maximum(worth(match_faces(uvl, around), settings), settings.twice_worth).sum())


def _board(image: Picture, spots: Spots, paired: Paired, settings: CardSettings) -> FoundCards:
    """Which five by five cards of a lattice are the board."""
    size = (image.shape[1], image.shape[0])
    card, side = np.divmod(paired.nodes, 2)
    wanted = card + 0.5 + (2 * side - 1) * settings.quarter
    pixels = apply(paired.matrix, paired.nodes.astype(float))
    plane = homography(wanted, pixels, size, (0.0,))
    if plane is None:
        raise NoCards("nocards.lattice")
    low, high = card.min(0) - 1, card.max(0) + 1
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
    best = int(total.argmax())
    i, j = np.unravel_index(best, total.shape)
    if total[i, j] < settings.least_cards:
        raise NoCards("nocards.cards")
    if total[i, j] - np.delete(total.ravel(), best).max(initial=0) < settings.clear_window:
        raise NoCards("nocards.which")
    first = low + np.array([i, j])
    plane, _ = _fitted(spots, plane, first, first + CARDS - 1, settings.fit_errors[-1], settings.lenses, settings)
    to_cards = np.array([[CARDS, 0, first[0]], [0, CARDS, first[1]], [0, 0, 1.0]])
    plane = upright(Plane(plane.matrix @ to_cards, plane.lens))
    return _verified(image, plane, None, settings)


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
    twice = np.count_nonzero((part < 0) & (whole < 0.5))
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


def look_at(image: Picture, matrix: Array, nodes: Array) -> NDArray[np.float32]:
    """The usual (u, v, l) around each of some nodes (n, 2)."""
    around = np.stack(np.meshgrid([-0.12, 0.0, 0.12], [-0.12, 0.0, 0.12]), -1).reshape(-1, 2)
    points = apply(matrix, (nodes[:, None] + around[None]).reshape(-1, 2))
    return usual_colours(image, points, len(around))


def usual_colours(image: Picture, points_px: Array, count: int) -> NDArray[np.float32]:
    """The median (u, v, l) of so many points each."""
    points = np.where(np.isfinite(points_px), points_px, -1e3).clip(-1e3, 1e5)
    seen = ratios(samples(image, points).reshape(-1, count, 3))
    return np.asarray(np.median(seen, axis=1), np.float32)


def upright(plane: Plane) -> Plane:
    """The same plane, named from its near left corner; x goes to the right, as far as a quarter turn lets it."""
    swap = np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, 1]])
    quarter = np.array([[0.0, -1, 1], [1, 0, 0], [0, 0, 1]])
    corners = plane.project(CORNERS)
    step, after = corners[1] - corners[0], corners[2] - corners[1]
    matrix = plane.matrix if step[0] * after[1] - step[1] * after[0] < 0 else plane.matrix @ swap
    turned = [matrix]
    for _ in range(3):
        turned.append(turned[-1] @ quarter)

    def rightward(each: Array) -> float:
        start, end = apply(each, np.array([[0.3, 0.5], [0.7, 0.5]]))
        return float((end - start)[0] / np.linalg.norm(end - start))

    return Plane(max(turned, key=rightward), plane.lens)

"""Pieces lying on or beside the board, told by their colour, size and shape alone: no position is needed.

Each coloured patch that could be a piece has a direction around the wood. Patches of one direction are one paint, and
which paint is which follows from how paints lie around the wood in every set: red, blue, green, yellow in a circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Array, Float, Image, Mask
from calibration.colours import GENERIC, ColourReferences, Paint
from calibration.physical_set import PhysicalSet
from vision.found_board import FoundBoard
from vision.tactori.colours import Picture, see
from vision.tactori.read import board_mask, working_view
from vision.tactori.sample import SampleSettings, sample_paint, sample_wood
from vision.tactori.scene import Scene, View
from vision.tactori.settings import ReaderSettings


@dataclass(frozen=True)
class PatchSettings:
    """Areas are in footprints: the area of a tower's square at that place of the picture."""

    least_chroma: float = 0.45  # log ratio: paler than this may be wood, glare or shadow
    least_paint_chroma: float = 0.7  # the same for a whole paint: white things beside light wood are bluish, but paler
    bin_deg: float = 3.0  # of the circle of directions
    blur_deg: float = 5.0  # standard deviation: one paint's pixels stray by this much, so it has one peak
    least_peak: float = 0.5  # footprints in a direction: fewer are reflections
    reach_deg: float = 20.0  # from a peak: what lies farther is another thing
    least_area: float = 0.35  # footprints: half of a tower may be hidden behind another
    largest_area: float = 5.0  # a stack of four in one colour; a cup or a book is larger
    least_solid: float = 0.8  # of a patch's convex hull: pieces are boxes
    longest: float = 3.2  # times as long as wide: a stack of four seen from the side; sticks and pens are longer
    least_pieces: float = 0.5  # of a direction's area beside the board that are pieces; otherwise it is a cloth
    usual_turn_deg: float = 35.0  # from most sets' direction: so far a single patch is believed
    beside_turn_deg: float = 65.0  # the same if there are several, and no other paint has a better claim
    board_turn_deg: float = 85.0  # the same on the board, where a reading finds out whether it is so
    same_deg: float = 12.0  # between two peaks: less is one paint
    least_apart_deg: float = (
        18.0  # the same if one of them is far from where most sets have it: shadows turn a paint too
    )


@dataclass(frozen=True)
class Candidate:
    """A paint whose name is not known yet: what it looks like, and how many pieces show it."""

    paint: Paint
    on_board: int
    beside: int

    @property
    def trust(self) -> float:
        """What a name for it is worth: things beside the board need not be pieces."""
        return 1.0 if self.on_board else 0.7 if self.beside > 1 else 0.5


def find_pieces(
    image: Image,
    found: FoundBoard,
    physical_set: PhysicalSet,
    settings: PatchSettings = PatchSettings(),  # noqa: B008 - frozen
) -> ColourReferences:
    """The paints of the pieces in the picture, wherever they lie, and the board's wood."""
    picture, inverse = _whole_picture(image, found, physical_set)
    footprint = physical_set.tower_width**2
    u, v = picture.uvl[..., 0], picture.uvl[..., 1]
    coloured = np.hypot(u, v) > settings.least_chroma
    angle = np.degrees(np.arctan2(v, u))
    usual_px = footprint * np.count_nonzero(picture.on_board) / physical_set.board_side**2
    peaks = _peaks(angle, coloured, picture.on_board, settings.least_peak * usual_px, settings)
    candidates = []
    for peak in peaks:
        mine = _in_direction(angle, coloured, peak, peaks, settings)
        made = _candidate(picture, mine, inverse, footprint, settings)
        if made is not None:
            candidates.append(made)
    named = name_paints(candidates, settings)
    return ColourReferences({**GENERIC, **named}, sample_wood(picture, ~coloured, SAMPLES))


SAMPLES = SampleSettings()
Homography = Array


def _whole_picture(image: Image, found: FoundBoard, physical_set: PhysicalSet) -> tuple[Picture, Homography]:
    """All of the photograph relative to its wood, as large as it is when read, and the way from its pixels to mm."""
    reading = ReaderSettings()
    board = found.board or 9
    scale = working_view(image, board, physical_set, found.pose, reading).scale
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    small = cv2.medianBlur(cv2.resize(image, size, interpolation=cv2.INTER_AREA), 3)
    scene = Scene(board, physical_set, found.pose, View(scale, 0, 0, *size))
    half = physical_set.board_side / 2
    corners = np.array([[-half, -half, 0.0], [half, -half, 0.0], [half, half, 0.0], [-half, half, 0.0]])
    to_pixels = cv2.getPerspectiveTransform(
        corners[:, :2].astype(np.float32), scene.project(corners).astype(np.float32)
    )
    inverse = np.asarray(np.linalg.inv(to_pixels), np.float64)
    return see(np.asarray(small, np.uint8), board_mask(scene), reading), inverse


def _peaks(angle: Float, coloured: Mask, on_board: Mask, least_px: float, settings: PatchSettings) -> list[float]:
    """Directions in which many pixels lie, on the board or beside it: a tablecloth must not drown the pieces."""
    count = round(360 / settings.bin_deg)
    found: list[tuple[float, float]] = []
    for part in (on_board, ~on_board):
        cells = ((angle[coloured & part] + 180) / settings.bin_deg).astype(int) % count
        histogram = np.bincount(cells, minlength=count).astype(np.float32)
        tripled = cv2.GaussianBlur(np.tile(histogram, 3)[None], (0, 0), settings.blur_deg / settings.bin_deg)[0]
        smooth = tripled[count : 2 * count]
        high = (smooth >= np.roll(smooth, 1)) & (smooth > np.roll(smooth, -1))
        width = settings.blur_deg / settings.bin_deg * np.sqrt(2 * np.pi)
        found += [
            (float(smooth[i]), (i + 0.5) * settings.bin_deg - 180)
            for i in np.flatnonzero(high)
            if smooth[i] * width > least_px
        ]
    made: list[float] = []
    for _, peak in sorted(found, reverse=True):
        if all(abs(_turn(peak, other)) > settings.same_deg for other in made):
            made.append(peak)
    return made


def _turn(a_deg: float, b_deg: float) -> float:
    """From one direction to the other, from -180 to 180."""
    return (b_deg - a_deg + 180.0) % 360.0 - 180.0


def _in_direction(angle: Float, coloured: Mask, peak: float, peaks: Sequence[float], settings: PatchSettings) -> Mask:
    """The coloured pixels that are nearer to this peak than to any other."""
    turn = (angle - peak + 180.0) % 360.0 - 180.0
    low, high = -settings.reach_deg, settings.reach_deg
    for other in peaks:
        half = _turn(peak, other) / 2
        if half > 0:
            high = min(high, half)
        elif half < 0:
            low = max(low, half)
    return np.asarray(coloured & (turn > low) & (turn < high))


def _candidate(
    picture: Picture, mine: Mask, inverse: Homography, footprint_mm2: float, settings: PatchSettings
) -> Candidate | None:
    """The patches in one direction that could be pieces, put together."""
    opened = cv2.morphologyEx(mine.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, centres = cv2.connectedComponentsWithStats(opened, connectivity=4)
    inside: list[int] = []
    beside: list[int] = []
    area_beside = area_pieces = 0
    for label in range(1, count):
        left, upper, width, height, area = (int(x) for x in stats[label])
        share = area / _footprint_px(inverse, centres[label], footprint_mm2)
        window = labels[upper : upper + height, left : left + width] == label
        on_board = bool(np.mean(picture.on_board[upper : upper + height, left : left + width][window]) > 0.5)
        touches = left == 0 or upper == 0 or left + width == mine.shape[1] or upper + height == mine.shape[0]
        fits = settings.least_area <= share <= settings.largest_area
        piece = fits and not touches and _is_box(window, settings)
        if not on_board:
            area_beside += area
            area_pieces += area if piece else 0
        if piece:
            (inside if on_board else beside).append(label)
    if area_pieces < settings.least_pieces * area_beside:
        beside = []  # a cloth of this colour, of which some corner happens to look like a piece
    if not inside and not beside:
        return None
    good = cv2.erode(np.isin(labels, inside + beside).astype(np.uint8), np.ones((3, 3), np.uint8))
    paint = sample_paint(picture, np.flatnonzero(good), SAMPLES)
    if paint is None or paint.chroma < settings.least_paint_chroma:
        return None
    return Candidate(paint, len(inside), len(beside))


def _footprint_px(inverse: Homography, centre: Array, footprint_mm2: float) -> float:
    """How many pixels a tower's square covers here."""
    w = float(inverse[2] @ [centre[0], centre[1], 1.0])
    mm2_per_px = abs(float(np.linalg.det(inverse)) / w**3) if w else np.inf
    return max(footprint_mm2 / mm2_per_px, 1.0)


def _is_box(window: Mask, settings: PatchSettings) -> bool:
    """Whether a patch is as full and as short as a box seen from anywhere."""
    outlines, _ = cv2.findContours(window.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=len)
    hull = cv2.convexHull(outline)
    # An outline runs through the middles of its pixels: half a pixel all around is missing.
    hull_area = cv2.contourArea(hull) + cv2.arcLength(hull, True) / 2 + 1
    filled = np.zeros(window.shape, np.uint8)
    cv2.drawContours(filled, [outline], -1, 1, cv2.FILLED)
    (_, (width, height), _) = cv2.minAreaRect(outline)
    long, short = max(width, height) + 1, min(width, height) + 1
    return bool(np.count_nonzero(filled) >= settings.least_solid * hull_area and long <= settings.longest * short)


def name_paints(
    candidates: Sequence[Candidate],
    settings: PatchSettings = PatchSettings(),  # noqa: B008 - frozen
) -> dict[str, Paint]:
    """Which colour each is: the names that turn all of them least from where most sets have them."""

    def claim(colour: str, candidate: Candidate) -> float:
        turn = abs(GENERIC[colour].turn_deg(candidate.paint))
        others = [abs(candidate.paint.turn_deg(other.paint)) for other in candidates if other is not candidate]
        clear = candidate.beside > 1 and min(others, default=180.0) > settings.least_apart_deg
        largest = settings.beside_turn_deg if clear else settings.usual_turn_deg
        if turn > (settings.board_turn_deg if candidate.on_board else largest):
            return 0.0
        return candidate.trust * (1 - (turn / settings.board_turn_deg) ** 2)

    def best(colours: tuple[str, ...], left: frozenset[int]) -> tuple[float, dict[str, int]]:
        if not colours:
            return 0.0, {}
        first, rest = colours[0], colours[1:]
        made = best(rest, left)
        for i in left:
            worth = claim(first, candidates[i])
            if worth > 0:
                others, names = best(rest, left - {i})
                if worth + others > made[0]:
                    made = worth + others, {first: i, **names}
        return made

    _, names = best(tuple(GENERIC), frozenset(range(len(candidates))))
    return {colour: candidates[i].paint for colour, i in names.items()}

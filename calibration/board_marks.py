"""Marks in the corners of a printed board: by them alone a camera tells which game it is and where it lies.

Four marks stand beside the playing square, the unit square of the game's points:

    +----+  (0,1)           (1,1)  +----+
    | 3  |    +---------------+    |  2 |
    +----+    |               |    +----+
              |               |
    +----+    |               |    +----+
    | 0  |    +---------------+    |  1 |
    +----+  (0,0)           (1,0)  +----+

They stand left and right of it, since whoever sits or films at the near side looks past the pieces at them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Array

# 36 bits a mark, any two of which differ in 11 at least however they are turned: a mark is read with three bits wrong,
# and it takes eight to be read as another one. The camera's sheet has marks of another kind, so that neither is taken
# for the other.
MARKS = cv2.aruco.DICT_APRILTAG_36h11
MODULES = 8
"""A mark's bits and its frame, along a side."""
FIRST: Final[Mapping[str, int]] = {
    "ludo": 0,
    "draughts": 4,
    "mill": 8,
    "halma": 12,
    "chess": 16,
    "goose": 20,
    "five": 24,
    "peg": 28,
}
"""The number of a game's mark 0; the others follow. Boards are printed and kept: a number is never given to another
game, and a new game has the next four."""
CORNERS: Final = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
SIDE = 0.15
"""Of a mark, in sides of the playing square."""
GAP = 0.09
"""Between a mark and the playing square: there the letters beside the board stand."""
FEWEST = 3
"""So many marks must be seen: a hand may cover one, and one alone is no proof."""
MOST_AMISS = 0.1
"""How far a mark's corner may lie from where all of them together say, in sides of the mark. On drawn pictures it is
0.01, with a webcam's lens (k1 = -0.2) 0.04, with a wide-angle one (-0.35) 0.08."""
BENT_AWAY = 1 / 3
"""So much better must three marks agree without the fourth for that one to be left out: without a bent corner of the
paper it is 0.5 to 1, with a mark two fifths of its side off 0.05 to 0.2, one fifth off 0.1 to 0.5."""
LARGEST_PX = 1920
"""Of a picture as marks are looked for: a larger one takes longer, and its marks are large enough."""

Corners = tuple[tuple[float, float], ...]


def mark_corners(corner: int) -> Corners:
    """Where the mark beside a corner stands: far left, far right, near right, near left, as OpenCV lists them."""
    right, far = CORNERS[corner]
    left = 1.0 + GAP if right else -GAP - SIDE
    low = 1.0 - SIDE if far else 0.0
    return (left, low + SIDE), (left + SIDE, low + SIDE), (left + SIDE, low), (left, low)


def mark_modules(game: str, corner: int) -> NDArray[np.bool_]:
    """Which modules of a mark are black, from above."""
    drawn = cv2.aruco.generateImageMarker(_dictionary(), FIRST[game] + corner, MODULES)
    return np.asarray(drawn == 0, dtype=np.bool_)


@cache
def _dictionary() -> cv2.aruco.Dictionary:
    """The marks that boards have; the others need not be looked for."""
    every = cv2.aruco.getPredefinedDictionary(MARKS)
    used = len(CORNERS) * len(FIRST)
    return cv2.aruco.Dictionary(every.bytesList[:used], every.markerSize, every.maxCorrectionBits)


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    wanted = cv2.aruco.DetectorParameters()
    wanted.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
    return cv2.aruco.ArucoDetector(_dictionary(), wanted)


def find_marks(image: NDArray[np.uint8]) -> tuple[str, Corners] | None:
    """The game whose board a picture (grey, or blue, green and red) shows, and the corners of its playing square in
    the picture, in the order of `CORNERS`. None if there is no marked board, or more than one."""
    found = []
    for game, marks in _seen(image).items():
        if (corners := _fitted(marks)) is not None:
            found.append((game, corners))
    return found[0] if len(found) == 1 else None


def _seen(image: NDArray[np.uint8]) -> dict[str, dict[int, Array]]:
    """The marks of each game by their corner, each with its own four corners in the picture."""
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    shrink = max(1.0, max(grey.shape) / LARGEST_PX)
    if shrink > 1.0:
        grey = cv2.resize(grey, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    places, numbers, _ = _detector().detectMarkers(grey)
    games = {first + corner: (game, corner) for game, first in FIRST.items() for corner in range(len(CORNERS))}
    seen: dict[str, dict[int, Array]] = {}
    read = [] if numbers is None else [int(number) for number in numbers.ravel()]
    for number, place in zip(read, places, strict=True):
        if read.count(number) == 1:  # twice the same are two boards, and which of them it belongs to nobody knows
            game, corner = games[number]
            # The middle of the first pixel is (0, 0) before and after.
            pixels = (np.asarray(place, dtype=np.float64).reshape(4, 2) + 0.5) * shrink - 0.5
            seen.setdefault(game, {})[corner] = pixels
    return seen


def _fitted(marks: Mapping[int, Array]) -> Corners | None:
    """The playing square among these marks: by all of them, or by three if one is bent away; None if they do not stand
    as on a sheet."""
    if len(marks) < FEWEST:
        return None
    amiss, corners = _fit(marks)
    if len(marks) > FEWEST:
        some = [_fit({corner: marks[corner] for corner in three}) for three in combinations(sorted(marks), FEWEST)]
        least, by_three = min(some, key=lambda fit: fit[0])
        if least < BENT_AWAY * amiss:
            amiss, corners = least, by_three
    return tuple((float(u), float(v)) for u, v in corners) if amiss <= MOST_AMISS else None


def _fit(marks: Mapping[int, Array]) -> tuple[float, Array]:
    """How far the worst corner of a mark is from where it should be, in sides of that mark, and the playing square."""
    on_sheet = np.array([mark_corners(corner) for corner in marks])
    in_picture = np.array(list(marks.values()))
    turned, _ = cv2.findHomography(on_sheet.reshape(-1, 2), in_picture.reshape(-1, 2))
    if turned is None:
        return float("inf"), np.zeros((4, 2))
    placed = cv2.perspectiveTransform(on_sheet.reshape(1, -1, 2), turned).reshape(in_picture.shape)
    sides = np.linalg.norm(in_picture - np.roll(in_picture, 1, axis=1), axis=2).mean(axis=1)
    amiss = (np.linalg.norm(placed - in_picture, axis=2).max(axis=1) / sides).max()
    corners = cv2.perspectiveTransform(np.array([CORNERS]), turned)[0]
    return float(amiss), corners

"""Squares that straight lines of a photograph make, for boards on whose wood the network's map is not clear.

They are compared by how much of the map's evidence they hold and by how much of their sides is seen.
"""

from __future__ import annotations

import cv2
import numpy as np

from calibration.arrays import Array, Image
from calibration.camera import Camera
from vision.board.lines import merge, segments, small_picture
from vision.board.map import Sight
from vision.board.outline import held, log_odds
from vision.board.quads import enumerate_quads
from vision.board.settings import BoardSettings


def squares_by_lines(
    image: Image, sight: Sight, lens: Camera, focal_known: bool, settings: BoardSettings
) -> list[Array]:
    """Squares that straight lines of the photograph make, best first by evidence and by how much of them is seen."""
    small = small_picture(image, lens, settings)
    evidence, to_map = log_odds(sight.inside, settings), np.linalg.inv(sight.to_photograph)
    most = max(float(np.maximum(evidence, 0).sum()), 1e-6)
    found: list[tuple[float, Array]] = []
    for faint, count in ((False, settings.more_lines), (True, settings.lines)):
        quads = enumerate_quads(merge(segments(small, settings, faint), settings, count), small, settings, focal_known)
        if len(quads.corners):
            pixels = (small.bend(quads.corners) + 0.5) * small.scale - 0.5
            on_map = cv2.perspectiveTransform(pixels.reshape(1, -1, 2), to_map).reshape(pixels.shape)
            cover = quads.cover.mean(1)
            found += [
                (held(evidence, there) / most + settings.cover_weight * float(seen), corners)
                for corners, there, seen in zip(pixels, on_map, cover, strict=True)
            ]
    found.sort(key=lambda each: -each[0])
    kept: list[Array] = []
    for worth, corners in found:
        side = float(np.linalg.norm(corners[1] - corners[0]))
        if worth < settings.least_held or len(kept) == settings.most_squares:
            break
        if all(np.abs(corners - other).max() > settings.alike * side for other in kept):
            kept.append(corners)
    return kept

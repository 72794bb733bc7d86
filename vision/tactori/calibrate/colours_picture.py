"""The measured paints as a picture: each as it looks beside the wood, and where they lie around it."""

from __future__ import annotations

import math

import cv2
import numpy as np

from calibration.colours import ColourReferences, Paint, Wood
from vision.photograph import Picture

PAPER, INK, FAINT = (250, 250, 250), (40, 40, 40), (205, 205, 205)
SWATCH_PX, GAP_PX, PLANE_PX = 96, 12, 540
REACH = 2.7  # the largest log ratio the plane shows
FONT = cv2.FONT_HERSHEY_SIMPLEX
NO_WOOD = Wood(0.45, 0.31, 0.18)


def draw_colours(references: ColourReferences) -> Picture:
    """Swatches on the left, the plane of log ratios on the right; paints that nobody measured are only outlined."""
    wood = references.wood or NO_WOOD
    rows = [("wood", shown(None, wood), True)]
    rows += [(colour, shown(paint, wood), paint.measured) for colour, paint in references.paints.items()]
    left = 2 * GAP_PX + SWATCH_PX
    drawn = np.full((PLANE_PX + 2 * GAP_PX, left + PLANE_PX + GAP_PX, 3), PAPER, np.uint8)
    for row, (name, colour, measured) in enumerate(rows):
        upper = GAP_PX + row * (SWATCH_PX + GAP_PX)
        corners = (GAP_PX, upper), (GAP_PX + SWATCH_PX, upper + SWATCH_PX)
        cv2.rectangle(drawn, *corners, colour, cv2.FILLED if measured else 4)
        ink = INK if not measured or sum(colour) > 330 else PAPER
        cv2.putText(drawn, name, (GAP_PX + 8, upper + 24), FONT, 0.6, ink, 1, cv2.LINE_AA)
    drawn[GAP_PX : GAP_PX + PLANE_PX, left : left + PLANE_PX] = _plane(references, wood)
    return drawn


def shown(paint: Paint | None, wood: Wood) -> tuple[int, int, int]:
    """What a paint, or the wood itself, looks like on a screen (BGR) in the light it was measured in."""
    u, v, level = (paint.u, paint.v, paint.level) if paint is not None else (0.0, 0.0, 0.0)
    green = level - 0.3 * u - 0.1 * v
    light = (wood.blue * math.exp(green + v), wood.green * math.exp(green), wood.red * math.exp(green + u))
    encoded = [12.92 * x if x <= 0.0031308 else 1.055 * min(x, 1.0) ** (1 / 2.4) - 0.055 for x in light]
    blue, green8, red = (round(255 * x) for x in encoded)
    return blue, green8, red


def _plane(references: ColourReferences, wood: Wood) -> Picture:
    plane = np.full((PLANE_PX, PLANE_PX, 3), (255, 255, 255), np.uint8)
    middle = PLANE_PX // 2
    cv2.line(plane, (0, middle), (PLANE_PX, middle), FAINT, 1)
    cv2.line(plane, (middle, 0), (middle, PLANE_PX), FAINT, 1)
    per_unit = PLANE_PX / (2 * REACH)
    cv2.circle(plane, (middle, middle), round(2 * wood.spread * per_unit) + 3, shown(None, wood), cv2.FILLED)
    for colour, paint in references.paints.items():
        at = round(middle + paint.u * per_unit), round(middle - paint.v * per_unit)
        # Two standard deviations: nineteen pixels of twenty lie within.
        axes = max(2, round(2 * paint.along * per_unit)), max(2, round(2 * paint.spread * per_unit))
        ink, thick = shown(paint, wood), cv2.FILLED if paint.measured else 1
        cv2.ellipse(plane, at, axes, -paint.angle_deg, 0, 360, ink, thick, cv2.LINE_AA)
        cv2.putText(plane, colour, (at[0] - 7, at[1] - axes[0] - 6), FONT, 0.6, INK, 1, cv2.LINE_AA)
    return plane

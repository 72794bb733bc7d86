"""How a board's fields are marked: dots, rings, squares or lines, told from the mark that all free fields share."""

from __future__ import annotations

import numpy as np

from calibration.arrays import Image
from calibration.pose import Pose
from vision.board.lattice import ALL, EVEN, read_lattice, top_view
from vision.board.settings import BoardSettings

# In shares of the mark's darkest place, and in pitches. On 103 photographs of boards of all kinds the centre of dots
# and lines was the darkest place of all, that of rings and squares lighter than the mark as a whole; lines go on at
# 0.35 to 0.6, and beside dots there is nothing.
DARK_CENTRE, LINE_GOES_ON = 0.4, 0.18
BEYOND_THE_DOT = (0.22, 0.46)
NEAREST_RIM = 0.15
FAINTEST = 0.01  # log light: noise alone is as dark
# A ring is as far away along the diagonal as along an axis, a square 1.41 times as far.
SQUARE_RATIO = 1.2


def field_style(image: Image, pose: Pose, points: int, pitch_mm: float) -> str | None:
    """One of `calibration.measured.MARKS`; None where too little of the marks is seen."""
    settings = BoardSettings()
    view = top_view(image, pose, pitch_mm, settings.pitch_tpx, settings.blur_steps, settings)
    lattice = read_lattice(view, settings.search_steps, EVEN if points == 5 else ALL, settings)
    darkest = float(np.abs(lattice.template).max())
    if lattice.clear(settings) < settings.leading_match or darkest < FAINTEST:
        return None
    mark = lattice.template / darkest
    middle = mark.shape[0] // 2
    steps = np.arange(middle + 1)
    axis, diagonal = mark[middle, middle + steps], mark[middle + steps, middle + steps]
    away = steps / settings.pitch_tpx
    if mark[middle, middle] > DARK_CENTRE:
        beyond = axis[(away > BEYOND_THE_DOT[0]) & (away < BEYOND_THE_DOT[1])]
        return "lines" if float(beyond.mean()) > LINE_GOES_ON else "dots"
    straight = away[np.where(away > NEAREST_RIM, axis, -np.inf).argmax()]
    across = np.sqrt(2) * away[np.where(np.sqrt(2) * away > NEAREST_RIM, diagonal, -np.inf).argmax()]
    return "squares" if across > SQUARE_RATIO * straight else "rings"

"""One picture of the board among those that are read as one: where every piece would be in it, and how it is explained.

A search goes over several panes at once. What speaks for a piece is added over all of them, each counted in pixels of
its own photograph; each has its own pose, its own light and what was learned of the paints in it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from calibration.arrays import Float
from vision.tactori.bars import Bars
from vision.tactori.canvas import Box, Canvas, Piece, Pixels, meet
from vision.tactori.scene import Field, Patch

Boxes = tuple[Box, ...]
"""One for each pane."""


class Pane:
    def __init__(self, canvas: Canvas, bars: Bars) -> None:
        self.canvas, self.bars, self.scene = canvas, bars, bars.scene
        self.area = bars.scene.scale**2
        """Working pixels for one of the photograph."""
        self.evidence: Float = np.zeros((0, 4), np.float32)
        """(pixels, 4): how well each pixel fits each paint on whichever face. Sticks are too thin to tell theirs."""
        self.elevation_deg = bars.scene.pose.elevation_deg

    def shown(self, field: Field, patch: Patch) -> Pixels:
        """Of a piece on this field, the pixels that show it."""
        return np.asarray(patch.pixels[self.canvas.nearness[patch.pixels] == self.scene.nearness(field)])

    def worth(self) -> float:
        """How well the whole picture is explained: log likelihood times pixel of the photograph."""
        return float(self.canvas.fit.sum(dtype=np.float64)) / self.area


def lift(panes: Sequence[Pane], key: Hashable) -> tuple[Piece | None, ...]:
    """Takes a piece off in every picture."""
    return tuple(pane.canvas.lift(key) for pane in panes)


def lay(panes: Sequence[Pane], key: Hashable, pieces: Sequence[Piece | None]) -> None:
    """Puts back what was lifted."""
    for pane, piece in zip(panes, pieces, strict=True):
        if piece is not None:
            pane.canvas.lay(key, piece)


def worth(panes: Sequence[Pane]) -> float:
    return sum(pane.worth() for pane in panes)


def touch(one: Boxes, other: Boxes) -> bool:
    """Whether two pieces may overlap in any picture."""
    return any(meet(a, b) for a, b in zip(one, other, strict=True))

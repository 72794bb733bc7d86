"""Whether a picture is calm: nothing moved over the board for a moment."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from live.frame import Frame, Picture
from live.settings import TableSettings
from vision.small_picture import Box, Small, changes, small_picture


@dataclass(frozen=True)
class Motion:
    """What the last frame says about movement."""

    calm: bool
    still_s: float
    """For how long nothing has moved."""
    small: Small
    """The small picture that was compared."""
    calm_frames: tuple[tuple[Picture, Small], ...] = ()
    """The last frames since something moved, the newest last, each with its small picture."""


class Stillness:
    """Compares each frame with the one before, and keeps the last ones of a calm moment."""

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self._calm: deque[tuple[Picture, Small]] = deque(maxlen=settings.averaged_frames)
        self._last: tuple[Picture, Box | None, Small] | None = None
        self._since_s = 0.0
        self._frames = 0

    def forget(self) -> None:
        """What comes next has nothing to do with what came before."""
        self._last = None

    def see(self, frame: Frame, box: Box | None) -> Motion:
        small = small_picture(frame.image, box, self._settings.eyes)
        if frame.alone:
            self._last = None
            return Motion(True, 0.0, small, ((frame.image, small),))
        moved = self._has_moved(small, box)
        self._last = frame.image, box, small
        if moved:
            self._since_s, self._frames = frame.at_s, 0
            self._calm.clear()
        else:
            self._frames += 1
        self._calm.append((frame.image, small))
        still_s = frame.at_s - self._since_s
        calm = self._frames >= self._settings.calm_frames and still_s >= self._settings.calm_s - 1e-6
        return Motion(calm, 0.0 if moved else still_s, small, tuple(self._calm) if calm else ())

    def _has_moved(self, small: Small, box: Box | None) -> bool:
        if self._last is None:
            return True
        image, its_box, last = self._last
        if its_box != box:
            # Where the board is was measured anew; that is no movement.
            last = small_picture(image, box, self._settings.eyes)
        if last.shape != small.shape:
            return True
        off = changes(last, small) > self._settings.still_level
        return bool(np.count_nonzero(off) > self._settings.still_share * off.size)

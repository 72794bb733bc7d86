"""The pixels of a stick in each of its places, painted once and remembered as long as camera and board stay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tactori.canvas import Box, around
from vision.tactori.places import Place, Places, Stretch
from vision.tactori.scene import INNER, Patch, Scene, nearness

Pixels = NDArray[np.int64]
TRACE = np.array([0.1, 0.3, 0.5, 0.7, 0.9])  # where a stretch is looked at first, as shares of it


@dataclass(frozen=True)
class Part:
    """The pixels of one stretch. `free`: between towers; `in_groove`: between the posts of a tower."""

    pixels: Pixels
    faces: Pixels
    nearness: float
    box: Box
    free: bool
    in_groove: bool = False


class Bars:
    """Sticks as they would lie in the picture.

    Parameters
    ----------
    core : float
        The share of a stick's width that it is looked for with: its rim is blurred with what lies behind.
    """

    def __init__(self, scene: Scene, core: float, places: Places | None = None) -> None:
        self.scene, self.core = scene, core
        self.places = places or Places(scene)
        """The same for all pictures of one board."""
        self._cores: dict[Place, tuple[Part, ...]] = {}
        self._bodies: dict[Place, tuple[Part, ...]] = {}
        self._traces: dict[Place, Pixels] = {}
        self._painted = 0
        self._marked = np.zeros(scene.width * scene.height, bool)

    def cores(self, place: Place) -> tuple[Part, ...]:
        """Where the stick is looked for: its core, away from the towers' faces."""
        if place not in self._cores:
            self.prepare([place])
        return self._cores[place]

    def body(self, place: Place) -> tuple[Part, ...]:
        """The whole stick, as it hides what lies behind it."""
        if place not in self._bodies:
            self.prepare_bodies([place])
        return self._bodies[place]

    def box(self, place: Place) -> Box:
        return around([part.box for part in self.cores(place)])

    def body_box(self, place: Place) -> Box:
        return around([part.box for part in self.body(place)])

    def prepare(self, places: Sequence[Place]) -> None:
        """Paints the cores of all places that were not painted before, in one go."""
        new = [place for place in places if place not in self._cores]
        jobs = [(place, stretch) for place in new for stretch in place.stretches]
        self._cores.update(self._paint(new, jobs, self.core))

    def prepare_bodies(self, places: Sequence[Place]) -> None:
        """The same for whole sticks."""
        new = [place for place in places if place not in self._bodies]
        self._bodies.update(self._paint(new, [(place, stretch) for place in new for stretch in place.body], 1.0))

    def traces(self, places: Sequence[Place]) -> list[Pixels]:
        """A few pixels along the middle of each place, as flat indices; -1 is outside the picture."""
        new = [place for place in places if place not in self._traces]
        if new:
            self._trace(new)
        return [self._traces[place] for place in places]

    def _trace(self, new: list[Place]) -> None:
        points, lengths = [], []
        for place in new:
            free = [s for s in place.stretches if s.host is None or not place.straight]
            shares = np.concatenate([s.low + TRACE * (s.high - s.low) for s in free]) if free else np.zeros(0)
            points.append(place.at(shares))
            lengths.append(len(shares))
        middle = np.concatenate(points) + np.array([0.0, 0.0, self.scene.set.stick_width / 2])
        pixels = np.round(self.scene.project(middle)).astype(int)
        inside = ((pixels >= 0) & (pixels < [self.scene.width, self.scene.height])).all(axis=1)
        flat = np.where(inside, pixels[:, 1] * self.scene.width + pixels[:, 0], -1)
        self._traces.update(zip(new, np.split(flat, np.cumsum(lengths)[:-1]), strict=True))

    def _paint(
        self, places: Sequence[Place], jobs: list[tuple[Place, Stretch]], slimness: float
    ) -> dict[Place, tuple[Part, ...]]:
        parts: dict[Place, list[Part]] = {place: [] for place in places}
        if jobs:
            ends = np.stack([place.at(np.array([s.low, s.high])) for place, s in jobs])
            for (place, stretch), patch, (start, end) in zip(jobs, self.scene.bars(ends, slimness), ends, strict=True):
                middle = (float(start[0] + end[0]) / 2, float(start[1] + end[1]) / 2)
                near = self.scene.nearness(stretch.host[0]) if stretch.host else nearness(middle, self.scene.eye)
                # A hair nearer than the tower it lies in, the higher of two sticks before the lower; no two are equal.
                self._painted += 1
                near += 2e-4 + 1e-6 * float(start[2] + end[2]) / 2 + 1e-9 * self._painted
                parts[place].append(self._part(place, stretch, patch, near))
        return {place: tuple(made) for place, made in parts.items()}

    def _part(self, place: Place, stretch: Stretch, patch: Patch, near: float) -> Part:
        pixels, faces = patch.pixels, patch.faces
        if stretch.host is None:
            return Part(pixels, faces, near, patch.box, True)
        field, floor = stretch.host
        if place.straight:  # the posts beside the groove hide it
            tower = self.scene.tower(field, floor)
            hiding = tower.pixels[tower.faces != INNER]
            self._marked[hiding] = True
            shown = ~self._marked[pixels]
            self._marked[hiding] = False
            pixels, faces = pixels[shown], faces[shown]
        return Part(pixels, faces, near, patch.box, False, place.straight)

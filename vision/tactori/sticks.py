"""The search for sticks: what speaks for one in each place where it could lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tactori.canvas import Box, Canvas, Float, Piece, around, meet
from vision.tactori.places import Place, Places, Stretch
from vision.tactori.scene import INNER, Field, Patch, Scene, nearness
from vision.tactori.settings import ReaderSettings

Stack = tuple[int, ...]
TRACE = np.array([0.1, 0.3, 0.5, 0.7, 0.9])  # where a stretch is looked at first, as shares of it


@dataclass(frozen=True)
class Found:
    """A stick, its paint, and how much better the picture is explained with it than without."""

    place: Place
    paint: int
    gain: float
    seen_px: int


@dataclass(frozen=True)
class _Weighed:
    place: Place
    paint: int
    worth: float
    gain: float
    seen_px: int


@dataclass(frozen=True)
class Part:
    """The pixels of one stretch. `free`: between towers, where nothing of its own hides it."""

    pixels: NDArray[np.int64]
    faces: NDArray[np.int64]
    nearness: float
    box: Box
    free: bool


class StickSearch:
    """The sticks found so far, on the canvas that also has the stacks."""

    def __init__(self, canvas: Canvas, scene: Scene, settings: ReaderSettings) -> None:
        self.canvas, self.scene, self.settings = canvas, scene, settings
        self.places = Places(scene)
        self.found: list[Found] = []
        self.stacks: Mapping[Field, Stack] = {}
        self.evidence: Float = np.zeros((0, 4), np.float32)
        self._parts: dict[Place, tuple[Part, ...]] = {}
        self._bodies: dict[Place, tuple[Part, ...]] = {}
        self._traces: dict[Place, NDArray[np.int64]] = {}

    def repaint(self, any_face: Float) -> None:
        """Takes the canvas's new likelihoods, which took the sticks off, and lays them again."""
        # Sticks are too thin to tell their faces apart everywhere: each pixel may be any of them.
        self.evidence = any_face.reshape(-1, 4)
        for stick in self.found:
            self._lay(stick)

    def find(self, stacks: Mapping[Field, Stack], hidden: Mapping[Field, int]) -> None:
        """Forgets the sticks and lays every one that the picture asks for."""
        for stick in list(self.found):
            self.remove(stick)
        self._search(stacks, hidden, None)

    def find_at(self, fields: set[Field], stacks: Mapping[Field, Stack]) -> None:
        """The same, only for sticks that end on these fields or pass over them; the others stay."""
        self._search(stacks, {}, fields)

    def _search(self, stacks: Mapping[Field, Stack], hidden: Mapping[Field, int], fields: set[Field] | None) -> None:
        """The surest first: what it explains, the next ones need not."""
        self.stacks = stacks
        every = self.places.among({field: len(stack) for field, stack in stacks.items()}, hidden)
        if fields is not None:
            taken = {stick.place.key for stick in self.found}
            every = [p for p in every if fields & p.touched and p.key not in taken]
        hopeful = self._hopeful(every)
        self._prepare(hopeful)
        left = _without_overlaps([w for w in map(self.weigh, hopeful) if w])
        while left:
            left.sort(key=lambda w: -w.worth)
            best = left.pop(0)
            self.add(Found(best.place, best.paint, best.gain, best.seen_px))
            box = self._box(best.place)
            again = []
            for other in left:
                if other.place.key == best.place.key:
                    continue
                weighed = self.weigh(other.place) if meet(box, self._box(other.place)) else other
                if weighed:
                    again.append(weighed)
            left = again

    def boxes(self) -> list[Box]:
        """Where the sticks found lie in the picture."""
        return [around([part.box for part in self._body(stick.place)]) for stick in self.found]

    def add(self, stick: Found) -> None:
        self.found.append(stick)
        self._lay(stick)

    def remove(self, stick: Found) -> None:
        self.found.remove(stick)
        for i in range(len(stick.place.body)):
            self.canvas.lift((*stick.place.key, i))

    def forget(self, field: Field) -> None:
        """Takes off every stick that ends on a field or passes over it."""
        for stick in list(self.found):
            if field in stick.place.touched:
                self.remove(stick)

    def cost(self) -> float:
        """What the sticks found must explain to be worth it."""
        costs = (self.settings.cost_of_stick[self.kind(stick.place, stick.paint)] for stick in self.found)
        return self.scene.scale**2 * sum(costs)

    def kind(self, place: Place, paint: int) -> str:
        """How usual such a stick is, by what is known of the towers it rests in."""
        if not place.level:
            return "odd"
        if not place.a[1]:
            return "lying"
        towers = [self.stacks.get(field, ())[floor - 1 : floor] for field, floor in (place.a, place.b)]
        return "bridge" if all(tower in ((paint,), ()) for tower in towers) else "foreign"

    def _hopeful(self, every: Sequence[Place]) -> list[Place]:
        """Those with a trace of one paint along their middle; a look at a few points is cheap."""
        new = [place for place in every if place not in self._traces]
        if new:
            self._trace(new)
        if not every:
            return []
        lengths = [len(self._traces[place]) for place in every]
        pixels = np.concatenate([self._traces[place] for place in every])
        inside = pixels >= 0
        painted = (self.evidence[pixels] > self.canvas.behind[pixels][:, None]) & inside[:, None]
        owner = np.repeat(np.arange(len(every)), lengths)
        hits = np.stack([np.bincount(owner, painted[:, c], len(every)) for c in range(4)], axis=1)
        share = hits.max(axis=1) / np.maximum(lengths, 1)
        return [place for place, s in zip(every, share, strict=True) if s >= self.settings.least_stick_trace]

    def _trace(self, new: list[Place]) -> None:
        """Remembers the flat indices (-1: outside the picture) of a few points along each place's middle."""
        points, lengths = [], []
        for place in new:
            free = [s for s in place.stretches if s.host is None or not place.straight]
            shares = np.concatenate([s.low + TRACE * (s.high - s.low) for s in free]) if free else np.zeros(0)
            points.append(place.at(shares))
            lengths.append(len(shares))
        pixels = np.round(self.scene.project(np.concatenate(points) + [0, 0, self.scene.set.stick_width / 2])).astype(
            int
        )
        height, width = self.canvas.shape
        inside = ((pixels >= 0) & (pixels < [width, height])).all(axis=1)
        flat = np.where(inside, pixels[:, 1] * width + pixels[:, 0], -1)
        self._traces.update(zip(new, np.split(flat, np.cumsum(lengths)[:-1]), strict=True))

    def _prepare(self, places: Sequence[Place]) -> None:
        """Paints the cores of all places that were not painted before, in one go."""
        new = [place for place in places if place not in self._parts]
        jobs = [(place, stretch) for place in new for stretch in place.stretches]
        self._parts.update(self._paint(new, jobs, self.settings.stick_core))

    def _body(self, place: Place) -> tuple[Part, ...]:
        if place not in self._bodies:
            self._bodies.update(self._paint([place], [(place, stretch) for stretch in place.body], 1.0))
        return self._bodies[place]

    def _paint(
        self, places: Sequence[Place], jobs: list[tuple[Place, Stretch]], slimness: float
    ) -> dict[Place, tuple[Part, ...]]:
        if not jobs:
            return dict.fromkeys(places, ())
        ends = np.stack([place.at(np.array([s.low, s.high])) for place, s in jobs])
        parts: dict[Place, list[Part]] = {place: [] for place in places}
        for (place, stretch), patch, (start, end) in zip(jobs, self.scene.bars(ends, slimness), ends, strict=True):
            middle = (float(start[0] + end[0]) / 2, float(start[1] + end[1]) / 2)
            parts[place].append(self._part(place, stretch, patch, nearness(middle, self.scene.eye)))
        return {place: tuple(made) for place, made in parts.items()}

    def _part(self, place: Place, stretch: Stretch, patch: Patch, near: float) -> Part:
        pixels, faces = patch.pixels, patch.faces
        if stretch.host is None:
            return Part(pixels, faces, near + 0.0005, patch.box, True)
        field, floor = stretch.host
        if place.straight:  # the posts beside the groove hide it
            tower = self.scene.tower(field, floor)
            shown = ~self.canvas.among(pixels, tower.pixels[tower.faces != INNER])
            pixels, faces = pixels[shown], faces[shown]
        return Part(pixels, faces, self.scene.nearness(field) + 0.0004, patch.box, False)

    def weigh(self, place: Place) -> _Weighed | None:
        """None where too little speaks for a stick, or too much against it."""
        gain, seen_px = np.zeros(4), 0
        against = np.zeros(4, bool)
        limit = self.settings.same_paint
        for part in self._parts[place]:
            seen = self.canvas.seen(part.pixels, part.nearness)
            pixels = part.pixels[seen]
            if not len(pixels):
                continue
            fit = self.canvas.fit[pixels][:, None]
            difference = self.evidence[pixels] - fit
            # Where a piece of the same paint is seen already, only the right face at the right place speaks for a stick.
            own = self.canvas.paint_of[pixels][:, None] == PAINTS
            if own.any():
                strict = self.canvas.likely(part.faces[seen], pixels) - fit
                difference = np.where(own, np.clip(strict, -limit, limit), difference)
            gain += difference.sum(axis=0)
            if part.free:
                contradicted = np.count_nonzero((difference < self.settings.contradiction) & ~own, axis=0)
                against |= contradicted > self.settings.largest_contradiction * len(pixels)
            seen_px += len(pixels)
        paint = int(gain.argmax())
        area = self.scene.scale**2
        worth = float(gain[paint]) - area * self.settings.cost_of_stick[self.kind(place, paint)]
        if against[paint] or worth <= 0 or seen_px < self.settings.least_stick_px * area:
            return None
        return _Weighed(place, paint, worth, float(gain[paint]), seen_px)

    def _lay(self, stick: Found) -> None:
        for i, part in enumerate(self._body(stick.place)):
            fit = self.canvas.likely(part.faces, part.pixels)[:, stick.paint]
            paint = np.full(len(fit), stick.paint, np.int8)
            key = (*stick.place.key, i)
            self.canvas.lay(key, Piece(part.pixels, fit, paint, part.faces, part.nearness, part.box))

    def _box(self, place: Place) -> Box:
        return around([part.box for part in self._parts[place]])


PAINTS = np.arange(4)


def _without_overlaps(weighed: list[_Weighed]) -> list[_Weighed]:
    """Two sticks cannot share a groove: of those along one line and floor, the set worth most that does not overlap."""
    kept = [w for w in weighed if not w.place.level]
    lines: dict[tuple[bool, int, int], dict[int, _Weighed]] = {}
    for w in weighed:
        if w.place.level:
            (x, y), floor = w.place.a
            along = y == w.place.b[0][1]
            start, line = (x, y) if along else (y, x)
            best = lines.setdefault((along, line, floor), {})
            if start not in best or best[start].worth < w.worth:
                best[start] = w
    for best in lines.values():
        kept += _best_row(best)
    return kept


def _best_row(row: dict[int, _Weighed]) -> list[_Weighed]:
    """The sticks of a row, by where they start, that are worth most together."""
    place = next(iter(row.values())).place
    length = abs(place.b[0][0] - place.a[0][0]) + abs(place.b[0][1] - place.a[0][1])
    last = max(row)
    worth, chosen = [0.0] * (last + length + 2), [[] for _ in range(last + length + 2)]
    for start in range(last, -1, -1):
        worth[start], chosen[start] = worth[start + 1], chosen[start + 1]
        if start in row and row[start].worth + worth[start + length] > worth[start]:
            worth[start] = row[start].worth + worth[start + length]
            chosen[start] = [row[start], *chosen[start + length]]
    return chosen[0]

"""The search for sticks: every place where one could lie, legal or not, and what speaks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.tactori.canvas import Canvas, Float, Piece
from vision.tactori.scene import INNER, Field, Scene, nearness
from vision.tactori.settings import ReaderSettings

Array = NDArray[np.float64]
End = tuple[Field, int]


@dataclass(frozen=True)
class Stretch:
    """A piece of the way, as shares of it; `host` is the tower in whose groove it lies or on which it rests."""

    low: float
    high: float
    host: End | None = None


@dataclass(frozen=True)
class Place:
    """A stick from one end to the other, as it would lie there: the line along its lower middle (mm)."""

    a: End
    b: End
    start: tuple[float, float, float]
    end: tuple[float, float, float]
    stretches: tuple[Stretch, ...]
    grooved: bool  # it lies in its hosts' grooves, not on top of them

    @cached_property
    def key(self) -> tuple[str, End, End]:
        return ("stick", self.a, self.b)

    @property
    def level(self) -> bool:
        """Straight and level, as a bridge must be; not that it is one."""
        return self.a[1] == self.b[1] and (self.a[0][0] == self.b[0][0] or self.a[0][1] == self.b[0][1])

    def at(self, share: float) -> Array:
        start, end = np.array(self.start), np.array(self.end)
        return np.asarray(start + share * (end - start))


def places(scene: Scene, heights: Mapping[Field, int]) -> list[Place]:
    """Everywhere a stick could lie among these stacks."""
    made: list[Place] = []
    n, span = scene.board, 2 if scene.board == 9 else 1
    for x in range(n):
        for y in range(n):
            for dx, dy in ((span, 0), (0, span)):
                f, g = (x, y), (x + dx, y + dy)
                if g[0] < n and g[1] < n:
                    made += _straight(scene, heights, f, g)
            for dx, dy in ((1, 1), (1, -1)) if n == 9 else ():
                f, g = (x, y), (x + dx, y + dy)
                if g[0] < n and 0 <= g[1] < n:
                    made += _diagonal(scene, heights, f, g)
    return made


def _straight(scene: Scene, heights: Mapping[Field, int], f: Field, g: Field) -> list[Place]:
    hf, hg = heights.get(f, 0), heights.get(g, 0)
    if not hf and not hg:
        return []
    made = []
    for floor in range(1, min(hf, hg) + 1):
        for lift in (0.0, scene.set.stick_width):
            made.append(_place(scene, heights, (f, floor), (g, floor), lift))
    if abs(hf - hg) == 1 or (hf == 0 and hg == 2) or (hg == 0 and hf == 2):
        made.append(_place(scene, heights, (f, hf), (g, hg), 0.0))
    return made


def _diagonal(scene: Scene, heights: Mapping[Field, int], f: Field, g: Field) -> list[Place]:
    hf, hg = heights.get(f, 0), heights.get(g, 0)
    if not hf or not hg or abs(hf - hg) > 1:
        return []
    return [_place(scene, heights, (f, hf), (g, hg), scene.set.groove_depth)]


def _place(scene: Scene, heights: Mapping[Field, int], a: End, b: End, lift: float) -> Place:
    start, end = (np.array([*scene.centre(e[0]), rest_mm(scene, e[1]) + lift]) for e in (a, b))
    way = float(np.hypot(*(end - start)[:2]))
    straight = a[0][0] == b[0][0] or a[0][1] == b[0][1]
    overhang = (scene.set.stick_length / way - 1) / 2
    # Half a stick's width before a tower's face begins what blur and a tower set askew make uncertain.
    half = (scene.set.tower_width + scene.set.stick_width) / 2 / way
    inside = (scene.set.tower_width - scene.set.stick_width) / 2 / way
    low = half if a[1] else -overhang
    high = 1 - half if b[1] else 1 + overhang
    made = []
    if a[1] and heights[a[0]] == a[1]:
        made.append(Stretch(max(-overhang, -inside), inside, a))
    across = ((a[0][0] + b[0][0]) // 2, (a[0][1] + b[0][1]) // 2)
    passed = heights.get(across, 0) if straight and scene.board == 9 else 0
    if passed >= min(e[1] for e in (a, b) if e[1]):
        made += [Stretch(low, 0.5 - half), Stretch(0.5 + half, high)]
        if passed == a[1] == b[1]:
            made.append(Stretch(0.5 - inside, 0.5 + inside, (across, passed)))
    elif low < high:
        made += [Stretch(low, 0.5), Stretch(0.5, high)] if low < 0.5 < high else [Stretch(low, high)]
    if b[1] and heights[b[0]] == b[1]:
        made.append(Stretch(1 - inside, min(1 + overhang, 1 + inside), b))
    return Place(a, b, tuple(start), tuple(end), tuple(made), straight)


def rest_mm(scene: Scene, floor: int) -> float:
    """How high a stick's lower side lies when it rests in this floor's groove, or on the board (0)."""
    return floor * scene.set.tower_height - scene.set.groove_depth if floor else 0.0


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
    box: tuple[int, int, int, int]
    free: bool


class StickSearch:
    """The sticks found so far, on the canvas that also has the stacks."""

    def __init__(self, canvas: Canvas, scene: Scene, settings: ReaderSettings) -> None:
        self.canvas, self.scene, self.settings = canvas, scene, settings
        self.found: list[Found] = []
        self.evidence: Float = np.zeros((0, 4), np.float32)
        self._parts: dict[tuple[Place, float], list[Part]] = {}

    def repaint(self) -> None:
        """Takes the canvas's new likelihoods, which took the sticks off, and lays them again."""
        # Sticks are too thin to tell their faces apart everywhere: each pixel may be any of them.
        self.evidence = self.canvas.paint.reshape(-1, self.canvas.area, 4)[1:].max(axis=0)
        for stick in self.found:
            self.lay(stick.place, stick.paint)

    def find(self, heights: Mapping[Field, int]) -> None:
        """Lays every stick that the picture asks for, the surest first."""
        for stick in self.found:
            self.lift(stick.place)
        self.found = []
        left = _without_overlaps([w for w in map(self.weigh, self.hopeful(places(self.scene, heights))) if w], self.least_gain)
        while left:
            left.sort(key=lambda w: -w.worth)
            best = left.pop(0)
            self.lay(best.place, best.paint)
            self.found.append(Found(best.place, best.paint, best.gain, best.seen_px))
            box = self.box(best.place)
            again = []
            for other in left:
                if other.place.key == best.place.key:
                    continue
                weighed = self.weigh(other.place) if _meet(box, self.box(other.place)) else other
                if weighed:
                    again.append(weighed)
            left = again

    @property
    def least_gain(self) -> float:
        return self.settings.least_stick_gain * self.scene.scale**2

    def hopeful(self, every: Sequence[Place]) -> list[Place]:
        """Those with a trace of one paint along their middle; a look at a few points is cheap."""
        points, owner = [], []
        for i, place in enumerate(every):
            for part in place.stretches:
                if not part.host or not place.grooved:
                    for share in (0.1, 0.3, 0.5, 0.7, 0.9):
                        points.append(place.at(part.low + share * (part.high - part.low)))
                        owner.append(i)
        if not points:
            return []
        pixels = np.round(self.scene.project(np.array(points) + [0, 0, self.scene.set.stick_width / 2])).astype(int)
        height, width = self.canvas.shape
        inside = ((pixels >= 0) & (pixels < [width, height])).all(axis=1)
        flat = np.clip(pixels[:, 1], 0, height - 1) * width + np.clip(pixels[:, 0], 0, width - 1)
        painted = (self.evidence[flat] > self.canvas.behind[flat][:, None]) & inside[:, None]
        hits = np.zeros((len(every), 4))
        np.add.at(hits, np.array(owner), painted)
        share = hits.max(axis=1) / np.maximum(np.bincount(owner, minlength=len(every)), 1)
        return [place for place, s in zip(every, share, strict=True) if s >= self.settings.least_stick_trace]

    def parts(self, place: Place, slimness: float = 1.0) -> list[Part]:
        if (place, slimness) not in self._parts:
            self._parts[place, slimness] = [self._part(place, stretch, slimness) for stretch in place.stretches]
        return self._parts[place, slimness]

    def _part(self, place: Place, stretch: Stretch, slimness: float) -> Part:
        start, end = place.at(stretch.low), place.at(stretch.high)
        patch = self.scene.bar(start, end, slimness)
        pixels, faces = patch.pixels, patch.faces
        if stretch.host is None:
            x, y, _ = (start + end) / 2
            return Part(pixels, faces, nearness((float(x), float(y)), self.scene.eye) + 0.0005, patch.box, True)
        field, floor = stretch.host
        if place.grooved:  # the posts beside the groove hide it
            tower = self.scene.tower(field, floor)
            hiding = tower.pixels[tower.faces != INNER]
            shown = ~np.isin(pixels, hiding)
            pixels, faces = pixels[shown], faces[shown]
        return Part(pixels, faces, self.scene.nearness(field) + 0.0004, patch.box, False)

    def weigh(self, place: Place) -> _Weighed | None:
        """None where too little speaks for a stick, or too much against it."""
        gain, seen_px = np.zeros(4), 0
        against = np.zeros(4, bool)
        for part in self.parts(place, self.settings.stick_core):
            seen = self.canvas.seen(part.pixels, part.nearness)
            pixels = part.pixels[seen]
            if not len(pixels):
                continue
            fit = self.canvas.fit[pixels][:, None]
            difference = self.evidence[pixels] - fit
            # Where a piece of the same paint is seen already, only the right face at the right place speaks for a stick.
            own = self.canvas.paint_of[pixels][:, None] == np.arange(4)
            if own.any():
                strict = self.canvas.paint[part.faces[seen] * self.canvas.area + pixels] - fit
                difference = np.where(own, np.clip(strict, -self.settings.same_paint, self.settings.same_paint), difference)
            gain += difference.sum(axis=0)
            if part.free:
                contradicted = ((difference < self.settings.contradiction) & ~own).sum(axis=0)
                against |= contradicted > self.settings.largest_contradiction * len(pixels)
                seen_px += len(pixels)
        paint = int(gain.argmax())
        area = self.scene.scale**2
        worth = float(gain[paint])
        if not place.level:
            worth = self.settings.odd_stick_factor * worth - self.settings.odd_stick_cost * area
        enough = seen_px >= self.settings.least_stick_px * area and worth > self.least_gain
        if not enough or against[paint]:
            return None
        return _Weighed(place, paint, worth, float(gain[paint]), seen_px)

    def lay(self, place: Place, paint: int) -> None:
        for i, part in enumerate(self.parts(place)):
            fit = self.evidence[part.pixels, paint]
            paints = np.full(len(fit), paint, np.int8)
            self.canvas.lay((*place.key, i), Piece(part.pixels, fit, paints, part.faces, part.nearness, part.box))

    def lift(self, place: Place) -> None:
        for i in range(len(place.stretches)):
            self.canvas.lift((*place.key, i))

    def box(self, place: Place) -> tuple[int, int, int, int]:
        boxes = np.array([part.box for part in self.parts(place, self.settings.stick_core)])
        left, upper = boxes[:, :2].min(axis=0).tolist()
        right, lower = boxes[:, 2:].max(axis=0).tolist()
        return left, upper, right, lower


def _meet(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _without_overlaps(weighed: list[_Weighed], cost: float) -> list[_Weighed]:
    """Two sticks cannot share a groove: of those along one line and floor, the set worth most that does not overlap."""
    kept = [w for w in weighed if not w.place.level]
    lines: dict[tuple[int, int, int], dict[int, _Weighed]] = {}
    for w in weighed:
        if w.place.level:
            (x, y), floor = w.place.a
            along = w.place.a[0][1] == w.place.b[0][1]
            line = lines.setdefault((int(along), y if along else x, floor), {})
            start = x if along else y
            if start not in line or line[start].worth < w.worth:
                line[start] = w
    for line in lines.values():
        length = max(abs(p.place.b[0][0] - p.place.a[0][0]) + abs(p.place.b[0][1] - p.place.a[0][1]) for p in line.values())
        best: dict[int, tuple[float, list[_Weighed]]] = {}
        last = max(line)
        for start in range(last, -1, -1):
            skip = best.get(start + 1, (0.0, []))
            best[start] = skip
            if start in line:
                rest = best.get(start + length, (0.0, []))
                take = rest[0] + line[start].worth - cost
                if take > skip[0]:
                    best[start] = (take, [line[start], *rest[1]])
        kept += best[0][1]
    return kept

"""The search for sticks: what speaks for one in each place where it could lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tactori.bars import Bars, Part
from vision.tactori.canvas import Box, Canvas, Float, Piece, Pixels, around, meet, summed
from vision.tactori.places import End, Place
from vision.tactori.scene import INNER, Field
from vision.tactori.settings import ReaderSettings

Stack = tuple[int, ...]
Key = tuple[str, End, End]
ALL = slice(None)


@dataclass(frozen=True)
class Found:
    """A stick, its paint, and how much better the picture is explained with it than without."""

    place: Place
    paint: int
    gain: float
    seen_px: int


@dataclass(frozen=True)
class Worth:
    """How much better the whole picture is explained with a stick: between towers and in grooves, and on how much."""

    free: float  # log likelihood times pixel of the photograph
    in_grooves: float
    free_px: float  # pixels of the photograph that would show it
    groove_px: float
    own_px: float  # of them, those that show its own paint without it

    @property
    def gain(self) -> float:
        return self.free + self.in_grooves

    @property
    def seen_px(self) -> float:
        return self.free_px + self.groove_px


@dataclass(frozen=True)
class _Weighed:
    place: Place
    paint: int
    worth: float
    gain: float
    seen_px: int


class StickSearch:
    """The sticks found so far, on the canvas that also has the stacks."""

    def __init__(self, canvas: Canvas, bars: Bars, settings: ReaderSettings) -> None:
        self.canvas, self.bars, self.settings = canvas, bars, settings
        self.area = bars.scene.scale**2
        self._looks_into_grooves = bars.scene.pose.elevation_deg > settings.into_groove_deg
        self.found: list[Found] = []
        self.stacks: Mapping[Field, Stack] = {}
        self.evidence: Float = np.zeros((0, 4), np.float32)
        self.known: dict[Key, int] = {}
        """The paint of the sticks that lay there before: they stay unless the picture denies them."""
        self.firm: frozenset[Key] = frozenset()
        """Those of them that it must deny more clearly."""
        self.changed: NDArray[np.bool_] | None = None
        """Pixels that do not look as before, where there is an earlier picture: elsewhere no stick came or went."""

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
        every = self.bars.places.among({field: len(stack) for field, stack in stacks.items()}, hidden)
        if fields is not None:
            taken = {stick.place.key for stick in self.found}
            every = [p for p in every if fields & p.touched and p.key not in taken]
        hopeful = self._hopeful(every)
        self.bars.prepare(hopeful)
        every_weighed = [w for w in map(self.weigh, hopeful) if w]
        left = _without_overlaps(every_weighed)
        chosen = {id(w) for w in left}
        while left:
            left.sort(key=lambda w: -w.worth)
            best = left.pop(0)
            self.add(Found(best.place, best.paint, best.gain, best.seen_px))
            box = self.bars.box(best.place)
            again = []
            for other in left:
                if other.place.key == best.place.key:
                    continue
                weighed = self.weigh(other.place) if meet(box, self.bars.box(other.place)) else other
                if weighed:
                    again.append(weighed)
            left = again
        self._lay_overlaying([w for w in every_weighed if id(w) not in chosen])

    def _lay_overlaying(self, rest: list[_Weighed]) -> None:
        """Of sticks in one groove, one may lie on the other; it is believed when much of it is seen beside that."""
        for other in sorted(rest, key=lambda w: -w.worth):
            place = other.place
            rivals = [s for s in self.found if shares_groove(s.place, place)]
            if not rivals or any(s.place.start[2] == place.start[2] or s.place.key == place.key for s in rivals):
                continue
            weighed = self.weigh(place)
            needed = 0.0 if self.known.get(place.key) == other.paint else self.settings.cost_of_stick["odd"]
            if weighed and weighed.paint == other.paint and weighed.worth > self.area * needed:
                self.add(Found(place, weighed.paint, weighed.gain, weighed.seen_px))

    def boxes(self) -> list[Box]:
        """Where the sticks found lie in the picture."""
        return [around([part.box for part in self.bars.body(stick.place)]) for stick in self.found]

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
        return self.area * sum(self._cost(stick.place, stick.paint) for stick in self.found)

    def _cost(self, place: Place, paint: int) -> float:
        if self.known.get(place.key) == paint:
            return -(self.settings.remembered_stick if place.key in self.firm else self.settings.known_stick)
        kind = self.kind(place, paint)
        if kind == "lying" and self.changed is not None:
            kind = "odd"  # a knot or a line of the board was there before: what is new has to be something
        return self.settings.cost_of_stick[kind]

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
        if not every:
            return []
        traces = self.bars.traces(every)
        lengths = [len(trace) for trace in traces]
        pixels = np.concatenate(traces)
        inside = pixels >= 0
        if self.canvas.cover is not None:
            inside &= ~self.canvas.cover[pixels]
        painted = (self.evidence[pixels] > self.canvas.behind[pixels][:, None]) & inside[:, None]
        owner = np.repeat(np.arange(len(every)), lengths)
        hits = np.stack([np.bincount(owner, painted[:, c], len(every)) for c in range(4)], axis=1)
        share = hits.max(axis=1) / np.maximum(lengths, 1)
        least = self.settings.least_stick_trace
        return [place for place, s in zip(every, share, strict=True) if s >= least or place.key in self.known]

    def weigh(self, place: Place) -> _Weighed | None:
        """None where too little speaks for a stick, or too much against it."""
        as_before = self.changed is not None and not self._has_changed(place, self.changed)
        if as_before and place.key not in self.known:
            return None
        gain, seen_px, against = self._gain(place)
        area = self.area
        paint = self.known.get(place.key, int(gain.argmax()))
        worth = float(gain[paint]) - area * self._cost(place, paint) + SURELY * area * as_before
        if place.key in self.known and worth > 0:
            return _Weighed(place, paint, worth, float(gain[paint]), seen_px)
        paint = int(gain.argmax())
        worth = float(gain[paint]) - area * self._cost(place, paint)
        if against[paint] or worth <= 0 or seen_px < self.settings.least_stick_px * area:
            return None
        if self.is_covered(place):
            return None
        return _Weighed(place, paint, worth, float(gain[paint]), seen_px)

    def is_covered(self, place: Place) -> bool:
        """Whether nobody can see if a stick lies there, because something covers it."""
        return self.canvas.cover is not None and self._is_covered(self.bars.cores(place))

    def _is_covered(self, parts: Sequence[Part]) -> bool:
        """Whether most of what would be seen of a stick lies under a cover."""
        if self.canvas.cover is None or not parts:
            return False
        covered = sum(int(np.count_nonzero(self.canvas.cover[part.pixels])) for part in parts)
        seen = sum(int(np.count_nonzero(self.canvas.seen(part.pixels, part.nearness))) for part in parts)
        return covered > self.settings.largest_covered_share * (covered + seen)

    def covered_ways(self) -> frozenset[tuple[Field, Field]]:
        """Between which stacks a bridge may lie that a cover hides, for none was found there."""
        if self.canvas.cover is None:
            return frozenset()
        heights = {field: len(stack) for field, stack in self.stacks.items()}
        bridges = [p for p in self.bars.places.among(heights, {}) if p.level and p.a[1]]
        self.bars.prepare(bridges)
        found = {(stick.place.a[0], stick.place.b[0]) for stick in self.found}
        ways = {
            (place.a[0], place.b[0])
            for place in bridges
            if self._is_covered([part for part in self.bars.cores(place) if part.free])
        }
        return frozenset(ways - found)

    def may_have_changed(self, place: Place) -> bool:
        """Whether it is open at all if a stick lies there: not where one is known, and not where nothing changed."""
        return place.key not in self.known and (self.changed is None or self._has_changed(place, self.changed))

    def _has_changed(self, place: Place, changed: NDArray[np.bool_]) -> bool:
        """Whether anything that would be seen of a stick looks otherwise than before."""
        pixels = [part.pixels[self.canvas.seen(part.pixels, part.nearness)] for part in self.bars.cores(place)]
        seen_px = sum(map(len, pixels))
        count = sum(int(np.count_nonzero(changed[each])) for each in pixels)
        return count > min(self.settings.least_stick_px * self.area, self.settings.least_changed_stick * seen_px)

    def worth_of(self, place: Place, paint: int) -> Worth:
        """What such a stick, which does not lie there, would explain better than what is there without it."""
        gain, seen_px, own_px = [0.0, 0.0], [0, 0], 0
        for part, pixels, better in self._better(place):
            gain[part.free] += float(better[:, paint].sum()) / self.area
            seen_px[part.free] += len(pixels)
            own_px += int(np.count_nonzero(self.canvas.paint_of[pixels] == paint))
        scale = 1 / self.area
        return Worth(gain[1], gain[0], seen_px[1] * scale, seen_px[0] * scale, own_px * scale)

    def gains_of(self, place: Place) -> NDArray[np.float64]:
        """The same as one number for each paint: log likelihood times pixel of the photograph."""
        parts = [summed(better) for _, _, better in self._better(place)]
        return np.asarray(np.sum(parts, axis=0) / self.area) if parts else np.zeros(4)

    def _better(self, place: Place) -> Iterator[tuple[Part, Pixels, Float]]:
        """Of every part of a stick the pixels that would show it, and by how much each paint explains them better."""
        for part in self.bars.body(place):
            seen = self.canvas.seen(part.pixels, part.nearness)
            pixels = part.pixels[seen]
            yield part, pixels, self._likely(part, seen) - self.canvas.fit[pixels][:, None]

    def found_at(self, place: Place, paint: int) -> Found:
        """A stick that is said to lie there, whatever speaks for it."""
        gain, seen_px, _ = self._gain(place)
        return Found(place, paint, float(gain[paint]), seen_px)

    def _gain(self, place: Place) -> tuple[NDArray[np.float64], int, NDArray[np.bool_]]:
        """By how much each paint of a stick explains the picture better, on how many pixels, and what denies it."""
        gain, seen_px = np.zeros(4), 0
        against = np.zeros(4, bool)
        limit = self.settings.same_paint
        for part in self.bars.cores(place):
            seen = self.canvas.seen(part.pixels, part.nearness)
            pixels = part.pixels[seen]
            if not len(pixels):
                continue
            fit = self.canvas.fit[pixels][:, None]
            difference = self.evidence.take(pixels, axis=0) - fit
            # Where a piece of the same paint is seen already, only the right face speaks for a stick.
            own = self.canvas.paint_of[pixels][:, None] == PAINTS
            if own.any():
                strict = self._likely(part, seen) - fit
                difference = np.where(own, np.clip(strict, -limit, limit), difference)
            gain += summed(difference)
            if part.free:
                contradicted = summed(((difference < self.settings.contradiction) & ~own).astype(np.float32))
                against |= contradicted > self.settings.largest_contradiction * len(pixels)
            seen_px += len(pixels)
        return gain, seen_px, against

    def _likely(self, part: Part, which: slice | NDArray[np.bool_] = ALL) -> Float:
        """How well pixels fit each paint of a stick."""
        faces, pixels = part.faces[which], part.pixels[which]
        made = self.canvas.likely(faces, pixels)
        if not part.in_groove or self._looks_into_grooves:
            return made
        # The posts keep the light from it, as they do from the groove that it lies in.
        return np.maximum(made, self.canvas.likely(np.full_like(faces, INNER), pixels))

    def _lay(self, stick: Found) -> None:
        for i, part in enumerate(self.bars.body(stick.place)):
            fit = self._likely(part)[:, stick.paint]
            paint = np.full(len(fit), stick.paint, np.int8)
            key = (*stick.place.key, i)
            self.canvas.lay(key, Piece(part.pixels, fit, paint, part.faces, part.nearness, part.box))


PAINTS = np.arange(4)
SURELY = 1e6  # log likelihood times pixel: more than any picture says


def shares_groove(one: Place, other: Place) -> bool:
    """Whether two sticks lie along the same line and floor, one on the other by half at least."""
    if not (one.level and other.level) or one.a[1] != other.a[1]:
        return False
    halves = [{frozenset({p.a[0], p.passed}), frozenset({p.passed, p.b[0]})} for p in (one, other)]
    return bool(halves[0] & halves[1])


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

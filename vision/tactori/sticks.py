"""The search for sticks: what speaks for one in each place where it could lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Array, Float, Mask
from vision.tactori.bars import Part
from vision.tactori.canvas import Piece, Pixels, summed
from vision.tactori.panes import Boxes, Pane, lift, touch
from vision.tactori.places import End, Place
from vision.tactori.scene import INNER, Field
from vision.tactori.settings import ReaderSettings

Stack = tuple[int, ...]
Key = tuple[str, End, End]
ALL = slice(None)


@dataclass(frozen=True)
class Found:
    """A stick, its paint, and how much better the pictures are explained with it than without."""

    place: Place
    paint: int
    gain: float  # log likelihood times pixel of the photographs
    seen_px: float  # pixels of the photographs


@dataclass(frozen=True)
class Worth:
    """How much better one picture is explained with a stick: between towers and in grooves, and on how much."""

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
    seen_px: float


class StickSearch:
    """The sticks found so far in all pictures together, on the canvases that also have the stacks."""

    def __init__(self, panes: Sequence[Pane], settings: ReaderSettings) -> None:
        self.panes, self.settings = tuple(panes), settings
        self.places = self.panes[0].bars.places
        self.found: list[Found] = []
        self.stacks: Mapping[Field, Stack] = {}
        self.known: dict[Key, int] = {}
        """The paint of the sticks that lay there before: they stay unless the picture denies them."""
        self.firm: frozenset[Key] = frozenset()
        """Those of them that it must deny more clearly."""
        self.changed: Sequence[Mask | None] | None = None
        """Of every picture that can be compared with an earlier one the pixels that do not look as before: elsewhere
        no stick came or went."""

    def repaint(self, any_face: Sequence[Float]) -> None:
        """Takes the canvases' new likelihoods, which took the sticks off, and lays them again."""
        for pane, evidence in zip(self.panes, any_face, strict=True):
            pane.evidence = evidence.reshape(-1, 4)
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
        every_weighed = [w for w in map(self.weigh, hopeful) if w]
        left = _without_overlaps(every_weighed)
        chosen = {id(w) for w in left}
        while left:
            left.sort(key=lambda w: -w.worth)
            best = left.pop(0)
            self.add(Found(best.place, best.paint, best.gain, best.seen_px))
            boxes = self._boxes(best.place)
            again = []
            for other in left:
                if other.place.key == best.place.key:
                    continue
                weighed = self.weigh(other.place) if touch(boxes, self._boxes(other.place)) else other
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
            if weighed and weighed.paint == other.paint and weighed.worth > needed:
                self.add(Found(place, weighed.paint, weighed.gain, weighed.seen_px))

    def _prepare(self, places: Sequence[Place]) -> None:
        for pane in self.panes:
            pane.bars.prepare(places)

    def prepare_bodies(self, places: Sequence[Place]) -> None:
        """Paints whole sticks in one go that will be asked about one by one."""
        for pane in self.panes:
            pane.bars.prepare_bodies(places)

    def _boxes(self, place: Place) -> Boxes:
        return tuple(pane.bars.box(place) for pane in self.panes)

    def boxes(self) -> list[Boxes]:
        """Where the sticks found lie in the pictures."""
        return [tuple(pane.bars.body_box(stick.place) for pane in self.panes) for stick in self.found]

    def add(self, stick: Found) -> None:
        self.found.append(stick)
        self._lay(stick)

    def remove(self, stick: Found) -> None:
        self.found.remove(stick)
        for i in range(len(stick.place.body)):
            lift(self.panes, (*stick.place.key, i))

    def forget(self, field: Field) -> None:
        """Takes off every stick that ends on a field or passes over it."""
        for stick in list(self.found):
            if field in stick.place.touched:
                self.remove(stick)

    def cost(self) -> float:
        """What the sticks found must explain to be worth it."""
        return sum(self._cost(stick.place, stick.paint) for stick in self.found)

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
        """Those with a trace of one paint along their middle in any picture; a look at a few points is cheap."""
        if not every:
            return []
        share = np.max([self._traced(pane, every) for pane in self.panes], axis=0)
        least = self.settings.least_stick_trace
        return [place for place, s in zip(every, share, strict=True) if s >= least or place.key in self.known]

    def _traced(self, pane: Pane, every: Sequence[Place]) -> Array:
        """Of each place, the share of points along its middle that show one paint."""
        traces = pane.bars.traces(every)
        lengths = [len(trace) for trace in traces]
        pixels = np.concatenate(traces)
        inside = pixels >= 0
        if pane.canvas.cover is not None:
            inside &= ~pane.canvas.cover[pixels]
        painted = (pane.evidence[pixels] > pane.canvas.behind[pixels][:, None]) & inside[:, None]
        owner = np.repeat(np.arange(len(every)), lengths)
        hits = np.stack([np.bincount(owner, painted[:, c], len(every)) for c in range(4)], axis=1)
        return np.asarray(hits.max(axis=1) / np.maximum(lengths, 1))

    def weigh(self, place: Place) -> _Weighed | None:
        """None where too little speaks for a stick, or too much against it."""
        as_before = self.changed is not None and not self._has_changed(place, self.changed)
        if as_before and place.key not in self.known:
            return None
        gain, seen_px, against = self._gain(place)
        paint = self.known.get(place.key, int(gain.argmax()))
        worth = float(gain[paint]) - self._cost(place, paint) + SURELY * as_before
        if place.key in self.known and worth > 0:
            return _Weighed(place, paint, worth, float(gain[paint]), seen_px)
        paint = int(gain.argmax())
        worth = float(gain[paint]) - self._cost(place, paint)
        if against[paint] or worth <= 0 or seen_px < self.settings.least_stick_px:
            return None
        if self.is_covered(place):
            return None
        return _Weighed(place, paint, worth, float(gain[paint]), seen_px)

    def is_covered(self, place: Place) -> bool:
        """Whether nobody can see if a stick lies there, because in every picture something covers it."""
        return all(
            pane.canvas.cover is not None and self._is_covered(pane, pane.bars.cores(place)) for pane in self.panes
        )

    def _is_covered(self, pane: Pane, parts: Sequence[Part]) -> bool:
        """Whether most of what would be seen of a stick in a picture lies under a cover."""
        canvas = pane.canvas
        if canvas.cover is None or not parts:
            return False
        covered = sum(int(np.count_nonzero(canvas.cover[part.pixels])) for part in parts)
        seen = sum(int(np.count_nonzero(canvas.seen(part.pixels, part.nearness))) for part in parts)
        return covered > self.settings.largest_covered_share * (covered + seen)

    def covered_ways(self) -> frozenset[tuple[Field, Field]]:
        """Between which stacks a bridge may lie that a cover hides, for none was found there."""
        if any(pane.canvas.cover is None for pane in self.panes):
            return frozenset()
        heights = {field: len(stack) for field, stack in self.stacks.items()}
        bridges = [p for p in self.places.among(heights, {}) if p.level and p.a[1]]
        self._prepare(bridges)
        found = {(stick.place.a[0], stick.place.b[0]) for stick in self.found}

        def is_hidden(pane: Pane, place: Place) -> bool:
            return self._is_covered(pane, [part for part in pane.bars.cores(place) if part.free])

        ways = {(p.a[0], p.b[0]) for p in bridges if all(is_hidden(pane, p) for pane in self.panes)}
        return frozenset(ways - found)

    def may_have_changed(self, place: Place) -> bool:
        """Whether it is open at all if a stick lies there: not where one is known, and not where nothing changed."""
        return place.key not in self.known and (self.changed is None or self._has_changed(place, self.changed))

    def _has_changed(self, place: Place, changed: Sequence[Mask | None]) -> bool:
        """Whether anything that would be seen of a stick looks otherwise than before."""
        count = seen_px = 0.0
        for pane, mask in zip(self.panes, changed, strict=True):
            if mask is None:
                continue
            parts = pane.bars.cores(place)
            pixels = [part.pixels[pane.canvas.seen(part.pixels, part.nearness)] for part in parts]
            seen_px += sum(map(len, pixels)) / pane.area
            count += sum(int(np.count_nonzero(mask[each])) for each in pixels) / pane.area
        return count > min(self.settings.least_stick_px, self.settings.least_changed_stick * seen_px)

    def worth_in(self, pane: Pane, place: Place, paint: int) -> Worth:
        """What such a stick, which does not lie there, would explain better in one picture than what is there."""
        gain, seen_px, own_px = [0.0, 0.0], [0, 0], 0
        for part, pixels, better in self._better(pane, place):
            gain[part.free] += float(better[:, paint].sum()) / pane.area
            seen_px[part.free] += len(pixels)
            own_px += int(np.count_nonzero(pane.canvas.paint_of[pixels] == paint))
        scale = 1 / pane.area
        return Worth(gain[1], gain[0], seen_px[1] * scale, seen_px[0] * scale, own_px * scale)

    def gains_of(self, place: Place) -> Array:
        """The same in all pictures as one number for each paint: log likelihood times pixel of the photographs."""
        parts = [summed(better) / pane.area for pane in self.panes for _, _, better in self._better(pane, place)]
        return np.asarray(np.sum(parts, axis=0)) if parts else np.zeros(4)

    def _better(self, pane: Pane, place: Place) -> Iterator[tuple[Part, Pixels, Float]]:
        """Of every part of a stick the pixels that would show it, and by how much each paint explains them better."""
        for part in pane.bars.body(place):
            seen = pane.canvas.seen(part.pixels, part.nearness)
            pixels = part.pixels[seen]
            yield part, pixels, self._likely(pane, part, seen) - pane.canvas.fit[pixels][:, None]

    def found_at(self, place: Place, paint: int) -> Found:
        """A stick that is said to lie there, whatever speaks for it."""
        gain, seen_px, _ = self._gain(place)
        return Found(place, paint, float(gain[paint]), seen_px)

    def _gain(self, place: Place) -> tuple[Array, float, Mask]:
        """By how much each paint of a stick explains the pictures better, on how many pixels, and what denies it."""
        gain, total_px = np.zeros(4), 0.0
        looked_px, contradicted_px = np.zeros(len(place.stretches)), np.zeros((len(place.stretches), 4))
        limit = self.settings.same_paint
        for pane in self.panes:
            canvas = pane.canvas
            for i, part in enumerate(pane.bars.cores(place)):
                seen = canvas.seen(part.pixels, part.nearness)
                pixels = part.pixels[seen]
                if not len(pixels):
                    continue
                fit = canvas.fit[pixels][:, None]
                difference = pane.evidence.take(pixels, axis=0) - fit
                # Where a piece of the same paint is seen already, only the right face speaks for a stick.
                own = canvas.paint_of[pixels][:, None] == PAINTS
                if own.any():
                    strict = self._likely(pane, part, seen) - fit
                    difference = np.where(own, np.clip(strict, -limit, limit), difference)
                gain += summed(difference) / pane.area
                if part.free:
                    contradicted = ((difference < self.settings.contradiction) & ~own).astype(np.float32)
                    contradicted_px[i] += summed(contradicted) / pane.area
                    looked_px[i] += len(pixels) / pane.area
                total_px += len(pixels) / pane.area
        against = (contradicted_px > self.settings.largest_contradiction * looked_px[:, None]).any(axis=0)
        return gain, total_px, np.asarray(against)

    def _likely(self, pane: Pane, part: Part, which: slice | Mask = ALL) -> Float:
        """How well pixels fit each paint of a stick."""
        faces, pixels = part.faces[which], part.pixels[which]
        made = pane.canvas.likely(faces, pixels)
        if not part.in_groove or pane.elevation_deg > self.settings.into_groove_deg:
            return made
        # The posts keep the light from it, as they do from the groove that it lies in.
        return np.maximum(made, pane.canvas.likely(np.full_like(faces, INNER), pixels))

    def _lay(self, stick: Found) -> None:
        for pane in self.panes:
            for i, part in enumerate(pane.bars.body(stick.place)):
                fit = self._likely(pane, part)[:, stick.paint]
                paint = np.full(len(fit), stick.paint, np.int8)
                key = (*stick.place.key, i)
                pane.canvas.lay(key, Piece(part.pixels, fit, paint, part.faces, part.nearness, part.box))


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
    worth = [0.0] * (last + length + 2)
    chosen: list[list[_Weighed]] = [[] for _ in worth]
    for start in range(last, -1, -1):
        worth[start], chosen[start] = worth[start + 1], chosen[start + 1]
        if start in row and row[start].worth + worth[start + length] > worth[start]:
            worth[start] = row[start].worth + worth[start + length]
            chosen[start] = [row[start], *chosen[start + length]]
    return chosen[0]

"""Every stick weighed once more, laid or not: the whole picture with it against the picture without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Float
from vision.tactori.places import Place, rest_mm
from vision.tactori.scene import Field
from vision.tactori.sticks import Found, Key, StickSearch, Worth, shares_groove
from vision.tactori.strips import Learned, sight, strip

FACTS = 25
LAID = 21
"""Which of them says that the search laid it."""
KINDS = ("bridge", "foreign", "odd", "lying")


@dataclass(frozen=True, eq=False)
class StickLook:
    """What one picture says of a stick."""

    worth: Worth
    sight: float
    """How much it points at the camera."""
    facts: Float
    strip: Float


@dataclass(frozen=True, eq=False)
class Candidate:
    """A stick that lies or could lie somewhere, and what speaks for it in every picture."""

    place: Place
    paint: int
    laid: Found | None
    """The stick that the search laid there, perhaps in another paint."""
    looks: tuple[StickLook, ...]
    better: float
    """By how much it explains the pictures better than another stick between the same fields would."""

    @property
    def gain(self) -> float:
        return sum(look.worth.gain for look in self.looks)

    @property
    def seen_px(self) -> float:
        return sum(look.worth.seen_px for look in self.looks)

    @property
    def as_laid(self) -> Found | None:
        """What the search laid there, if it laid just this."""
        return self.laid if self.laid is not None and self.laid.paint == self.paint else None

    @property
    def clearest(self) -> StickLook:
        """The look that shows most of it, and least along its length."""
        return max(self.looks, key=lambda look: look.worth.seen_px * (1 - look.sight))


def weigh_sticks(
    sticks: StickSearch, learned: Sequence[Learned], of_interest: Callable[[Place], bool] | None = None
) -> list[Candidate]:
    """Every stick that was laid, and every bridge that might lie besides; the canvas is left as it was."""
    ways: dict[tuple[Field, Field], list[Place]] = {}
    for place in sticks.places.among({field: len(stack) for field, stack in sticks.stacks.items()}, {}):
        ways.setdefault((place.a[0], place.b[0]), []).append(place)
    between = {(found.place.a[0], found.place.b[0]) for found in sticks.found}
    sticks.prepare_bodies([place for way in between for place in ways.get(way, ())])
    made = []
    for found in list(sticks.found):
        if of_interest is None or of_interest(found.place):
            sticks.remove(found)
            made.append(_candidate(sticks, learned, ways, found.place, _best_paint(sticks, found), found))
            sticks.add(found)
    more = _more_bridges(sticks, [place for way in ways.values() for place in way], of_interest)
    return made + [_candidate(sticks, learned, ways, *each, None) for each in more]


def _best_paint(sticks: StickSearch, found: Found) -> int:
    """The paint of a stick that is not on the canvas: another than it was laid with, if that explains far more now."""
    gains = sticks.gains_of(found.place)
    worths = gains - [sticks.settings.cost_of_stick[sticks.kind(found.place, c)] for c in range(len(gains))]
    best = int(worths.argmax())
    return best if worths[best] > worths[found.paint] + sticks.settings.close_stick else found.paint


def _more_bridges(
    sticks: StickSearch, every: Sequence[Place], of_interest: Callable[[Place], bool] | None
) -> Iterator[tuple[Place, int]]:
    """Where one more bridge might lie, of the ways to lie there the best; what breaks the rules is laid or is not."""
    laid = {found.place.key for found in sticks.found}
    asked = []
    for place in every:
        towers = [sticks.stacks.get(field, ())[floor - 1 : floor] for field, floor in (place.a, place.b)]
        usual = place.level and place.a[1] and towers[0] == towers[1]
        if usual and place.key not in laid and (of_interest is None or of_interest(place)):
            asked.append((place, towers[0][0]))
    sticks.prepare_bodies([place for place, _ in asked])
    best: dict[Key, tuple[float, Place, int]] = {}
    for place, paint in asked:
        if sticks.is_covered(place):
            continue
        gains = [sticks.worth_in(pane, place, paint).gain for pane in sticks.panes]
        if sum(gains) <= sticks.settings.hopeless_stick and (len(gains) == 1 or max(gains) <= 0):
            continue  # where one picture shows a stick and another denies it, somebody has to be told
        if place.key not in best or sum(gains) > best[place.key][0]:
            best[place.key] = (sum(gains), place, paint)
    for _, place, paint in best.values():
        yield place, paint


def _best_rival(sticks: StickSearch, ways: Sequence[Place], own: Place, paint: int) -> float:
    """What the best other stick between the same fields would explain: on another floor, slanting, of another paint."""
    laid = {found.place.key for found in sticks.found}
    best = 0.0
    for place in ways:
        if place.key in laid or (place.key == own.key and place.start != own.start):
            continue
        gains = sticks.gains_of(place)
        costs = [sticks.settings.cost_of_stick[sticks.kind(place, c)] for c in range(len(gains))]
        for c, worth in enumerate(gains - costs):
            if (place.key, c) != (own.key, paint):
                best = max(best, float(worth))
    return best


def _candidate(
    sticks: StickSearch,
    learned: Sequence[Learned],
    ways: Mapping[tuple[Field, Field], Sequence[Place]],
    place: Place,
    paint: int,
    laid: Found | None,
) -> Candidate:
    """Of a stick that is not on the canvas."""
    worths = [sticks.worth_in(each.pane, place, paint) for each in learned]
    rival = _best_rival(sticks, ways.get((place.a[0], place.b[0]), ()), place, paint)
    better = sum(worth.gain for worth in worths) - rival
    as_laid = laid is not None and laid.paint == paint
    looks = tuple(
        _look(sticks, each, place, paint, as_laid, worth, better) for each, worth in zip(learned, worths, strict=True)
    )
    return Candidate(place, paint, laid, looks, better)


def _look(
    sticks: StickSearch, learned: Learned, place: Place, paint: int, as_laid: bool, worth: Worth, better: float
) -> StickLook:
    scene, along = learned.scene, sight(learned.scene, place)
    kind = sticks.kind(place, paint)
    heights = [len(sticks.stacks.get(field, ())) for field in (place.a[0], place.b[0], place.passed)]
    low = min(place.a[1], place.b[1])
    rivals = any(shares_groove(other.place, place) for other in sticks.found)
    facts = np.array(
        [
            along, np.sin(np.radians(scene.pose.elevation_deg)), *(kind == each for each in KINDS),
            np.tanh(worth.gain / 300), np.tanh(worth.gain / 1500), np.log1p(worth.seen_px) / 6,
            heights[0] == place.a[1], heights[1] == place.b[1], heights[2] >= max(low, 1),
            scene.board == 9, rivals, low / 4,
            worth.free / (worth.free_px + 20), worth.in_grooves / (worth.groove_px + 20),
            np.log1p(worth.free_px) / 6, np.log1p(worth.groove_px) / 6, worth.own_px / max(worth.seen_px, 1),
            place.start[2] > rest_mm(scene, place.a[1]) + 1e-6, as_laid,
            np.sign(worth.gain) * np.log1p(abs(worth.gain) / 100),
            np.tanh(better / 300), np.sign(better) * np.log1p(abs(better) / 100),
        ],
        np.float32,
    )  # fmt: skip
    return StickLook(worth, along, np.clip(facts, -4, 4), strip(learned, place, paint))

"""How probable it is that a piece is as it was read: what counts as unsure follows from it.

Stacks are told by a weighed sum of a few facts, sticks by such a sum and a small network that looks along the strip of
each. Both were taught by `python -m training.pieces` on photographs whose truth is known, so that their probabilities
hold: of what is given 90 %, nine in ten are right.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from calibration.arrays import Array
from vision.network import Network
from vision.tactori.floors import PAINTS, Floor, plain_floors, weigh_floors
from vision.tactori.places import Place
from vision.tactori.scene import Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import StackSearch
from vision.tactori.sticks import Found, StickSearch, shares_groove
from vision.tactori.strips import Learned
from vision.tactori.weighing import Candidate, weigh_sticks

HALF = 0.5
STICKS = Network("vision.tactori", "sticks.onnx")
FLOORS = Network("vision.tactori", "floors.onnx")


@dataclass(frozen=True)
class Believed:
    """A stick that was laid or might lie there, and how probable it is that it does."""

    candidate: Candidate
    p: float


@lru_cache(maxsize=1)
def taught() -> dict[str, Array]:
    """The weights of the sums."""
    said = json.loads(files("vision.tactori").joinpath("belief.json").read_text())
    return {name: np.array(weights) for name, weights in said.items()}


def stick_probabilities(candidates: Sequence[Candidate], settings: ReaderSettings) -> list[float]:
    """Of each being there; of one that is hardly better than another between the same fields it is never sure."""
    made = []
    for candidate, sums in zip(candidates, stick_sums(candidates), strict=True):
        most = settings.close_stick_p if candidate.better < settings.close_stick else 1.0
        made.append(min(sigmoid(_joined(candidate, sums, settings)), most))
    return made


def stick_sums(candidates: Sequence[Candidate]) -> list[Array]:
    """For each candidate what each picture says: the logarithm of the odds that it is there."""
    looks = [look for candidate in candidates for look in candidate.looks]
    if not looks:
        return []
    strips, facts = np.stack([look.strip for look in looks]), np.stack([look.facts for look in looks])
    always, looked, known = taught()["stick"]
    sums = always + looked * STICKS.ask(strip=strips, facts=facts).ravel() + known * facts @ taught()["stick_facts"]
    return np.split(sums, np.cumsum([len(candidate.looks) for candidate in candidates])[:-1])


def _joined(candidate: Candidate, sums: Array, settings: ReaderSettings) -> float:
    """The pictures that show anything of a stick say together whether it is there.

    Each says it beside what was to be expected before anybody looked, which counts only once.
    """
    seen = np.array([look.worth.seen_px for look in candidate.looks])
    telling = sums[seen >= min(settings.least_stick_px, float(seen.max()))]
    expected = settings.expected_laid if candidate.as_laid else settings.expected_not_laid
    return float(telling.sum()) - (len(telling) - 1) * expected


def decide_sticks(
    sticks: StickSearch,
    learned: Sequence[Learned],
    of_interest: Callable[[Place], bool] | None = None,
    lay_from: float = HALF,
) -> list[Believed]:
    """Lays every stick that is at least so probable, takes away those that are rather not there than there.

    Says of each, laid or not, how probable it is.
    """
    candidates = weigh_sticks(sticks, learned, of_interest)
    believed = [
        Believed(c, p) for c, p in zip(candidates, stick_probabilities(candidates, sticks.settings), strict=True)
    ]
    kept = [stick for stick in sticks.found if stick not in {c.laid for c in candidates}]
    for one in sorted(believed, key=lambda one: -one.p):  # of two in one groove the surer stays
        c = one.candidate
        rivals = [stick for stick in kept if shares_groove(stick.place, c.place)]
        if c.as_laid is None:
            if one.p > lay_from and not rivals:
                kept.append(Found(c.place, c.paint, c.gain, c.seen_px))
        elif one.p >= HALF and all(rival in sticks.found for rival in rivals):
            kept.append(c.as_laid)
    for stick in [stick for stick in sticks.found if stick not in kept]:
        sticks.remove(stick)
    for stick in [stick for stick in kept if stick not in sticks.found]:
        sticks.add(stick)
    return believed


def decide_paints(
    search: StackSearch, learned: Sequence[Learned], fields: Iterable[Field], settings: ReaderSettings
) -> dict[tuple[Field, int], float]:
    """Gives every floor of these stacks that is asked about its most probable paint, and says how probable it is."""
    made: dict[tuple[Field, int], float] = {}
    stacks = {field: search.stacks[field] for field in fields}
    told: set[tuple[Field, int]] = set()
    if len(learned) > 1:  # what one picture tells plainly, no other is asked about
        told = {floor for each in learned for floor in plain_floors(each, stacks, settings)}
    for _ in range(2):  # a floor that is painted otherwise shines into its neighbours otherwise
        said: dict[tuple[Field, int], Array] = {}
        for each in learned:
            floors = weigh_floors(each, stacks, settings, told)
            for floor, p in zip(floors, paint_probabilities(floors), strict=True):
                key = (floor.field, floor.floor)
                said[key] = said.get(key, np.zeros(PAINTS)) + np.log(np.maximum(p, LEAST_P))
        stacks = {}
        for (field, number), logs in said.items():
            odds = np.exp(logs - logs.max())
            paint = int(odds.argmax())
            made[field, number] = float(odds[paint] / odds.sum())
            stack = stacks.get(field, search.stacks[field])
            if stack[number - 1] != paint:
                stacks[field] = (*stack[: number - 1], paint, *stack[number:])
        for field, stack in stacks.items():
            search.replace(field, stack)
    return made


LEAST_P = 1e-6  # of a paint in one picture: nothing is ruled out for good


def paint_probabilities(floors: Sequence[Floor]) -> Array:
    """Of each of the four: (floors, paints)."""
    if not floors:
        return np.zeros((0, PAINTS))
    sides, facts = (np.concatenate([getattr(floor, name) for floor in floors]) for name in ("sides", "facts"))
    looked = FLOORS.ask(sides=sides, facts=facts).ravel().astype(np.float64)
    said = (taught()["paint"][0] * looked + facts @ taught()["paint_facts"]).reshape(-1, PAINTS)
    odds = np.exp(said - said.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, x))))


@dataclass(frozen=True)
class StackFacts:
    """What tells whether a stack is as high as it was read."""

    margin: float  # log likelihood times pixel of the photograph, of its height over the next best
    fit: float  # log likelihood per pixel, of the floor that fits worst
    least_px: float  # pixels of the photograph: of the floor that is seen least, but seen
    unseen: bool  # whether a floor is not seen at all
    floors: int
    top_share: float  # of the highest tower that is seen
    elevation_deg: float

    def row(self) -> list[float]:
        """As numbers of about one."""
        return [
            1.0,
            math.log(min(max(self.margin, 1.0), 20_000.0) / 1000),
            min(max(self.fit, -2.0), 1.0),
            math.log(min(max(self.least_px, 10.0), 2000.0) / 200),
            float(self.unseen),
            float(self.floors >= 3),
            self.top_share,
            max(0.0, (self.elevation_deg - 65) / 25),
            min(0.0, math.log(max(self.margin, 1.0) / 370)),
            min(0.0, max(self.fit, -2.0) + 0.3),
        ]


BEND = 4.0  # of the sum, up to which it rises at another rate


def height_probability(facts: StackFacts) -> float:
    said = float(np.dot(taught()["height"], facts.row()))
    return sigmoid(float(np.dot(taught()["height_bent"], [1.0, said, min(said - BEND, 0.0)])))

"""Stacks behind each other: a high one looks much like a lower one with another behind it.

A search that changes one stack at a time does not get from one to the other. Here both are changed at once, and by
how much the picture fits worse then says how sure both are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from vision.tactori.canvas import Pixels
from vision.tactori.panes import lay, lift, worth
from vision.tactori.scene import HIGHEST, Field, Scene
from vision.tactori.settle import keep_better, state_of, worst_fit
from vision.tactori.stacks import Stack, StackSearch, Weighed
from vision.tactori.sticks import StickSearch


@dataclass(frozen=True)
class Rival:
    """Other stacks for two fields, and by how much they explain the picture worse, sticks apart."""

    margin: float  # log likelihood times pixel of the photograph
    stacks: dict[Field, Stack]


def weigh_pairs(search: StackSearch, sticks: StickSearch) -> dict[Field, float]:
    """By how much each stack is better than it and another explained otherwise; what is better so is changed."""
    return _Pairs(search, sticks).weigh()


class _Pairs:
    def __init__(self, search: StackSearch, sticks: StickSearch) -> None:
        self.search, self.sticks, self.settings = search, sticks, sticks.settings

    def weigh(self) -> dict[Field, float]:
        margins: dict[Field, float] = {}
        for field in [field for field in self.search.fields if field in self.search.stacks]:
            for other, is_behind in self._in_line(field).items():
                for way in (self._merged, self._parted, self._moved) if is_behind else (self._moved,):
                    rival = way(field, other) if field in self.search.stacks else None
                    if rival is not None:
                        clear = rival.margin > self.settings.pair_close
                        margin = rival.margin if clear else self._exchange(rival)
                        for each in (field, other):
                            margins[each] = min(margins.get(each, np.inf), margin)
        return margins

    def _in_line(self, field: Field) -> dict[Field, bool]:
        """Fields right before and behind a stack, as any camera sees it; which of them are behind."""
        made: dict[Field, bool] = {}
        for pane in self.search.panes:
            for other, is_behind in self._in_line_of(pane.scene, field):
                made[other] = made.get(other, False) or is_behind
        return made

    def _in_line_of(self, scene: Scene, field: Field) -> list[tuple[Field, bool]]:
        reach = self.search.reach
        at = np.array(scene.centre(field))
        sight = at - scene.eye[:2]
        away = float(np.linalg.norm(sight))
        height = (len(self.search.stacks[field]) + 1) * scene.set.tower_height
        farthest = height * away / max(float(scene.eye[2]), 1.0) + 0.5 * scene.pitch
        offset = np.array([scene.centre(other) for other in reach]) - at
        along = offset @ sight / away
        across = np.abs(offset[:, 0] * sight[1] - offset[:, 1] * sight[0]) / away
        near = np.array([scene.nearness(other) for other in reach])
        behind = (along > 0) & (along <= farthest) & (near < scene.nearness(field))
        before = (along < 0) & (along > -self.settings.pair_before * scene.pitch) & (near > scene.nearness(field))
        in_line = (across < self.settings.pair_beside * scene.pitch) & (behind | before)
        return [(other, bool(b)) for other, yes, b in zip(reach, in_line, behind, strict=True) if yes]

    def _merged(self, front: Field, back: Field) -> Rival | None:
        """One higher stack in front instead of both."""
        stack, behind = self.search.stacks[front], self.search.stacks.get(back)
        height = len(stack)
        if behind is None or height == HIGHEST:
            return None
        higher = range(height + 1, min(height + 2, HIGHEST) + 1)
        if not self._explains(self._shown(back), front, higher):
            return None
        self.search.widen({front: min(height + 1, HIGHEST - 1)})
        before = self._worth() - self.search.cost * (height + len(behind))
        with self._lifted(front, back):
            weighed, bare = self.search.weigh_lifted(front), self._worth()
        return self._rival(before - bare, weighed, height + 1, front, {back: ()})

    def _parted(self, front: Field, back: Field) -> Rival | None:
        """A floor less in front, and more behind it; several floors less where the stack in front fits badly."""
        stack, behind = self.search.stacks[front], self.search.stacks.get(back, ())
        floors = range(len(behind) + 1, min(len(behind) + 2, self.search.reach[back]) + 1)
        if len(stack) < 2:
            return None
        top = [pane.shown(front, pane.scene.tower(front, len(stack))) for pane in self.search.panes]
        if not self._explains(top, back, floors):
            return None
        ill = worst_fit(self.search, front, stack) < self.settings.ill_fit
        lower = range(1 if ill else len(stack) - 1, len(stack))
        rivals = [self._lowered(front, back, height) for height in lower]
        return min((rival for rival in rivals if rival is not None), key=lambda rival: rival.margin, default=None)

    def _lowered(self, front: Field, back: Field, height: int) -> Rival | None:
        stack, behind = self.search.stacks[front], self.search.stacks.get(back, ())
        before = self._worth() - self.search.cost * (len(stack) - height + len(behind))
        with self._lifted(front, back):
            self.search.set(front, stack[:height])
            weighed, bare = self.search.weigh_lifted(back), self._worth()
            lift(self.search.panes, front)
            self.search.stacks[front] = stack
        return self._rival(before - bare, weighed, len(behind) + 1, back, {front: stack[:height]})

    def _moved(self, field: Field, other: Field) -> Rival | None:
        """The stack not here but on the other field, where there is none."""
        floors = range(1, self.search.reach[other] + 1)
        if other in self.search.stacks or not self._explains(self._shown(field), other, floors):
            return None
        before = self._worth() - self.search.cost * len(self.search.stacks[field])
        with self._lifted(field):
            weighed, bare = self.search.weigh_lifted(other), self._worth()
        return self._rival(before - bare, weighed, 1, other, {field: ()})

    def _rival(
        self, before: float, weighed: Weighed, least: int, field: Field, rest: dict[Field, Stack]
    ) -> Rival | None:
        """With the best stack on this field that has at least so many floors."""
        if len(weighed.scores) <= least:
            return None
        best = least + int(weighed.scores[least:].argmax())
        kept = sum(self.search.kept(each, self.search.stacks.get(each, ())) for each in (field, *rest))
        kept -= sum(self.search.kept(each, stack) for each, stack in rest.items())
        margin = before + self.search.keep * kept - float(weighed.scores[best])
        return Rival(margin, {**rest, field: weighed.paints(best)})

    def _exchange(self, rival: Rival) -> float:
        """By how much the present explanation is better, with the sticks of each; the other is kept if it is not."""
        search, sticks = self.search, self.sticks
        before = state_of(search, sticks)
        for field in rival.stacks:
            sticks.forget(field)
            lift(search.panes, field)
        for field, stack in rival.stacks.items():
            search.set(field, stack)
        sticks.find_at(set(rival.stacks), search.stacks)
        margin = before.worth - search.worth() + sticks.cost()
        if keep_better(search, sticks, before):
            for field in rival.stacks:
                search.disturb(field)
            search.stale |= set(rival.stacks)
            search.sweep(2)
            return -margin
        return min(rival.margin, margin)

    @contextmanager
    def _lifted(self, *fields: Field) -> Iterator[None]:
        pieces = {field: lift(self.search.panes, field) for field in fields}
        yield
        for field, laid in pieces.items():
            lay(self.search.panes, field, laid)

    def _worth(self) -> float:
        return worth(self.search.panes)

    def _shown(self, field: Field) -> list[Pixels]:
        """The pixels that show a stack in each picture."""
        made = []
        for pane in self.search.panes:
            pixels = pane.canvas.pieces[field].pixels
            made.append(pixels[pane.canvas.nearness[pixels] == pane.scene.nearness(field)])
        return made

    def _explains(self, shown: Sequence[Pixels], field: Field, floors: range) -> bool:
        """Whether these floors would explain enough of what is seen."""
        if not any(map(len, shown)) or not floors:
            return False
        explained = 0
        for pane, pixels in zip(self.search.panes, shown, strict=True):
            outlines = np.concatenate([pane.scene.outline(field, k).pixels for k in floors])
            explained += int(np.count_nonzero(np.isin(pixels, outlines)))
        return explained >= self.settings.pair_share * sum(map(len, shown))

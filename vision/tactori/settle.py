"""Second thoughts: changes of several pieces at once, where a stack fits badly or another height fits nearly as well.

A search that changes one stack at a time can be caught: a high stack in front explains what stands behind it, or a
stick on a tower makes the tower look larger. Here a stack is taken off together with the sticks that touch it, its
neighbours are read anew without it, and the change is kept if the whole picture fits better.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.tactori.panes import lay, lift
from vision.tactori.scene import Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import Stack, StackSearch
from vision.tactori.sticks import Found, StickSearch


@dataclass(frozen=True)
class State:
    stacks: dict[Field, Stack]
    sticks: list[Found]
    worth: float


def settle(search: StackSearch, sticks: StickSearch, settings: ReaderSettings) -> bool:
    """Tries other explanations where this one is not sure of itself; whether any was better."""
    better = False
    for field in search.fields:
        stack = search.stacks.get(field, ())
        if not stack:
            continue
        if worst_fit(search, field, stack) < settings.ill_fit:
            better |= _reopen(search, sticks, field)
        doubtful = field in search.stacks and not search.settled(field)
        rival = _close_rival(search, field, settings) if doubtful else None
        if rival is not None:
            better |= _exchange(search, sticks, field, rival)
    return better


def worst_fit(search: StackSearch, field: Field, stack: Stack) -> float:
    """How well the worst of a stack's floors fits, per pixel; floors that are hardly seen do not count."""
    worst = np.inf
    for floor in range(1, len(stack) + 1):
        fits, seen_px = [], 0.0
        for pane in search.panes:
            scene = pane.scene
            patch = scene.tower(field, floor) if floor == len(stack) else scene.tower_below(field, floor)
            pixels = pane.shown(field, patch)
            fits.append(pane.canvas.fit[pixels])
            seen_px += len(pixels) / pane.area
        if seen_px >= LEAST_FLOOR_PX:
            worst = min(worst, float(np.concatenate(fits).mean()))
    return worst


LEAST_FLOOR_PX = 40  # pixels of the photographs: fewer do not say how well a floor fits


def _close_rival(search: StackSearch, field: Field, settings: ReaderSettings) -> Stack | None:
    """The stack of the next best height, if it is close."""
    height = len(search.stacks[field])
    laid = lift(search.panes, field)
    weighed = search.weigh_lifted(field)
    lay(search.panes, field, laid)
    scores = weighed.scores.copy()
    if height >= len(scores):
        return None
    mine, scores[height] = scores[height], -np.inf
    rival = int(scores.argmax())
    close = mine - scores[rival] < settings.close_rival
    return weighed.paints(rival) if rival and close else None


def _exchange(search: StackSearch, sticks: StickSearch, field: Field, stack: Stack) -> bool:
    before = state_of(search, sticks)
    sticks.forget(field)
    search.replace(field, stack)
    sticks.find_at({field}, search.stacks)
    return keep_better(search, sticks, before)


def _reopen(search: StackSearch, sticks: StickSearch, field: Field) -> bool:
    before = state_of(search, sticks)
    sticks.forget(field)
    search.replace(field, ())
    search.stale.clear()
    search.disturb(field)
    touched = {field, *search.stale}
    search.sweep(1)
    changed = {f for f in touched if search.stacks.get(f, ()) != before.stacks.get(f, ())}
    for other in changed:
        sticks.forget(other)
    sticks.find_at(changed, search.stacks)  # first the sticks: together they may have looked like a stack
    search.stale = {field}
    search.sweep(1)
    if field in search.stacks:
        sticks.forget(field)
        sticks.find_at({field}, search.stacks)
    return keep_better(search, sticks, before)


def state_of(search: StackSearch, sticks: StickSearch) -> State:
    return State(dict(search.stacks), list(sticks.found), search.worth() - sticks.cost())


def keep_better(search: StackSearch, sticks: StickSearch, before: State) -> bool:
    """Keeps what is there now if it explains the picture better; otherwise puts everything back."""
    if search.worth() - sticks.cost() > before.worth + 1e-3:
        return True
    for stick in list(sticks.found):
        if stick not in before.sticks:
            sticks.remove(stick)
    for field in set(search.stacks) | set(before.stacks):
        if search.stacks.get(field, ()) != before.stacks.get(field, ()):
            search.replace(field, before.stacks.get(field, ()))
    for stick in before.sticks:
        if stick not in sticks.found:
            sticks.add(stick)
    return False

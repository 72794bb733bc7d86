"""The search for the stacks that explain the picture best: change one stack at a time while the picture fits better."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tactori.canvas import Box, Canvas, Float, Piece, around, meet, summed
from vision.tactori.scene import HIGHEST, Field, Scene

Stack = tuple[int, ...]
HIDDEN_SHARE = 0.85  # of a block's outline: what is left over is too little to be missed
SETTLED = 3000.0  # log likelihood times pixel of the photograph
HOPELESS = 1000.0  # log likelihood times pixel of the photograph


@dataclass(frozen=True)
class Weighed:
    """What speaks for each height of one stack (0 first), everything else left as it is.

    `gains[h]` has a row for each floor of a stack of height h: by how much each paint explains that floor's pixels
    better than what would be there without it. `seen_px[h]` says how many pixels of each floor nothing hides.
    """

    scores: NDArray[np.float64]
    gains: tuple[NDArray[np.float64], ...]
    seen_px: tuple[NDArray[np.int64], ...]

    def paints(self, height: int) -> Stack:
        return tuple(int(c) for c in self.gains[height].argmax(axis=1)) if height else ()


def weigh(
    canvas: Canvas, scene: Scene, field: Field, highest: int, cost_of_floor: float, known: Stack = (), keep: float = 0.0
) -> Weighed:
    """Weighs every height of a stack whose own piece is not on the canvas.

    Towers known from before count `keep` more than what is seen of them: hidden ones stay, seen ones must be denied.
    """
    scores, gains, seen = [0.0], [np.zeros((0, 4))], [np.zeros(0, np.int64)]
    below, below_px = np.zeros((0, 4)), np.zeros(0, np.int64)
    hopeless = HOPELESS * scene.scale**2
    for floor in range(1, highest + 1):
        better, free = _better(canvas, scene, field, floor)
        gain = summed(better, free)
        if floor <= len(known):
            gain[known[floor - 1]] += keep
        gains.append(np.vstack([below, gain]))
        seen.append(np.append(below_px, int(free.sum())))
        scores.append(float(gains[-1].max(axis=1).sum()) - cost_of_floor * floor)
        if floor < highest:
            free *= scene.left_below(field, floor)
            gain = summed(better, free)
            if floor <= len(known):
                gain[known[floor - 1]] += keep
            below, below_px = np.vstack([below, gain]), np.append(below_px, int(free.sum()))
            if below.max(axis=1).sum() < -hopeless:
                break  # what this floor contradicts, no floor above it makes good
    return Weighed(np.array(scores), tuple(gains), tuple(seen))


def _better(canvas: Canvas, scene: Scene, field: Field, floor: int) -> tuple[Float, Float]:
    """By how much each paint explains a tower's pixels better than what else would be there; 1 for those one sees."""
    patch = scene.tower(field, floor)
    made = canvas.likely(patch.faces, patch.pixels)
    made -= canvas.fit.take(patch.pixels)[:, None]
    return made, canvas.seen(patch.pixels, scene.nearness(field)).astype(np.float32)


def stack_piece(canvas: Canvas, scene: Scene, field: Field, stack: Stack) -> Piece:
    patches = [scene.tower(field, k) for k in range(1, len(stack) + 1)]
    visible = [scene.tower_below(field, k) for k in range(1, len(stack))] + patches[-1:]
    pixels = np.concatenate([p.pixels for p in visible])
    paint = np.concatenate([canvas.likely(p.faces, p.pixels)[:, c] for p, c in zip(visible, stack, strict=True)])
    colours = np.repeat(np.array(stack, np.int8), [len(p.pixels) for p in visible])
    box = around([p.box for p in patches])
    faces = np.concatenate([p.faces for p in visible])
    return Piece(pixels, paint, colours, faces, scene.nearness(field), box)


class StackSearch:
    """The stacks found so far, and which fields have to be looked at again."""

    def __init__(self, canvas: Canvas, scene: Scene, reach: dict[Field, int], cost_of_floor: float) -> None:
        self.canvas, self.scene, self.cost = canvas, scene, cost_of_floor
        self.reach: dict[Field, int] = {}
        self.stacks: dict[Field, Stack] = {}
        self.weighed: dict[Field, Weighed] = {}
        self.boxes: dict[Field, Box] = {}
        self.stale: set[Field] = set()
        self.known: dict[Field, Stack] = {}
        """What stood there before, and by how much a tower of it is believed beyond what is seen."""
        self.keep = 0.0
        self.widen(reach)

    def widen(self, reach: dict[Field, int]) -> None:
        """Considers stacks up to these heights and one floor more, whose top may be bleached by glare."""
        for field, height in reach.items():
            height = min(height + 1, HIGHEST)
            if height > self.reach.get(field, 0):
                self.reach[field] = height
                self.boxes[field] = around([self.scene.outline(field, k).box for k in (1, height)])
                self.stale.add(field)

    def repaint(self, paint: Float, behind: Float) -> None:
        """New likelihoods: the stacks stay, and every field that is not settled is to be looked at again."""
        self.canvas.repaint(paint, behind)
        for field, stack in self.stacks.items():
            self.canvas.lay(field, stack_piece(self.canvas, self.scene, field, stack))
        self.stale |= {field for field in self.reach if not self.settled(field)}

    def settled(self, field: Field) -> bool:
        """Whether the field's height was clear when it was last looked at, and nothing changed near it since."""
        if field in self.stale or field not in self.weighed:
            return False
        weighed, height = self.weighed[field], len(self.stacks.get(field, ()))
        if height >= len(weighed.scores) or not height:
            return False
        others = np.delete(weighed.scores, height)
        return bool(weighed.scores[height] - others.max() > SETTLED * self.scene.scale**2)

    def look_again(self, boxes: Iterable[Box]) -> bool:
        """Whether any stack changes now that sticks were laid into these boxes."""
        before = dict(self.stacks)
        for box in boxes:
            self.stale |= {field for field, own in self.boxes.items() if meet(own, box)}
        self.sweep(2)
        return self.stacks != before

    def sweep(self, sweeps: int) -> None:
        """Looks at stale fields, the farthest first, until nothing changes any more."""
        for _ in range(sweeps):
            if not self.stale:
                return
            for field in self.scene.fields:
                if field in self.stale:
                    self.stale.discard(field)
                    self.improve(field)

    def sweep_by_colour(self) -> None:
        """A first guess, before it is known what the paints look like on each face; floors then cost half."""
        cost, self.cost = self.cost, self.cost / 2
        self.sweep(2)
        self.cost = cost
        self.weighed.clear()

    def weigh(self, field: Field) -> Weighed:
        """Takes the field's stack off and weighs what could stand there instead."""
        self.canvas.lift(field)
        self.weighed[field] = self.weigh_lifted(field)
        return self.weighed[field]

    def weigh_lifted(self, field: Field) -> Weighed:
        """Weighs what could stand on a field whose stack is not on the canvas."""
        known = self.known.get(field, ())
        return weigh(self.canvas, self.scene, field, self.reach[field], self.cost, known, self.keep)

    def improve(self, field: Field) -> None:
        before = self.stacks.get(field, ())
        weighed = self.weigh(field)
        stack = weighed.paints(int(weighed.scores.argmax()))
        self.set(field, stack)
        if len(stack) == self.reach[field] < HIGHEST:
            self.widen({field: len(stack)})
        if stack != before:
            self.disturb(field)

    def hidden(self) -> dict[Field, int]:
        """For empty fields, how high a stack could stand there that nobody would see."""
        made: dict[Field, int] = {}
        for field in self.reach:
            if field not in self.stacks:
                near, height = self.scene.nearness(field), 0
                while height < HIGHEST:
                    pixels = self.scene.outline(field, height + 1).pixels
                    if np.count_nonzero(self.canvas.nearness[pixels] > near) < HIDDEN_SHARE * len(pixels):
                        break
                    height += 1
                if height:
                    made[field] = height
        return made

    def worth(self) -> float:
        """How well the whole picture is explained, less what the floors cost, more for what was known before."""
        floors = sum(len(stack) for stack in self.stacks.values())
        kept = sum(self.kept(field, self.stacks.get(field, ())) for field in self.known)
        return float(self.canvas.fit.sum(dtype=np.float64)) - self.cost * floors + self.keep * kept

    def kept(self, field: Field, stack: Stack) -> int:
        """How many floors of a stack are those that stood there before."""
        return sum(own == tower for own, tower in zip(stack, self.known.get(field, ()), strict=False))

    def set(self, field: Field, stack: Stack) -> None:
        """Puts a stack onto a field whose piece is not on the canvas."""
        self.stacks.pop(field, None)
        if stack:
            self.stacks[field] = stack
            self.canvas.lay(field, stack_piece(self.canvas, self.scene, field, stack))

    def disturb(self, field: Field) -> None:
        """A change here may change what explains the pixels of every stack that overlaps."""
        self.stale |= {other for other, box in self.boxes.items() if other != field and meet(box, self.boxes[field])}


def reach_of_colours(
    scene: Scene, coloured: NDArray[np.bool_], least_share: float, unknown: NDArray[np.bool_] | None = None
) -> dict[Field, int]:
    """The greatest height that the colours allow on each field where anything may stand.

    What is `unknown`, under a cover or lost in glare, may have any colour.
    """
    flat = coloured.ravel()
    lost = np.zeros_like(flat) if unknown is None else (unknown & ~coloured).ravel()
    points = np.round(scene.sample_blocks()).astype(int)
    inside = ((points >= 0) & (points < [scene.width, scene.height])).all(axis=-1)
    index = np.clip(points[..., 1], 0, scene.height - 1) * scene.width + np.clip(points[..., 0], 0, scene.width - 1)
    quick = ((flat | lost)[index] & inside).mean(axis=-1) >= QUICK_SHARE * least_share
    made: dict[Field, int] = {}
    for i, field in enumerate(scene.fields):
        height = 0
        while height < HIGHEST and quick[i, height]:
            pixels = scene.outline(field, height + 1).pixels
            told = len(pixels) - np.count_nonzero(lost[pixels])
            if not len(pixels) or np.count_nonzero(flat[pixels]) < least_share * told:
                break
            height += 1
        if height:
            made[field] = height
    return made


QUICK_SHARE = 0.5  # of the share asked for: enough to make it worth counting all pixels

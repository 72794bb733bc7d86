"""The search for the stacks that explain the picture best: change one stack at a time while the picture fits better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.arrays import Array, Float, Mask
from vision.tactori.canvas import Canvas, Piece, around, summed
from vision.tactori.panes import Boxes, Pane, lift, touch, worth
from vision.tactori.scene import HIGHEST, Field, Scene

Stack = tuple[int, ...]
HIDDEN_SHARE = 0.85  # of a block's outline: what is left over is too little to be missed
SETTLED = 3000.0  # log likelihood times pixel of the photograph
HOPELESS = 1000.0  # log likelihood times pixel of the photograph


@dataclass(frozen=True)
class Weighed:
    """What speaks for each height of one stack (0 first), everything else left as it is, in all pictures together.

    `gains[h]` has a row for each floor of a stack of height h: by how much each paint explains that floor's pixels
    better than what would be there without it, in log likelihood times pixel of the photographs. `seen_px[h]` says how
    many of them nothing hides.
    """

    scores: Array
    gains: tuple[Array, ...]
    seen_px: tuple[Array, ...]

    def paints(self, height: int) -> Stack:
        return tuple(int(c) for c in self.gains[height].argmax(axis=1)) if height else ()


def weigh(
    panes: Sequence[Pane], field: Field, highest: int, cost_of_floor: float, known: Stack = (), keep: float = 0.0
) -> Weighed:
    """Weighs every height of a stack whose own piece is not on the canvas.

    Towers known from before count `keep` more than what is seen of them: hidden ones stay, seen ones must be denied.
    """
    scores, gains, seen = [0.0], [np.zeros((0, 4))], [np.zeros(0)]
    below, below_px = np.zeros((0, 4)), np.zeros(0)
    for floor in range(1, highest + 1):
        looks = [(pane, *_better(pane.canvas, pane.scene, field, floor)) for pane in panes]
        gain, px = _summed(looks)
        if floor <= len(known):
            gain[known[floor - 1]] += keep
        gains.append(np.vstack([below, gain]))
        seen.append(np.append(below_px, px))
        scores.append(float(gains[-1].max(axis=1).sum()) - cost_of_floor * floor)
        if floor < highest:
            for pane, _, free in looks:
                free *= pane.scene.left_below(field, floor)
            gain, px = _summed(looks)
            if floor <= len(known):
                gain[known[floor - 1]] += keep
            below, below_px = np.vstack([below, gain]), np.append(below_px, px)
            if below.max(axis=1).sum() < -HOPELESS:
                break  # what this floor contradicts, no floor above it makes good
    return Weighed(np.array(scores), tuple(gains), tuple(seen))


def _summed(looks: Sequence[tuple[Pane, Float, Float]]) -> tuple[Array, float]:
    """What is gained and how much is seen, in pixels of the photographs."""
    gain, px = np.zeros(4), 0.0
    for pane, better, free in looks:
        gain += summed(better, free) / pane.area
        px += float(free.sum()) / pane.area
    return gain, px


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
    """The stacks found so far in all pictures together, and which fields have to be looked at again."""

    def __init__(self, panes: Sequence[Pane], reach: dict[Field, int], cost_of_floor: float) -> None:
        self.panes, self.cost = tuple(panes), cost_of_floor
        self.fields = self.panes[0].scene.fields
        """All of them, the farthest first as the first picture has it."""
        self.reach: dict[Field, int] = {}
        self.stacks: dict[Field, Stack] = {}
        self.weighed: dict[Field, Weighed] = {}
        self.boxes: dict[Field, Boxes] = {}
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
                self.boxes[field] = tuple(
                    around([pane.scene.outline(field, k).box for k in (1, height)]) for pane in self.panes
                )
                self.stale.add(field)

    def repaint(self, evidence: Sequence[tuple[Float, Float]]) -> None:
        """New likelihoods of every picture, of paint and of what is behind.

        The stacks stay, and every field that is not settled is to be looked at again.
        """
        for pane, (paint, behind) in zip(self.panes, evidence, strict=True):
            pane.canvas.repaint(paint, behind)
        for field, stack in self.stacks.items():
            self._lay(field, stack)
        self.stale |= {field for field in self.reach if not self.settled(field)}

    def settled(self, field: Field) -> bool:
        """Whether the field's height was clear when it was last looked at, and nothing changed near it since."""
        if field in self.stale or field not in self.weighed:
            return False
        weighed, height = self.weighed[field], len(self.stacks.get(field, ()))
        if height >= len(weighed.scores) or not height:
            return False
        others = np.delete(weighed.scores, height)
        return bool(weighed.scores[height] - others.max() > SETTLED)

    def look_again(self, boxes: Iterable[Boxes]) -> bool:
        """Whether any stack changes now that sticks were laid into these boxes."""
        before = dict(self.stacks)
        for box in boxes:
            self.stale |= {field for field, own in self.boxes.items() if touch(own, box)}
        self.sweep(2)
        return self.stacks != before

    def sweep(self, sweeps: int) -> None:
        """Looks at stale fields, the farthest first, until nothing changes any more."""
        for _ in range(sweeps):
            if not self.stale:
                return
            for field in self.fields:
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
        lift(self.panes, field)
        self.weighed[field] = self.weigh_lifted(field)
        return self.weighed[field]

    def weigh_lifted(self, field: Field) -> Weighed:
        """Weighs what could stand on a field whose stack is not on the canvas."""
        known = self.known.get(field, ())
        return weigh(self.panes, field, self.reach[field], self.cost, known, self.keep)

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
                height = min(_unseen(pane, field) for pane in self.panes)
                if height:
                    made[field] = height
        return made

    def worth(self) -> float:
        """How well all pictures are explained, less what the floors cost, more for what was known before."""
        floors = sum(len(stack) for stack in self.stacks.values())
        kept = sum(self.kept(field, self.stacks.get(field, ())) for field in self.known)
        return worth(self.panes) - self.cost * floors + self.keep * kept

    def kept(self, field: Field, stack: Stack) -> int:
        """How many floors of a stack are those that stood there before."""
        return sum(own == tower for own, tower in zip(stack, self.known.get(field, ()), strict=False))

    def replace(self, field: Field, stack: Stack) -> None:
        """Takes off what stands on a field and puts a stack there."""
        lift(self.panes, field)
        self.set(field, stack)

    def set(self, field: Field, stack: Stack) -> None:
        """Puts a stack onto a field whose piece is not on the canvas."""
        self.stacks.pop(field, None)
        if stack:
            self.stacks[field] = stack
            self._lay(field, stack)

    def _lay(self, field: Field, stack: Stack) -> None:
        for pane in self.panes:
            pane.canvas.lay(field, stack_piece(pane.canvas, pane.scene, field, stack))

    def disturb(self, field: Field) -> None:
        """A change here may change what explains the pixels of every stack that overlaps."""
        self.stale |= {other for other, box in self.boxes.items() if other != field and touch(box, self.boxes[field])}


def _unseen(pane: Pane, field: Field) -> int:
    """How high a stack could stand there that is not seen in one picture."""
    near, height = pane.scene.nearness(field), 0
    while height < HIGHEST:
        pixels = pane.scene.outline(field, height + 1).pixels
        if np.count_nonzero(pane.canvas.nearness[pixels] > near) < HIDDEN_SHARE * len(pixels):
            break
        height += 1
    return height


@dataclass(frozen=True, eq=False)
class Coloured:
    """Which pixels of a picture have a piece's colour, and which may have any: under a cover, or lost in glare."""

    scene: Scene
    coloured: Mask
    unknown: Mask

    @classmethod
    def of(cls, scene: Scene, coloured: Mask, unknown: Mask | None = None) -> Coloured:
        flat = coloured.ravel()
        return cls(scene, flat, np.zeros_like(flat) if unknown is None else (unknown & ~coloured).ravel())

    def sampled(self) -> Array:
        """Of a few points of every block the share that may be coloured: (fields, floors)."""
        scene, points = self.scene, np.round(self.scene.sample_blocks()).astype(int)
        inside = ((points >= 0) & (points < [scene.width, scene.height])).all(axis=-1)
        row, column = (np.clip(points[..., k], 0, most - 1) for k, most in ((1, scene.height), (0, scene.width)))
        return np.asarray(((self.coloured | self.unknown)[row * scene.width + column] & inside).mean(axis=-1))

    def counted(self, field: Field, floor: int) -> tuple[int, int, int]:
        """Pixels of a block, those of them that can be told, and those that are coloured."""
        pixels = self.scene.outline(field, floor).pixels
        told = len(pixels) - int(np.count_nonzero(self.unknown[pixels]))
        return len(pixels), told, int(np.count_nonzero(self.coloured[pixels]))


def reach_of_colours(pictures: Sequence[Coloured], least_share: float) -> dict[Field, int]:
    """The greatest height that the colours of all pictures together allow on each field where anything may stand."""
    fields = pictures[0].scene.fields
    order = [[fields.index(field) for field in picture.scene.fields] for picture in pictures[1:]]
    sampled = pictures[0].sampled()
    for picture, at in zip(pictures[1:], order, strict=True):
        sampled[at] += picture.sampled()
    quick = sampled >= QUICK_SHARE * least_share * len(pictures)
    made: dict[Field, int] = {}
    for i, field in enumerate(fields):
        height = 0
        while height < HIGHEST and quick[i, height]:
            every, told, coloured = (
                sum(n) for n in zip(*(p.counted(field, height + 1) for p in pictures), strict=True)
            )
            if not every or coloured < least_share * told:
                break
            height += 1
        if height:
            made[field] = height
    return made


QUICK_SHARE = 0.5  # of the share asked for: enough to make it worth counting all pixels

"""What lies on the table in, a picture out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from calibration.pose import Pose
from referee.antiblok.board import FIELDS
from referee.antiblok.dice import ANTIBLOK, SWAP
from referee.antiblok.position import Position
from simulator.draw import FINER, FIRST, Drawn, Print, Stage, draw_stage, eye_of, see
from simulator.expose import Picture, expose
from simulator.flat.card_set import DIE, CardSet
from simulator.flat.solids import (
    block_faces,
    card_faces,
    card_shape,
    die_faces,
    die_place,
    frame_faces,
    laid_block,
    stock_block,
    stock_place,
)
from simulator.flat.surfaces import board_top, die_print
from simulator.hand import SMOOTH, Grip, Hand, Roundness, arm_faces
from simulator.lens import bend_of
from simulator.look import Look, Rgb
from simulator.redraw import Changed, redraw
from simulator.shapes import Faces, join
from simulator.surfaces import table_pattern

EXPOSED_FOR: Rgb = (0.50, 0.44, 0.36)
"""What comes out as bright as the light says: about the mean of all paints."""
SIDES_OF_THE_DIE = {
    "L1": ("L2", "S", "R2", "X"), "R1": ("S", "L2", "X", "R2"), "L2": ("R1", "S", "L1", "X"),
    "R2": ("L1", "X", "R1", "S"), SWAP: ("L1", "R2", "R1", "L2"), ANTIBLOK: ("R1", "L2", "L1", "R2"),
}  # fmt: skip
"""Which faces look sideways when one lies on top: opposite ones are L1 and R1, L2 and R2, S and X."""
DIMMING_MM, DIMS_MM = 6.0, 22.0
"""How high and how far apart things are for how they dim one another."""
AROUND_MM = 3 * 0.45 * DIMS_MM


@dataclass(frozen=True)
class Laid:
    """What lies on the table: the board, the die with what was thrown, and the blocks that are left."""

    position: Position
    face: str | None = None
    """Of the die, on top; None if it is not there."""
    throws: int = 0
    """How often it was thrown: each time it comes to rest elsewhere."""
    stock: tuple[tuple[str, int], ...] = ()
    """How many blocks of which colour lie beside the board."""


def draw_position(
    laid: Laid, made: CardSet, viewpoint: Pose, look: Look, seed: int = 0, hand: Hand | None = None, frame: int = 0
) -> Picture:
    """The picture (BGR). The same seed gives the same picture; frames of a film differ in their noise."""
    drawn = draw_stage(stage_of(laid, made, look, seed, hand), viewpoint, look)
    return expose(drawn.light, drawn.bend, look, viewpoint.camera.size, np.random.default_rng([seed, 21, frame]))


def stage_of(laid: Laid, made: CardSet, look: Look, seed: int, hand: Hand | None = None) -> Stage:
    faces, die = _things(laid, made, look, seed)
    prints: tuple[Print, ...] = ()
    if die is not None and laid.face is not None:
        shown = (laid.face, *SIDES_OF_THE_DIE[laid.face])
        prints = tuple(Print(die + i, die_print(face)) for i, face in enumerate(shown))
    if hand is not None:
        faces = join([faces, hand_faces(hand, made, seed, look.turned_deg)])
    return Stage(made, faces, board_top(made, seed), table_pattern(look.table, seed), DIMMING_MM, DIMS_MM, prints)


def _things(laid: Laid, made: CardSet, look: Look, seed: int) -> tuple[Faces, int | None]:
    """All that stands on the table: the frame, the cards in order, the blocks, what lies beside; and where the faces
    of the die begin."""
    parts = [frame_faces(made)]
    parts += [card_faces(at, card, made, look, seed) for at, card in laid.position.cards.items()]
    parts += [laid_block(at, colour, made, look, seed) for at, colour in laid.position.blocks.items()]
    beside = [stock_block(colour, i, made, seed) for colour, count in laid.stock for i in range(count)]
    die = None
    if laid.face is not None:
        beside.insert(0, die_faces(laid.throws, made, seed))
        die = sum(len(part.corners) for part in parts)
    return join(parts + [each.turned(-look.turned_deg) for each in beside]), die


def redraw_laid(
    before: Laid, drawn: Drawn, clean: Picture, after: Laid, made: CardSet, viewpoint: Pose, look: Look, seed: int
) -> tuple[Drawn, Picture]:
    """The same of what lies there after, given what was drawn before. Board and lamp are not turned in between."""
    changed = _changed(before, after, made, look, seed)
    return redraw(drawn, clean, stage_of(after, made, look, seed), changed, viewpoint, look)


def _changed(before: Laid, after: Laid, made: CardSet, look: Look, seed: int) -> Iterator[Changed]:
    def around(x: float, y: float, half: float, top: float) -> Changed:
        return Changed((x - half, y - half), (x + half, y + half), top, AROUND_MM)

    old, new = before.position, after.position
    for at in FIELDS:
        if old.cards[at] != new.cards[at]:
            yield around(*made.place(at), 0.8 * made.card, made.stem_top)
    for at in old.blocks.keys() | new.blocks.keys():
        if old.blocks.get(at) != new.blocks.get(at):
            yield around(*made.place(at), made.block, made.card_top + made.block)
    beside = [
        (stock_place(colour, i, made, seed), made.block)
        for colour, i in {(c, i) for c, n in before.stock for i in range(n)}
        ^ {(c, i) for c, n in after.stock for i in range(n)}
    ]
    if (before.face, before.throws) != (after.face, after.throws):
        beside += [(die_place(each.throws, made, seed), made.die) for each in (before, after) if each.face]
    for (x, y, _), size in beside:
        turned = Grip(x, y, 0, 0, 0, 0).turned(-look.turned_deg)
        yield around(turned.x, turned.y, size, size - made.board_thickness)


def hand_faces(hand: Hand, made: CardSet, seed: int, turned_deg: float = 0.0, roundness: Roundness = SMOOTH) -> Faces:
    """The hand comes from the near side of the table, however the board lies turned on it."""
    over = -made.board_thickness if hand.field == DIE else made.card_top + (0.3 * made.block if hand.holds else 0.0)
    grip = Grip(*made.place(hand.field), over, made.block, made.block, made.board_side)
    grip = grip if hand.field == DIE else grip.turned(turned_deg)
    grip = replace(grip, y=grip.y - hand.away_mm)
    parts = [arm_faces(grip, seed, roundness)]
    if hand.holds:
        parts.append(block_faces(hand.holds, (grip.x, grip.y, over), 0.1, made))
    return join(parts).turned(-turned_deg)


def visible_px(
    laid: Laid, made: CardSet, viewpoint: Pose, look: Look, seed: int = 0, hand: Hand | None = None
) -> Mapping[str, int]:
    """How many pixels of each card and each block one sees."""
    stage = stage_of(laid, made, look, seed, hand)
    nearest = see(stage.faces, stage.faces.normals(), made, eye_of(viewpoint, bend_of(viewpoint.camera)))
    counts = np.bincount(nearest.face.ravel(), minlength=FIRST + len(stage.faces.corners)) / FINER**2
    places = [*laid.position.cards, *laid.position.blocks]
    block = len(laid_block("a1+", "R", made, look, seed).corners)
    sizes = [len(card_shape(made))] * len(laid.position.cards) + [block] * len(laid.position.blocks)
    ends = FIRST + len(frame_faces(made).corners) + np.cumsum([0, *sizes])
    return {at: round(float(counts[a:b].sum())) for at, (a, b) in zip(places, pairwise(ends), strict=True)}

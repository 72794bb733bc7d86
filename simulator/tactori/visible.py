"""How many pixels of each piece a simulated picture shows, so that nobody is asked for what cannot be seen."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.position import Position
from simulator.draw import FINER, FIRST, eye_of, see
from simulator.hand import Hand
from simulator.lens import bend_of
from simulator.look import Look
from simulator.shapes import slab_sides
from simulator.tactori.draw import faces_of
from simulator.tactori.solids import stick_bar, tower_block


def visible_px(
    position: Position,
    physical_set: PhysicalSet,
    viewpoint: Pose,
    look: Look = Look(),  # noqa: B008 - frozen
    seed: int = 0,
    hand: Hand | None = None,
) -> tuple[dict[str, int], list[int]]:
    """Of each tower, by "tower_FIELD_FLOOR", and of each stick, in the position's order."""
    faces = faces_of(position, physical_set, look, seed, hand)
    nearest = see(faces, faces.normals(), physical_set, eye_of(viewpoint, bend_of(viewpoint.camera)))
    counts = np.bincount(nearest.face.ravel(), minlength=FIRST + len(faces.corners)) / FINER**2
    start = FIRST + len(slab_sides(physical_set, look.wood).corners)
    names = [f"tower_{at}_{floor}" for at, stack in position.towers.items() for floor in range(1, len(stack) + 1)]
    sizes = [len(tower_block(physical_set))] * len(names) + [len(stick_bar(physical_set))] * len(position.sticks)
    ends = start + np.cumsum([0, *sizes])
    seen = [round(float(counts[a:b].sum())) for a, b in pairwise(ends)]
    return dict(zip(names, seen[: len(names)], strict=True)), seen[len(names) :]

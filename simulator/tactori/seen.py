"""What of a position the demo table's camera can see, so that nothing is played that nobody could tell."""

from __future__ import annotations

from functools import lru_cache

from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.position import Position, without
from referee.tactori.turn import compare
from simulator.demo.scenery import View
from simulator.look import Look
from simulator.tactori.visible import visible_px

# Pixels are counted in a picture this wide, whatever size the film has: the same seed gives the same game.
COUNTED_WIDTH_PX = 640
NAMED_WIDTH_PX = 1280


class Watched:
    """Counts the pixels of pieces and keeps the counts of the last few positions, which are asked for again."""

    def __init__(self, physical_set: PhysicalSet, seed: int, least_px: float) -> None:
        self._physical_set, self._seed, self._least_px = physical_set, seed, least_px

    def sees(self, before: Position, after: Position, view: View) -> bool:
        """Whether every piece that came or went can be seen."""
        gone, come = changed_pieces(before, after)
        return self._shows(before, view, gone) and self._shows(after, view, come)

    def _shows(self, position: Position, view: View, pieces: list[str]) -> bool:
        if not pieces:
            return True
        seen = self.counts(position, view)
        return all(seen[piece] >= self._least_px for piece in pieces)

    def counts(self, position: Position, view: View) -> dict[str, float]:
        """How many pixels of a picture 1280 wide show each piece, by the names of `changed_pieces`."""
        return _counts(position, self._physical_set, view.pose, self._seed)


@lru_cache(maxsize=64)
def _counts(position: Position, physical_set: PhysicalSet, pose: Pose, seed: int) -> dict[str, float]:
    width, height = pose.camera.size
    size = (COUNTED_WIDTH_PX, round(COUNTED_WIDTH_PX * height / width))
    small = Pose(pose.camera.at_size(size), pose.rvec, pose.tvec)
    towers, lying = visible_px(position, physical_set, small, Look(), seed)
    scale = (NAMED_WIDTH_PX / COUNTED_WIDTH_PX) ** 2
    found = {name: scale * px for name, px in towers.items()}
    for stick, px in zip(position.sticks, lying, strict=True):
        found[str(stick)] = max(found.get(str(stick), 0.0), scale * px)
    return found


def changed_pieces(before: Position, after: Position) -> tuple[list[str], list[str]]:
    """The pieces that are gone and those that came: towers as "tower_FIELD_FLOOR", sticks as they are written."""
    gone: list[str] = []
    come: list[str] = []
    for change in compare(before, after).stacks:
        for position, names, towers in ((before, gone, change.lost), (after, come, change.gained)):
            top = position.height(change.at)
            names += [f"tower_{change.at}_{floor}" for floor in range(top - len(towers) + 1, top + 1)]
    gone += map(str, without(before.sticks, after.sticks))
    come += map(str, without(after.sticks, before.sticks))
    return gone, come

"""How a board is held in a picture: which of its four corners is a1, told by the pieces that are known."""

from __future__ import annotations

from calibration.arrays import Image
from calibration.physical_set import PhysicalSet
from referee.tactori.position import Position
from vision.cover import Cover
from vision.eyes import Held
from vision.found_board import FoundBoard, turn
from vision.tactori.rereading import look_again

NEW_COUNTS = 0.5
"""What is seen and not known speaks against a way of holding the board half as much as what is known and seen for it:
a hand may have set something down."""


def best_held(
    image: Image, found: FoundBoard, physical_set: PhysicalSet, position: Position, cover: Cover | None
) -> list[Held]:
    """All four ways, the best first."""
    ways = (held(image, found, physical_set, position, cover, quarters) for quarters in range(4))
    return sorted(ways, key=lambda way: -way.share)


def held(
    image: Image,
    found: FoundBoard,
    physical_set: PhysicalSet,
    position: Position,
    cover: Cover | None,
    quarters: int,
) -> Held:
    """What is seen of a position if a1 is so many corners on."""
    look = look_again(image, turn(found, quarters), physical_set, position, cover=cover)
    return Held(quarters % 4, _share(position, look.position))


def _share(known: Position, seen: Position) -> float:
    kept = sum(_common(stack, seen.towers.get(at, "")) for at, stack in known.towers.items())
    new = sum(len(stack) for stack in seen.towers.values()) - kept
    return (kept - NEW_COUNTS * new) / max(sum(map(len, known.towers.values())), 1)


def _common(one: str, other: str) -> int:
    same = 0
    while same < min(len(one), len(other)) and (one[same] == other[same] or "?" in (one[same], other[same])):
        same += 1
    return same

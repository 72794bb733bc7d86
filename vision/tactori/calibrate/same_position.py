"""Which photographs show one and the same position, told by what was read in each, and how they are turned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.tactori.scene import Field
from vision.tactori.stacks import Stack
from vision.tactori.turning import QUARTERS, turned_field

Stacks = Mapping[Field, Stack]

FEWEST = 3  # stacks that two photographs must have in common
LEAST_SHARE = 0.7  # of the stacks in the one that shows fewer: others are hidden, or were read wrongly in one of them
CLEARLY = 2  # stacks more than in any other turn: a position that looks alike from two sides does not tell them apart


@dataclass(frozen=True)
class Shown:
    """Which position a photograph shows, and by how many quarters its fields must be turned to be named as in others.

    `quarters` is for `vision.found_board.turn`.
    """

    position: int
    quarters: int = 0


def same_positions(boards: Sequence[int], seen: Sequence[Stacks]) -> list[Shown]:
    """For each photograph which position it shows, numbered in the order in which they first appear.

    A photograph that cannot be turned beyond doubt is one of a position of its own. So is one of another move: what
    stands as before is the same in both, and is found to be.
    """
    firsts: list[int] = []
    made: list[Shown] = []
    for k, (board, stacks) in enumerate(zip(boards, seen, strict=True)):
        for position, first in enumerate(firsts):
            quarters = _quarters(seen[first], stacks, board) if boards[first] == board else None
            if quarters is not None:
                made.append(Shown(position, quarters))
                break
        else:
            made.append(Shown(len(firsts)))
            firsts.append(k)
    return made


def _quarters(one: Stacks, other: Stacks, board: int) -> int | None:
    alike = []
    for quarters in QUARTERS:
        named = {turned_field(field, -quarters, board): stack for field, stack in other.items()}
        alike.append(sum(one.get(field) == stack for field, stack in named.items()))
    best = max(QUARTERS, key=lambda quarters: alike[quarters])
    second = max(count for quarters, count in enumerate(alike) if quarters != best)
    enough = max(FEWEST, LEAST_SHARE * min(len(one), len(other)))
    return best if alike[best] >= enough and alike[best] >= second + CLEARLY else None

"""Which towers and sticks are free, and where a tower would reach into a bridge."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.tactori.board import line_between
from referee.tactori.position import Position, Stick
from referee.tactori.turn import TowerAction

Heights = Callable[[str], int]


def lifted(position: Position, action: TowerAction) -> Heights:
    """The heights of the stacks while the towers of an action are in the hand and the captured ones are out."""

    def height(at: str) -> int:
        gone = action.count if at == action.source else action.captured if at == action.target else 0
        return position.height(at) - gone

    return height


def is_built_over(s: Stick, height: Heights) -> bool:
    """Whether one of the towers that a stick ends in, runs through or passes above reaches higher than the stick."""
    floors = dict.fromkeys(s.touched, s.floor) | {end.at: end.floor for end in s.ends}
    return any(floor is not None and height(at) > floor for at, floor in floors.items())


def is_fixed(s: Stick, height: Heights, under_bridges: bool) -> bool:
    """Whether a stick cannot be lifted to let a tower in or out."""
    return not under_bridges or is_built_over(s, height)


def passes(s: Stick, at: str) -> bool:
    """Whether a stick lies level across a field that is not one of its ends."""
    return s.line is not None and s.floor is not None and at in s.line.between


def binding_stick(
    position: Position, at: str, count: int, sticks: Iterable[Stick], height: Heights, under_bridges: bool
) -> Stick | None:
    """A stick that binds one of the topmost `count` towers of a field, `height` being as after they are lifted."""
    top = position.height(at)
    floors = range(top - count + 1, top + 1)
    for s in sticks:
        if any(end.at == at and end.floor in floors for end in s.ends):
            return s
        if passes(s, at) and s.floor in floors and is_fixed(s, height, under_bridges):
            return s
    return None


def stick_in_the_way(
    position: Position, action: TowerAction, sticks: Iterable[Stick], height: Heights, under_bridges: bool
) -> Stick | None:
    """A stick across the target that the arriving towers would reach into although they may not."""
    base = position.height(action.target) - action.captured
    floors = range(base + 1, base + action.arriving + 1)
    for s in sticks:
        if passes(s, action.target) and s.floor in floors and is_fixed(s, height, under_bridges):
            return s
    return None


def path_is_blocked(position: Position, source: str, target: str) -> bool:
    """Whether towers stand between two fields of one row or column."""
    line = line_between(source, target)
    return line is not None and any(at in position.towers for at in line.between)

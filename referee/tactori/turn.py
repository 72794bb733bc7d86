"""A turn: what one player did with one tower and with sticks, and what it makes of a position."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from referee.tactori.board import UNKNOWN
from referee.tactori.position import Position, Stick, without


class Kind(StrEnum):
    PLACE = "place"
    MOVE = "move"
    CAPTURE = "capture"
    BRIDGES = "bridges"
    RESTICK = "restick"
    UNSTICK = "unstick"
    PASS = "pass"


@dataclass(frozen=True)
class TowerAction:
    """Towers set from the stock (no source) or moved from one field to another, throwing out `captured` others."""

    colour: str
    source: str | None
    target: str
    count: int = 1
    captured: int = 0

    @property
    def arriving(self) -> int:
        """How many of the towers stay on the target."""
        return self.count - self.captured

    @property
    def kind(self) -> Kind:
        if self.source is None:
            return Kind.PLACE
        return Kind.CAPTURE if self.captured else Kind.MOVE

    def to_json(self) -> dict[str, Any]:
        return {
            "color": self.colour,
            "from": self.source,
            "to": self.target,
            "count": self.count,
            "captured": self.captured,
        }


@dataclass(frozen=True)
class Turn:
    """The parts of a turn; its kind is the tower's part where there is one."""

    tower: TowerAction | None = None
    laid: tuple[Stick, ...] = ()
    taken: tuple[Stick, ...] = ()

    @property
    def kind(self) -> Kind:
        if self.tower:
            return self.tower.kind
        if self.laid:
            return Kind.RESTICK if self.taken else Kind.BRIDGES
        return Kind.UNSTICK if self.taken else Kind.PASS

    def to_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {"kind": self.kind.value}
        if self.tower:
            said["tower"] = self.tower.to_json()
        said["laid"] = [s.to_json() for s in self.laid]
        said["taken"] = [s.to_json() for s in self.taken]
        return said


def apply(position: Position, turn: Turn) -> Position:
    """The position after a turn that fits it; whether it was allowed is another question."""
    towers = dict(position.towers)
    if move := turn.tower:
        if move.source is not None:
            towers[move.source] = towers[move.source][: -move.count]
        target = towers.get(move.target, "")
        towers[move.target] = target[: len(target) - move.captured] + move.colour * move.arriving
    return Position.of(position.board, towers, (*without(position.sticks, turn.taken), *turn.laid))


@dataclass(frozen=True)
class Change:
    """How a stack differs: the towers that are gone from it and those that came instead, lowest first.

    `above` are towers that stayed although those under them are gone.
    """

    at: str
    lost: str
    gained: str
    above: str = ""

    def pulled(self) -> Change:
        """The same change seen as towers pulled out from under others, if it can be seen so."""
        if self.gained and len(self.lost) > len(self.gained) and _same(self.lost[-len(self.gained) :], self.gained):
            return Change(self.at, self.lost[: -len(self.gained)], "", self.gained)
        return self


@dataclass(frozen=True)
class Difference:
    """All that differs between two positions."""

    stacks: tuple[Change, ...]
    laid: tuple[Stick, ...]
    taken: tuple[Stick, ...]

    @property
    def is_nothing(self) -> bool:
        return not (self.stacks or self.laid or self.taken)


def compare(before: Position, after: Position, exact: bool = False) -> Difference:
    """What changed; a tower of unknown colour is taken for the one that stands there in the other position.

    With `exact`, a colour that became known or unknown is a change too.
    """
    stacks = []
    for at in sorted({*before.towers, *after.towers}):
        old, new = before.towers.get(at, ""), after.towers.get(at, "")
        same = 0
        while same < min(len(old), len(new)) and (old[same] == new[same] if exact else _same(old[same], new[same])):
            same += 1
        if old[same:] or new[same:]:
            stacks.append(Change(at, old[same:], new[same:]))
    return Difference(tuple(stacks), without(after.sticks, before.sticks), without(before.sticks, after.sticks))


def is_all(colour: str, towers: str) -> bool:
    """Whether towers can all be of one colour."""
    return all(t in (colour, UNKNOWN) for t in towers)


def _same(old: str, new: str) -> bool:
    return all(a == b or UNKNOWN in (a, b) for a, b in zip(old, new, strict=True))


def read_tower_action(stacks: tuple[Change, ...], colour: str) -> TowerAction | None:
    """The one tower action of a colour that makes exactly these changes, if there is one."""
    if len(stacks) == 1:
        (change,) = stacks
        if not change.lost and len(change.gained) == 1 and is_all(colour, change.gained):
            return TowerAction(colour, None, change.at)
        return None
    if len(stacks) != 2:
        return None
    for source, target in (stacks, stacks[::-1]):
        if source.gained or not source.lost or not is_all(colour, source.lost):
            continue
        count, captured = len(source.lost), len(target.lost)
        if target.above or captured > count or len(target.gained) != count - captured:
            continue
        if is_all(colour, target.gained) and _is_foreign_run(target.lost, colour):
            return TowerAction(colour, source.at, target.at, count, captured)
    return None


def _is_foreign_run(towers: str, colour: str) -> bool:
    known = set(towers) - {UNKNOWN}
    return colour not in known and len(known) <= 1


def read_turn(difference: Difference, colour: str) -> Turn | None:
    """The turn that a player of this colour made, if nothing else changed; pulling out from under others is one too."""
    if any(s.colour != colour for s in (*difference.laid, *difference.taken)):
        return None
    return read_any_turn(difference, colour) or read_any_turn(pulled(difference), colour)


def read_any_turn(difference: Difference, colours: str) -> Turn | None:
    """The changes as one turn with a tower of one of these colours, whoever the sticks belong to."""
    if not difference.stacks:
        return Turn(None, difference.laid, difference.taken)
    actions = (read_tower_action(difference.stacks, colour) for colour in colours)
    action = next((action for action in actions if action), None)
    return Turn(action, difference.laid, difference.taken) if action else None


def pulled(difference: Difference) -> Difference:
    """The same differences with towers pulled out from under others where they can be seen so."""
    return replace(difference, stacks=tuple(change.pulled() for change in difference.stacks))

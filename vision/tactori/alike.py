"""Whether two positions clearly show the same towers and sticks, from whichever side they were seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.tactori.board import UNKNOWN, coordinates, field_name
from referee.tactori.position import End, Position, Stick
from vision.tactori.turning import turned_field

# Both readings vouch for at least so many stacks and so many pieces, floors and sticks, and agree about all of them.
FEWEST_STACKS, FEWEST_PIECES = 4, 8
# And these stacks are at least so large a share of all that either shows: where much is hidden, much may differ.
LEAST_SHARE = 0.5


@dataclass(frozen=True)
class Claims:
    """What a reading vouches for."""

    position: Position
    doubtful: frozenset[str]
    """Fields; their stacks are in the position nevertheless."""
    ways: frozenset[frozenset[str]]
    """Between which fields it is not known whether a stick lies."""

    def turned(self) -> Claims:
        """As named by somebody who sees the board from the side on the left of this one."""
        board = self.position.board
        return Claims(
            turned_position(self.position, 1),
            frozenset(turned_place(at, board) for at in self.doubtful),
            frozenset(frozenset(turned_place(at, board) for at in way) for way in self.ways),
        )

    @cached_property
    def kinds(self) -> Counter[str]:
        """The stacks that are vouched for, wherever they stand."""
        return Counter(stack for at, stack in self.position.towers.items() if at not in self.doubtful)


def four_turns(position: Position, doubtful: Sequence[str]) -> tuple[Claims, ...]:
    """What is vouched for but for the doubtful places, as seen from each side of the board."""
    fields = {at for at in doubtful if "-" not in at}
    fields |= {at for at, stack in position.towers.items() if UNKNOWN in stack}
    ways = frozenset(frozenset(at.split("-")) for at in doubtful if "-" in at)
    made = [Claims(position, frozenset(fields), ways)]
    for _ in range(3):
        made.append(made[-1].turned())
    return tuple(made)


def agreement(ones: Sequence[Claims], others: Sequence[Claims]) -> int:
    """How many pieces both vouch for, if from some side they clearly show the same; otherwise 0."""
    one, other = ones[0], others[0]
    if one.position.board != other.position.board or _common(one.kinds, other.kinds) < FEWEST_STACKS:
        return 0
    return max(_same(one, turned) for turned in others)


def _common(one: Counter[str], other: Counter[str]) -> int:
    """How many are in both; quicker than to make what is."""
    return sum(min(count, other[kind]) for kind, count in one.items() if kind in other)


def _same(one: Claims, other: Claims) -> int:
    """About how many pieces they agree; 0 if they disagree about anything both vouch for, or agree about little."""
    stacks, others = one.position.towers, other.position.towers
    open_fields, open_ways = one.doubtful | other.doubtful, one.ways | other.ways
    fields = (stacks.keys() | others.keys()) - open_fields
    if any(stacks.get(at) != others.get(at) for at in fields):
        return 0

    def vouched(claims: Claims) -> set[Stick]:
        sticks = (stick for stick in claims.position.sticks if frozenset(stick.fields) not in open_ways)
        return {stick for stick in sticks if not open_fields.intersection(stick.fields)}

    sticks = vouched(one)
    if sticks != vouched(other):
        return 0
    pieces = sum(len(stacks[at]) for at in fields) + len(sticks)
    enough = len(fields) >= FEWEST_STACKS and pieces >= FEWEST_PIECES
    return pieces if enough and len(fields) >= LEAST_SHARE * max(len(stacks), len(others)) else 0


def turned_place(place: str, board: int, quarters: int = 1) -> str:
    """A field, or the two fields of a stick, as named from so many sides further on the left.

    A picture for which the camera went round by 90 degrees, anticlockwise seen from above, calls c3 what the first
    picture calls `turned_place("c3", board, 1)`.
    """
    if "-" in place:
        return "-".join(sorted(turned_place(at, board, quarters) for at in place.split("-")))
    return field_name(*turned_field(coordinates(place), quarters, board))


def turned_position(position: Position, quarters: int) -> Position:
    def end(seen: End) -> End:
        return End(turned_place(seen.at, position.board, quarters), seen.floor)

    towers = {turned_place(at, position.board, quarters): stack for at, stack in position.towers.items()}
    return Position.of(position.board, towers, [Stick(s.colour, end(s.a), end(s.b)) for s in position.sticks])

"""What Colourful and its sliding variant ask of a position beyond the rules for bridges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from referee.tactori.aerial import group_fields, groups
from referee.tactori.board import UNKNOWN
from referee.tactori.position import Position, Stick
from referee.tactori.rules import RuleBook
from referee.verdict import Finding
from words.message import message


def judge_colourful(
    position: Position, legal: Iterable[Stick], rules: RuleBook
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """The broken rules of these two games, and those that a tower of unknown colour leaves open."""
    broken = [
        Finding("colourful.colour", message("colourful.colour", stick=s.in_words(), colour=rules.colour), s.fields, s)
        for s in position.sticks
        if s.colour != rules.colour
    ]
    if rules.game.slides:
        return (*broken, *_stacked(position)), ()
    broken += [
        Finding("colourful.over", message("colourful.over", stick=s.in_words()), s.fields, s)
        for s in over(position.sticks)
    ]
    broken += [not_connected(group) for group in groups_apart(legal)]
    alike, open_ = _alike(position)
    return (*broken, *alike), open_


def groups_apart(bridges: Iterable[Stick], laid: Sequence[Stick] = ()) -> list[list[Stick]]:
    """The bridges that are not connected with the others: all groups but the largest that is not just laid."""
    found = groups(bridges)
    found.sort(key=lambda group: (all(s in laid for s in group), -len(group), group_fields(group)))
    return found[1:]


def not_connected(group: Iterable[Stick]) -> Finding:
    at = group_fields(group)
    return Finding("colourful.connected", message("colourful.connected", fields=at), at)


def over(sticks: Iterable[Stick]) -> Iterator[Stick]:
    """The sticks that lie above or below another one, on whatever floor."""
    level = [s for s in sticks if s.half_bridges]
    for i, s in enumerate(level):
        if any(j != i and other.half_bridges & s.half_bridges for j, other in enumerate(level)):
            yield s


def _alike(position: Position) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Stacks with two towers of one colour directly on each other."""
    broken, open_ = [], []
    for at, stack in position.towers.items():
        for floor, (lower, upper) in enumerate(pairwise(stack), 1):
            if UNKNOWN in (lower, upper):
                open_.append(Finding("colourful.stack", message("open.stack", field=at, floor=floor), (at,)))
            elif lower == upper:
                said = message("colourful.stack", field=at, floor=floor, upper=floor + 1, colour=lower)
                broken.append(Finding("colourful.stack", said, (at,)))
    return tuple(broken), tuple(open_)


def _stacked(position: Position) -> Iterator[Finding]:
    for at, stack in position.towers.items():
        for floor in range(2, len(stack) + 1):
            yield Finding("sliding.floor", message("sliding.floor", field=at, floor=floor), (at,))
    for s in position.sticks:
        if s.floor != 1:
            yield Finding("sliding.floor", message("sliding.floor.stick", stick=s.in_words()), s.fields, s)

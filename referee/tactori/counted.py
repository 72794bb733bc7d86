"""What stands behind a score that is no sum of polygons: the bridges, the connections or the longest way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.tactori.aerial import covered, group_fields, groups, links
from referee.tactori.position import Stick
from referee.tactori.rules import Goal, Length, RuleBook
from referee.tactori.scoring import PositionVerdict
from referee.tactori.trail import longest_way


@dataclass(frozen=True)
class Counted:
    """Something that gave points: the fields it goes over, in order, and the sticks it consists of."""

    colour: str
    points: int
    fields: tuple[str, ...]
    sticks: tuple[Stick, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "color": self.colour,
            "points": self.points,
            "fields": list(self.fields),
            "sticks": [s.to_json() for s in self.sticks],
        }


def counted(verdict: PositionVerdict, rules: RuleBook) -> tuple[Counted, ...]:
    """All that counted, colour by colour; nothing where polygons count, which speak for themselves."""
    found: list[Counted] = []
    for colour in verdict.scores:
        own = [s for s in verdict.bridges if s.colour == colour]
        match rules.game.goal:
            case Goal.BRIDGES:
                found += [Counted(colour, 1, s.fields, (s,)) for s in own]
            case Goal.CONNECTIONS:
                for fields in dict.fromkeys(s.fields for s in own):
                    found.append(Counted(colour, 1, fields, tuple(s for s in own if s.fields == fields)))
            case Goal.LONGEST if own:
                found.append(_longest(colour, own, rules.length))
    return tuple(found)


def _longest(colour: str, own: list[Stick], length: Length) -> Counted:
    if length is Length.GROUP:
        group = max(groups(own), key=lambda each: covered(each).bit_count())
        return Counted(colour, covered(group).bit_count(), group_fields(group), tuple(group))
    way = longest_way(links(covered(own)))
    fields = walked(way)
    on_way = {frozenset(link) for link in way}
    return Counted(colour, len(way), fields, tuple(s for s in own if frozenset(s.fields) in on_way))


def walked(way: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The fields of a way in the order in which it is gone, each link once.

    >>> walked([("b1", "c1"), ("a1", "b1")])
    ('a1', 'b1', 'c1')
    """
    near: dict[str, list[str]] = {}
    for a, b in way:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    odd = sorted(field for field, others in near.items() if len(others) % 2)
    stack, walk = [(odd or sorted(near))[0]], []
    while stack:
        here = stack[-1]
        if near[here]:
            following = near[here].pop()
            near[following].remove(here)
            stack.append(following)
        else:
            walk.append(stack.pop())
    return tuple(reversed(walk)) if not odd or walk[-1] == odd[0] else tuple(walk)

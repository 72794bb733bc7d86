"""What of a verdict hangs on sticks that nobody vouches for: the same position judged with them and without them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from referee.tactori.position import End, Position, Stick
from referee.tactori.rules import RuleBook
from referee.tactori.scoring import PositionVerdict, judge_position
from words.language import say
from words.message import Message, message


@dataclass(frozen=True)
class Hanging:
    """Sticks between two fields, and what the referee would say if it were the other way round."""

    at: str
    """The two fields: `c3-e3`."""
    sticks: tuple[Stick, ...]
    lies: bool
    """Whether the position has them."""
    now: PositionVerdict
    otherwise: PositionVerdict

    @property
    def points(self) -> dict[str, tuple[int, int]]:
        """Of every colour whose points would change: those it has, and those it would have."""
        colours = sorted({*self.now.scores, *self.otherwise.scores})
        both = {c: (self.now.scores.get(c, 0), self.otherwise.scores.get(c, 0)) for c in colours}
        return {colour: (one, other) for colour, (one, other) in both.items() if one != other}

    def to_json(self) -> dict[str, Any]:
        return {
            "at": self.at,
            "sticks": [stick.to_json() for stick in self.sticks],
            "lies": self.lies,
            "otherwise": {"legal": self.otherwise.legal, "scores": dict(self.otherwise.scores)},
        }

    def sentence(self, language: str) -> str:
        """What changes, in words."""
        parts = [
            message("hangs.points", colour=colour, points=other, instead=one)
            for colour, (one, other) in self.points.items()
        ]
        if self.now.legal != self.otherwise.legal:
            parts.append(Message("hangs.legal" if self.otherwise.legal else "hangs.illegal"))
        what = tuple(parts or [Message("hangs.nothing")])
        return say(message("hangs.without" if self.lies else "hangs.with", what=what), language)


def hanging(position: Position, ways: Iterable[str], rules: RuleBook) -> tuple[Hanging, ...]:
    """For every way (`c3-e3`) the verdict if the sticks there were not there; or one, where there is none."""
    now, made = judge_position(position, rules), []
    for way in ways:
        ends = frozenset(way.split("-"))
        lying = tuple(stick for stick in position.sticks if frozenset(stick.fields) == ends)
        bridge = _bridge(position, *sorted(ends))
        if lying:
            rest = [stick for stick in position.sticks if stick not in lying]
        elif bridge is not None:
            rest = [*position.sticks, bridge]
        else:
            continue
        other = judge_position(Position.of(position.board, position.towers, rest), rules)
        asked = lying or tuple(rest[-1:])
        made.append(Hanging(way, asked, bool(lying), now, other))
    return tuple(made)


def _bridge(position: Position, a: str, b: str) -> Stick | None:
    """The bridge that two stacks would carry on their highest common floor of one colour."""
    one, other = position.towers.get(a, ""), position.towers.get(b, "")
    floors = [floor for floor, (x, y) in enumerate(zip(one, other, strict=False), 1) if x == y != "?"]
    return Stick(one[floors[-1] - 1], End(a, floors[-1]), End(b, floors[-1])) if floors else None

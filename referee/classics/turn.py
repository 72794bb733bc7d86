"""A turn as the rules know it, and the change between two looks at a board that may be one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

from referee.classics.memory import Value
from referee.classics.position import Position
from referee.classics.rules import RuleBook
from referee.verdict import Finding
from words.message import Message, message

R = TypeVar("R", bound=RuleBook)
Changes = Mapping[str, str]
"""What stands on the points that changed, "" being nothing."""
Throws = tuple[int, ...]
PASS = "pass"


@dataclass(frozen=True)
class Asked(Generic[R]):
    """What a turn is judged by, besides the two positions."""

    rules: R
    player: str
    players: tuple[str, ...]
    die: Throws | None = None
    """What was thrown, in order; None where nobody saw it, or nothing is thrown."""
    inferred: bool = False
    """Whether the throw is only tried, for want of one that was seen. A duty that depends on it is then open."""
    earlier: Throws = ()
    """What was thrown in this turn before."""

    def of(self, player: str) -> Asked[R]:
        """The same, were it this player's turn."""
        return replace(self, player=player)

    def thrown(self, *throws: int) -> Asked[R]:
        """The same with these throws; they are only tried if none was seen."""
        return replace(self, die=throws, inferred=self.inferred or self.die is None)

    @property
    def throw(self) -> int:
        """The one throw of a step."""
        assert self.die is not None and len(self.die) == 1
        return self.die[0]

    @property
    def others(self) -> tuple[str, ...]:
        """Everybody else, beginning with whoever is next."""
        here = self.players.index(self.player) if self.player in self.players else 0
        return tuple(p for p in (*self.players[here + 1 :], *self.players[:here]) if p != self.player)


@dataclass(frozen=True)
class Move:
    """A turn, lawful or not: what it is called, what it makes of the board and of the memory, what else is said of it
    (`from`, `to`, `captured` …, as JSON has it), and what it leaves open."""

    kind: str
    changes: Changes = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    memory: Mapping[str, Value] = field(default_factory=dict)
    again: bool = False
    """Whether the player goes on with another throw or jump."""
    todo: Message | None = None
    """What is left to do, of a turn that is not carried to its end."""
    open: tuple[Finding, ...] = ()
    advice: tuple[Finding, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, **self.facts}

    def then(self, following: Move, facts: Mapping[str, Any]) -> Move:
        """Both as one turn, called what the last is called."""
        return replace(
            following,
            changes={**self.changes, **following.changes},
            facts=facts,
            memory={**self.memory, **following.memory},
            open=(*self.open, *following.open),
            advice=(*self.advice, *following.advice),
        )


@dataclass(frozen=True)
class Fault:
    """A rule that a turn breaks, and the turn, if it can be said what it was."""

    rule: str
    message: Message
    fields: tuple[str, ...] = ()
    move: Move | None = None

    @property
    def finding(self) -> Finding:
        return Finding(self.rule, self.message, self.fields)


def fault(rule: str, move: Move | None = None, fields: tuple[str, ...] = (), *, said: str = "", **words: Any) -> Fault:
    """A broken rule with its sentence; `said` where a rule has several."""
    return Fault(rule, _sentence(rule, said, fields, words), fields, move)


def remark(rule: str, fields: tuple[str, ...] = (), *, said: str = "", **words: Any) -> Finding:
    """Something open or advised, with its sentence."""
    return Finding(rule, _sentence(rule, said, fields, words), fields)


def _sentence(rule: str, said: str, fields: tuple[str, ...], words: Mapping[str, Any]) -> Message:
    key = f"classics.{rule}.{said}" if said else f"classics.{rule}"
    return Message(key, {**({"fields": fields} if fields else {}), **words})


@dataclass(frozen=True)
class Change(Generic[R]):
    """What lies between two looks at a board. `alike` says whether what stands there may be what was seen of it, and
    `stones` has the colour of every piece in a stack; both are the game's."""

    before: Position
    after: Position
    asked: Asked[R]
    alike: Callable[[str, str], bool]
    stones: Callable[[str], str]
    doubtful: frozenset[str] = frozenset()
    """Points on which anything may stand."""

    @property
    def rules(self) -> R:
        return self.asked.rules

    @cached_property
    def points(self) -> frozenset[str]:
        """Where something else stands than before, beyond doubt."""
        before, after, alike = self.before.pieces, self.after.pieces, self.alike
        return frozenset(
            point
            for point in before.keys() | after.keys()
            if point not in self.doubtful and not alike(before.get(point, ""), after.get(point, ""))
        )

    def fits(self, move: Move, doubtful: frozenset[str] = frozenset()) -> bool:
        """Whether the later look may be what this turn makes of the earlier one."""
        changes, seen = move.changes, self.after.pieces
        if not self.points <= changes.keys() | doubtful:
            return False
        unsure = self.doubtful | doubtful
        return all(point in unsure or self.alike(there, seen.get(point, "")) for point, there in changes.items())

    @cached_property
    def gone(self) -> Mapping[str, str]:
        """The pieces that are no longer where they stood, by point."""
        return self._more(self.before, self.after)

    @cached_property
    def came(self) -> Mapping[str, str]:
        return self._more(self.after, self.before)

    def _more(self, one: Position, other: Position) -> dict[str, str]:
        found = {}
        for point in sorted(self.points):
            more = Counter(self.stones(one.at(point))) - Counter(self.stones(other.at(point)))
            if more:
                found[point] = "".join(sorted(more.elements()))
        return found

    @cached_property
    def own_gone(self) -> tuple[str, ...]:
        return tuple(point for point, stones in self.gone.items() if self.asked.player in stones)

    @cached_property
    def own_came(self) -> tuple[str, ...]:
        return tuple(point for point, stones in self.came.items() if self.asked.player in stones)

    @cached_property
    def foreign_gone(self) -> tuple[str, ...]:
        return tuple(point for point, stones in self.gone.items() if set(stones) - {self.asked.player})

    @cached_property
    def foreign_came(self) -> tuple[str, ...]:
        return tuple(point for point, stones in self.came.items() if set(stones) - {self.asked.player})

    @property
    def moved(self) -> tuple[str, str] | None:
        """From where to where an own piece went, if it was one and no more."""
        gone, came = self.own_gone, self.own_came
        one_each = len(gone) == len(came) == 1
        player = self.asked.player
        if not one_each or self.gone[gone[0]].count(player) != 1 or self.came[came[0]].count(player) != 1:
            return None
        return gone[0], came[0]

    def count(self, position: Position, colour: str) -> int:
        return sum(self.stones(there).count(colour) for there in position.pieces.values())


def passing() -> Move:
    return Move(PASS)


def todo(key: str, /, **words: Any) -> Message:
    """What is left to do in a turn."""
    return message("classics.turn.unfinished", what=Message(f"classics.todo.{key}", words))

"""Mill: nine stones each are set, then moved; whoever closes a mill may take a stone of the other."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from referee.classics.boards import grid
from referee.classics.classic import Classic, Ground
from referee.classics.memory import COUNTS, Memory
from referee.classics.position import Position
from referee.classics.rules import RuleBook
from referee.classics.turn import Asked, Change, Fault, Move, fault, remark, todo
from referee.classics.verdict import Ending, PositionVerdict
from referee.top_view import INK
from referee.verdict import Finding

SIDE = 7
STONES = 9
FEWEST = 3
"""With fewer stones a player has lost; with just so many, and none in hand, the stones jump."""
MILLS = tuple(
    tuple(mill.split("-"))
    for mill in [
        "a1-d1-g1",
        "b2-d2-f2",
        "c3-d3-e3",
        "a4-b4-c4",
        "e4-f4-g4",
        "c5-d5-e5",
        "b6-d6-f6",
        "a7-d7-g7",
        "a1-a4-a7",
        "b2-b4-b6",
        "c3-c4-c5",
        "d1-d2-d3",
        "d5-d6-d7",
        "e3-e4-e5",
        "f2-f4-f6",
        "g1-g4-g7",
    ]
)
BOARD = grid(SIDE, {point for mill in MILLS for point in mill})
LINES = tuple(pair for mill in MILLS for pair in pairwise(mill))
MILLS_OF = {point: tuple(mill for mill in MILLS if point in mill) for point in BOARD.points}
NEIGHBOURS = {point: frozenset(a if b == point else b for a, b in LINES if point in (a, b)) for point in BOARD.points}
Mills = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class MillRules(RuleBook):
    removal: str = "may"
    double_mill: int = 1
    all_in_mills: str = "none"

    GAME: ClassVar[str] = "mill"
    BOARD: ClassVar[int] = SIDE
    CHOICES: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "removal": ("may", "must"),
        "double_mill": (1, 2),
        "all_in_mills": ("none", "any"),
    }


@dataclass(frozen=True)
class Action:
    """What is done with an own stone, before one of the other's is taken."""

    kind: str
    start: str | None
    to: str


class Mill(Classic[MillRules]):
    id = "mill"
    section = 4
    book = MillRules
    boards = (BOARD,)
    memory: ClassVar[Mapping[str, Memory]] = {"hand": Memory(COUNTS, needed=True)}
    rule_ids = ("mill.place_first", "mill.adjacent", "mill.jump", "mill.remove", "mill.protected")
    ends = ("few", "cannot_move")

    def ground(self, point: str, rules: MillRules) -> Ground:
        return Ground(INK, square=False)

    def lines(self, rules: MillRules) -> Sequence[tuple[str, str]]:
        return LINES

    def set_up(self, rules: MillRules, players: Sequence[str]) -> Position:
        return self.of({}, hand=dict.fromkeys(self.colours, STONES))

    def is_content(self, content: object) -> bool:
        return super().is_content(content) and len(str(content)) == 1

    def most(self, colour: str, rules: MillRules) -> int:
        return STONES

    def hand(self, position: Position, colour: str, rules: MillRules) -> int:
        return int(position.recalls("hand").get(colour, 0))

    def legal(self, position: Position, asked: Asked[MillRules]) -> Iterator[Move]:
        for action in self._actions(position, asked):
            yield from self._turns(position, action, asked)

    def _actions(self, position: Position, asked: Asked[MillRules]) -> Iterator[Action]:
        pieces, player = position.pieces, asked.player
        free = [point for point in BOARD.points if point not in pieces]
        if self.hand(position, player, asked.rules):
            yield from (Action("place", None, to) for to in free)
            return
        own = [point for point, there in pieces.items() if there == player]
        for start in own:
            yield from (Action("move", start, to) for to in free if to in NEIGHBOURS[start])
            if len(own) <= FEWEST:
                yield from (Action("jump", start, to) for to in free if to not in NEIGHBOURS[start])

    def _turns(self, position: Position, action: Action, asked: Asked[MillRules]) -> Iterator[Move]:
        """The turns that begin so: with every stone that may be taken, and without where that is no duty."""
        acted = _acted(position.pieces, action, asked.player)
        closed = closed_at(acted, action.to, asked.player)
        whole = self._takings(acted, asked, _allowed(closed, asked.rules))
        if asked.rules.removal == "must":
            most = max(map(len, whole))
            whole = [taken for taken in whole if len(taken) == most]
        for taken in whole:
            yield self._move(position, action, closed, taken, asked)

    def _takings(self, acted: Mapping[str, str], asked: Asked[MillRules], most: int) -> list[tuple[str, ...]]:
        """The stones that may be taken, none first; two are taken one after the other."""
        found: list[tuple[str, ...]] = [()]
        if most:
            for point in removable(acted, asked.player, asked.rules):
                left = {p: there for p, there in acted.items() if p != point}
                for more in self._takings(left, asked, most - 1):
                    taken = tuple(sorted((point, *more)))
                    if taken not in found:
                        found.append(taken)
        return found

    def _move(
        self, position: Position, action: Action, closed: Mills, taken: tuple[str, ...], asked: Asked[MillRules]
    ) -> Move:
        changes = {action.to: asked.player, **dict.fromkeys(taken, "")}
        facts: dict[str, Any] = {"to": action.to}
        memory = {}
        if action.start:
            changes[action.start] = ""
            facts = {"from": action.start, **facts}
        else:
            held = position.recalls("hand")
            memory = {"hand": {**held, asked.player: held.get(asked.player, 0) - 1}}
        facts["closed"] = [list(mill) for mill in closed]
        facts["removed"] = None if not taken else taken[0] if len(taken) == 1 else list(taken)
        return Move(action.kind, changes, facts, memory)

    def unfinished(self, change: Change[MillRules]) -> Iterator[Move]:
        """Where taking a stone is a duty, a turn in which it still stands."""
        if change.rules.removal != "must":
            return
        asked, before = change.asked, change.before
        for action in self._actions(before, asked):
            acted = _acted(before.pieces, action, asked.player)
            closed = closed_at(acted, action.to, asked.player)
            whole = self._takings(acted, asked, _allowed(closed, asked.rules))
            most = max(map(len, whole))
            for taken in whole:
                if len(taken) < most:
                    move = self._move(before, action, closed, taken, asked)
                    left = todo("mill.take", count=most - len(taken))
                    yield Move(move.kind, move.changes, move.facts, move.memory, todo=left)

    def faults(self, change: Change[MillRules]) -> Iterator[Fault]:
        action = self._done(change)
        if action is None or change.foreign_came:
            return
        asked, before, taken = change.asked, change.before, change.foreign_gone
        acted = _acted(before.pieces, action, asked.player)
        closed = closed_at(acted, action.to, asked.player)
        move = self._move(before, action, closed, taken, asked)
        own = sum(there == asked.player for there in before.pieces.values())
        fields = tuple(point for point in (action.start, action.to) if point)
        if action.start and self.hand(before, asked.player, asked.rules):
            yield fault("mill.place_first", move, fields, count=self.hand(before, asked.player, asked.rules))
        if action.start and action.to not in NEIGHBOURS[action.start] and own > FEWEST:
            yield fault("mill.adjacent", move, fields)
        held = tuple(p for p in taken if p not in removable(acted, asked.player, asked.rules) and in_mill(acted, p))
        if held:
            yield fault("mill.protected", move, held)
        if taken and not closed:
            yield fault("mill.remove", move, taken)
        if len(taken) > _allowed(closed, asked.rules):
            yield fault("mill.remove", move, taken, said="many", count=_allowed(closed, asked.rules))

    def _done(self, change: Change[MillRules]) -> Action | None:
        """What was done with an own stone, allowed or not."""
        if moved := change.moved:
            near = moved[1] in NEIGHBOURS[moved[0]]
            jumps = not near and not self.hand(change.before, change.asked.player, change.rules)
            own = sum(there == change.asked.player for there in change.before.pieces.values())
            return Action("jump" if jumps and own <= FEWEST else "move", *moved)
        if len(change.own_came) == 1 and not change.own_gone:
            return Action("place", None, change.own_came[0])
        return None

    def remarks(self, change: Change[MillRules], move: Move) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
        """Not to take a stone is advised against."""
        closed = tuple(map(tuple, move.facts.get("closed", ())))
        taken = _listed(move.facts.get("removed"))
        acted = {p: there for p, there in {**change.before.pieces, **move.changes}.items() if there}
        left = len(taken) < _allowed(closed, change.rules)
        if left and (could := removable(acted, change.asked.player, change.rules)):
            return (), (remark("mill.remove", could, said="advice"),)
        return (), ()

    def outcome(self, position: Position, move: Move, asked: Asked[MillRules]) -> Ending | None:
        for other in asked.others[:1]:
            held = self.hand(position, other, asked.rules)
            stones = sum(there == other for there in position.pieces.values())
            if stones + held < FEWEST:
                return Ending("few", asked.player)
            blocked = not held and stones > FEWEST
            if blocked and not any(True for _ in self._actions(position, asked.of(other))):
                return Ending("cannot_move", asked.player)
        return None

    def judged(self, position: Position, rules: MillRules, players: Sequence[str]) -> PositionVerdict:
        stones = {c: sum(there == c for there in position.pieces.values()) for c in players}
        mills = {c: [list(m) for m in MILLS if all(position.at(p) == c for p in m)] for c in players}
        return PositionVerdict((), stones, {"stones": stones, "mills": mills})

    def choose(self, moves: list[Move], position: Position, asked: Asked[MillRules], rng: random.Random) -> Move:
        """Whoever can take a stone does, so that random games come to an end."""
        return rng.choice([move for move in moves if move.facts["removed"]] or moves)

    def write(self, move: Move) -> str:
        facts = move.facts
        start = f"{facts['from']}-" if "from" in facts else ""
        return start + "x".join([facts["to"], *_listed(facts.get("removed"))])


def _listed(removed: Any) -> tuple[str, ...]:
    return () if removed is None else (removed,) if isinstance(removed, str) else tuple(removed)


def _acted(pieces: Mapping[str, str], action: Action, player: str) -> dict[str, str]:
    return {**{point: there for point, there in pieces.items() if point != action.start}, action.to: player}


def closed_at(pieces: Mapping[str, str], point: str, colour: str) -> Mills:
    """The mills that a stone on this point closes."""
    return tuple(mill for mill in MILLS_OF[point] if all(pieces.get(p) == colour for p in mill))


def in_mill(pieces: Mapping[str, str], point: str) -> bool:
    return bool(closed_at(pieces, point, pieces.get(point, "")))


def removable(pieces: Mapping[str, str], player: str, rules: MillRules) -> tuple[str, ...]:
    """The stones of the other that may be taken: those in no mill; if all are, none or any."""
    others = [point for point, there in pieces.items() if there != player]
    free = tuple(point for point in others if not in_mill(pieces, point))
    return BOARD.in_order(free if free or rules.all_in_mills == "none" else others)


def _allowed(closed: Mills | Sequence[Sequence[str]], rules: MillRules) -> int:
    """How many stones may be taken."""
    return min(len(closed), rules.double_mill)

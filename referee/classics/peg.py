"""Solitaire: one peg jumps over another into a free hole, until none can."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from referee.classics.boards import Board, at, cell, grid
from referee.classics.classic import Classic, Ground
from referee.classics.position import COLOURS, Position, is_stack
from referee.classics.rules import RuleBook
from referee.classics.turn import Asked, Change, Fault, Move, fault, todo
from referee.classics.verdict import Ending, PositionVerdict
from referee.places import UNKNOWN
from referee.top_view import WOOD_DARK

SIDE = 7
CENTRE = "d4"
EUROPEAN_ONLY = ("b2", "f2", "b6", "f6")
HOLE = 0.2
"""Its radius as it is drawn, in fields."""
MOST_JUMPS = 4
"""So many jumps are tried as one look."""
ENGLISH_POINTS = tuple(at(i, j) for j in range(SIDE) for i in range(SIDE) if i in (2, 3, 4) or j in (2, 3, 4))
BOARDS = {"english": grid(SIDE, ENGLISH_POINTS), "european": grid(SIDE, (*ENGLISH_POINTS, *EUROPEAN_ONLY))}
Jump = tuple[str, str, str]
"""From where, over which, to where."""


@dataclass(frozen=True)
class PegRules(RuleBook):
    board_: str = "english"
    target: tuple[str, ...] | None = None
    """The points that shall remain, None if it is one peg."""

    GAME: ClassVar[str] = "peg"
    BOARD: ClassVar[int] = SIDE
    CHOICES: ClassVar[Mapping[str, tuple[Any, ...]]] = {"board": tuple(BOARDS)}
    FREE: ClassVar[Mapping[str, str]] = {"target": "none, d4 d5 …"}

    @classmethod
    def read_free(cls, key: str, value: object) -> tuple[str, ...] | None:
        """`target`: a list of points, or their names in a row."""
        if value is None or value == "none":
            return None
        words = value.replace(",", " ").split() if isinstance(value, str) else value
        points = BOARDS["european"]
        if not isinstance(words, list | tuple) or not words or not all(word in points.order for word in words):
            raise ValueError(key)
        return points.in_order(set(words))


@cache
def jumps_on(board: str) -> tuple[Jump, ...]:
    """Every jump that the board has room for."""
    points = BOARDS[board]
    ways = ((1, 0), (0, 1), (-1, 0), (0, -1))
    found = []
    for start in points.points:
        i, j = cell(start)
        for x, y in ways:
            if 0 <= i + 2 * x < SIDE and 0 <= j + 2 * y < SIDE:
                jump = start, at(i + x, j + y), at(i + 2 * x, j + 2 * y)
                if points.holds(jump):
                    found.append(jump)
    return tuple(found)


class Peg(Classic[PegRules]):
    id = "peg"
    section = 9
    book = PegRules
    boards = tuple(BOARDS.values())
    colours = "w"
    players = (1, 1)
    rule_ids = ("peg.jump", "peg.diagonal", "peg.taken")
    ends = ("cannot_move", "target")

    def board(self, rules: PegRules) -> Board:
        return BOARDS[rules.board_]

    def ground(self, point: str, rules: PegRules) -> Ground:
        return Ground(WOOD_DARK, square=False, radius=HOLE)

    def lines(self, rules: PegRules) -> Iterator[tuple[str, str]]:
        """Along every row and column."""
        points = self.board(rules).points
        for way in (0, 1):
            for number in range(SIDE):
                row = sorted((point for point in points if cell(point)[way] == number), key=cell)
                yield row[0], row[-1]

    def set_up(self, rules: PegRules, players: Sequence[str]) -> Position:
        return self.of({point: "w" for point in self.board(rules).points if point != CENTRE})

    def is_content(self, content: object) -> bool:
        return is_stack(content, COLOURS + UNKNOWN) and len(str(content)) == 1

    def alike(self, there: str, seen: str) -> bool:
        """Colours do not matter."""
        return bool(there) == bool(seen)

    def stones(self, content: str) -> str:
        return "w" if content else ""

    def most(self, colour: str, rules: PegRules) -> int:
        return len(self.board(rules).points)

    def legal(self, position: Position, asked: Asked[PegRules]) -> Iterator[Move]:
        pieces = position.pieces
        for jump in jumps_on(asked.rules.board_):
            start, over, to = jump
            if start in pieces and over in pieces and to not in pieces:
                yield _jump_of(position, [jump])

    def joined(self, change: Change[PegRules]) -> Iterator[list[Move]]:
        """Every jump takes one peg: so many fewer pegs, so many jumps."""
        before, after = frozenset(change.before.pieces), frozenset(change.after.pieces)
        count = len(before) - len(after)
        if change.doubtful or not 1 < count <= MOST_JUMPS:
            return
        way = _way(before, after, count, jumps_on(change.rules.board_))
        if way:
            yield [_jump_of(change.before, way)]

    def unfinished(self, change: Change[PegRules]) -> Iterator[Move]:
        for move in self.legal(change.before, change.asked):
            (step,) = move.facts["steps"]
            changes = {point: there for point, there in move.changes.items() if point != step["over"]}
            yield Move("jump", changes, move.facts, todo=todo("take", points=(step["over"],)))

    def faults(self, change: Change[PegRules]) -> Iterator[Fault]:
        gone, came = tuple(change.gone), tuple(change.came)
        fields = tuple(sorted(change.points))
        if len(came) == 1 and len(gone) == 2 and (start := _diagonal(gone, came[0])):
            (over,) = set(gone) - {start}
            yield fault("peg.diagonal", _told(start, over, came[0]), fields)
        if len(came) == 1 and len(gone) in (1, 2):
            yield fault("peg.jump", _told(gone[0], None, came[0]) if len(gone) == 1 else None, fields)
        if gone:
            yield fault("peg.taken", None, fields)

    def told(self, change: Change[PegRules]) -> None:
        """A peg that was put in is no turn."""

    def outcome(self, position: Position, move: Move, asked: Asked[PegRules]) -> Ending | None:
        left = len(position.pieces)
        grade = None if left != 1 else "one_centre" if CENTRE in position.pieces else "one"
        told: dict[str, Any] = {"winner": None, "scores": {"w": left}, "more": {"grade": grade}}
        target = asked.rules.target
        if target is not None and set(position.pieces) == set(target):
            return Ending("target", **told)
        if not any(True for _ in self.legal(position, asked)):
            return Ending("cannot_move", **told)
        return None

    def judged(self, position: Position, rules: PegRules, players: Sequence[str]) -> PositionVerdict:
        left = len(position.pieces)
        jumps = sum(1 for _ in self.legal(position, Asked(rules, "w", ("w",))))
        return PositionVerdict((), {"w": left}, {"pegs": {"w": left}, "jumps": {"w": jumps}})

    def write(self, move: Move) -> str:
        return " ".join(f"{step['from']}-{step['to']}" for step in move.facts["steps"])


def _jump_of(position: Position, jumps: Sequence[Jump]) -> Move:
    changes: dict[str, str] = {}
    for start, over, to in jumps:
        changes |= {start: "", over: "", to: changes.get(start) or position.at(start)}
    steps = [{"from": start, "over": over, "to": to} for start, over, to in jumps]
    return Move("jump", changes, {"steps": steps}, again=True)


def _told(start: str, over: str | None, to: str) -> Move:
    return Move("jump", facts={"steps": [{"from": start, "over": over, "to": to}]})


def _diagonal(gone: tuple[str, ...], to: str) -> str | None:
    """From where a peg came two fields diagonally off, over the other one that went."""
    for start, over in (gone, gone[::-1]):
        (i, j), (k, m), (x, y) = cell(start), cell(over), cell(to)
        if abs(i - x) == abs(j - y) == 2 and (2 * k, 2 * m) == (i + x, j + y):
            return start
    return None


def _way(before: frozenset[str], after: frozenset[str], count: int, jumps: Sequence[Jump]) -> list[Jump] | None:
    """Jumps that lead from one set of pegs to another; no jump changes more than three points."""
    if count == 0:
        return [] if before == after else None
    if len(before ^ after) > 3 * count:
        return None
    for jump in jumps:
        start, over, to = jump
        if start in before and over in before and to not in before:
            rest = _way(before - {start, over} | {to}, after, count - 1, jumps)
            if rest is not None:
                return [jump, *rest]
    return None

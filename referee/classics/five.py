"""Five in a row: sixteen stones each are set, then moved, until five stand in a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from referee.classics.boards import Board, at, cell, grid
from referee.classics.classic import Classic, Ground
from referee.classics.position import Position
from referee.classics.rules import YES_OR_NO, RuleBook
from referee.classics.turn import Asked, Change, Fault, Move, fault, todo
from referee.classics.verdict import Ending, PositionVerdict
from referee.places import UNKNOWN
from referee.top_view import WOOD, WOOD_DARK

USUAL_SIZE, SMALLEST, LARGEST = 8, 6, 15
STONES = 16
ROW = 5
SIZES = tuple(range(SMALLEST, LARGEST + 1))
BOARDS = {size: grid(size) for size in SIZES}
LINES = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True)
class FiveRules(RuleBook):
    size: int = USUAL_SIZE
    overline: bool = True

    GAME: ClassVar[str] = "five"
    CHOICES: ClassVar[Mapping[str, tuple[Any, ...]]] = {"size": SIZES, "overline": YES_OR_NO}

    @property
    def board(self) -> int:
        return self.size


class Five(Classic[FiveRules]):
    id = "five"
    section = 8
    book = FiveRules
    boards = tuple(BOARDS[size] for size in sorted(SIZES, key=lambda size: (size < USUAL_SIZE, size)))
    rule_ids = ("five.place", "five.place_first", "five.row")
    ends = ("row",)

    def board(self, rules: FiveRules) -> Board:
        return BOARDS[rules.size]

    def ground(self, point: str, rules: FiveRules) -> Ground:
        return Ground(WOOD_DARK if sum(cell(point)) % 2 == 0 else WOOD)

    def set_up(self, rules: FiveRules, players: Sequence[str]) -> Position:
        return self.of({})

    def is_content(self, content: object) -> bool:
        return super().is_content(content) and len(str(content)) == 1

    def most(self, colour: str, rules: FiveRules) -> int:
        return STONES

    def hand(self, position: Position, colour: str, rules: FiveRules) -> int:
        return max(STONES - sum(there == colour for there in position.pieces.values()), 0)

    def legal(self, position: Position, asked: Asked[FiveRules]) -> Iterator[Move]:
        return self._turns(position, asked, self.board(asked.rules).points, tuple(position.pieces))

    def likely(self, change: Change[FiveRules]) -> Iterator[Move]:
        """Five hundred turns are possible at the end of a game; few of them go where something changed."""
        seen = change.points | change.doubtful | {p for p, there in change.after.pieces.items() if there == UNKNOWN}
        points = tuple(point for point in self.board(change.rules).points if point in seen)
        return self._turns(change.before, change.asked, points, points)

    def _turns(
        self, position: Position, asked: Asked[FiveRules], ends: Sequence[str], starts: Sequence[str]
    ) -> Iterator[Move]:
        pieces, player = position.pieces, asked.player
        free = [point for point in ends if point not in pieces]
        if self.hand(position, player, asked.rules):
            for to in free:
                yield Move("place", {to: player}, {"to": to, "row": row_through(pieces, to, player, asked.rules)})
            return
        for start in [point for point in starts if pieces.get(point) == player]:
            left = {point: there for point, there in pieces.items() if point != start}
            for to in free:
                row = row_through(left, to, player, asked.rules)
                yield Move("move", {start: "", to: player}, {"from": start, "to": to, "row": row})

    def unfinished(self, change: Change[FiveRules]) -> Iterator[Move]:
        player = change.asked.player
        if self.hand(change.before, player, change.rules) == 0:
            for start in change.own_gone:
                yield Move("move", {start: ""}, {"from": start, "to": None}, todo=todo("set", points=(start,)))

    def faults(self, change: Change[FiveRules]) -> Iterator[Fault]:
        lifted = len(change.own_gone) == 1 and not change.own_came
        alone = not change.foreign_gone and not change.foreign_came
        if (change.moved or lifted) and alone and self.hand(change.before, change.asked.player, change.rules):
            facts = {"from": change.own_gone[0], "to": change.own_came[0] if change.own_came else None}
            yield fault("five.place_first", Move("move", facts=facts), tuple(sorted(change.points)))

    def outcome(self, position: Position, move: Move, asked: Asked[FiveRules]) -> Ending | None:
        return Ending("row", asked.player) if move.facts.get("row") else None

    def judged(self, position: Position, rules: FiveRules, players: Sequence[str]) -> PositionVerdict:
        longest = {colour: longest_line(position, colour) for colour in players}
        return PositionVerdict((), longest, {"longest": longest})

    def write(self, move: Move) -> str:
        to = str(move.facts["to"])
        return to if move.kind == "place" else f"{move.facts['from']}-{to}"


def lines_through(pieces: Mapping[str, str], point: str, colour: str) -> Iterator[list[str]]:
    """The unbroken lines of a colour through a point that is taken to have that colour."""
    i, j = cell(point)
    for x, y in LINES:
        line = [point]
        for way in (-1, 1):
            step = way
            while 0 <= (k := i + step * x) < LARGEST and (m := j + step * y) >= 0 and pieces.get(at(k, m)) == colour:
                line.insert(0 if way < 0 else len(line), at(k, m))
                step += way
        yield line


def row_through(pieces: Mapping[str, str], point: str, colour: str, rules: FiveRules) -> list[str] | None:
    """The line that wins with a stone on this point, None if there is none."""
    for line in lines_through(pieces, point, colour):
        if len(line) == ROW or (rules.overline and len(line) > ROW):
            return line
    return None


def longest_line(position: Position, colour: str) -> int:
    own = (point for point, there in position.pieces.items() if there == colour)
    return max((len(line) for p in own for line in lines_through(position.pieces, p, colour)), default=0)

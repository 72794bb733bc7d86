"""An independent judge of Anti-Blok: plays every order of steps that the rules allow and collects what can come of it.

Written from the rule sheet, not from the referee: a board is a list of 25 cards with numbers, a step changes it, and a
turn is lawful if some row of steps leads to the board that was seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

FACES = ["L1", "L2", "R1", "R2", "S", "X"]
Cards = tuple[str, ...]
Blocks = frozenset[tuple[int, str]]
Board = tuple[Cards, Blocks]
MEETING = {  # crossing number: the four cards and the corner each has there
    4 * y + x: [(5 * y + x, 2), (5 * y + x + 1, 3), (5 * y + x + 5, 1), (5 * y + x + 6, 0)]
    for y in range(4)
    for x in range(4)
}


def left(card: str) -> str:
    return card[3] + card[0] + card[1] + card[2]


def right(card: str) -> str:
    return card[1] + card[2] + card[3] + card[0]


@dataclass
class Table:
    """Who plays, and how they read the rules."""

    player: str
    blocks_each: int = 3
    free_direction: bool = False
    neighbours_only: bool = False
    must_act: bool = True
    must_place: bool = False
    others_only: bool = False
    old_squares: bool = True
    reached: set[Board] = field(default_factory=set)

    def lawful(self, board: Board, die: list[str] | None) -> set[Board]:
        """Every board that a picture of a lawful turn can show."""
        self.reached = set()
        self.start = board
        self.seen: set[tuple[Board, tuple[str, ...], bool]] = set()
        self._before_throw(board, die)
        return self.reached

    def _square(self, cards: Cards, crossing: int) -> str | None:
        letters = {cards[i][corner] for i, corner in MEETING[crossing]}
        return letters.pop() if len(letters) == 1 else None

    def _lay(self, board: Board) -> Iterator[Board]:
        """One more own block, wherever there is a free own square."""
        cards, blocks = board
        if sum(colour == self.player for _, colour in blocks) < self.blocks_each:
            taken = {at for at, _ in blocks}
            for crossing in MEETING:
                old = all(cards[i] == self.start[0][i] for i, _ in MEETING[crossing])
                if old and not self.old_squares:
                    continue
                if crossing not in taken and self._square(cards, crossing) == self.player:
                    yield cards, blocks | {(crossing, self.player)}

    def _has_won(self, board: Board) -> bool:
        return sum(colour == self.player for _, colour in board[1]) >= self.blocks_each

    def _before_throw(self, board: Board, die: list[str] | None) -> None:
        if (board, (), False) in self.seen:
            return
        self.seen.add((board, (), False))
        if die is None:
            self.reached.add(board)
        for more in self._lay(board):
            if self._has_won(more):
                self.reached.add(more)
            else:
                self._before_throw(more, die)
        for face in FACES if die is None else die[:1]:
            rest = None if die is None else die[1:]
            if face == "X":
                self._anti_blok(board, rest)
            else:
                self._obey(board, face)

    def _anti_blok(self, board: Board, rest: list[str] | None) -> None:
        cards, blocks = board
        spared = self.player if self.others_only else None
        for after in [board, *((cards, blocks - {b}) for b in blocks if b[1] != spared)]:
            self._second_throw(after, rest)

    def _second_throw(self, board: Board, rest: list[str] | None) -> None:
        if (board, tuple(rest or ["?"]), True) in self.seen:
            return
        self.seen.add((board, tuple(rest or ["?"]), True))
        if not rest:  # not thrown yet, or not seen
            self.reached.add(board)
        for more in self._lay(board):
            if self._has_won(more):
                self.reached.add(more)
            else:
                self._second_throw(more, rest)
        for face in rest or FACES:
            if face == "X":
                self._finish(board)
            else:
                self._obey(board, face)

    def _obey(self, board: Board, face: str) -> None:
        boards = list(self._done(board, face))
        for after in boards if boards and self.must_act else [*boards, board]:
            self._finish(after)

    def _done(self, board: Board, face: str) -> Iterator[Board]:
        cards, blocks = board
        locked = {i for at, _ in blocks for i, _ in MEETING[at]}
        free = [i for i in range(25) if i not in locked]
        if face == "S":
            for a in free:
                for b in free:
                    beside = (b - a == 1 and b % 5 != 0) or b - a == 5
                    if a < b and (beside or not self.neighbours_only):
                        yield self._with(cards, {a: cards[b], b: cards[a]}), blocks
            return
        ways = [left, right] if self.free_direction else [left if face[0] == "L" else right]
        for a in free:
            if face[1] == "1":
                for way in ways:
                    yield self._with(cards, {a: way(cards[a])}), blocks
            else:
                yield self._with(cards, {a: left(left(cards[a]))}), blocks
                for b in free:
                    for one in ways if b > a else []:
                        for two in ways:
                            yield self._with(cards, {a: one(cards[a]), b: two(cards[b])}), blocks

    @staticmethod
    def _with(cards: Cards, new: dict[int, str]) -> Cards:
        return tuple(new.get(i, card) for i, card in enumerate(cards))

    def _finish(self, board: Board) -> None:
        """Blocks on squares at the end; where that is a duty, on all of them."""
        more = list(self._lay(board))
        if not (self.must_place and more):
            self.reached.add(board)
        for after in more:
            self._finish(after)

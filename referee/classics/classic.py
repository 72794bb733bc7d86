"""What one classic gives: its board, its pieces, its turns and its faults, and by default what most of them share."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from referee.classics.boards import Board
from referee.classics.memory import Memory
from referee.classics.position import COLOURS, Position, is_stack
from referee.classics.rules import RuleBook
from referee.classics.turn import Asked, Change, Fault, Move, remark
from referee.classics.verdict import Ending, PositionVerdict, TurnVerdict
from referee.places import UNKNOWN, look_alike
from referee.top_view import WOOD
from referee.verdict import Finding

R = TypeVar("R", bound=RuleBook)


@dataclass(frozen=True)
class Ground:
    """How a point is drawn from above: a square field, or a round one of this radius, in a paint of `top_view`."""

    paint: str = WOOD
    square: bool = True
    radius: float | None = None


class Classic(ABC, Generic[R]):
    """One game. The names of its methods are the steps of `explain.judge_turn`."""

    id: ClassVar[str]
    section: ClassVar[int]
    """Where in the booklet's restated rules the game stands."""
    book: type[R]
    boards: tuple[Board, ...]
    """The boards it can be played on; a position is drawn on the first that has its points."""
    colours: ClassVar[str] = "wb"
    """The pieces' colours, in the usual order of play."""
    players: ClassVar[tuple[int, int]] = (2, 2)
    age: ClassVar[int | None] = None
    memory: ClassVar[Mapping[str, Memory]] = {}
    faces: ClassVar[tuple[int, ...]] = ()
    """What the die shows, () where nothing is thrown."""
    rule_ids: ClassVar[tuple[str, ...]] = ()
    """The game's own rules, as findings name them."""
    ends: ClassVar[tuple[str, ...]] = ()
    """For what reasons it ends."""
    aliases: ClassVar[Mapping[str, str]] = {}
    """Other names of points."""
    wrong_content: ClassVar[str] = "classics.input.content"
    """What is said of something that cannot stand on a point."""
    also_begins: ClassVar[str] = ""
    """How a position begins that is written in another way than ours."""

    # The board and what stands on it
    def board(self, rules: R) -> Board:
        return self.boards[0]

    @abstractmethod
    def set_up(self, rules: R, players: Sequence[str]) -> Position:
        """How the game begins."""

    def of(self, pieces: Mapping[str, str], **remembered: object) -> Position:
        return Position(self.id, dict(pieces), remembered, self.memory)

    def is_content(self, content: object) -> bool:
        """Whether this can be said of a point at all."""
        return is_stack(content, self.colours + UNKNOWN)

    def read_tidy(self, position: Position) -> Position:
        """The same as it is kept, where the order of letters means nothing."""
        return position

    def from_other(self, text: str) -> Position:
        """A position written in the other way."""
        raise NotImplementedError

    def is_usual(self, position: Position, usual: Position) -> bool:
        """Whether a position is the usual set-up, so that what belongs to that need not be said."""
        return position == usual

    def check_known(self, position: Position) -> None:
        """An error if something about the pieces is not known without which no turn can be judged."""

    def tidy(self, position: Position) -> Position:
        """The same as it is compared, where several ways to stand are one."""
        return position

    def alike(self, there: str, seen: str) -> bool:
        """Whether what stands on a point may be what was seen of it."""
        return there == seen or look_alike(there, seen)

    def stones(self, content: str) -> str:
        """The colour of every piece on a point."""
        return content

    def hand(self, position: Position, colour: str, rules: R) -> int:
        """How many pieces of a colour are still to be brought onto the board."""
        return 0

    def most(self, colour: str, rules: R) -> int:
        """How many pieces of a colour there are."""
        return 1000

    # How the board looks from above
    def ground(self, point: str, rules: R) -> Ground:
        return Ground()

    def lines(self, rules: R) -> Iterable[tuple[str, str]]:
        """Between which points a line is drawn."""
        return ()

    def sign(self, point: str) -> str:
        """What is written on a point."""
        return ""

    # Turns
    @abstractmethod
    def legal(self, position: Position, asked: Asked[R]) -> Iterable[Move]:
        """Every lawful turn, one step long where a look may show several; passing is no turn. In a game with a die it
        is asked for one throw at a time."""

    def likely(self, change: Change[R]) -> Iterable[Move]:
        """Those of the lawful turns that may be what was seen. A game with very many leaves out at once what is not."""
        return self.legal(change.before, change.asked)

    def steps(self, position: Position, asked: Asked[R]) -> Iterable[Move]:
        """What can be done with one throw: every lawful turn, or the pass if there is none."""
        moves = list(self.legal(position, asked))
        if moves:
            return moves
        passing = self.passes(position, asked)
        return [passing] if passing else []

    def may_be(self, change: Change[R], throws: int) -> bool:
        """Whether what was seen may be so many throws. A game that can tell at a glance spares itself trying."""
        return True

    def joined(self, change: Change[R]) -> Iterator[list[Move]]:
        """Lawful turns of several steps that may be what was seen: first those of two steps, then those of three …"""
        return iter(())

    def unfinished(self, change: Change[R]) -> Iterable[Move]:
        """Lawful turns as they look before they are carried to their end, each with what is left to do."""
        return ()

    def faults(self, change: Change[R]) -> Iterator[Fault]:
        """The game's table of faults, top to bottom; the first one is reported."""
        return iter(())

    def told(self, change: Change[R]) -> Move | None:
        """What was done, as a turn, of a turn that is none: a piece set, or one moved."""
        if moved := change.moved:
            return Move("move", facts={"from": moved[0], "to": moved[1]})
        if len(change.own_came) == 1 and not change.own_gone:
            return Move("place", facts={"to": change.own_came[0]})
        return None

    def passes(self, position: Position, asked: Asked[R]) -> Move | None:
        """The pass that is lawful here, None if the player has a turn."""
        return None if any(True for _ in self.legal(position, asked)) else Move("pass")

    def remarks(self, change: Change[R], move: Move) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
        """What a lawful turn leaves open, and what is to be advised."""
        return move.open, move.advice

    def left(self, change: Change[R]) -> Mapping[str, object]:
        """What is remembered after a turn that cannot be explained, where it is something else than before."""
        return {}

    def standing(self, change: Change[R]) -> Mapping[str, str]:
        """What stands where something changed, after a turn that cannot be explained."""
        return {point: change.after.at(point) for point in change.points}

    # What follows
    def following(self, position: Position, move: Move, asked: Asked[R]) -> tuple[str, Position]:
        """Who is next after a complete turn that does not end the game, and the position with what that changes."""
        return (asked.player if move.again or not asked.others else asked.others[0]), position

    @abstractmethod
    def outcome(self, position: Position, move: Move, asked: Asked[R]) -> Ending | None:
        """How a lawful turn has ended the game, or brought somebody home."""

    def goes_on(self, position: Position, ending: Ending, asked: Asked[R]) -> bool:
        """Whether the others play on for the next places."""
        return False

    def recurring(self, position: Position, to_move: str, rules: R) -> Hashable:
        """What is the same if a position comes again, where it matters how often one does; None where it does not."""
        return None

    def by_record(self, verdict: TurnVerdict, times: int, rules: R) -> TurnVerdict:
        """The verdict with what only the game so far can say: its position is there for so many times."""
        return verdict

    def check_agreed(self, position: Position, rules: R) -> None:
        """An error if the players cannot agree on a draw here."""

    # A position in itself
    def broken(self, position: Position, rules: R) -> Iterator[Finding]:
        """Which of the game's rules a position breaks in itself."""
        return iter(())

    @abstractmethod
    def judged(self, position: Position, rules: R, players: Sequence[str]) -> PositionVerdict:
        """What a position tells; `broken` and the stock are added to it."""

    def set_up_faults(self, position: Position, rules: R) -> tuple[Finding, ...]:
        """What is not as the game begins, for those who have pieces on the board."""
        usual = self.set_up(rules, self.seen_players(position))
        board = self.board(rules)
        if wrong := tuple(p for p in board.points if not self.alike(usual.at(p), position.at(p))):
            return (remark("setup.pieces", wrong),)
        return ()

    def seen_players(self, position: Position) -> tuple[str, ...]:
        """Who plays, if nobody says so: the colours on the board; all that can, where both always do."""
        if self.players[0] == self.players[1]:
            return tuple(self.colours[: self.players[0]])
        seen = {stone for there in position.pieces.values() for stone in self.stones(there)}
        return tuple(c for c in self.colours if c in seen) or tuple(self.colours[: self.players[0]])

    # Words
    @abstractmethod
    def write(self, move: Move) -> str:
        """A lawful turn as players write it, without what was thrown."""

    def reads(self, move: Move, written: str) -> bool:
        """Whether this is how the turn is written."""
        return self.write(move) == written

    def choose(self, moves: list[Move], position: Position, asked: Asked[R], rng: random.Random) -> Move:
        """A turn for random play."""
        return rng.choice(moves)


def colours_in(content: str) -> str:
    """The colour letters of a point's content."""
    return "".join(letter for letter in content if letter in COLOURS + UNKNOWN)

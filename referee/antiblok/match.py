"""A game being played: whose turn it is, a turn of which a picture showed only a part, and when it is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.antiblok.asked import Asked, TurnVerdict
from referee.antiblok.dice import ANTIBLOK, MOST_THROWS, Die
from referee.antiblok.ending import most_blocks
from referee.antiblok.explain import judge_turn
from referee.antiblok.legal import legal_turns, near
from referee.antiblok.position import Position, is_colour
from referee.antiblok.repeat import Marks
from referee.antiblok.rules import TURNS_OF_THE_GOAL, Goal, RuleBook
from referee.antiblok.scoring import PositionVerdict, count_blocks, judge_position
from referee.verdict import Outcome
from words.message import InputError, message


@dataclass(frozen=True)
class UnderWay:
    """A turn that is not complete: how the board was when it began, and what is known to have been thrown."""

    begun: Position
    thrown: Die = ()


@dataclass(frozen=True)
class Match:
    """The state of a game. `play` gives the next state and leaves this one as it is."""

    rules: RuleBook
    players: tuple[str, ...]
    position: Position
    to_move: str
    turns: int = 0
    """How many are complete."""
    marks: Mapping[str, frozenset[str]] | None = field(default_factory=dict)
    """Who turned which cards last; None in a game that was joined half-way."""
    previous: str | None = None
    freed: frozenset[str] = frozenset()
    """Squares whose block Anti-Blok took away and that have been there ever since."""
    under_way: UnderWay | None = None
    outcome: Outcome | None = None

    def __hash__(self) -> int:
        return hash((self.position, self.to_move, self.turns))

    def verdict(self) -> PositionVerdict:
        return judge_position(self.position, self.rules, self.players)

    def play(self, after: Position, die: Die | None = None) -> tuple[Match, TurnVerdict]:
        """The state after the player to move made this position, and the verdict on it. `die` has all throws of the
        turn; one that comes after an earlier picture's Anti-Blok may be said alone.

        An illegal turn is played too: whether to put it right instead is for the players to say.
        """
        if self.outcome:
            raise InputError(message("match.over"))
        asked = self.asked(die)
        verdict = judge_turn(self._begun, after, asked)
        assert verdict.position is not None
        outcome = verdict.outcome
        state = replace(self, position=verdict.position, freed=self._freed(verdict.position))
        if verdict.broke("turn.order") or (verdict.turn and not verdict.turn.complete):
            return self._not_yet(state, verdict, asked.die), verdict
        following = verdict.next or self._after(self.to_move)
        state = replace(
            state,
            to_move=following,
            turns=self.turns + 1,
            marks=self._marks(verdict),
            previous=self.to_move,
            under_way=None,
        )
        if outcome is None and self.rules.solo:
            outcome = state.end_of_turns()
        elif outcome and self.rules.solo:
            outcome = replace(outcome, scores={self.to_move: state.turns})
        told = replace(verdict, outcome=outcome if verdict.legal else None, next=None if outcome else following)
        return replace(state, outcome=outcome), told

    def _not_yet(self, state: Match, verdict: TurnVerdict, thrown: Die | None) -> Match:
        """The same player goes on. What was wrong is left to stand, and not held against the rest of the turn."""
        if not verdict.legal:
            return replace(state, under_way=None)
        assert verdict.turn is not None
        known = thrown or ((ANTIBLOK,) if verdict.turn.taken else ())
        return replace(state, under_way=UnderWay(self._begun, known))

    @property
    def _begun(self) -> Position:
        return self.under_way.begun if self.under_way else self.position

    def asked(self, die: Die | None = None) -> Asked:
        """What the turn of the player to move is judged by."""
        thrown = self.under_way.thrown if self.under_way else ()
        if thrown == (ANTIBLOK,) and (die is None or (len(die) < MOST_THROWS and die != thrown)):
            die = thrown + (die or ())
        held = frozenset(at for at, c in self.position.blocks.items() if self._begun.blocks.get(at) != c)
        return Asked(self.rules, self.to_move, self.players, die, self.marks, self.previous, held, self.freed)

    def near(self, seen: Position, doubtful: frozenset[str], die: Die | None = None) -> Iterator[Position]:
        """What the board can be after a legal turn if it looks like this; with no die, for every possible throw."""
        yield from near(self._begun, self.asked(die), seen, doubtful)

    def legal_turns(self, die: Die | None = None) -> Iterator[tuple[Die | None, Position]]:
        """Every position that a legal turn can lead to, with its throws; without throws the turn is under way."""
        return legal_turns(self._begun, self.asked(die))

    def end_of_turns(self) -> Outcome | None:
        """Alone, the game is over after so many turns, if that is the goal."""
        if self.rules.goal is not Goal.TURNS or self.turns < TURNS_OF_THE_GOAL:
            return None
        return Outcome("turns", None, count_blocks(self.position, self.rules, self.players))

    def time_up(self) -> Match:
        """The game as the agreed time ends it."""
        if self.outcome:
            raise InputError(message("match.over"))
        if self.rules.time_limit is None and not (self.rules.solo and self.rules.goal is Goal.TIME):
            raise InputError(message("antiblok.notation.no_limit"))
        return replace(self, under_way=None, outcome=most_blocks(self.position, self.rules, self.players))

    def _after(self, player: str) -> str:
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def _marks(self, verdict: TurnVerdict) -> Marks | None:
        """After a turn that nobody can explain nobody knows which cards were turned."""
        if verdict.turn is None and not verdict.broke("turn.foreign"):
            return None
        return verdict.marks

    def _freed(self, after: Position) -> frozenset[str]:
        gone = {at for at, colour in self.position.blocks.items() if after.blocks.get(at) != colour}
        squares = after.squares()
        return frozenset(
            at for at in self.freed | gone if at in squares and squares[at] == self.position.square(at)
        ) - frozenset(after.blocks)


def start(rules: RuleBook, players: Sequence[str], position: Position) -> Match:
    """A new game. Its set-up is checked by `set_up_faults`, not here, for a game may be joined half-way."""
    check_players(players, rules)
    return Match(rules, tuple(players), position, players[0])


def check_players(players: Sequence[str], rules: RuleBook) -> None:
    fewest, most = rules.players
    if not all(map(is_colour, players)) or len(set(players)) != len(players):
        raise InputError(message("match.players", players=" ".join(players)[:40]))
    if not fewest <= len(players) <= most:
        raise InputError(message("match.number", game=rules.id, fewest=fewest, most=most, count=len(players)))

"""A game being played: whose turn it is, a turn of which a look showed only a part, and when it is over."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from referee.classics.asking import check_players, check_position, judge_position
from referee.classics.classic import Classic
from referee.classics.explain import judge_turn, near
from referee.classics.position import Position
from referee.classics.rules import RuleBook
from referee.classics.turn import PASS, Asked, Throws
from referee.classics.verdict import ORDER, Ending, PositionVerdict, TurnVerdict
from referee.verdict import Outcome
from words.message import InputError, message

R = TypeVar("R", bound=RuleBook)


@dataclass(frozen=True)
class Begun:
    """How the board was when a turn began, whose turn it was, and what was thrown."""

    position: Position
    player: str
    die: Throws | None


@dataclass(frozen=True)
class Match(Generic[R]):
    """The state of a game. `play` gives the next state and leaves this one as it is."""

    classic: Classic[R]
    rules: R
    players: tuple[str, ...]
    position: Position
    to_move: str
    turns: int = 0
    """How many are complete."""
    under_way: Begun | None = None
    """A turn that is not carried to its end."""
    last: Begun | None = None
    """The turn before: a later look may show that it was another one."""
    outcome: Outcome | None = None
    earlier: tuple[Hashable, ...] = ()
    """Every position so far, by what makes one the same, where it matters how often one comes."""

    def verdict(self) -> PositionVerdict:
        return judge_position(self.classic, self.position, self.rules, self.players)

    @property
    def begun(self) -> Position:
        """Where the turn of the player to move began."""
        return self.under_way.position if self.under_way else self.position

    def asked(self, die: Throws | None = None) -> Asked[R]:
        """What the turn of the player to move is judged by; a throw that was said earlier in it holds."""
        if die is None and self.under_way:
            die = self.under_way.die
        return Asked(self.rules, self.to_move, self.players, die)

    def judge(self, after: Position, die: Throws | None = None) -> TurnVerdict:
        """The verdict on a turn of the player to move; or on the turn before, if the look shows that it was another."""
        check_position(self.classic, after, self.rules)
        verdict = judge_turn(self.classic, self.begun, after, self.asked(die))
        if verdict.legal or self.last is None or self.under_way:
            return verdict
        asked = Asked(self.rules, self.last.player, self.players, self.last.die)
        again = judge_turn(self.classic, self.last.position, after, asked)
        anew = again.legal and again.turn is not None and again.turn.kind != PASS
        return replace(again, replaces=True) if anew else verdict

    def play(self, after: Position, die: Throws | None = None) -> tuple[Match[R], TurnVerdict]:
        """The state after the player to move made this position, and the verdict on it.

        An illegal turn is played too: whether to put it right instead is for the players to say.
        """
        if self.outcome:
            raise InputError(message("match.over"))
        verdict = self.judge(after, die)
        thrown = self.asked(die).die
        if not verdict.complete:
            begun = Begun(self.begun, self.to_move, thrown)
            return replace(self, position=verdict.position, under_way=begun), verdict
        if verdict.broke(ORDER):
            return replace(self, position=verdict.position, under_way=None, last=None), verdict
        to_move = verdict.next or self.to_move
        earlier = self.earlier[:-1] if verdict.replaces else self.earlier
        if (now := self.classic.recurring(verdict.position, to_move, self.rules)) is not None:
            earlier = (*earlier, now)
            verdict = self.classic.by_record(verdict, earlier.count(now), self.rules)
        state = replace(
            self,
            position=verdict.position,
            to_move=to_move,
            turns=self.turns if verdict.replaces else self.turns + 1,
            under_way=None,
            last=self.last if verdict.replaces else Begun(self.begun, self.to_move, thrown),
            outcome=verdict.outcome if verdict.next is None else None,
            earlier=earlier,
        )
        return state, verdict

    def near(self, seen: Position, doubtful: frozenset[str], die: Throws | None = None) -> Iterator[Position]:
        """What the board can be after a legal turn if it looks like this; with no die, for every possible throw."""
        return near(self.classic, self.begun, self.asked(die), seen, doubtful)

    def agreed(self) -> tuple[Match[R], TurnVerdict]:
        """The game as a draw by agreement ends it."""
        if self.outcome:
            raise InputError(message("match.over"))
        self.classic.check_agreed(self.position, self.rules)
        ended = replace(self, under_way=None, outcome=Ending("agreed", None, self.verdict().scores))
        return ended, TurnVerdict(None, (), self.position, outcome=ended.outcome)


def start(classic: Classic[R], rules: R, players: Sequence[str], position: Position | None) -> Match[R]:
    """A new game, from its usual set-up if no other is given. What is wrong with a set-up is said by `set_up_faults`,
    not here, for a game may be joined half-way."""
    check_players(classic, players, rules)
    everybody = classic.set_up(rules, tuple(classic.colours[: classic.players[1]]))
    if position is None or classic.is_usual(position, everybody):  # whoever does not play puts his pieces away
        position = classic.set_up(rules, players)
    check_position(classic, position, rules, before=True)
    now = classic.recurring(position, players[0], rules)
    return Match(classic, rules, tuple(players), position, players[0], earlier=() if now is None else (now,))

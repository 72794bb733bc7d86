"""A game being played: whose turn it is, who sits out, the final round, and when it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.tactori.board import COLOURS, TOWERS_PER_COLOUR, is_colour
from referee.tactori.ending import ended, leader
from referee.tactori.explain import TurnVerdict, explain_turn
from referee.tactori.legal import can_move
from referee.tactori.near import near
from referee.tactori.position import Position, Stick
from referee.tactori.rules import Ending, FinalRound, RuleBook, SetUp
from referee.tactori.scoring import PositionVerdict, check_board, judge_position
from referee.verdict import Finding, Outcome
from words.message import InputError, message

MIXED_PER_COLOUR = 6
MIXED_EMPTY_FIELD = "c3"


@dataclass(frozen=True)
class Match:
    """The state of a game. `play` gives the next state and leaves this one as it is."""

    rules: RuleBook
    players: tuple[str, ...]
    position: Position
    to_move: str
    turns: int = 0
    late: tuple[Stick, ...] = ()
    """Lying sticks that were laid onto others and stayed there: they do not count."""
    final_turns: tuple[str, ...] | None = None
    """Who still has a turn in the final round; None before it."""
    outcome: Outcome | None = None

    def verdict(self) -> PositionVerdict:
        return judge_position(self.position, self.rules, self.late)

    def sitting_out(self) -> tuple[str, ...]:
        """Players who are passed over because they cannot move."""
        if self.rules.game.ending is not Ending.CLOSED_OR_ONE_MOVES or self.outcome:
            return ()
        return tuple(p for p in self.players if not can_move(self.position, p, self.rules))

    def play(self, after: Position, die: None = None) -> tuple[Match, TurnVerdict]:
        """The state after the player to move made this position, and the verdict on it.

        An illegal turn is played too: whether to put it right instead is for the players to say.
        """
        del die  # nothing is thrown here
        if self.outcome:
            raise InputError(message("match.over"))
        verdict = explain_turn(self.position, after, self.to_move, self.rules, self.players)
        mover = self._who_moved(verdict)
        overlays = (f.stick for f in verdict.violations if f.rule == "bridge.overlay")
        overlaid = Counter(s for s in overlays if isinstance(s, Stick))
        late = (Counter(self.late) + overlaid) & Counter(after.sticks)
        final_turns = self._final_turns(after, mover)
        state = replace(
            self, position=after, turns=self.turns + 1, late=tuple(late.elements()), final_turns=final_turns
        )
        outcome = None
        if final_turns == ():  # the game is over even if the last turn was illegal and stayed
            scores = state.verdict().scores
            outcome = Outcome("final_round", leader(scores, self.players), scores)
        elif verdict.legal:
            outcome = ended(after, mover, self.players, self.rules, state.late)
        state = replace(state, outcome=outcome)
        told = replace(verdict, outcome=outcome if verdict.legal else None)
        return replace(state, to_move=state.next_player(mover)), told

    def near(self, seen: Position, doubtful: frozenset[str], die: None = None) -> Iterator[Position]:
        """What the board can be after a legal turn if it looks like this."""
        del die
        return near(self.position, self.to_move, self.rules, seen, doubtful)

    def _who_moved(self, verdict: TurnVerdict) -> str:
        """The player to move, unless it was somebody else's turn that was played."""
        turn = verdict.turn
        if turn and any(f.rule == "turn.order" for f in verdict.violations):
            return turn.tower.colour if turn.tower else (*turn.laid, *turn.taken)[0].colour
        return self.to_move

    def _final_turns(self, after: Position, mover: str) -> tuple[str, ...] | None:
        if self.rules.game.ending is not Ending.FINAL_ROUND:
            return None
        if self.final_turns is not None:
            return tuple(p for p in self.final_turns if p != mover)
        if not self.position.count_towers(mover) < TOWERS_PER_COLOUR <= after.count_towers(mover):
            return None
        seat = self.players.index(mover)
        others = self.players[seat + 1 :]
        return others if self.rules.final_round is FinalRound.FINISH_ROUND else others + self.players[:seat]

    def next_player(self, mover: str) -> str:
        """Whoever comes after the mover and does not sit out."""
        seat = self.players.index(mover)
        order = self.players[seat + 1 :] + self.players[: seat + 1]
        out = self.sitting_out()
        return next((p for p in order if p not in out), order[0])


def start(rules: RuleBook, players: Sequence[str], position: Position | None = None) -> Match:
    """A new game. Its set-up is checked by `set_up_faults`, not here, for a game may be joined half-way."""
    check_players(players, rules)
    beginning = position or Position.empty(rules.game.board)
    check_board(beginning, rules)
    return Match(rules, tuple(players), beginning, players[0])


def check_players(players: Sequence[str], rules: RuleBook) -> None:
    fewest, most = rules.game.players
    if not all(map(is_colour, players)) or len(set(players)) != len(players):
        raise InputError(message("match.players", players=" ".join(players)[:40]))
    if not fewest <= len(players) <= most:
        raise InputError(message("match.number", game=rules.game.id, fewest=fewest, most=most, count=len(players)))


def set_up_faults(position: Position, rules: RuleBook) -> tuple[Finding, ...]:
    """What is not as the game begins: an empty board, or the mixed towers of Colourful."""
    found = []
    if position.sticks:
        at = tuple(dict.fromkeys(f for s in position.sticks for f in s.fields))
        found.append(Finding("setup.sticks", message("setup.sticks"), at))
    if rules.game.set_up is SetUp.EMPTY:
        if position.towers:
            found.append(Finding("setup.empty", message("setup.empty"), tuple(position.towers)))
        return tuple(found)
    if MIXED_EMPTY_FIELD in position.towers:
        found.append(Finding("setup.centre", message("setup.centre", field=MIXED_EMPTY_FIELD), (MIXED_EMPTY_FIELD,)))
    if high := tuple(at for at, stack in position.towers.items() if len(stack) > 1):
        found.append(Finding("setup.stack", message("setup.stack", fields=high), high))
    for colour in COLOURS:
        count = position.count_towers(colour)
        if count != MIXED_PER_COLOUR:
            said = message("setup.count", colour=colour, count=count, right=MIXED_PER_COLOUR)
            at = tuple(at for at, stack in position.towers.items() if colour in stack)
            found.append(Finding("setup.count", said, at))
    return tuple(found)

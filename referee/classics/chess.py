"""Chess: seen as colours alone, told by what is remembered of the pieces."""

from __future__ import annotations

import random
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from referee.classics import chess_faults
from referee.classics.chess_fen import BEGINS, START, read_fen
from referee.classics.chess_moves import BOARD, OTHER, is_dead, is_light, king_of, lawful
from referee.classics.chess_rules import FIDE, MEMORY, ChessRules, memory_of, state_of, told
from referee.classics.chess_san import CHECK, MATE, reads_as
from referee.classics.classic import Classic, Ground
from referee.classics.memory import Memory
from referee.classics.position import Position
from referee.classics.turn import PASS, Asked, Change, Fault, Move, remark
from referee.classics.verdict import Ending, PositionVerdict, TurnVerdict
from referee.places import UNKNOWN
from referee.top_view import WOOD, WOOD_DARK
from referee.verdict import Finding
from words.message import InputError, message

PIECES = 16
KINDS = "KQRBNP"
CLAIMED_REPEATS, MOST_REPEATS = 3, 5
CLAIMED_HALFMOVES, MOST_HALFMOVES = 100, 150
"""Without a capture and without a pawn moved: fifty moves of both players, and seventy-five."""
FEW = 2
"""A king and one piece more: with no more than that on either side a draw may be agreed on by the manual."""
WORTH = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}
"""What a piece is worth to somebody who takes it in random play."""
_CONTENT = re.compile(f"[wb?][{KINDS}]?", re.ASCII)


class Chess(Classic[ChessRules]):
    id = "chess"
    section = 6
    book = ChessRules
    boards = (BOARD,)
    memory: ClassVar[Mapping[str, Memory]] = MEMORY
    rule_ids = (
        *("chess.king_taken", "chess.own", "chess.castle", "chess.en_passant", "chess.check", "chess.path"),
        *("chess.move", "chess.promotion", "chess.say_check", "chess.repetition", "chess.fifty"),
    )
    ends = ("mate", "stalemate", "dead")
    wrong_content = "classics.chess.content"
    also_begins = BEGINS

    # The board and what stands on it
    def ground(self, point: str, rules: ChessRules) -> Ground:
        return Ground(WOOD if is_light(point) else WOOD_DARK)

    def set_up(self, rules: ChessRules, players: Sequence[str]) -> Position:
        return self.from_other(START)

    def is_usual(self, position: Position, usual: Position) -> bool:
        """Colours alone, as a camera sees them, are the usual set-up; kinds that are shown say what it is."""
        return position == usual and all(len(there) == 1 for there in position.pieces.values())

    def from_other(self, text: str) -> Position:
        state = read_fen(text).state
        return self.of({point: state.pieces[point] for point in BOARD.in_order(state.pieces)}, **memory_of(state))

    def is_content(self, content: object) -> bool:
        return isinstance(content, str) and _CONTENT.fullmatch(content) is not None

    def check_known(self, position: Position) -> None:
        if unknown := tuple(point for point, there in position.pieces.items() if len(there) == 1):
            raise InputError(message("classics.chess.kinds", points=unknown), "pieces")

    def alike(self, there: str, seen: str) -> bool:
        """Colours are compared, kinds where both are known."""
        if not there or not seen:
            return there == seen
        return seen[0] in (there[0], UNKNOWN) and (len(seen) == 1 or len(there) == 1 or seen[1:] == there[1:])

    def stones(self, content: str) -> str:
        return content[:1]

    def most(self, colour: str, rules: ChessRules) -> int:
        return PIECES

    # Turns
    def legal(self, position: Position, asked: Asked[ChessRules]) -> Iterator[Move]:
        state = state_of(position, asked.rules)
        return (told(state, asked.player, step) for step in lawful(state, asked.player))

    def likely(self, change: Change[ChessRules]) -> Iterator[Move]:
        """Of a piece that moved the field is free now, or in doubt."""
        state, player = state_of(change.before, change.rules), change.asked.player
        for step in lawful(state, player, change.points | change.doubtful):
            if self.alike(player + (step.promotion or state.pieces[step.start][1:]), change.after.at(step.to)) or (
                step.to in change.doubtful
            ):
                yield told(state, player, step)

    def passes(self, position: Position, asked: Asked[ChessRules]) -> Move | None:
        state = state_of(position, asked.rules)
        return None if any(True for _ in lawful(state, asked.player)) else Move(PASS)

    def unfinished(self, change: Change[ChessRules]) -> Iterator[Move]:
        return chess_faults.unfinished(change)

    def faults(self, change: Change[ChessRules]) -> Iterator[Fault]:
        return chess_faults.faults(change)

    def standing(self, change: Change[ChessRules]) -> Mapping[str, str]:
        return chess_faults.standing(change)

    def left(self, change: Change[ChessRules]) -> Mapping[str, object]:
        return chess_faults.left(change)

    def remarks(self, change: Change[ChessRules], move: Move) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
        """What a pawn has become if nobody shows it, and a check that is to be spoken."""
        facts, to = move.facts, str(move.facts.get("to"))
        unsaid = facts.get("promotion") and len(change.after.at(to)) == 1
        check = str(facts.get("san", "")).endswith(CHECK)
        return (
            (remark("chess.promotion", (to,), said="open"),) if unsaid else (),
            (remark("chess.say_check"),) if check else (),
        )

    # What follows
    def outcome(self, position: Position, move: Move, asked: Asked[ChessRules]) -> Ending | None:
        """Only where both kings are there: without one nothing can be decided."""
        kings = all(king_of(position.pieces, colour) for colour in self.colours)
        if move.kind == PASS or not kings:
            return None
        if str(move.facts["san"]).endswith(MATE):
            return Ending("mate", asked.player)
        if not any(True for _ in lawful(state_of(position, asked.rules), OTHER[asked.player])):
            return Ending("stalemate", None)
        if asked.rules.chess_rules == FIDE and is_dead(position.pieces):
            return Ending("dead", None)
        return None

    def recurring(self, position: Position, to_move: str, rules: ChessRules) -> Hashable:
        """The same pieces on the same fields, the same to move, and the same lawful."""
        state = state_of(position, rules)
        in_passing = any(step.taken not in ("", step.to) for step in lawful(state, to_move)) if state.ep else False
        return frozenset(position.pieces.items()), to_move, state.castling, state.ep if in_passing else None

    def by_record(self, verdict: TurnVerdict, times: int, rules: ChessRules) -> TurnVerdict:
        """Repetition and long fruitless play: first claims, then the end."""
        if rules.chess_rules != FIDE or not verdict.legal or verdict.outcome:
            return verdict
        halfmoves = verdict.position.recalls("halfmove")
        for reached, reason in ((times >= MOST_REPEATS, "repetition"), (halfmoves >= MOST_HALFMOVES, "moves")):
            if reached:
                return replace(verdict, outcome=Ending(reason, None), next=None)
        claims = []
        if times >= CLAIMED_REPEATS:
            claims.append(remark("chess.repetition", count=times))
        if halfmoves >= CLAIMED_HALFMOVES:
            claims.append(remark("chess.fifty", count=halfmoves // 2))
        return replace(verdict, advice=(*verdict.advice, *claims)) if claims else verdict

    def check_agreed(self, position: Position, rules: ChessRules) -> None:
        held = {colour: self._count(position, colour) for colour in self.colours}
        if rules.chess_rules != FIDE and max(held.values()) > FEW:
            raise InputError(message("classics.chess.agreed"))

    # A position in itself
    def judged(self, position: Position, rules: ChessRules, players: Sequence[str]) -> PositionVerdict:
        kinds = {c: {kind: n for kind in KINDS if (n := self._count(position, c + kind))} for c in players}
        return PositionVerdict((), {c: self._count(position, c) for c in players}, {"pieces": kinds})

    def _count(self, position: Position, piece: str) -> int:
        return sum(there.startswith(piece) for there in position.pieces.values())

    # Words
    def write(self, move: Move) -> str:
        return str(move.facts["san"])

    def choose(self, moves: list[Move], position: Position, asked: Asked[ChessRules], rng: random.Random) -> Move:
        """Mate where it can be; else rather a capture or a promotion than any move, so that games come to an end."""
        mates = [move for move in moves if str(move.facts.get("san", "")).endswith(MATE)]
        return rng.choices(mates or moves, [_worth(move, position) for move in mates or moves])[0]

    def reads(self, move: Move, written: str) -> bool:
        facts = move.facts
        return reads_as(written, facts["san"], facts["from"], facts["to"], facts["promotion"])


def _worth(move: Move, position: Position) -> int:
    taken = position.at(str(move.facts.get("to")))[1:]
    return 1 + 2 * WORTH.get(taken, 0) + 2 * WORTH.get(str(move.facts.get("promotion")), 0)

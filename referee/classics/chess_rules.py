"""The rule book of chess, what is remembered between its turns, and a turn as the referee tells it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from referee.classics.chess_moves import LAST_RANK, PAWN, QUEEN, RIGHTS, SIDE, State, Step, following
from referee.classics.chess_san import san
from referee.classics.memory import NUMBER, Kind, Memory, Value
from referee.classics.position import Position
from referee.classics.rules import RuleBook
from referee.classics.turn import Move

FIDE, MANUAL = "fide", "manual"
NONE = "-"
"""How a FEN says that there is none."""


@dataclass(frozen=True)
class ChessRules(RuleBook):
    chess_rules: str = FIDE

    GAME: ClassVar[str] = "chess"
    BOARD: ClassVar[int] = SIDE
    CHOICES: ClassVar[Mapping[str, tuple[Any, ...]]] = {"chess_rules": (FIDE, MANUAL)}


def _rights(value: object) -> Value:
    if value == NONE:
        return ""
    if not isinstance(value, str) or len(set(value)) != len(value) or not set(value) <= set(RIGHTS):
        raise ValueError
    return "".join(right for right in RIGHTS if right in value)


def _passed(value: object) -> Value:
    if value in ("", NONE):
        return None
    if value is not None and (not isinstance(value, str) or not re.fullmatch(r"[a-h][36]", value, re.ASCII)):
        raise ValueError
    return value


MEMORY: Mapping[str, Memory] = {
    "castling": Memory(Kind("", _rights, str, str)),
    "ep": Memory(Kind(None, _passed, str, str)),
    "halfmove": Memory(NUMBER),
}


def state_of(position: Position, rules: ChessRules) -> State:
    """The board with what counts of what is remembered."""
    ep = position.recalls("ep") if rules.chess_rules == FIDE else None
    return State(position.pieces, position.recalls("castling"), ep, position.recalls("halfmove"))


def memory_of(state: State) -> dict[str, Value]:
    return {"castling": state.castling, "ep": state.ep, "halfmove": state.halfmove}


def told(state: State, player: str, step: Step) -> Move:
    """A lawful step as a turn."""
    move = as_done(state, step)
    return replace(move, facts={**move.facts, "san": san(state, player, step)})


def as_done(state: State, step: Step) -> Move:
    """A step as a turn, lawful or not."""
    after = following(state, step)
    kind = "castle" if step.castling else "capture" if step.taken else "move"
    touched = [step.start, *([step.taken] if step.taken else []), step.to]
    if step.castling:
        touched += [step.castling.rook, step.castling.rook_to]
    facts: dict[str, Any] = {
        "from": step.start,
        "to": step.to,
        "piece": state.pieces[step.start][1:],
        "promotion": step.promotion or None,
    }
    if step.taken not in ("", step.to):
        facts["captured"] = [step.taken]
    return Move(kind, {point: after.pieces.get(point, "") for point in touched}, facts, memory_of(after))


def becomes(state: State, start: str, to: str) -> str:
    """What a pawn is taken to become on the last rank, if nobody says; nothing for any other piece."""
    there = state.pieces[start]
    return QUEEN if there[1:] == PAWN and int(to[1:]) - 1 == LAST_RANK[there[0]] else ""

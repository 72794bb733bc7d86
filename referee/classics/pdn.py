"""Games of draughts in PDN, as other programs exchange them: moves between fields named as on our board.

PDN knows no blown stones and no turn that is not allowed; a game with one cannot be written. The type of game is the
nearest there is, with kings that fly and a1 dark. Squares in numbers are read as well, 1 to 32 from the far left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.classics.boards import at
from referee.classics.draughts_moves import SIDE, is_dark, is_king
from referee.classics.match import Match
from referee.classics.portable import is_tagged, read_moves, read_tags, record_text, result_of, write_game
from referee.classics.position import Position
from referee.classics.verdict import TurnVerdict
from words.message import InputError, message

GAME_TYPE = "25,W,8,8,A0,0"
OTHER_RESULTS = ("2-0", "0-2", "1-1", "0-0")
NUMBERED = tuple(at(i, j) for j in range(SIDE - 1, -1, -1) for i in range(SIDE) if is_dark(at(i, j)))
"""The dark fields as PDN numbers them, 1 first."""
_MOVE = re.compile(r"([a-h][1-8]|\d{1,2})(?:([-x:])([a-h][1-8]|\d{1,2}))+", re.ASCII)


def write_pdn(beginning: Match[Any], turns: Sequence[TurnVerdict], headers: Mapping[str, str]) -> str:
    """A whole game, from how it began and the verdict on every turn."""
    result = result_of(turns)
    tags = {"Event": "?", "Date": "????.??.??", "White": "?", "Black": "?", **headers}
    tags |= {"Result": result, "GameType": GAME_TYPE}
    if beginning.position != beginning.classic.set_up(beginning.rules, beginning.players):
        tags |= {"SetUp": "1", "FEN": _fen(beginning.position, beginning.to_move)}
    moves = [_written(verdict, number) for number, verdict in enumerate(turns, 1)]
    return write_game(tags, moves, beginning.to_move == "w", 1, result)


def _written(verdict: TurnVerdict, number: int) -> str:
    turn = verdict.turn
    if not verdict.legal or turn is None or turn.kind not in ("move", "capture") or turn.facts.get("huffed"):
        raise InputError(message("classics.pdn.turn", number=number))
    return ("x" if turn.kind == "capture" else "-").join(turn.facts["path"])


def _fen(position: Position, to_move: str) -> str:
    def side(colour: str) -> str:
        own = [(p, there) for p, there in position.pieces.items() if there[0] == colour]
        return colour.upper() + ",".join(("K" if is_king(there) else "") + p for p, there in own)

    return f"{to_move.upper()}:{side('w')}:{side('b')}"


def is_pdn(text: str) -> bool:
    """Whether it names a type of draughts, or its first move is one between numbered squares."""
    first = next(read_moves(text, OTHER_RESULTS), "")
    return is_tagged(text) and ("GameType" in read_tags(text) or bool(re.match(r"\d+[-x:]", first)))


def read_pdn(text: str) -> str:
    """The first game of a PDN file as a record that `replay` plays; every move is judged there."""
    tags = read_tags(text)
    first, set_up = _from_fen(tags["FEN"]) if "FEN" in tags else ("w", "")
    return record_text("draughts", first, set_up, tags, _turns(text))


def _turns(text: str) -> Iterator[str]:
    for word in read_moves(text, OTHER_RESULTS):
        bare = word.rstrip("*")
        if not _MOVE.fullmatch(bare):
            raise InputError(message("classics.pdn.move", value=word[:40]))
        yield _fields(bare)


def _fields(move: str) -> str:
    sign = "x" if re.search("[x:]", move) else "-"
    return sign.join(_field(name) for name in re.split("[-x:]", move))


def _field(name: str) -> str:
    if not name.isdigit():
        return name
    if not 1 <= int(name) <= len(NUMBERED):
        raise InputError(message("classics.pdn.move", value=name))
    return NUMBERED[int(name) - 1]


def _from_fen(fen: str) -> tuple[str, str]:
    """Who begins, and the position as our text."""
    first, *sides = fen.strip().rstrip(".").split(":")
    stacks: dict[str, list[str]] = {}
    for side in sides:
        colour, squares = side[:1].lower(), side[1:]
        for square in filter(None, squares.split(",")):
            stack = colour * 2 if square.startswith("K") else colour
            stacks.setdefault(stack, []).append(_field(square.lstrip("K")))
    if first.lower() not in ("w", "b") or not stacks or not set("".join(stacks)) <= {"w", "b"}:
        raise InputError(message("classics.pdn.fen", value=fen[:40]))
    return first.lower(), " ".join(["draughts", *(f"{s}:{','.join(points)}" for s, points in stacks.items())])

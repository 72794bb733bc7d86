"""Games of chess in PGN, as other programs exchange them. PGN knows no turn that is not allowed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.classics.chess_fen import START, Fen, read_fen, write_fen
from referee.classics.chess_rules import state_of
from referee.classics.match import Match
from referee.classics.portable import read_moves, read_tags, record_text, result_of, write_game
from referee.classics.turn import PASS
from referee.classics.verdict import TurnVerdict
from words.message import InputError, message

WHITE = "w"
_MOVE = re.compile(r"[KQRBN]?[a-h]?[1-8]?[x:-]?[a-h][1-8](?:=?[QRBNqrbn])?[+#]*|[O0]-[O0](?:-[O0])?[+#]*", re.ASCII)
_ANOTHER_WORD = ("e.p.", "ep")
"""What some programs write after a pawn taken in passing."""


def write_pgn(beginning: Match[Any], turns: Sequence[TurnVerdict], headers: Mapping[str, str]) -> str:
    """A whole game, from how it began and the verdict on every turn."""
    usual = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
    result = result_of(turns)
    tags = {**usual, **headers, "Result": result}
    start = write_fen(Fen(state_of(beginning.position, beginning.rules), beginning.to_move))
    if start != START:
        tags |= {"SetUp": "1", "FEN": start}
    moves = [_written(verdict, number) for number, verdict in enumerate(turns, 1) if not _is_agreement(verdict)]
    return write_game(tags, moves, beginning.to_move == WHITE, 1, result)


def _is_agreement(verdict: TurnVerdict) -> bool:
    return verdict.turn is None and verdict.outcome is not None


def _written(verdict: TurnVerdict, number: int) -> str:
    turn = verdict.turn
    if not verdict.legal or turn is None or turn.kind == PASS or verdict.replaces:
        raise InputError(message("classics.chess.pgn.turn", number=number))
    return str(turn.facts["san"])


def read_pgn(text: str) -> str:
    """The first game of a PGN file as a record that `replay` plays; every move is judged there."""
    tags = read_tags(text)
    fen = tags.get("FEN", START)
    return record_text("chess", read_fen(fen).player, "" if fen == START else fen, tags, _moves(text))


def _moves(text: str) -> Iterator[str]:
    for word in read_moves(text, ()):
        if word in _ANOTHER_WORD:
            continue
        if not _MOVE.fullmatch(word):
            raise InputError(message("classics.chess.pgn.move", value=word[:40]))
        yield word

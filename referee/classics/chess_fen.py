"""FEN, the line in which chess players keep a position: `8/8/4k3/8/8/4K3/4P3/8 w - - 0 1`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from referee.classics.boards import FILES, at
from referee.classics.chess_moves import RIGHTS, SIDE, State
from referee.classics.memory import MOST_COUNTED
from words.message import InputError, message

NONE = "-"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
BEGINS = r"[1-8KQRBNPkqrbnp]{1,8}/"
"""How such a line begins."""
_KINDS = "KQRBNP"
_PARTS = ("w|b", "-|K?Q?k?q?", "-|[a-h][36]", r"\d{1,4}", r"\d{1,5}")
_USUAL = ("w", NONE, NONE, "0", "1")


@dataclass(frozen=True)
class Fen:
    """A position, who is to move, and the number of that move."""

    state: State
    player: str = "w"
    number: int = 1


def read_fen(text: str) -> Fen:
    """What a line says; its last parts may be missing. What cannot be read is an `InputError` that quotes it."""
    placed, *parts = text.split() or [""]
    if len(parts) > len(_PARTS):
        raise _wrong(" ".join(parts[len(_PARTS) :]))
    pieces = _read_pieces(placed)
    for part, form in zip(parts, _PARTS, strict=False):
        if not re.fullmatch(form, part, re.ASCII):
            raise _wrong(part)
    player, castling, ep, halfmove, number = (*parts, *_USUAL[len(parts) :])
    if int(halfmove) > MOST_COUNTED:
        raise _wrong(halfmove)
    state = State(pieces, castling.strip(NONE), None if ep == NONE else ep, int(halfmove))
    return Fen(state, player, int(number))


def _read_pieces(placed: str) -> dict[str, str]:
    pieces, ranks = {}, placed.split("/")
    if len(ranks) != SIDE:
        raise _wrong(placed)
    for j, rank in zip(range(SIDE - 1, -1, -1), ranks, strict=True):
        i = 0
        for letter in rank:
            if letter in "12345678":
                i += int(letter)
            elif letter.upper() in _KINDS and i < SIDE:
                pieces[at(i, j)] = ("w" if letter.isupper() else "b") + letter.upper()
                i += 1
            else:
                raise _wrong(rank)
        if i != SIDE:
            raise _wrong(rank)
    return pieces


def _wrong(part: str) -> InputError:
    return InputError(message("classics.chess.fen", value=part[:40]))


def write_fen(fen: Fen) -> str:
    state = fen.state
    castling = "".join(right for right in RIGHTS if right in state.castling)
    parts = (fen.player, castling or NONE, state.ep or NONE, str(state.halfmove), str(fen.number))
    return " ".join((_write_pieces(state.pieces), *parts))


def _write_pieces(pieces: Mapping[str, str]) -> str:
    ranks = []
    for j in range(SIDE - 1, -1, -1):
        row = "".join(_letter(pieces.get(f"{file}{j + 1}", "")) for file in FILES[:SIDE])
        ranks.append(re.sub(" +", lambda free: str(len(free[0])), row))
    return "/".join(ranks)


def _letter(there: str) -> str:
    """A piece as one letter, large for white; of a piece whose kind nobody knows there is none."""
    if not there:
        return " "
    if len(there) != 2 or there[0] not in "wb":
        raise InputError(message("classics.chess.fen.unknown", value=there))
    return there[1] if there[0] == "w" else there[1].lower()

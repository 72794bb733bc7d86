"""Chess as python-chess knows it, beside ours: only tests may use it, for its licence is another one."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess

from referee.classics.chess_fen import read_fen
from referee.classics.chess_moves import State
from referee.classics.position import Position

ODD_POSITIONS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/8/8/2KpP2r/8/8/8/8 w - d6 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9",
    "7k/8/8/1Q1Q4/8/1Q6/8/K7 w - - 0 1",
    "7k/8/2N1N3/1N3N2/8/1N3N2/2N1N3/K7 w - - 0 1",
)
"""Where castling, pinned pawns, promotions and pieces of one kind meet."""


def boards(games: int, seed: int = 1) -> Iterator[chess.Board]:
    """Boards of games played at random, from the usual set-up and from odd ones, captures and pawns preferred."""
    rng = random.Random(seed)
    for number in range(games):
        board = chess.Board(chess.STARTING_FEN if number % 3 == 0 else rng.choice(ODD_POSITIONS))
        while not board.is_game_over() and board.ply() < 160:
            yield board
            moves = list(board.legal_moves)
            telling = [m for m in moves if board.is_capture(m) or m.promotion or board.is_castling(m)]
            board.push(rng.choice(telling if telling and rng.random() < 0.4 else moves))
        yield board


def state_of(board: chess.Board) -> State:
    return read_fen(board.fen(en_passant="fen")).state


def player_of(board: chess.Board) -> str:
    return "w" if board.turn else "b"


def colours(board: chess.Board) -> Position:
    """What a camera sees of a board."""
    seen = {chess.square_name(square): "w" if piece.color else "b" for square, piece in board.piece_map().items()}
    return Position("chess", seen)


def after(board: chess.Board, move: chess.Move) -> chess.Board:
    copied = board.copy(stack=False)
    copied.push(move)
    return copied

"""Chess against python-chess: the same lawful moves, the same writing, and every move recognised from colours alone."""

import io
import random
from typing import Any

import chess
import chess.pgn
import pytest
from chess_oracle import ODD_POSITIONS, after, boards, colours, player_of, state_of

from referee.classics.chess_fen import Fen, read_fen, write_fen
from referee.classics.chess_moves import OTHER, State, following, in_check, is_dead, lawful
from referee.classics.chess_san import san
from referee.classics.explain import judge_turn
from referee.classics.game import CLASSICS, GAMES
from referee.classics.match import Match
from referee.classics.pgn import read_pgn, write_pgn
from referee.classics.position import Position
from referee.classics.turn import Asked
from referee.games import find_game
from referee.replay import replay

CHESS, GAME = CLASSICS["chess"], GAMES["chess"]
RULES = GAME.rule_book({})
COUNTS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", (20, 400, 8902, 197281)),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", (48, 2039, 97862)),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", (14, 191, 2812, 43238)),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264)),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", (24, 496)),
]


def count(state: State, player: str, depth: int) -> int:
    if depth == 1:
        return sum(1 for _ in lawful(state, player))
    return sum(count(following(state, step), OTHER[player], depth - 1) for step in lawful(state, player))


@pytest.mark.parametrize(("fen", "counts"), COUNTS)
def test_lawful_moves_are_counted_as_everybody_counts_them(fen: str, counts: tuple[int, ...]) -> None:
    read = read_fen(fen)
    assert tuple(count(read.state, read.player, depth + 1) for depth in range(len(counts))) == counts


def test_thousands_of_boards_have_the_same_lawful_moves() -> None:
    seen = 0
    for board in boards(40, seed=2):
        state, player = state_of(board), player_of(board)
        ours = {step.start + step.to + step.promotion.lower() for step in lawful(state, player)}
        assert ours == {move.uci() for move in board.legal_moves}, board.fen()
        assert in_check(state.pieces, player) == board.is_check()
        assert is_dead(state.pieces) == board.is_insufficient_material()
        assert write_fen(Fen(state, player, board.fullmove_number)) == board.fen(en_passant="fen")
        seen += 1
    assert seen > 2000


def test_moves_are_written_alike_and_lead_to_the_same_board() -> None:
    for number, board in enumerate(boards(24, seed=3)):
        if number % 7:
            continue
        state, player = state_of(board), player_of(board)
        for step in lawful(state, player):
            move = chess.Move.from_uci(step.start + step.to + step.promotion.lower())
            assert san(state, player, step) == board.san(move), board.fen()
            later = after(board, move)
            made = Fen(following(state, step), OTHER[player], later.fullmove_number)
            assert write_fen(made) == later.fen(en_passant="fen"), (board.fen(), move)


def test_every_lawful_move_is_recognised_from_colours_alone() -> None:
    """As itself, with how the game ended; of promotions only that it is one, and it is open of which kind."""
    told = 0
    for number, board in enumerate(boards(24, seed=4)):
        if number % 11:
            continue
        before, player = GAME.from_text(board.fen(en_passant="fen")), player_of(board)
        asked = Asked(RULES, player, ("w", "b"))
        for move in board.legal_moves:
            later = after(board, move)
            verdict = judge_turn(CHESS, before, colours(later), asked)
            assert verdict.legal and verdict.turn, (board.fen(), move)
            facts = verdict.turn.facts
            assert (facts["from"], facts["to"]) == (move.uci()[:2], move.uci()[2:4])
            assert {finding.rule for finding in verdict.open} == ({"chess.promotion"} if move.promotion else set())
            if move.promotion in (None, chess.QUEEN):
                assert facts["san"] == board.san(move)
                assert _ending(later) == (verdict.outcome and (verdict.outcome.reason, verdict.outcome.winner))
                assert _same(verdict.position, later)
            told += 1
    assert told > 2000


def _ending(board: chess.Board) -> tuple[str, str | None] | None:
    if board.is_checkmate():
        return "mate", OTHER[player_of(board)]
    if board.is_stalemate():
        return "stalemate", None
    return ("dead", None) if board.is_insufficient_material() else None


def _same(position: Position, board: chess.Board) -> bool:
    state = state_of(board)
    remembered = {"castling": state.castling, "ep": state.ep, "halfmove": state.halfmove}
    return dict(position.pieces) == dict(state.pieces) and dict(position.memory) == remembered


def test_a_promotion_whose_kind_is_shown_is_that_one() -> None:
    board = chess.Board("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1")
    before, asked = GAME.from_text(board.fen()), Asked(RULES, "b", ("w", "b"))
    for move in board.legal_moves:
        shown = GAME.from_text(after(board, move).fen())
        verdict = judge_turn(CHESS, before, shown, asked)
        assert verdict.turn and verdict.turn.facts["san"] == board.san(move) and not verdict.open


def test_what_is_no_lawful_move_is_never_called_one() -> None:
    """One piece put on any field, or any two boards of a game: lawful only if python-chess has such a move."""
    rng = random.Random(5)
    for number, board in enumerate(boards(12, seed=6)):
        if number % 9:
            continue
        before, player = GAME.from_text(board.fen(en_passant="fen")), player_of(board)
        results = {tuple(sorted(colours(after(board, move)).pieces.items())) for move in board.legal_moves}
        for _ in range(12):
            start = rng.choice([p for p, there in before.pieces.items() if there[0] == player])
            to = rng.choice([p for p in CHESS.boards[0].points if before.at(p)[:1] != player])
            seen = Position("chess", {**{p: t[0] for p, t in before.pieces.items() if p != start}, to: player})
            verdict = judge_turn(CHESS, before, seen, Asked(RULES, player, ("w", "b")))
            assert verdict.legal == (tuple(sorted(seen.pieces.items())) in results), (board.fen(), start, to)
            if not verdict.legal:
                (broken,) = verdict.violations
                assert broken.rule.startswith("chess.") or broken.rule == "turn.unfinished"
                assert verdict.position.at(to)[1:] and not verdict.position.at(start)


def test_games_go_to_python_chess_in_pgn_and_come_back() -> None:
    """Random games from here are read there move by move; games from there are lawful here."""
    for seed, fen in enumerate([None, *ODD_POSITIONS]):
        rng = random.Random(seed)
        begun = read_fen(fen).player if fen else "w"
        players = ("w", "b") if begun == "w" else ("b", "w")
        beginning = match = GAME.start(RULES, players, GAME.from_text(fen) if fen else None)
        verdicts = []
        while match.outcome is None and len(verdicts) < 40:
            match, verdict = match.play(GAME.random_turn(match, rng)[1])
            verdicts.append(verdict)
        text = write_pgn(beginning, verdicts, {"White": 'Anna "A."', "Date": "2026.11.16"})
        theirs = chess.pgn.read_game(io.StringIO(text))
        assert theirs and not theirs.errors
        assert theirs.end().board().fen(en_passant="fen").split()[:4] == _fen_of(match).split()[:4]
        ended = match.outcome and {"w": "1-0", "b": "0-1", None: "1/2-1/2"}[match.outcome.winner]
        assert theirs.headers["Result"] == (ended or "*")
        _, again = replay(read_pgn(str(theirs)), find_game)
        assert not again.errors and [turn.verdict for turn in again.turns] == verdicts
        assert again.beginning == beginning


def _fen_of(match: Match[Any]) -> str:
    position = match.position
    state = State(position.pieces, position.recalls("castling"), position.recalls("ep"), position.recalls("halfmove"))
    return write_fen(Fen(state, match.to_move if match.outcome is None else OTHER[match.to_move]))

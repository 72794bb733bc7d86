"""Whole games of chess: castling in two looks, promotions said later, what only a record knows, FEN and writing."""

import random
from typing import Any

import pytest

from referee.classics.chess_fen import START, Fen, read_fen, write_fen
from referee.classics.game import GAMES
from referee.classics.match import Match
from referee.classics.notation import read_written, write_turn
from referee.classics.pgn import read_pgn, write_pgn
from referee.games import find_game
from referee.replay import record_of, replay
from words.language import LANGUAGES, say
from words.message import InputError

CHESS = GAMES["chess"]
ASKED = {"player": "w", "players": ["w", "b"]}
TO_AND_FRO = ("Nf3", "Nf6", "Ng1", "Ng8")


def begun(text: str = "", players: str = "wb", **rules: object) -> Match[Any]:
    return CHESS.start(CHESS.rule_book(rules), list(players), CHESS.from_text(text) if text else None)


def play(match: Match[Any], *written: str) -> tuple[Match[Any], Any]:
    verdict = None
    for turn in written:
        match, verdict = match.play(*read_written(match, turn, match.to_move))
    return match, verdict


def rules_of(findings: Any) -> set[str]:
    return {finding.rule for finding in findings}


def test_castling_with_the_rook_first_is_castling_once_the_king_has_gone() -> None:
    match, verdict = play(begun("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "h1=- f1=w")
    assert verdict.turn.facts["san"] == "Rf1" and match.to_move == "b"
    match, verdict = play(match, "e1=- g1=w")
    assert verdict.legal and verdict.replaces and verdict.turn.facts["san"] == "O-O"
    assert match.to_move == "b" and match.turns == 1 and match.position.recalls("castling") == "kq"


def test_castling_with_the_king_first_waits_for_the_rook() -> None:
    match, verdict = play(begun("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "e1=- c1=w")
    assert not verdict.complete and match.turns == 0 and match.to_move == "w"
    assert [say(left, "en") for left in CHESS.to_do(match)] == [
        "The turn is not finished yet: the rook goes from a1 to d1."
    ]
    match, verdict = play(match, "a1=- d1=w")
    assert verdict.legal and verdict.turn.facts["san"] == "O-O-O" and match.position.at("d1") == "wR"


def test_what_a_pawn_has_become_may_be_said_a_moment_later() -> None:
    match, verdict = play(begun("8/1P5k/8/8/8/8/8/K7 w - - 0 1"), "b7=- b8=w")
    assert rules_of(verdict.open) == {"chess.promotion"} and match.position.at("b8") == "wQ"
    match, verdict = play(match, "b8=wR")
    assert verdict.legal and verdict.replaces and not verdict.open and match.position.at("b8") == "wR"
    assert match.to_move == "b" and match.turns == 1


def test_it_is_kept_in_the_record() -> None:
    beginning = begun("8/1P5k/8/8/8/8/8/K7 w - - 0 1")
    looks = [beginning.position.with_places({"b7": "", "b8": there}) for there in ("w", "wR")]
    text = record_of(CHESS, beginning, [(look, None) for look in looks], {})
    assert text.endswith("1. w b8=Q\n2. b b8=wR\n")
    last = replay(text, find_game)[1].turns[-1]
    assert last.verdict.replaces and last.match.position.at("b8") == "wR" and last.match.to_move == "b"


def test_a_position_that_comes_again_is_a_claim_and_then_the_end() -> None:
    match, verdict = play(begun(), *TO_AND_FRO)
    assert not verdict.advice
    match, verdict = play(match, *TO_AND_FRO)
    assert rules_of(verdict.advice) == {"chess.repetition"} and match.outcome is None
    match, verdict = play(match, *TO_AND_FRO, *TO_AND_FRO[:3])
    assert match.outcome is None
    match, verdict = play(match, "Ng8")
    assert match.outcome is verdict.outcome and verdict.outcome.reason == "repetition"
    assert verdict.outcome.winner is None and verdict.next is None


def test_a_right_that_is_lost_makes_another_position() -> None:
    match, _ = play(begun("4k3/7p/8/8/8/8/7P/4K2R w K - 0 1"), "Rg1", "Kd8", "Rh1", "Ke8")
    match, verdict = play(match, "Rg1", "Kd8", "Rh1", "Ke8")
    assert not verdict.advice


def test_a_turn_that_replaces_another_is_counted_once() -> None:
    match, _ = play(begun(), "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "f6=- h5=b")
    assert len(match.earlier) == 9
    match, verdict = play(match, "h5=- g8=b")
    assert verdict.replaces and len(match.earlier) == 9 and rules_of(verdict.advice) == {"chess.repetition"}


def test_long_play_without_a_capture_is_a_claim_and_then_the_end() -> None:
    _, verdict = play(begun("7k/8/8/8/4K3/8/8/R7 w - - 99 80"), "Rb1")
    assert rules_of(verdict.advice) == {"chess.fifty"} and verdict.outcome is None
    match, verdict = play(begun("7k/8/8/8/4K3/8/8/R7 w - - 149 99"), "Rb1")
    assert match.outcome and match.outcome.reason == "moves" and match.outcome.winner is None


def test_mate_goes_before_long_play() -> None:
    match, _ = play(begun("6k1/5ppp/8/8/8/8/8/R5K1 w - - 149 99"), "Ra8#")
    assert match.outcome and match.outcome.reason == "mate" and match.outcome.winner == "w"


def test_by_the_booklet_nothing_is_claimed_and_a_draw_needs_bare_kings() -> None:
    match, verdict = play(begun(chess_rules="manual"), *TO_AND_FRO * 5)
    assert not verdict.advice and match.outcome is None
    with pytest.raises(InputError, match="booklet"):
        match.agreed()
    few = begun("7k/6r1/8/8/4K3/8/8/R7 w - - 0 1", chess_rules="manual")
    assert few.agreed()[0].outcome


def test_a_camera_that_sees_the_set_up_need_not_know_the_kinds() -> None:
    usual = begun().position
    seen = CHESS.read({"game": "chess", "pieces": dict(usual.places)})
    match = CHESS.start(CHESS.rule_book({}), "wb", seen)
    assert match.position.to_json() == usual.to_json()
    assert CHESS.set_up_faults(seen, match.rules) == ()


def test_kinds_that_are_shown_are_kept_though_the_colours_are_as_usual() -> None:
    swapped = "nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w - - 4 3"
    match = begun(swapped)
    assert match.position.at("a1") == "wN" and match.position.recalls("castling") == ""
    (fault,) = CHESS.set_up_faults(match.position, match.rules)
    assert fault.fields == ("a1", "b1", "a8", "b8")


def test_an_unexplained_turn_left_standing_keeps_every_kind() -> None:
    match, verdict = play(begun(), "b1=- c3=w d1=- d3=w e7=- e6=b")
    assert rules_of(verdict.violations) == {"turn.foreign"}
    assert all(len(there) == 2 for there in match.position.pieces.values())
    assert match.position.at("e6") == "bP" and match.to_move == "b"
    assert play(match, "Nf6")[1].legal


def test_kinds_are_needed_before_and_named_where_they_are_missing() -> None:
    before = CHESS.read({"pieces": {"e1": "wK", "e8": "b", "a2": "w"}})
    with pytest.raises(InputError, match="a2 and e8"):
        CHESS.judge_turn(before, before, CHESS.rule_book({}), ASKED)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"pieces": {"e1": "wX"}}, "like wK, not 'wX'"),
        ({"pieces": {"e1": "K"}}, "like wK"),
        ({"pieces": {"e1": "wwK"}}, "like wK"),
        ({"pieces": {"i1": "wK"}}, "'i1'"),
        ({"pieces": {}, "castling": "KX"}, "castling"),
        ({"pieces": {}, "castling": "KK"}, "castling"),
        ({"pieces": {}, "ep": "e4"}, "ep"),
        ({"pieces": {}, "halfmove": -1}, "halfmove"),
        ("8/8/8/8/8/8/8/9 w - - 0 1", "'9'|9"),
        ("8/8/8/8/8/8/8 w - - 0 1", "FEN"),
        ("8/8/8/8/8/8/8/7 w - - 0 1", "FEN"),
        ("8/8/8/8/8/8/8/8K w - - 0 1", "FEN"),
        ("8/8/8/8/8/8/8/8 x - - 0 1", "x"),
        ("8/8/8/8/8/8/8/8 w QK - 0 1", "QK"),
        ("8/8/8/8/8/8/8/8 w - e4 0 1", "e4"),
        ("8/8/8/8/8/8/8/8 w - - 9999 1", "9999"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 more", "more"),
    ],
)
def test_what_is_no_position_is_quoted(data: Any, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        CHESS.read(data)


def test_a_fen_is_a_position_wherever_one_is_asked_for() -> None:
    text = "r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 5 20"
    position = CHESS.read(text)
    assert CHESS.begins.match(text) and CHESS.parse(text).to_json() == CHESS.from_text(text).to_json()
    assert position.to_json()["castling"] == "Kq" and position.to_json()["ep"] == "e3"
    assert CHESS.from_text(CHESS.to_text(position)).to_json() == position.to_json()
    assert CHESS.to_text(position).endswith("; castling=Kq ep=e3 halfmove=5")
    assert write_fen(read_fen("8/8/8/8/8/8/8/K1k5")) == "8/8/8/8/8/8/8/K1k5 w - - 0 1"
    assert begun(START).position.to_json() == begun().position.to_json()
    with pytest.raises(InputError, match="no letter"):
        write_fen(Fen(read_fen(START).state.__class__({"e4": "w"})))


@pytest.mark.parametrize("written", ["Nf3", "Nf3!", "g1f3", "Ng1-f3", "Ng1f3", "Nf3+", "g1=- f3=w", "g1=- f3=wN"])
def test_a_move_may_be_written_in_many_ways(written: str) -> None:
    _, verdict = play(begun(), written)
    assert verdict.legal and verdict.turn.facts["san"] == "Nf3"


@pytest.mark.parametrize("written", ["e7e8q", "e8Q", "e8=Q", "e7-e8=Q"])
def test_so_may_a_promotion(written: str) -> None:
    _, verdict = play(begun("8/4P2k/8/8/8/8/8/K7 w - - 0 1"), written)
    assert verdict.turn.facts["san"] == "e8=Q" and not verdict.open


@pytest.mark.parametrize("written", ["Nf4", "e5", "O-O", "Bg1-f3", "e8=Q", "Ke1-g1", "N", "g1f3q"])
def test_what_is_no_move_is_one_sentence(written: str) -> None:
    with pytest.raises(InputError):
        play(begun(), written)


def test_an_illegal_turn_is_written_as_what_changed_and_comes_back() -> None:
    beginning = begun()
    after = beginning.position.with_places({"a1": "", "a4": "w"})
    assert write_turn(beginning, after, None) == "a1=- a4=w"
    _, again = replay(record_of(CHESS, beginning, [(after, None)], {}), find_game)
    assert rules_of(again.turns[0].verdict.violations) == {"chess.path"}
    with pytest.raises(InputError, match="turn 1"):
        write_pgn(beginning, [again.turns[0].verdict], {})


def test_a_game_with_remarks_and_other_lines_is_read() -> None:
    text = """[Event "A \\"game\\""]
[Date "2026.11.16"]
[White "?"]

1. e4 {the pawn} e5 2. Nf3 (2. f4 exf4 (2... d5 3. exd5)) Nc6 $1 ; and so on
% left out
3.Bc4 Nd4?! 4. 0-0 1/2-1/2

[Event "another"]

1. d4 *
"""
    record = read_pgn(text)
    assert "Date: 2026-11-16" in record
    _, again = replay(record, find_game)
    assert not again.errors and [t.verdict.turn.facts["san"] for t in again.turns][-2:] == ["Nd4", "O-O"]
    with pytest.raises(InputError, match="hello"):
        read_pgn("1. e4 hello")


def test_a_draw_that_was_agreed_on_ends_the_pgn() -> None:
    match, verdict = play(begun(), "e4")
    _, ended = match.agreed()
    assert write_pgn(begun(), [verdict, ended], {}).endswith("\n1. e4 1/2-1/2\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_is_told_with_its_piece(language: str) -> None:
    match = begun("8/4P2k/8/8/8/8/8/K7 w - - 0 1")
    after, verdict = play(match, "e8=N")
    told = say(CHESS.tell_turn(match.position, after.position, verdict, "w"), language)
    assert "e7" in told and "{" not in told and " N" not in told


def test_a_position_without_kings_is_judged_all_the_same() -> None:
    match, verdict = play(begun("8/8/8/8/8/8/4P3/8 w - - 0 1"), "e4")
    assert verdict.legal and verdict.outcome is None and match.to_move == "b"
    assert play(match, "pass")[1].legal


def test_whatever_is_seen_is_answered() -> None:
    """Boards with pieces taken, put, moved, exchanged and of unknown colour, kings too: one violation, or none."""
    rng = random.Random(7)
    points, match, kinds = CHESS.classic.boards[0].points, begun(), ["", *"KQRBNP"]
    seen = set()
    for _ in range(400):
        if match.outcome or match.turns > 60:
            match = begun()
        match, _ = match.play(CHESS.random_turn(match, rng)[1])
        before = dict(match.position.pieces)
        for point in rng.sample(sorted(before), rng.choice((0, 0, 0, 1, 2))):
            before[point] = "?" + before[point][1:]
        after = {point: there[0] for point, there in before.items()}
        for _ in range(rng.randint(0, 3)):
            start, to = rng.choice(sorted(after)), rng.choice(points)
            there = after.pop(start)
            after |= rng.choice(({}, {to: there}, {to: rng.choice("wb?") + rng.choice(kinds)}, {start: there, to: "w"}))
        question = {"player": rng.choice("wb"), "players": ["w", "b"]}
        one, other = (CHESS.read({"pieces": pieces, "castling": "KQkq"}) for pieces in (before, after))
        verdict = CHESS.judge_turn(one, other, match.rules, question)
        assert len(verdict.violations) <= 1
        assert all(len(there) == 2 for there in verdict.position.pieces.values())
        seen |= rules_of(verdict.violations)
        for language in LANGUAGES:
            assert CHESS.print_turn(verdict, language)
            assert say(CHESS.tell_turn(one, other, verdict, "w"), language)
    assert {"chess.own", "chess.move", "turn.stock", "turn.foreign", "turn.pass"} <= seen

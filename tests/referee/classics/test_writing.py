"""How positions and turns of the classics are written, and what is said of what cannot be read."""

import json
import random
from typing import Any

import pytest

from referee.classics.boards import at, cell, grid
from referee.classics.game import CLASSICS, GAMES
from referee.classics.halma import BOARD as STAR
from referee.classics.halma import CORNERS, NEIGHBOURS
from referee.classics.mill import BOARD, LINES, MILLS
from referee.classics.notation import read_written, write_turn
from referee.classics.peg import BOARDS
from words.message import InputError

TEXTS = [
    "mill w:a1,d1 b:g7; hand=w7,b8",
    "mill; hand=w9,b9",
    "draughts w:c3 bb:d8; missed=c3",
    "halma r:a1,b1 g:m1; homes=r:S,g:NW",
    "five w:a1,b1 b:o15",
    "five",
    "peg w:a3,b3 ?:g4",
    "peg y:b2",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_line_of_text_comes_back_word_for_word(text: str) -> None:
    game = GAMES[text.split()[0].rstrip(";")]
    position = game.from_text(text)
    assert game.to_text(position) == text
    drawn = game.parse(game.draw(position))
    assert drawn == position and drawn.to_json() == position.to_json()
    assert game.read(json.loads(json.dumps(position.to_json()))).to_json() == position.to_json()


@pytest.mark.parametrize(
    ("game", "text", "sentence"),
    [
        ("mill", "five w:a1", "begins with that word"),
        ("mill", "mill w:a2", "'a2' is no point"),
        ("mill", "mill x:a1", "one small letter"),
        ("mill", "mill ww:a1", "one small letter"),
        ("mill", "mill w", "w:a1,d1"),
        ("mill", "mill w:a1 b:a1", "a1"),
        ("mill", "mill w:a1; hand=w", "hand"),
        ("mill", "mill w:a1; hands=w1", "hands=w1"),
        ("mill", "mill w:a1; hand=w1 hand=w1", "twice"),
        ("mill", "mill w:a1; hand=q1", "hand"),
        ("draughts", "draughts www:a1", "one small letter"),
        ("draughts", "draughts wb:a1", "one small letter"),
        ("halma", "halma r:e14", "'e14'"),
        ("peg", "peg w:a1", "'a1'"),
    ],
)
def test_what_cannot_be_read_is_quoted(game: str, text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        GAMES[game].parse(text)


@pytest.mark.parametrize(
    ("game", "question", "sentence"),
    [
        ("mill", {"before": {"pieces": {}}, "after": {"pieces": {}}}, "hand"),
        ("halma", {"before": {"pieces": {"a1": "r"}}, "after": {"pieces": {}}}, "homes"),
        ("halma", {"before": {"pieces": {"a1": "r"}, "homes": {"r": "X"}}, "after": {"pieces": {}}}, "homes"),
        ("halma", {"before": {"pieces": {"a1": "r"}, "homes": {"g": "N"}}, "after": {"pieces": {}}}, "homes: .* r "),
        ("five", {"before": {"pieces": {"i1": "w"}}, "after": {"pieces": {}}}, "'i1'"),
        ("peg", {"before": {"pieces": {"b2": "w"}}, "after": {"pieces": {}}}, "'b2'"),
    ],
)
def test_what_must_be_known_is_named(game: str, question: dict[str, Any], sentence: str) -> None:
    one = GAMES[game]
    asked = {"player": one.seats(1)[0], "players": list(one.seats(one.players[1]))}
    with pytest.raises(InputError, match=sentence):
        one.judge_turn(one.read(question["before"]), one.read(question["after"]), one.rule_book({}), asked)


@pytest.mark.parametrize(
    "asked",
    [{}, {"player": "x"}, {"player": ["w"]}, {"player": "w", "players": ["w", "w"]}, {"player": "w", "players": 3}],
)
def test_who_plays_must_be_said(asked: dict[str, Any]) -> None:
    five = GAMES["five"]
    with pytest.raises(InputError):
        five.judge_turn(five.from_text("five"), five.from_text("five w:a1"), five.rule_book({}), asked)


def test_a_turn_is_written_as_players_write_it() -> None:
    draughts = GAMES["draughts"]
    match = draughts.start(draughts.rule_book({}), "wb", draughts.from_text("draughts w:c3 b:d4,d6,h8"))
    after, _ = read_written(match, "c3xe5xc7", "w")
    assert write_turn(match, after, None) == "c3xe5xc7"
    half = match.position.with_places({"c3": "", "d4": "", "e5": "w"})
    assert write_turn(match, half, None) == "c3=- d4=- e5=w"
    assert write_turn(match, match.position, None) == "pass"


@pytest.mark.parametrize("written", ["", "  ", "z9-a1", "c3=", "c3=q", "z9=w", "a1=-", "4: c3-d4 x"])
def test_what_is_no_turn_is_one_sentence(written: str) -> None:
    draughts = GAMES["draughts"]
    match = draughts.start(draughts.rule_book({}), "wb", draughts.from_text("draughts w:c3 b:d4,d6,h8"))
    with pytest.raises(InputError):
        draughts.play_written(match, written, "w")


@pytest.mark.parametrize(("words", "after"), [("c3=", "b:d4"), ("c3=ww d4=", "ww:c3"), ("a1=? c3=w", "?:a1 w:c3 b:d4")])
def test_corrections_are_what_really_stands_there(words: str, after: str) -> None:
    draughts = GAMES["draughts"]
    put_right = draughts.correct(draughts.from_text("draughts w:c3 b:d4"), words.split())
    assert draughts.to_text(put_right.position) == f"draughts {after}"


@pytest.mark.parametrize("words", ["c3", "z3=w", "c3=x", "c3=w c3=b"])
def test_what_is_no_correction_is_quoted(words: str) -> None:
    draughts = GAMES["draughts"]
    with pytest.raises(InputError):
        draughts.correct(draughts.from_text("draughts w:c3"), words.split())


def test_boards_have_their_points_where_the_rules_say() -> None:
    assert grid(8).spots["a1"] == (0.0625, 0.0625)
    assert grid(8).spots["c4"] == (0.3125, 0.4375)
    assert len(BOARDS["english"].points) == 33 and len(BOARDS["european"].points) == 37
    assert len(BOARD.points) == 24 and len(MILLS) == 16 and len(LINES) == 32
    assert len(STAR.points) == 121
    x, y = STAR.spots["a1"]
    assert (round(x, 4), round(y, 4)) == (0.5, round(0.5 - 8 / 15 * 3**0.5 / 2, 4))
    assert STAR.spots["i5"] == (0.5, 0.5)
    assert all(len(corner) == 10 for corner in CORNERS.values())
    assert len(NEIGHBOURS["i5"]) == 6 and len(NEIGHBOURS["a1"]) == 2
    assert at(*cell("o15")) == "o15"


def test_every_point_lies_on_the_board_and_none_on_another() -> None:
    for classic in CLASSICS.values():
        for board in classic.boards:
            assert len(set(board.spots.values())) == len(board.spots)
            drawn = [point for _, cells in board.rows for _, point in cells]
            assert sorted(drawn) == sorted(board.points)
            assert all(-0.1 <= x <= 1.1 and -0.1 <= y <= 1.1 for x, y in board.spots.values())


@pytest.mark.parametrize("game", [game for game in GAMES if not GAMES[game].classic.faces])
def test_every_legal_turn_is_recognised_as_itself_and_read_back(game: str) -> None:
    """Also those of which several look alike: what is told leads to what was seen."""
    one, rng = GAMES[game], random.Random(game)
    match = one.start(one.rule_book({}), one.seats(one.players[1]), None)
    looked_at = 0
    while match.outcome is None and match.turns < 40:
        if match.turns % 5 == 0:
            moves = list(one.classic.legal(match.position, match.asked()))
            for move in rng.sample(moves, min(12, len(moves))):
                after = match.position.with_changes(move.changes, move.memory)
                verdict = match.judge(after)
                assert verdict.legal and verdict.turn
                assert verdict.turn.changes == move.changes
                assert read_written(match, write_turn(match, after, None), match.to_move)[0] == after
                looked_at += 1
        die, after = one.random_turn(match, rng)
        match, _ = match.play(after, die)
    assert looked_at > 10

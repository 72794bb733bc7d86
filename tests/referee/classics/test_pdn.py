"""Draughts in PDN: whole games come back, and what does not fit is said."""

from pathlib import Path
from typing import Any

import pytest

from referee.classics.pdn import NUMBERED, read_pdn, write_pdn
from referee.games import find_game
from referee.replay import replay
from words.message import InputError

RECORD = Path(__file__).parents[2] / "playthroughs" / "classics" / "draughts.txt"


def played(text: str) -> Any:
    _, again = replay(text, find_game)
    assert not again.errors
    return again


def test_a_game_comes_back_move_by_move() -> None:
    game = played(RECORD.read_text())
    text = write_pdn(game.beginning, [turn.verdict for turn in game.turns], {"White": 'Anna "A"'})
    assert "[White \"Anna 'A'\"]" in text and text.rstrip().endswith("1-0") and "FEN" not in text
    again = played(read_pdn(text))
    assert [turn.match.position for turn in again.turns] == [turn.match.position for turn in game.turns]
    assert all(turn.verdict.legal for turn in again.turns)


def test_a_game_from_a_position_with_black_to_move() -> None:
    text = "Game: draughts\nPlayers: b w\nSetup: draughts ww:a1 b:d6 bb:h2\n\n1. d6-c5\n2. a1-b2\n"
    game = played(text)
    written = write_pdn(game.beginning, [turn.verdict for turn in game.turns], {})
    assert '[FEN "B:WKa1:BKh2,d6"]' in written and "1... d6-c5 2. a1-b2 *" in written
    again = played(read_pdn(written))
    assert again.beginning.position == game.beginning.position
    assert again.turns[-1].match.position == game.turns[-1].match.position


def test_numbers_are_read_from_the_far_left() -> None:
    assert (NUMBERED[0], NUMBERED[3], NUMBERED[31]) == ("b8", "h8", "g1")
    assert read_pdn('[Event "x"]\n{a word} 1. 22-18 9-13 ; why\n2. 18x9! *').splitlines()[-3:] == [
        "1. c3-d4",
        f"2. {NUMBERED[8]}-{NUMBERED[12]}",
        f"3. {NUMBERED[17]}x{NUMBERED[8]}",
    ]


@pytest.mark.parametrize("text", ["1. e2e4", "1. 0-33", '[FEN "X:Wa1"]', '[FEN "W"]', "1. Qxf7"])
def test_what_is_no_pdn_is_quoted(text: str) -> None:
    with pytest.raises(InputError):
        read_pdn(text)


def test_a_stone_that_was_blown_does_not_fit() -> None:
    game = played("Game: draughts\nPlayers: b w\nSetup: draughts w:b2,c3 b:d4,h8; missed=c3\n\n1. -c3 h8-g7\n")
    with pytest.raises(InputError, match="turn 1 cannot"):
        write_pdn(game.beginning, [turn.verdict for turn in game.turns], {})

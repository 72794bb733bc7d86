"""Turns in writing: what is written is read back, whatever happened."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import any_positions, build

from referee.tactori.notation import read_written, write_turn
from referee.tactori.position import Position
from referee.tactori.text import parse_text, to_text
from words.message import InputError


@pytest.mark.parametrize(
    ("before", "written", "after"),
    [
        ("9", "+c3", "9 c3:R"),
        ("9 c3:BR", "c3>c7", "9 c3:B c7:R"),
        ("9 c3:RRR", "2c3>c7", "9 c3:R c7:RR"),
        ("9 c3:RRR c7:GB", "3c3>c7x1", "9 c7:GRR"),
        ("9 c3:R c7:GB", "c3>c7x1", "9 c7:G"),
        ("9 c3:R", "+e3 +c3-e3", "9 c3:R e3:R R:c3-e3@1"),
        ("9 c3:RB e3:R", "+c3-e3@1", "9 c3:RB e3:R R:c3-e3@1"),
        ("9 c3:R e3:BR", "+c3-e3", "9 c3:R e3:BR R:c3@1-e3@2"),
        ("9 c3:R", "+c3@1-e3@0", "9 c3:R R:c3@1-e3@0"),
        ("9 c3:R e3:R R:c3-e3@1", "-c3-e3", "9 c3:R e3:R"),
        ("9 c3:RR e3:RR R:c3-e3@1 R:c3-e3@2", "-c3-e3@1", "9 c3:RR e3:RR R:c3-e3@2"),
        ("9 c3:B", "+Bc3 -Bc3 +Ge5", "9 c3:B e5:G"),
        ("9 c3:R", "pass", "9 c3:R"),
    ],
)
def test_what_the_words_do(before: str, written: str, after: str) -> None:
    assert to_text(read_written(written, parse_text(before), "R")) == after


@pytest.mark.parametrize(
    ("before", "after", "written"),
    [
        ("9", "9 c3:R", "+c3"),
        ("9 c3:BRR", "9 c3:B c7:RR", "2c3>c7"),
        ("9 c3:RR c7:GB", "9 c7:GR", "2c3>c7x1"),
        ("9 c3:R", "9 c3:R e3:R R:c3-e3@1", "+e3 +c3-e3"),
        ("9 c3:R", "9 c3:R e3:B", "+Be3"),
        ("9 c3:RB", "9 c3:B", "-Bc3 -c3 +Bc3"),
        ("9", "9", "pass"),
    ],
)
def test_what_is_written(before: str, after: str, written: str) -> None:
    assert write_turn(parse_text(before), parse_text(after), "R") == written


@given(any_positions(), st.integers(0, 2**32), st.sampled_from("RBYG"))
@settings(max_examples=300)
def test_any_change_is_read_back(before: Position, seed: int, player: str) -> None:
    after = build(before.board, random.Random(seed))
    for one, other in ((before, after), (after, before), (before, before)):
        assert read_written(write_turn(one, other, player), one, player) == other


def test_moves_and_captures_are_read_back_whatever_is_unknown() -> None:
    rng = random.Random(7)
    for _ in range(300):
        towers = {at: "".join(rng.choices("RB?", k=rng.randint(1, 3))) for at in ("c3", "e3")}
        before = Position.of(5, towers, ())
        count, captured = rng.randint(1, len(towers["c3"])), rng.randint(0, len(towers["e3"]))
        arriving = "".join(rng.choices("R?", k=max(count - captured, 0)))
        moved = {"c3": towers["c3"][:-count], "e3": towers["e3"][: len(towers["e3"]) - captured] + arriving}
        after = Position.of(5, moved, ())
        assert read_written(write_turn(before, after, "R"), before, "R") == after


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "the turn is empty"),
        ("hello", "hello is no part of a turn: write +c3, c3>e3, +c3-e3, -c3-e3 or pass"),
        ("+j3", "'j3' is no field of a 9x9 board"),
        ("-e5", "-e5 cannot be done on this board"),
        ("-Bc3", "-Bc3 cannot be done on this board"),
        ("2c3>c7", "2c3>c7 cannot be done on this board"),
        ("c3>c3", "c3>c3 cannot be done on this board"),
        ("c3>e3x2", "c3>e3x2 cannot be done on this board"),
        ("-c3-c5", "no such stick lies there: -c3-c5"),
        ("-e3-g3", "several such sticks lie there; say the floor: -e3-g3"),
        ("+c3@1-e3", "+c3@1-e3 is no part of a turn: write +c3, c3>e3, +c3-e3, -c3-e3 or pass"),
    ],
)
def test_what_cannot_be_read_is_quoted(written: str, said: str) -> None:
    before = parse_text("9 c3:R e3:RR g3:RR R:e3-g3@1 R:e3-g3@2")
    with pytest.raises(InputError) as error:
        read_written(written, before, "R")
    assert str(error.value) == said

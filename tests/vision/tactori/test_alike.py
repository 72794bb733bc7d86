"""Whether two positions clearly show the same pieces, from whichever side they were seen."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest

from referee.tactori.position import Position
from referee.tactori.text import parse_text, to_text
from vision.tactori.alike import agreement, four_turns, turned_place, turned_position

PHOTOS = Path(__file__).parents[4] / "shared" / "photos"
BUSY = "5 a1:RR b4:B c3:YY d2:GB e5:R R:c3-d3@1 d3:R"
"""Ten pieces that look otherwise from every side."""


def turned(position: str, quarters: int) -> str:
    """The position as it is called by a camera that went round by so many quarters, anticlockwise seen from above."""
    said = parse_text(position)
    last = said.board - 1

    def field(at: str) -> str:
        x, y = ord(at[0]) - ord("a"), int(at[1:]) - 1
        for _ in range(quarters):
            x, y = y, last - x
        return f"{chr(ord('a') + x)}{y + 1}"

    towers = [f"{field(at)}:{stack}" for at, stack in said.towers.items()]
    sticks = [f"{s.colour}:{field(s.a.at)}@{s.a.floor}-{field(s.b.at)}@{s.b.floor}" for s in said.sticks]
    return to_text(parse_text(" ".join([str(said.board), *towers, *sticks])))


def alike(one: str, other: str, doubtful: Sequence[str] = (), also: Sequence[str] = ()) -> int:
    """About how many pieces two positions agree; doubtful places of the first, and of the other."""
    return agreement(four_turns(parse_text(one), doubtful), four_turns(parse_text(other), also))


@pytest.mark.parametrize("quarters", range(4))
def test_names_are_turned_back_as_they_were_turned(quarters: int) -> None:
    assert turned_position(parse_text(turned(BUSY, quarters)), quarters) == parse_text(BUSY)
    assert turned_place("c3-d3", 5, quarters) in ("c3-d3", "c3-c4", "b3-c3", "c2-c3")


@pytest.mark.parametrize("quarters", range(4))
def test_the_same_pieces_are_the_same_from_every_side(quarters: int) -> None:
    assert alike(BUSY, turned(BUSY, quarters)) == 10
    assert alike(turned(BUSY, quarters), BUSY) == 10


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(BUSY.replace("b4:B", "b4:R"), id="a colour"),
        pytest.param(BUSY.replace("b4:B", "b4:BB"), id="a floor"),
        pytest.param(BUSY.replace("b4:B", "b5:B"), id="a place"),
        pytest.param(BUSY.replace("b4:B ", ""), id="a tower less"),
        pytest.param(BUSY.replace(" R:c3-d3@1", ""), id="a stick less"),
        pytest.param(BUSY.replace("R:c3-d3@1", "B:c3-d3@1"), id="a stick's colour"),
        pytest.param(BUSY.replace("5 ", "9 ", 1), id="another board"),
    ],
)
def test_one_piece_makes_another_position(other: str) -> None:
    for quarters in range(4):
        assert alike(BUSY, turned(other, quarters)) == 0


def test_only_what_both_vouch_for_is_compared() -> None:
    other = BUSY.replace("b4:B", "b4:R")
    assert alike(BUSY, other, ["b4"]) == 9
    assert alike(BUSY, other, also=["b4"]) == 9
    assert alike(BUSY, BUSY.replace("b4:B", "b4:?")) == 9
    bare = BUSY.replace(" R:c3-d3@1", "")
    assert alike(BUSY, bare, also=["d3-c3"]) == 9
    assert alike(BUSY, bare, also=["d3"]) == 8
    # A doubt that was turned along with its picture.
    assert alike(BUSY, turned(other, 1), also=["d4"]) == 9


@pytest.mark.parametrize(
    ("position", "doubtful"),
    [("5 a1:R b4:B", ()), ("5 a1:RRRR b4:BBBB c2:YYYY", ()), ("5 a1:R b2:B c4:Y d3:G", ()), (BUSY, ("a1", "b4", "c3"))],
)
def test_little_may_be_chance(position: str, doubtful: tuple[str, ...]) -> None:
    assert alike(position, position, doubtful) == 0


def test_no_two_positions_of_the_shared_photographs_are_taken_for_one() -> None:
    if not PHOTOS.is_dir():
        pytest.skip("there are no shared photographs here")
    truths = {}
    for path in sorted(PHOTOS.rglob("*.json")):
        said = json.loads(path.read_text())
        if not isinstance(said, dict) or not {"board", "towers", "sticks"} <= said.keys():
            continue
        position = to_text(Position.from_json(said))
        same = min(turned(position, quarters) for quarters in range(4))
        truths[path] = (same, four_turns(parse_text(position), ()))
    assert len(truths) > 30
    for (path, (same, one)), (another, (other, two)) in combinations(truths.items(), 2):
        assert same == other or not agreement(one, two), (path, another)

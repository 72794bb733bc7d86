"""What pieces of wood allow: where a stick can lie, and where it falls."""

import pytest

from referee.tactori.match import start
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text
from simulator.tactori.innocent import could_be_legal
from simulator.tactori.wood import can_lie, settled


def lies(written: str) -> bool:
    """Whether the last stick of a position can lie among the rest."""
    *rest, last = written.split()
    stick = parse_text(f"{rest[0]} {last}").sticks[0]
    return can_lie(stick, parse_text(" ".join(rest)))


@pytest.mark.parametrize(
    "written",
    [
        "9 c3:R e3:R R:c3-e3@1",
        "9 c3:R e3:RR R:c3-e3@1",
        "9 c3:R e3:RR R:c3@1-e3@2",
        "9 c3:R R:c3@1-e3@0",
        "9 R:c3-e3@0",
        "9 c3:R d4:B R:c3-d4@1",
        "9 c3:R d3:B R:c3-d3@1",
        "9 c3:R d3:BB e3:R R:c3-e3@1",
        "9 c3:R d3:B e3:R f3:B R:c3-e3@1 B:d3-f3@1",
        "5 c3:R d3:B R:c3-d3@1",
    ],
)
def test_a_stick_can_lie_there(written: str) -> None:
    assert lies(written)


@pytest.mark.parametrize(
    "written",
    [
        "9 c3:R R:c3-e3@1",  # in the air
        "9 c3:R e3:RRR R:c3@1-e3@3",  # too steep
        "9 c3:R e3:RR R:c3@1-e3@1 R:c3-e3@1",  # one of its kind lies there
        "9 c3:R g3:R R:c3-g3@1",  # too short
        "9 c3:R e5:RR R:c3@1-e5@2",
        "9 c3:R d4:BB R:c3-d4@1",  # a tower stands on it
        "9 c3:R d3:BB e3:RR R:c3@1-e3@2",  # through a tower
        "9 c3:R d2:B d4:B e3:RR B:d2-d4@1 R:c3@1-e3@2",  # through a stick
        "9 d3:B R:c3-e3@0",
        "9 c3:R R:c3@0-e3@0",  # under a tower
        "9 R:c3-d3@0",  # nobody could say from where to where
    ],
)
def test_a_stick_cannot_lie_there(written: str) -> None:
    assert not lies(written)


def test_a_stick_falls_when_its_tower_is_taken_away() -> None:
    assert settled(parse_text("9 c3:R R:c3-e3@1")) == parse_text("9 c3:R R:c3@1-e3@0")
    assert settled(parse_text("9 c3:RR e3:R R:c3-e3@2")) == parse_text("9 c3:RR e3:R R:c3@2-e3@1")
    assert settled(parse_text("9 c3:R e3:R R:c3-e3@1")) == parse_text("9 c3:R e3:R R:c3-e3@1")


def test_a_stick_that_would_not_stay_is_no_position() -> None:
    assert settled(parse_text("9 c3:RR R:c3-e3@2")) is None
    assert settled(parse_text("9 c3:RB R:c3-e3@1")) is None


@pytest.mark.parametrize(
    ("after", "could"),
    [
        ("5 b2:R", True),
        ("5 b2:R c4:B", True),  # each set one
        ("5 b2:RB", True),
        ("5 b2:R c2:R", False),
        ("5 c4:B", False),
        ("5 b2:R c4:B d4:B", False),
    ],
)
def test_what_two_players_may_have_done_is_nobodys_fault(after: str, could: bool) -> None:
    match = start(rule_book("bridges"), ("R", "B"))
    assert could_be_legal(match, parse_text(after), 2) is could

"""What of a verdict hangs on sticks that nobody vouches for."""

import pytest

from referee.tactori.hanging import hanging
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text
from words.language import LANGUAGES

SQUARE = "9 c3:R e3:R e5:R c5:R R:c3-e3@1 R:e3-e5@1 R:c5-e5@1 R:c3-c5@1"
RULES = rule_book("taktori", {})


def test_without_one_side_there_is_no_polygon() -> None:
    (one,) = hanging(parse_text(SQUARE), ["c3-e3"], RULES)
    assert one.lies and [str(s.colour) for s in one.sticks] == ["R"]
    ((points, other),) = one.points.values()
    assert points > other == 0
    assert f"0 points instead of {points}" in one.sentence("en")
    assert one.to_json()["otherwise"] == {"legal": True, "scores": dict(one.otherwise.scores)}


def test_with_the_side_that_is_missing_there_is_one() -> None:
    (one,) = hanging(parse_text(SQUARE.replace(" R:c3-e3@1", "")), ["c3-e3"], RULES)
    assert not one.lies
    ((points, other),) = one.points.values()
    assert points == 0 < other
    assert one.sentence("en").startswith("With one there:")


def test_where_no_bridge_could_lie_nothing_hangs_on_it() -> None:
    assert hanging(parse_text("9 c3:R e3:B"), ["c3-e3"], RULES) == ()


def test_a_stick_that_breaks_the_rules_hangs_legality_on_it() -> None:
    (one,) = hanging(parse_text("9 c4:B e4:G R:c4-e4@1"), ["c4-e4"], RULES)
    assert not one.now.legal and one.otherwise.legal
    assert "legal" in one.sentence("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_changes_nothing_is_said_to_change_nothing(language: str) -> None:
    (one,) = hanging(parse_text("9 c3:R e3:R R:c3-e3@1"), ["c3-e3"], RULES)
    assert one.points == {} and one.sentence(language)

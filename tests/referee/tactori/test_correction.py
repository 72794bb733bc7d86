"""Corrections as they are typed."""

import pytest

from referee.tactori.correction import correct
from referee.tactori.text import parse_text, to_text
from words.message import InputError

BEFORE = parse_text("9 c3:R e3:R e5:B R:c3-e3@1")


@pytest.mark.parametrize(
    ("words", "after"),
    [
        ("e5=RRB", "9 c3:R e3:R e5:RRB R:c3-e3@1"),
        ("e5=", "9 c3:R e3:R R:c3-e3@1"),
        ("a1=? e5=BB", "9 a1:? c3:R e3:R e5:BB R:c3-e3@1"),
        ("-R:c3-e3@1", "9 c3:R e3:R e5:B"),
        ("-R:e3-c3@1 +B:c3-e3@1", "9 c3:R e3:R e5:B B:c3-e3@1"),
        ("+B:e5@1-e3@2", "9 c3:R e3:R e5:B B:e3@2-e5@1 R:c3-e3@1"),
        ("i9=", "9 c3:R e3:R e5:B R:c3-e3@1"),
        ("c3-e3=", "9 c3:R e3:R e5:B"),
        ("e3-c3= +B:c3-e3@1", "9 c3:R e3:R e5:B B:c3-e3@1"),
        ("c3-e3= +R:c3-e3@1", "9 c3:R e3:R e5:B R:c3-e3@1"),
        ("c3-c5=", "9 c3:R e3:R e5:B R:c3-e3@1"),
    ],
)
def test_what_is_typed_is_what_stands_there(words: str, after: str) -> None:
    assert to_text(correct(BEFORE, words.split()).position) == after


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("e5", "e5 is no correction"),
        ("e5:R", "is no correction"),
        ("", "is no correction"),
        ("z1=R", "'z1'"),
        ("e5=X", "a stack is a text"),
        ("e5=R e5=B", "e5"),
        ("+c3-e3@1", "is no correction"),
        ("+X:c3-e3@1", "is no correction"),
        ("+R:c3-e3", "is no stick"),
        ("+R:c3-z3@1", "'z3'"),
        ("c3-z3=", "'z3'"),
        ("c3-e3=R", "is no correction"),
        ("c3-c3=", "is no correction"),
        ("c3-e3-g3=", "is no correction"),
        ("-R:c3-e3@2", "-R:c3-e3@2"),
        ("-R:c3-e3@1 -R:c3-e3@1", "-R:c3-e3@1"),
    ],
)
def test_what_cannot_be_read_or_does_not_fit_is_quoted(words: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        correct(BEFORE, words.split() or [""])


def test_words_that_say_all_of_a_way_settle_it() -> None:
    said = correct(BEFORE, ["e3-c3=", "+B:c3-e3@1", "e5=B", "+R:e5-e3@1"])
    assert said.settled == ("c3-e3",)
    assert set(said.places) == {"c3-e3", "e3-e5", "e5"}

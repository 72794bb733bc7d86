"""Turns in words: every kind of turn, allowed or not, as a family would tell it, in every language."""

import re

import pytest
from drawn import read_cases

from referee.tactori.explain import TurnVerdict, explain_turn, judge_turn
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text
from referee.tactori.turn_words import tell_turn
from words.language import LANGUAGES, say

TURNS = {
    "place": ("5", "5 c4:R", "bridges", "Red sets c4."),
    "stack": ("9 c3:BB", "9 c3:BBR", "taktori", "Red sets c3 (floor 3)."),
    "place and bridges": (
        "5 c3:R d4:R",
        "5 c3:R c4:R d4:R R:c3-c4@1 R:c4-d4@1",
        "bridges",
        "Red sets c4 and bridges to c3 and d4.",
    ),
    "a chain": (
        "9 c3:R c5:R",
        "9 c3:R c5:R e3:R R:c3-e3@1 R:c3-c5@1",
        "taktori",
        "Red sets e3, bridges to c3 and from c3 to c5.",
    ),
    "move": ("9 c3:R", "9 c7:R", "taktori", "Red moves from c3 to c7."),
    "run": ("9 c3:RR", "9 c7:RR", "taktori", "Red moves 2 towers from c3 to c7 (floor 2)."),
    "capture": ("9 c3:RR c7:B", "9 c7:R", "rectangles9", "Red moves 2 towers from c3 to c7 and captures a blue tower."),
    "capture, all gone": (
        "9 c3:R c7:B",
        "9",
        "rectangles9",
        "Red captures a blue tower on c7 and gives up the one from c3 for it.",
    ),
    "bridges": (
        "9 c3:R e3:R e5:R",
        "9 c3:R e3:R e5:R R:c3-e3@1 R:e3-e5@1",
        "taktori",
        "Red bridges from e3 to c3 and e5.",
    ),
    "a high bridge": ("9 c3:RR e3:RR", "9 c3:RR e3:RR R:c3-e3@2", "taktori", "Red bridges from c3 to e3 (floor 2)."),
    "restick": (
        "5 a1:R b1:R b2:R R:a1-b1@1",
        "5 a1:R b1:R b2:R R:b1-b2@1",
        "fem",
        "Red takes up the stick from a1 to b1 and lays it from b1 to b2.",
    ),
    "unstick": ("5 a1:R b1:R R:a1-b1@1", "5 a1:R b1:R", "fem", "Red takes back the stick from a1 to b1."),
    "unstick and move": (
        "9 c3:R e3:R R:c3-e3@1",
        "9 e3:R h4:R",
        "rectangle9",
        "Red takes back the stick from c3 to e3 and moves from c3 to h4.",
    ),
    "pass": ("9 c3:R", "9 c3:R", "taktori", "Red passes."),
    "another's turn": ("9 c3:R", "9 c3:R e5:B", "taktori", "Blue sets e5."),
    "a stick at an angle": ("9 c3:R e5:R", "9 c3:R e5:R R:c3-e5@1", "taktori", "Red lays a stick from c3 to e5."),
    "no turn at all": (
        "9 a1:R",
        "9 a3:R e5:B",
        "taktori",
        "Red takes a tower off a1, sets a3 and sets a blue tower on e5.",
    ),
    "another colour": ("5 b1:B", "5 b1:BY", "colourful", "Red sets a yellow tower on b1 (floor 2)."),
    "an unknown tower": (
        "9 c3:RR c7:?",
        "9 c7:R",
        "rectangles9",
        "Red moves 2 towers from c3 to c7 and captures a tower.",
    ),
}


def verdict_of(before: str, after: str, game: str) -> TurnVerdict:
    rules = rule_book(game, {"colour": "R"} if game == "colourful" else {})
    return explain_turn(parse_text(before), parse_text(after), "R", rules, ("R", "B"))


@pytest.mark.parametrize("name", TURNS)
def test_a_turn_is_told_as_a_family_would(name: str) -> None:
    before, after, game, sentence = TURNS[name]
    told = tell_turn(parse_text(before), parse_text(after), verdict_of(before, after, game), "R")
    assert say(told, "en") == sentence


def test_it_is_told_in_every_language_and_by_name() -> None:
    before, after, game, _ = TURNS["place and bridges"]
    told = tell_turn(parse_text(before), parse_text(after), verdict_of(before, after, game), "R", "Mia")
    assert {language: say(told, language) for language in LANGUAGES} == {
        "de": "Mia setzt c4 und baut Brücken nach c3 und d4.",
        "en": "Mia sets c4 and bridges to c3 and d4.",
        "fr": "Mia pose en c4 et construit des ponts vers c3 et d4.",
        "it": "Mia mette una torre in c4 e fa ponti verso c3 e d4.",
    }


def test_whoever_played_out_of_turn_is_not_called_by_another_s_name() -> None:
    before, after, game, sentence = TURNS["another's turn"]
    assert (
        say(tell_turn(parse_text(before), parse_text(after), verdict_of(before, after, game), "R", "Mia"), "en")
        == sentence
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_drawn_turn_can_be_told_without_notation(language: str) -> None:
    told = 0
    for case in read_cases():
        if "before" not in case.boards:
            continue
        before, after = case.boards["before"], case.boards["after"]
        player = case.said["player"] or "R"
        verdict = judge_turn(before, after, player, case.rules)
        sentence = say(tell_turn(before, after, verdict, player), language)
        assert re.fullmatch(r"[A-Z].*[^.]\.", sentence), sentence
        assert not re.search(r"[@{}<>+]|\d-[a-i]|\?", sentence), sentence
        told += 1
    assert told > 100

"""Every rule that the referee can name has its text and its section, in every language."""

import ast
import itertools
import re
from pathlib import Path

import pytest

import referee.tactori
from referee.tactori.counted import counted, walked
from referee.tactori.rule_texts import EVERY_RULE, OF_THE_GAME, PLACELESS, rule_section, rule_text
from referee.tactori.rules import GAMES, rule_book
from referee.tactori.scoring import judge_position
from referee.tactori.text import parse_text
from referee.tactori.trail import longest_trail, longest_way
from words.language import LANGUAGES

SOURCES = sorted(Path(referee.tactori.__file__).parent.glob("*.py"))


def named_rules() -> set[str]:
    """The first thing said to every finding that the source makes."""
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = {"Finding": 0, "broken": 0, "_about": 1}.get(node.func.id)
                if place is not None and len(node.args) > place and isinstance(node.args[place], ast.Constant):
                    found.add(str(node.args[place].value))
    return found


def test_every_rule_that_a_finding_can_name_is_known() -> None:
    named = named_rules()
    assert len(named) > 25
    assert named == set(EVERY_RULE)
    assert named >= PLACELESS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", EVERY_RULE)
def test_every_rule_has_its_text_and_its_section(rule: str, language: str) -> None:
    for game in GAMES:
        text = rule_text(rule, game, language)
        assert len(text) > 25 and text.endswith(".") and text[0].isupper()
        assert rule not in text and "_" not in text and not re.search(r"\bL\d", text)
    assert re.search(r"\b[2456]\b", rule_section(rule, language))


def test_a_rule_about_turns_says_what_a_turn_is_in_this_game() -> None:
    assert all("slid into the empty field" in rule_text(rule, "sliding", "en") for rule in OF_THE_GAME)
    assert rule_section("turn.bound", "en") == "Rules, section 4: Free"


BUILT = parse_text("5 a1:R b1:R c1:RR b2:R d1:RR a5:B b5:B R:a1-b1@1 R:b1-c1@1 R:b1-b2@1 R:c1-d1@1 R:c1-d1@2 B:a5-b5@1")


@pytest.mark.parametrize(
    ("game", "points", "entries"), [("bridges", {"R": 5, "B": 1}, 6), ("connections", {"R": 4, "B": 1}, 5)]
)
def test_what_counted_adds_up_to_the_score(game: str, points: dict[str, int], entries: int) -> None:
    rules = rule_book(game)
    verdict = judge_position(BUILT, rules)
    found = counted(verdict, rules)
    assert verdict.scores == points and len(found) == entries
    assert {colour: sum(each.points for each in found if each.colour == colour) for colour in points} == points
    assert all(len(each.fields) == 2 for each in found)


def test_connections_above_each_other_count_once_and_name_their_sticks() -> None:
    rules = rule_book("connections")
    doubled = [each for each in counted(judge_position(BUILT, rules), rules) if each.fields == ("c1", "d1")]
    assert [[s.floor for s in each.sticks] for each in doubled] == [[1, 2]]


def test_the_longest_connection_is_named_field_by_field() -> None:
    rules = rule_book("long")
    red, blue = counted(judge_position(BUILT, rules), rules)
    assert (red.points, red.fields) in [
        (3, ("a1", "b1", "c1", "d1")),
        (3, ("d1", "c1", "b1", "a1")),
        (3, ("b2", "b1", "c1", "d1")),
    ]
    assert blue.points == 1
    group = rule_book("long", {"length": "group"})
    assert counted(judge_position(BUILT, group), group)[0].points == 4


def test_a_longest_way_can_be_walked() -> None:
    links = [("a1", "b1"), ("b1", "c1"), ("c1", "c2"), ("b2", "c2"), ("b1", "b2"), ("a1", "a2"), ("b2", "b3")]
    way = longest_way(links)
    fields = walked(way)
    assert len(way) == longest_trail(links) == len(fields) - 1
    steps = [frozenset(pair) for pair in itertools.pairwise(fields)]
    assert sorted(map(sorted, steps)) == sorted(map(sorted, way))


def test_polygons_speak_for_themselves() -> None:
    rules = rule_book("taktori")
    assert counted(judge_position(parse_text("9 c3:R e3:R R:c3-e3@1"), rules), rules) == ()

"""What the page is told of games: words, points gained and what counted, in each of the eleven games, made once."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.tactori.rules import GAMES, Goal, rule_book
from referee.tactori.scoring import judge_position
from referee.tactori.text import parse_text
from tests.web.games.test_score_sheet import state_of
from web.games.past_games import replayed_json, whole_game_json
from web.shown import game_words
from web.shown.game_words import gained, readings, turns_words
from web.shown.verdict_words import verdict_words
from words.language import LANGUAGES

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_tells_its_turns_and_only_what_counts(game: str) -> None:
    state = state_of((PLAYTHROUGHS / f"{game}.txt").read_text())
    goal = state.rules.game.goal
    for language in LANGUAGES:
        turns = turns_words(state, language)
        assert len(turns) == len(state.steps) and all(turn["words"].endswith(".") for turn in turns)
    verdict = verdict_words(state.match.verdict(), state.rules, "en")
    totals = dict.fromkeys(state.match.verdict().scores, 0)
    for turn in turns_words(state, "en"):
        for colour, points in turn["gained"].items():
            assert points
            totals[colour] = totals.get(colour, 0) + points
    begun = state.beginning.verdict().scores
    assert {c: n - begun.get(c, 0) for c, n in verdict["scores"].items()} == {c: totals[c] for c in verdict["scores"]}
    assert bool(verdict["polygons"]) <= (goal is Goal.POLYGONS)
    counts_pieces = goal in (Goal.BRIDGES, Goal.CONNECTIONS)
    if counts_pieces or goal is Goal.LONGEST:
        for colour, points in verdict["scores"].items():
            assert points == sum(each["points"] for each in verdict["counted"] if each["color"] == colour)
    else:
        assert verdict["counted"] == []


def test_a_past_game_has_the_words_too() -> None:
    state = state_of((PLAYTHROUGHS / "taktori.txt").read_text(), names={"R": "Mia"})
    said = whole_game_json(state, "de", False)
    assert said["turns"][0]["words"] == "Mia setzt d6." and said["turns"][0]["gained"] == {}
    assert said["readings"] == ["9er-Mitte: verbunden", "Schassen: ja"]
    one = replayed_json(state, 4, "fr")["turn"]
    assert one["words"].startswith("Mia ") and "gained" in one


def test_turns_are_made_once_however_often_a_table_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    state = state_of((PLAYTHROUGHS / "taktori.txt").read_text())
    first = turns_words(state, "en")
    monkeypatch.setattr(game_words, "say", None)
    monkeypatch.setattr(type(state), "step_json", None)
    monkeypatch.setattr(type(state.match), "verdict", None)
    assert turns_words(state, "en") == first


def test_a_turn_that_was_let_stand_or_made_by_somebody_else_is_told() -> None:
    state = state_of("Game: taktori\nPlayers: R B\n1. R +c3\n2. B +e5 +e7\n3. R +c5 +c3-c5\n")
    assert [turn["words"] for turn in turns_words(state, "en")] == [
        "Red sets c3.",
        "Blue sets e5 and sets e7.",
        "Red sets c5 and bridges to c3.",
    ]


def test_where_anybody_builds_the_colour_tells_who() -> None:
    state = state_of("Game: free\nPlayers: R\n1. R +Bc3\n2. R +d3\n", names={"R": "Mia"})
    assert [turn["words"] for turn in turns_words(state, "en")] == ["Blue sets c3.", "Mia sets d3."]


def test_what_was_gained_and_lost() -> None:
    assert gained({"R": 3, "B": 1}, {"R": 7, "Y": 2}) == {"R": 4, "B": -1, "Y": 2}
    assert gained({"R": 3}, {"R": 3}) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_readings_are_said_without_their_keys(language: str) -> None:
    chosen = {
        "nine_centre": "standing",
        "chain": "any",
        "capture": True,
        "sticks_per_turn": 2,
        "final_round": "finish_round",
    }
    said = readings(rule_book("taktori", chosen), language)
    assert len(said) == len(chosen)
    assert not [text for text in said if "_" in text or "true" in text.lower() or "None" in text]


def test_a_finding_has_its_rule_and_the_board_as_a_whole_no_place() -> None:
    towers = " ".join(f"{file}{rank}:R" for file in "abcd" for rank in range(1, 6))
    said = verdict_words(judge_position(parse_text(f"5 {towers}"), rule_book("bridges")), rule_book("bridges"), "en")
    (found,) = said["violations"]
    assert found["fields"] == [] and found["rule"] == "supply.towers"
    assert found["rule_text"].startswith("The set has 16 towers") and "section 2" in found["rule_section"]


@pytest.mark.parametrize(
    ("path", "language", "sentence"),
    [
        ("/api/games/99999", "en", "There is no game number 99999"),
        ("/api/games/99999", "de", "Es gibt kein Spiel"),
        ("/api/tables/nobody", "fr", ""),
    ],
)
def test_errors_are_sentences(client: FlaskClient, path: str, language: str, sentence: str) -> None:
    answer = client.get(f"{path}?lang={language}")
    assert answer.status_code == 404
    assert answer.json and answer.json["error"].startswith(sentence) and answer.json["error"][0].isupper()

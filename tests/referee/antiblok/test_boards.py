"""The drawn boards of Anti-Blok: every rule and every reading, kept and broken."""

import pytest
from antiblok_drawn import Case, read_cases

from referee.antiblok.rules import ADVICE_IDS, OPEN_IDS, RULE_IDS
from referee.antiblok.scoring import judge_position
from referee.verdict import Finding
from words.language import LANGUAGES, say

TURNS, POSITIONS = read_cases("turns"), read_cases("positions")
READINGS = [f"A{n}" for n in range(1, 12)]


def rules_of(findings: tuple[Finding, ...]) -> set[str]:
    return {finding.rule for finding in findings}


@pytest.mark.parametrize("case", TURNS, ids=str)
def test_turn(case: Case) -> None:
    verdict = case.verdict()
    assert rules_of(verdict.violations) == case.breaks
    turn = verdict.turn
    said = f"{turn.kind.value}{'' if turn.complete else ' unfinished'}" if turn else "none"
    assert said == case.said["turn"]
    assert rules_of(verdict.open) == case.words("open")
    assert rules_of(verdict.advice) == case.words("advice")
    outcome = verdict.outcome
    assert (f"{outcome.reason} {outcome.winner}" if outcome else None) == case.said.get("outcome")


@pytest.mark.parametrize("case", POSITIONS, ids=str)
def test_position(case: Case) -> None:
    verdict = judge_position(case.board, case.rules)
    assert rules_of(verdict.violations) == case.breaks
    assert rules_of(verdict.open) == case.words("open")


@pytest.mark.parametrize("rule", RULE_IDS)
def test_every_rule_is_drawn_kept_and_broken(rule: str) -> None:
    cases = TURNS + POSITIONS
    assert any(rule in case.breaks for case in cases)
    assert any(rule in case.words("about") and not case.breaks for case in cases)


@pytest.mark.parametrize("reading", READINGS)
def test_every_reading_is_drawn(reading: str) -> None:
    assert any(reading in case.words("about") for case in TURNS)


def test_what_is_open_and_what_is_advised_is_drawn() -> None:
    assert set(OPEN_IDS) <= set.union(*(case.words("open") for case in TURNS))
    assert set(ADVICE_IDS) <= set.union(*(case.words("advice") for case in TURNS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verdict_can_be_said(language: str) -> None:
    for case in TURNS:
        verdict = case.verdict()
        for finding in (*verdict.violations, *verdict.open, *verdict.advice):
            sentence = say(finding.message, language)
            assert sentence.endswith(".") and "{" not in sentence
            assert sentence[0].isupper() or sentence[0].isdigit()

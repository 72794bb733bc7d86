"""The drawn boards: every rule and every reading, kept and broken."""

import pytest
from drawn import Case, read_cases

from referee.tactori.explain import judge_turn
from referee.tactori.rules import RULE_IDS
from referee.tactori.scoring import judge_position
from referee.verdict import Finding

CASES = read_cases()
POSITIONS = [case for case in CASES if "position" in case.boards]
TURNS = [case for case in CASES if "after" in case.boards]

# L11 is about the order of a whole game: see test_match.
READINGS = [f"L{n}" for n in range(1, 15) if n != 11]


def rules_of(findings: tuple[Finding, ...]) -> set[str]:
    return {finding.rule for finding in findings}


@pytest.mark.parametrize("case", POSITIONS, ids=str)
def test_position(case: Case) -> None:
    verdict = judge_position(case.boards["position"], case.rules)
    assert rules_of(verdict.violations) == case.breaks
    assert rules_of(verdict.open) == set(case.said.get("open", "").split())
    if "advice" in case.said:
        assert rules_of(verdict.advice) == set(case.said["advice"].split())
    if "scores" in case.said:
        assert " ".join(f"{colour}{n}" for colour, n in verdict.scores.items()) == case.said["scores"]
    if "polygons" in case.said:
        found = [f"{p.colour}{p.points}{'' if p.counts else '-'}" for p in verdict.polygons]
        assert sorted(found) == sorted(case.said["polygons"].split())
    if "tasks" in case.said:
        assert verdict.tasks is not None
        done = {task.removeprefix("task.") for task, is_done in verdict.tasks.items() if is_done}
        assert done == set(case.said["tasks"].split())


@pytest.mark.parametrize("case", TURNS, ids=str)
def test_turn(case: Case) -> None:
    players = tuple(case.said.get("players", "").split())
    verdict = judge_turn(case.boards["before"], case.boards["after"], case.said["player"], case.rules, players)
    assert rules_of(verdict.violations) == case.breaks
    assert (verdict.turn.kind.value if verdict.turn else "none") == case.said["turn"]
    assert rules_of(verdict.open) == set(case.said.get("open", "").split())
    outcome = verdict.outcome
    assert (f"{outcome.reason} {outcome.winner or 'draw'}" if outcome else None) == case.said.get("outcome")


def test_every_case_is_one_or_the_other() -> None:
    assert len(POSITIONS) + len(TURNS) == len(CASES) > 200


@pytest.mark.parametrize("rule", RULE_IDS)
def test_every_rule_is_drawn_kept_and_broken(rule: str) -> None:
    assert any(rule in case.breaks for case in CASES)
    assert any(rule in case.about and not case.breaks for case in CASES)


@pytest.mark.parametrize("reading", READINGS)
def test_every_reading_is_drawn(reading: str) -> None:
    assert any(reading in case.about for case in CASES)


def test_overlaying_sticks_are_each_named_with_their_ends() -> None:
    case = next(case for case in POSITIONS if case.title == "half a bridge shared on one floor")
    found = judge_position(case.boards["position"], case.rules).violations
    assert [finding.fields for finding in found] == [("d3", "f3"), ("c3", "e3")]


def test_equal_overlaying_sticks_are_each_named() -> None:
    case = next(case for case in POSITIONS if case.title == "a stick twice in one place on 5x5")
    found = judge_position(case.boards["position"], case.rules).violations
    assert [finding.fields for finding in found] == [("c3", "d3"), ("c3", "d3")]


def test_only_the_later_overlaying_stick_is_named() -> None:
    case = next(case for case in TURNS if case.title.startswith("only the later of two"))
    found = judge_turn(case.boards["before"], case.boards["after"], "B", case.rules).violations
    assert [finding.fields for finding in found] == [("d3", "f3")]


def test_the_example_of_the_sheet_side_by_side() -> None:
    case = next(case for case in POSITIONS if case.title.startswith("the sheet's example"))
    (polygon,) = judge_position(case.boards["position"], case.rules).polygons
    assert polygon.border.fields == ("c3", "d3", "e3", "e4", "d4", "c4")
    sides = {(str(side.stick), side.points, "whole" if side.whole else "half") for side in polygon.sides}
    assert sides == {
        ("R:c3-e3@3", 3, "whole"),
        ("R:e3-e5@2", 2, "half"),
        ("R:c4-e4@1", 1, "whole"),
        ("R:c3-c5@1", 1, "half"),
    }

"""The examples that were agreed on: every key of the answer; of turns, positions and outcomes the keys they name."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.classics.game import GAMES

FILE = Path(__file__).parents[4] / "shared" / "cases" / "travel.jsonl"
CASES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text().splitlines()] if FILE.exists() else []
FINDINGS = ("violations", "open", "advice")


def agrees(expected: object, told: object) -> bool:
    if isinstance(expected, dict) and isinstance(told, dict):
        return all(key in told and told[key] == value for key, value in expected.items())
    return expected == told


@pytest.mark.skipif(not CASES, reason="the folder with the agreed examples is not beside the repository")
@pytest.mark.parametrize("case", [case for case in CASES if case["game"] in GAMES], ids=lambda case: case["id"])
def test_agreed_case(case: dict[str, Any]) -> None:
    game = GAMES[case["game"]]
    rules = game.rule_book(case.get("rules", {}))
    answer = game.judge_turn(game.read(case["before"]), game.read(case["after"]), rules, case).to_json()
    for key, expected in case["expect"].items():
        if key in FINDINGS:
            assert sorted(finding["rule"] for finding in answer[key]) == sorted(expected), key
        else:
            assert agrees(expected, answer[key]), (key, answer[key])

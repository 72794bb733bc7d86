"""Turns on which two independent readings of the rules agreed, of every game, kind and fault that came up."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.tactori.explain import judge_turn
from referee.tactori.rules import rule_book
from referee.tactori.text import parse_text

LINES = (Path(__file__).parents[2] / "agreed_turns.jsonl").read_text().splitlines()
TURNS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


@pytest.mark.parametrize("game", sorted({turn["game"] for turn in TURNS}))
def test_agreed_turns(game: str) -> None:
    for turn in (turn for turn in TURNS if turn["game"] == game):
        verdict = judge_turn(
            parse_text(turn["before"]),
            parse_text(turn["after"]),
            turn["player"],
            rule_book(turn["game"], turn["rules"]),
            tuple(turn["players"]),
        )
        assert sorted({f.rule for f in verdict.violations}) == turn["breaks"], turn
        assert (verdict.turn.kind.value if verdict.turn else None) == turn["kind"], turn
        assert (verdict.outcome.to_json() if verdict.outcome else None) == turn["outcome"], turn


def test_there_are_many() -> None:
    assert len(TURNS) > 300
    assert {turn["kind"] for turn in TURNS} >= {"place", "move", "capture", "bridges", "restick", "unstick", "pass"}

"""The examples that were agreed on: every key of the expected answer, word for word."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import draufsicht

FILE = Path(__file__).parents[4] / "shared" / "cases" / "antiblok.jsonl"
CASES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text().splitlines()] if FILE.exists() else []
FINDINGS = ("violations", "open", "advice")


@pytest.mark.skipif(not CASES, reason="the folder with the agreed examples is not beside the repository")
def test_agreed_cases(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "\n".join(json.dumps({k: v for k, v in case.items() if k != "expect"}) for case in CASES)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    assert draufsicht.main(["turn", "-"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(answers) == len(CASES)
    for case, answer in zip(CASES, answers, strict=True):
        told = {key: [f["rule"] for f in answer[key]] if key in FINDINGS else answer[key] for key in case["expect"]}
        assert told == case["expect"], case["id"]

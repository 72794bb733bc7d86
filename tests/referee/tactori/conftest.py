"""Running the command line inside the tests."""

from __future__ import annotations

import io
import sys

import pytest
from running import Ran, Runner

import draufsicht


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    def runner(*words: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            code = draufsicht.main(words)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 99
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return runner

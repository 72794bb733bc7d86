"""Hypothesis plays the same games in every run, a slow machine is not a failure, and commands run inside the tests."""

from __future__ import annotations

import io
import os
import signal
import sys

import pytest
from hypothesis import HealthCheck, settings
from running import Ran, Runner

import draufsicht

settings.register_profile(
    "house", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")
os.environ.setdefault(*draufsicht.ONE_THREAD)
# A shell starts what runs in the background deaf to Ctrl-C, and children inherit it; the programs under test are not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


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

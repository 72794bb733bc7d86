"""What is installed with the program: from a version that works to one that may not, and the tested one between."""

import re
from pathlib import Path

import pytest

from tests.lower_bounds import bounds, numbers, versions

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("group", [None, "dev", "training"])
def test_everything_has_both_bounds_and_was_tested_between_them(group: str | None) -> None:
    known = versions()
    for name, (low, high) in bounds(group).items():
        assert numbers(low) < numbers(high), name
        if name in known and re.fullmatch(r"[0-9.]+", known[name]):
            assert numbers(low) <= numbers(known[name]) < numbers(high), name


def test_everything_that_runs_is_in_the_tested_versions() -> None:
    assert set(bounds()) <= set(versions())


def test_the_oldest_versions_are_proved_where_everything_is() -> None:
    assert "\nmake oldest\n" in (ROOT / ".ci" / "run").read_text()
    assert "tests/lower_bounds.py --check" in (ROOT / "Makefile").read_text()

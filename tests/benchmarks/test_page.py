"""The page's benchmark: measured only where there is a browser, and said so where there is none."""

from __future__ import annotations

import os
import sys

import pytest

from benchmarks.page import _line, _mb, looking


def test_without_a_browser_it_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr("benchmarks.page.shutil.which", lambda name: None)
    (said,) = looking()
    assert "no Chromium" in said and said.endswith(".")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux says it")
def test_memory_is_that_of_the_process() -> None:
    assert 5 < _mb(os.getpid()) < 100_000
    assert _mb(2**22 + 1) == 0.0


def test_a_line_has_its_figure_its_bar_and_its_name() -> None:
    assert _line(0.0123, "< 0.02", "layout shift of play, phone", digits=4).split() == [
        "0.0123", "<", "0.02", "layout", "shift", "of", "play,", "phone",
    ]  # fmt: skip

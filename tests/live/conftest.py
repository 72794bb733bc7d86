"""No test leaves a log open behind it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from live.log import GameLog


@pytest.fixture(autouse=True)
def logs_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    opened: list[GameLog] = []
    make = GameLog.__init__

    def noted(self: GameLog, path: Path) -> None:
        make(self, path)
        opened.append(self)

    monkeypatch.setattr(GameLog, "__init__", noted)
    yield
    for log in opened:
        log.close()

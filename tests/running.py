"""What a command that was run in a test left behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    def json(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Runner = Callable[..., Ran]

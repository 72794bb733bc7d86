"""How well the shared photographs are read today: `python -m tests.vision.shared_counts` writes it down anew."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.photographs import SHARED, read_all
from benchmarks.truth import Compared, truths
from benchmarks.vision import total

TABLE = Path(__file__).with_suffix(".json")
# Photographs are many and slow: without the camera every second has to do.
EVERY = {"camera known": 1, "camera not known": 2}
AT_LEAST, AT_MOST = ("found", "exact"), ("wrong", "sticks_invented")


def counts(kind: str) -> tuple[Compared, list[str]]:
    """The sums over the photographs of a kind, and what was wrong with which."""
    each = list(read_all(list(truths(SHARED))[:: EVERY[kind]], kind == "camera known"))
    notes = [f"{truth.image.name}: {note}" for truth, compared in each for note in compared.notes]
    return total(compared for _, compared in each), notes


def stored() -> dict[str, dict[str, int]]:
    return dict(json.loads(TABLE.read_text()))


def main() -> None:
    made = {}
    for kind in EVERY:
        compared, _ = counts(kind)
        made[kind] = {name: getattr(compared, name) for name in ("photos", *AT_LEAST, *AT_MOST)}
        print(kind, made[kind], flush=True)
    rows = ",\n".join(f"  {json.dumps(kind)}: {json.dumps(row)}" for kind, row in made.items())
    TABLE.write_text("{\n" + rows + "\n}\n")


if __name__ == "__main__":
    main()

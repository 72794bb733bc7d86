"""How well the shared photographs are read today: `python -m tests.vision.shared_counts` writes it down anew."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.photographs import SHARED, read_all
from benchmarks.truth import Compared, truths
from benchmarks.views import VIEWS, compare_group, groups
from benchmarks.vision import total

TABLE = Path(__file__).with_suffix(".json")
# Photographs are many and slow: without the camera every second has to do.
EVERY = {"camera known": 1, "camera not known": 2}
# Of the shared views of one position: how many are read as one, and whether their camera is known.
TOGETHER = {"two views, camera known": (2, True), "three views, camera not known": (3, False)}
KINDS = (*EVERY, *TOGETHER)
AT_LEAST, AT_MOST = ("found", "exact"), ("wrong", "sticks_invented")


def counts(kind: str) -> tuple[Compared, list[str]]:
    """The sums over the photographs of a kind, and what was wrong with which."""
    if kind in TOGETHER:
        return _together(*TOGETHER[kind])
    each = list(read_all(list(truths(SHARED))[:: EVERY[kind]], kind == "camera known"))
    notes = [f"{truth.image.name}: {note}" for truth, compared in each for note in compared.notes]
    return total(compared for _, compared in each), notes


def _together(count: int, camera_known: bool) -> tuple[Compared, list[str]]:
    each = [(group.files[0].stem, compare_group(group, count, camera_known)[0]) for group in groups(VIEWS)]
    notes = [f"{name}: {note}" for name, compared in each for note in compared.notes]
    return total(compared for _, compared in each), notes


def stored() -> dict[str, dict[str, int]]:
    return dict(json.loads(TABLE.read_text()))


def main() -> None:
    made = {}
    for kind in KINDS:
        compared, _ = counts(kind)
        made[kind] = {name: getattr(compared, name) for name in ("photos", *AT_LEAST, *AT_MOST)}
        print(kind, made[kind], flush=True)
    rows = ",\n".join(f"  {json.dumps(kind)}: {json.dumps(row)}" for kind, row in made.items())
    TABLE.write_text("{\n" + rows + "\n}\n")


if __name__ == "__main__":
    main()

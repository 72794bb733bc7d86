"""A set from what somebody measured with a ruler: any of its measures, the others in proportion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from calibration.measured import DEFAULT, RULER, MeasuredSet
from calibration.physical_set import DEFAULT_PROPORTIONS, MEASURES, PhysicalSet, length

RULER_MM = 0.3  # how well one reads a ruler
# By which measure the pitch is guessed, the most reliable first: boards and sticks go with their fields, thickness with
# nothing.
SUREST = (
    "stick_length", "board_side", "tower_width", "tower_height", "stick_width", "groove_depth", "board_thickness",
)  # fmt: skip


def set_from_ruler(ruler: Mapping[str, float]) -> MeasuredSet:
    """The set these measures make; raises `InputError` where they cannot be those of a set.

    >>> set_from_ruler({"tower_width": 20.1}).physical_set.pitch_9
    30.0
    """
    given = {name: length(value, name) for name, value in ruler.items()}
    if "pitch_9" not in given and given:
        # What is usual in proportion to the pitch tells the pitch.
        surest = next(name for name in SUREST if name in given)
        given["pitch_9"] = round(given[surest] / DEFAULT_PROPORTIONS[surest], 3)
    made = PhysicalSet.from_json(given) if given else PhysicalSet.in_proportion()
    origins = {name: RULER if name in ruler else DEFAULT for name in MEASURES}
    defaults = frozenset(MEASURES) - frozenset(ruler)
    return MeasuredSet(replace(made, defaults=defaults), dict.fromkeys(ruler, RULER_MM), origins)

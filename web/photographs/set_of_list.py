"""The set of a list of photographs: measured once, on the first good ones together, and said in the list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from calibration.measured import MeasuredSet
from vision.picture_reading import SetMeasuring
from web.api.words import choice, list_of, maybe, number, ref, shape, text, whole
from web.photographs.reading_work import Wish
from web.photographs.rows import Row
from web.workshop.workshop import Job
from words.message import InputError

# Photographs of several positions tell the set together; more than these make it hardly better.
MEASURED_ON = 4


class SetState(StrEnum):
    OFF = "off"
    """Nobody wants it, or a profile says it."""
    OPEN = "open"
    MEASURING = "measuring"
    MEASURED = "measured"
    REFUSED = "refused"
    """It could not be told from these pictures; each is measured by itself."""


shape(
    "BatchSet",
    "The set of a list: measured once, on its first good pictures together.",
    state=choice(SetState),
    measured=maybe(ref("Set")),
    rows=list_of(whole(), "The pictures it was measured on."),
    others=list_of(whole(), "Rows that show another set, and were read with that."),
    why=maybe(text(), "Why it could not be measured."),
    share=maybe(number(), "While it is being measured, how much of that is done."),
)


@dataclass
class ListSet:
    measured: MeasuredSet | None = None
    rows: tuple[int, ...] = ()
    """The pictures it was measured on."""
    error: InputError | None = None
    job: Job | None = None

    def state(self, wish: Wish, sets: SetMeasuring | None) -> SetState:
        if sets is None or not wish.measure or _is_known(wish, sets):
            return SetState.OFF
        if self.job is not None:
            return SetState.MEASURING
        if self.measured is not None:
            return SetState.MEASURED
        return SetState.REFUSED if self.error is not None else SetState.OPEN


def _is_known(wish: Wish, sets: SetMeasuring) -> bool:
    """Whether the profile that was named says what a picture would tell of the set."""
    if wish.find_profile or not wish.profiles:
        return False
    made = wish.profiles[0].set
    return made is not None and sets.is_told(made.physical_set)


def told(row: Row, sets: SetMeasuring) -> MeasuredSet | None:
    """What a picture by itself says of the set; None if it does not tell it."""
    measured = row.answer.seen.measured if row.answer is not None else None
    return measured if measured is not None and sets.error(measured) is not None else None


def good_ones(rows: Sequence[Row], sets: SetMeasuring) -> list[Row]:
    """Pictures that tell the set well and can show the same one: the most that agree, the surest first."""
    telling = []
    for row in rows:
        measured = told(row, sets)
        if measured is not None and not row.is_group and not row.unread and row.can_be_read:
            telling.append((row, measured))
    best: list[tuple[Row, MeasuredSet]] = []
    for _, measured in telling:
        agreeing = [each for each in telling if sets.same(measured, each[1])]
        best = max(best, agreeing, key=len)
    return [row for row, _ in sorted(best, key=lambda each: sets.error(each[1]) or 0.0)]

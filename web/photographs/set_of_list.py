"""The set of a list of photographs: measured once, on the first good ones together, and said in the list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from calibration.measured import MeasuredSet
from vision.tactori.calibrate.list_set import same_set
from web.api.words import choice, list_of, maybe, number, ref, shape, text, whole
from web.photographs.reading_work import Wish
from web.photographs.rows import Row
from web.workshop.workshop import Job
from words.message import InputError

# Photographs of several positions tell the set together; more than these make it hardly better.
MEASURED_ON = 4
# In pitches: what was measured on a picture itself and is nearer than this to the list's set need not be read again.
AS_GOOD = 0.015
# In pitches: a picture that tells the height no better than this does not tell the set.
LARGEST_ERROR = 0.03


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

    def state(self, wish: Wish) -> SetState:
        if not wish.measure or _is_known(wish):
            return SetState.OFF
        if self.job is not None:
            return SetState.MEASURING
        if self.measured is not None:
            return SetState.MEASURED
        return SetState.REFUSED if self.error is not None else SetState.OPEN


def _is_known(wish: Wish) -> bool:
    """Whether the profile that was named says how high towers are."""
    if wish.find_profile or not wish.profiles:
        return False
    made = wish.profiles[0].set
    return made is not None and "tower_height" not in made.physical_set.defaults


def told(row: Row) -> MeasuredSet | None:
    """What a picture by itself says of the set; None if it does not tell how high towers are."""
    measured = row.answer.seen.measured if row.answer is not None else None
    if measured is None or "tower_height" not in measured.errors:
        return None
    return measured if measured.errors["tower_height"] <= LARGEST_ERROR * measured.physical_set.pitch_9 else None


def good_ones(rows: Sequence[Row]) -> list[Row]:
    """Pictures that tell the set well and can show the same one: the most that agree, the surest first."""
    telling = [row for row in rows if not row.is_group and not row.unread and told(row) is not None and row.can_be_read]
    best: list[Row] = []
    for row in telling:
        agreeing = [each for each in telling if same_set(_told(row), _told(each))]
        best = max(best, agreeing, key=len)
    return sorted(best, key=lambda row: _told(row).errors["tower_height"] / _told(row).physical_set.pitch_9)


def as_good(row: Row, measured: MeasuredSet) -> bool:
    """Whether a picture was read with a set that is hardly another one."""
    own = row.answer.seen.measured if row.answer is not None else None
    if own is None:
        return False
    one, other = own.physical_set, measured.physical_set
    return all(
        abs(getattr(one, name) / one.pitch_9 - getattr(other, name) / other.pitch_9) <= AS_GOOD
        for name in ("tower_width", "tower_height")
    )


def _told(row: Row) -> MeasuredSet:
    measured = told(row)
    assert measured is not None
    return measured

"""The set of a list of photographs: measured once, on the first good ones together, then all are read with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from calibration.measured import MeasuredSet
from vision.families import SetMeasuring
from web.api.words import choice, list_of, maybe, number, ref, shape, text, whole
from web.door.errors import Conflict
from web.photographs.reading_work import Wish, measure_together
from web.photographs.rows import Row, again_of
from web.workshop.workshop import Job, State, Workshop
from words.message import InputError, Message, message

if TYPE_CHECKING:
    from web.photographs.batch import Batch

# Photographs of several positions tell the set together; more than these make it hardly better.
MEASURED_ON = 4
# Seconds of a processor.
LIMIT_S = 240.0


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


def see_to_set(batch: Batch, workshop: Workshop) -> None:
    """Measures the set as soon as enough good pictures were read, or all there are; to be called with its lock."""
    sets = batch.reader.sets
    if sets is None or batch.set_state is not SetState.OPEN:
        return
    good = good_ones([row for row in batch.rows if row.wish is None], sets)
    if len(good) >= MEASURED_ON or (good and not batch.unread):
        _measure(batch, good[:MEASURED_ON], sets, workshop)


def measure_set(batch: Batch, numbers: Sequence[int] | None, workshop: Workshop) -> None:
    """Measures the set anew, on these pictures or on those that tell it best; then all are read with it.

    Raises `Conflict` if there are none, or it is being measured, or nobody wants it measured.
    """
    sets = batch.reader.sets
    if sets is None:
        raise Conflict(message("web.photos.no_set", game=Message(f"game.{batch.game.id}")))
    with batch.alone:
        if batch.set_state in (SetState.OFF, SetState.MEASURING):
            raise Conflict(message("web.photos.set_not_now"))
        if numbers is None:
            rows = good_ones(batch.rows, sets) or [row for row in batch.rows if row.answer and not row.is_group]
        else:
            rows = [member for n in numbers for member in batch.members(batch.row(n))]
        rows = [row for row in rows if row.seen is not None and row.seen.kept is not None]
        if not rows:
            raise Conflict(message("web.photos.set_not_now"))
        _measure(batch, rows[:MEASURED_ON], sets, workshop)


def _measure(batch: Batch, rows: Sequence[Row], sets: SetMeasuring, workshop: Workshop) -> None:
    numbers, each = tuple(row.n for row in rows), [told(row, sets) for row in rows]
    if len(rows) == 1 and each[0] is not None:  # it was measured already, as well as it can be
        _measured(batch, each[0], numbers, sets, workshop)
        return
    again = [again_of(row) for row in rows]

    def ended(job: Job) -> None:
        with batch.alone:
            batch.list_set.job = None
            if job.state is State.DONE:
                _measured(batch, job.result, numbers, sets, workshop)
            elif batch.list_set.measured is None:
                batch.list_set.error = job.error
            batch.keep(batch, ())

    batch.list_set.job = workshop.start(
        measure_together, again, each, batch.how(None), limit_s=LIMIT_S, patient=True, ended=ended
    )


def _measured(
    batch: Batch, measured: MeasuredSet, numbers: tuple[int, ...], sets: SetMeasuring, workshop: Workshop
) -> None:
    """What was read in the list's way, but with another set than this, is read again."""
    batch.list_set = ListSet(measured, numbers)
    read = [row for row in batch.rows if row.wish is None and row.answer and not row.unread and not row.apart]
    stale = []
    for row in read:
        if row.answer is not None and (own := row.answer.seen.measured) is not None and sets.as_good(own, measured):
            row.seen = replace(row.answer.seen, other_set=False)
            row.answer = replace(row.answer, seen=row.seen)
        elif batch.can_be_read(row):
            stale.append(row)
    batch.read_later(stale, None, workshop)
    batch.keep(batch, read)

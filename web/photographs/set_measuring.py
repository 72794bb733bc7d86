"""When and on which pictures the set of a list is measured, and what is read again with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from calibration.measured import MeasuredSet
from vision.picture_reading import SetMeasuring
from web.door.errors import Conflict
from web.photographs.reading_work import measure_together
from web.photographs.rows import Row, again_of
from web.photographs.set_of_list import MEASURED_ON, ListSet, SetState, good_ones, told
from web.workshop.workshop import Job, State, Workshop
from words.message import Message, message

if TYPE_CHECKING:
    from web.photographs.batch import Batch

# Seconds of a processor.
LIMIT_S = 240.0


def see_to_set(batch: Batch, workshop: Workshop) -> None:
    """Measures the set as soon as enough good pictures were read, or all there are; to be called with its lock."""
    sets = batch.family.sets
    if sets is None or batch.set_state is not SetState.OPEN:
        return
    good = good_ones([row for row in batch.rows if row.wish is None], sets)
    if len(good) >= MEASURED_ON or (good and not batch.unread):
        _measure(batch, good[:MEASURED_ON], sets, workshop)


def measure_set(batch: Batch, numbers: Sequence[int] | None, workshop: Workshop) -> None:
    """Measures the set anew, on these pictures or on those that tell it best; then all are read with it.

    Raises `Conflict` if there are none, or it is being measured, or nobody wants it measured.
    """
    sets = batch.family.sets
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

"""When and on which pictures the set of a list is measured, and what is read again with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from calibration.measured import MeasuredSet
from web.door.errors import Conflict
from web.photographs.reading_work import measure_together
from web.photographs.rows import Row, again_of
from web.photographs.set_of_list import MEASURED_ON, ListSet, SetState, as_good, good_ones, told
from web.workshop.workshop import Job, State, Workshop
from words.message import message

if TYPE_CHECKING:
    from web.photographs.batch import Batch

# Seconds of a processor.
LIMIT_S = 240.0


def see_to_set(batch: Batch, workshop: Workshop) -> None:
    """Measures the set as soon as enough good pictures were read, or all there are; to be called with its lock."""
    if batch.set_state is not SetState.OPEN:
        return
    good = good_ones([row for row in batch.rows if row.wish is None])
    if len(good) >= MEASURED_ON or (good and not batch.unread):
        _measure(batch, good[:MEASURED_ON], workshop)


def measure_set(batch: Batch, numbers: Sequence[int] | None, workshop: Workshop) -> None:
    """Measures the set anew, on these pictures or on those that tell it best; then all are read with it.

    Raises `Conflict` if there are none, or it is being measured, or nobody wants it measured.
    """
    with batch.alone:
        if batch.set_state in (SetState.OFF, SetState.MEASURING):
            raise Conflict(message("web.photos.set_not_now"))
        if numbers is None:
            rows = good_ones(batch.rows) or [row for row in batch.rows if row.answer and not row.is_group]
        else:
            rows = [member for n in numbers for member in batch.members(batch.row(n))]
        rows = [row for row in rows if row.seen is not None and row.seen.kept is not None]
        if not rows:
            raise Conflict(message("web.photos.set_not_now"))
        _measure(batch, rows[:MEASURED_ON], workshop)


def _measure(batch: Batch, rows: Sequence[Row], workshop: Workshop) -> None:
    numbers, each = tuple(row.n for row in rows), [told(row) for row in rows]
    if len(rows) == 1 and each[0] is not None:  # it was measured already, as well as it can be
        _measured(batch, each[0], numbers, workshop)
        return
    again = [again_of(row) for row in rows]

    def ended(job: Job) -> None:
        with batch.alone:
            batch.list_set.job = None
            if job.state is State.DONE:
                _measured(batch, job.result, numbers, workshop)
            elif batch.list_set.measured is None:
                batch.list_set.error = job.error
            batch.keep(batch, ())

    batch.list_set.job = workshop.start(
        measure_together, again, each, batch.wish.board, limit_s=LIMIT_S, patient=True, ended=ended
    )


def _measured(batch: Batch, measured: MeasuredSet, numbers: tuple[int, ...], workshop: Workshop) -> None:
    """What was read in the list's way, but with another set than this, is read again."""
    batch.list_set = ListSet(measured, numbers)
    read = [row for row in batch.rows if row.wish is None and row.answer and not row.unread and not row.apart]
    for row in read:
        if as_good(row, measured) and row.answer is not None:
            row.seen = replace(row.answer.seen, other_set=False)
            row.answer = replace(row.answer, seen=row.seen)
    stale = [row for row in read if not as_good(row, measured) and batch.can_be_read(row)]
    batch.read_later(stale, None, workshop)
    batch.keep(batch, read)

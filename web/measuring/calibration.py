"""The calibrations that people are in the middle of: their pictures, what was thought of them, what came of it."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from web.api.pieces import SIZE
from web.api.words import choice, list_of, maybe, number, optional, ref, shape, text, thing, truth, whole
from web.door.errors import Conflict, NotFound
from web.measuring.result import Finished, ruler_result
from web.measuring.work import Handed, Kind, Known, Look, finish, look, look_film
from web.workshop.workshop import Job, Workshop
from words.language import explain_error, say
from words.message import InputError, Message, message

if TYPE_CHECKING:
    from calibration.camera_session import CameraSession
    from vision.families import ColourSession

IDLE_S = 3600.0
"""After so long without a word somebody has gone away, and their pictures go too."""
MOST_SESSIONS = 12
MOST_BYTES, MOST_BYTES_IN_ALL = 100_000_000, 250_000_000
LOOK_LIMIT_S, FILM_LIMIT_S, FINISH_LIMIT_S = 60.0, 300.0, 900.0
MOST_PICTURES: Mapping[Kind, int] = {
    Kind.SET: 6,  # each is read with twelve proportions of towers
    Kind.SHEET: 600,  # of which the session remembers the corners of thirty
    Kind.BOARD: 24,
    Kind.NOTES: 1,
    Kind.COLOURS: 40,
    Kind.DOCTOR: 8,
    Kind.CHECK: 1,
}
KEEP_NO_PICTURES = (Kind.SHEET, Kind.COLOURS)
"""Their sessions remember what they need of a picture, and that is no picture."""
PICTURE, FILM, FINISH = "picture", "film", "finish"

_SHEET = {
    "progress": optional(number()),
    "ready": optional(truth()),
    "hint": optional(maybe(text())),
    "views": optional(whole()),
}
shape(
    "Look",
    "What was thought of the last picture.",
    accepted=truth(),
    message=text(),
    **_SHEET,
    coverage=optional(list_of(list_of(whole()), "Where in the picture the sheet has been.")),
    corners=optional(list_of(list_of(number()))),
    size=optional(SIZE),
    here=optional(list_of(ref("Colour"))),
    seen=optional(list_of(ref("Colour"))),
    warnings=optional(list_of(text())),
)
shape(
    "Calibration",
    "A calibration in its middle; forgotten when nobody has asked after it for an hour.",
    id=text(),
    kind=choice(Kind),
    pictures=whole("Those that were taken."),
    looked=whole(),
    most=whole(),
    working=maybe(
        thing(what=choice(("picture", "film", "finish")), share=number("From 0 to 1."), said=maybe(text())),
        "What is being done. Ask again until it is null.",
    ),
    last=maybe(ref("Look")),
    error=maybe(text()),
    can_finish=truth(),
    result=maybe(ref("Measured")),
    kept=maybe(text(), "The profile it was kept in."),
)


@dataclass
class Calibration:
    """One of them. Whatever is asked of it first takes in what a child has done meanwhile."""

    id: str
    kind: Kind
    known: Known
    touched_s: float
    pictures: tuple[Handed, ...] = ()
    state: CameraSession | ColourSession | None = None
    looked: int = 0
    accepted: int = 0
    last: Look | None = None
    error: InputError | None = None
    """Why the last picture could not be looked at, or nothing could be measured."""
    finished: Finished | None = None
    kept: str | None = None
    """The profile it was kept in."""
    doing: str | None = None
    job: Job | None = None
    _coming: Handed | None = None

    @property
    def weight(self) -> int:
        return sum(len(handed.data) for handed in self.pictures)

    @property
    def can_finish(self) -> bool:
        return self.doing is None and self.accepted > 0

    def add(self, handed: Handed, workshop: Workshop) -> None:
        """Lets a child look at one more picture."""
        self._check_free()
        if self.looked >= MOST_PICTURES[self.kind]:
            if MOST_PICTURES[self.kind] > 1:
                raise Conflict(message("web.cal.many", most=MOST_PICTURES[self.kind]))
            self.pictures, self.looked, self.accepted = (), 0, 0  # the new one takes its place
        if self.weight + len(handed.data) > MOST_BYTES:
            raise Conflict(message("web.cal.large", most=MOST_BYTES // 1_000_000))
        args = (self.kind, self.known, handed, self.state)
        self.job = workshop.start(look, *args, limit_s=LOOK_LIMIT_S, first=True)
        self.doing, self._coming, self.error, self.finished, self.kept = PICTURE, handed, None, None, None

    def add_film(self, data: bytes, workshop: Workshop) -> None:
        if self.kind is not Kind.SHEET:
            raise InputError(message("web.cal.no_film"))
        self._check_free()
        self.job = workshop.start(look_film, data, self.state, limit_s=FILM_LIMIT_S)
        self.doing, self._coming, self.error, self.finished, self.kept = FILM, None, None, None, None

    def finish(self, workshop: Workshop, language: str) -> None:
        """Lets a child measure."""
        self._check_free()
        self.error, self.finished, self.kept = None, None, None
        if self.kind is Kind.SET and not self.accepted and self.known.ruler:
            from calibration.ruler import set_from_ruler

            self.finished = ruler_result(set_from_ruler(self.known.ruler))
            return
        if not self.accepted:
            raise Conflict(message("web.cal.no_picture"))
        args = (self.kind, self.known, self.pictures, self.state, language)
        self.job = workshop.start(finish, *args, limit_s=FINISH_LIMIT_S)
        self.doing = FINISH

    def stop(self) -> None:
        if self.job is not None:
            self.job.stop()

    def settle(self) -> None:
        """Takes in what a child has done."""
        if self.job is None or not self.job.wait(0):
            return
        job, doing, coming = self.job, self.doing, self._coming
        self.job, self.doing, self._coming = None, None, None
        self.error = job.error
        if job.error is not None:
            return
        if doing == FINISH:
            self.finished = job.result
            return
        seen: Look = job.result
        self.last, self.looked = seen, self.looked + 1
        self.state = seen.state or self.state
        if seen.accepted:
            self.accepted += 1
            if coming is not None and self.kind not in KEEP_NO_PICTURES:
                self.pictures = (*self.pictures, coming)

    def _check_free(self) -> None:
        if self.job is not None:
            raise Conflict(message("web.cal.busy"))

    def to_json(self, language: str) -> dict[str, Any]:
        job = self.job
        return {
            "id": self.id,
            "kind": self.kind.value,
            "pictures": self.accepted,
            "looked": self.looked,
            "most": MOST_PICTURES[self.kind],
            "working": None if job is None else worded(_working(self.doing, job), language),
            "last": None if self.last is None else worded(_last(self.last), language),
            "error": None if self.error is None else explain_error(self.error, language),
            "can_finish": self.can_finish or (self.kind is Kind.SET and bool(self.known.ruler)),
            "result": None if self.finished is None else worded(_result(self.finished), language),
            "kept": self.kept,
        }


class Calibrations:
    """All of them, by their ids; those that nobody asks about any more are dropped."""

    def __init__(self, clock_s: Callable[[], float] = time.monotonic) -> None:
        self.lock = threading.RLock()
        self._clock_s = clock_s
        self._open: dict[str, Calibration] = {}

    def begin(self, kind: Kind, known: Known) -> Calibration:
        with self.lock:
            self._sweep(MOST_SESSIONS - 1, MOST_BYTES_IN_ALL - MOST_BYTES)
            made = Calibration(secrets.token_urlsafe(9), kind, known, self._clock_s())
            self._open[made.id] = made
            return made

    def of(self, id_: str) -> Calibration:
        with self.lock:
            self._sweep(MOST_SESSIONS, MOST_BYTES_IN_ALL)
            found = self._open.get(id_)
            if found is None:
                raise NotFound(message("web.cal.gone"))
            found.touched_s = self._clock_s()
            found.settle()
            return found

    def close(self, id_: str) -> None:
        with self.lock:
            found = self._open.pop(id_, None)
        if found is not None:
            found.stop()

    def _sweep(self, most: int, most_bytes: int) -> None:
        """Lets go of what is old, and of the oldest where there is too much."""
        oldest = sorted(self._open.values(), key=lambda each: each.touched_s)
        in_all = sum(each.weight for each in oldest)
        for n, each in enumerate(oldest):
            too_many = len(oldest) - n > most or in_all > most_bytes
            if not too_many and each.touched_s > self._clock_s() - IDLE_S:
                break
            in_all -= each.weight
            self.close(each.id)


def worded(value: Any, language: str) -> Any:
    """The same with every message put into a sentence."""
    if isinstance(value, Message):
        return say(value, language)
    if isinstance(value, Mapping):
        return {key: worded(item, language) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [worded(item, language) for item in value]
    return value


def _working(doing: str | None, job: Job) -> dict[str, Any]:
    return {"what": doing, "share": round(job.share, 3), "said": job.said}


def _last(seen: Look) -> dict[str, Any]:
    return {"accepted": seen.accepted, "message": seen.said, **seen.more}


def _result(finished: Finished) -> dict[str, Any]:
    tables = [{"title": table.title, "head": table.head, "rows": table.rows} for table in finished.tables]
    return {
        "refused": finished.refused,
        "advice": finished.advice,
        "tables": tables,
        "notes": finished.notes,
        "warnings": finished.warnings,
        "picture": finished.picture is not None,
        "caption": finished.caption,
        "parts": finished.parts,
        "source": finished.source,
        **finished.more,
    }

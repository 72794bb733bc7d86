"""One table of the page: a thread that watches it, what it shows at the moment, and the calls people make."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import cv2

from calibration.profiles import ProfileFolder
from live.correction import correct_by_words
from live.events import Event, Kind
from live.frame import Frame, Picture
from live.game import place_named
from live.keeping import KEEP_PICTURES, Keeping
from live.play import Play
from live.sources.handed_in import HandedIn
from live.sources.photographs import Photographs
from live.sources.source import Source
from live.table import Sight
from live.watching import Watch, open_watch
from referee.message import InputError, Message, message
from referee.tactori.position import Position
from vision.board.find import NoBoard
from vision.calibrate.matching import check_profile
from vision.reading import Corners
from web.errors import Conflict
from web.game_words import NAMES, names_of
from web.set_up import TableSetUp

JPEG_QUALITY = 82
JOIN_S = 10.0
MOST_WORDS = 200
PAUSE_LOOK_S = 0.1
NS_PER_MS = 1_000_000
CHECK_EVERY_S = 60.0
"""Between two looks whether the profile still fits; each takes a second or so beside the watching."""


class Status(StrEnum):
    OPENING = "opening"
    WATCHING = "watching"
    STOPPED = "stopped"
    """The source has ended, or the game: nothing more comes, but the game can still be corrected."""
    FAILED = "failed"
    CLOSED = "closed"


@dataclass(frozen=True)
class Troubles:
    """What stands in the way at the moment, as the last events said it."""

    source: Message | None = None
    board: Message | None = None
    hand: Message | None = None
    memory: Message | None = None
    why: Message | None = None
    doubts: tuple[Mapping[str, Any], ...] = ()
    misfits: tuple[Message, ...] = field(default=())


class WatchedTable:
    """A table that is open. `told` is called with what happened, from any thread; with nothing, if only the snapshot
    differs."""

    def __init__(
        self,
        set_up: TableSetUp,
        log_path: Path,
        told: Callable[[WatchedTable, Sequence[Event]], None],
        demo: Mapping[str, Any] | None = None,
    ) -> None:
        self.set_up = set_up
        self.status = Status.OPENING
        self.message: Message | None = None
        self.troubles = Troubles()
        # Larger than any that was told of this table before, also before the program fell: pages pass over older ones.
        self.version = time.time_ns() // NS_PER_MS
        self._log_path, self._told, self._demo = log_path, told, dict(demo or {})
        self._watch: Watch | None = None
        self._source: Source | None = None
        self._thread: threading.Thread | None = None
        self._close = threading.Event()
        self._alone, self._counting = threading.RLock(), threading.Lock()
        self._seen: object = None
        self._checked_s = -CHECK_EVERY_S
        self._jpegs: dict[int, tuple[Frame, bytes]] = {}

    @property
    def name(self) -> str:
        return self.set_up.name

    @property
    def watch(self) -> Watch | None:
        return self._watch

    @property
    def sight(self) -> Sight:
        return self._watch.table.sight if self._watch is not None else Sight.NONE

    # Opening and closing.

    def open(self, new: bool | None) -> None:
        """Begins to watch; what goes wrong is the table's `status` and `message`."""
        with self._alone:
            self.close()
            self._close = threading.Event()
            self.status, self.message, self.troubles = Status.OPENING, None, Troubles()
            self._source = self.set_up.source.open_here()
            self._thread = threading.Thread(
                target=self._run, args=(new, self._source, self._close), name=f"table {self.name}", daemon=True
            )
            self._thread.start()
        self.change()

    def close(self) -> None:
        """Ends watching; the game stays in the log."""
        with self._alone:
            thread, watch, source = self._thread, self._watch, self._source
            self._close.set()
            if watch is not None:
                watch.close()
            elif source is not None:
                source.close()
            self._thread = None
        if thread is not None and thread is not threading.current_thread():
            thread.join(JOIN_S)
        self.status = Status.CLOSED

    def again(self, set_up: TableSetUp | None = None, new: bool | None = True) -> None:
        """Another game, or another source, at the same table."""
        with self._alone:
            if set_up is not None:
                self.set_up = set_up
            self.open(new)

    def _run(self, new: bool | None, source: Source | None, close: threading.Event) -> None:
        try:
            with open_watch(self.set_up.task(self._log_path, new, self._demo), source) as watch:
                self._begin(watch)
                if close.is_set():
                    return
                for event in watch:
                    self._happened([event])
                if not close.is_set():
                    self._set_status(Status.STOPPED)
                close.wait()
        except InputError as error:
            if not close.is_set():
                place = f"{error.place}: " if error.place else ""
                self._set_status(Status.FAILED, message("web.said", place=place, why=error.message))
        except Exception as error:  # whatever it is, the other tables go on
            if not close.is_set():
                why = f"{type(error).__name__}: {error}"[:200]
                self._set_status(Status.FAILED, message("web.table_broken", why=why))
        finally:
            if self._close is close:  # another one may watch already
                self._watch = None

    def _begin(self, watch: Watch) -> None:
        watch.after_frame = self._after_frame
        self._watch = watch
        if self.set_up.names and names_of(watch.play.state) != dict(self.set_up.names):
            watch.play.set(NAMES, dict(self.set_up.names))
        self._set_status(Status.WATCHING)

    def _set_status(self, status: Status, said: Message | None = None) -> None:
        self.status, self.message = status, said
        self.change()

    # What happens.

    def change(self) -> None:
        """The snapshot is another one now."""
        self._grow()
        self._told(self, ())

    def _grow(self) -> None:
        with self._counting:  # two changes at once are two versions, or a listener would miss one
            self.version += 1

    def _happened(self, events: Sequence[Event]) -> None:
        for event in events:
            self.troubles = after(self.troubles, event)
        self._grow()
        self._told(self, events)

    def _after_frame(self) -> None:
        """Whether something is seen otherwise than before, though nothing happened."""
        watch = self._watch
        if watch is None:
            return
        sight = watch.table.sight
        self.troubles = as_seen(self.troubles, sight)
        seen = (sight, self.troubles, watch.table.eyes.found, watch.table.eyes.set, watch.profile, watch.table.shown)
        if seen != self._seen:
            self._seen = seen
            self.change()
        self._check_profile(watch, sight)
        while self.set_up.source.kind == "demo" and watch.play.state.paused and not self._close.wait(PAUSE_LOOK_S):
            pass  # the hands of a demo table wait as well

    def _check_profile(self, watch: Watch, sight: Sight) -> None:
        """Now and then, beside the watching, whether the profile still fits what the camera sees."""
        frame, now = watch.frame, time.monotonic()
        if watch.profile is None or frame is None or sight is not Sight.CALM or now - self._checked_s < CHECK_EVERY_S:
            return
        self._checked_s = now
        name, image = watch.profile, frame.image

        def check() -> None:
            try:
                profile = ProfileFolder.of_user().load(name)
                misfits = tuple(misfit.message for misfit in check_profile(profile, image))
            except (InputError, NoBoard):  # deleted meanwhile, or a hand came
                return
            if self._watch is watch and misfits != self.troubles.misfits:
                self.troubles = replace(self.troubles, misfits=misfits)
                self.change()

        threading.Thread(target=check, name=f"profile of table {self.name}", daemon=True).start()

    # What people do.

    @property
    def play(self) -> Play:
        watch = self._watch
        if watch is None:
            raise Conflict(message("web.not_watched", table=self.name))
        return watch.play

    def call(self, made: Callable[[Play], list[Event]]) -> list[Event]:
        """One of the calls of `Play`."""
        events = made(self.play)
        self._happened(events)
        return events

    def correct(self, words: Sequence[str]) -> list[Event]:
        if len(words) > MOST_WORDS:
            raise InputError(message("table.words"))
        return self.call(lambda play: correct_by_words(play, words))

    def correct_to(self, position: Position) -> list[Event]:
        return self.call(lambda play: play.correct(position))

    def hold_corners(self, corners: Corners | None) -> None:
        """In pixels of the picture that is worked on."""
        self.set_up = replace(self.set_up, corners=corners)
        watch = self._watch
        if watch is None:
            raise Conflict(message("web.not_watched", table=self.name))
        watch.table.hold_corners(corners)
        self.change()

    def keep_pictures(self, keep: bool) -> None:
        self.set_up = replace(self.set_up, keep_pictures=keep)
        self.call(lambda play: play.set(KEEP_PICTURES, Keeping().to_json() if keep else None))

    # Pictures.

    def put(self, image: Picture) -> None:
        """A picture that somebody brings."""
        source = self._source
        if not isinstance(source, HandedIn | Photographs) or self.status not in (Status.WATCHING, Status.OPENING):
            raise Conflict(message("web.not_handed_in"))
        source.put(image)

    @property
    def takes_photographs(self) -> bool:
        return isinstance(self._source, Photographs)

    @property
    def takes_frames(self) -> bool:
        return isinstance(self._source, HandedIn)

    @property
    def frame(self) -> Frame | None:
        watch = self._watch
        return watch.frame if watch is not None else None

    def frame_picture(self) -> Picture | None:
        """The newest picture, blue, green, red; not to be written to."""
        frame = self.frame
        return frame.image if frame is not None else None

    def jpeg(self, width_px: int | None = None) -> tuple[int, bytes] | None:
        """The newest picture's number and itself, made once for all who look."""
        frame = self.frame
        if frame is None:
            return None
        key = width_px or 0
        kept = self._jpegs.get(key)
        if kept is None or kept[0] is not frame:
            kept = (frame, encode(frame.image, width_px))
            self._jpegs[key] = kept
        return frame.number, kept[1]


def encode(image: Picture, width_px: int | None = None) -> bytes:
    if width_px is not None and image.shape[1] > width_px:
        size = width_px, round(image.shape[0] * width_px / image.shape[1])
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return bytes(data)


def after(troubles: Troubles, event: Event) -> Troubles:
    """What stands in the way once this has happened."""
    data = event.data
    match event.kind:
        case Kind.LOST | Kind.BACK:
            why = data.get("why")
            return replace(troubles, source=why) if data["what"] == "source" else replace(troubles, board=why)
        case Kind.HAND:
            return replace(troubles, hand=data["why"])
        case Kind.MEMORY:
            return replace(troubles, memory=data["message"] if data["in_memory"] else None)
        case Kind.UNSURE if "profile" in data:
            return replace(troubles, misfits=(*troubles.misfits, data["why"])[-5:])
        case Kind.UNSURE if "unsure" in data:
            return replace(troubles, why=data["why"], doubts=tuple(data["unsure"]))
        case Kind.UNSURE if "why" in data:
            return replace(troubles, why=data["why"])
        case Kind.CORRECTED:
            # Whoever corrects has looked at the stacks; whether a stick lies there is asked until it is said.
            return replace(troubles, why=None, doubts=_unsettled(troubles, data["fields"]), hand=None)
        case Kind.TURN | Kind.TAKEN_BACK | Kind.PUT_RIGHT | Kind.STARTED:
            return replace(troubles, why=None, doubts=(), hand=None)
    return troubles


def _unsettled(troubles: Troubles, fields: Collection[str]) -> tuple[Mapping[str, Any], ...]:
    """The doubts about sticks that these corrections leave open."""
    return tuple(doubt for doubt in troubles.doubts if "-" in doubt["at"] and place_named(doubt["at"]) not in fields)


def as_seen(troubles: Troubles, sight: Sight) -> Troubles:
    """What a look at the board has put an end to."""
    if sight is Sight.CALM:
        return replace(troubles, hand=None, board=None, why=None, doubts=())
    return troubles if sight is Sight.BUSY else replace(troubles, hand=None)

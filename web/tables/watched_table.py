"""One table of the page: what it shows at the moment, and the calls people make."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2

from live.by_hand import play_by_hand
from live.correction import correct_by_words
from live.events import Event
from live.feeding import Feeding
from live.frame import Frame, Picture
from live.keeping import KEEP_PICTURES, Keeping
from live.play import Play
from live.sight import Sight
from live.sources.by_hand import ByHand
from live.sources.handed_in import HandedIn
from live.sources.photographs import Photographs
from live.sources.source import Source
from live.watching import Watch
from referee.game import AnyGame
from referee.games import find_game
from vision.corners import Corners
from web.door.errors import Conflict, NotFound
from web.setting_up.table_set_up import OtherChoice, TableSetUp
from web.tables.last_seen import LastSeen
from web.tables.troubles import Troubles, after
from web.tables.watching import Status, Watching
from words.message import InputError, Message, message

JPEG_QUALITY = 82
MOST_WORDS = 200
NOTHING: Mapping[str, Any] = {}
NS_PER_MS = 1_000_000


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
        self._watching: Watching | None = None
        self._alone, self._counting = threading.RLock(), threading.Lock()
        self._jpegs: dict[object, tuple[Picture, bytes]] = {}
        self._making = threading.Lock()
        self._others: dict[int, OtherChoice] = {}
        """The other cameras that are open, by their numbers."""

    @property
    def name(self) -> str:
        return self.set_up.name

    @property
    def watch(self) -> Watch | None:
        return self._watching.watch if self._watching is not None else None

    @property
    def sight(self) -> Sight:
        watch = self.watch
        if isinstance(self._source, ByHand):
            return Sight.HAND
        return watch.table.sight if watch is not None else Sight.NONE

    # Opening and closing.

    def open(self, new: bool | None) -> None:
        """Begins to watch; what goes wrong is the table's `status` and `message`."""
        with self._alone:
            self.close()
            self.status, self.message, self.troubles = Status.OPENING, None, Troubles()
            self._watching = Watching(self, self._log_path, self._demo)
            self._watching.start(new)
        self.change()

    def close(self) -> None:
        """Ends watching; the game stays in the log."""
        with self._alone:
            watching = self._watching
            if watching is not None:
                watching.stop()
        if watching is not None:
            watching.join()
        self.status = Status.CLOSED

    def again(self, change: Callable[[TableSetUp], TableSetUp], new: bool | None = True) -> None:
        """Another game, or another source, at the same table."""
        with self._alone:
            self.change_set_up(change)
            self.open(new)

    def change_set_up(self, change: Callable[[TableSetUp], TableSetUp]) -> None:
        """Two who change something at once change both."""
        with self._counting:
            self.set_up = change(self.set_up)

    def set_status(self, status: Status, said: Message | None = None) -> None:
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

    def happened(self, events: Sequence[Event]) -> None:
        for event in events:
            self.troubles = after(self.troubles, event)
        self._grow()
        self._told(self, events)

    # What people do.

    @property
    def play(self) -> Play:
        return self._watched().play

    @property
    def game(self) -> AnyGame:
        return find_game(self.play.state.rules.id)

    def call(self, made: Callable[[Play], list[Event]], said: Mapping[str, Any] = NOTHING) -> list[Event]:
        """One of the calls of `Play`; refused if the game is not as whoever calls has seen it, as far as they `said`
        so."""
        play, seen = self.play, LastSeen.from_json(said, self.game)
        with play.undisturbed():
            if not seen.fits(play.state):
                raise Conflict(message("play.overtaken"))
            events = made(play)
        self.happened(events)
        return events

    def correct(self, words: Sequence[str], said: Mapping[str, Any] = NOTHING) -> list[Event]:
        if not 0 < len(words) <= MOST_WORDS:
            raise InputError(message("table.words"))
        return self.call(lambda play: correct_by_words(play, words), said)

    def make_turn(self, words: Sequence[str], said: Mapping[str, Any] = NOTHING) -> list[Event]:
        """A turn by hand; where a camera looks, the board is moved and not the page."""
        if not isinstance(self._source, ByHand):
            raise Conflict(message("web.not_by_hand"))
        if not 0 < len(words) <= MOST_WORDS:
            raise InputError(message("table.words"))
        return self.call(lambda play: play_by_hand(play, words), said)

    def hold_corners(self, corners: Corners | None) -> None:
        """In pixels of the picture that is worked on."""
        self.change_set_up(lambda now: replace(now, corners=corners))
        self._watched().table.hold_corners(corners)
        self.change()

    def settle(self, image: Picture, turned_deg: int | None = None) -> list[Event]:
        """Lets a photograph decide what is open; it is not kept."""
        events = self._watched().settle(image, turned_deg)
        self.happened(events)
        return events

    # Other cameras.

    def add_camera(self, other: OtherChoice) -> int:
        """One more camera for the same board; its number."""
        number = self._open_other(self._watched(), other)
        self._keep_others()
        return number

    def remove_camera(self, number: int) -> None:
        self.camera(number)
        self._watched().remove_camera(number)
        self._others.pop(number, None)
        self._keep_others()

    def say_turned(self, number: int, turned_deg: int | None) -> None:
        """A person says from which side another camera looks; None lets the pieces tell."""
        self.camera(number)
        self._watched().say_turned(number, turned_deg)
        self._others[number] = replace(self._others[number], turned_deg=turned_deg)
        self._keep_others()

    def camera(self, number: int) -> Feeding:
        watch = self.watch
        found = next((each for each in watch.cameras if each.number == number), None) if watch is not None else None
        if found is None:
            raise NotFound(message("web.no_camera", number=number))
        return found

    def choice(self, number: int) -> OtherChoice:
        return self._others[number]

    def open_others(self, watch: Watch) -> None:
        """All cameras that the set-up says."""
        self._others = {}
        for other in self.set_up.also:
            with suppress(InputError):  # one that cannot be is not there, and the table is
                self._open_other(watch, other)

    def _open_other(self, watch: Watch, other: OtherChoice) -> int:
        number = watch.add_camera(other.camera, other.source.open_here()).number
        self._others[number] = other
        return number

    def _keep_others(self) -> None:
        self.change_set_up(lambda now: replace(now, also=tuple(self._others.values())))
        self.change()

    def _watched(self) -> Watch:
        watch = self.watch
        if watch is None:
            raise Conflict(message("web.not_watched", table=self.name))
        return watch

    def keep_pictures(self, keep: bool) -> None:
        self.change_set_up(lambda now: replace(now, keep_pictures=keep))
        self.call(lambda play: play.set(KEEP_PICTURES, Keeping().to_json() if keep else None))

    # Pictures.

    def put(self, image: Picture) -> None:
        """A picture that somebody brings."""
        source = self._source
        if not isinstance(source, HandedIn | Photographs) or self.status not in (Status.WATCHING, Status.OPENING):
            raise Conflict(message("web.not_handed_in"))
        source.put(image)

    @property
    def _source(self) -> Source | None:
        return self._watching.source if self._watching is not None else None

    @property
    def takes_photographs(self) -> bool:
        return isinstance(self._source, Photographs)

    @property
    def takes_frames(self) -> bool:
        return isinstance(self._source, HandedIn)

    @property
    def frame(self) -> Frame | None:
        watch = self.watch
        return watch.frame if watch is not None else None

    def frame_picture(self) -> Picture | None:
        """The newest picture, blue, green, red; not to be written to."""
        frame = self.frame
        return frame.image if frame is not None else None

    @property
    def newest(self) -> Frame | None:
        """The newest picture there is to see, while an earlier one may still be read."""
        watch = self.watch
        if watch is None:
            return None
        return watch.source.newest() or watch.frame

    @property
    def is_closing(self) -> bool:
        return self._watching is not None and self._watching.closing.is_set()

    def jpeg(self, frame: Frame, width_px: int | None = None, camera: int = 0) -> bytes:
        """A picture of the first camera, or of another one, made once for all who look at it now."""
        key = (camera, width_px or 0)
        with self._making:
            kept = self._jpegs.get(key)
            if kept is None or kept[0] is not frame.image:
                kept = self._jpegs[key] = (frame.image, encode(frame.image, width_px))
            return kept[1]


def encode(image: Picture, width_px: int | None = None) -> bytes:
    if width_px is not None and image.shape[1] > width_px:
        size = width_px, round(image.shape[0] * width_px / image.shape[1])
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return bytes(data)

"""The watching of a table from when it is opened until it is closed: a thread, and what is tried again if it breaks."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calibration.profiles import ProfileFolder
from live.demo.again import forget_oldest, next_seed
from live.demo.by_itself import TURN_EVERY_S, next_turn
from live.sight import Sight
from live.sources.settings import SourceSettings
from live.watching import Watch, open_watch
from vision.board.find import NoBoard
from vision.profiles.matching import check_profile
from web.shown.game_words import NAMES, names_of
from web.tables.troubles import Troubles, as_seen
from words.message import InputError, message

if TYPE_CHECKING:
    from web.tables.watched_table import WatchedTable

JOIN_S = 10.0
PAUSE_LOOK_S = 0.1
FOLLOW_EVERY_S = 1.0
"""Between two looks at what other programs said, and whether the log can be written, while no picture comes."""
AGAIN = SourceSettings()
"""How long to wait before what broke is tried again."""
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
class _Again:
    """Watching is to begin again: with which game, whether there was one, and whether something broke."""

    new: bool | None
    begun: bool
    broke: bool

    @classmethod
    def broken(cls, new: bool | None, begun: bool) -> _Again:
        """With the game as it was, if there was one."""
        return cls(False if begun else new, begun, broke=True)


class Watching:
    """What happens meanwhile, and what goes wrong, is told to the table."""

    def __init__(self, table: WatchedTable, log_path: Path, demo: Mapping[str, Any]) -> None:
        self.source = table.set_up.open_here()
        self.watch: Watch | None = None
        self.closing = threading.Event()
        self._table, self._log_path, self._demo = table, log_path, demo
        self._seen: object = None
        self._checked_s = -CHECK_EVERY_S
        self._thread: threading.Thread | None = None

    def start(self, new: bool | None) -> None:
        name = f"table {self._table.name}"
        self._thread = threading.Thread(target=self._run, args=(new,), name=name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self.closing.set()
        watch = self.watch
        if watch is not None:
            watch.close()
        elif self.source is not None:
            self.source.close()

    def join(self) -> None:
        """Waits for its end, once."""
        thread, self._thread = self._thread, None
        if thread is not None and thread is not threading.current_thread():
            thread.join(JOIN_S)

    def _run(self, new: bool | None) -> None:
        """Whatever breaks the watching is told and tried again, with the game as it was; but not what only a person
        can say otherwise."""
        tries = 0
        while (again := self._watch_once(new)) is not None:
            new, tries = again.new, 0 if again.begun else tries + 1
            if self.closing.wait(AGAIN.pause_s(tries) if again.broke else 0):
                return
            self.source = self._table.set_up.open_here()

    def _watch_once(self, new: bool | None) -> _Again | None:
        """Until it is closed, or is to begin again."""
        begun = False
        try:
            task = self._table.set_up.task(self._log_path, new, self._demo)
            with open_watch(task, self.source) as watch, self._following(watch), self._playing(watch):
                self._begin(watch)
                begun = True
                if self.closing.is_set():
                    return None
                for event in watch:
                    self._table.happened([event])
                if self.closing.is_set():
                    return None
                if not self._is_demo_over(watch):
                    self.closing.wait()
                    return None
            if self.closing.is_set():
                return None
            self.watch = None
            self._next_demo(watch)
            return _Again(new=True, begun=True, broke=False)
        except InputError as error:
            if not self.closing.is_set():
                place = f"{error.place}: " if error.place else ""
                self._table.set_status(Status.FAILED, message("web.said", place=place, why=error.message))
                return _Again.broken(new, begun) if error.message.key == "watch.failing" else None
        except Exception as error:  # whatever it is, the other tables go on
            if not self.closing.is_set():
                why = f"{type(error).__name__}: {error}"[:200]
                self._table.set_status(Status.FAILED, message("web.table_broken", why=why))
                return _Again.broken(new, begun)
        finally:
            self.watch = None
        return None

    def _is_demo_over(self, watch: Watch) -> bool:
        """Whether the next game of a demo is to begin, once the end of this one was shown; else nothing more comes."""
        lingers_s = self._demo.get("lingers_s")
        was_ended = watch.play.state.ended  # by somebody, so that the film was not shown to its end
        self._table.set_status(Status.STOPPED)
        if (
            self._table.set_up.source.kind != "demo"
            or lingers_s is None
            or (was_ended and self.closing.wait(lingers_s))
        ):
            return False
        if not watch.play.state.finished:  # a game without an end, or one that was corrected out of its course
            self._table.happened(watch.play.end())
        return True

    def _next_demo(self, watch: Watch) -> None:
        """Another game at this demo table; corners that somebody dragged were those of another board."""
        forget_oldest(self._log_path, self._table.name)
        source = replace(self._table.set_up.source, what=next_seed(watch.source.name))
        self._table.change_set_up(lambda set_up: replace(set_up, source=source, corners=None))
        self._table.troubles, self._seen = Troubles(), None
        self._table.set_status(Status.OPENING)

    @contextmanager
    def _following(self, watch: Watch) -> Iterator[None]:
        """What other programs say, and whether the log can be written, is looked after though no picture comes."""
        done = threading.Event()

        def follow() -> None:
            while not done.wait(FOLLOW_EVERY_S):
                with suppress(InputError):  # the next picture or call says it
                    if told := watch.play.follow_others():
                        self._table.happened(told)

        thread = threading.Thread(target=follow, name=f"log of table {self._table.name}", daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()

    @contextmanager
    def _playing(self, watch: Watch) -> Iterator[None]:
        """At a table that plays by itself, turn after turn until the game is over and was looked at."""
        if not self._table.set_up.plays_itself:
            yield
            return
        over, rng = threading.Event(), random.Random(watch.source.name + str(len(watch.play.state.steps)))
        lingers_s = self._demo.get("lingers_s")
        pace_s = TURN_EVERY_S / self._demo.get("hurry", 1.0)

        def play() -> None:
            while not over.wait(pace_s):
                with suppress(InputError):  # somebody said something meanwhile: the next turn is another
                    if told := next_turn(watch.play, rng):
                        self._table.happened(told)
                if lingers_s is None or not watch.play.state.finished or over.wait(lingers_s):
                    continue
                if watch.play.state.finished:  # and nobody has taken the last turn back meanwhile
                    watch.source.close()

        thread = threading.Thread(target=play, name=f"turns of table {self._table.name}", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def _begin(self, watch: Watch) -> None:
        watch.after_frame = self._after_frame
        self.watch = watch
        self._table.open_others(watch)
        names = dict(self._table.set_up.names)
        if names and names_of(watch.play.state) != names:
            self._table.happened(watch.play.set(NAMES, names))
        self._table.set_status(Status.WATCHING)

    def _after_frame(self) -> None:
        """Whether something is seen otherwise than before, though nothing happened."""
        watch, table = self.watch, self._table
        if watch is None:
            return
        sight = watch.table.sight
        table.troubles = as_seen(table.troubles, sight)
        eyes, others = watch.table.eyes, tuple((each.aside.use, each.aside.turned_deg) for each in watch.cameras)
        seen = (sight, table.troubles, eyes.found, eyes.set, watch.profile, watch.table.shown, others)
        if seen != self._seen:
            self._seen = seen
            table.change()
        self._check_profile(watch, sight)
        while table.set_up.source.kind == "demo" and watch.play.state.paused and not self.closing.wait(PAUSE_LOOK_S):
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
            if self.watch is watch and misfits != self._table.troubles.misfits:
                self._table.troubles = replace(self._table.troubles, misfits=misfits)
                self._table.change()

        threading.Thread(target=check, name=f"profile of table {self._table.name}", daemon=True).start()

"""A table being watched: the source, the game and the eyes brought together, for the command line and the page."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from live.events import Event, Kind, event
from live.eyes import KnownTable
from live.frame import Frame, Given
from live.keeping import KEEP_PICTURES, Keeping, keeping_of
from live.knowing import Knowing
from live.log import GameLog, log_path
from live.pictures import PictureFolder
from live.play import Play
from live.sources.address import SCHEMES
from live.sources.opening import DEMO, open_source
from live.sources.source import Source
from live.table import Table
from live.table_lock import TableLock, checked_table
from live.telling import started, waits
from referee.message import InputError, Message, message
from referee.tactori.match import check_players
from referee.tactori.rules import RuleBook, option_text
from vision.frames import is_camera, is_folder
from vision.tasks import Task

USUAL_TABLE = "1"
MOST_FAILURES = 30
"""Frames, from the first on, at which reading fails before it is given up. Once one was read, it goes on for ever."""
MOST_BESIDE = 99
"""Films that are read at the same time without anybody's having named a table."""


@dataclass(frozen=True)
class WatchTask:
    """What is to be watched, and as what."""

    spec: str
    """The source, as `open_source` takes it."""
    rules: RuleBook | None
    players: tuple[str, ...]
    """Both may be left out (None, nothing) if the table's game is taken up in any case."""
    known: Task = field(default_factory=lambda: Task("", ""))
    """What is known of set, camera, colours, corners and profiles; the board is the game's."""
    table: str | None = None
    """None is table 1; or, for a film that is read while somebody plays there, a table beside it."""
    log_path: str | Path | None = None
    new: bool | None = None
    """Whether a new game begins or the table's last one goes on. None decides by the source: what is read through
    begins anew, what flows goes on if the same game was being played."""
    watched: bool = False
    patient: bool = False
    keep_pictures: Keeping | Literal[False] | None = None
    """None leaves it as the game has it, which is off in the beginning."""
    pace: Literal["fast", "live"] = "fast"
    """Of a simulated game."""
    demo: Mapping[str, Any] = field(default_factory=dict)
    """What else a simulated game is told."""


def open_watch(task: WatchTask, source: Source | None = None) -> Watch:
    """Opens everything that watching a table needs, or nothing. Use what it gives in a `with`.

    Parameters
    ----------
    source
        A source that is open already, such as `HandedIn`; it is closed in the end. `task.spec` is not looked at then.

    Raises
    ------
    InputError
        If the game cannot be played so, the table is watched already, has another unfinished game, or the source
        cannot be opened.
    """
    if task.rules is not None:
        check_players(task.players, task.rules)
    elif task.new is not False:
        raise InputError(message("input.missing", key="game"))
    path, flows = log_path(task.log_path), _flows(task) if source is None else source.flows
    with ExitStack() as stack:
        if source is not None:
            stack.callback(source.close)
        lock, table = _alone(path, task.table, beside=not flows and task.new is not False)
        stack.callback(lock.release)
        log = GameLog.open(path)
        stack.callback(log.close)
        play = _earlier(log, table, task, flows)
        if source is None:
            source = open_source(task.spec, task.watched, task.patient, demo=_demo(task, play))
            stack.callback(source.close)
        if play is None:
            assert task.rules is not None
            play = Play.begin(log, table, source.name, task.rules, task.players)
        return Watch(task, source, play, stack.pop_all())


class Watch:
    """Iterated over once, in one thread, it gives the events of a game until the source ends, the game is ended or
    somebody calls `close`. The calls of `play` may come from any thread."""

    def __init__(self, task: WatchTask, source: Source, play: Play, held: ExitStack) -> None:
        self.task, self.source, self.play = task, source, play
        self.table = Table(play, KnownTable(play.state.rules.game.board))
        self.frame: Frame | None = None
        """The newest one that was looked at."""
        self.board_seen = False
        self.after_frame: Callable[[], None] | None = None
        """Called when a frame was looked at, in the thread that iterates, after its events were taken."""
        self._knowing = Knowing(_known_of(task, source, play), self.table)
        self._held = held
        self._closed = threading.Event()
        self._frames = self._failures = 0
        self._why_failed = ""
        self._said: set[str] = set()
        self._pictures = PictureFolder.beside(play.log.path)

    @property
    def profile(self) -> str | None:
        """The name of the profile that is used."""
        return self._knowing.profile

    def __iter__(self) -> Iterator[Event]:
        """
        Raises
        ------
        InputError
            If reading fails at every frame, or the source in a way nobody can do anything about.
        """
        yield from self._begun()
        given = self.source.given()
        while not self._closed.is_set() and not self.play.state.ended:
            try:
                news = next(given, None)
            except InputError:
                raise
            except Exception as error:  # a source that breaks is no reason for a table to break
                raise InputError(message("watch.failing", why=_word(error)), self.source.name) from error
            if news is None:
                break
            yield from self._take(news)
            if self.after_frame is not None:
                self.after_frame()
        self._check_failures(least=1)
        yield from self.play.write_now()

    def close(self) -> None:
        """Ends it soon; from any thread."""
        self._closed.set()
        self.source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        self.play.write_now()
        self._held.close()

    def _begun(self) -> Iterator[Event]:
        """The first events; of a game that goes on also what it was doing."""
        state = self.play.state
        yield from self.play.begun
        if state.paused:
            yield event(Kind.PAUSED, n=len(state.steps))
        if state.waiting:
            yield waits(state)
        keep = self.task.keep_pictures
        if keep is not None:
            yield from self.play.set(KEEP_PICTURES, keep.to_json() if keep else None)

    def _take(self, given: Given) -> list[Event]:
        if not isinstance(given, Frame):
            return self.table.take(given)
        self.frame = given
        self._frames += 1
        told, before = list[Event](), self.play.state
        try:
            told += self._learn(given)
            # Before the table does it: what follows then is what this picture shows.
            told += self.play.follow_others()
            before = self.play.state
            seen = self._see(given)
        except _WrongError as error:
            raise error.why from None
        except Exception as error:  # a picture nobody thought of must not end a game
            told += self._failed(given, error)
            if self.play.state != before:  # whatever was done half-way is told as it stands
                told.append(started(self.play.state, resumed=True))
            return told
        self.board_seen = self.board_seen or self.table.eyes.found is not None
        return told + seen + self._keep_picture(given, seen)

    def _learn(self, frame: Frame) -> list[Event]:
        try:
            return self._knowing.before(frame)
        except InputError as error:
            raise _WrongError(error) from None

    def _see(self, frame: Frame) -> list[Event]:
        seen = self.table.take(frame)
        if misfits := self._knowing.after(frame):
            seen += misfits
            seen += self.table.take(frame)
        return seen

    def _failed(self, frame: Frame, error: Exception) -> list[Event]:
        why = _word(error)
        self._failures += 1
        self._why_failed = why
        self._check_failures(MOST_FAILURES)
        self.table.eyes.forget_picture()
        if why in self._said:
            return []
        self._said.add(why)
        said = error.message if isinstance(error, InputError) else message("watch.failed", why=why)
        return [event(Kind.UNSURE, why=said, picture=frame.name)]

    def _check_failures(self, least: int) -> None:
        if least <= self._failures == self._frames:
            raise InputError(message("watch.failing", why=self._why_failed), self.source.name)

    def _keep_picture(self, frame: Frame, seen: list[Event]) -> list[Event]:
        """Of a turn that this frame showed, if somebody wants it."""
        if not any(each.kind is Kind.TURN and "waits" not in each.data for each in seen):
            return []
        state = self.play.state
        trouble = self._pictures.keep(state.id, self.play.seq, frame.image, keeping_of(state.settings))
        if trouble is None or trouble.key in self._said:
            return []
        self._said.add(trouble.key)
        return [event(Kind.MEMORY, message=trouble, in_memory=self.play.in_memory)]


class _WrongError(Exception):
    """What was said of the table cannot be: somebody has to say something else, no other picture will help."""

    def __init__(self, why: InputError) -> None:
        super().__init__(str(why))
        self.why = why


def _flows(task: WatchTask) -> bool:
    """Whether the source will flow: it has to be known before it is opened, for it may be told where to begin."""
    if task.spec.startswith(DEMO):
        return task.pace == "live"
    if task.spec.lower().startswith(SCHEMES) or (task.spec and is_camera(task.spec)):
        return True
    if task.watched and not is_folder(task.spec):
        raise InputError(message("watch.no_folder"), "--watched")
    return task.watched


def _alone(path: Path, table: str | None, beside: bool) -> tuple[TableLock, str]:
    """The table's lock. A film that is read must not get in the way of whoever plays at table 1: it is read beside."""
    name = checked_table(USUAL_TABLE if table is None else table)
    if table is not None or not beside:
        return TableLock(path, name), name
    for number in range(2, MOST_BESIDE):
        try:
            return TableLock(path, name), name
        except InputError:
            name = f"{USUAL_TABLE}/{number}"
    return TableLock(path, name), name


def _earlier(log: GameLog, table: str, task: WatchTask, flows: bool) -> Play | None:
    """The table's game if it goes on."""
    if task.new or (task.new is None and not flows):
        return None
    play = Play.resume(log, table)
    if task.new is False:
        if play is None:
            raise InputError(message("watch.nothing", table=table), "--resume")
        return play
    if play is None or (play.state.rules, play.state.players) == (task.rules, tuple(task.players)):
        return play
    state = play.state
    rules = ", ".join(f"{key}={option_text(value)}" for key, value in state.rules.changed().items())
    raise InputError(
        message(
            "watch.unfinished",
            table=table,
            game=Message(f"game.{state.rules.game.id}"),
            colours=state.players,
            turns=len(state.steps),
            rules=rules or "–",
        )
    )


def _demo(task: WatchTask, play: Play | None) -> dict[str, Any]:
    """A simulated game is the one that is watched, and goes on where that was."""
    rules, players, turns = task.rules, task.players, 0
    if play is not None:
        rules, players, turns = play.state.rules, play.state.players, len(play.state.steps)
    return {"game": rules, "players": tuple(players), "pace": task.pace, "from_turn": turns, **task.demo}


def _known_of(task: WatchTask, source: Source, play: Play) -> Task:
    """What is known; a simulated table knows its own set and camera if nobody says otherwise."""
    known: Task = replace(task.known, board=play.state.rules.game.board)
    if known.physical_set is None and known.camera is None and not known.profiles:
        own = {name: getattr(source, name, None) for name in ("physical_set", "camera")}
        known = replace(known, **own)
    return known


def _word(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]

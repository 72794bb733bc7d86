"""A table being watched: the source, the game and the eyes brought together, for the command line and the page."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random
from types import TracebackType
from typing import Self

from live.events import Event, Kind, event
from live.feeding import Feeding, OtherCamera, check_count, open_other
from live.frame import Frame, Given, Picture
from live.keeping import KEEP_PICTURES, keeping_of
from live.knowing import Knowing
from live.letters import Letter, LetterBox
from live.log import GameLog, log_path
from live.pictures import PictureFolder
from live.play import Play
from live.settling import settle
from live.sources.by_hand import ByHand
from live.sources.opening import open_source
from live.sources.source import Source
from live.table import Table
from live.telling import started, waits
from live.watch_printing import answer_of
from live.watch_task import WatchTask, demo_of, earlier_game, flows, known_of, lock_table, spec_of
from referee.game import Position, Rules
from referee.games import find_game
from vision.known_of_picture import Known
from words.language import DEFAULT_LANGUAGE
from words.message import InputError, message

__all__ = ["Watch", "WatchTask", "open_watch"]
MOST_FAILURES = 30
"""Frames, from the first on, at which reading fails before it is given up. Once one was read, it goes on for ever."""


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
        find_game(task.rules.id).check_players(task.players, task.rules)
    elif task.new is not False:
        raise InputError(message("input.missing", key="game"))
    path, flowing = log_path(task.log_path), flows(task) if source is None else source.flows
    with ExitStack() as stack:
        if source is not None:
            stack.callback(source.close)
        lock, table = lock_table(path, task.table, beside=not flowing and task.new is not False)
        stack.callback(lock.release)
        log = GameLog.open(path)
        stack.callback(log.close)
        play = earlier_game(log, table, task, flowing)
        if source is None:
            source = open_source(spec_of(task, play), task.watched, task.patient, demo=demo_of(task, play))
            stack.callback(source.close)
        others = list[Source]()
        for number, other in enumerate(task.also):
            others.append(open_other(other.spec, source, number, task.patient))
            stack.callback(others[-1].close)
        if play is None:
            assert task.rules is not None
            play = Play.begin(log, table, source.name, task.rules, task.players, _dealt(task.rules, source))
        watch = Watch(task, source, play, stack.pop_all())
        for camera, opened in zip(task.also, others, strict=True):
            watch.add_camera(camera, opened)
        return watch


def _dealt(rules: Rules, source: Source) -> Position | None:
    """How a game begins to which no camera will say it, where that is not always the same."""
    game = find_game(rules.id)
    return game.random_set_up(rules, Random()) if isinstance(source, ByHand) and game.set_up_is_seen else None


class Watch:
    """Iterated over once, in one thread, it gives the events of a game until the source ends, the game is ended or
    somebody calls `close`. The calls of `play` may come from any thread."""

    def __init__(self, task: WatchTask, source: Source, play: Play, held: ExitStack) -> None:
        self.task, self.source, self.play = task, source, play
        self.table = Table(play, Known(play.state.rules.board))
        self.frame: Frame | None = None
        """The newest one that was looked at."""
        self.board_seen = False
        self.after_frame: Callable[[], None] | None = None
        """Called when a frame was looked at, in the thread that iterates, after its events were taken."""
        self._knowing = Knowing(known_of(task, source, play), self.table)
        self._held = held
        self._closed = threading.Event()
        self._frames = self._failures = 0
        self._why_failed = ""
        self._said: set[str] = set()
        self._pictures = PictureFolder.beside(play.log.path)
        self.cameras: tuple[Feeding, ...] = ()
        """Other cameras that look at the same board."""
        self._numbered = 0
        self._changing = threading.Lock()
        self._letters = LetterBox.of_table(play.log.path, play.state.table)
        self._letters.clear()

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
        for camera in self.cameras:
            camera.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        self.play.write_now()
        self._held.close()

    def settle(self, image: Picture, turned_deg: int | None = None) -> list[Event]:
        """Lets a photograph decide what is open, from any thread; see `live.settling.settle`."""
        told = settle(self.table, image, turned_deg)
        return told if self.frame is None else told + self._keep_picture(self.frame, told)

    def _answer_letters(self) -> list[Event]:
        """Photographs that another program brings to this table."""
        told = list[Event]()
        for number, letter in self._letters.letters():
            error = letter if isinstance(letter, InputError) else None
            events = list[Event]()
            language = letter.language if isinstance(letter, Letter) else DEFAULT_LANGUAGE
            if isinstance(letter, Letter):
                try:
                    events = self.settle(letter.image, letter.turned_deg)
                except InputError as refused:
                    error = refused
            self._letters.answer(number, answer_of(events, error, self.table.is_open, language))
            told += events
        return told

    def add_camera(self, camera: OtherCamera, source: Source | None = None) -> Feeding:
        """One more camera for the same board, from any thread; it is used as soon as it is known from where it looks.

        Raises
        ------
        InputError
            If it cannot be opened, does not go with the first, or there are too many.
        """
        check_count(len(self.cameras))
        if source is None:
            source = open_other(camera.spec, self.source, len(self.cameras), patient=True)
        with self._changing:
            self._numbered += 1
            eyes = self.table.open_eyes(Known(self.play.state.rules.board, camera=getattr(source, "camera", None)))
            made = Feeding(self._numbered, camera, source, eyes, self.table.settings)
            self._use_cameras((*self.cameras, made))
        if self._closed.is_set():
            made.close()
        return made

    def remove_camera(self, number: int) -> bool:
        """Lets go of another camera, from any thread; False if there is none of that number."""
        with self._changing:
            gone = [each for each in self.cameras if each.number == number]
            self._use_cameras(tuple(each for each in self.cameras if each.number != number))
        for each in gone:
            each.close()
        return bool(gone)

    def say_turned(self, number: int, turned_deg: int | None) -> bool:
        """Somebody says from which side another camera looks, None lets the pieces tell; False if there is none of
        that number."""
        found = next((each.aside for each in self.cameras if each.number == number), None)
        if found is None:
            return False
        found.said_deg = turned_deg
        # A look that has begun has named its fields as before; what it keeps is forgotten when it is over.
        self.table.meanwhile.in_turn.do(lambda: found.say_turned(turned_deg))
        return True

    def _use_cameras(self, cameras: tuple[Feeding, ...]) -> None:
        """A look that has begun goes on with those that it knows."""
        self.cameras = cameras
        self.table.asides = tuple(each.aside for each in cameras)

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
        for camera in self.cameras:
            camera.step()
        told, before, in_memory = list[Event](), self.play.state, self.play.in_memory
        try:
            told += self._learn(given)
            told += self._answer_letters()
            told += self.play.follow_others()
            before = self.play.state
            seen = self._see(given)
        except _WrongError as error:
            raise error.why from None
        except Exception as error:  # a picture nobody thought of must not end a game
            told += self._failed(given, error)
            if self.play.state != before:  # whatever was done half-way is told as it stands
                told.append(started(self.play.state, resumed=True))
            return told if in_memory else [*told, *self.play.memory_word()]
        self.board_seen = self.board_seen or self.table.eyes.found is not None
        news = [each for camera in self.cameras for each in camera.news()]
        return told + seen + news + self._keep_picture(given, seen)

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
        game, seq = self.table.meanwhile.counted  # somebody may have said something since
        trouble = self._pictures.keep(game, seq, frame.image, keeping_of(self.play.state.settings))
        if trouble is None or trouble.key in self._said:
            return []
        self._said.add(trouble.key)
        return [event(Kind.MEMORY, message=trouble, in_memory=self.play.in_memory)]


class _WrongError(Exception):
    """What was said of the table cannot be: somebody has to say something else, no other picture will help."""

    def __init__(self, why: InputError) -> None:
        super().__init__(str(why))
        self.why = why


def _word(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]

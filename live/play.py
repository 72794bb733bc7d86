"""A game being played: the calls that the camera, the page and the command line share, written before it counts."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any

from live.events import Event, Kind, event
from live.fold import apply_event, fold
from live.game import Act, GameState, place_named
from live.journal import Journal
from live.log import GameLog, LogEvent, Overtaken
from live.table_lock import checked_table
from live.telling import started, tell
from referee.game import Die, Match, Position, Rules
from referee.places import changed_places
from words.message import InputError, Message, message

MOST_TRIES = 20
"""How often a call is tried again because somebody else was quicker; each time they have got something done."""

About = Callable[[GameState], object]
"""What a call is about. If somebody else changed that in between, the call is not what was meant any more."""


class Play:
    """A game, its state and its way into the log.

    Every call returns the events to be shown, and refuses what makes no sense with an `InputError`. If another program
    wrote to this game in between, what the camera said is dropped and only their events are returned: look at the
    state and decide anew. What a person said is done if it is still about the same thing.
    Threads may share a `Play`.
    """

    def __init__(self, journal: Journal, state: GameState, read_only: bool = False) -> None:
        self._journal = journal
        self._state = state
        self._read_only = read_only
        self._alone = threading.RLock()
        self.dropped = 0
        """How often what the camera said came to nothing because another program was quicker."""
        self._untold: list[Event] = []
        self.begun: list[Event] = []
        """What is to be shown first."""

    @classmethod
    def begin(
        cls,
        log: GameLog,
        table: str,
        source: str,
        rules: Rules,
        players: Sequence[str],
        position: Position | None = None,
    ) -> Play:
        """A new game; `begun` holds its first events."""
        data = {
            "table": checked_table(table),
            "source": source,
            "game": rules.id,
            "rules": rules.options(),
            "players": list(players),
            "position": None if position is None else position.to_json(),
        }
        first = _said(Act.BEGUN, data)
        state = apply_event(None, first)
        journal = Journal(log, table, source)
        said = journal.add([first], state.finished)
        play = cls(journal, replace(state, id=journal.game_id))
        play.begun = [*tell(None, play.state, first), *_memory(said, journal)]
        return play

    @classmethod
    def resume(cls, log: GameLog, table: str) -> Play | None:
        """The table's last game, if it is not finished."""
        entry = log.last_game(checked_table(table)) if log.readable else None
        return None if entry is None or entry.finished else cls.load(log, entry.id, read_only=False)

    @classmethod
    def load(cls, log: GameLog, game_id: int, read_only: bool = True) -> Play:
        """Any game of the log."""
        entry, stamp = log.game(game_id), log.stamp()
        events = log.events(game_id)
        state = fold(events, game_id)
        journal = Journal(log, entry.table, entry.source, game_id, events, stamp, state.finished)
        play = cls(journal, state, read_only)
        play.begun = [started(state, resumed=True)]
        return play

    @property
    def state(self) -> GameState:
        return self._state

    @property
    def log(self) -> GameLog:
        return self._journal.log

    @property
    def seq(self) -> int:
        """The number of the last event in the log: a picture of what was just confirmed is named after it."""
        return self._journal.seq

    @property
    def in_memory(self) -> bool:
        """Whether the last events are not in the log yet."""
        return self._journal.in_memory

    def undisturbed(self) -> AbstractContextManager[Any]:
        """Within it no other thread changes the game: for whoever looks at the state, thinks, and then makes a call."""
        return self._alone

    # What the camera says.

    def confirm(
        self, position: Position, by: str = "camera", accepted: bool = False, die: Sequence[str] | None = None
    ) -> list[Event]:
        """A turn was made. It must be legal, unless it is `accepted` all the same. `die` is what was thrown for it, if
        that was not said before."""
        return self.confirm_all([position], by, accepted, None if die is None else [die])

    def confirm_all(
        self,
        positions: Sequence[Position],
        by: str = "camera",
        accepted: bool = False,
        dice: Sequence[Sequence[str] | None] | None = None,
    ) -> list[Event]:
        """Several turns at once, all or none of them."""

        def acts(state: GameState) -> list[LogEvent]:
            if not accepted:
                read = [state.game.read_die(die, state.rules) for die in dice or ()] or [state.thrown]
                _check_legal(state.match, positions, read)
            return _turns(len(state.steps) + 1, positions, by, dice or ())

        return self._call(acts)

    def amend(self, position: Position, then: Sequence[Position] = ()) -> list[Event]:
        """The last turn went on: it led to this position; and `then` further turns were made."""

        def acts(state: GameState) -> list[LogEvent]:
            if state.steps and not state.steps[-1].accepted:
                _check_legal(state.before_last, (position, *then), [state.steps[-1].die])
            return [_said(Act.AMENDED, {"position": position.to_json()}), *_turns(len(state.steps) + 1, then, "camera")]

        return self._call(acts)

    def wait(self, reason: str, chain: Sequence[Position], unsure: Sequence[str] = ()) -> list[Event]:
        """The board shows something that is not taken for a turn yet, and then what was played on top of it. `unsure`
        are the places (`c3-e3`) of which somebody has to say what lies there."""
        data = {"reason": str(reason), "chain": [position.to_json() for position in chain]}
        if unsure:
            data["unsure"] = [place_named(way) for way in unsure]
        return self._call(lambda state: [_said(Act.WAITING, data)])

    def stop_waiting(self) -> list[Event]:
        """It was put right, or turned out to be something else."""
        return self._call(lambda state: [_said(Act.WAITING_ENDED)])

    def take_back(self, n: int = 1) -> list[Event]:
        """The players put their pieces back."""
        return self._call(lambda state: [_said(Act.TAKEN_BACK, {"n": n})])

    def set_ignored(self, position: Position | None) -> list[Event]:
        """The board may show this for a while without its being a turn."""
        data = {"position": None if position is None else position.to_json()}
        return self._call(lambda state: [] if state.ignored == position else [_said(Act.IGNORED, data)])

    def seen_other(self) -> list[Event]:
        """The board shows something else than what is ignored."""
        return self.set_ignored(None)

    # What people say.

    def accept(self) -> list[Event]:
        """What waits is taken as it is, illegal turns too."""
        return self._call(lambda state: [_said(Act.ACCEPTED)], about=lambda state: state.waiting)

    def reject(self) -> list[Event]:
        """What waits does not count, although the board may still show it."""
        return self._call(lambda state: [_said(Act.REJECTED)], about=lambda state: state.waiting)

    def undo(self) -> list[Event]:
        """The last turn does not count, although the board still shows it."""
        return self._call(lambda state: [_said(Act.UNDONE)], about=lambda state: state.steps)

    def redo(self) -> list[Event]:
        return self._call(lambda state: [_said(Act.REDONE)], about=lambda state: (state.steps, state.undone))

    def correct(
        self, position: Position, fields: Sequence[str] | None = None, saw: Mapping[str, Any] | None = None
    ) -> list[Event]:
        """What the board shows is really this: what waits if something does, else the last turn's position, else the
        beginning. `fields` were corrected, and `saw` is what the camera saw there; both follow from the positions if
        they are not said, and then what was unsure is known too."""

        def acts(state: GameState) -> list[LogEvent]:
            places = tuple(map(place_named, fields or ()))
            if fields is None:
                unsure = state.waiting.unsure if state.waiting else ()
                places = (*changed_places(state.shown.places, position.places), *unsure)
            return _corrections(state, position, places, saw)

        return self._call(acts, about=lambda state: state.shown)

    def let_camera_say(self, places: Sequence[str]) -> list[Event]:
        """What was corrected by hand at these places holds no longer: the camera's next look decides."""
        named = list(dict.fromkeys(map(place_named, places)))

        def acts(state: GameState) -> list[LogEvent]:
            for place in named:
                if place not in state.by_hand:
                    raise InputError(message("play.not_by_hand", place=place[:40]))
            return [_said(Act.BOARD_CHANGED, {"fields": named})]

        return self._call(acts, about=lambda state: state.by_hand)

    def correct_part(
        self, made: Callable[[Position], Position], places: Sequence[str], settled: Sequence[str] = ()
    ) -> list[Event]:
        """Something of what the board shows is otherwise, at these places, and the rest is as it is by then: a turn
        that is confirmed while somebody speaks stays. `made` puts it right in whatever position there is; what is
        `settled` is known then, be it as it was or not."""

        def acts(state: GameState) -> list[LogEvent]:
            position = made(state.shown)
            return _corrections(state, position, (*changed_places(state.shown.places, position.places), *settled))

        return self._call(acts, about=lambda state: [state.game.content(state.shown, place) for place in places])

    def throw(self, die: Sequence[str] | None) -> list[Event]:
        """What was thrown for the turn that comes, as it is said (`["L1"]`); None takes back what was said. A second
        throw of the same turn may be said alone."""
        data = {"die": None if die is None else list(die)}
        return self._call(lambda state: [_said(Act.THROWN, data)], about=lambda state: state.steps)

    def pause(self) -> list[Event]:
        return self._call(lambda state: [_said(Act.PAUSED)], about=_anything)

    def resume_play(self) -> list[Event]:
        return self._call(lambda state: [_said(Act.RESUMED)], about=_anything)

    def end(self) -> list[Event]:
        return self._call(lambda state: [_said(Act.ENDED)], about=_anything)

    def set(self, key: str, value: Any) -> list[Event]:
        """A setting of this game, for example `keep_pictures`; None turns it off."""
        return self._call(lambda state: [_said(Act.SET, {"key": key, "value": value})], about=_anything)

    # What others say, and the log.

    def follow_others(self) -> list[Event]:
        """The events of what other programs did to this game, which is part of the state then; and word of the log if
        what was only in memory could be written. Cheap enough for every frame."""
        with self._alone:
            told, self._untold = [*self._untold, *self._word([*self._journal.look(), *self._journal.try_again()])], []
            stamp = self.log.stamp()
            if stamp == self._journal.stamp:
                return told
            self._journal.stamp = stamp
            return told + self._follow()

    def tell_later(self, events: Sequence[Event]) -> None:
        """Something happened, and whoever found it out had to refuse what was asked: it is told when others are next
        followed."""
        with self._alone:
            self._untold += events

    def write_now(self) -> list[Event]:
        """Tries at once to write what is only in memory; for when the program ends."""
        with self._alone:
            return self._word(self._journal.try_again(at_once=True))

    def memory_word(self) -> list[Event]:
        """That the last events are only in memory, if they are: for whoever was not there when that was said."""
        why = self.log.trouble or message("log.closed")
        said = [message("log.memory", file=str(self.log.path), why=why)] if self.in_memory else []
        return _memory(said, self._journal)

    def to_record(self) -> str:
        return self.state.to_record()

    def _follow(self) -> list[Event]:
        try:
            theirs = self._journal.others()
        except InputError:  # the file is in a bad way; the next write will say so
            return []
        if any(each.kind == Act.VOIDED for each in theirs):
            self._journal.take(theirs)
            self._state = fold(self._journal.all_events(), self._state.id)
            return [started(self._state, resumed=True)]
        told = []
        for each in theirs:
            after = apply_event(self._state, each)
            told += tell(self._state, after, each)
            self._state = after
            self._journal.take([each])
        return told

    def _call(self, acts: Callable[[GameState], list[LogEvent]], about: About | None = None) -> list[Event]:
        """Decides what to write, tries it out, writes it, and only then lets it count."""
        with self._alone:
            if self._read_only:
                raise InputError(message("play.read_only"))
            others: list[Event] = []
            try:
                return self._try(acts, about, others)
            except InputError:
                self.tell_later(others)
                raise

    def _try(
        self, acts: Callable[[GameState], list[LogEvent]], about: About | None, others: list[Event]
    ) -> list[Event]:
        for _ in range(MOST_TRIES):
            meant = about(self._state) if about else None
            events = acts(self._state)
            state, told = self._state, list[Event]()
            for each in events:
                after = apply_event(state, each)
                told += tell(state, after, each)
                state = after
            if not events:
                return others
            try:
                said = self._journal.add(events, state.finished)
            except Overtaken:
                others += self._follow()
                if about is None:
                    self.dropped += 1
                    return others
                if about(self._state) != meant:
                    break
                continue
            self._state = state
            return [*others, *told, *self._word(said)]
        raise InputError(message("play.overtaken"))

    def _word(self, said: Sequence[Message]) -> list[Event]:
        """What the log has to say; a game that had no number may have got one."""
        self._state = replace(self._state, id=self._journal.game_id)
        return _memory(said, self._journal)


def _said(act: Act, data: Mapping[str, Any] | None = None) -> LogEvent:
    """As it will be read again: what JSON cannot say is found before it counts."""
    try:
        plain = json.loads(json.dumps(dict(data or {}), allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(message("input.json", why=str(error))) from None
    return LogEvent(act.value, plain, datetime.now(UTC).isoformat(timespec="milliseconds"))


def _memory(said: Sequence[Message], journal: Journal) -> list[Event]:
    return [event(Kind.MEMORY, message=each, in_memory=journal.in_memory) for each in said]


def _corrections(
    state: GameState, position: Position, places: Sequence[str], saw: Mapping[str, Any] | None = None
) -> list[LogEvent]:
    known = {place_named(place): seen for place, seen in (saw or {}).items()}
    marks = {place: known[place] if place in known else state.game.content(state.shown, place) for place in places}
    if not marks and position == state.shown:
        raise InputError(message("play.nothing_corrected"))
    return [_said(Act.CORRECTED, {"position": position.to_json(), "saw": marks})]


def _anything(state: GameState) -> object:
    return None


def _turns(
    first: int, positions: Sequence[Position], by: str, dice: Sequence[Sequence[str] | None] = ()
) -> list[LogEvent]:
    thrown: list[dict[str, Any]] = [{} if die is None else {"die": list(die)} for die in dice]
    thrown += [{}] * (len(positions) - len(thrown))
    return [
        _said(Act.TURN, {"n": n, "position": position.to_json(), "by": str(by), **die})
        for n, (position, die) in enumerate(zip(positions, thrown, strict=True), first)
    ]


def _check_legal(match: Match, positions: Sequence[Position], dice: Sequence[Die]) -> None:
    """Turns after the end are found by whoever applies them."""
    for position, die in zip_longest(positions, dice[: len(positions)]):
        if match.outcome:
            return
        match, verdict = match.play(position, die)
        if not verdict.legal:
            raise InputError(message("play.illegal"))

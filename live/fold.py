"""From the events of a game to its state: one event after another, each checked before it counts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeVar

from live.game import Act, By, GameState, Reason, Waiting, judged_waiting, without_places
from live.keeping import checked_setting
from live.log import LogEvent
from referee.game import Die
from referee.games import find_game
from referee.places import changed_places
from words.message import InputError, Message, message

Chosen = TypeVar("Chosen", bound=StrEnum)
PASS = "pass"
"""The kind of a turn in which nothing is done, in every game that has it."""
LONGEST_CHAIN = 100
"""No more is played on top of an illegal turn before somebody looks up."""


def fold(events: Iterable[LogEvent], game_id: int | None) -> GameState:
    """The state after these events; the one that cannot be is an `InputError` that names it."""
    state = None
    for event in standing(events):
        try:
            state = apply_event(state, event)
        except InputError as error:
            if event.seq is None:
                raise
            raise InputError(message("log.event", number=event.seq, why=error.message), error.place) from None
    if state is None:
        raise InputError(message("log.empty"))
    return replace(state, id=game_id)


def standing(events: Iterable[LogEvent]) -> list[LogEvent]:
    """The events without those that were voided."""
    kept: list[LogEvent] = []
    for event in events:
        if event.kind == Act.VOIDED:
            after = _number(event.data, "after", 0)
            kept = [each for each in kept if each.seq is not None and each.seq <= after]
        else:
            kept.append(event)
    return kept


def apply_event(state: GameState | None, event: LogEvent) -> GameState:
    """The state after one more event. What makes no sense in this state is an `InputError`; nothing is changed then."""
    if event.kind not in _HOW and event.kind != Act.BEGUN:
        raise InputError(message("log.kind", value=str(event.kind)[:40]))
    if event.kind == Act.BEGUN:
        if state is not None:
            raise InputError(message("play.begun"))
        return _begun(event)
    if state is None:
        raise InputError(message("play.not_begun"))
    if state.ended:
        raise InputError(message("play.ended"))
    return _HOW[Act(event.kind)](state, event.data, event.at)


def _begun(event: LogEvent) -> GameState:
    data = event.data
    rules, players = data.get("rules"), data.get("players")
    if not isinstance(rules, Mapping) or not isinstance(players, list):
        raise InputError(message("input.missing", key="rules, players"))
    game = find_game(data.get("game"))
    book = game.rule_book(rules)
    position = game.unseen(book) if data.get("position") is None else game.read(data["position"])
    beginning = game.start(book, [str(player) for player in players], position)
    return GameState(None, _text(data, "table"), _text(data, "source"), event.at, beginning)


def _turn(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    _not_over(state)
    if _number(data, "n", 1) != len(state.steps) + 1:
        raise InputError(message("play.number", number=data["n"], right=len(state.steps) + 1))
    by = _one_of(By, data, "by")
    if by is By.CAMERA:
        _not_paused(state)
    die = _die(data, state) if "die" in data else state.thrown
    return state.with_step(_position(data, state), by, at, die)


def _amended(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    _some_step(state)
    _not_paused(state)
    position = _position(data, state)
    kept, last = without_places(state.by_hand, changed_places(state.position.places, position.places)), state.steps[-1]
    longer = replace(state, steps=state.steps[:-1]).with_step(position, last.by, at, last.die)
    return replace(longer, by_hand=kept, thrown=state.thrown)


def _waiting(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    _not_over(state)
    _not_paused(state)
    reason = _one_of(Reason, data, "reason")
    chain = data.get("chain")
    if not isinstance(chain, list) or not 1 <= len(chain) <= LONGEST_CHAIN:
        raise InputError(message("play.chain", most=LONGEST_CHAIN))
    if reason is Reason.SET_UP and state.steps:
        raise InputError(message("play.has_begun"))
    positions = tuple(_checked(state.game.read(each), state) for each in chain)
    unsure = _places(data, "unsure", state) if "unsure" in data else ()
    return replace(state, waiting=judged_waiting(state, reason, positions, unsure), ignored=None)


def _waiting_ended(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    _some_waiting(state)
    return replace(state, waiting=None)


def _accepted(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    waiting = _some_waiting(state)
    chain, now = waiting.chain, state
    if waiting.reason is Reason.SET_UP:
        now = replace(state, beginning=_started(state, chain[0]), undone=(), waiting=None)
        chain = chain[1:]
    for position in chain:
        if now.outcome:  # what was played after the end was no turn any more
            return replace(now, ignored=chain[-1])
        now = now.with_step(position, state.maker, at, now.thrown)
    return replace(now, waiting=None)


def _rejected(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    return replace(state, waiting=None, ignored=_some_waiting(state).chain[-1])


def _taken_back(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    _not_paused(state)
    return replace(_shorter(state, _number(data, "n", 1)), ignored=None)


def _undone(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    return replace(_shorter(state, 1), ignored=state.ignored or state.shown)


def _shorter(state: GameState, count: int) -> GameState:
    _some_step(state)
    if count > len(state.steps):
        raise InputError(message("play.too_many", count=count, turns=len(state.steps)))
    steps, gone = state.steps[:-count], state.steps[-count:]
    return replace(state, steps=steps, undone=(*state.undone, *reversed(gone)), waiting=None)


def _redone(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    if not state.undone:
        raise InputError(message("play.nothing_undone"))
    step = state.undone[-1]
    # If the board was put back in the meantime it still shows the position before: that is no turn taken back.
    ignored = None if state.ignored == step.position else state.shown
    return replace(state, steps=(*state.steps, step), undone=state.undone[:-1], waiting=None, ignored=ignored)


def _corrected(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    saw = data.get("saw")
    if not isinstance(saw, Mapping):
        raise InputError(message("input.missing", key="saw"))
    for place in saw:
        state.game.check_place(place, state.rules)
    position = _position(data, state)
    marked = replace(state, by_hand={**state.by_hand, **saw}, undone=())
    if state.waiting:
        return _corrected_waiting(marked, position, at, saw)
    if not state.steps:
        return replace(marked, beginning=_started(state, position))
    last = state.steps[-1]
    again = state.played(last.n, state.before_last, position, last.by, last.at, last.die)
    return replace(marked, steps=(*state.steps[:-1], again))


def _corrected_waiting(state: GameState, position: Any, at: str, said: Collection[str]) -> GameState:
    """What waited was read wrongly: put right, it may be a legal turn, or no turn at all."""
    assert state.waiting is not None
    waiting, chain = state.waiting, (*state.waiting.chain[:-1], position)
    if unsure := tuple(way for way in waiting.unsure if way not in said):
        return replace(state, waiting=judged_waiting(state, waiting.reason, chain, unsure))
    now = replace(state, waiting=None)
    if waiting.reason is Reason.SET_UP:
        if state.game.set_up_faults(chain[0], state.rules):
            return replace(state, waiting=judged_waiting(now, waiting.reason, chain))
        now = replace(now, beginning=_started(state, chain[0]))
        chain = chain[1:]
    if chain == (now.position,):
        return now
    for each in chain:
        verdict = None if now.outcome else now.match.play(each, now.thrown)[1]
        if verdict is None or not (verdict.legal and verdict.complete):
            under_way = verdict is not None and verdict.under_way and now.steps == state.steps
            reason = Reason.INCOMPLETE if under_way else waiting.reason
            return replace(state, waiting=judged_waiting(state, reason, (*waiting.chain[:-1], position)))
        now = now.with_step(each, By.HAND, at, now.thrown)
    return now


def _thrown(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    """What was thrown for the turn that comes. What waits is judged by it, and a turn that is over with it counts."""
    _not_over(state)
    if not state.game.faces(state.rules):
        raise InputError(message("play.no_die", game=Message(f"game.{state.rules.id}")))
    now = replace(state, thrown=_with_earlier(state, _die(data, state)), undone=())
    waiting = state.waiting
    if now.thrown is None or waiting is None or waiting.reason not in (Reason.INCOMPLETE, Reason.ILLEGAL):
        return now.with_step(now.position, By.HAND, at, now.thrown) if _is_passed(now) else now
    verdict = state.match.play(waiting.chain[0], now.thrown)[1]
    if verdict.legal and verdict.complete and len(waiting.chain) == 1:
        return now.with_step(waiting.chain[0], state.maker, at, now.thrown)
    reason = Reason.INCOMPLETE if verdict.under_way and len(waiting.chain) == 1 else Reason.ILLEGAL
    return replace(now, waiting=judged_waiting(now, reason, waiting.chain))


def _with_earlier(state: GameState, die: Die) -> Die:
    """A second throw of the same turn, if it can be one."""
    if die is None or state.thrown is None:
        return die
    try:
        return state.game.read_die([*state.thrown, *die], state.rules)
    except InputError:  # it is said anew
        return die


def _is_passed(state: GameState) -> bool:
    """Whether with what was thrown the turn is over and nothing was done in it."""
    if state.thrown is None or state.waiting is not None or not state.is_set_up:
        return False
    verdict = state.match.play(state.position, state.thrown)[1]
    return bool(verdict.legal and verdict.complete and verdict.turn.kind == PASS)


def _ignored(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    return replace(state, ignored=None if data.get("position") is None else _position(data, state))


def _board_changed(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    return replace(state, by_hand=without_places(state.by_hand, _places(data, "fields", state)))


def _paused(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    _not_paused(state)
    return replace(state, paused=True)


def _resumed(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    if not state.paused:
        raise InputError(message("play.not_paused"))
    return replace(state, paused=False)


def _ended(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    return replace(state, ended=True, paused=False, waiting=None, ignored=None)


def _set(state: GameState, data: Mapping[str, Any], at: str) -> GameState:
    key = _text(data, "key")
    return replace(state, settings={**state.settings, key: checked_setting(key, data.get("value"))})


_HOW: Mapping[Act, Callable[[GameState, Mapping[str, Any], str], GameState]] = {
    Act.TURN: _turn,
    Act.AMENDED: _amended,
    Act.WAITING: _waiting,
    Act.WAITING_ENDED: _waiting_ended,
    Act.ACCEPTED: _accepted,
    Act.REJECTED: _rejected,
    Act.TAKEN_BACK: _taken_back,
    Act.UNDONE: _undone,
    Act.REDONE: _redone,
    Act.CORRECTED: _corrected,
    Act.THROWN: _thrown,
    Act.IGNORED: _ignored,
    Act.BOARD_CHANGED: _board_changed,
    Act.PAUSED: _paused,
    Act.RESUMED: _resumed,
    Act.ENDED: _ended,
    Act.SET: _set,
}


def _not_over(state: GameState) -> None:
    if state.outcome:
        raise InputError(message("play.over"))


def _not_paused(state: GameState) -> None:
    if state.paused:
        raise InputError(message("play.paused"))


def _some_step(state: GameState) -> None:
    if not state.steps:
        raise InputError(message("play.no_turn"))


def _some_waiting(state: GameState) -> Waiting:
    if state.waiting is None:
        raise InputError(message("play.nothing_waits"))
    return state.waiting


def _started(state: GameState, position: Any) -> Any:
    return state.game.start(state.rules, state.players, position)


def _position(data: Mapping[str, Any], state: GameState) -> Any:
    return _checked(state.game.read(data.get("position")), state)


def _checked(position: Any, state: GameState) -> Any:
    state.game.check_position(position, state.rules)
    return position


def _die(data: Mapping[str, Any], state: GameState) -> Die:
    return state.game.read_die(data.get("die"), state.rules)


def _places(data: Mapping[str, Any], key: str, state: GameState) -> tuple[str, ...]:
    places = data.get(key)
    if not isinstance(places, list):
        raise InputError(message("input.list"), key)
    for place in places:
        state.game.check_place(place, state.rules)
    return tuple(places)


def _number(data: Mapping[str, Any], key: str, least: int) -> int:
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InputError(message("log.value", key=key, value=repr(value)[:40]))
    return value


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise InputError(message("log.value", key=key, value=repr(value)[:40]))
    return value


def _one_of(kind: type[Chosen], data: Mapping[str, Any], key: str) -> Chosen:
    try:
        return kind(str(data.get(key)))
    except ValueError:
        raise InputError(message("log.value", key=key, value=repr(data.get(key))[:40])) from None

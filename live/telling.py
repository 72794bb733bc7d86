"""What is told when a game's state changes: the events for the page, the command line and other programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from live.events import Event, Kind, event
from live.game import Act, GameState, Reason, Step
from live.log import LogEvent


def tell(before: GameState | None, after: GameState, happened: LogEvent) -> list[Event]:
    """The events that say what this one changed."""
    if before is None:
        return [started(after, resumed=False)]
    told = _tell(before, after, Act(happened.kind), happened)
    if after.outcome and after.outcome != before.outcome:
        told.append(event(Kind.OUTCOME, n=len(after.steps), **after.outcome.to_json()))
    return told


def started(state: GameState, resumed: bool) -> Event:
    return event(
        Kind.STARTED,
        game_number=state.id,
        table=state.table,
        game=state.rules.id,
        rules=state.rules.changed(),
        players=state.players,
        resumed=resumed,
        **_now(state),
    )


def _tell(before: GameState, after: GameState, act: Act, happened: LogEvent) -> list[Event]:
    match act:
        case Act.TURN | Act.REDONE | Act.AMENDED | Act.ACCEPTED:
            more = {"continued": True} if act is Act.AMENDED else {"redone": True} if act is Act.REDONE else {}
            first = len(after.steps) - 1 if act is not Act.ACCEPTED else len(before.steps)
            told = [_turn(after, step, **more) for step in after.steps[first:]]
            return told if told else [started(after, resumed=False)]  # the board as the game begins was accepted
        case Act.WAITING:
            return [waits(after)] if _is_news(before, after) else []
        case Act.TAKEN_BACK | Act.UNDONE | Act.REJECTED:
            turns = len(before.steps) - len(after.steps)
            why = {Act.TAKEN_BACK: "camera", Act.UNDONE: "undo", Act.REJECTED: "reject"}[act]
            return [event(Kind.TAKEN_BACK, turns=turns, by=why, **_now(after))]
        case Act.CORRECTED:
            last = after.steps[-1].verdict.violations if after.steps and len(after.steps) == len(before.steps) else ()
            corrected = event(Kind.CORRECTED, fields=tuple(happened.data["saw"]), violations=last, **_now(after))
            new = [_turn(after, step) for step in after.steps[len(before.steps) :]]
            return [corrected, *new, *([waits(after)] if after.waiting else [])]
        case Act.THROWN:
            player = before.match.to_move
            thrown = event(Kind.THROWN, n=len(before.steps) + 1, player=player, die=_said_die(before, after))
            new = [_turn(after, step) for step in after.steps[len(before.steps) :]]
            return [thrown, *new, *([waits(after)] if _is_news(before, after) else [])]
        case Act.PAUSED:
            return [event(Kind.PAUSED, n=len(after.steps))]
        case Act.RESUMED:
            return [event(Kind.RESUMED, n=len(after.steps))]
        case Act.ENDED:
            return [event(Kind.ENDED, **_now(after))]
    return []


def _said_die(before: GameState, after: GameState) -> Any:
    """What was thrown so far, also if the turn is over with it."""
    return after.thrown if len(after.steps) == len(before.steps) else after.steps[-1].die


def _now(state: GameState) -> dict[str, Any]:
    return {
        "n": len(state.steps),
        "to_move": None if state.finished else state.match.to_move,
        "position": state.position,
        "scores": state.match.verdict().scores,
    }


def _turn(state: GameState, step: Step, **more: Any) -> Event:
    return event(
        Kind.TURN,
        n=step.n,
        player=step.player,
        turn=step.verdict.turn,
        notation=step.notation,
        position=step.position,
        legal=step.verdict.legal,
        violations=step.verdict.violations,
        open=step.verdict.open,
        advice=step.verdict.advice,
        accepted=step.accepted,
        scores=step.match.verdict().scores,
        to_move=None if step.match.outcome else step.match.to_move,
        by=step.by.value,
        **state.die_json(step),
        **more,
    )


def _is_news(before: GameState, after: GameState) -> bool:
    """What was played on top of an illegal turn is no news: it is still the same that waits."""
    old, new = before.waiting, after.waiting
    if new is None or old is None:
        return new is not None
    return (old.reason, old.chain[0]) != (new.reason, new.chain[0]) or before.thrown != after.thrown


def waits(state: GameState) -> Event:
    """What waits on the board."""
    waiting = state.waiting
    assert waiting is not None
    shared: dict[str, Any] = {"waits": waiting.reason.value, "position": waiting.chain[-1]}
    if waiting.reason is Reason.INCOMPLETE:
        shared["todo"] = state.to_do
    if waiting.verdict is None or waiting.reason is not Reason.ILLEGAL:
        return event(Kind.UNSURE, violations=waiting.findings, **shared)
    following = state.match.play(waiting.chain[0], state.thrown)[0]
    return event(
        Kind.TURN,
        n=len(state.steps) + 1,
        player=state.match.to_move,
        turn=waiting.verdict.turn,
        legal=waiting.verdict.legal,
        violations=waiting.verdict.violations,
        open=waiting.verdict.open,
        advice=waiting.verdict.advice,
        scores=following.verdict().scores,
        **shared,
    )


def besides_waiting(told: Sequence[Event]) -> list[Event]:
    """What else happened when something began to wait: for whoever says in other words that it waits, or ends it."""
    return [each for each in told if "waits" not in each.data]

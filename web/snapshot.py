"""A table as the page shows it: everything about it at one moment, as JSON in one language."""

from __future__ import annotations

from typing import Any

from live.game import GameState, Reason
from live.keeping import KEEP_PICTURES
from live.table import Table
from referee.language import say
from referee.message import Message, message
from referee.tactori.scoring import PositionVerdict, judge_position
from referee.verdict import Finding, findings_json
from vision.better_view import better_view
from web.game_words import names_of, outcome_json
from web.view import view_json
from web.watched import Status, Troubles, WatchedTable

# How much a table needs a person: 3 the game stands still, 2 somebody should look, 1 it can wait.
STANDS_STILL, LOOK_HERE, CAN_WAIT = 3, 2, 1


def snapshot(table: WatchedTable, language: str) -> dict[str, Any]:
    """What `GET /api/tables/<name>` answers."""
    watch, version = table.watch, table.version
    said: dict[str, Any] = {
        "table": table.name,
        "version": version,
        "status": table.status.value,
        "message": say(table.message, language) if table.message else None,
        "source": {"kind": table.set_up.source.kind, "name": table.set_up.source.spec or table.set_up.source.kind},
        "sight": table.sight.value,
        "help": [],
        "game": None,
        "frame": None,
    }
    troubles = table.troubles
    if watch is None:
        said["help"] = _sorted(_of_status(table, language))
        return said | {"set_up": table.set_up.to_json()}
    state, frame, found = watch.play.state, table.frame, watch.table.eyes.found
    doubts = _doubts(troubles, watch.table, language)
    helps = [*_of_status(table, language), *_of_troubles(troubles, language), *_of_game(state, doubts, language)]
    verdict = state.match.verdict()  # what waits does not count yet
    return said | {
        "help": _sorted(helps),
        "game": game_json(state, language),
        "position": state.position.to_json(),
        "shown": state.shown.to_json(),
        "by_hand": sorted(state.by_hand),
        "verdict": verdict.to_json(language),
        "violations": findings_json(findings_of(state, verdict), language),
        "doubts": doubts,
        "turns": [turn_json(state, n) for n in range(len(state.steps))],
        "view": None if found is None else view_json(found),
        "set": watch.table.eyes.set.to_json(),
        "profile": watch.profile,
        "misfits": [say(each, language) for each in troubles.misfits],
        "frame": frame.number if frame is not None else None,
        "set_up": table.set_up.to_json(),
    }


def game_json(state: GameState, language: str) -> dict[str, Any]:
    waiting = state.waiting
    return {
        "id": state.rules.game.id,
        "name": say(Message(f"game.{state.rules.game.id}"), language),
        "board": state.rules.game.board,
        "goal": state.rules.game.goal.value,
        "shape": state.rules.shape.value,
        "rules": state.rules.changed(),
        "players": list(state.players),
        "names": names_of(state),
        "number": state.id,
        "begun": state.begun,
        "n": len(state.steps),
        "to_move": None if state.finished else state.match.to_move,
        "scores": dict(state.match.verdict().scores),
        "paused": state.paused,
        "ended": state.ended,
        "outcome": outcome_json(state.outcome, language),
        "can_undo": bool(state.steps),
        "can_redo": bool(state.undone),
        "keep_pictures": state.settings.get(KEEP_PICTURES) is not None,
        "waiting": None
        if waiting is None
        else {"reason": waiting.reason.value, "violations": findings_json(waiting.findings, language)},
    }


def turn_json(state: GameState, index: int) -> dict[str, Any]:
    step = state.steps[index]
    return {
        "n": step.n,
        "player": step.player,
        "notation": state.notation(step),
        "legal": step.verdict.legal,
        "accepted": step.accepted,
        "by": step.by.value,
        "at": step.at,
        "scores": dict(step.match.verdict().scores),
    }


def findings_of(state: GameState, verdict: PositionVerdict) -> tuple[Finding, ...]:
    """What is wrong with what waits, and else with the last turn and with what stands there."""
    waiting = state.waiting
    own: tuple[Finding, ...] = ()
    if waiting is not None:
        own = waiting.findings
    elif state.steps:
        own = state.steps[-1].verdict.violations
    standing = verdict.violations if waiting is None else judge_position(state.shown, state.rules).violations
    known = {(each.rule, each.fields) for each in own}
    return (*own, *(each for each in standing if (each.rule, each.fields) not in known))


def _doubts(troubles: Troubles, table: Table, language: str) -> list[dict[str, Any]]:
    found = table.eyes.found
    said = []
    for doubt in troubles.doubts:
        at, why = str(doubt["at"]), doubt["why"]
        move = None
        if found is not None:
            move = better_view(table.shown, table.eyes.set, found.pose, at, str(why.key))
        said.append({"at": at, "why": say(why, language), "move": say(move, language) if move else None})
    return said


def _of_status(table: WatchedTable, language: str) -> list[dict[str, Any]]:
    if table.status is Status.FAILED and table.message is not None:
        return [_help(STANDS_STILL, table.message, language)]
    return []


def _of_troubles(troubles: Troubles, language: str) -> list[dict[str, Any]]:
    urgencies = (
        (STANDS_STILL, troubles.memory),
        (STANDS_STILL, troubles.source),
        (LOOK_HERE, troubles.board),
        (CAN_WAIT, troubles.hand),
    )
    return [_help(urgency, why, language) for urgency, why in urgencies if why is not None]


def _of_game(state: GameState, doubts: list[dict[str, Any]], language: str) -> list[dict[str, Any]]:
    waiting = state.waiting
    if waiting is None:
        return [_help(LOOK_HERE, message("web.help_doubt", count=len(doubts)), language)] if doubts else []
    if waiting.reason is Reason.ILLEGAL:
        assert waiting.verdict is not None
        return [_help(STANDS_STILL, each.message, language) for each in waiting.verdict.violations]
    key = "web.help_unclear" if waiting.reason is Reason.UNCLEAR else "web.help_set_up"
    return [_help(LOOK_HERE, Message(key), language)]


def _help(urgency: int, said: Message, language: str) -> dict[str, Any]:
    return {"urgency": urgency, "text": say(said, language)}


def _sorted(helps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(helps, key=lambda each: -each["urgency"])

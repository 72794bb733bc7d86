"""A table as the page shows it: everything about it at one moment, as JSON in one language."""

from __future__ import annotations

from typing import Any

from live.aside import Use
from live.feeding import Feeding
from live.game import GameState, Reason
from live.keeping import KEEP_PICTURES
from live.sight import Sight
from live.table import Table
from referee.game import PositionVerdict
from referee.verdict import Finding
from web.api.words import choice, list_of, maybe, optional, ref, said, shape, text, thing, truth, whole
from web.setting_up.table_set_up import KINDS, OTHER_KINDS
from web.shown.camera_view import view_json
from web.shown.game_words import GAME, game_json, last_places, top_json, turns_words
from web.shown.verdict_words import findings_words, verdict_words
from web.tables.troubles import Troubles
from web.tables.watched_table import WatchedTable
from web.tables.watching import Status
from words.language import say, sentence
from words.message import Message, message

# How much a table needs a person: 3 the game stands still, 2 somebody should look, 1 it can wait.
STANDS_STILL, LOOK_HERE, CAN_WAIT = 3, 2, 1
# Why another camera is not read along.
UNUSED = {
    Use.OPENING: message("web.camera.opening"),
    Use.GONE: message("web.camera.gone"),
    Use.OLD: message("web.camera.old"),
    Use.MOVING: message("web.camera.moving"),
    Use.NO_BOARD: message("web.camera.no_board"),
    Use.COVERED: message("web.camera.covered"),
    Use.UNTURNED: message("web.camera.unturned"),
}

shape(
    "Camera",
    "Another camera of a table, as it is now.",
    number=whole("By which it is named.", minimum=1),
    source=thing(kind=choice(OTHER_KINDS), name=text()),
    used=truth("Its pictures are read with those of the first."),
    use=choice(Use),
    why=maybe(text(), "Why it is not used at the moment."),
    turned=maybe(ref("Turned")),
    said=truth("Somebody said from which side it looks."),
)
shape(
    "Help", urgency=choice((3, 2, 1), "3: the game stands still, 2: somebody should look, 1: it can wait."), text=text()
)
shape(
    "Doubt",
    "A field that is not vouched for; or two, between which a stick may or may not lie.",
    at=ref("Place"),
    why=text(),
    move=optional(maybe(text(), "Which way to move the camera to see it, or what to take away.")),
    side=optional(maybe(text(), "From which side a photograph would show it.")),
)
shape(
    "Waiting",
    "What the board shows and the game does not take.",
    reason=choice(Reason),
    violations=list_of(ref("Finding")),
    todo=list_of(text(), "What is still to be done in a turn that is not complete, in sentences."),
)
shape("Game", "The game at a table as it stands.", **GAME, keep_pictures=truth(), waiting=maybe(ref("Waiting")))
shape(
    "Table",
    "A table with everything about it at one moment.",
    table=text("Its name."),
    version=whole("Grows with every change."),
    status=choice(Status),
    message=maybe(text(), "Why it failed."),
    source=thing(kind=choice(KINDS), name=text()),
    sight=choice(Sight, "How well the board is seen."),
    help=list_of(ref("Help"), "What needs a person, most urgent first."),
    game=maybe(ref("Game"), "Null as long as the table is not watched; then what follows is missing too."),
    frame=maybe(whole(), "The number of the newest picture."),
    set_up=ref("SetUp"),
    position=optional(said(ref("Position"), "The last confirmed one.")),
    shown=optional(said(ref("Position"), "What the board shows: what waits, or the same.")),
    top=optional(maybe(ref("TopView"), "The same from above; null where the page draws the position itself.")),
    by_hand=optional(list_of(text(), "Fields (e5) and sticks (c3-e3) that somebody corrected.")),
    verdict=optional(said(ref("Verdict"), "On what the board shows.")),
    violations=optional(list_of(ref("Finding"), "Of what waits, else of the last turn and of the position.")),
    doubts=optional(list_of(ref("Doubt"))),
    turns=optional(list_of(ref("TurnLine"))),
    last=optional(list_of(ref("Place"), "The fields and crossings the last turn changed.")),
    view=optional(maybe(ref("View"))),
    set=optional(maybe(ref("Set"), "By which it is seen; null where the board needs none.")),
    profile=optional(maybe(text(), "The profile that is used.")),
    misfits=optional(list_of(text(), "What of it could not be used.")),
    cameras=optional(list_of(ref("Camera"), "Other cameras of the same board.")),
    can_settle=optional(truth("Something is open that a photograph could settle.")),
)


def snapshot(table: WatchedTable, language: str) -> dict[str, Any]:
    """What `GET /api/tables/<name>` answers."""
    watch, version = table.watch, table.version
    said: dict[str, Any] = {
        "table": table.name,
        "version": version,
        "status": table.status.value,
        "message": sentence(say(table.message, language)) if table.message else None,
        "source": {"kind": table.set_up.source.kind, "name": table.set_up.source.name},
        "sight": table.sight.value,
        "help": [],
        "game": None,
        "frame": None,
    }
    troubles = table.troubles
    if watch is None:
        said["help"] = _sorted(_of_status(table, language))
        return said | {"set_up": table.set_up.to_json(shown=True)}
    state, frame, found = watch.play.state, table.frame, watch.table.eyes.found
    doubts = _doubts(troubles, watch.table, language)
    helps = [*_of_status(table, language), *_of_troubles(troubles, language), *_of_game(state, doubts, language)]
    verdict = state.match.verdict()  # what waits does not count yet
    return said | {
        "help": _sorted(helps),
        "game": _game(state, verdict, language),
        "position": state.position.to_json(),
        "shown": state.shown.to_json(),
        "top": top_json(state.shown, state.rules),
        "by_hand": sorted(state.by_hand),
        "verdict": verdict_words(verdict, state.rules, language),
        "violations": findings_words(findings_of(state, verdict), state.rules, language),
        "doubts": doubts,
        "turns": turns_words(state, language),
        "last": last_places(state, len(state.steps)),
        "view": None if found is None else view_json(found),
        "set": None if watch.table.eyes.set is None else watch.table.eyes.set.to_json(),
        "profile": watch.profile,
        "cameras": [_camera(table, each, language) for each in watch.cameras],
        "can_settle": watch.table.is_open and table.sight is not Sight.HAND,
        "misfits": [sentence(say(each, language)) for each in troubles.misfits],
        "frame": frame.number if frame is not None else None,
        "set_up": table.set_up.to_json(shown=True),
    }


def _game(state: GameState, verdict: PositionVerdict, language: str) -> dict[str, Any]:
    waiting = state.waiting
    return game_json(state, verdict.scores, language) | {
        "keep_pictures": state.settings.get(KEEP_PICTURES) is not None,
        "waiting": None
        if waiting is None
        else {
            "reason": waiting.reason.value,
            "violations": findings_words(waiting.findings, state.rules, language),
            "todo": [sentence(say(each, language)) for each in state.to_do],
        },
    }


def findings_of(state: GameState, verdict: PositionVerdict) -> tuple[Finding, ...]:
    """What is wrong with what waits, and else with the last turn and with what stands there."""
    waiting = state.waiting
    own: tuple[Finding, ...] = ()
    if waiting is not None:
        own = waiting.findings
    elif state.steps:
        own = state.steps[-1].verdict.violations
    if waiting is not None:
        verdict = state.game.judge(state.shown, state.rules, {"players": state.players})
    known = {(each.rule, each.fields) for each in own}
    return (*own, *(each for each in verdict.violations if (each.rule, each.fields) not in known))


def _doubts(troubles: Troubles, table: Table, language: str) -> list[dict[str, Any]]:
    """What is not clear, which way to move the camera, and from which side a photograph would show it."""
    said = []
    for doubt in troubles.doubts:
        at, why = str(doubt["at"]), doubt["why"]
        move, side = table.eyes.hints(
            at, why, table.shown, table.play.state.shown, [each.beside for each in table.joined]
        )
        hints = {key: say(hint, language) if hint else None for key, hint in (("move", move), ("side", side))}
        said.append({"at": at, "why": say(why, language), **hints})
    return said


def _camera(table: WatchedTable, camera: Feeding, language: str) -> dict[str, Any]:
    """Another camera of the same board: whether it is used, and what stands in the way if not."""
    aside, chosen = camera.aside, table.choice(camera.number)
    why = (aside.gone if aside.use is Use.GONE else None) or UNUSED.get(aside.use)
    return {
        "number": camera.number,
        "source": {"kind": chosen.source.kind, "name": chosen.source.shown or chosen.source.kind},
        "used": aside.use is Use.USED,
        "use": aside.use.value,
        "why": sentence(say(why, language)) if why else None,
        "turned": aside.turned_deg,
        "said": aside.said_deg is not None,
    }


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
    if waiting.reason is Reason.INCOMPLETE:  # the game goes on by itself
        return []
    if waiting.reason is Reason.ILLEGAL:
        assert waiting.verdict is not None
        return [_help(STANDS_STILL, each.message, language) for each in waiting.verdict.violations]
    key = "web.help_unclear" if waiting.reason is Reason.UNCLEAR else "web.help_set_up"
    return [_help(LOOK_HERE, Message(key), language)]


def _help(urgency: int, said: Message, language: str) -> dict[str, Any]:
    return {"urgency": urgency, "text": sentence(say(said, language))}


def _sorted(helps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(helps, key=lambda each: -each["urgency"])

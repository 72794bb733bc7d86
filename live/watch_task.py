"""What is to be watched and as what, and what follows from it before anything is opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from live.feeding import OtherCamera
from live.keeping import Keeping
from live.log import GameLog
from live.play import Play
from live.sources.address import SCHEMES
from live.sources.opening import DEMO
from live.sources.source import Source
from live.table_lock import TableLock, checked_table
from referee.game import Rules
from referee.options import option_text
from vision.frames import is_camera, is_folder
from vision.tasks import Task
from words.message import InputError, Message, message

USUAL_TABLE = "1"
MOST_BESIDE = 99
"""Films that are read at the same time without anybody's having named a table."""


@dataclass(frozen=True)
class WatchTask:
    """What is to be watched, and as what."""

    spec: str
    """The source, as `open_source` takes it."""
    rules: Rules | None
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
    also: tuple[OtherCamera, ...] = ()
    """Other cameras that look at the same board."""


def flows(task: WatchTask) -> bool:
    """Whether the source will flow: it has to be known before it is opened, for it may be told where to begin."""
    if task.spec.startswith(DEMO):
        return task.pace == "live"
    if task.spec.lower().startswith(SCHEMES) or (task.spec and is_camera(task.spec)):
        return True
    if task.watched and not is_folder(task.spec):
        raise InputError(message("watch.no_folder"), "--watched")
    return task.watched


def lock_table(path: Path, table: str | None, beside: bool) -> tuple[TableLock, str]:
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


def earlier_game(log: GameLog, table: str, task: WatchTask, flows: bool) -> Play | None:
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
            game=Message(f"game.{state.rules.id}"),
            colours=state.players,
            turns=len(state.steps),
            rules=rules or "–",
        )
    )


def spec_of(task: WatchTask, play: Play | None) -> str:
    """A simulated game that goes on is the one that was begun, whichever was begun at first at its table."""
    begun = play.state.source if play is not None else ""
    return begun if task.spec.startswith(DEMO) and begun.startswith(DEMO) else task.spec


def demo_of(task: WatchTask, play: Play | None) -> dict[str, Any]:
    """A simulated game is the one that is watched, and goes on where that was."""
    rules, players, turns = task.rules, task.players, 0
    if play is not None:
        rules, players, turns = play.state.rules, play.state.players, len(play.state.steps)
    return {"game": rules, "players": tuple(players), "pace": task.pace, "from_turn": turns, **task.demo}


def known_of(task: WatchTask, source: Source, play: Play) -> Task:
    """What is known; a simulated table knows its own set and camera if nobody says otherwise."""
    known: Task = replace(task.known, board=play.state.rules.board)
    if known.physical_set is None and known.camera is None and not known.profiles:
        own_set, own_camera = getattr(source, "physical_set", None), getattr(source, "camera", None)
        known = replace(known, physical_set=own_set, camera=own_camera)
    return known

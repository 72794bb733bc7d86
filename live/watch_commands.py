"""The command `watch`: a table is watched, and what happens there is told as it happens."""

from __future__ import annotations

import argparse
import math
import os
import shlex
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from console import ANSWER_IS_NO, DONE, add_command, add_rules, print_json
from referee.commands import read_given
from referee.games import find_game
from vision.commands import PROFILE_VARIABLE, known_task
from vision.families import FAMILIES
from words.language import say
from words.message import InputError, Message, message

if TYPE_CHECKING:  # what stands behind it takes a while to import, and no other command should wait for it
    from live.events import Event
    from live.keeping import Keeping
    from live.watching import Watch, WatchTask

INTERRUPTED = 130

Help = Callable[[str], str]
Commands: TypeAlias = "argparse._SubParsersAction[Any]"


def add_commands(commands: Commands, help_text: Help) -> None:
    watch = add_command(commands, "watch", help_text)
    watch.add_argument("source", metavar="SOURCE", help=help_text("watch.source"))
    watch.add_argument("--also", metavar="SOURCE[@90]", action="append", default=[], help=help_text("watch.also"))
    watch.add_argument("--players", metavar="R,B", help=help_text("players"))
    add_rules(watch, help_text)
    watch.add_argument("--set", metavar="FILE", help=help_text("set"))
    watch.add_argument("--camera", metavar="FILE", help=help_text("camera"))
    usual = os.environ.get(PROFILE_VARIABLE) or None
    watch.add_argument("--profile", metavar="NAME|auto", default=usual, help=help_text("use_profile"))
    watch.add_argument("--corners", metavar="CORNERS", help=help_text("watch.corners"))
    watch.add_argument("--colours", metavar="FILE", help=help_text("colours_file"))
    watch.add_argument("--ask", metavar="less|usual|more", default="usual", help=help_text("ask"))
    watch.add_argument("--table", metavar="NAME", help=help_text("watch.table"))
    watch.add_argument("--log", metavar="FILE", help=help_text("table.log"))
    which = watch.add_mutually_exclusive_group()
    which.add_argument("--new", action="store_true", help=help_text("watch.new"))
    which.add_argument("--resume", action="store_true", help=help_text("watch.resume"))
    watch.add_argument("--watched", action="store_true", help=help_text("watch.watched"))
    watch.add_argument("--keep-pictures", metavar="MB", help=help_text("watch.keep_pictures"))
    watch.add_argument("--keep-days", metavar="N", help=help_text("watch.keep_days"))
    watch.set_defaults(run=watch_command, board="auto")  # the game says on which side it is played


def watch_command(args: argparse.Namespace) -> int:
    task = _task(args)
    from live.watching import open_watch

    with open_watch(task) as watch:
        telling = _Telling(args, watch)
        try:
            for event in watch:
                telling.tell(event)
        except KeyboardInterrupt:
            for event in watch.play.write_now():
                telling.tell(event)
            telling.remark(_how_to_go_on(watch))
            return INTERRUPTED
        if not watch.board_seen and not watch.play.state.ended:
            print(f"{watch.source.name}: {say(message('watch.no_board'), args.lang)}", file=sys.stderr)
            return ANSWER_IS_NO
        telling.remark(message("watch.end", source=watch.source.name, turns=len(watch.play.state.steps)))
    return DONE


class _Telling:
    """Prints events: one JSON object a line, or sentences, each as soon as it happens."""

    def __init__(self, args: argparse.Namespace, watch: Watch) -> None:
        self.json, self.language, self.watch = bool(args.json), args.lang, watch
        table = watch.play.state.table
        words = ["draufsicht", "table", "accept", *(["--table", table] if table != "1" else [])]
        self.accept = shlex.join(words + (["--log", args.log] if args.log else []))
        self.first = True

    def tell(self, event: Event) -> None:
        from live.events import Kind
        from live.watch_printing import beginning, watch_lines

        first, self.first = self.first, False
        if self.json:
            told = event.to_json(self.language)
            if event.kind is Kind.STARTED and not self.watch.source.flows:
                # A film read twice gives the same lines twice, however many games are in the log.
                del told["game_number"]
            print_json(told)
            sys.stdout.flush()
            return
        if first and event.kind is Kind.STARTED:
            lines = beginning(event, self.watch.source.name, self.language)
        else:
            lines = watch_lines(event, self.language, self.accept)
        if lines:
            print("\n".join(lines), file=sys.stderr if event.kind is Kind.MEMORY else sys.stdout, flush=True)

    def remark(self, said: Message) -> None:
        """For people only."""
        if not self.json:
            print(say(said, self.language), flush=True)


def _how_to_go_on(watch: Watch) -> Message:
    if watch.play.in_memory:
        return message("watch.not_kept")
    return message("watch.over") if watch.play.state.finished else message("watch.kept")


def _task(args: argparse.Namespace) -> WatchTask:
    """The command line, checked before anything is opened."""
    given = read_given(args)
    if not args.resume:
        for option, value in (("--game", args.game), ("--players", given.players)):
            if value is None:
                raise InputError(message("input.missing", key=option))
    elif (args.game is None) != (given.players is None):
        raise InputError(message("input.missing", key="--game" if args.game is None else "--players"))
    keep = _keeping(args)
    known = known_task(args)
    from live.feeding import read_other
    from live.table_lock import checked_table
    from live.watching import WatchTask

    rules = None
    if args.game is not None:
        game = find_game(args.game)
        if game.family not in FAMILIES:
            raise InputError(message("watch.no_eyes", game=message(f"game.{game.id}")))
        rules = game.rule_book(given.options(game))
        game.check_players(given.players or (), rules)
    return WatchTask(
        spec=args.source,
        rules=rules,
        players=tuple(given.players or ()),
        known=known,
        table=None if args.table is None else checked_table(args.table),
        log_path=args.log,
        new=True if args.new else False if args.resume else None,
        watched=args.watched,
        keep_pictures=keep,
        also=tuple(map(read_other, args.also)),
    )


def _keeping(args: argparse.Namespace) -> Keeping | Literal[False] | None:
    if args.keep_pictures is None:
        if args.keep_days is not None:
            raise InputError(message("input.missing", key="--keep-pictures"))
        return None
    limit_mb = _number(args.keep_pictures, "--keep-pictures")
    days = {} if args.keep_days is None else {"age_days": _number(args.keep_days, "--keep-days")}
    if limit_mb == 0:
        return False
    from live.keeping import Keeping

    return Keeping.from_json({"limit_mb": limit_mb, **days})


def _number(written: str, option: str) -> float:
    try:
        value = float(written)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value >= 0):
        raise InputError(message("measured.number", value=repr(written)[:40]), option)
    return value

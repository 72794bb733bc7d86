"""The command `table`: the games of the log listed, shown, corrected and passed on, also while they are watched."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from console import ANSWER_IS_NO, DONE, add_command, add_output, print_json, table
from referee.games import GAMES
from words.language import explain_error, say
from words.message import InputError, message

if TYPE_CHECKING:  # what stands behind it takes a while to import, and no other command should wait for it
    from live.events import Event
    from live.log import GameLog
    from live.play import Play

DEFAULT_TABLE = "1"
MOST_LISTED = 20
"""Games, unless all are asked for: each is played through, which takes some 40 ms."""

COLOURS = sorted({colour for game in GAMES.values() for colour in game.seats(game.players[1])})

Help = Callable[[str], str]
Commands: TypeAlias = "argparse._SubParsersAction[Any]"


def add_commands(commands: Commands, help_text: Help) -> None:
    parts = add_command(commands, "table", help_text).add_subparsers(metavar="WHAT", required=True)

    def add(name: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        about = help_text(f"table.{name}")
        parser = parts.add_parser(name, help=about, description=about, allow_abbrev=False)
        if name != "list":
            parser.add_argument("--table", metavar="NAME", default=DEFAULT_TABLE, help=help_text("table.table"))
            parser.add_argument("--game-number", metavar="N", help=help_text("table.number"))
        parser.add_argument("--log", metavar="FILE", help=help_text("table.log"))
        add_output(parser, help_text)
        parser.set_defaults(run=run)
        assert isinstance(parser, argparse.ArgumentParser)
        return parser

    listed = add("list", list_command)
    listed.add_argument("--table", metavar="NAME", help=help_text("table.only"))
    listed.add_argument("--all", action="store_true", help=help_text("table.all"))
    add("show", show_command)
    for name in CALLS:
        add(name, call_command).set_defaults(call=name)
    correct = add("correct", correct_command)
    correct.add_argument(
        "words",
        metavar="e5=RRB | +R:c3-e3@1 | -R:c3-e3@1 | c3-e3= | b2=RBYG | b2+=R",
        nargs="*",
        help=help_text("table.words"),
    )
    for colour in COLOURS:  # a stick that does not lie there begins like an option, so it is one
        correct.add_argument(
            f"-{colour}", dest=f"off_{colour}", action="append", default=[], help=argparse.SUPPRESS, metavar=":a1-c1@1"
        )
    add("die", die_command).add_argument("faces", metavar="FACE", nargs="*", help=help_text("table.faces"))
    settle = add("settle", settle_command)
    settle.add_argument("photo", metavar="PHOTO", help=help_text("table.photo"))
    settle.add_argument("--turned", metavar="0|90|180|270", help=help_text("table.turned"))
    export = add("export", export_command)
    export.add_argument("file", metavar="FILE", nargs="?", help=help_text("table.file"))
    add("delete", delete_command)


def _call(name: str) -> Callable[[Play], list[Event]]:
    def call(play: Play) -> list[Event]:
        made: list[Event] = getattr(play, name)()
        return made

    return call


CALLS = {
    "undo": _call("undo"),
    "redo": _call("redo"),
    "accept": _call("accept"),
    "reject": _call("reject"),
    "pause": _call("pause"),
    "resume": _call("resume_play"),
    "end": _call("end"),
}
"""The parts of the command that are nothing but a call."""


def list_command(args: argparse.Namespace) -> int:
    from live.log import GameLog
    from live.play import Play
    from live.table_printing import list_heads, list_row

    path = _log_path(args)
    log = GameLog.open(path) if path.exists() else None
    if log is not None:
        log.check()
    games = log.games(args.table) if log is not None else ()
    if log is None or not games:
        if not args.json:
            print(f"{path}: {say(message('table.no_games'), args.lang)}")
        return DONE
    rows = []
    for entry in games if args.all else games[-MOST_LISTED:]:
        data: dict[str, Any] = {"game_number": entry.id, "table": entry.table, "begun": entry.begun}
        try:
            state = Play.load(log, entry.id).state
        except InputError as error:  # one that cannot be read does not hide the others
            data["error"] = explain_error(error, args.lang)
            rows.append([str(entry.id), entry.table, entry.begun[:16].replace("T", " "), "", "", "", data["error"]])
        else:
            said = state.to_json(args.lang)
            data["turns"] = len(state.steps)
            wanted = ("source", "game", "players", "to_move", "scores", "paused", "ended", "outcome")
            data |= {key: said[key] for key in wanted} | {"waiting": state.waiting is not None}
            rows.append(list_row(state, args.lang))
        if args.json:
            print_json(data)
    if not args.json:
        print("\n".join(table([list_heads(args.lang), *rows])))
    log.close()
    return DONE


def show_command(args: argparse.Namespace) -> int:
    from live.table_printing import game_text

    state = _play(args).state
    if args.json:
        print_json(state.to_json(args.lang))
    else:
        print(game_text(state, args.lang), end="")
    return DONE


def call_command(args: argparse.Namespace) -> int:
    play = _play(args, read_only=False)
    return _tell(args, play, CALLS[args.call](play))


def correct_command(args: argparse.Namespace) -> int:
    from live.correction import correct_by_words

    words = [*args.words, *(f"-{colour}{rest}" for colour in COLOURS for rest in getattr(args, f"off_{colour}"))]
    if not words:
        raise InputError(message("table.words"))
    play = _play(args, read_only=False)
    return _tell(args, play, correct_by_words(play, words))


def die_command(args: argparse.Namespace) -> int:
    """Without a face, what was said is taken back."""
    play = _play(args, read_only=False)
    faces = [face for said in args.faces for face in said.replace(",", " ").split()]
    return _tell(args, play, play.throw(faces or None))


def settle_command(args: argparse.Namespace) -> int:
    """The photograph is handed to the program that watches the table, for that has the camera's picture."""
    from live.feeding import checked_turn
    from live.letters import LetterBox
    from live.table_lock import is_watched
    from vision.photograph import load_photograph

    said = args.turned
    turned = None if said is None else checked_turn(int(said) if said.isascii() and said.isdigit() else said)
    play = _play(args)
    path, name = play.log.path, play.state.table
    play.log.close()
    image = load_photograph(args.photo).image
    if not is_watched(path, name):
        raise InputError(message("settle.unwatched", table=name))
    answered = LetterBox.of_table(path, name).ask(image, turned, args.lang)
    if answered["error"] is not None:
        raise InputError(message("web.said", place="", why=answered["error"]), args.photo)
    for each in answered["events"] if args.json else answered["lines"]:
        if args.json:
            print_json(each)
        else:
            print(each)
    if not answered["lines"] and not args.json:
        print(say(message("settle.done"), args.lang))
    return ANSWER_IS_NO if answered["open"] else DONE


def export_command(args: argparse.Namespace) -> int:
    from calibration.files import write_whole

    play = _play(args)
    record = play.to_record()
    if args.file is None:
        if args.json:
            print_json({"game_number": play.state.id, "record": record})
        else:
            print(record, end="")
        return DONE
    try:
        if Path(args.file).resolve() == play.log.path.resolve():
            raise InputError(message("table.is_log"), args.file)
        write_whole(Path(args.file), record.encode())
    except (OSError, ValueError) as error:  # a ValueError for a name with a NUL in it
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(message("file.unwritable", why=why), args.file) from None
    if args.json:
        print_json({"game_number": play.state.id, "file": args.file})
    else:
        print(say(message("print.written", file=args.file), args.lang))
    return DONE


def delete_command(args: argparse.Namespace) -> int:
    """Only a game that is named by its number: what is deleted does not come back."""
    from live.pictures import delete_game
    from live.table_lock import is_watched

    if args.game_number is None:
        raise InputError(message("input.missing", key="--game-number"))
    log = _open(args)
    entry = log.game(_number(args))
    if not entry.finished and entry == log.last_game(entry.table) and is_watched(log.path, entry.table):
        raise InputError(message("table.is_watched", table=entry.table))
    pictures = delete_game(log, entry.id)
    log.close()
    if args.json:
        print_json({"deleted": entry.id, "pictures": pictures})
    else:
        print(say(message("table.deleted", number=entry.id, pictures=pictures), args.lang))
    return DONE


def _log_path(args: argparse.Namespace) -> Path:
    from live.log import log_path

    return log_path(args.log)


def _open(args: argparse.Namespace) -> GameLog:
    from live.log import GameLog

    path = _log_path(args)
    if not path.exists():  # to look for a game is no reason to begin a log
        raise InputError(message("table.no_games"), str(path))
    log = GameLog.open(path)
    log.check()
    return log


def _play(args: argparse.Namespace, read_only: bool = True) -> Play:
    """The game that is asked for: by its number, or the last one of the table."""
    from live.play import Play
    from live.table_lock import checked_table

    log = _open(args)
    if args.game_number is not None:
        return Play.load(log, _number(args), read_only)
    entry = log.last_game(checked_table(args.table))
    if entry is None:
        known = sorted({each.table for each in log.games()})
        raise InputError(message("table.unknown", table=args.table, known=", ".join(known) or "–"))
    return Play.load(log, entry.id, read_only)


def _number(args: argparse.Namespace) -> int:
    said = str(args.game_number)
    if not (said.isascii() and said.isdigit() and len(said) < 19):
        raise InputError(message("table.bad_number", value=said[:40]), "--game-number")
    return int(said)


def _tell(args: argparse.Namespace, play: Play, events: list[Event]) -> int:
    """What happened; if it is only in memory it is gone in a moment, so it did not happen."""
    from live.table_printing import event_lines

    if play.in_memory:
        raise InputError(play.log.trouble or message("log.closed"), str(play.log.path))
    for each in events:
        if args.json:
            print_json(each.to_json(args.lang))
        else:
            print("\n".join(event_lines(each, args.lang)))
    play.log.close()
    return DONE

"""The command `board`: a game's board as a PDF to print, with marks by which a camera finds it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from console import DONE, add_output, print_json
from referee.games import find_game
from referee.options import parse_options
from referee.output import write_file
from words.language import say
from words.message import InputError, message

PAPERS = ("a4", "letter")

Help = Callable[[str], str]
Commands: TypeAlias = "argparse._SubParsersAction[Any]"


def add_commands(commands: Commands, help_text: Help) -> None:
    about = help_text("board_sheet")
    parser = commands.add_parser("board", help=about, description=about, allow_abbrev=False)
    parser.add_argument("game", metavar="GAME", help=help_text("game"))
    parser.add_argument("-o", "--output", metavar="FILE.pdf", required=True, help=help_text("keep_output"))
    parser.add_argument("--paper", metavar="|".join(PAPERS), default=PAPERS[0], help=help_text("paper"))
    parser.add_argument("--rule", metavar="KEY=VALUE", action="append", default=[], help=help_text("rule"))
    add_output(parser, help_text)
    parser.set_defaults(run=board_command)


def board_command(args: argparse.Namespace) -> int:
    if args.paper not in PAPERS:
        raise InputError(message("rule.value", key="--paper", value=args.paper[:40], known=", ".join(PAPERS)))
    if Path(args.output).suffix.lower() != ".pdf":
        raise InputError(message("file.suffix", known=".pdf"), args.output)
    game = find_game(args.game)
    from web.games.board_sheet import SHEETS, SQUARE_MM, board_pdf, check_printed

    check_printed(game)
    rules = game.rule_book({key: value for rule in args.rule for key, value in parse_options(rule).items()})
    write_file(args.output, board_pdf(game, rules, SHEETS[args.paper], args.lang))
    if args.json:
        print_json({"written": args.output, "game": game.id, "paper": args.paper, "square_mm": SQUARE_MM})
    else:
        print(say(message("print.written", file=args.output), args.lang))
    return DONE

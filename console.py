"""What every command of the program shares: its place on the command line, its output and its exit codes."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

DONE, ANSWER_IS_NO = 0, 1
STREAM = "-"

Help = Callable[[str], str]
Commands: TypeAlias = "argparse._SubParsersAction[Any]"


def add_command(commands: Commands, name: str, help_text: Help) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=help_text(name), description=help_text(name), allow_abbrev=False)
    assert isinstance(parser, argparse.ArgumentParser)
    return parser


def add_rules(parser: argparse.ArgumentParser, help_text: Help) -> None:
    parser.add_argument("--game", metavar="ID", help=help_text("game"))
    parser.add_argument("--rule", metavar="KEY=VALUE", action="append", default=[], help=help_text("rule"))
    parser.add_argument("--rules", metavar="FILE", help=help_text("rules"))
    add_output(parser, help_text)


def add_output(parser: argparse.ArgumentParser, help_text: Help) -> None:
    parser.add_argument("--json", action="store_true", help=help_text("json"))
    # Not given here, the one before the command holds.
    parser.add_argument("--lang", default=argparse.SUPPRESS, help=help_text("lang"))


def print_json(value: Mapping[str, Any]) -> None:
    print(json.dumps(value))


def table(rows: Iterable[Sequence[str]]) -> list[str]:
    """Columns as wide as they need to be."""
    cells = [list(row) for row in rows]
    wide = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))] if cells else []
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip() for row in cells]

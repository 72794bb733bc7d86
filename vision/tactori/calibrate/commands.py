"""The command `calibrate`: a table of contents, each of its parts living where its work is done."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, TypeAlias

from console import add_command
from vision.calibrate import camera_command
from vision.tactori.calibrate import colours_command, set_command

Help = Callable[[str], str]
Commands: TypeAlias = "argparse._SubParsersAction[Any]"


def add_commands(commands: Commands, help_text: Help) -> None:
    calibrate = add_command(commands, "calibrate", help_text)
    parts = calibrate.add_subparsers(metavar="WHAT", required=True)
    for name, part in (("set", set_command), ("camera", camera_command), ("colours", colours_command)):
        about = help_text(f"calibrate.{name}")
        part.add_arguments(parts.add_parser(name, help=about, description=about, allow_abbrev=False), help_text)

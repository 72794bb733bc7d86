"""The command line of Draufsicht: a table of contents, each command living where its work is done."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

from live import table_commands as table
from live import watch_commands as watch
from referee import commands as referee
from simulator import commands as simulator
from vision import commands as vision
from vision.doctor import commands as doctor
from vision.profiles import commands as profile
from vision.tactori.calibrate import commands as calibrate
from web.door import serve_commands as serve
from web.games import board_commands as board
from words.language import LANGUAGES, catalogue, environment_language, explain_error
from words.message import InputError

DONE, BAD_INPUT, INTERRUPTED = 0, 2, 130
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "1")
"""For numpy, before it is loaded: its products are small, and threads that wait for each other cost more."""


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong with a command line in one line."""

    def error(self, message: str) -> NoReturn:
        _complain(message)
        sys.exit(BAD_INPUT)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0 done, 1 the answer is no, 2 bad input."""
    _open_streams()
    os.environ.setdefault(*ONE_THREAD)
    words = list(sys.argv[1:] if arguments is None else arguments)
    language = _language(words)
    try:
        args = _parser(language, os.environ.get(vision.PROFILE_VARIABLE)).parse_args(words)
        if args.lang is not None and args.lang not in LANGUAGES:
            _complain(f"--lang: {', '.join(LANGUAGES)}")
            return BAD_INPUT
        args.lang = language
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except InputError as error:
        _complain(explain_error(error, language))
        return BAD_INPUT
    except BrokenPipeError:
        _forget_output()  # whoever read it has gone
        return DONE
    except OSError as error:  # standard input or output that cannot be used
        _forget_output()
        _complain(error.strerror or str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED


def _open_streams() -> None:
    """Streams that were closed are empty, and what a terminal cannot show is spelled out."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open until we end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_output() -> None:
    """Keeps Python from complaining, on its way out, about output that nobody takes."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@cache
def _parser(language: str, usual_profile: str | None) -> argparse.ArgumentParser:
    """Made once for a language; commands take up what the environment says of a usual profile."""
    del usual_profile
    texts = catalogue(language)
    parser = OneLineParser(prog="draufsicht", description=texts["help.draufsicht"], allow_abbrev=False)
    parser.add_argument("--version", action="version", version=_version(), help=texts["help.version"])
    parser.add_argument("--lang", help=texts["help.lang"])
    subcommands = parser.add_subparsers(metavar="COMMAND", required=True)
    for part in (referee, vision, calibrate, profile, doctor, simulator, watch, table, board, serve):
        part.add_commands(subcommands, lambda name: texts[f"help.{name}"])
    return parser


def _language(words: Sequence[str]) -> str:
    """The language asked for on the command line or by the environment; needed before anything is parsed."""
    asked = environment_language()
    for word, following in pairwise([*words, ""]):
        if word == "--lang" and following in LANGUAGES:
            asked = following
        elif word.startswith("--lang=") and word[7:] in LANGUAGES:
            asked = word[7:]
    return asked


def _complain(sentence: str) -> None:
    print(f"draufsicht: {' '.join(sentence.split())}", file=sys.stderr)


def _version() -> str:
    try:
        return version("draufsicht")
    except PackageNotFoundError:
        return "0"


if __name__ == "__main__":
    sys.exit(main())

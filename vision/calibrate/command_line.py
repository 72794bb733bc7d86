"""What the commands that calibrate have in common: how long they film, where the result is kept, how they refuse."""

from __future__ import annotations

import argparse
import errno
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from console import ANSWER_IS_NO, print_json
from words.language import explain_error, say
from words.message import InputError, message

if TYPE_CHECKING:  # slow to import, and the command line asks all commands for their options
    from calibration.colours import ColourReferences
    from calibration.measured import MeasuredCamera, MeasuredSet
    from calibration.refused import Refused

LONGEST_S = 3600


def read_seconds(written: str | None) -> float | None:
    """How long to film, as it was typed; None if nobody says."""
    if written is None:
        return None
    try:
        seconds = float(written)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= LONGEST_S:
        raise InputError(message("value.range", key="--seconds", low="0", high=LONGEST_S, value=written[:40]))
    return seconds


def add_keeping(parser: argparse.ArgumentParser, help_text: Callable[[str], str]) -> None:
    """Puts the options that say where the result goes onto a command."""
    parser.add_argument("-o", "--output", metavar="FILE", help=help_text("keep_output"))
    parser.add_argument("--profile", metavar="NAME", help=help_text("keep_profile"))


def check_keeping(args: argparse.Namespace) -> None:
    """Finds out before anything is measured that it could not be kept; raises `InputError`."""
    for named in (args.output, getattr(args, "picture", None)):
        if named is not None:
            _check_place(named)
    from calibration.profiles import ProfileFolder

    if args.profile is not None:
        folder = ProfileFolder.of_user()
        if folder.file(args.profile).exists():
            folder.load(args.profile)


def _check_place(named: str) -> None:
    try:
        path = Path(named)
        why = None
        if path.is_dir():
            why = os.strerror(errno.EISDIR)
        elif not path.parent.is_dir():
            why = os.strerror(errno.ENOENT)
        elif not os.access(path if path.exists() else path.parent, os.W_OK):
            why = os.strerror(errno.EACCES)
    except ValueError as error:  # a name with a NUL in it
        why = str(error)
    if why is not None:
        raise InputError(message("file.unwritable", why=why), repr(named) if "\0" in named else named)


def keep(
    args: argparse.Namespace,
    *,
    measured_set: MeasuredSet | None = None,
    camera: MeasuredCamera | None = None,
    colours: ColourReferences | None = None,
    source: str | None = None,
) -> list[str]:
    """Writes what was measured to where `args` say; returns sentences about what was written.

    The file has the format that `--set`, `--camera` and others read; of several things at once, that of a profile.

    Raises
    ------
    InputError
        If something cannot be written, or if the profile of that name is damaged, which stays as it is.
    """
    from calibration.files import save_json
    from calibration.profile import Profile, part_words
    from calibration.profiles import ProfileFolder

    given = {"set": measured_set, "camera": camera, "colours": colours}
    made = [part for part in given.values() if part is not None]
    said = []
    if made and args.output is not None:
        if len(made) == 1:
            save_json(args.output, made[0].to_json())
        else:
            named = Profile(args.profile or _name_of(args.output))
            save_json(args.output, named.with_parts(measured_set, camera, colours, source).to_json())
        said.append(say(message("print.written", file=args.output), args.lang))
    if made and args.profile is not None:
        profile = ProfileFolder.of_user().put(args.profile, measured_set, camera, colours, source)
        parts = part_words(tuple(part for part, value in given.items() if value is not None))
        said.append(say(message("profile.kept", name=profile.name, parts=parts), args.lang))
    return said


def _name_of(file: str) -> str:
    """A name for a profile that has only a file: the file's own, if it can be one."""
    from calibration.profile import MOST_LETTERS, checked_name

    try:
        return checked_name(Path(file).stem[:MOST_LETTERS])
    except InputError:
        return "profile"


def tell_refusal(refused: Refused, args: argparse.Namespace) -> int:
    """Says why, and what to do next."""
    why = explain_error(refused, args.lang)
    advice = None if refused.advice is None else say(refused.advice, args.lang)
    if args.json:
        print_json({"error": why, "advice": advice})
    else:
        print("\n".join(filter(None, (why, advice))))
    return ANSWER_IS_NO

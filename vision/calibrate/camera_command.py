"""The command `calibrate camera`: pictures in, a camera out; and the sheet to be printed for it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from console import DONE, add_output, print_json
from referee.output import picture_suffix
from vision.calibrate.camera_printing import print_camera, show_step, wipe_step
from vision.calibrate.command_line import read_seconds, tell_refusal
from words.language import say
from words.message import InputError, message

WAYS = ("auto", "sheet", "board", "exif")
PAPERS = ("a4", "a3", "letter")
WITHOUT_PICTURE = ("board", "exif")

Help = Callable[[str], str]


def add_arguments(parser: argparse.ArgumentParser, help_text: Help) -> None:
    from vision.calibrate.command_line import add_keeping

    parser.add_argument("sources", metavar="SOURCE", nargs="*", help=help_text("frames"))
    parser.add_argument("--from", dest="way", metavar="|".join(WAYS), default=WAYS[0], help=help_text("camera_way"))
    parser.add_argument("--set", metavar="FILE", help=help_text("set"))
    parser.add_argument("--seconds", metavar="N", help=help_text("seconds"))
    parser.add_argument("--picture", metavar="FILE", help=help_text("camera_picture"))
    parser.add_argument("--make-sheet", metavar="FILE.pdf", help=help_text("make_sheet"))
    parser.add_argument("--paper", metavar="|".join(PAPERS), default=PAPERS[0], help=help_text("paper"))
    add_keeping(parser, help_text)
    add_output(parser, help_text)
    parser.set_defaults(run=camera_command)


def camera_command(args: argparse.Namespace) -> int:
    if args.make_sheet is not None:
        return _make_sheet(args)
    seconds = _checked(args)
    from calibration.camera_picture import draw_fit
    from calibration.files import load_set
    from calibration.refused import Refused
    from vision.calibrate.camera_measuring import measure_camera
    from vision.calibrate.command_line import check_keeping, keep
    from vision.photograph import write_photograph

    check_keeping(args)
    physical_set = load_set(args.set) if args.set else None
    try:
        found = measure_camera(
            args.sources, args.way, physical_set, seconds, lambda share, hint: show_step(share, hint, args.lang)
        )
    except Refused as refused:
        return tell_refusal(refused, args)
    finally:
        wipe_step()
    kept = keep(args, camera=found.measured, source=found.name)
    if args.picture is not None:
        if found.fit is not None:
            write_photograph(args.picture, draw_fit(found.fit))
        drawn = "print.written" if found.fit is not None else "calibrate.camera.no_picture"
        kept.append(say(message(drawn, file=args.picture), args.lang))
    if args.json:
        print_json(found.to_json())
    else:
        print(print_camera(found, kept, args.lang), end="")
    return DONE


def _checked(args: argparse.Namespace) -> float | None:
    """How long to film. What is wrong on the command line is found before anything is read."""
    _choose("--from", args.way, WAYS)
    if not args.sources:
        raise InputError(message("calibrate.camera.source"))
    if args.way == "exif" and len(args.sources) > 1:
        raise InputError(message("calibrate.camera.one"), "--from exif")
    if args.picture is not None:
        picture_suffix(args.picture)
        if args.way in WITHOUT_PICTURE:
            raise InputError(message("calibrate.camera.no_picture"), "--picture")
    return read_seconds(args.seconds)


def _choose(key: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise InputError(message("rule.value", key=key, value=value[:40], known=", ".join(known)))


def _make_sheet(args: argparse.Namespace) -> int:
    from calibration.files import write_whole
    from calibration.sheet import PAPERS as SHEETS
    from calibration.sheet import make_sheet

    _choose("--paper", args.paper, PAPERS)
    if args.sources:
        raise InputError(message("calibrate.camera.both"))
    if Path(args.make_sheet).suffix.lower() != ".pdf":
        raise InputError(message("file.suffix", known=".pdf"), args.make_sheet)
    made = make_sheet(SHEETS[args.paper], args.lang)
    try:
        write_whole(Path(args.make_sheet), made)
    except OSError as error:
        raise InputError(message("file.unwritable", why=error.strerror or str(error)), args.make_sheet) from None
    except ValueError as error:  # a name with a NUL in it
        raise InputError(message("file.unwritable", why=str(error)), repr(args.make_sheet)) from None
    if args.json:
        print_json({"written": args.make_sheet, "paper": args.paper})
    else:
        print(say(message("print.written", file=args.make_sheet), args.lang))
    return DONE

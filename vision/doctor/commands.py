"""The command `doctor`: pictures of a table in, what to improve about it out, and an exit code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from console import ANSWER_IS_NO, DONE, add_command, add_output, print_json
from referee.output import picture_suffix
from vision.commands import add_known, known_task
from words.language import say
from words.message import InputError, message

if TYPE_CHECKING:  # what reads pictures is slow to import, and no other command should wait for it
    from vision.frames import Frame
    from vision.photograph import Picture

FIRST_CAMERA = "0"
FILM_S, CAMERA_S = 2.0, 3.0
MOST_FRAMES = 300  # of a folder, say: nobody wants to wait for more
# A camera sets its exposure and white balance in its first second: of so many pictures the first few do not count.
CAMERA_FRAMES, WARMING_UP = 8, 3

Help = Callable[[str], str]
Commands: TypeAlias = "argparse._SubParsersAction[Any]"


def add_commands(commands: Commands, help_text: Help) -> None:
    doctor = add_command(commands, "doctor", help_text)
    doctor.add_argument("source", metavar="SOURCE", nargs="?", default=FIRST_CAMERA, help=help_text("doctor_source"))
    add_known(doctor, help_text)
    doctor.add_argument("-o", "--output", metavar="FILE.png", help=help_text("doctor_picture"))
    add_output(doctor, help_text)
    doctor.set_defaults(run=doctor_command)


def doctor_command(args: argparse.Namespace) -> int:
    if args.output is not None:
        picture_suffix(args.output)
    task = replace(known_task(args), image=args.source, path=args.source)
    from vision.doctor.draw import draw_report
    from vision.doctor.examine import examine
    from vision.doctor.printing import print_report
    from vision.known_of_picture import known_of
    from vision.photograph import Photograph, write_photograph

    images = look(args.source)
    middle = images[len(images) // 2]
    try:
        known = known_of(task, Photograph(middle, (middle.shape[1], middle.shape[0])), b"")
        report = examine(images, known.physical_set, known.camera, known.colours, known.board)
    except InputError as error:
        raise error.at(args.source) from None
    if args.output is not None:
        write_photograph(args.output, draw_report(report, images[report.shown], args.lang))
    if args.json:
        print_json({"source": args.source, **report.to_json(args.lang), **known.to_json(args.lang)})
    else:
        for note in known.notes(args.source, args.lang):
            print(note, file=sys.stderr)
        print(f"{args.source}: {print_report(report, args.lang)}", end="")
        if args.output is not None:
            print("\n" + say(message("print.written", file=args.output), args.lang))
    return DONE if report.good else ANSWER_IS_NO


def look(source: str) -> list[Picture]:
    """Some pictures of a source, spread over a few seconds."""
    from vision.doctor.settings import DoctorSettings
    from vision.frames import frames, is_camera

    if is_camera(source):
        seen = sparse(frames(source, CAMERA_S), CAMERA_FRAMES)
        return seen[WARMING_UP:] or seen[-1:]
    return sparse(frames(source, FILM_S), DoctorSettings().most_frames)


def sparse(taken: Iterator[Frame], most: int) -> list[Picture]:
    """At most so many of the pictures, evenly spread, without ever holding many."""
    kept: list[Picture] = []
    step = 1
    for number, frame in enumerate(islice(taken, MOST_FRAMES)):
        if number % step == 0:
            kept.append(frame.image)
        if len(kept) == 2 * most:
            kept, step = kept[::2], 2 * step
    if len(kept) <= most:
        return kept
    return [kept[round(k * (len(kept) - 1) / (most - 1))] for k in range(most)]

"""The command `calibrate colours`: pictures with pieces in, what the paints look like out."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from console import DONE, add_output, print_json, table
from referee.output import picture_suffix
from referee.tactori.position import Position
from referee.tactori.questions import load_position
from vision.calibrate.command_line import add_keeping, check_keeping, keep, read_seconds, tell_refusal
from vision.printing import show_progress, wipe_progress
from words.language import catalogue, say
from words.message import InputError, message

if TYPE_CHECKING:  # what reads pictures is slow to import, and no other command should wait for it
    from calibration.colours import ColourReferences
    from vision.frames import Frame
    from vision.tactori.calibrate.colours import ColourSession

# Pictures of a film differ little from one to the next; after these nothing new is to be expected.
FILM_EVERY, FILM_MOST = 12, 30

Help = Callable[[str], str]


def add_arguments(parser: argparse.ArgumentParser, help_text: Help) -> None:
    parser.add_argument("sources", metavar="SOURCE", nargs="+", help=help_text("colour_sources"))
    parser.add_argument("--set", metavar="FILE", help=help_text("set"))
    parser.add_argument("--camera", metavar="FILE", help=help_text("camera"))
    parser.add_argument("--board", metavar="5|9|auto", default="auto", help=help_text("board"))
    parser.add_argument("--stands", metavar="POSITION", action="append", default=[], help=help_text("stands"))
    parser.add_argument("--seconds", metavar="N", help=help_text("seconds"))
    parser.add_argument("--picture", metavar="FILE", help=help_text("colours_picture"))
    add_keeping(parser, help_text)
    add_output(parser, help_text)
    parser.set_defaults(run=colours_command)


def colours_command(args: argparse.Namespace) -> int:
    if args.picture is not None:
        picture_suffix(args.picture)
    seconds, told = read_seconds(args.seconds), [None if each == "-" else load_position(each) for each in args.stands]
    check_keeping(args)
    from calibration.files import load_camera, load_set
    from calibration.refused import Refused
    from vision.tactori.calibrate.colours import ColourSession
    from vision.tasks import read_board

    session = ColourSession(
        load_set(args.set) if args.set else None,
        load_camera(args.camera) if args.camera else None,
        read_board(args.board),
    )
    _look(session, args.sources, seconds, told)
    try:
        references = session.finish()
    except Refused as refused:
        return tell_refusal(refused, args)
    kept = keep(args, colours=references)
    if args.picture is not None:
        from vision.photograph import write_photograph
        from vision.tactori.calibrate.colours_picture import draw_colours

        write_photograph(args.picture, draw_colours(references))
        kept.append(say(message("print.written", file=args.picture), args.lang))
    if args.json:
        print_json(colours_json(session, references, args.lang))
    else:
        print("\n".join(print_colours(session, references, kept, args.lang)))
    return DONE


def _look(
    session: ColourSession, sources: Sequence[str], seconds: float | None, told: Sequence[Position | None]
) -> None:
    count = max(len(sources), 2)
    try:
        for number, frame in enumerate(_frames(sources, seconds)):
            show_progress(min(number, count - 1), count)
            session.add(frame.image, position=told[number] if number < len(told) else None)
    finally:
        wipe_progress(count)
    if len(told) > session.pictures:
        raise InputError(message("colours.stands", positions=len(told), photos=session.pictures), "--stands")


def _frames(sources: Sequence[str], seconds: float | None) -> Iterator[Frame]:
    """Every picture of files and folders, some of a film."""
    from vision.frames import frames, is_film

    for source in sources:
        film = is_film(source)
        for number, frame in enumerate(frames(source, seconds, FILM_EVERY if film else 1)):
            if film and number == FILM_MOST:
                break
            yield frame


def colours_json(session: ColourSession, references: ColourReferences, language: str) -> dict[str, Any]:
    from calibration.colour_separation import findings, separations

    pairs = [{"pair": list(p.names), "distance": round(p.distance, 1)} for p in separations(references)]
    return {
        "colours": references.to_json(),
        "measured": list(references.measured),
        "shares": {colour: round(share, 5) for colour, share in session.shares().items()},
        "separations": pairs,
        "findings": [finding.to_json(language) for finding in findings(references)],
        "pictures": session.pictures,
        "boards": session.boards,
    }


def print_colours(
    session: ColourSession, references: ColourReferences, kept: Sequence[str], language: str
) -> list[str]:
    """The table for people; `kept` are sentences about what was written."""
    from calibration.colour_separation import WOOD, SeparationSettings, findings, nearest, separations

    texts, pairs, shares = catalogue(language), separations(references), session.shares()
    rows = [tuple(texts[f"print.colours.{key}"] for key in ("paint", "share", "nearest", "distance"))]
    for colour in references.paints:
        name, pair = texts[f"colour.{colour}"], nearest(pairs, colour)
        if pair is None:
            rows.append((name, texts["print.colours.usual"], "", ""))
            continue
        other = pair.other_than(colour)
        like = texts["print.colours.wood"] if other == WOOD else texts[f"colour.{other}"]
        rows.append((name, f"{shares[colour]:.1%}", like, f"{pair.distance:.1f}"))
    lines = [say(message("print.colours.head", pictures=session.boards), language)]
    lines += ["  " + row for row in table(rows)]
    lines += ["", say(message("print.colours.scale", alike=SeparationSettings().alike), language)]
    lines += [say(finding.message, language) for finding in findings(references)]
    return [*lines, *(kept or [texts["print.colours.not_kept"]])]

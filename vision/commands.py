"""The commands `scan` and `locate`: photographs in, readings or corners out, and an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from console import ANSWER_IS_NO, DONE, add_command, add_output, add_rules, print_json
from referee.commands import read_given
from referee.games import find_game
from referee.output import picture_suffix
from vision.families import AnyScanned, Reader, reader_of
from vision.printing import print_located, show_progress, wipe_progress
from words.language import explain_error
from words.message import InputError, message

if TYPE_CHECKING:  # what reads pictures is slow to import, and no other command should wait for it
    from calibration.profile import Profile
    from vision.tasks import BadTask, Task

BAD_INPUT = 2
PROFILE_VARIABLE = "DRAUFSICHT_PROFILE"  # the profile to use where the command line names none

Help = Callable[[str], str]
Commands: TypeAlias = "argparse._SubParsersAction[Any]"


def add_commands(commands: Commands, help_text: Help) -> None:
    """Puts the commands that read photographs onto the command line."""
    scan = add_command(commands, "scan", help_text)
    scan.add_argument("images", metavar="IMAGE", nargs="*", help=help_text("image"))
    add_known(scan, help_text)
    scan.add_argument("--together", action="store_true", help=help_text("together"))
    scan.add_argument("--turned", metavar="0,90,…", help=help_text("turned_each"))
    scan.add_argument("--batch", metavar="FILE", help=help_text("batch"))
    scan.add_argument("--overlay", metavar="FILE", help=help_text("overlay"))
    scan.add_argument("--corners", metavar="CORNERS", help=help_text("corners"))
    scan.add_argument("--colours", metavar="FILE", help=help_text("colours_file"))
    scan.add_argument("--usual-set", action="store_true", help=help_text("usual_set"))
    scan.add_argument("--ask", metavar="less|usual|more", default="usual", help=help_text("ask"))
    add_rules(scan, help_text)
    scan.set_defaults(run=scan_command)

    locate = add_command(commands, "locate", help_text)
    locate.add_argument("images", metavar="IMAGE", nargs="+", help=help_text("image"))
    add_known(locate, help_text)
    add_output(locate, help_text)
    locate.set_defaults(run=locate_command)


def add_known(parser: argparse.ArgumentParser, help_text: Help) -> None:
    """The options that say what is known of a table."""
    parser.add_argument("--board", metavar="5|9|auto", default="auto", help=help_text("board"))
    parser.add_argument("--set", metavar="FILE", help=help_text("set"))
    parser.add_argument("--camera", metavar="FILE", help=help_text("camera"))
    usual = os.environ.get(PROFILE_VARIABLE) or None
    parser.add_argument("--profile", metavar="NAME|auto", default=usual, help=help_text("use_profile"))


def scan_command(args: argparse.Namespace) -> int:
    if bool(args.images) == bool(args.batch):
        raise InputError(message("scan.both" if args.batch else "scan.images"))
    _check_together(args)
    given = read_given(args)
    known = replace(known_task(args), game=args.game)
    from vision.tasks import batch_tasks, image_tasks, read_batch, read_turns, together_task

    tasks: Iterable[Task | BadTask]
    if args.batch:
        lines = read_batch(args.batch)
        tasks, count = batch_tasks(lines, args.batch, known), len(lines)
    elif args.together:
        joint = together_task(args.images, known)
        if args.turned is not None:
            joint = replace(joint, turned=read_turns(args.turned, len(args.images)))
        tasks, count = [joint], 1
    else:
        tasks, count = image_tasks(args.images, known), len(args.images)
    overlays = Overlays(args.overlay, several=bool(args.batch) or len(args.images) > 1)

    def answer(task: Task) -> Answer:
        game = find_game(task.game) if task.game else None
        rules = game.rule_book(given.options(game)) if game else None
        reader = reader_of(game)
        if (task.images and reader.together is None) or (args.overlay is not None and reader.draw is None):
            raise InputError(message("scan.cards"))
        scanned = reader.scan(task, game, rules)
        overlays.write(scanned, reader)
        code = DONE if scanned.legal else ANSWER_IS_NO
        return Answer(code, scanned.to_json(args.lang), scanned.print(args.lang), scanned.notes(args.lang))

    codes = _answer_all(tasks, count, answer, args)
    # A batch is done when every line has its answer, be it an error.
    return DONE if args.batch else max(codes)


def _check_together(args: argparse.Namespace) -> None:
    """What does not go with pictures that are read as one, or without them."""
    if args.together and args.batch:
        raise InputError(message("together.batch"))
    if args.together and args.corners is not None:
        raise InputError(message("together.corners"))
    if args.turned is not None and not args.together:
        raise InputError(message("together.only"))


def locate_command(args: argparse.Namespace) -> int:
    known = known_task(args)
    from vision import scanning
    from vision.tasks import image_tasks

    def answer(task: Task) -> Answer:
        located = scanning.locate(task)
        found = located.to_json(args.lang)
        return Answer(DONE, found, print_located(found, args.lang), located.known.notes(task.image, args.lang))

    return max(_answer_all(image_tasks(args.images, known), len(args.images), answer, args))


@dataclass(frozen=True)
class Answer:
    """What is said of one photograph: to the shell, to programs and to people."""

    code: int
    data: Mapping[str, Any]
    table: str
    notes: Sequence[str] = ()
    """For people, about how it was read."""


def _answer_all(
    tasks: Iterable[Task | BadTask], count: int, answer: Callable[[Task], Answer], args: argparse.Namespace
) -> list[int]:
    """Answers task by task. An error is told in its place and the rest goes on, unless there is no rest."""
    from vision.scanning import AnswerIsNo, error_json
    from vision.tasks import BadTask

    batch, codes = getattr(args, "batch", None), []
    for done, task in enumerate(tasks):
        show_progress(done, count)
        try:
            if isinstance(task, BadTask):
                raise task.error
            said = answer(task)
        except InputError as error:
            is_no = isinstance(error, AnswerIsNo)
            named = error.at(task.image or batch or "")
            if count == 1 and not batch and not is_no:
                raise named from None
            code = ANSWER_IS_NO if is_no else BAD_INPUT
            said = Answer(code, error_json(task.image, error, args.lang), explain_error(named, args.lang))
        finally:
            wipe_progress(count)
        codes.append(said.code)
        if args.json:
            print_json(said.data)
        else:
            for note in said.notes:
                print(note, file=sys.stderr)
            print(said.table, file=sys.stderr if said.code == BAD_INPUT else sys.stdout)
        sys.stdout.flush()
    return codes


def known_task(args: argparse.Namespace) -> Task:
    """What the command line says about all photographs, checked before the first is read."""
    from calibration.files import load_camera, load_colours, load_set
    from vision.tasks import AUTO, Task, read_ask, read_board, read_corners

    written = getattr(args, "corners", None)
    return Task(
        image="",
        path="",
        physical_set=load_set(args.set) if args.set else None,
        camera=load_camera(args.camera) if args.camera else None,
        board=read_board(args.board),
        corners=read_corners(written) if written is not None else None,
        profiles=_profiles(args),
        find_profile=args.profile == AUTO,
        measure=not getattr(args, "usual_set", True),
        colours=load_colours(args.colours) if getattr(args, "colours", None) else None,
        ask=read_ask(getattr(args, "ask", "usual")),
    )


def _profiles(args: argparse.Namespace) -> tuple[Profile, ...]:
    """The profile that was named; if the one that fits is wanted, all that are sound."""
    if args.profile is None:
        return ()
    from calibration.profiles import ProfileFolder
    from vision.tasks import AUTO

    folder = ProfileFolder.of_user()
    if args.profile != AUTO:
        return (folder.load(args.profile),)
    sound = folder.sound()
    if not sound:
        raise InputError(message("profile.none_yet"), "--profile")
    return sound


class Overlays:
    """Where the pictures with their readings go: one file, or a folder if there are several."""

    def __init__(self, named: str | None, several: bool) -> None:
        self.file: str | None = None
        self.folder: Path | None = None
        self.taken: set[str] = set()
        if named is None:
            return
        if "\0" in named:
            raise InputError(message("file.unwritable", why="NUL"), repr(named))
        if Path(named).is_dir() or (several and not Path(named).suffix):
            self.folder = Path(named)
        elif several:
            raise InputError(message("scan.folder"), named)
        else:
            picture_suffix(named)
            self.file = named

    def write(self, scanned: AnyScanned, reader: Reader) -> None:
        from vision.photograph import write_photograph

        if reader.draw is None or (self.file is None and self.folder is None):
            return
        if self.folder is not None:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError(
                    message("file.unwritable", why=error.strerror or str(error)), str(self.folder)
                ) from None
        for image, picture in reader.draw(scanned, self.folder is not None):
            write_photograph(self.file or str(Path(self.folder or "") / self._name(image)), picture)

    def _name(self, image: str) -> str:
        """The image's own name, with a number if two folders have the same."""
        stem = name = Path(image).stem or "image"
        number = 1
        while name in self.taken:
            number += 1
            name = f"{stem}-{number}"
        self.taken.add(name)
        return f"{name}.png"

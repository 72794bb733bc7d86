"""The command `profile`: profiles listed, shown, passed on, put in order, and checked against photographs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from console import ANSWER_IS_NO, DONE, add_command, add_output, print_json, table
from vision.printing import show_progress, wipe_progress
from words.language import explain_error, say
from words.message import InputError, Message, message

if TYPE_CHECKING:  # what looks at pictures is slow to import, and no other command should wait for it
    from calibration.profile import Profile
    from calibration.profiles import ProfileFolder
    from vision.profiles.matching import Matching

BAD_INPUT = 2

Help = Callable[[str], str]
Commands: TypeAlias = "argparse._SubParsersAction[Any]"


def add_commands(commands: Commands, help_text: Help) -> None:
    profile = add_command(commands, "profile", help_text)
    parts = profile.add_subparsers(metavar="WHAT", required=True)

    def add(name: str, run: Callable[[argparse.Namespace], int], *words: str) -> argparse.ArgumentParser:
        about = help_text(f"profile.{name}")
        parser = parts.add_parser(name, help=about, description=about, allow_abbrev=False)
        for word in words:
            parser.add_argument(word.lower(), metavar=word, help=help_text(f"profile.{word.lower()}"))
        add_output(parser, help_text)
        parser.set_defaults(run=run)
        assert isinstance(parser, argparse.ArgumentParser)
        return parser

    add("list", list_command)
    add("show", show_command, "NAME")
    add("export", export_command, "NAME", "FILE")
    taken = add("import", import_command, "FILE")
    taken.add_argument("--name", metavar="NAME", help=help_text("profile.as"))
    taken.add_argument("--replace", action="store_true", help=help_text("profile.replace"))
    add("rename", rename_command, "OLD", "NEW")
    add("delete", delete_command, "NAME")
    check = add("check", check_command)
    check.add_argument("words", metavar="[NAME] IMAGE", nargs="+", help=help_text("profile.checked"))


def _folder() -> ProfileFolder:
    from calibration.profiles import ProfileFolder

    return ProfileFolder.of_user()


def list_command(args: argparse.Namespace) -> int:
    from vision.profiles.printing import entry_json, entry_row

    folder = _folder()
    entries = folder.entries()
    if args.json:
        for entry in entries:
            print_json(entry_json(entry, args.lang))
    elif not entries:
        print(f"{folder.path}: {say(message('profile.none_yet'), args.lang)}")
    else:
        print("\n".join(table(entry_row(entry, args.lang) for entry in entries)))
    return DONE


def show_command(args: argparse.Namespace) -> int:
    from vision.profiles.printing import profile_lines

    folder = _folder()
    profile = folder.load(args.name)
    if args.json:
        print_json({**profile.to_json(), "file": str(folder.file(profile.name))})
    else:
        lines = profile_lines(profile, str(folder.file(profile.name)), args.lang)
        print("\n".join(table((*line, "", "")[:3] for line in lines)))
    return DONE


def export_command(args: argparse.Namespace) -> int:
    folder = _folder()
    profile = folder.load(args.name)
    written = folder.export(profile.name, args.file)
    return _done(args, {"profile": profile.name, "file": written}, message("print.written", file=written))


def import_command(args: argparse.Namespace) -> int:
    from calibration.profile import part_words

    profile = _folder().import_file(args.file, args.name, args.replace)
    said = message("profile.imported", name=profile.name, parts=part_words(profile.parts))
    return _done(args, {"profile": profile.name}, said)


def rename_command(args: argparse.Namespace) -> int:
    folder = _folder()
    old = folder.load(args.old).name
    new = folder.rename(old, args.new).name
    return _done(args, {"profile": new, "before": old}, message("profile.renamed", old=old, new=new))


def delete_command(args: argparse.Namespace) -> int:
    profile = _folder().delete(args.name)
    return _done(args, {"deleted": profile.name}, message("profile.deleted", name=profile.name))


def check_command(args: argparse.Namespace) -> int:
    """With a name: does this profile fit these pictures? Without: which one does?"""
    folder = _folder()
    profile, images = _named(args.words, folder)
    profiles = [entry.profile for entry in folder.entries() if entry.profile is not None]
    if not profiles:
        raise InputError(message("profile.none_yet"))
    codes = []
    for done, image in enumerate(images):
        show_progress(done, len(images))
        try:
            code, data, sentences = _checked(image, profile, profiles, args.lang)
        except InputError as error:
            if len(images) == 1:
                raise error.at(image) from None
            said = explain_error(error, args.lang)
            code, data, sentences = BAD_INPUT, {"image": image, "error": said}, [said]
        finally:
            wipe_progress(len(images))
        codes.append(code)
        if args.json:
            print_json(data)
        else:
            lines = "\n".join(f"{image}: {sentence}" for sentence in sentences)
            print(lines, file=sys.stderr if code == BAD_INPUT else sys.stdout)
        sys.stdout.flush()
    return max(codes)


def _named(words: list[str], folder: ProfileFolder) -> tuple[Profile | None, list[str]]:
    """The first word is a profile if there is one of that name, or if it looks like no file and more follow."""
    if len(words) > 1:
        try:
            return folder.load(words[0]), words[1:]
        except InputError:
            if not Path(words[0]).suffix and not Path(words[0]).exists():
                raise
    return None, words


def _checked(
    image: str, profile: Profile | None, profiles: list[Profile], language: str
) -> tuple[int, dict[str, Any], list[str]]:
    from vision.board.find import NoBoard
    from vision.photograph import decode_photograph, read_picture_file
    from vision.profiles.device import device_of
    from vision.profiles.matching import check_profile, match_profiles

    file = read_picture_file(image)
    picture = decode_photograph(file).image
    try:
        if profile is None:
            return _matched(image, match_profiles(picture, profiles, device_of(file)), language)
        misfits = check_profile(profile, picture)
    except NoBoard as error:
        sentence = say(error.message, language)
        return ANSWER_IS_NO, {"image": image, "error": sentence}, [sentence]
    data = {
        "image": image,
        "profile": profile.name,
        "fits": not misfits,
        "misfits": [misfit.to_json(language) for misfit in misfits],
    }
    if not misfits:
        return DONE, data, [say(message("profile.fits", name=profile.name), language)]
    return ANSWER_IS_NO, data, [say(misfit.message, language) for misfit in misfits]


def _matched(image: str, matching: Matching, language: str) -> tuple[int, dict[str, Any], list[str]]:
    best = matching.best.name if matching.best else None
    data: dict[str, Any] = {"image": image, "profile": best}
    data["profiles"] = [match.to_json(language) for match in matching.matches]
    said = message("profile.fits", name=best) if best else message("profile.none_fits")
    if matching.undecided:
        data["undecided"] = [profile.name for profile in matching.undecided]
        said = message("profile.undecided", names=tuple(data["undecided"]))
    sentences = [say(said, language)]
    for match in matching.matches:
        why = [say(reason, language) for reason in (*(misfit.message for misfit in match.misfits), *match.reasons)]
        sentences.append("  ".join((match.profile.name, "; ".join(why))))
    return DONE if best else ANSWER_IS_NO, data, sentences


def _done(args: argparse.Namespace, data: dict[str, Any], said: Message) -> int:
    if args.json:
        print_json(data)
    else:
        print(say(said, args.lang))
    return DONE

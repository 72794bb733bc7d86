"""The command `profile`: profiles listed, shown, passed on, put in order, and checked against photographs."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from calibration.measured import DEFAULT, MeasuredCamera, MeasuredSet
from calibration.physical_set import MEASURES
from calibration.profile import Profile, part_words
from calibration.profiles import Entry, ProfileFolder
from referee.language import catalogue, explain_error, say
from referee.message import InputError, Message, message
from referee.tactori.commands import ANSWER_IS_NO, DONE, add_command, add_output, print_json
from referee.tactori.printing import table
from vision.printing import show_progress, wipe_progress

if TYPE_CHECKING:  # what looks at pictures is slow to import
    from vision.calibrate.matching import Matching

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


def list_command(args: argparse.Namespace) -> int:
    folder = ProfileFolder.of_user()
    entries = folder.entries()
    if args.json:
        for entry in entries:
            print_json(entry_json(entry, args.lang))
    elif not entries:
        print(f"{folder.path}: {say(message('profile.none_yet'), args.lang)}")
    else:
        print("\n".join(table(_row(entry, args.lang) for entry in entries)))
    return DONE


def show_command(args: argparse.Namespace) -> int:
    folder = ProfileFolder.of_user()
    profile = folder.load(args.name)
    if args.json:
        print_json({**profile.to_json(), "file": str(folder.file(profile.name))})
    else:
        lines = _lines(profile, str(folder.file(profile.name)), args.lang)
        print("\n".join(table((*line, "", "")[:3] for line in lines)))
    return DONE


def export_command(args: argparse.Namespace) -> int:
    profile = ProfileFolder.of_user().load(args.name)
    written = ProfileFolder.of_user().export(profile.name, args.file)
    return _done(args, {"profile": profile.name, "file": written}, message("print.written", file=written))


def import_command(args: argparse.Namespace) -> int:
    profile = ProfileFolder.of_user().import_file(args.file, args.name, args.replace)
    said = message("profile.imported", name=profile.name, parts=part_words(profile.parts))
    return _done(args, {"profile": profile.name}, said)


def rename_command(args: argparse.Namespace) -> int:
    folder = ProfileFolder.of_user()
    old = folder.load(args.old).name
    new = folder.rename(old, args.new).name
    return _done(args, {"profile": new, "before": old}, message("profile.renamed", old=old, new=new))


def delete_command(args: argparse.Namespace) -> int:
    profile = ProfileFolder.of_user().delete(args.name)
    return _done(args, {"deleted": profile.name}, message("profile.deleted", name=profile.name))


def check_command(args: argparse.Namespace) -> int:
    """With a name: does this profile fit these pictures? Without: which one does?"""
    folder = ProfileFolder.of_user()
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
    from vision.calibrate.matching import check_profile, match_profiles
    from vision.photograph import decode_photograph, read_picture_file
    from vision.scanning import NO_BOARD

    picture = decode_photograph(read_picture_file(image)).image
    try:
        if profile is None:
            return _matched(image, match_profiles(picture, profiles), language)
        misfits = check_profile(profile, picture)
    except NoBoard as error:
        sentence = say(message(NO_BOARD.get(error.reason, "noboard.none")), language)
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


def entry_json(entry: Entry, language: str) -> dict[str, Any]:
    """What a list says of one file of the folder."""
    said: dict[str, Any] = {"name": entry.name, "file": str(entry.file)}
    if entry.profile is None:
        assert entry.error is not None
        return {**said, "error": explain_error(entry.error, language)}
    profile = entry.profile
    return {
        **said,
        "parts": list(profile.parts),
        "source": profile.source,
        "made": profile.made or None,
        "changed": profile.changed or None,
    }


def _row(entry: Entry, language: str) -> tuple[str, ...]:
    if entry.profile is None:
        assert entry.error is not None
        return entry.name, "", "", say(message("profile.unusable", why=entry.error.message), language)
    parts = ", ".join(say(part, language) for part in part_words(entry.profile.parts))
    return entry.name, entry.profile.changed[:10], entry.profile.source or "", parts


def _lines(profile: Profile, file: str, language: str) -> Iterator[tuple[str, ...]]:
    texts = catalogue(language)
    yield texts["print.profile.name"], profile.name
    yield texts["print.profile.file"], file
    for key in ("source", "made", "changed"):
        if getattr(profile, key):
            yield texts[f"print.profile.{key}"], getattr(profile, key)
    if profile.set is not None:
        yield from _set_lines(profile.set, language)
    if profile.camera is not None:
        yield from _camera_lines(profile.camera, language)
    if profile.colours is not None:
        for colour, paint in profile.colours.paints.items():
            yield texts[f"colour.{colour}"], f"u {paint.u:+.2f}  v {paint.v:+.2f}  ± {paint.spread:.2f}"


def _set_lines(measured: MeasuredSet, language: str) -> Iterator[tuple[str, ...]]:
    for name in MEASURES:
        error = f" ± {measured.errors[name]:.2g}" if name in measured.errors else ""
        origin = measured.origins.get(name, DEFAULT)
        yield (
            name,
            f"{getattr(measured.physical_set, name):.1f}{error} mm",
            catalogue(language)[f"print.origin.{origin}"],
        )
    if measured.marks is not None:
        yield catalogue(language)["print.profile.marks"], measured.marks


def _camera_lines(measured: MeasuredCamera, language: str) -> Iterator[tuple[str, ...]]:
    texts, camera = catalogue(language), measured.camera
    wide_deg = math.degrees(2 * math.atan(camera.size[0] / 2 / camera.fx))
    yield texts["print.profile.size"], f"{camera.size[0]}x{camera.size[1]}"
    error = f" ± {100 * measured.focal_error:.1f} %" if measured.focal_error else ""
    yield (
        texts["print.profile.focal"],
        f"{camera.fx:.0f} px{error} ({wide_deg:.0f}°)",
        texts[f"print.way.{measured.way}"],
    )
    yield texts["print.profile.dist"], "  ".join(f"{value:+.3f}" for value in camera.dist)
    if measured.rms_px:
        yield texts["print.profile.rms"], f"{measured.rms_px:.2f} px"

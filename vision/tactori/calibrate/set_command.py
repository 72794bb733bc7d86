"""The command `calibrate set`: the measures of a set from a ruler, from photographs, or from both."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from calibration.physical_set import MEASURES
from calibration.refused import Refused
from console import DONE, add_output, print_json
from referee.output import picture_suffix
from referee.tactori.position import Position
from referee.tactori.questions import load_position
from vision.calibrate.camera_printing import several_cameras
from vision.calibrate.command_line import add_keeping, check_keeping, keep, tell_refusal
from vision.printing import show_progress, wipe_progress
from words.language import say
from words.message import InputError, message

if TYPE_CHECKING:  # what reads pictures is slow to import, and no other command should wait for it
    from calibration.measured import MeasuredSet
    from vision.tactori.calibrate.set_photos import SetResult

PERCENT = 100


def add_arguments(parser: argparse.ArgumentParser, help_text: Callable[[str], str]) -> None:
    parser.add_argument("photos", metavar="PHOTO", nargs="*", help=help_text("set_photos"))
    parser.add_argument("--measure", metavar="NAME=MM", action="append", default=[], help=help_text("measure"))
    parser.add_argument("--stands", metavar="POSITION", action="append", default=[], help=help_text("stands"))
    parser.add_argument("--board", metavar="5|9|auto", default="auto", help=help_text("board"))
    parser.add_argument("--camera", metavar="FILE", help=help_text("camera"))
    parser.add_argument("--picture", metavar="FILE", help=help_text("residuals"))
    add_keeping(parser, help_text)
    add_output(parser, help_text)
    parser.set_defaults(run=set_command)


def set_command(args: argparse.Namespace) -> int:
    from calibration.ruler import set_from_ruler

    ruler = read_ruler(args.measure)
    if not ruler and not args.photos:
        raise InputError(message("calibrate.nothing", known=", ".join(MEASURES)))
    if args.picture is not None:
        picture_suffix(args.picture)
    told = _told(args.stands, len(args.photos))
    check_keeping(args)
    if not args.photos:
        measured = set_from_ruler(ruler)
        return _tell(args, measured, None, keep(args, measured_set=measured))
    set_from_ruler(ruler)  # nonsense is better said before pictures are read
    try:
        result = _measure(args, ruler, told)
    except Refused as refused:
        return tell_refusal(refused, args)
    if args.picture is not None:
        from vision.photograph import write_photograph
        from vision.tactori.calibrate.set_picture import draw_sightings

        write_photograph(args.picture, draw_sightings(result, 0))
    return _tell(args, result.measured, result, _keep(args, result))


def read_ruler(written: Sequence[str]) -> dict[str, float]:
    """Measures as they are typed, "tower_height=17.6"."""
    made: dict[str, float] = {}
    for each in written:
        name, _, value = each.partition("=")
        if name not in MEASURES:
            raise InputError(message("measured.names", known=", ".join(MEASURES)), f"--measure {name[:40]}")
        try:
            made[name] = float(value.replace(",", "."))
        except ValueError:
            raise InputError(message("set.length", name=name, value=value[:40]), "--measure") from None
    return made


def _told(stands: Sequence[str], photos: int) -> list[Position | None]:
    """What stands in each photograph, as far as somebody says so."""
    if len(stands) > photos:
        raise InputError(message("calibrate.stands", positions=len(stands), photos=photos))
    told: list[Position | None] = [None if each == "-" else load_position(each) for each in stands]
    return told + [None] * (photos - len(told))


def _measure(args: argparse.Namespace, ruler: Mapping[str, float], told: Sequence[Position | None]) -> SetResult:
    from calibration.files import load_camera
    from vision.photograph import load_photograph
    from vision.tactori.calibrate.set_photos import SetSession
    from vision.tasks import read_board

    camera = load_camera(args.camera) if args.camera else None
    session = SetSession(ruler, camera, read_board(args.board))
    for path, position in zip(args.photos, told, strict=True):
        added = session.add(load_photograph(path).image, position)
        if not added.accepted:
            raise Refused(added.said, message("calibrate.advice.leave_out"), path)
    try:
        return session.finish(lambda share: show_progress(round(PERCENT * share), PERCENT))
    finally:
        wipe_progress(PERCENT)


def _keep(args: argparse.Namespace, result: SetResult) -> list[str]:
    """The file is that of a set; a profile also gets the camera, unless it has one."""
    said = keep(argparse.Namespace(**{**vars(args), "profile": None}), measured_set=result.measured)
    if args.profile is not None:
        from calibration.profiles import ProfileFolder

        folder = ProfileFolder.of_user()
        before = folder.load(args.profile) if folder.file(args.profile).exists() else None
        camera = None if before is not None and before.camera is not None else result.camera
        only = argparse.Namespace(**{**vars(args), "output": None})
        said += keep(only, measured_set=result.measured, camera=camera)
    return said


def _tell(args: argparse.Namespace, measured: MeasuredSet, result: SetResult | None, kept: Sequence[str]) -> int:
    if args.json:
        said: dict[str, Any] = {"set": measured.to_json(), "margin_mm": round(measured.margin_mm, 2)}
        if result is not None:
            said["camera"] = result.camera.to_json() if result.camera else None
            said["cameras"] = [camera.to_json() for camera in result.cameras]
            said |= {"photos": len(result.views), "rms_px": round(result.bundle.rms_px, 3), "unlike": result.unlike}
        print_json(said)
        return DONE
    for name in MEASURES:
        value, error = getattr(measured.physical_set, name), measured.errors.get(name)
        origin = say(message(f"print.origin.{measured.origins.get(name, 'default')}"), args.lang)
        deviation = f"± {error:.2f}" if error is not None else ""
        print(f"{name:16} {value:8.2f} mm  {deviation:8}  {origin}")
    print(say(message("print.margin", margin=round(measured.margin_mm, 1)), args.lang))
    if measured.marks:
        print(say(message("print.marks", marks=say(message(f"marks.{measured.marks}"), args.lang)), args.lang))
    if result is not None:
        if result.camera is not None:
            focal, error = round(result.camera.camera.fx), round(PERCENT * result.camera.focal_error, 2)
            print(say(message("print.focal", focal=focal, percent=error), args.lang))
            if len(result.cameras) > 1:
                print(say(several_cameras(len(result.cameras), result.camera), args.lang))
        photos, rms = len(result.views), round(result.bundle.rms_px, 2)
        print(say(message("print.fitted", photos=photos, rms=rms, count=len(result.bundle.residual_px)), args.lang))
        if result.unlike:
            print(say(message("print.unlike", count=result.unlike), args.lang))
    for sentence in kept:
        print(sentence)
    return DONE

"""The command `simulate`: a position in, a picture file out, with the truth beside it if wanted."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from referee.output import picture_suffix, write_file
from referee.tactori.position import Position
from referee.tactori.questions import load_position
from words.language import say
from words.message import InputError, message

if TYPE_CHECKING:  # only when something is drawn is it worth waiting for what draws
    from calibration.physical_set import PhysicalSet
    from calibration.pose import Pose
    from simulator.expose import Picture
    from simulator.hand import Hand
    from simulator.look import Look


DONE = 0
USUAL_SIZE = "1280x720"
USUAL_ELEVATION = "50"
USUAL_SEED = "0"
SMALLEST_PX, LARGEST_PX = 160, 2560
ELEVATIONS_DEG = (15.0, 90.0)
TURNS_DEG = (-44.0, 44.0)
"""Farther around, another corner than a1 would be the near left one."""
LARGEST_SEED = 999_999_999
MOST_PIECES, MOST_FLOORS = 1000, 40
JPEG_QUALITY = 90
_SIZE = re.compile(r"(\d{1,5})x(\d{1,5})", re.ASCII)

Help = Callable[[str], str]
Commands: TypeAlias = "argparse._SubParsersAction[Any]"


def add_commands(commands: Commands, help_text: Help) -> None:
    """Puts the simulator's command onto the command line."""
    text = help_text("simulate")
    parser = commands.add_parser("simulate", help=text, description=text, allow_abbrev=False)
    parser.add_argument("position", metavar="POSITION", help=help_text("drawn"))
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help=help_text("output"))
    for name, usual, unit in (
        ("seed", USUAL_SEED, "N"),
        ("size", USUAL_SIZE, "WxH"),
        ("elevation", USUAL_ELEVATION, "DEG"),
        ("turned", "0", "DEG"),
        ("style", "dots", "STYLE"),
        ("light", "soft", "LIGHT"),
        ("set", None, "FILE"),
        ("camera", None, "FILE"),
        ("truth", None, "FILE"),
    ):
        parser.add_argument(f"--{name}", metavar=unit, default=usual, help=help_text(name))
    parser.add_argument("--lang", default=argparse.SUPPRESS, help=help_text("lang"))
    parser.set_defaults(run=simulate_command)


def simulate_command(args: argparse.Namespace) -> int:
    from calibration.files import load_camera, load_set
    from calibration.physical_set import PhysicalSet
    from simulator.draw import draw_position
    from simulator.look import LIGHTS, FieldStyle, Look
    from simulator.viewpoint import look_at

    picture_suffix(args.output)
    seed = round(_number(args.seed, "--seed", 0, LARGEST_SEED))
    elevation = _number(args.elevation, "--elevation", *ELEVATIONS_DEG)
    turned = _number(args.turned, "--turned", *TURNS_DEG)
    styles = {style.value: style for style in FieldStyle}
    style, light = _choice(args.style, "--style", styles), _choice(args.light, "--light", LIGHTS)
    size = _size(args.size)
    position = load_position(args.position)
    floors = [len(stack) for stack in position.towers.values()]
    floors += [end.floor for stick in position.sticks for end in stick.ends]
    highest = max(floors, default=1)
    if sum(map(len, position.towers.values())) + len(position.sticks) > MOST_PIECES or highest > MOST_FLOORS:
        raise InputError(message("simulate.large", pieces=MOST_PIECES, floors=MOST_FLOORS), "POSITION")
    physical_set = load_set(args.set) if args.set else PhysicalSet.in_proportion()
    camera = load_camera(args.camera).at_size(size) if args.camera else None
    viewpoint = look_at(physical_set, elevation, turned, camera, size, highest)
    look = Look(light=light, style=style)
    picture = draw_position(position, physical_set, viewpoint, look, seed)
    write_picture(args.output, picture)
    if args.truth:
        truth = truth_json(Path(args.output).name, position, physical_set, viewpoint, look, seed)
        write_file(args.truth, (json.dumps(truth) + "\n").encode())
    print(say(message("print.written", file=args.output), args.lang))
    return DONE


def truth_json(
    image: str,
    position: Position,
    physical_set: PhysicalSet,
    viewpoint: Pose,
    look: Look,
    seed: int,
    hand: Hand | None = None,
) -> dict[str, Any]:
    """What a picture shows: position, corners, set, camera and where it stands, and how much of each piece one sees."""
    from simulator.viewpoint import corners_mm
    from simulator.visible import visible_px

    corners = viewpoint.project(corners_mm(physical_set))
    towers, sticks = visible_px(position, physical_set, viewpoint, look, seed, hand)
    said = position.to_json()
    said["sticks"] = [{**stick, "visible_px": seen} for stick, seen in zip(said["sticks"], sticks, strict=True)]
    return {
        "image": image,
        **said,
        "corners": [[round(float(u), 2), round(float(v), 2)] for u, v in corners],
        "visible_px": towers,
        "set": physical_set.to_json(),
        "camera": viewpoint.camera.to_json(),
        "pose": {"rvec": list(viewpoint.rvec), "tvec": list(viewpoint.tvec)},
    }


def write_picture(path: str, picture: Picture, quality: int = JPEG_QUALITY) -> None:
    """Writes a picture in the format its name ends in."""
    import cv2

    suffix = picture_suffix(path)
    _, data = cv2.imencode(suffix, picture, [] if suffix == ".png" else [cv2.IMWRITE_JPEG_QUALITY, quality])
    write_file(path, data.tobytes())


def _number(written: str, key: str, low: float, high: float) -> float:
    try:
        value = float(written)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise InputError(message("value.range", key=key, low=f"{low:.0f}", high=f"{high:.0f}", value=written[:40]))
    return value


def _choice(written: str, key: str, known: dict[str, Any]) -> Any:
    if written not in known:
        raise InputError(message("rule.value", key=key, value=written[:40], known=", ".join(known)))
    return known[written]


def _size(written: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(written)
    width, height = (int(found[1]), int(found[2])) if found else (0, 0)
    if not (SMALLEST_PX <= width <= LARGEST_PX and SMALLEST_PX <= height <= LARGEST_PX):
        raise InputError(message("value.size", low=SMALLEST_PX, high=LARGEST_PX, value=written[:40]))
    return width, height

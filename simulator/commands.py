"""The command `simulate`: a position in, a picture file out, with the truth beside it if wanted."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from referee.games import find_game
from referee.output import picture_suffix, write_file
from referee.questions import load_position, named_game
from words.language import say
from words.message import InputError, message

if TYPE_CHECKING:  # only when something is drawn is it worth waiting for what draws
    from simulator.expose import Picture


DONE = 0
USUAL_GAME = "taktori"
"""Where neither the command nor the position says of which game it is."""
USUAL_SIZE = "1280x720"
USUAL_ELEVATION = "50"
USUAL_SEED = "0"
SMALLEST_PX, LARGEST_PX = 160, 2560
ELEVATIONS_DEG = (15.0, 90.0)
TURNS_DEG = (-44.0, 44.0)
"""Farther around, another corner than a1 would be the near left one."""
LARGEST_SEED = 999_999_999
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
        ("game", None, "ID"),
        ("thrown", None, "FACE"),
    ):
        parser.add_argument(f"--{name}", metavar=unit, default=usual, help=help_text(name))
    parser.add_argument("--lang", default=argparse.SUPPRESS, help=help_text("lang"))
    parser.set_defaults(run=simulate_command)


def simulate_command(args: argparse.Namespace) -> int:
    from calibration.files import load_camera
    from simulator.demo.family import Wanted
    from simulator.families import FAMILIES
    from simulator.look import LIGHTS, FieldStyle

    picture_suffix(args.output)
    styles = {style.value: style for style in FieldStyle}
    size = _size(args.size)
    wanted = Wanted(
        seed=round(_number(args.seed, "--seed", 0, LARGEST_SEED)),
        size=size,
        elevation_deg=_number(args.elevation, "--elevation", *ELEVATIONS_DEG),
        turned_deg=_number(args.turned, "--turned", *TURNS_DEG),
        style=_choice(args.style, "--style", styles),
        light=_choice(args.light, "--light", LIGHTS),
        camera=load_camera(args.camera).at_size(size) if args.camera else None,
        set_file=args.set,
        die=args.thrown,
    )
    game = find_game(args.game or named_game(args.position) or USUAL_GAME)
    if game.family not in FAMILIES:
        raise InputError(message("simulate.family", game=game.id, known=", ".join(FAMILIES)))
    position = load_position(args.position, game)
    picture, truth = FAMILIES[game.family].simulate(position, wanted)
    write_picture(args.output, picture)
    if args.truth:
        write_file(args.truth, (json.dumps(truth(Path(args.output).name)) + "\n").encode())
    print(say(message("print.written", file=args.output), args.lang))
    return DONE


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

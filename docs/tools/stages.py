"""One picture for each stage of reading a photograph: `python -m docs.tools.stages IMAGE -o FOLDER`.

For the documentation, and for finding out where a reading went wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from calibration.camera import Camera
from calibration.files import load_camera, load_set
from calibration.physical_set import PhysicalSet, plan_of
from docs.tools.board_stages import draw_board, draw_map, draw_straightened, draw_top_view
from docs.tools.piece_stages import draw_colours, draw_doubt, draw_explained, draw_labels
from referee.output import write_file
from referee.tactori.rules import RuleBook, rule_book
from referee.tactori.scoring import judge_position
from vision.board.find import NoBoard, find_board
from vision.photograph import Picture, load_photograph
from vision.tactori.doubt import judge_fields
from vision.tactori.overlay import draw_overlay
from vision.tactori.read import read_pieces
from vision.tactori.scan import read_board
from vision.tactori.settings import ReaderSettings
from words.message import InputError

WIDEST_PX = 800
JPEG_QUALITY = 80


def draw_stages(
    image: Picture,
    physical_set: PhysicalSet | None = None,
    camera: Camera | None = None,
    rules: RuleBook | None = None,
) -> dict[str, Picture]:
    """The pictures by name, in the order of reading; those that come after finding the board only if it was found.

    With rules the last one shows the referee's polygons too.
    """
    stages = {
        "map": draw_map(image),
        "straightened": draw_straightened(image),
    }
    try:
        found = find_board(image, plan_of(physical_set), camera)
    except NoBoard:
        return stages
    made = physical_set or PhysicalSet.in_proportion()
    stages["board"] = draw_board(image, found, made)
    stages["top-view"] = draw_top_view(image, found, made)
    if found.board is None:
        return stages
    settings = ReaderSettings()
    pieces = read_pieces(image, found.board, made, found.pose, settings)
    stages["colours"] = draw_colours(image, pieces, settings)
    stages["labels"] = draw_labels(pieces, settings)
    stages["explained"] = draw_explained(image, pieces)
    stages["doubt"] = draw_doubt(image, pieces, judge_fields(pieces, settings), settings)
    reading = read_board(image, found, physical_set)
    verdict = judge_position(reading.position, rules) if rules else None
    stages["overlay"] = draw_overlay(image, found, made, reading, verdict)
    return stages


def write_stages(stages: dict[str, Picture], folder: Path) -> list[Path]:
    """Writes them small enough for a page, numbered in their order."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for number, (name, picture) in enumerate(stages.items(), 1):
        path = folder / f"{number}-{name}.jpg"
        shrink = min(1.0, WIDEST_PX / picture.shape[1])
        small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        _, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        write_file(str(path), np.asarray(data).tobytes())
        written.append(path)
    return written


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m docs.tools.stages", description=__doc__)
    parser.add_argument("image", metavar="IMAGE", help="a photograph")
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, required=True, help="where the pictures go")
    parser.add_argument("--set", metavar="FILE", help="a file with the measures of the set")
    parser.add_argument("--camera", metavar="FILE", help="a file with the calibrated camera")
    parser.add_argument("--game", metavar="ID", help="a game, for its polygons and points")
    args = parser.parse_args(words)
    try:
        image = load_photograph(args.image).image
        physical_set = load_set(args.set) if args.set else None
        camera = load_camera(args.camera).at_size((image.shape[1], image.shape[0])) if args.camera else None
        rules = rule_book(args.game) if args.game else None
        for path in write_stages(draw_stages(image, physical_set, camera, rules), args.output):
            print(path)
    except InputError as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

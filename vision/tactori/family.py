"""What Tactori gives so that its boards of towers and sticks are seen."""

from __future__ import annotations

from calibration.arrays import Image
from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.physical_set import PhysicalSet, plan_of
from referee.tactori.board import BOARDS
from vision.board.find import NoBoard, find_board
from vision.corners import Corners
from vision.families import Family, Measuring, NotSighted, Reader, SetMeasuring, Sighted, Together
from vision.found_board import FoundBoard
from vision.tactori.alike import agreement, four_turns
from vision.tactori.calibrate.colours import ColourSession
from vision.tactori.calibrate.colours_picture import draw_colours
from vision.tactori.calibrate.list_set import same_set
from vision.tactori.calibrate.set_photos import SetSession
from vision.tactori.calibrate.set_picture import draw_sightings
from vision.tactori.eyes import TowerEyes
from vision.tactori.photographs import (
    as_good,
    count,
    error,
    hanging_sticks,
    is_told,
    measure,
    read,
    read_together,
    turned,
)
from vision.tactori.reading import Reading
from vision.tactori.scan import read_board, read_photograph
from vision.tactori.scanning import Scanned, scan


def find(image: Image, board: int | None, corners: Corners | None) -> Sighted:
    try:
        found = find_board(image, plan_of(None, board), None, corners)
    except NoBoard as error:
        raise NotSighted(error.message) from None
    return Sighted(found.corners_px, found.board)


def colours(image: Image, board: int | None, corners: Corners | None) -> tuple[str, ...]:
    try:
        return read_photograph(image, board=board, corners=corners).position.colours()
    except NoBoard as error:  # a hand came meanwhile
        raise NotSighted(error.message) from None


def look(
    image: Image, made: PhysicalSet | None, camera: Camera | None, board: int | None, references: ColourReferences
) -> Reading:
    return read_photograph(image, made, camera, board, colours=references)


def paints(image: Image, found: FoundBoard, made: PhysicalSet) -> ColourReferences | None:
    return read_board(image, found, made, ColourReferences.generic()).observed


TACTORI = Family(
    TowerEyes,
    find,
    colours,
    Reader(
        lambda task, game, rules: scan(task, rules),
        read,
        BOARDS,
        ("towers", "sticks"),
        count,
        lambda position: int(position.board),
        hanging_sticks,
        Scanned.overlays,
        Together(read_together, turned, four_turns, agreement),
        SetMeasuring(measure, is_told, error, same_set, as_good),
    ),
    Measuring(SetSession, draw_sightings, ColourSession, draw_colours, look, paints),
)

"""Simulated photographs whose camera is known, readings of them, and evidence without any photograph at all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from calibration.arrays import Image
from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.board import UNKNOWN, coordinates
from referee.tactori.position import Position
from referee.tactori.text import parse_text
from simulator.hand import Hand
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from vision.board.map import see_cover
from vision.found_board import FoundBoard
from vision.tactori.canvas import Canvas
from vision.tactori.reading import Reading
from vision.tactori.scan import read_board
from vision.tactori.scene import FACES, Field, Scene, View
from vision.tactori.stacks import Stack, stack_piece

SET = PhysicalSet.in_proportion(31.0)
SIZE = (960, 540)
SURE, NEVER = 0.0, -4.0  # log likelihoods of made-up evidence


@dataclass(frozen=True)
class Drawn:
    image: Image
    found: FoundBoard
    position: Position

    @property
    def pose(self) -> Pose:
        return self.found.pose

    def read(self) -> Reading:
        return read_board(self.image, self.found, SET, cover=see_cover(self.image, self.found))

    def field_px(self, x: float, y: float, z_mm: float = 0.0) -> tuple[float, float]:
        """Where a place on the board, counted in fields from 0, is in the picture."""
        middle, pitch = (self.position.board - 1) / 2, SET.pitch(self.position.board)
        u, v = self.pose.project(np.array([[(x - middle) * pitch, (y - middle) * pitch, z_mm]]))[0]
        return float(u), float(v)

    def covered(self, low: tuple[float, float], high: tuple[float, float], colour: tuple[int, int, int]) -> Drawn:
        """The same with a rectangle of paper in some colour (BGR) laid on the board."""
        (x0, y0), (x1, y1) = low, high
        image = self.image.copy()
        corners = [self.field_px(x, y) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        cv2.fillPoly(image, [np.round(corners).astype(np.int32)], colour)
        return replace(self, image=image)

    def cropped(self, left: int = 0, upper: int = 0, right: int = 0, lower: int = 0) -> Drawn:
        """The same without some columns and rows; the camera still looks along its old axis."""
        height, width = self.image.shape[:2]
        image = np.ascontiguousarray(self.image[upper : height - lower, left : width - right])
        camera = self.pose.camera
        size = (image.shape[1], image.shape[0])
        moved = Camera(camera.fx, camera.fy, camera.cx - left, camera.cy - upper, camera.dist, size)
        return replace(self, image=image, found=replace(self.found, pose=replace(self.pose, camera=moved)))


@cache
def drawn(
    text: str,
    elevation_deg: float = 55.0,
    turned_deg: float = 5.0,
    seed: int = 1,
    size: tuple[int, int] = SIZE,
    hand: Hand | None = None,
) -> Drawn:
    """A picture of a position and the true place of its board."""
    position = parse_text(text)
    highest = max((len(stack) for stack in position.towers.values()), default=1)
    viewpoint = look_at(SET, elevation_deg, turned_deg, size=size, highest_floor=highest)
    image = draw_position(position, SET, viewpoint, seed=seed, hand=hand)
    image.flags.writeable = False
    pose = Pose(viewpoint.camera, viewpoint.rvec, viewpoint.tvec)
    half = SET.board_side / 2
    corners = pose.project(np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]]))
    return Drawn(
        image, FoundBoard(position.board, pose, tuple((float(u), float(v)) for u, v in corners), 0.0), position
    )


def wrong_claims(scan: Reading, truth: Position) -> dict[str, tuple[str, str]]:
    """Fields that are vouched for and not as they were said to be: what stands there, and what was read.

    A floor of unknown colour is not wrong, one that is not there is.
    """
    doubtful = {doubt.at for doubt in scan.unsure}
    wrong = {}
    for at in (set(scan.position.towers) | set(truth.towers)) - doubtful:
        real, said = truth.towers.get(at, ""), scan.position.towers.get(at, "")
        if len(real) != len(said) or any(b not in (a, UNKNOWN) for a, b in zip(real, said, strict=True)):
            wrong[at] = (real, said)
    return wrong


def invented_sticks(scan: Reading, truth: Position) -> list[str]:
    """Sticks that are not there although nobody doubts either of their ends or what lies between them."""
    doubtful = {doubt.at for doubt in scan.unsure}
    return [
        str(s)
        for s in scan.position.sticks
        if s not in truth.sticks and not doubtful.intersection([*s.fields, "-".join(s.fields)])
    ]


def scene_of(
    board: int, elevation_deg: float = 50.0, turned_deg: float = 8.0, scale: float = 1.0, size: tuple[int, int] = SIZE
) -> Scene:
    """The places of pieces as a camera sees them; its whole picture is looked at."""
    viewpoint = look_at(SET, elevation_deg, turned_deg, size=size, highest_floor=7)
    view = View(scale, 0, 0, round(size[0] * scale), round(size[1] * scale))
    return Scene(board, SET, Pose(viewpoint.camera, viewpoint.rvec, viewpoint.tvec), view)


def painted_canvas(scene: Scene, stacks: dict[Field, Stack]) -> Canvas:
    """An empty canvas whose evidence shows just these stacks, without noise: each face and paint where it is."""
    shape = (scene.height, scene.width)
    blank = Canvas(np.zeros((1, *shape, 4), np.float32), np.zeros(shape, np.float32))
    for field, stack in stacks.items():
        blank.lay(field, stack_piece(blank, scene, field, stack))
    faces, colours = blank.labels()
    paint = np.full((FACES, *shape, 4), NEVER, np.float32)
    row, column = np.nonzero(faces)
    paint[faces[row, column], row, column, colours[row, column]] = SURE
    return Canvas(paint, np.where(faces > 0, NEVER, SURE).astype(np.float32))


def stacks_of(text: str) -> dict[Field, Stack]:
    """`"c3:RB e5:Y"` as the reader keeps it."""
    return {
        coordinates(at): tuple("RBYG".index(c) for c in stack)
        for at, stack in (part.split(":") for part in text.split())
    }

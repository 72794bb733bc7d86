"""What the paints and the wood of a board look like, from a reading of it: only pieces that are vouched for count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float, Image, Mask
from calibration.colours import GENERIC, ColourReferences, Paint, Wood
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.board import COLOURS, coordinates
from referee.tactori.position import Position
from vision.tactori.canvas import NO_PAINT, Canvas
from vision.tactori.colours import Picture, see
from vision.tactori.doubt import Judged
from vision.tactori.panes import Pane
from vision.tactori.read import Pieces, board_mask, take_view, working_view
from vision.tactori.scene import FACES, FAR, LEFT, NEAR, RIGHT, TOP, Field, Scene
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import stack_piece


@dataclass(frozen=True)
class SampleSettings:
    """Thresholds of what counts as a sample of paint or wood."""

    fewest_px: int = 100  # pixels of the working picture, about a third of one tower: fewer are mostly rim
    largest_turn_deg: float = 35.0  # from where the reading began: a paint farther away is another one, read wrongly
    least_chroma: float = 0.2  # log ratio: a paint paler than this has no direction
    least_light: float = 0.008  # linear light, 0 to 1: below it noise and black level make the ratio
    least_spread: float = 0.05  # log ratio: no paint is even, whatever few pixels say
    least_level_spread: float = 0.15  # log ratio: a lamp never lights two faces alike
    wood_px: int = 200  # pixels of the working picture: fewer do not say what the wood is like
    least_wood_spread: float = 0.01  # log ratio: less is the picture's own rounding
    enough_px: int = 3000  # pixels: more say nothing new and take longer


FLAT_FACES = (TOP, LEFT, RIGHT, NEAR, FAR)
"""Grooves glow in their own colour, sticks are mostly rim: neither shows what a paint is like."""
FLAT = np.isin(np.arange(FACES), FLAT_FACES)
RIM = np.ones((3, 3), np.uint8)
TO_SPREAD = 1.48  # from the median distance of a bell curve to its standard deviation


def sample_board(
    pieces: Pieces,
    judged: Mapping[Field, Judged],
    colours: ColourReferences | None = None,
    settings: SampleSettings = SampleSettings(),  # noqa: B008 - frozen
) -> ColourReferences:
    """The paints that the board shows clearly in the first picture, the others as in most sets, and the wood.

    `colours` are those that it was read with.
    """
    pane, picture = pieces.panes[0], pieces.pictures[0]
    faces, paints = pane.canvas.labels()
    paints = np.where(_doubtful(pane, pieces.search.stacks, judged), NO_PAINT, paints)
    made = _sample(picture, faces, paints, settings)
    start = colours.paints if colours is not None and pieces.borne_out else GENERIC
    # A reading cannot have found a paint so far from where it began: it took one for another.
    sound = {c: p for c, p in made.paints.items() if abs(start[c].turn_deg(p)) <= settings.largest_turn_deg}
    return replace(made, paints={**GENERIC, **sound})


def sample_position(
    image: Image,
    position: Position,
    pose: Pose,
    physical_set: PhysicalSet,
    reading: ReaderSettings = ReaderSettings(),  # noqa: B008 - frozen
    settings: SampleSettings = SampleSettings(),  # noqa: B008 - frozen
) -> ColourReferences:
    """The same where somebody said what stands on the board: then a paint may look like anything."""
    view = working_view(image, position.board, physical_set, pose, reading)
    scene = Scene(position.board, physical_set, pose, view)
    picture = see(take_view(image, view), board_mask(scene), reading)
    shape = (scene.height, scene.width)
    canvas = Canvas(np.zeros((1, *shape, len(COLOURS)), np.float32), np.zeros(shape, np.float32))
    for at, stack in position.towers.items():
        field = coordinates(at)
        canvas.lay(field, stack_piece(canvas, scene, field, tuple(COLOURS.find(c) for c in stack)))
    faces, paints = canvas.labels()
    return _sample(picture, faces, paints, settings)


def _sample(
    picture: Picture, faces: NDArray[np.uint8], paints: NDArray[np.int8], settings: SampleSettings
) -> ColourReferences:
    labels = np.where(FLAT[faces], paints + 1, 0).astype(np.uint8)
    # A pixel at the rim mixes its paint with what lies behind.
    inner = np.where(cv2.erode(labels, RIM) == cv2.dilate(labels, RIM), labels, 0).ravel()
    found = {}
    for number, colour in enumerate(COLOURS):
        made = sample_paint(picture, np.flatnonzero(inner == number + 1), settings)
        if made is not None:
            found[colour] = made
    return ColourReferences({**GENERIC, **found}, sample_wood(picture, faces == 0, settings))


def _doubtful(pane: Pane, stacks: Iterable[Field], judged: Mapping[Field, Judged]) -> Mask:
    """The pixels of stacks that nobody vouches for."""
    canvas, scene = pane.canvas, pane.scene
    made = np.zeros(canvas.area, bool)
    for field in stacks:
        if field not in judged or judged[field].why is not None:
            pixels = canvas.pieces[field].pixels
            made[pixels] |= canvas.nearness[pixels] == scene.nearness(field)
    return made.reshape(canvas.shape)


def sample_paint(picture: Picture, where: NDArray[np.int64], settings: SampleSettings) -> Paint | None:
    """What these pixels (flat indices) say about their paint; None if they are too few, too dark or too pale."""
    sharp = where[~picture.clipped.ravel()[where]]
    # What is too bright for the camera still shows what the paint looks like to it, if there is nothing better.
    where = sharp if len(sharp) >= settings.fewest_px else where
    pixels = picture.uvl.reshape(-1, 3)[where]
    pixels = pixels[pixels[:, 2] > np.log(settings.least_light) - picture.wood_log[2]]
    count = len(pixels)
    if count < settings.fewest_px:
        return None
    pixels = pixels[:: max(1, count // settings.enough_px)]
    u, v, level = (float(x) for x in np.median(pixels, axis=0))
    chroma = float(np.hypot(u, v))
    if chroma < settings.least_chroma:
        return None
    along = (pixels[:, 0] * u + pixels[:, 1] * v) / chroma
    across = (pixels[:, 1] * u - pixels[:, 0] * v) / chroma
    return Paint(
        u,
        v,
        max(_spread(across), settings.least_spread),
        max(_spread(along), settings.least_spread),
        level,
        max(_spread(pixels[:, 2]), settings.least_level_spread),
        count,
    )


def sample_wood(picture: Picture, bare: Mask, settings: SampleSettings) -> Wood | None:
    """The wood where nothing stands on it; None if hardly any of it shows."""
    where = np.flatnonzero(bare & picture.on_board & (picture.wood > 0))
    if len(where) < settings.wood_px:
        return None
    pixels: Float = picture.uvl.reshape(-1, 3)[where[:: max(1, len(where) // settings.enough_px)]]
    u, v, level = (float(x) for x in np.median(pixels, axis=0) + picture.wood_log)
    spread = float(np.hypot(_spread(pixels[:, 0]), _spread(pixels[:, 1])) / np.sqrt(2))
    return Wood.of(u, v, level, max(spread, settings.least_wood_spread), len(where))


def _spread(values: Float) -> float:
    return TO_SPREAD * float(np.median(np.abs(values - np.median(values))))

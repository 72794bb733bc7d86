"""Reads the stacks and sticks of a board whose place in the photograph is known.

First a look at the colours alone, then what each paint looks like on each face is learned from what was read, and the
picture is read again with it; twice, the second time with the sticks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.colours import ColourReferences
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from vision.cover import Cover
from vision.tactori.bars import Bars
from vision.tactori.belief import HALF, Believed, decide_paints, decide_sticks
from vision.tactori.canvas import Canvas
from vision.tactori.colours import (
    NEIGHBOURS,
    Float,
    Mask,
    Paints,
    Picture,
    behind_evidence,
    face_evidence,
    learn_paints,
    see,
)
from vision.tactori.first_look import begin, first_evidence
from vision.tactori.pairs import weigh_pairs
from vision.tactori.places import Place
from vision.tactori.scene import HIGHEST, Field, Scene, View
from vision.tactori.settings import ReaderSettings
from vision.tactori.settle import settle
from vision.tactori.stacks import Stack, StackSearch, reach_of_colours, stack_piece
from vision.tactori.sticks import Found, StickSearch
from vision.tactori.strips import Learned

Image = NDArray[np.uint8]


@dataclass
class Pieces:
    """What was found, and the canvas it was found on, to ask how sure it is."""

    scene: Scene
    picture: Picture
    search: StackSearch
    stick_search: StickSearch
    learned: Learned
    paint_p: Mapping[tuple[Field, int], float]
    """For floors whose paint the working picture does not tell beyond doubt: how probable it is."""
    pair_margins: Mapping[Field, float]
    """For stacks behind or before others: by how much they are better than both explained otherwise."""
    borne_out: bool = True
    """Whether the picture agrees with the colours that were given; otherwise it was read without them."""
    believed: Sequence[Believed] = ()
    """The sticks that lie there and bridges that might, with their probabilities."""

    @property
    def sticks(self) -> list[Found]:
        return self.stick_search.found

    def explained(self) -> float:
        """By how much the pieces explain the picture better than an empty board."""
        canvas = self.search.canvas
        return float((canvas.fit - canvas.behind).sum(dtype=np.float64)) / self.scene.scale**2


@dataclass(frozen=True, eq=False)
class Look:
    """What a picture's colours say before anything is known of its pieces."""

    image: Image
    view: View
    picture: Picture
    chroma: Float
    """What each paint looks like, (4, 2)."""
    borne_out: bool
    behind: Float
    paint: Float
    coloured: Mask
    maybe: Mask
    hidden: Mask | None

    def reach(self, scene: Scene, settings: ReaderSettings, coloured: Mask | None = None) -> dict[Field, int]:
        """The greatest height that the colours allow on each field."""
        unknown = self.picture.glare if self.hidden is None else self.picture.glare | self.hidden
        coloured = self.coloured if coloured is None else coloured
        return reach_of_colours(scene, coloured, settings.least_colour_share, unknown)


def look_at(
    image: Image,
    board: int,
    physical_set: PhysicalSet,
    pose: Pose,
    settings: ReaderSettings,
    colours: ColourReferences | None = None,
    cover: Cover | None = None,
) -> Look:
    view = working_view(image, board, physical_set, pose, settings)
    scene, _ = shapes(board, physical_set, pose, view, settings.stick_core)
    hidden = covered_view(cover, image, view)
    picture = see(take_view(image, view), board_mask(scene), settings, hidden)
    chroma, borne_out = begin(picture, settings, colours)
    behind = behind_evidence(picture, settings)
    paint = first_evidence(picture, chroma, behind, settings, colours if borne_out else None)
    strongest = np.maximum.reduce(cv2.split(paint))
    coloured, maybe = strongest > behind + settings.coloured_margin, strongest > behind + settings.maybe_margin
    maybe = maybe if hidden is None else maybe & ~hidden
    return Look(image, view, picture, chroma, borne_out, behind, paint, coloured, maybe, hidden)


class PieceSearch:
    """The search for stacks and sticks in a picture that was looked at."""

    def __init__(self, look: Look, board: int, physical_set: PhysicalSet, pose: Pose, settings: ReaderSettings) -> None:
        self.look, self.settings = look, settings
        self.scene, bars = shapes(board, physical_set, pose, look.view, settings.stick_core)
        canvas = Canvas(cv2.dilate(look.paint, NEIGHBOURS)[None], cv2.dilate(look.behind, NEIGHBOURS), look.hidden)
        cost = settings.cost_of_floor * look.view.scale**2
        self.search = StackSearch(canvas, self.scene, look.reach(self.scene, settings), cost)
        self.sticks = StickSearch(canvas, bars, settings)

    def learn(self) -> None:
        """Likelihoods from what the pieces found so far look like."""
        look = self.look
        faces, colours = self.search.canvas.labels()
        self.paints = learn_paints(look.picture, faces, colours, look.chroma)
        self.each, self.any_face = face_evidence(look.picture, self.paints, look.maybe, self.settings)
        self.bare = cv2.dilate(np.maximum(look.behind, self.settings.unlikely), NEIGHBOURS)
        self.search.repaint(self.each, self.bare)
        self.sticks.repaint(self.any_face)

    def sticks_between(self, stacks: Mapping[Field, Stack], physical_set: PhysicalSet) -> list[Found]:
        """The sticks among other stacks than those found here, of another set, by what was learned here."""
        look, settings = self.look, self.settings
        scene, bars = shapes(self.scene.board, physical_set, self.scene.pose, look.view, settings.stick_core)
        canvas = Canvas(self.each, self.bare, look.hidden)
        for field, stack in stacks.items():
            canvas.lay(field, stack_piece(canvas, scene, field, stack))
        sticks = StickSearch(canvas, bars, settings)
        sticks.repaint(self.any_face)
        sticks.find(stacks, {})
        return sticks.found

    def widen(self) -> None:
        """Paint that glare had bleached is known once the paints are."""
        canvas = self.search.canvas
        ground = canvas.behind.reshape(canvas.shape) + self.settings.coloured_margin
        painted = np.maximum.reduce(cv2.split(self.any_face)) > ground
        self.search.widen(self.look.reach(self.scene, self.settings, painted))

    def improve(self) -> None:
        self.search.sweep(3)
        self.sticks.find(self.search.stacks, self.search.hidden())

    def conclude(self, decide: bool = True) -> Pieces:
        """Every paint and every stick decided; or else as the search found them."""
        search, sticks, look = self.search, self.sticks, self.look
        if search.look_again(sticks.boxes()):
            sticks.find(search.stacks, search.hidden())
        return finish(look, search, sticks, self.paints, self.settings, decide=decide)


def finish(
    look: Look,
    search: StackSearch,
    sticks: StickSearch,
    paints: Paints,
    settings: ReaderSettings,
    fields: Callable[[Field], bool] | None = None,
    of_interest: Callable[[Place], bool] | None = None,
    lay_from: float = HALF,
    decide: bool = True,
) -> Pieces:
    """Second thoughts; then every paint and every stick that is of interest is decided."""
    for _ in range(2):
        if not settle(search, sticks, settings):
            break
    pairs = weigh_pairs(search, sticks)
    learned = Learned(look.image, search.scene, search.canvas, look.picture, paints, sticks.evidence)
    asked = [field for field in search.stacks if fields is None or fields(field)]
    paint_p = decide_paints(search, learned, asked, settings) if decide else {}
    believed = decide_sticks(sticks, learned, of_interest, lay_from) if decide else ()
    return Pieces(search.scene, look.picture, search, sticks, learned, paint_p, pairs, look.borne_out, believed)


def read_pieces(
    image: Image,
    board: int,
    physical_set: PhysicalSet,
    pose: Pose,
    settings: ReaderSettings,
    colours: ColourReferences | None = None,
    cover: Cover | None = None,
    decide: bool = True,
) -> Pieces:
    """The stacks and sticks that explain the photograph best; what is covered explains nothing.

    Without `decide`, sticks are as the search found them.
    """
    look = look_at(image, board, physical_set, pose, settings, colours, cover)
    return read_look(look, board, physical_set, pose, settings, decide)


def read_look(
    look: Look, board: int, physical_set: PhysicalSet, pose: Pose, settings: ReaderSettings, decide: bool = True
) -> Pieces:
    """The same in a picture that was looked at, perhaps with a set a little other and a pose a little aside."""
    made = PieceSearch(look, board, physical_set, pose, settings)
    made.search.sweep_by_colour()
    made.learn()
    made.widen()
    made.improve()
    made.learn()
    made.improve()
    return made.conclude(decide)


def covered_view(cover: Cover | None, image: Image, view: View) -> Mask | None:
    """What is covered of the working picture; None if nothing is."""
    if cover is None:
        return None
    height, width = image.shape[:2]
    right, lower = view.left + view.width / view.scale, view.upper + view.height / view.scale
    part = (view.left / width, view.upper / height, right / width, lower / height)
    mask = cover.mask(view.width, view.height, part)
    return mask if mask.any() else None


@lru_cache(maxsize=2)
def shapes(board: int, physical_set: PhysicalSet, pose: Pose, view: View, core: float) -> tuple[Scene, Bars]:
    """Where every piece would be in the picture: the same for the next picture if nothing was moved."""
    scene = Scene(board, physical_set, pose, view)
    return scene, Bars(scene, core)


def working_view(image: Image, board: int, physical_set: PhysicalSet, pose: Pose, settings: ReaderSettings) -> View:
    """As much of the photograph as the board and the highest stacks on it can cover, no larger than is needed."""
    half = physical_set.board_side / 2
    top = HIGHEST * physical_set.tower_height
    corners = np.array(
        [[x, y, z] for z in (0.0, top) for x, y in ((-half, -half), (half, -half), (half, half), (-half, half))]
    )
    pixels = pose.project(corners)
    area = cv2.contourArea(pixels[:4].astype(np.float32))
    pitch_px = float(np.sqrt(max(area, 1.0))) * physical_set.pitch_9 / physical_set.board_side
    # A whole number of pixels becomes one: that is quick and keeps every pixel's weight.
    step = max(1, round(pitch_px / settings.working_pitch_px))
    height, width = image.shape[:2]
    left, upper = np.clip(np.floor(pixels.min(axis=0)) - 8 * step, 0, [width - step, height - step]).astype(int)
    right, lower = np.clip(np.ceil(pixels.max(axis=0)) + 8 * step, [step, step], [width, height]).astype(int)
    return View(
        1 / step, int(left), int(upper), int(max(1, (right - left) // step)), int(max(1, (lower - upper) // step))
    )


def take_view(image: Image, view: View) -> Image:
    step = round(1 / view.scale)
    part = image[view.upper : view.upper + step * view.height, view.left : view.left + step * view.width]
    if step == 1:
        return part
    return cv2.resize(part, (view.width, view.height), interpolation=cv2.INTER_AREA)


def board_mask(scene: Scene) -> Mask:
    half = scene.set.board_side / 2
    along = np.linspace(-half, half, 9)
    rim = (
        [(x, -half) for x in along]
        + [(half, y) for y in along]
        + [(x, half) for x in -along]
        + [(-half, y) for y in -along]
    )
    pixels = scene.project(np.array([[x, y, 0.0] for x, y in rim]))
    mask = np.zeros((scene.height, scene.width), np.uint8)
    cv2.fillPoly(mask, [np.round(pixels).astype(np.int32)], 1)
    return mask > 0

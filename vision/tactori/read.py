"""Reads the stacks and sticks of a board whose place in one or several photographs is known.

First a look at the colours alone, then what each paint looks like on each face is learned from what was read, and the
picture is read again with it; twice, the second time with the sticks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from calibration.arrays import Float, Image, Mask
from calibration.colours import ColourReferences
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from vision.cover import Cover
from vision.tactori.bars import Bars
from vision.tactori.belief import HALF, Believed, decide_paints, decide_sticks
from vision.tactori.canvas import Canvas
from vision.tactori.colours import NEIGHBOURS, Paints, Picture, behind_evidence, face_evidence, learn_paints, see
from vision.tactori.first_look import begin, first_evidence
from vision.tactori.pairs import weigh_pairs
from vision.tactori.panes import Pane
from vision.tactori.places import Place, Places
from vision.tactori.scene import HIGHEST, Field, Grid, Scene, View, turned_faces
from vision.tactori.settings import ReaderSettings
from vision.tactori.settle import settle
from vision.tactori.stacks import Coloured, Stack, StackSearch, reach_of_colours
from vision.tactori.sticks import Found, StickSearch
from vision.tactori.strips import Learned


@dataclass
class Pieces:
    """What was found, and the canvases it was found on, to ask how sure it is."""

    pictures: tuple[Picture, ...]
    search: StackSearch
    stick_search: StickSearch
    learned: tuple[Learned, ...]
    paint_p: Mapping[tuple[Field, int], float]
    """For floors whose paint no working picture tells beyond doubt: how probable it is."""
    pair_margins: Mapping[Field, float]
    """For stacks behind or before others: by how much they are better than both explained otherwise."""
    borne_out: bool = True
    """Whether the pictures agree with the colours that were given; otherwise they were read without them."""
    believed: Sequence[Believed] = ()
    """The sticks that lie there and bridges that might, with their probabilities."""

    @property
    def panes(self) -> tuple[Pane, ...]:
        return self.search.panes

    @property
    def scene(self) -> Scene:
        """The board as the first picture shows it."""
        return self.panes[0].scene

    @property
    def sticks(self) -> list[Found]:
        return self.stick_search.found

    def explained(self) -> float:
        """By how much the pieces explain the pictures better than an empty board."""
        return sum(
            float((pane.canvas.fit - pane.canvas.behind).sum(dtype=np.float64)) / pane.area for pane in self.panes
        )


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

    def colours_on(self, scene: Scene, coloured: Mask | None = None) -> Coloured:
        """What has a piece's colour, to tell how high stacks may be."""
        unknown = self.picture.glare if self.hidden is None else self.picture.glare | self.hidden
        return Coloured.of(scene, self.coloured if coloured is None else coloured, unknown)

    def by_colour(self) -> tuple[Float, Float]:
        """Likelihoods of paint, whichever face, and of what is behind: all there is before paints are learned."""
        wide = [cv2.dilate(each, NEIGHBOURS) for each in (self.paint, self.behind)]
        return np.asarray(wide[0][None], dtype=np.float32), np.asarray(wide[1], dtype=np.float32)

    def bare(self, settings: ReaderSettings) -> Float:
        """Likelihoods of what is behind, once paints are learned."""
        return np.asarray(cv2.dilate(np.maximum(self.behind, settings.unlikely), NEIGHBOURS))

    def pane(self, board: int, physical_set: PhysicalSet, pose: Pose, settings: ReaderSettings) -> Pane:
        """An empty board, before anything is known but colours."""
        _, bars = shapes(board, physical_set, pose, self.view, settings.stick_core)
        return Pane(Canvas(*self.by_colour(), self.hidden), bars)


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


@dataclass(frozen=True, eq=False)
class Lit:
    """What was learned of the paints in one picture's light, and the likelihoods that follow."""

    paints: Paints
    faces: Float  # (faces, height, width, 4)
    any_face: Float
    bare: Float

    def turn(self, quarters: int) -> Lit:
        """The same with the sides of towers renamed as the board's fields are."""
        if quarters % 4 == 0:
            return self
        old = turned_faces(quarters)
        p = self.paints
        paints = Paints(p.mean[:, :, old], p.spread[:, :, old], p.weight[:, :, old])
        return replace(self, paints=paints, faces=self.faces[old])


class PieceSearch:
    """The search for stacks and sticks in pictures of one position that were looked at."""

    def __init__(
        self,
        looks: Sequence[Look],
        board: int,
        physical_set: PhysicalSet,
        poses: Sequence[Pose],
        settings: ReaderSettings,
    ) -> None:
        self.looks, self.settings = tuple(looks), settings
        self.panes = [look.pane(board, physical_set, pose, settings) for look, pose in zip(looks, poses, strict=True)]
        self.lit: tuple[Lit, ...] = ()
        self.search = StackSearch(self.panes, self._reach(), settings.cost_of_floor)
        self.sticks = StickSearch(self.panes, settings)

    def _reach(self, painted: Sequence[Mask | None] | None = None) -> dict[Field, int]:
        masks = painted or [None] * len(self.looks)
        seen = [look.colours_on(p.scene, mask) for look, p, mask in zip(self.looks, self.panes, masks, strict=True)]
        return reach_of_colours(seen, self.settings.least_colour_share)

    def learn(self) -> None:
        """Likelihoods from what the pieces found so far look like, in each picture's own light."""
        bare = [each.bare for each in self.lit] if self.lit else [look.bare(self.settings) for look in self.looks]
        paints = [
            learn_paints(look.picture, *pane.canvas.labels(), look.chroma)
            for look, pane in zip(self.looks, self.panes, strict=True)
        ]
        self.lit = ()
        for pane in self.panes:
            pane.canvas.let_go()
        evidence = [
            face_evidence(look.picture, each, look.maybe, self.settings)
            for look, each in zip(self.looks, paints, strict=True)
        ]
        self.take([Lit(each, *seen, ground) for each, seen, ground in zip(paints, evidence, bare, strict=True)])

    def take(self, lit: Sequence[Lit]) -> None:
        """Takes what was learned of the paints in each picture."""
        self.lit = tuple(lit)
        self.search.repaint([(each.faces, each.bare) for each in lit])
        self.sticks.repaint([each.any_face for each in lit])

    def sticks_between(self, stacks: Mapping[Field, Stack], physical_set: PhysicalSet) -> list[Found]:
        """The sticks among other stacks than those found here, of another set, by what was learned here."""
        settings, panes = self.settings, []
        for look, pane, lit in zip(self.looks, self.panes, self.lit, strict=True):
            scene = pane.scene
            _, bars = shapes(scene.board, physical_set, scene.pose, look.view, settings.stick_core)
            panes.append(Pane(Canvas(lit.faces, lit.bare, look.hidden), bars))
        search = StackSearch(panes, {}, settings.cost_of_floor)
        for field, stack in stacks.items():
            search.set(field, stack)
        sticks = StickSearch(panes, settings)
        sticks.repaint([lit.any_face for lit in self.lit])
        sticks.find(stacks, {})
        return sticks.found

    def widen(self) -> None:
        """Paint that glare had bleached is known once the paints are."""
        painted = []
        for pane, lit in zip(self.panes, self.lit, strict=True):
            ground = pane.canvas.behind.reshape(pane.canvas.shape) + self.settings.coloured_margin
            painted.append(np.maximum.reduce(cv2.split(lit.any_face)) > ground)
        self.search.widen(self._reach(painted))

    def improve(self) -> None:
        self.search.sweep(3)
        self.sticks.find(self.search.stacks, self.search.hidden())

    def conclude(self, decide: bool = True) -> Pieces:
        """Every paint and every stick decided; or else as the search found them."""
        search, sticks = self.search, self.sticks
        if search.look_again(sticks.boxes()):
            sticks.find(search.stacks, search.hidden())
        return finish(self.looks, search, sticks, [lit.paints for lit in self.lit], self.settings, decide=decide)


def finish(
    looks: Sequence[Look],
    search: StackSearch,
    sticks: StickSearch,
    paints: Sequence[Paints],
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
    learned = tuple(
        Learned(look.image, pane, look.picture, each)
        for look, pane, each in zip(looks, search.panes, paints, strict=True)
    )
    asked = [field for field in search.stacks if fields is None or fields(field)]
    paint_p = decide_paints(search, learned, asked, settings) if decide else {}
    believed = decide_sticks(sticks, learned, of_interest, lay_from) if decide else ()
    pictures, borne_out = tuple(look.picture for look in looks), all(look.borne_out for look in looks)
    return Pieces(pictures, search, sticks, learned, paint_p, pairs, borne_out, believed)


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
    return read_looks([look], board, physical_set, [pose], settings, decide)


def read_looks(
    looks: Sequence[Look],
    board: int,
    physical_set: PhysicalSet,
    poses: Sequence[Pose],
    settings: ReaderSettings,
    decide: bool = True,
) -> Pieces:
    """The same in pictures that were looked at, perhaps with a set a little other and poses a little aside."""
    made = PieceSearch(looks, board, physical_set, poses, settings)
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


@lru_cache(maxsize=4)
def shapes(board: int, physical_set: PhysicalSet, pose: Pose, view: View, core: float) -> tuple[Scene, Bars]:
    """Where every piece would be in the picture: the same for the next picture if nothing was moved."""
    scene = Scene(board, physical_set, pose, view)
    return scene, Bars(scene, core, _places(board, physical_set))


@lru_cache(maxsize=2)
def _places(board: int, physical_set: PhysicalSet) -> Places:
    """Where sticks could lie: the same for all pictures of one set."""
    return Places(Grid(board, physical_set))


def working_view(image: Image, board: int, physical_set: PhysicalSet, pose: Pose, settings: ReaderSettings) -> View:
    """As much of the photograph as the board and the highest stacks on it can cover, no larger than is needed."""
    return view_within((image.shape[1], image.shape[0]), physical_set, pose, settings)


def view_within(size: tuple[int, int], physical_set: PhysicalSet, pose: Pose, settings: ReaderSettings) -> View:
    """The same of a photograph of which only width and height are known."""
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
    width, height = size
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
    return np.asarray(cv2.resize(part, (view.width, view.height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


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

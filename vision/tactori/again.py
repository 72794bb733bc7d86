"""Reads a board again whose position was known a moment ago: only what the picture denies has changed.

What each paint looks like on each face is learned from the pieces that are known. If there is an earlier picture from
the same place, every pixel that still looks as it did speaks for the piece that it showed then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.colours import ColourReferences
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from vision.cover import Cover
from vision.tactori.canvas import NO_PAINT, Canvas
from vision.tactori.colours import (
    NEIGHBOURS,
    Float,
    Mask,
    Paints,
    face_evidence,
    learn_paints,
)
from vision.tactori.likeness import Likeness, compare
from vision.tactori.places import End
from vision.tactori.read import Pieces, board_mask, finish, look_at, shapes
from vision.tactori.scene import STICK_TOP, Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import Stack, StackSearch
from vision.tactori.sticks import Found, StickSearch

Image = NDArray[np.uint8]
PAINTS = 4


@dataclass(frozen=True, eq=False)
class Earlier:
    """A calm picture of a known position, to compare later ones with."""

    pose: Pose
    uvl: Float


@dataclass(frozen=True)
class KnownPieces:
    """What stood and lay there, in the reader's terms."""

    stacks: Mapping[Field, Stack]
    sticks: Sequence[tuple[int, End, End]]
    """Paint and ends."""
    firm_sticks: Sequence[tuple[int, End, End]] = ()
    """Those of them that seldom go."""


@dataclass
class ReadAgain:
    """What is there now, what was looked at for it, and what fits nothing that was considered."""

    pieces: Pieces
    paints: Paints
    looked_at: frozenset[Field]
    """Fields where anything may have changed."""
    likeness: Likeness | None
    strange: Mask
    """Pixels of the board that neither the pieces nor what was there before explain: a hand, a cup."""
    covered: Mask
    """Pixels of the board that are known to be under something."""
    each: Float
    behind: Float
    any_face: Float
    sticks: StickSearch
    placeable: frozenset[tuple[Field, int, Field, int]]
    """The ends of sticks that were known and that there is a place for."""
    settings: ReaderSettings

    def worth(self, position: KnownPieces) -> float:
        """How well a position explains the picture: log likelihood times pixel of the photograph.

        What was found before is put back afterwards.
        """
        search, sticks = self.pieces.search, self.sticks
        stacks, found = dict(search.stacks), list(sticks.found)
        self._lay(position.stacks, ())
        _lay_sticks(position, search, sticks)
        worth = (search.worth() - sticks.cost()) / search.scene.scale**2
        self._lay(stacks, found)
        return worth

    def _lay(self, stacks: Mapping[Field, Stack], found: Sequence[Found]) -> None:
        search, sticks = self.pieces.search, self.sticks
        search.canvas.repaint(self.each, self.behind)
        search.stacks.clear()
        for field, stack in stacks.items():
            search.set(field, stack)
        sticks.found.clear()
        sticks.stacks = search.stacks
        for stick in found:
            sticks.add(stick)

    def earlier(self) -> Earlier:
        """This picture, for the next to be compared with."""
        return Earlier(self.pieces.scene.pose, self.pieces.picture.uvl)


def read_again(
    image: Image,
    board: int,
    physical_set: PhysicalSet,
    pose: Pose,
    known: KnownPieces,
    earlier: Earlier | None,
    settings: ReaderSettings,
    colours: ColourReferences | None = None,
    cover: Cover | None = None,
) -> ReadAgain:
    """The stacks and sticks that explain the picture best, given what was there before."""
    look = look_at(image, board, physical_set, pose, settings, colours, cover)
    scene, bars = shapes(board, physical_set, pose, look.view, settings.stick_core)
    picture, hidden = look.picture, look.hidden
    told = picture.on_board & ~picture.glare
    by_colour = cv2.dilate(look.paint, NEIGHBOURS)[None], cv2.dilate(look.behind, NEIGHBOURS)
    canvas = Canvas(*by_colour, hidden)
    search = StackSearch(canvas, scene, look.reach(scene, settings), settings.cost_of_floor * look.view.scale**2)
    sticks = StickSearch(canvas, bars, settings)
    sticks.evidence = canvas.paint
    placeable = _put(known, search, sticks, settings)
    before = canvas.labels()
    likeness = None
    if earlier is not None and earlier.pose == pose and earlier.uvl.shape == picture.uvl.shape:
        likeness = compare(earlier.uvl, picture.uvl, settings, hidden)
    same = None if likeness is None else likeness.against(settings)
    if likeness is None:
        sticks.firm = frozenset(("stick", a, b) for _, a, b in known.firm_sticks)
    else:
        sticks.changed = likeness.at_all(settings.changed_limit).ravel()
    stale = set(search.reach) if same is None else _touched(search, same > settings.changed_limit)
    looked_at = frozenset(stale)
    bare = cv2.dilate(np.maximum(look.behind, settings.unlikely), NEIGHBOURS)
    paints = None
    for attempt in range(2):
        faces, colours_now = canvas.labels()
        shown = set(np.unique(colours_now[faces > 0]).tolist())
        if same is not None and paints is None:
            faces = np.where(same > settings.changed_limit, np.uint8(0), faces)
        paints = learn_paints(picture, faces, colours_now, look.chroma)
        each, any_face = face_evidence(picture, paints, look.maybe | (before[0] > 0), settings)
        behind = bare if same is None else _mix(each, any_face, bare.copy(), before, same, settings)
        search.repaint(each, behind)
        sticks.repaint(any_face)
        search.stale = set(stale)
        search.sweep(3)
        sticks.find(search.stacks, search.hidden())
        if search.look_again(sticks.boxes()):
            sticks.find(search.stacks, search.hidden())
        found = {c for stack in search.stacks.values() for c in stack} | {s.paint for s in sticks.found}
        if attempt == 0 and len(found) < PAINTS and _is_unexplained(canvas, told, settings):
            # Perhaps a paint that nobody has seen yet; what it looks like is learned from a guess by colour alone.
            search.repaint(*by_colour)
            search.stale = set(stale)
            search.sweep_by_colour()
        elif shown == found:
            break  # every paint was known by sight
    pieces = finish(
        look,
        search,
        sticks,
        paints,
        settings,
        lambda field: known.stacks.get(field, ()) != search.stacks[field],
        sticks.may_have_changed,
        settings.sure,
    )
    strange = _strange(canvas, told, settings)
    covered = np.zeros_like(told) if hidden is None else hidden & board_mask(scene)
    return ReadAgain(
        pieces, paints, looked_at, likeness, strange, covered, each, behind, any_face, sticks, placeable, settings
    )


def _strange(canvas: Canvas, on_board: Mask, settings: ReaderSettings) -> Mask:
    """Pixels of the board that nothing explains."""
    return np.asarray((canvas.fit.reshape(on_board.shape) < settings.strange_fit) & on_board)


def _is_unexplained(canvas: Canvas, on_board: Mask, settings: ReaderSettings) -> bool:
    least = UNEXPLAINED_SHARE * settings.working_pitch_px**2
    return np.count_nonzero(_strange(canvas, on_board, settings)) > least


UNEXPLAINED_SHARE = 0.2  # of a field of the 9x9 board: a tower is larger


def _put(
    known: KnownPieces, search: StackSearch, sticks: StickSearch, settings: ReaderSettings
) -> frozenset[tuple[Field, int, Field, int]]:
    """Lays on the canvas what was there before."""
    area = search.scene.scale**2
    search.known, search.keep = dict(known.stacks), settings.known_floor * area
    search.widen({field: len(stack) - 1 for field, stack in known.stacks.items() if stack})
    for field, stack in known.stacks.items():
        search.set(field, stack)
    sticks.known = {("stick", a, b): paint for paint, a, b in known.sticks}
    return _lay_sticks(known, search, sticks)


def _lay_sticks(
    position: KnownPieces, search: StackSearch, sticks: StickSearch
) -> frozenset[tuple[Field, int, Field, int]]:
    """Lays sticks where they fit best; those that have no place are left out. The ends of those that have one."""
    heights = {field: len(stack) for field, stack in position.stacks.items()}
    sticks.stacks = search.stacks
    wanted = {("stick", a, b): paint for paint, a, b in position.sticks}
    wanted |= {("stick", b, a): paint for paint, a, b in position.sticks}
    best: dict[object, Found] = {}
    for place in sticks.bars.places.among(heights, {}) if wanted else ():
        if place.key in wanted:
            found = sticks.found_at(place, wanted[place.key])
            if place.key not in best or found.gain > best[place.key].gain:
                best[place.key] = found
    for found in best.values():
        sticks.add(found)
    ends = [(found.place.a, found.place.b) for found in best.values()]
    return frozenset((*a, *b) for pair in ends for a, b in (pair, pair[::-1]))


def _touched(search: StackSearch, changed: Mask) -> set[Field]:
    """The fields whose stacks could have anything to do with what changed."""
    sums = cv2.integral(changed.astype(np.uint8))
    made = set()
    least = FEWEST_CHANGED_PX * search.scene.scale**2
    for field, (left, upper, right, lower) in search.boxes.items():
        if sums[lower, right] - sums[upper, right] - sums[lower, left] + sums[upper, left] >= least:
            made.add(field)
    return made


FEWEST_CHANGED_PX = 24  # pixels of the photograph: fewer are noise


def _mix(
    each: Float,
    any_face: Float,
    behind: Float,
    before: tuple[NDArray[np.uint8], NDArray[np.int8]],
    same: Float,
    settings: ReaderSettings,
) -> Float:
    """A pixel that looks as before is best explained by what it showed before; one that does not, by something else."""
    faces, paints = (part.ravel() for part in before)
    best = np.maximum(np.maximum(np.maximum.reduce(cv2.split(any_face)), behind), settings.same_anchor).ravel()
    like = np.maximum(best + settings.same_bonus - same.ravel(), settings.unlikely)
    piece = np.flatnonzero((faces > 0) & (paints != NO_PAINT))
    each.reshape(each.shape[0], -1, 4)[faces[piece], piece, paints[piece]] = like[piece]
    stick = piece[faces[piece] >= STICK_TOP]
    any_face.reshape(-1, 4)[stick, paints[stick]] = like[stick]
    free = faces == 0
    flat = behind.ravel()
    flat[free] = like[free]
    return flat.reshape(behind.shape)

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

from calibration.arrays import Float, Image, Mask
from calibration.colours import ColourReferences
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from vision.cover import Cover
from vision.tactori.canvas import NO_PAINT, Canvas
from vision.tactori.colours import Paints, face_evidence, learn_paints
from vision.tactori.likeness import Likeness, compare
from vision.tactori.panes import Pane
from vision.tactori.places import End
from vision.tactori.read import Look, Pieces, board_mask, finish, look_at
from vision.tactori.scene import STICK_TOP, Field
from vision.tactori.settings import ReaderSettings
from vision.tactori.stacks import Stack, StackSearch, reach_of_colours
from vision.tactori.sticks import Found, StickSearch

PAINTS = 4


@dataclass(frozen=True, eq=False)
class Earlier:
    """A calm picture of a known position, to compare later ones with."""

    pose: Pose
    uvl: Float


@dataclass(frozen=True, eq=False)
class Shown:
    """A picture to be read again. What lies under the `cover` is believed to be as it was."""

    image: Image
    pose: Pose
    earlier: Earlier | None = None
    colours: ColourReferences | None = None
    cover: Cover | None = None


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
    looked_at: frozenset[Field]
    """Fields where anything may have changed."""
    likeness: Likeness | None
    """Of the first picture to the earlier one from there, if there is one."""
    compared: bool
    """Whether any picture had an earlier one to compare with."""
    strange: Mask
    """Pixels of the first picture's board that neither the pieces nor what was there before explain: a hand, a cup."""
    covered: Mask
    """Pixels of the board there that are known to be under something."""
    evidence: Sequence[tuple[Float, Float]]
    sticks: StickSearch
    placeable: frozenset[tuple[Field, int, Field, int]]
    """The ends of sticks that were known and that there is a place for."""
    settings: ReaderSettings

    def worth(self, position: KnownPieces) -> float:
        """How well a position explains the pictures: log likelihood times pixel of the photographs.

        What was found before is put back afterwards.
        """
        search, sticks = self.pieces.search, self.sticks
        stacks, found = dict(search.stacks), list(sticks.found)
        self._lay(position.stacks, ())
        _lay_sticks(position, search, sticks)
        worth = search.worth() - sticks.cost()
        self._lay(stacks, found)
        return worth

    def _lay(self, stacks: Mapping[Field, Stack], found: Sequence[Found]) -> None:
        search, sticks = self.pieces.search, self.sticks
        search.stacks.clear()
        search.repaint(self.evidence)
        for field, stack in stacks.items():
            search.set(field, stack)
        sticks.found.clear()
        sticks.stacks = search.stacks
        for stick in found:
            sticks.add(stick)

    def earlier(self, number: int = 0) -> Earlier:
        """One of these pictures, for the next from there to be compared with."""
        return Earlier(self.pieces.panes[number].scene.pose, self.pieces.pictures[number].uvl)


def read_again(
    shown: Sequence[Shown], board: int, physical_set: PhysicalSet, known: KnownPieces, settings: ReaderSettings
) -> ReadAgain:
    """The stacks and sticks that explain the pictures of one moment best, given what was there before."""
    looks = [look_at(s.image, board, physical_set, s.pose, settings, s.colours, s.cover) for s in shown]
    panes = [look.pane(board, physical_set, s.pose, settings) for look, s in zip(looks, shown, strict=True)]
    seen = [look.colours_on(pane.scene) for look, pane in zip(looks, panes, strict=True)]
    search = StackSearch(panes, reach_of_colours(seen, settings.least_colour_share), settings.cost_of_floor)
    sticks = StickSearch(panes, settings)
    for pane in panes:
        pane.evidence = pane.canvas.paint
    placeable = _put(known, search, sticks, settings)
    before = [pane.canvas.labels() for pane in panes]
    likenesses = [_likeness(s, look, settings) for s, look in zip(shown, looks, strict=True)]
    same = [None if each is None else each.against(settings) for each in likenesses]
    compared = any(each is not None for each in likenesses)
    if compared:  # a camera that has nothing to compare with does not say where something changed
        sticks.changed = [None if e is None else e.at_all(settings.changed_limit).ravel() for e in likenesses]
        masks = [None if each is None else each > settings.changed_limit for each in same]
        stale = _touched(search, masks)
    else:
        sticks.firm = frozenset(("stick", a, b) for _, a, b in known.firm_sticks)
        stale = set(search.reach)
    looked_at = frozenset(stale)
    bare = [look.bare(settings) for look in looks]
    told = [look.picture.on_board & ~look.picture.glare for look in looks]
    for attempt in range(2):
        shown_paints = {c for pane in panes for c in np.unique(pane.canvas.paint_of[pane.canvas.face_of > 0]).tolist()}
        learned = [
            _learn(look, pane, was, alike, attempt == 0, settings)
            for look, pane, was, alike in zip(looks, panes, before, same, strict=True)
        ]
        evidence = [
            (each, plain if alike is None else _mix(each, any_face, plain.copy(), was, alike, settings))
            for (_, each, any_face), plain, was, alike in zip(learned, bare, before, same, strict=True)
        ]
        search.repaint(evidence)
        sticks.repaint([any_face for _, _, any_face in learned])
        search.stale = set(stale)
        search.sweep(3)
        sticks.find(search.stacks, search.hidden())
        if search.look_again(sticks.boxes()):
            sticks.find(search.stacks, search.hidden())
        found = {c for stack in search.stacks.values() for c in stack} | {s.paint for s in sticks.found}
        if attempt == 0 and len(found) < PAINTS and _any_unexplained(panes, told, settings):
            # Perhaps a paint that nobody has seen yet; what it looks like is learned from a guess by colour alone.
            search.repaint([look.by_colour() for look in looks])
            search.stale = set(stale)
            search.sweep_by_colour()
        elif shown_paints == found:
            break  # every paint was known by sight
    pieces = finish(
        looks,
        search,
        sticks,
        [paints for paints, _, _ in learned],
        settings,
        lambda field: known.stacks.get(field, ()) != search.stacks[field],
        sticks.may_have_changed,
        settings.sure,
    )
    strange = _strange(panes[0].canvas, told[0], settings)
    hidden = looks[0].hidden
    covered = np.zeros_like(told[0]) if hidden is None else hidden & board_mask(panes[0].scene)
    return ReadAgain(
        pieces, looked_at, likenesses[0], compared, strange, covered, evidence, sticks, placeable, settings
    )


def _likeness(shown: Shown, look: Look, settings: ReaderSettings) -> Likeness | None:
    """How a picture compares with the earlier one from the same place."""
    earlier = shown.earlier
    if earlier is None or earlier.pose != shown.pose or earlier.uvl.shape != look.picture.uvl.shape:
        return None
    return compare(earlier.uvl, look.picture.uvl, settings, look.hidden)


def _learn(
    look: Look,
    pane: Pane,
    before: tuple[NDArray[np.uint8], NDArray[np.int8]],
    same: Float | None,
    first: bool,
    settings: ReaderSettings,
) -> tuple[Paints, Float, Float]:
    """What the paints look like on the pieces that are known, at first only where nothing changed; likelihoods."""
    faces, colours = pane.canvas.labels()
    if same is not None and first:
        faces = np.where(same > settings.changed_limit, np.uint8(0), faces)
    paints = learn_paints(look.picture, faces, colours, look.chroma)
    return paints, *face_evidence(look.picture, paints, look.maybe | (before[0] > 0), settings)


def _strange(canvas: Canvas, on_board: Mask, settings: ReaderSettings) -> Mask:
    """Pixels of the board that nothing explains."""
    return np.asarray((canvas.fit.reshape(on_board.shape) < settings.strange_fit) & on_board)


def _any_unexplained(panes: Sequence[Pane], told: Sequence[Mask], settings: ReaderSettings) -> bool:
    return any(_is_unexplained(pane.canvas, each, settings) for pane, each in zip(panes, told, strict=True))


def _is_unexplained(canvas: Canvas, on_board: Mask, settings: ReaderSettings) -> bool:
    least = UNEXPLAINED_SHARE * settings.working_pitch_px**2
    return bool(np.count_nonzero(_strange(canvas, on_board, settings)) > least)


UNEXPLAINED_SHARE = 0.2  # of a field of the 9x9 board: a tower is larger


def _put(
    known: KnownPieces, search: StackSearch, sticks: StickSearch, settings: ReaderSettings
) -> frozenset[tuple[Field, int, Field, int]]:
    """Lays on the canvas what was there before."""
    search.known, search.keep = dict(known.stacks), settings.known_floor
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
    for place in sticks.places.among(heights, {}) if wanted else ():
        if place.key in wanted:
            found = sticks.found_at(place, wanted[place.key])
            if place.key not in best or found.gain > best[place.key].gain:
                best[place.key] = found
    for found in best.values():
        sticks.add(found)
    ends = [(found.place.a, found.place.b) for found in best.values()]
    return frozenset((*a, *b) for pair in ends for a, b in (pair, pair[::-1]))


def _touched(search: StackSearch, changed: Sequence[Mask | None]) -> set[Field]:
    """The fields whose stacks could have anything to do with what changed in any picture."""
    made = set()
    for number, (pane, mask) in enumerate(zip(search.panes, changed, strict=True)):
        if mask is None:
            continue
        sums = cv2.integral(mask.astype(np.uint8))
        for field, boxes in search.boxes.items():
            left, upper, right, lower = boxes[number]
            count = sums[lower, right] - sums[upper, right] - sums[lower, left] + sums[upper, left]
            if count >= FEWEST_CHANGED_PX * pane.area:
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

"""Looks again at a board whose position is known: what changed, what is doubtful, and what covers it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Image, Mask
from calibration.colours import ColourReferences
from calibration.physical_set import PhysicalSet
from referee.tactori.board import COLOURS, UNKNOWN, coordinates, field_name
from referee.tactori.position import Position, Stick
from vision.board.edges import Edges, measure_edges
from vision.board.follow import side_mm
from vision.board.settings import BoardSettings
from vision.cover import Cover
from vision.found_board import FoundBoard
from vision.tactori.again import Earlier, KnownPieces, ReadAgain, Shown, read_again
from vision.tactori.canvas import BEHIND_ALL
from vision.tactori.doubt import judge_fields
from vision.tactori.likeness import Likeness, largest_blob, solid
from vision.tactori.reading import Doubt
from vision.tactori.sample import sample_board
from vision.tactori.scan import position_of
from vision.tactori.settings import ASK, ReaderSettings

EDGE_STEPS = 64  # parts of each edge that are looked at
NEAR, RIGHT, FAR, LEFT = range(4)
Gaps = tuple[float, float, float, float]
"""Shares of the near, right, far and left edge."""


@dataclass(frozen=True, eq=False)
class Look:
    """What a second look at a board tells."""

    found: FoundBoard
    before: Position
    position: Position
    unsure: tuple[Doubt, ...]
    """Only of fields where something may have changed; the others are as they were."""
    compared: bool
    """Whether there was an earlier picture from the same place."""
    strange: float
    """The largest part of the board that nothing explains, in fields of the 9x9 board."""
    covered: float
    """How much of the board is known to be under something, in fields of the 9x9 board."""
    read: ReadAgain
    observed: ColourReferences | None
    image: Image
    physical_set: PhysicalSet

    def earlier(self, beside: int | None = None) -> Earlier:
        """This picture, or that of another camera, for the next to be compared with."""
        return self.read.earlier(0 if beside is None else beside + 1)

    @property
    def doubtful(self) -> frozenset[str]:
        return frozenset(doubt.at for doubt in self.unsure if doubt.is_field)

    def worth(self, position: Position) -> float:
        """How well another position would explain the picture: log likelihood times pixel of the photograph."""
        return self.read.worth(known_pieces(position))

    @cached_property
    def gaps(self) -> Gaps:
        """Of each edge the longest part that is not seen, though no piece hides it and it does not look as before.

        An arm that reaches over an edge hides a fifth of it.
        """
        return _longest_gaps(self._edges, self._side, self.read, self.read.likeness)

    @cached_property
    def bare_gaps(self) -> Gaps:
        """The same without looking at the earlier picture: by the stock, say, an edge is hidden all the time."""
        return _longest_gaps(self._edges, self._side, self.read, None)

    @cached_property
    def _edges(self) -> Edges:
        return _edges_of(self.image, self.found, self.physical_set)

    @property
    def _side(self) -> float:
        return side_mm(self.found, self.physical_set.plan())


@dataclass(frozen=True, eq=False)
class Beside:
    """Another camera's picture of the same moment. `found` names the fields as the first camera sees them."""

    image: Image
    found: FoundBoard
    cover: Cover | None = None
    earlier: Earlier | None = None


def look_again(
    image: Image,
    found: FoundBoard,
    physical_set: PhysicalSet,
    before: Position,
    earlier: Earlier | None = None,
    colours: ColourReferences | None = None,
    firm: Collection[Stick] = (),
    cover: Cover | None = None,
    sure: float = ASK["usual"],
    beside: Sequence[Beside] = (),
) -> Look:
    """Reads a board whose place in the picture is known, and on which `before` stood a moment ago.

    Without an earlier picture, `firm` are sticks that are believed to lie there still unless they clearly do not.
    What is under the `cover` is believed to be as it was. Pictures that other cameras took `beside` it are read with
    it as one.
    """
    settings = ReaderSettings(sure=sure)
    assert found.board is not None
    known = known_pieces(before, firm)
    shown = [Shown(image, found.pose, earlier, colours, cover)]
    shown += [Shown(b.image, b.found.pose, b.earlier, cover=b.cover) for b in beside]
    read = read_again(shown, found.board, physical_set, known, settings)
    compared = read.compared
    judged = judge_fields(read.pieces, settings, read.looked_at)
    seen, doubts, _ = position_of(found.board, read.pieces, judged, settings)
    under = {field_name(*field) for field, one in judged.items() if one.covered}
    position = _as_before(_remembered(seen, before, read), before, under)
    touched = {field_name(*field) for field in read.looked_at} if compared else None
    unsure = tuple(
        d for d in doubts if touched is None or touched.intersection(d.fields) or _differs(position, before, d)
    )
    strange = largest_blob(solid(read.strange, max(3, round(BLOB_WIDTH * settings.working_pitch_px))) > 0)
    observed = sample_board(read.pieces, judged, colours) if colours is not None else None
    covered = float(np.count_nonzero(read.covered)) / _field_px(read)
    return Look(
        found,
        before,
        position,
        unsure,
        compared,
        strange / _field_px(read),
        covered,
        read,
        observed,
        image,
        physical_set,
    )


BLOB_WIDTH = 0.3  # of the way from field to field: what is narrower may be an edge that moved


def known_pieces(position: Position, firm: Collection[Stick] = ()) -> KnownPieces:
    """A position in the reader's terms; a tower of unknown colour is taken for any."""
    stacks = {coordinates(at): tuple(max(COLOURS.find(c), 0) for c in stack) for at, stack in position.towers.items()}
    sticks = {s: (COLOURS.index(s.colour), _end(s.a), _end(s.b)) for s in position.sticks}
    return KnownPieces(stacks, list(sticks.values()), [ends for s, ends in sticks.items() if s in firm])


def _remembered(seen: Position, before: Position, read: ReadAgain) -> Position:
    """Floors that cannot be seen are as they were, as long as what is seen of their stack agrees."""
    towers = dict(seen.towers)
    for at, stack in before.towers.items():
        now = towers.get(at, "")
        if coordinates(at) not in read.looked_at and len(now) == len(stack):
            towers[at] = stack
        elif UNKNOWN in now:
            towers[at] = "".join(stack[i : i + 1] or new if new == UNKNOWN else new for i, new in enumerate(now))
    drawn = {(s.a, s.b) for s in seen.sticks}
    heights = {at: len(stack) for at, stack in towers.items()}
    # A stick that the reader knows no place for stays until its towers are gone.
    placed = read.placeable
    kept = [
        s
        for s in before.sticks
        if (s.a, s.b) not in drawn
        and (*_end(s.a), *_end(s.b)) not in placed
        and all(heights.get(end.at, 0) >= end.floor or before.height(end.at) < end.floor for end in s.ends)
    ]
    return Position.of(seen.board, towers, [*seen.sticks, *kept])


def _as_before(seen: Position, before: Position, under: Collection[str]) -> Position:
    """Fields under a cover, and the sticks that end there, are taken to be as they were."""
    if not under:
        return seen
    towers = {**seen.towers, **{at: before.towers.get(at, "") for at in under}}
    sticks = [s for s in seen.sticks if not set(s.fields) & set(under)]
    sticks += [s for s in before.sticks if set(s.fields) & set(under)]
    return Position.of(seen.board, towers, sticks)


def _end(end: tuple[str, int]) -> tuple[tuple[int, int], int]:
    return coordinates(end[0]), end[1]


def _differs(one: Position, other: Position, doubt: Doubt) -> bool:
    """Whether two positions differ in what a doubt is about."""
    if doubt.is_field and one.towers.get(doubt.at) != other.towers.get(doubt.at):
        return True
    about = set(doubt.fields)
    mine, theirs = ({s for s in p.sticks if about <= set(s.touched)} for p in (one, other))
    return mine != theirs


def _field_px(read: ReadAgain) -> float:
    """Working pixels of a field of the 9x9 board, in the middle of the board."""
    scene = read.pieces.scene
    pitch = scene.set.pitch_9
    corner, across, up = scene.project(np.array([[0.0, 0.0, 0.0], [pitch, 0.0, 0.0], [0.0, pitch, 0.0]]))
    a, b = across - corner, up - corner
    return max(abs(float(a[0] * b[1] - a[1] * b[0])), 1.0)


def edge_gaps(image: Image, found: FoundBoard, physical_set: PhysicalSet) -> Gaps:
    """Of each edge the longest part that is not seen, of a board of which nothing else is known."""
    return _longest_gaps(_edges_of(image, found, physical_set), side_mm(found, physical_set.plan()), None, None)


def _edges_of(image: Image, found: FoundBoard, physical_set: PhysicalSet) -> Edges:
    settings = BoardSettings()
    window = settings.follow_px * max(image.shape[:2]) / 1280
    side = side_mm(found, physical_set.plan())
    return measure_edges(image, found.pose, side, physical_set.board_thickness, window, window, settings)


def _longest_gaps(edges: Edges, side: float, read: ReadAgain | None, likeness: Likeness | None) -> Gaps:
    sides = range(4)
    shown = [_seen_along(edges, k, side) for k in sides]
    if read is not None:
        if likeness is not None:
            # An arm has another colour than the wood, or than the table; a shadow has neither.
            thickness = read.pieces.scene.set.board_thickness
            within = [_looks_as_before(k, 0.5 - BESIDE_SHARE, 0.0, side, read, likeness) for k in sides]
            beyond = [_looks_as_before(k, 0.5 + BESIDE_SHARE, -thickness, side, read, likeness) for k in sides]
            other_light = np.mean(beyond) < OTHER_LIGHT_SHARE
            shown = [
                (seen & (outer | other_light)) | (inner & outer)
                for seen, inner, outer in zip(shown, within, beyond, strict=True)
            ]
        shown = [seen | _behind_pieces(k, side, read) for k, seen in enumerate(shown)]
    near, right, far, left = map(_longest_gap, shown)
    return near, right, far, left


def _seen_along(edges: Edges, k: int, side: float) -> Mask:
    """Where an edge is seen, in steps along it."""
    points = edges.seen.points_mm[edges.side == k]
    along = points[:, 0] if k in (NEAR, FAR) else points[:, 1]
    shown = np.zeros(EDGE_STEPS, bool)
    shown[np.clip(((along / side + 0.5) * EDGE_STEPS).astype(int), 0, EDGE_STEPS - 1)] = True
    return shown


def _longest_gap(shown: Mask) -> float:
    """The longest run of steps that is not seen, as a share of the edge."""
    shown[[0, -1]] = True  # corners are not looked at
    run = longest = 0
    for one in cv2.dilate(shown.astype(np.uint8), np.ones((2, 1), np.uint8)).ravel():
        run = 0 if one else run + 1
        longest = max(longest, run)
    return longest / EDGE_STEPS


def _behind_pieces(k: int, side: float, read: ReadAgain) -> Mask:
    """Where along an edge pieces hide it."""
    flat, inside = _along_edge(k, side / 2, 0.0, side, read)
    hidden = (read.pieces.panes[0].canvas.nearness[flat] > BEHIND_ALL) | ~inside
    return np.asarray(cv2.dilate(hidden.astype(np.uint8), np.ones((3, 1), np.uint8)).ravel() > 0)


def _looks_as_before(k: int, share: float, z: float, side: float, read: ReadAgain, likeness: Likeness) -> Mask:
    """Where along an edge, a little within or beyond it, the colour is what it was."""
    beside, there = _along_edge(k, share * side, z, side, read)
    return np.asarray(~there | (likeness.colour.ravel()[beside] < read.settings.changed_limit))


OTHER_LIGHT_SHARE = 0.6  # of all edges: if less looks as before, it is the light that changed
BESIDE_SHARE = 0.015  # of a side: so far from an edge, board and table have their own colours, whatever blur does


def _along_edge(k: int, away: float, z: float, side: float, read: ReadAgain) -> tuple[NDArray[np.intp], Mask]:
    """Working pixels beside an edge, `away` from the board's middle, and which of them are in the picture."""
    scene = read.pieces.scene
    along = ((np.arange(EDGE_STEPS) + 0.5) / EDGE_STEPS - 0.5) * side
    across = np.full(EDGE_STEPS, -away if k in (NEAR, LEFT) else away)
    x, y = (along, across) if k in (NEAR, FAR) else (across, along)
    pixels = np.round(scene.project(np.stack([x, y, np.full(EDGE_STEPS, z)], axis=1))).astype(int)
    inside = np.asarray(((pixels >= 0) & (pixels < [scene.width, scene.height])).all(axis=1))
    flat = np.clip(pixels[:, 1], 0, scene.height - 1) * scene.width + np.clip(pixels[:, 0], 0, scene.width - 1)
    return flat, inside

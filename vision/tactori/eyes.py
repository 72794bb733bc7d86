"""How a table of Tactori is seen: its wooden board followed by its edges, its pieces read beside the last picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Image
from calibration.colour_following import Following, follow
from calibration.physical_set import PhysicalSet
from referee.tactori.position import Position
from referee.tactori.turn import compare
from vision.board.find import NoBoard, find_board
from vision.board.follow import follow_board
from vision.board.map import see_cover
from vision.board.track import track_board
from vision.cover import Cover
from vision.eye_settings import EyeSettings
from vision.eyes import QUARTER_DEG, Held, Hidden, Where, which_way
from vision.found_board import FoundBoard, turn
from vision.known_of_picture import Known
from vision.small_picture import Box, Small, looks_the_same, small_picture
from vision.tactori.again import Earlier
from vision.tactori.better_view import best_side, better_view
from vision.tactori.held import best_held, held
from vision.tactori.read import view_within
from vision.tactori.rereading import Beside, Gaps, Look, edge_gaps, look_again
from vision.tactori.settings import ASK, ReaderSettings
from words.message import InputError, Message, message

Covers = Callable[[Image, FoundBoard], Cover | None]
"""Says of a picture, and where the board is in it, what lies between camera and board; None if nothing does."""
USUAL_WIDTH_PX = 1280
FAR_GAP = 0.05  # of the far edge: it is seen worst
NO_GAPS: Gaps = (0.0, 0.0, FAR_GAP, 0.0)
FIRST_LEEWAY = 4.0  # times: the search for the board was more careful than its edges alone
LEEWAY_OF_MOVED = 2.0  # times: pieces may hide some, which nobody has read yet
SURE_FOCAL = 0.01  # relative error of the focal length from which on it is not fitted anew
MAP_PX = 640
"""Across the small map on which is counted how much of a board is covered."""


class TowerEyes:
    """Keeps the board's pose, and the last calm picture to compare the next one with.

    Parameters
    ----------
    covers
        Asked once for every picture that is read, which most are not: calm ones that look otherwise than before.
    """

    def __init__(self, known: Known, settings: EyeSettings, covers: Covers = see_cover) -> None:
        self.known, self.settings, self.covers = known, settings, covers
        self.set = known.physical_set or PhysicalSet.in_proportion()
        self.found: FoundBoard | None = None
        self.quarters = 0
        """By how many corners, anticlockwise, a1 has gone on from the near left one, where a search puts it."""
        self.box: Box | None = None
        self._earlier: Earlier | None = None
        self._small: Small | None = None
        self._grey: NDArray[np.uint8] | None = None
        self._bare_gaps = NO_GAPS
        """The part of each edge that was hidden in the last calm picture: by the stock, say."""
        self._borne_cover = 0.0
        """How much of the board is under something that stays, in fields: a sheet of paper, say."""
        self._asked: tuple[Image, Cover | None] | None = None
        self._colours = Following(known.colours) if known.colours is not None else None
        self._measured_at = 0

    @property
    def compares(self) -> bool:
        return self._earlier is not None

    @property
    def earlier(self) -> Earlier | None:
        """The last calm picture, if the next can be compared with it."""
        return self._earlier

    def small(self, image: Image) -> Small:
        return small_picture(image, self.box, self.settings)

    def looks_the_same(self, small: Small) -> bool:
        return self._small is not None and looks_the_same(self._small, small, self.settings)

    def search(self, image: Image) -> bool:
        """Looks for the board everywhere."""
        camera = self.found.pose.camera if self.found else self.known.camera
        if camera is not None and camera.size != (image.shape[1], image.shape[0]):
            camera = self.known.camera.at_size((image.shape[1], image.shape[0])) if self.known.camera else None
        # Until a camera was measured, what the board told of it is better than nothing, but it may be told better.
        sure = self.known.camera is not None or (self.found is not None and self.found.focal_error < SURE_FOCAL)
        corners = self.known.corners if self.found is None else None
        try:
            found = find_board(image, self.set.plan(self.known.board), camera if sure else None, corners)
        except NoBoard:
            return False
        self._take(found if found.board else replace(found, board=self.known.board))
        self.quarters = 0
        return True

    def check(self, image: Image) -> tuple[Where, FoundBoard | None]:
        """Whether the board is where it was; if it was moved, where it is now.

        Its edges are looked at first, which is cheap. Where they say otherwise, an arm may lie along one, or the next
        line be taken for it; what the last calm picture shows of the board's grain and pieces decides.
        """
        assert self.found is not None
        followed = follow_board(image, self.found, self.set.plan())
        near_px = self.settings.bump_px * self._per_usual_px
        if followed is not None and self._way_px(followed) < near_px:
            return Where.STAYED, self.found
        if self._grey is None:
            # Edges alone say that the board was moved, but not well enough where to: it is looked for.
            stayed = followed is not None and self._way_px(followed) < FIRST_LEEWAY * near_px
            return (Where.STAYED, self.found) if stayed else (Where.HIDDEN, None)
        tracked = track_board(self._grey, image, self.found, self.set.plan())
        if tracked is None:
            return Where.HIDDEN, None
        return (Where.STAYED, self.found) if tracked.way_px < near_px else (Where.MOVED, tracked.found)

    @property
    def _per_usual_px(self) -> float:
        """Pixels of this picture for one of a picture of the usual width."""
        assert self.found is not None
        return float(self.found.size[0]) / USUAL_WIDTH_PX

    def _way_px(self, followed: FoundBoard) -> float:
        """How far the corner that moved farthest did."""
        assert self.found is not None
        away = np.linalg.norm(np.array(followed.corners_px) - np.array(self.found.corners_px), axis=1)
        return float(away.max())

    def move(self, followed: FoundBoard) -> None:
        """The board is somewhere else: nothing can be compared pixel by pixel any more."""
        self._take(followed)

    def _take(self, found: FoundBoard) -> None:
        self.found = found
        self._earlier = self._small = self._grey = None
        view = view_within(found.size, self.set, found.pose, ReaderSettings())
        step = round(1 / view.scale)
        self.box = (view.left, view.upper, view.left + step * view.width, view.upper + step * view.height)

    def look(
        self,
        image: Image,
        position: Position,
        beside: bool = True,
        confirmed: Position | None = None,
        others: Sequence[Beside] = (),
    ) -> Look:
        """What became of a position, looked at beside the last calm picture if there is one.

        What is `confirmed` is believed to be there still; what only waits may well be gone. What `others` show at the
        same moment is read with it as one.
        """
        assert self.found is not None
        colours = self._colours.references if self._colours is not None else None
        earlier = self._earlier if beside else None
        others = others if beside else [replace(other, earlier=None) for other in others]
        firm, sure, cover = (confirmed or position).sticks, ASK[self.known.ask], self.cover(image)
        return look_again(image, self.found, self.set, position, earlier, colours, firm, cover, sure, others)

    def look_there(self, there: Beside, position: Position) -> Look:
        """What another picture of the board shows of a position, by itself."""
        cover, sure = there.cover, ASK[self.known.ask]
        return look_again(there.image, there.found, self.set, position, cover=cover, sure=sure)

    def cover(self, image: Image) -> Cover | None:
        """What lies over the board in this picture, as far as anybody can tell; it is asked for once."""
        assert self.found is not None
        if self._asked is None or self._asked[0] is not image:
            self._asked = image, self.covers(image, self.found)
        return self._asked[1]

    def is_covered(self, look: Look) -> bool:
        """Whether a hand or an arm is in the picture."""
        if look.compared and look.strange > self.settings.strange_fields:
            return True
        return self.is_crossed(look)

    def is_crossed(self, look: Look) -> bool:
        """Whether something lies over the board, or reaches over an edge, that did not do so before."""
        if look.covered > self._borne_cover + self.settings.covered_fields:
            return True
        share = self.settings.crossed_share
        return self._is_hidden_more(look.bare_gaps, share) if not look.compared else _exceed(look.gaps, NO_GAPS, share)

    def _is_hidden_more(self, gaps: Gaps, share: float) -> bool:
        return _exceed(gaps, self._bare_gaps, share)

    def bear_crossing(self, look: Look) -> None:
        """Something that stays hides a part of an edge or of the board: it is no hand."""
        self._bare_gaps = look.bare_gaps
        self._borne_cover = look.covered

    def keep(self, look: Look, image: Image) -> None:
        """Takes a calm picture of a known position to compare later ones with."""
        self.remember(look.earlier(), image)
        self._bare_gaps = look.bare_gaps
        self._borne_cover = min(self._borne_cover, look.covered)  # it only shrinks: what comes back is looked at anew
        if self._colours is not None and look.observed is not None:
            self._colours = follow(self._colours, look.observed)

    def remember(self, earlier: Earlier, image: Image) -> None:
        """The picture that later ones are compared with, and by which the board is followed."""
        self._earlier = earlier
        self._small = self.small(image)
        self._grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)

    def forget_earlier(self) -> None:
        """The board shows something else than it did in that picture; but it can still be followed by it."""
        self._earlier = None

    def forget_picture(self) -> None:
        self._earlier = self._small = self._grey = None

    def shows_edges(self, image: Image, found: FoundBoard) -> bool:
        """Whether the edges of a board that was moved can be seen without an arm over them."""
        gaps = edge_gaps(image, found, self.set)
        return not self._is_hidden_more(gaps, LEEWAY_OF_MOVED * self.settings.crossed_share)

    def turned(self, image: Image, position: Position) -> int | None:
        """By how many quarters the board was turned, if its towers say so; it is then taken for turned.

        None if no way to hold the board explains what is seen.
        """
        assert self.found is not None
        if not position.towers:
            return 0
        best = best_held(image, self.found, self.set, position, self.cover(image))[0]
        if best.share < self.settings.turned_share:
            return None
        self._hold(best.quarters)
        return best.quarters

    def _hold(self, quarters: int) -> None:
        """Names the fields from another corner."""
        assert self.found is not None
        if quarters:
            self._take(turn(self.found, quarters))
            self.quarters = (self.quarters + quarters) % 4

    def hold_nearest(self, old: FoundBoard) -> int:
        """Names the fields of a board that was found anew as if it had been turned as little as possible."""
        assert self.found is not None
        now, before = np.array(self.found.corners_px), np.array(old.corners_px)
        now, before = now - now.mean(axis=0), before - before.mean(axis=0)
        away = [float(np.linalg.norm(np.roll(now, -quarters, axis=0) - before)) for quarters in range(4)]
        quarters = int(np.argmin(away))
        self._hold(quarters)
        return quarters

    def learn(self, image: Image, position: Position) -> None:
        """A set that nobody measured is measured when enough towers stand, and again when there are more."""
        towers = sum(map(len, position.towers.values()))
        due = [n for n in self.settings.measure_towers if self._measured_at < n <= towers]
        if due and not self.is_measured_by_hand:
            self._measured_at = max(due)
            self.measure_set(image, position)

    def measure_set(self, image: Image, position: Position) -> bool:
        """Measures a set that nobody measured on a calm picture of a known position; whether that explains it too."""
        from vision.tactori.calibrate.unknown_set import measure_here

        assert self.found is not None
        made = measure_here(image, self.found, self.known.physical_set, self.known.camera is not None)
        if made is None:
            return False
        before = self.set, self.found, self.box, self._earlier, self._small, self._grey
        self.set = made.measured_set.physical_set
        self._take(made.found)
        look = self.look(image, position)
        if not compare(look.position, position).is_nothing:
            self.set, self.found, self.box, self._earlier, self._small, self._grey = before
            return False
        self.keep(look, image)
        return True

    @property
    def is_measured_by_hand(self) -> bool:
        known = self.known.physical_set
        return known is not None and "tower_height" not in known.defaults

    def may_be_turned(self, before: Position, after: Position) -> bool:
        fields = {*before.towers, *after.towers}
        changed = sum(before.towers.get(at) != after.towers.get(at) for at in fields)
        return changed >= self.settings.turned_fields

    def hints(
        self, at: str, why: Message, before: Position, shown: Position, beside: Sequence[Beside]
    ) -> tuple[Message | None, Message | None]:
        if self.found is None:
            return None, None
        poses = (self.found.pose, *(other.found.pose for other in beside))
        return better_view(before, self.set, self.found.pose, at, why.key), best_side(shown, self.set, poses, at)

    # Other pictures of the same board.

    def take_set(self, first: TowerEyes) -> bool:
        """The pieces are the same for all cameras; measured otherwise, the board lies elsewhere before them."""
        given = first.set if first.known.physical_set is not None else None
        anew = self.known.physical_set != given
        if anew:
            self.known = replace(self.known, physical_set=given)
            self.found = self.box = self._earlier = self._small = self._grey = self._asked = None
            self.quarters, self._bare_gaps, self._borne_cover = 0, NO_GAPS, 0.0
        self.set = first.set
        return anew

    def hidden(self, image: Image) -> Hidden:
        assert self.found is not None
        covered = self._covered_fields(self.cover(image), self.found, image)
        return Hidden(covered, edge_gaps(image, self.found, self.set))

    def held(self, image: Image, position: Position) -> list[Held]:
        assert self.found is not None
        return best_held(image, self.found, self.set, position, self.cover(image)) if position.towers else []

    def beside(self, image: Image, quarters: int) -> Beside:
        assert self.found is not None
        return Beside(image, turn(self.found, quarters), self.cover(image), self._earlier)

    def place_photograph(self, image: Image, position: Position, turned_deg: int | None) -> Beside:
        try:
            found = find_board(image, self.set.plan(self.known.board))
        except NoBoard:
            raise InputError(message("settle.no_board")) from None
        if found.board != self.known.board:
            raise InputError(message("settle.no_board"))
        if self._covered_fields(found.cover, found, image) > self.settings.covered_fields:
            raise InputError(message("settle.covered"))
        return Beside(image, turn(found, self._quarters_of(image, found, position, turned_deg)), found.cover)

    def _quarters_of(self, image: Image, found: FoundBoard, position: Position, turned_deg: int | None) -> int:
        """How the board is held in a photograph."""
        least = self.settings.turned_share
        if turned_deg is not None:
            quarters = self.quarters - turned_deg // QUARTER_DEG
            way = held(image, found, self.set, position, found.cover, quarters)
            if position.towers and way.share < least:
                raise InputError(message("settle.stranger"))
            return quarters
        if not position.towers:
            raise InputError(message("settle.turning"))
        ways = best_held(image, found, self.set, position, found.cover)
        if ways[0].share < least:
            raise InputError(message("settle.stranger"))
        best = which_way(ways, least, self.settings.turned_lead)
        if best is None:
            raise InputError(message("settle.turning"))
        return best

    def _covered_fields(self, cover: Cover | None, found: FoundBoard, image: Image) -> float:
        """How much of a board is known to be under something, in fields of the 9x9 board."""
        if cover is None or cover.is_empty():
            return 0.0
        height, width = image.shape[:2]
        size = MAP_PX, max(1, round(MAP_PX * height / width))
        outline = np.array(found.corners_px) * (size[0] / width)
        board = cv2.fillConvexPoly(np.zeros((size[1], size[0]), np.uint8), np.round(outline).astype(np.int32), 1) > 0
        covered, whole = int(np.count_nonzero(cover.mask(*size) & board)), int(np.count_nonzero(board))
        return covered / max(whole, 1) * float(self.set.board_side / self.set.pitch_9) ** 2


def _exceed(gaps: Gaps, before: Gaps, share: float) -> bool:
    return any(gap > known + share for gap, known in zip(gaps, before, strict=True))

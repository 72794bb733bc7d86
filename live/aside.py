"""Another camera of the same board: its own eyes, and whether what it shows at a moment can be read with the first."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from live.averaging import averaged
from live.frame import Again, Frame, Given, Gone, Picture
from live.settings import TableSettings
from live.stillness import Motion, Stillness
from referee.game import Position
from vision.eyes import QUARTER_DEG, Eyes, Hidden, Where, which_way
from words.message import Message

LEEWAY_OF_EDGES = 2.0  # times: pieces hide some of an edge, and nobody has told this camera which


class Use(StrEnum):
    """Whether another camera is read with the first; if not, why."""

    OPENING = "opening"
    """It has given no picture yet."""
    GONE = "gone"
    OLD = "old"
    """Its newest picture is from before the board became calm."""
    MOVING = "moving"
    NO_BOARD = "no_board"
    COVERED = "covered"
    UNTURNED = "unturned"
    """Nobody knows yet from which side it looks."""
    USED = "used"


@dataclass(frozen=True, eq=False)
class Joined:
    """What another camera adds to a look, and of which picture."""

    aside: Aside
    image: Picture
    beside: Any
    """As the eyes take it."""


class Aside:
    """Follows the board in another camera's pictures.

    `take` may be called from a thread of the camera's own; everything else only from the one that watches the table.
    What stands in the way of using it at a moment is its `use`; the game goes on without it.
    """

    def __init__(self, eyes: Eyes, settings: TableSettings, said_deg: int | None = None, paired: bool = False) -> None:
        self.eyes = eyes
        self.settings, self.paired = settings, paired
        """Paired pictures belong to those of the first camera by their order, whatever their clocks say."""
        self.use = Use.OPENING
        self.gone: Message | None = None
        """Why it gives no pictures, if it does not."""
        self.said_deg = said_deg
        """By how many degrees it stands further round than the first camera, anticlockwise, if somebody said so."""
        self._told_deg: int | None = None
        self._stillness = Stillness(settings)
        self._newest: tuple[Frame, Motion] | None = None
        self._gaps: tuple[float, ...] | None = None
        self._borne_cover = 0.0
        self._hidden_since_s: float | None = None
        self._searched_s = self._glanced_s = -1e9
        self._asked_about: object = None
        self._only_measured = False
        """Whether the board is looked for because its pieces were measured: the camera has not moved."""

    @property
    def frame(self) -> Frame | None:
        newest = self._newest
        return newest[0] if newest is not None else None

    @property
    def turned_deg(self) -> int | None:
        """By how many degrees, counter-clockwise seen from above, this camera stands further round than the first."""
        return self.said_deg if self.said_deg is not None else self._told_deg

    def say_turned(self, degrees: int | None) -> None:
        """A person says from which side it looks; None lets the pieces tell it."""
        self.said_deg = degrees
        self.eyes.forget_earlier()

    def take(self, given: Given) -> None:
        """What its source gives."""
        if isinstance(given, Gone):
            self.gone, self._newest = given.why, None
        elif isinstance(given, Again):
            self.gone = None
            self._stillness.forget()
        else:
            self.gone = None
            self._newest = given, self._stillness.see(given, self.eyes.box)

    def join(self, first: Eyes, frame: Frame, still_s: float) -> Joined | None:
        """What this camera shows of the moment in which the first has been calm for `still_s`; None if it is not used.

        The first camera leads: what hides the board here hides it for this camera alone.
        """
        seen = self._calm(first, frame, still_s)
        if seen is None:
            return None
        mine, motion = seen
        image = averaged(motion, self.eyes.box, self.settings)
        if self._is_covered(self.eyes.hidden(image), mine, motion):
            self.use = Use.COVERED
            return None
        turned_deg = self.turned_deg  # somebody may say it at any moment
        if turned_deg is None:
            self.use = Use.UNTURNED
            return None
        self.use = Use.USED
        return Joined(self, image, self.eyes.beside(image, first.quarters - turned_deg // QUARTER_DEG))

    def glance(self, first: Eyes, frame: Frame, still_s: float, position: Position) -> None:
        """While nothing happens: whether it sees the board, and from which side: known pieces tell."""
        if not frame.alone and 0 <= frame.at_s - self._glanced_s < self.settings.glance_s:
            return
        self._glanced_s = frame.at_s
        seen = self._calm(first, frame, still_s)
        if seen is None:
            return
        if self.turned_deg is None:
            self._ask_turned(first, averaged(seen[1], self.eyes.box, self.settings), position)
        if self.use is not Use.COVERED:
            self.use = Use.UNTURNED if self.turned_deg is None else Use.USED

    def sees_change(self, frame: Frame, still_s: float) -> bool:
        """Whether the board looks otherwise to this camera than when it was last read, be it hidden from the first."""
        newest = self._newest
        if newest is None or self.eyes.earlier is None or not self._is_of_this_moment(newest[0], frame, still_s):
            return False
        return newest[1].calm and not self.eyes.looks_the_same(newest[1].small)

    def keep(self, earlier: Any, image: Picture) -> None:
        """Takes a calm picture of a known position to compare later ones with."""
        self.eyes.remember(earlier, image)

    def forget_turned(self) -> None:
        """The first camera names its fields anew: from which side this one looks has to be told again."""
        self._told_deg = self._asked_about = None
        self.eyes.forget_earlier()

    def _calm(self, first: Eyes, frame: Frame, still_s: float) -> tuple[Frame, Motion] | None:
        """Its newest picture, if it is of this moment, calm, and shows the board."""
        newest = self._newest
        if newest is None:
            self.use = Use.OPENING if self.gone is None else Use.GONE
            return None
        mine, motion = newest
        if not self._is_of_this_moment(mine, frame, still_s):
            self.use = Use.OLD
            return None
        if not motion.calm:
            self.use = Use.MOVING
            return None
        self._take_set(first)
        return newest if self._sees_board(mine) else None

    def _is_of_this_moment(self, mine: Frame, frame: Frame, still_s: float) -> bool:
        """Whether a picture was taken since nothing has moved before the first camera."""
        oldest_s = self.settings.newest_s if frame.alone else min(still_s, self.settings.newest_s)
        return self.paired or mine.at_s >= frame.at_s - oldest_s

    def _take_set(self, first: Eyes) -> None:
        """The pieces are the same for all cameras; measured otherwise, the board lies elsewhere before them."""
        if self.eyes.take_set(first):
            self._searched_s, self._only_measured = -1e9, True

    def _sees_board(self, frame: Frame) -> bool:
        found, image = self.eyes.found, frame.image
        if found is None or found.size != (image.shape[1], image.shape[0]):
            return self._search(frame)
        where, followed = self.eyes.check(image)
        if where is Where.HIDDEN:
            if self._hidden_since_s is None:
                self._hidden_since_s = frame.at_s
            if frame.alone or frame.at_s - self._hidden_since_s >= self.settings.lost_s:
                return self._search(frame)
            self.use = Use.COVERED
            return False
        self._hidden_since_s = None
        if where is Where.MOVED and followed is not None:
            self.eyes.move(followed)
        return True

    def _search(self, frame: Frame) -> bool:
        """Looks for the board everywhere, now and then."""
        if not frame.alone and 0 <= frame.at_s - self._searched_s < self.settings.search_every_s:
            return False
        self._searched_s = frame.at_s
        if not self._only_measured:
            self._told_deg = None  # it may have gone round the table
        self._only_measured = False
        if not self.eyes.search(frame.image):
            self.use = Use.NO_BOARD
            return False
        self._asked_about = self._gaps = self._hidden_since_s = None
        return True

    def _is_covered(self, hidden: Hidden, frame: Frame, motion: Motion) -> bool:
        """Whether a hand lies over the board or an arm over an edge, here; what stays is neither."""
        covered, gaps = hidden.covered, hidden.gaps
        limit = LEEWAY_OF_EDGES * self.settings.eyes.crossed_share
        before = self._gaps or gaps
        crossed = any(gap > known + limit for gap, known in zip(gaps, before, strict=True))
        if covered <= self._borne_cover + self.settings.eyes.covered_fields and not crossed:
            self._gaps = gaps
            self._borne_cover = min(self._borne_cover, covered)
            return False
        stays_s = self.settings.stuck_s if self.eyes.earlier is None else self.settings.left_s
        if not frame.alone and motion.still_s >= stays_s:
            self._gaps, self._borne_cover = gaps, covered
            return False
        return True

    def _ask_turned(self, first: Eyes, image: Picture, position: Position) -> None:
        """From which side it looks, if the pieces tell; each position is asked once."""
        if self._asked_about == (position, self.eyes.found):
            return
        if self.eyes.hidden(image).covered > self.settings.eyes.covered_fields:
            self.use = Use.COVERED
            return
        ways, limits = self.eyes.held(image, position), self.settings.eyes
        if not ways:  # nothing is known that could tell
            return
        self._asked_about = position, self.eyes.found
        quarters = which_way(ways, limits.turned_share, limits.turned_lead)
        if quarters is not None:
            self._told_deg = QUARTER_DEG * ((first.quarters - quarters) % 4)

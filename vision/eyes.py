"""The camera's side of a watched table: where its board is, whether it was moved, and what changed on it.

What a family of games gives for its board is found in `vision.families`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from calibration.arrays import Image
from vision.corners import Corners
from vision.doubt import Doubt
from vision.known_of_picture import Known
from vision.small_picture import Box, Small
from words.message import Message

QUARTER_DEG = 90


class Where(Enum):
    """What became of the board since it was last seen."""

    STAYED = "stayed"
    MOVED = "moved"
    """Camera or board were pushed."""
    HIDDEN = "hidden"
    """Too little of it is seen; or it is not there any more."""


class Found(Protocol):
    """A board in pictures of one size."""

    @property
    def corners_px(self) -> Corners: ...
    @property
    def size(self) -> tuple[int, int]: ...


class Look(Protocol):
    """What a look at a board tells on which something was known to lie."""

    @property
    def position(self) -> Any: ...
    @property
    def unsure(self) -> tuple[Doubt, ...]:
        """What is not vouched for; compared with an earlier picture, only where something may have changed."""
        ...

    @property
    def compared(self) -> bool:
        """Whether there was an earlier picture from the same place."""
        ...

    @property
    def covered(self) -> float:
        """How much of the board is known to be under something, in fields."""
        ...

    def worth(self, position: Any) -> float:
        """How well another position would explain the picture; only differences mean anything, in the units of
        `live.settings`."""
        ...

    def earlier(self, beside: int | None = None) -> Any:
        """This picture, or that of another camera, for the next to be compared with."""
        ...


@dataclass(frozen=True)
class Held:
    """One way to hold a board, and how much of what is known the picture then shows."""

    quarters: int
    """By how many corners a1 goes on, anticlockwise."""
    share: float
    """Of what is known: 1 if all is seen and nothing else."""


@dataclass(frozen=True)
class Hidden:
    """How much of a board another camera does not see."""

    covered: float
    """Under something, in fields."""
    gaps: tuple[float, ...]
    """Of each edge, the longest part that is not seen."""


class Eyes(Protocol):
    """Keep where the board is, and the last calm picture to compare the next one with.

    Positions are those of the family's games, and what `earlier` and `beside` are is known to these eyes alone.
    """

    @property
    def known(self) -> Known: ...
    @property
    def set(self) -> Any:
        """The measures of board and pieces that it sees by; None where it needs none."""
        ...

    @property
    def found(self) -> Any:
        """The board (`Found`), or None until it was seen."""
        ...

    @property
    def quarters(self) -> int:
        """By how many corners, anticlockwise, a1 has gone on from the near left one, where a search puts it."""
        ...

    @property
    def box(self) -> Box | None: ...
    @property
    def compares(self) -> bool:
        """Whether the next picture can be compared with an earlier one."""
        ...

    @property
    def earlier(self) -> Any: ...
    def small(self, image: Image) -> Small: ...
    def looks_the_same(self, small: Small) -> bool: ...

    # Where the board is.
    def search(self, image: Image) -> bool:
        """Looks for the board everywhere."""
        ...

    def check(self, image: Image) -> tuple[Where, Any]:
        """Whether the board is where it was; if it was moved, where it is now."""
        ...

    def move(self, found: Any) -> None:
        """The board is somewhere else: nothing can be compared any more."""
        ...

    def shows_edges(self, image: Image, found: Any) -> bool:
        """Whether a board that was moved can be seen without an arm over it."""
        ...

    def may_be_turned(self, before: Any, after: Any) -> bool:
        """Whether so much changed that it is worth asking whether the board was turned."""
        ...

    def turned(self, image: Image, position: Any) -> int | None:
        """By how many quarters the board was turned, if its pieces say so; it is then taken for turned. None if no way
        to hold the board explains what is seen."""
        ...

    def hold_nearest(self, old: Any) -> int:
        """Names the fields of a board that was found anew as if it had been turned as little as possible."""
        ...

    # What it shows.
    def look(
        self, image: Image, position: Any, beside: bool = True, confirmed: Any = None, others: Sequence[Any] = ()
    ) -> Look:
        """What became of a position, looked at beside the last calm picture if there is one.

        What is `confirmed` is believed to be there still; what only waits may well be gone. What `others` show at the
        same moment is read with it as one.
        """
        ...

    def look_there(self, there: Any, position: Any) -> Look:
        """What another picture of the board shows of a position, by itself."""
        ...

    def is_covered(self, look: Any) -> bool:
        """Whether a hand or an arm is in the picture."""
        ...

    def is_crossed(self, look: Any) -> bool:
        """Whether something lies over the board, or reaches over an edge, that did not do so before."""
        ...

    def bear_crossing(self, look: Any) -> None:
        """Something that stays hides a part of the board: it is no hand."""
        ...

    def keep(self, look: Any, image: Image) -> None:
        """Takes a calm picture of a known position to compare later ones with."""
        ...

    def remember(self, earlier: Any, image: Image) -> None:
        """The picture that later ones are compared with, and by which the board is followed."""
        ...

    def forget_earlier(self) -> None:
        """The board shows something else than it did in that picture; but it can still be followed by it."""
        ...

    def forget_picture(self) -> None: ...
    def learn(self, image: Image, position: Any) -> None:
        """A calm picture of a known position: what nobody measured may be measured on it."""
        ...

    def hints(
        self, at: str, why: Message, before: Any, shown: Any, beside: Sequence[Any]
    ) -> tuple[Message | None, Message | None]:
        """For a doubt: which way to move the camera, and from which side a photograph would settle it."""
        ...

    # Other pictures of the same board.
    def take_set(self, first: Any) -> bool:
        """The pieces are the same for all cameras; whether the board has to be found anew, since they were measured
        otherwise."""
        ...

    def hidden(self, image: Image) -> Hidden: ...
    def held(self, image: Image, position: Any) -> list[Held]:
        """All ways to hold the board, the best first; none if nothing is known that could tell."""
        ...

    def beside(self, image: Image, quarters: int) -> Any:
        """A picture to be read with the first camera's, with a1 so many corners on."""
        ...

    def place_photograph(self, image: Image, position: Any, turned_deg: int | None) -> Any:
        """A photograph of the board to be read with the camera's picture.

        `turned_deg` says by how many degrees, counter-clockwise seen from above, it was taken further round than from
        the camera; otherwise the pieces tell.

        Raises
        ------
        InputError
            If it shows no board, something lies over it, the position is another one, or it cannot be told from which
            side it was taken.
        """
        ...


def which_way(ways: Sequence[Held], least_share: float, least_lead: float) -> int | None:
    """The way a board is certainly held, None if that cannot be told."""
    best, second, *_ = ways
    return best.quarters if best.share >= least_share and best.share - second.share >= least_lead else None

"""How a table of Anti-Blok is seen: its cards are read anew in every calm picture, where they lay in the one before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from referee.places import UNKNOWN, is_field, look_alike
from vision.corners import Corners
from vision.doubt import Doubt
from vision.eye_settings import EyeSettings
from vision.eyes import QUARTER_DEG, Held, Hidden, Where, which_way
from vision.flat.card_board import NoCards, find_cards_near
from vision.flat.card_settings import DEFAULT, CardSettings
from vision.flat.cards import CardReading, look_again, read_cards
from vision.flat.light import Picture
from vision.flat.plane import Plane
from vision.known_of_picture import Known
from vision.small_picture import Box, Small, looks_the_same, small_picture
from words.message import InputError, Message, message

PAINTS = "RBYG"
USUAL_WIDTH_PX = 1280
AROUND = 0.06
"""Of the board's width: so far around its cards blocks and fingertips are seen."""
ONE_QUARTER = np.array([[0.0, -1, 1], [1, 0, 0], [0, 0, 1]])
"""Takes the unit square to itself, with a1 one corner on."""
CLEAR_WORTH, DOUBTED_WORTH = 1000.0, 60.0
"""What speaks against another content of a place: one that was clearly read is never outweighed by the rules
(`live.settings`: tip, denied), each letter of a doubted one may be."""


@dataclass(frozen=True, eq=False)
class LyingCards:
    """Where the cards lie in pictures of one size."""

    reading: CardReading

    @property
    def corners_px(self) -> Corners:
        return self.reading.corners_px

    @property
    def size(self) -> tuple[int, int]:
        return self.plane.lens.size

    @property
    def plane(self) -> Plane:
        assert self.reading.found is not None
        return self.reading.found.plane

    def turned(self, quarters: int) -> CardReading:
        """The same with its fields named from another corner: a1 goes on by so many, anticlockwise. Only where the
        cards lie is meant, not what they show."""
        found, by = self.reading.found, quarters % 4
        assert found is not None
        matrix = found.plane.matrix @ np.linalg.matrix_power(ONE_QUARTER, by)
        corners = self.corners_px[by:] + self.corners_px[:by]
        return replace(self.reading, corners_px=corners, found=replace(found, plane=Plane(matrix, found.plane.lens)))


@dataclass(frozen=True, eq=False)
class CardLook:
    """What one or several pictures show of a board on which `before` lay. Nothing is compared with: all is read."""

    before: Any
    readings: tuple[CardReading, ...]
    """Of the leading camera first."""
    compared: bool = False

    @cached_property
    def position(self) -> Any:
        """What is not seen is as it was, as long as what is seen of it agrees."""
        was = self.before.places
        return self.before.with_places({at: _filled(seen, was.get(at, "")) for at, seen in self._seen.items()})

    @cached_property
    def unsure(self) -> tuple[Doubt, ...]:
        """What no picture shows clearly."""
        clear = [reading.doubtful for reading in self.readings[1:]]
        return tuple(doubt for doubt in self.readings[0].unsure if all(doubt.at in doubtful for doubtful in clear))

    @property
    def covered(self) -> float:
        return covered_cards(self.readings[0])

    def worth(self, position: Any) -> float:
        there = position.places
        return -sum(_denial(reading, at, there.get(at, "")) for reading in self.readings for at in _places(reading))

    def earlier(self, beside: int | None = None) -> CardReading:
        return self.readings[0 if beside is None else beside + 1]

    @property
    def _seen(self) -> Mapping[str, str]:
        """By place, from the first picture that shows it clearly; what a doubted crossing holds is not known."""
        first = self.readings[0]
        seen = {}
        for at in _places(first):
            told = next((each for each in self.readings if at not in each.doubtful), first)
            seen[at] = _content(told, at)
        return seen


def _places(reading: CardReading) -> Iterator[str]:
    yield from reading.cards
    yield from (f"{at}+" for at in reading.cards if at[0] != "e" and at[1] != "5")


def _content(reading: CardReading, at: str) -> str:
    if at in reading.cards:
        return reading.cards[at]
    block = reading.blocks.get(at, "")
    return UNKNOWN if not block and at in reading.doubtful else block


def _filled(seen: str, was: str) -> str:
    if seen == UNKNOWN:
        return was
    if UNKNOWN not in seen:
        return seen
    if look_alike(was, seen):
        return was
    missing = [paint for paint in PAINTS if paint not in seen]
    return seen.replace(UNKNOWN, missing[0]) if len(missing) == seen.count(UNKNOWN) == 1 else seen


def _denial(reading: CardReading, at: str, there: str) -> float:
    """How clearly a picture says that something else lies at a place."""
    seen = _content(reading, at)
    if seen == UNKNOWN or look_alike(there, seen):
        return 0.0
    if at not in reading.doubtful:
        return CLEAR_WORTH
    if len(there) != len(seen):
        return DOUBTED_WORTH
    return DOUBTED_WORTH * sum(UNKNOWN not in (a, b) and a != b for a, b in zip(there, seen, strict=True))


def covered_cards(reading: CardReading) -> float:
    """How many cards something lies over: they do not show four paints."""
    return float(sum(at in reading.doubtful and set(card) != set(PAINTS) for at, card in reading.cards.items()))


class CardEyes:
    """Keeps where the cards lie, and the last calm picture."""

    def __init__(self, known: Known, settings: EyeSettings, cards: CardSettings = DEFAULT) -> None:
        self.known, self.settings, self.cards = known, settings, cards
        self.set = None
        self.found: LyingCards | None = None
        self.quarters = 0
        self.box: Box | None = None
        self._last: CardReading | None = None
        """The last reading that was kept: the light goes on changing."""
        self._small: Small | None = None
        self._borne = 0.0
        """How many cards are under something that stays."""
        self._read: tuple[Picture, int, CardReading] | None = None

    @property
    def compares(self) -> bool:
        return self._small is not None

    @property
    def earlier(self) -> CardReading | None:
        return self._last

    def small(self, image: Picture) -> Small:
        return small_picture(image, self.box, self.settings)

    def looks_the_same(self, small: Small) -> bool:
        return self._small is not None and looks_the_same(self._small, small, self.settings)

    # Where the board is.

    def search(self, image: Picture) -> bool:
        corners = self.known.corners if self.found is None else None
        try:
            reading = read_cards(image, corners, self.cards)
        except NoCards:
            return False
        self._take(LyingCards(reading))
        self.quarters = 0
        return True

    def check(self, image: Picture) -> tuple[Where, LyingCards | None]:
        assert self.found is not None and self.found.reading.found is not None
        before = self.found.reading.found
        try:
            found = find_cards_near(image, before.plane, self.cards.moved_error, self.cards, before.paints)
        except NoCards:
            return Where.HIDDEN, None
        away = np.linalg.norm(np.array(found.plane.corners_px) - np.array(before.plane.corners_px), axis=1)
        if float(away.max()) < self.settings.bump_cards_px * self.found.size[0] / USUAL_WIDTH_PX:
            return Where.STAYED, self.found
        surface = found.plane.raised(-self.cards.card_height, self.cards.focal_widths)
        return Where.MOVED, LyingCards(replace(self.found.reading, corners_px=surface.corners_px, found=found))

    def move(self, found: LyingCards) -> None:
        self._take(found)

    def shows_edges(self, image: Picture, found: LyingCards) -> bool:
        return covered_cards(look_again(image, found.reading, self.cards)) <= self._borne + self.settings.covered_fields

    def may_be_turned(self, before: Any, after: Any) -> bool:
        was, now = before.places, after.places
        changed = sum(was.get(at) != card for at, card in now.items() if is_field(at))
        return bool(changed >= self.settings.turned_fields)

    def turned(self, image: Picture, position: Any) -> int | None:
        ways = self.held(image, position)
        if not ways:
            return 0
        if ways[0].share < self.settings.turned_share:
            return None
        self._hold(ways[0].quarters)
        return ways[0].quarters

    def hold_nearest(self, old: LyingCards) -> int:
        assert self.found is not None
        now, before = (np.array(each.corners_px) for each in (self.found, old))
        now, before = now - now.mean(axis=0), before - before.mean(axis=0)
        quarters = int(np.argmin([np.linalg.norm(np.roll(now, -by, axis=0) - before) for by in range(4)]))
        self._hold(quarters)
        return quarters

    def _hold(self, quarters: int) -> None:
        assert self.found is not None
        if quarters:
            self._take(LyingCards(self.found.turned(quarters)))
            self.quarters = (self.quarters + quarters) % 4

    def _take(self, found: LyingCards) -> None:
        self.found, self._last, self._small, self._read = found, None, None, None
        corners = np.array(found.corners_px)
        margin = AROUND * float(np.ptp(corners[:, 0]))
        low = np.clip(corners.min(0) - margin, 0, np.array(found.size) - 1).astype(int)
        high = np.clip(corners.max(0) + margin + 1, low + 1, found.size).astype(int)
        self.box = int(low[0]), int(low[1]), int(high[0]), int(high[1])

    # What it shows.

    def look(
        self,
        image: Picture,
        position: Any,
        beside: bool = True,
        confirmed: Any = None,
        others: Sequence[CardReading] = (),
    ) -> CardLook:
        return CardLook(position, (self._reading(image), *others))

    def look_there(self, there: CardReading, position: Any) -> CardLook:
        return CardLook(position, (there,))

    def _reading(self, image: Picture, quarters: int = 0) -> CardReading:
        """What the picture shows; it is read once."""
        assert self.found is not None
        if self._read is None or self._read[0] is not image or self._read[1] != quarters:
            last = self.found.turned(quarters) if quarters else self._last or self.found.reading
            self._read = image, quarters, look_again(image, last, self.cards)
        return self._read[2]

    def is_covered(self, look: CardLook) -> bool:
        return look.covered > self._borne + self.settings.covered_fields

    def is_crossed(self, look: CardLook) -> bool:
        return self.is_covered(look)

    def bear_crossing(self, look: CardLook) -> None:
        self._borne = look.covered

    def keep(self, look: CardLook, image: Picture) -> None:
        self.remember(look.earlier(), image)
        self._borne = min(self._borne, look.covered)  # it only shrinks: what comes back is looked at anew

    def remember(self, earlier: CardReading, image: Picture) -> None:
        self._last, self._small = earlier, self.small(image)

    def forget_earlier(self) -> None:
        self._last = None

    def forget_picture(self) -> None:
        self._last = self._small = None

    def learn(self, image: Picture, position: Any) -> None:
        """Cards need no measuring."""

    def hints(
        self, at: str, why: Message, before: Any, shown: Any, beside: Sequence[CardReading]
    ) -> tuple[Message | None, Message | None]:
        return None, None

    # Other pictures of the same board.

    def take_set(self, first: CardEyes) -> bool:
        return False

    def hidden(self, image: Picture) -> Hidden:
        return Hidden(covered_cards(self._reading(image)), ())

    def held(self, image: Picture, position: Any) -> list[Held]:
        assert self.found is not None
        known = _known_cards(position)
        return _ways(image, self.found, known, self.cards) if known else []

    def beside(self, image: Picture, quarters: int) -> CardReading:
        return self._reading(image, quarters % 4)

    def place_photograph(self, image: Picture, position: Any, turned_deg: int | None) -> CardReading:
        try:
            found = LyingCards(read_cards(image, None, self.cards))
        except NoCards:
            raise InputError(message("settle.no_board")) from None
        if covered_cards(found.reading) > self.settings.covered_fields:
            raise InputError(message("settle.covered"))
        ways = _ways(image, found, _known_cards(position), self.cards)
        said = None if turned_deg is None else (self.quarters - turned_deg // QUARTER_DEG) % 4
        quarters = which_way(ways, 0.0, self.settings.turned_lead) if said is None else said
        if next(way.share for way in ways if way.quarters == (quarters or 0)) < self.settings.turned_share:
            raise InputError(message("settle.stranger"))
        if quarters is None:
            raise InputError(message("settle.turning"))
        return look_again(image, found.turned(quarters), self.cards)


def _known_cards(position: Any) -> dict[str, str]:
    return {at: card for at, card in position.places.items() if is_field(at) and UNKNOWN not in card}


def _ways(image: Picture, found: LyingCards, known: Mapping[str, str], settings: CardSettings) -> list[Held]:
    """The four ways to hold a board, by the cards that lie as they did; the best first."""
    ways = []
    for quarters in range(4):
        seen = look_again(image, found.turned(quarters), settings).cards
        ways.append(Held(quarters, sum(seen[at] == card for at, card in known.items()) / max(len(known), 1)))
    return sorted(ways, key=lambda way: -way.share)

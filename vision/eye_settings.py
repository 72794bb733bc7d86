"""Every threshold of the eyes of a watched table, with its unit and why it is what it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EyeSettings:
    # A small grey picture of the board and a little around it. What is as before in it need not be read.
    small_px: int = 192  # pixels across the small picture: a stick is about one wide, a finger four
    same_level: float = 4.0  # grey levels: a stick on a tower of its own colour changes more
    same_cells: int = 3  # pixels of the small picture beside each other: fewer are compression
    # A hand, and what else covers the board.
    strange_fields: float = 0.6  # fields of the 9x9 board: in games read so far calm pictures have 0.1, hands 1.8
    covered_fields: float = 1.0  # the same, known to be under something: a finger over the board is more
    crossed_share: float = 0.1  # of an edge that is hidden: in games read so far 0.06 without a hand, 0.14 with one
    # Following the board.
    bump_px: float = 2.0  # pixels of a picture 1280 wide by which a corner must move: less is the edges' noise
    bump_cards_px: float = 8.0  # the same where 25 cards tell: under a hand they are found five beside where they were
    turned_fields: int = 5  # so many changed fields make one ask whether the board was turned
    turned_share: float = 0.7  # of the pieces that a turned board must show again
    turned_lead: float = 0.25  # of the pieces: how much more than if it were held the next best way
    # A set that nobody measured.
    measure_towers: tuple[int, ...] = (5, 14)  # so many towers stand when it is measured

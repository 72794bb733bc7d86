"""Anti-Blok for the tests of the page: cards as they were dealt, and turns that make squares, found by looking."""

from __future__ import annotations

import random
from typing import Any

from referee.games import find_game
from tests.web.browser.looking import set_up
from tests.web.served import Served

ANTIBLOK = find_game("antiblok")
RULES = ANTIBLOK.rule_book({})
Placed = dict[str, str]


def turned_left(card: str) -> str:
    return card[-1] + card[:-1]


def first_square(colour: str = "R") -> tuple[Any, str, str]:
    """Cards without a square, one of which makes a square of this colour when it is turned left; and where that is."""
    for seed in range(10_000):
        position = ANTIBLOK.random_set_up(RULES, random.Random(seed))
        for at, card in position.cards.items():
            squares = position.with_places({at: turned_left(card)}).squares()
            if list(squares.values()) == [colour]:
                return position, at, next(iter(squares))
    raise AssertionError("no cards lie like this")


DEALT, TURNED, SQUARE = first_square()
WON: Placed = {TURNED: turned_left(DEALT.cards[TURNED]), SQUARE: "R"}
"""Red's first turn: it is thrown L1, the card is turned, the block is laid."""


def deal(served: Served, name: str = "A", **said: Any) -> None:
    """A table that nobody films, with the cards as they were dealt."""
    set_up(served, name, "antiblok", **said)
    table = served.hall.table(name)
    table.call(lambda play: play.wait("set_up", [DEALT]))
    table.call(lambda play: play.accept())


def play(served: Served, name: str, places: Placed, die: list[str] | None = None) -> None:
    """A turn, as if a camera had seen it."""
    table = served.hall.table(name)
    after = table.play.state.position.with_places(places)
    if die is not None:
        table.call(lambda play: play.throw(die))
    table.call(lambda play: play.confirm(after))


def wait(served: Served, name: str, reason: str, places: Placed) -> None:
    """What the board shows and the game does not take, as if a camera had seen it."""
    table = served.hall.table(name)
    after = table.play.state.position.with_places(places)
    table.call(lambda play: play.wait(reason, [after]))

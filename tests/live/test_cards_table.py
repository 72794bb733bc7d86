"""A film of a table of cards: the set-up is seen, hands are waited for, and turns are told once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from live.events import Event
from live.frame import Frame, Picture
from live.game import Reason
from live.log import GameLog
from live.play import Play
from live.table import Table
from referee.antiblok.notation import read_written
from referee.antiblok.position import Position
from referee.antiblok.rules import rule_book
from tests.antiblok_drawn import read_cases
from tests.vision.flat.drawn_cards import Scene, at_pixel, photograph
from vision.known_of_picture import Known

FRAME_S = 0.2
BOARDS = {case.said["board"]: case.board for case in read_cases("turns") if "board" in case.said}


class Cards:
    """Films cards and hands."""

    def __init__(self, table: Table) -> None:
        self.table, self.number = table, 0

    def see(self, position: Position, hand: float | None = None, frames: int = 6) -> list[Event]:
        told = []
        for n in range(frames):
            image = photograph(Scene(position.cards, position.blocks), seed=self.number)
            if hand is not None:
                _lay_hand(image, hand + 0.2 * (n % 2))
            told += self.table.see(Frame(image, "film", self.number, self.number * FRAME_S))
            self.number += 1
        return told


def _lay_hand(image: Picture, upto: float) -> None:
    scene = Scene(BOARDS["plain"].cards)
    (left, upper), (right, lower) = at_pixel(scene, 0, 5), at_pixel(scene, upto, 1)
    image[upper - 40 : lower, left - 60 : right] = np.array((120, 150, 200), np.uint8)


@pytest.fixture
def cards(tmp_path: Path) -> Cards:
    play = Play.begin(GameLog.open(tmp_path / "g.sqlite"), "1", "film", rule_book("antiblok"), ("R", "B"))
    return Cards(Table(play, Known(5)))


def kinds(told: list[Event]) -> list[str]:
    return [each.kind.value for each in told]


def test_a_game_is_followed_from_its_set_up_on(cards: Cards) -> None:
    plain = BOARDS["plain"]
    assert kinds(cards.see(plain)) == ["started"] and cards.table.play.state.start == plain
    first = read_written("a1<", plain, "R")[0]
    assert cards.see(plain, hand=1.5) + cards.see(first, hand=1.5) == []
    (turn,) = cards.see(first)
    assert (turn.data["n"], turn.data["notation"], turn.data["inferred"]) == (1, "a1<", True)
    assert cards.see(first, hand=2.5) + cards.see(first) == [], "a hand that changes nothing"
    cards.table.play.throw(["R2"])
    (turn,) = cards.see(read_written("c3> d3>", first, "B")[0])
    assert (turn.data["n"], turn.data["notation"], turn.data["legal"]) == (2, "R2 c3> d3>", True)


def test_a_claim_waits_and_the_rest_makes_it_a_turn(cards: Cards) -> None:
    square = BOARDS["square"]
    at = next(iter(square.squares()))
    (waits,) = cards.see(square)
    assert waits.data["waits"] == "set_up"
    cards.table.play.accept()
    claimed = read_written(f"+{at}", square, "R")[0]
    (waits,) = cards.see(claimed)
    assert waits.data["waits"] == Reason.INCOMPLETE.value
    assert cards.see(claimed, hand=1.5) == []
    (turn,) = cards.see(read_written("e5<", claimed, "R")[0])
    assert (turn.data["n"], turn.data["notation"]) == (1, f"e5< +{at}")


def test_a_correction_holds_until_the_card_changes(cards: Cards) -> None:
    plain = BOARDS["plain"]
    cards.see(plain)
    play = cards.table.play
    really = {"c3": "YGRB"}
    play.correct(plain.with_places(really))
    assert cards.see(plain) == [] and play.state.start.cards["c3"] == "YGRB"
    turn = cards.see(read_written("c3<", plain, "R")[0])
    assert kinds(turn) == ["turn"] and dict(play.state.by_hand) == {}
    assert play.state.position.cards["c3"] == read_written("c3<", plain, "R")[0].cards["c3"]


def test_a_camera_that_is_pushed_is_told_and_followed(cards: Cards) -> None:
    plain = BOARDS["plain"]
    cards.see(plain)
    told = []
    for _ in range(6):
        corners = tuple((u + 16, v + 3) for u, v in Scene(plain.cards).corners)
        image = photograph(replace(Scene(plain.cards), corners=corners), seed=cards.number)
        told += cards.table.see(Frame(image, "film", cards.number, cards.number * FRAME_S))
        cards.number += 1
    assert kinds(told) == ["moved"] and cards.table.play.state.steps == ()

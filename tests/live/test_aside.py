"""A second camera at a table: what it adds, when it is left out, and how it is known from which side it looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from live.aside import Use
from live.events import Kind
from live.frame import Again, Gone
from live.game import Reason
from referee.tactori.text import parse_text
from simulator.hand import Hand
from tests.live.beside import BARE, BEFORE, HIDDEN, Pair, begin_film, pair, shown
from tests.live.filming import Film, kinds, turns
from words.message import message

EMPTY, ONE, TWO = "9", "9 c3:R", "9 c3:R e5:B"
SYMMETRIC = "9 c3:R c7:R g3:R g7:R"


@pytest.fixture
def low(tmp_path: Path) -> Film:
    """A camera so low down that a stack hides what is behind it."""
    return begin_film(tmp_path, BEFORE)


def test_one_camera_alone_leaves_it_open(low: Film) -> None:
    low.calm(BEFORE)
    told = low.turn(BEFORE, HIDDEN, "e7") + low.calm(HIDDEN, 14)
    assert kinds(told) == ["unsure"] and [each["at"] for each in told[0].data["unsure"]] == ["e5-e7"]


@pytest.mark.parametrize("after", [HIDDEN, BARE])
def test_two_cameras_of_different_size_and_light_decide_what_one_leaves_open(low: Film, after: str) -> None:
    two = pair(low, 95.0)
    two.calm(BEFORE, 8)
    assert (two.aside.use, two.aside.turned_deg) == (Use.USED, 90)
    told = two.turn(BEFORE, after, "e7", 8)
    assert len(turns(told)) == 1 and shown(low) == parse_text(after)


def test_what_the_first_camera_cannot_see_at_all_the_other_tells(low: Film) -> None:
    """Behind a high stack of the same colour a second floor is set; the first camera sees nothing but a hand."""
    higher = BEFORE.replace("e5:R ", "e5:RR ")
    two = pair(low, 95.0)
    two.calm(BEFORE, 30)
    told = two.turn(BEFORE, higher, "e5", 10)
    assert shown(low) == parse_text(higher), kinds(told)


@pytest.mark.parametrize(("stands", "turned"), [(4.0, 0), (95.0, 90), (184.0, 180), (-85.0, 270)])
def test_the_pieces_tell_from_which_side_it_looks(tmp_path: Path, stands: float, turned: int) -> None:
    two = pair(begin_film(tmp_path, TWO, 52.0), stands)
    two.calm(TWO, 8)
    assert (two.aside.use, two.aside.turned_deg) == (Use.USED, turned)


@pytest.mark.parametrize("before", [EMPTY, SYMMETRIC])
def test_where_they_do_not_tell_it_is_not_used_until_somebody_says_it(tmp_path: Path, before: str) -> None:
    two = pair(begin_film(tmp_path, before, 52.0), 95.0)
    two.calm(before, 8)
    assert (two.aside.use, two.aside.turned_deg) == (Use.UNTURNED, None)
    two.aside.say_turned(90)
    two.calm(before, 8)
    assert (two.aside.use, two.aside.turned_deg) == (Use.USED, 90)


def test_it_is_used_as_soon_as_the_first_piece_tells(tmp_path: Path) -> None:
    two = pair(begin_film(tmp_path, EMPTY, 52.0), 95.0)
    two.calm(EMPTY, 8)
    two.turn(EMPTY, ONE, "c3")
    two.calm(ONE, 8)
    assert (two.aside.use, two.aside.turned_deg) == (Use.USED, 90)


def test_it_is_said_anew_from_which_side_a_camera_looks_that_went_elsewhere(tmp_path: Path) -> None:
    two = pair(begin_film(tmp_path, TWO, 52.0), 95.0)
    two.calm(TWO, 8)
    assert two.aside.turned_deg == 90
    moved = pair(two.film, 184.0)
    two.pose, two._drawn = moved.pose, {}
    two.film.table.asides = (two.aside,)
    two.calm(TWO, 40)
    assert (two.aside.use, two.aside.turned_deg) == (Use.USED, 180)


def test_a_camera_that_goes_away_in_mid_game_is_left_out_and_the_game_goes_on(low: Film) -> None:
    two = pair(low, 95.0)
    two.calm(BEFORE, 8)
    assert two.aside.use is Use.USED
    two.away = True
    two.aside.take(Gone(message("source.ended")))
    told = two.turn(BEFORE, BEFORE + " g7:R", "g7", 8)
    assert two.aside.use is Use.GONE and turns(told) == ["+g7"]
    two.away = False
    two.aside.take(Again())
    two.calm(BEFORE + " g7:R", 8)
    assert (two.aside.use, two.aside.turned_deg) == (Use.USED, 90)


def test_an_old_picture_is_not_of_this_moment(low: Film) -> None:
    two = pair(low, 95.0)
    two.calm(BEFORE, 8)
    two.away = True
    two.calm(BEFORE, 16)
    assert two.aside.use is Use.OLD
    told = two.turn(BEFORE, HIDDEN, "e7", 14)
    assert two.aside.use is Use.OLD and kinds(told) == ["unsure"]


def test_a_hand_that_only_the_other_camera_sees_is_no_turn_and_hinders_none(tmp_path: Path) -> None:
    two = pair(begin_film(tmp_path, TWO, 52.0), 95.0)
    two.calm(TWO, 8)
    two.hand = Hand("e5", 0.0)
    told = two.calm(TWO, 4) + two.turn(TWO, TWO + " g7:R", "g7", 6)
    assert turns(told) == ["+g7"] and shown(two.film) == parse_text(TWO + " g7:R")
    assert two.aside.use in (Use.COVERED, Use.MOVING)


def test_another_position_before_the_other_camera_does_not_talk_the_first_out_of_what_it_sees(tmp_path: Path) -> None:
    two = pair(begin_film(tmp_path, TWO, 52.0), 95.0)
    two.calm(TWO, 8)
    two.shows = TWO  # its picture is of another board, on which nothing happens
    told = two.turn(TWO, TWO + " g7:R", "g7", 6)
    assert turns(told) == ["+g7"]


def test_without_a_board_it_is_not_used(tmp_path: Path) -> None:
    two = pair(begin_film(tmp_path, TWO, 52.0), 95.0)
    two._drawn[(TWO, None)] = (two._picture(TWO) * 0 + 90).astype("uint8")
    two.calm(TWO, 8)
    assert two.aside.use is Use.NO_BOARD and two.film.table.sight.value == "calm"


def test_what_both_leave_open_is_told_as_ever(low: Film) -> None:
    two: Pair = pair(low, 4.0, elevation_deg=32.0)
    two.calm(BEFORE, 8)
    told = two.turn(BEFORE, HIDDEN, "e7", 14)
    assert two.aside.use is Use.USED
    assert kinds(told) == ["unsure"] and told[0].kind is Kind.UNSURE
    waiting = low.play.state.waiting
    assert waiting is not None and waiting.reason is Reason.UNCLEAR

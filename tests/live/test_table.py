"""A table in front of a simulated camera: what a player would expect it to say, and when it should be silent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from live.events import Kind
from live.frame import Again, Gone, Picture
from live.sight import Sight
from referee.tactori.position import Position
from referee.tactori.text import parse_text, to_text
from simulator.tactori.viewpoint import look_at
from tests.live.filming import SET, SIZE, Film, kinds, lamp, start_film, turns
from vision.found_board import FoundBoard, turn
from vision.tactori.rereading import Look
from words.message import message

ONE = "9 c3:R"
TWO = "9 c3:R e5:B"
THREE = "9 c3:R e3:R e5:B R:c3-e3@1"


@pytest.fixture
def film(tmp_path: Path) -> Film:
    made = start_film(tmp_path)
    made.calm("9")
    return made


def played(film: Film) -> Film:
    """Three turns, the last with a bridge."""
    film.turn("9", ONE, "c3")
    film.turn(ONE, TWO, "e5")
    film.turn(TWO, THREE, "e3")
    assert turns(film.events) == ["+c3", "+e5", "+e3 +c3-e3"]
    film.events.clear()
    return film


def test_turns_are_told_when_the_hand_has_gone(film: Film) -> None:
    assert film.hand("9", "c3") == []
    assert film.hand(ONE, "c3", 2) == []
    told = film.calm(ONE)
    assert turns(told) == ["+c3"]
    assert told[0].data["player"] == "R" and told[0].data["position"] == parse_text(ONE)
    played_on = film.turn(ONE, TWO, "e5")
    assert turns(played_on) == ["+e5"]


def test_an_unchanged_board_says_nothing_and_is_not_read(film: Film, monkeypatch: pytest.MonkeyPatch) -> None:
    film.turn("9", ONE, "c3")
    looks = []
    monkeypatch.setattr(film.table.eyes, "look", lambda *args, **kwargs: looks.append(args))
    assert film.calm(ONE, 6) == []
    assert looks == []


def test_how_well_the_board_is_seen(tmp_path: Path) -> None:
    film = start_film(tmp_path)
    assert film.table.sight is Sight.NONE
    film.calm("9")
    assert film.table.sight is Sight.CALM
    film.hand(ONE, "c3", 2)
    assert film.table.sight is Sight.BUSY
    film.calm(ONE)
    assert film.table.sight is Sight.CALM


def test_corners_that_somebody_says_hold_until_they_are_to_be_found_again(film: Film) -> None:
    found = film.table.eyes.found
    assert found is not None
    said = tuple((u + 3.0, v - 2.0) for u, v in found.corners_px)
    film.table.hold_corners(said)
    assert film.table.sight is Sight.NONE
    assert film.table.eyes.known.corners == said
    film.calm("9")
    held = film.table.eyes.found
    assert held is not None
    assert np.abs(np.array(held.corners_px) - np.array(said)).max() < 6
    assert turns(film.turn("9", ONE, "c3")) == ["+c3"]
    film.table.hold_corners(None)
    film.calm(ONE)
    again = film.table.eyes.found
    assert again is not None
    assert np.abs(np.array(again.corners_px) - np.array(found.corners_px)).max() < 2


def test_measuring_the_set_does_not_keep_a_turn_from_being_told(film: Film, monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[Picture] = []
    monkeypatch.setattr(film.table.eyes, "learn", lambda image, position: measured.append(image))
    film.hand("9", "c3")
    film.hand(ONE, "c3")
    told = [each for _ in range(4) for each in film.calm(ONE, 1) if not measured]
    assert turns(told) == ["+c3"]
    film.calm(ONE, 2)
    assert measured


def test_a_hand_that_stays_is_reported_once_and_nothing_is_read_under_it(film: Film) -> None:
    told = film.hand(ONE, "c3", 50)
    assert kinds(told) == ["hand"]
    assert film.play.state.steps == ()
    assert turns(film.calm(ONE)) == ["+c3"]


def test_two_turns_between_two_looks_are_both_told_in_order(film: Film) -> None:
    film.hand("9", "c3", 2)
    told = film.calm(TWO)
    assert turns(told) == ["+c3", "+e5"]
    assert [each.data["player"] for each in told] == ["R", "B"]


def test_a_turn_that_goes_on_after_a_pause_is_one_turn(film: Film) -> None:
    film.turn("9", ONE, "c3")
    film.turn(ONE, TWO, "e5")
    film.turn(TWO, "9 c3:R e3:R e5:B", "e3")
    told = film.turn("9 c3:R e3:R e5:B", THREE, "d3")
    assert turns(told) == ["+e3 +c3-e3"] and told[0].data["continued"] is True
    assert len(film.play.state.steps) == 3 and film.play.state.match.to_move == "B"


def test_a_turn_taken_back_is_recognised(film: Film) -> None:
    played(film)
    told = film.turn(THREE, TWO, "e3")
    assert kinds(told) == ["taken_back"] and told[0].data["turns"] == 1
    assert turns(film.turn(TWO, "9 c3:RR e5:B", "c3")) == ["+c3"]


def test_an_illegal_turn_waits_and_is_put_right(film: Film) -> None:
    played(film)
    wrong = "9 c3:R e3:R e5:BY R:c3-e3@1"
    told = film.turn(THREE, wrong, "e5")
    assert kinds(told) == ["turn"] and told[0].data["waits"] == "illegal"
    assert [each.rule for each in told[0].data["violations"]] == ["turn.foreign"]
    assert len(film.play.state.steps) == 3
    assert film.calm(wrong, 6) == []
    assert kinds(film.turn(wrong, THREE, "e5")) == ["put_right"]
    assert turns(film.turn(THREE, "9 c3:R e3:R e5:BB R:c3-e3@1", "e5")) == ["+e5"]


def test_an_illegal_turn_can_be_accepted_even_after_the_next_one_was_made(film: Film) -> None:
    played(film)
    wrong = "9 c3:R e3:R e5:BY R:c3-e3@1"
    further = "9 c3:R c5:R e3:R e5:BY R:c3-e3@1"
    film.turn(THREE, wrong, "e5")
    assert turns(film.turn(wrong, further, "c5")) == []
    told = film.play.accept()
    assert [each.data["n"] for each in told] == [4, 5]
    assert film.play.state.position == parse_text(further) and film.play.state.match.to_move == "B"
    assert film.calm(further) == []


def test_what_was_rejected_or_undone_is_not_read_again_until_the_board_changes(film: Film) -> None:
    played(film)
    film.play.undo()
    assert film.calm(THREE, 6) == [] and len(film.play.state.steps) == 2
    other = "9 c3:R e5:B g3:R"
    assert turns(film.turn(THREE, other, "g3")) == ["+g3"]
    film.turn(other, "9 c3:R e5:BY g3:R", "e5")
    film.play.reject()
    assert film.calm("9 c3:R e5:BY g3:R", 6) == []
    assert turns(film.turn("9 c3:R e5:BY g3:R", "9 c3:R e5:BB g3:R", "e5")) == ["+e5"]


def test_a_correction_wins_until_the_place_changes(film: Film) -> None:
    played(film)
    film.play.correct(parse_text("9 c3:R e3:RR e5:B R:c3-e3@1"))
    assert film.calm(THREE, 6) == []
    assert turns(film.turn(THREE, "9 c3:R e3:R e5:BB R:c3-e3@1", "e5")) == ["+e5"]
    assert film.play.state.position == parse_text("9 c3:R e3:RR e5:BB R:c3-e3@1")


def test_a_correction_survives_a_push_that_leaves_nothing_to_compare_with(film: Film) -> None:
    played(film)
    film.play.correct(parse_text("9 c3:R e3:RR e5:B R:c3-e3@1"))
    film.calm(THREE)
    film.pose = look_at(SET, 51.0, 5.0, size=SIZE)
    film.calm(THREE, 8)
    assert film.play.state.position.towers["e3"] == "RR" and film.play.state.waiting is None
    assert turns(film.events) == []


def test_what_is_given_back_to_the_camera_is_as_it_sees_it(film: Film) -> None:
    """Though nothing has changed on the board since: it looks anew."""
    played(film)
    film.play.correct(parse_text("9 c3:R e3:RR e5:B R:c3-e3@1"))
    assert film.calm(THREE, 6) == []
    film.play.let_camera_say(["e3"])
    film.calm(THREE, 6)
    assert film.play.state.position == parse_text(THREE)
    assert not film.play.state.by_hand and film.play.state.waiting is None


def test_flicker_between_two_readings_is_no_turn(film: Film, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every other frame is read as if a tower stood there."""
    look, count = film.table.eyes.look, 0

    def flickering(image: Picture, position: Position, *more: Any) -> Look:
        nonlocal count
        count += 1
        seen = look(image, position, *more)
        return replace(seen, position=parse_text("9 h8:R")) if count % 2 else seen

    monkeypatch.setattr(film.table.eyes, "look", flickering)
    for _ in range(3):
        film.table.eyes.forget_picture()
        assert film.calm("9", 3) == []
    assert count >= 4


def test_a_hidden_floor_is_remembered(film: Film) -> None:
    """Seen from the near side, what stands behind a high stack cannot be seen; it is still there."""
    played(film)
    position = THREE
    for after, at in (
        ("9 c3:R e3:R e4:B e5:B R:c3-e3@1", "e4"),
        ("9 c3:R e3:R e4:BR e5:B R:c3-e3@1", "e4"),
        ("9 c3:R e3:R e4:BRB e5:B R:c3-e3@1", "e4"),
        ("9 c3:R e3:R e4:BRBR e5:B R:c3-e3@1", "e4"),
    ):
        film.turn(position, after, at)
        position = after
    assert film.play.state.position == parse_text(position)


def test_a_pushed_camera_is_noticed_and_followed(film: Film) -> None:
    played(film)
    film.pose = look_at(SET, 51.0, 5.5, size=SIZE)
    assert kinds(film.calm(THREE, 6)) == ["moved"]
    assert turns(film.turn(THREE, "9 c3:R e3:R e5:BB R:c3-e3@1", "e5")) == ["+e5"]


def test_a_camera_pushed_by_the_hand_that_plays(film: Film) -> None:
    played(film)
    film.hand(THREE, "e5", 2)
    film.pose = look_at(SET, 53.0, 2.0, size=SIZE)
    told = film.calm("9 c3:R e3:R e5:BB R:c3-e3@1", 6)
    assert turns(told) == ["+e5"] and kinds(told)[0] == "moved"


def quarter(film: Film, quarters: int) -> None:
    """Turns the board on the table: the camera sees it from another side, the table stays."""
    board = FoundBoard(9, film.pose, ((0.0, 0.0),) * 4, 0.0)
    film.pose = turn(board, quarters).pose


def test_a_board_turned_by_a_quarter_keeps_its_names(film: Film) -> None:
    played(film)
    film.turn(THREE, "9 c3:R e3:R e5:BB R:c3-e3@1", "e5")
    position = "9 c3:R e3:R e5:BB g7:R R:c3-e3@1"
    film.turn("9 c3:R e3:R e5:BB R:c3-e3@1", position, "g7")
    film.events.clear()
    quarter(film, 1)
    told = film.calm(position, 8)
    assert turns(told) == [] and "moved" in kinds(told)
    assert film.play.state.waiting is None
    after = "9 c3:R e3:R e5:BB g7:R h2:B R:c3-e3@1"
    assert turns(film.calm(after, 6)) == ["+h2"]


def test_a_lamp_is_no_hand_and_no_turn(film: Film) -> None:
    played(film)
    film.look = lamp(film.look)
    assert turns(film.calm(THREE, 20)) == [] and "hand" not in kinds(film.events)
    assert turns(film.turn(THREE, "9 c3:R e3:R e5:BB R:c3-e3@1", "e5")) == ["+e5"]


def test_a_cup_that_is_left_on_the_board_is_no_hand_after_a_while(film: Film) -> None:
    """It lies over an edge that was free before, and stays."""
    played(film)
    cup = film.picture(THREE).copy()
    left, lower = np.array(film.table.eyes.found.corners_px[0], int)  # type: ignore[union-attr]
    cv2.circle(cup, (int(left) + 200, int(lower)), 42, (120, 60, 150), -1)
    assert kinds(film.film(cup, 115)) == ["hand"]
    assert film.play.state.waiting is None and len(film.play.state.steps) == 3
    with_tower = film.picture("9 c3:R e3:R e5:BB R:c3-e3@1").copy()
    cv2.circle(with_tower, (int(left) + 200, int(lower)), 42, (120, 60, 150), -1)
    assert turns(film.film(with_tower, 6)) == ["+e5"]


def test_a_board_that_is_taken_away_is_missed_and_found_again(film: Film) -> None:
    played(film)
    table = np.full_like(film.picture(THREE), 90)
    assert kinds(film.film(table, 40)) == ["lost"]
    told = film.calm(THREE, 16)
    assert kinds(told)[:1] == ["back"] and turns(told) == []
    assert turns(film.turn(THREE, "9 c3:R e3:R e5:BB R:c3-e3@1", "e5")) == ["+e5"]


def test_a_source_that_dies_is_named(film: Film) -> None:
    (gone,) = film.table.take(Gone(message("frames.stopped")))
    assert gone.kind is Kind.LOST and gone.data["what"] == "source" and gone.to_json()["why"]
    (again,) = film.table.take(Again())
    assert again.kind is Kind.BACK


def test_nothing_is_read_in_a_pause(film: Film) -> None:
    film.play.pause()
    assert film.turn("9", ONE, "c3") == []
    film.play.resume_play()
    assert turns(film.calm(ONE)) == ["+c3"]


def test_a_game_joined_half_way_asks_whether_this_is_its_beginning(tmp_path: Path) -> None:
    film = start_film(tmp_path)
    told = film.calm("9 c3:R e5:B g3:R g5:BY", 5)
    assert kinds(told) == ["unsure"] and told[0].data["waits"] == "set_up"
    film.play.accept()
    assert film.play.state.start == parse_text("9 c3:R e5:B g3:R g5:BY")
    assert turns(film.turn("9 c3:R e5:B g3:R g5:BY", "9 c3:RR e5:B g3:R g5:BY", "c3")) == ["+c3"]


def test_a_game_taken_up_again_goes_on_where_it_was(film: Film, tmp_path: Path) -> None:
    played(film)
    from live.play import Play
    from live.table import Table

    again = Play.resume(film.play.log, "1")
    assert again is not None
    film.table = Table(again, film.table.eyes.known)
    assert film.calm(THREE, 6) == []
    assert turns(film.turn(THREE, "9 c3:R e3:R e5:BB R:c3-e3@1", "e5")) == ["+e5"]
    assert to_text(again.state.position) == "9 c3:R e3:R e5:BB R:c3-e3@1"


def test_photographs_are_read_one_by_one(tmp_path: Path) -> None:
    film = start_film(tmp_path)
    film.alone = True
    assert kinds(film.hand(ONE, "c3")) == ["hand"]
    assert turns(film.calm(ONE, 1)) == ["+c3"]
    assert kinds(film.hand(TWO, "e5")) == ["hand"]
    assert turns(film.calm(TWO, 1)) == ["+e5"]


def test_a_game_that_is_over_reads_no_turns_while_the_board_is_cleared(tmp_path: Path) -> None:
    film = start_film(tmp_path, "rectangle5")
    film.calm("5")
    position = "5"
    for after, at in (
        ("5 b2:R", "b2"),
        ("5 b2:R d4:B", "d4"),
        ("5 b2:R b3:R d4:B R:b2-b3@1", "b3"),
        ("5 b2:R b3:R d4:BB R:b2-b3@1", "d4"),
        ("5 b2:R b3:R c2:R d4:BB R:b2-b3@1 R:b2-c2@1", "c2"),
        ("5 b2:R b3:R c2:R d4:BBB R:b2-b3@1 R:b2-c2@1", "d4"),
        ("5 b2:R b3:R c2:R c3:R d4:BBB R:b2-b3@1 R:b2-c2@1 R:b3-c3@1 R:c2-c3@1", "c3"),
    ):
        film.turn(position, after, at)
        position = after
    assert kinds(film.events)[-1] == "outcome" and film.events[-1].data["winner"] == "R"
    film.events.clear()
    assert film.calm("5 b2:R b3:R R:b2-b3@1", 6) == []

"""What a table leaves open is settled with a photograph; one that is not of this position is refused."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from live.events import Kind
from live.log import GameLog
from live.play import Play
from live.settling import settle
from live.sight import Sight
from referee.tactori.text import parse_text
from simulator.hand import Hand
from tests.live.beside import BARE, BEFORE, HIDDEN, LOOK, begin_film, photograph, shown, side
from tests.live.filming import Film, kinds, turns
from tests.waiting import PATIENCE_S
from vision.tactori.rereading import Look
from words.message import InputError

ROUND = side(95.0)


def waiting(folder: Path, after: str = HIDDEN) -> Film:
    """Red has set e7, and the camera cannot tell whether it laid the stick."""
    film = begin_film(folder, BEFORE)
    film.calm(BEFORE)
    film.turn(BEFORE, after, "e7")
    film.calm(after, 14)
    assert film.table.sight is Sight.UNSURE and film.play.state.waiting is not None
    film.events.clear()
    return film


@pytest.fixture
def film(tmp_path: Path) -> Film:
    return waiting(tmp_path)


def refused(film: Film, image: object, key: str, **more: int) -> None:
    before = film.play.state
    with pytest.raises(InputError) as error:
        settle(film.table, image, **more)  # type: ignore[arg-type]
    assert error.value.message.key == key
    assert film.play.state == before


@pytest.mark.parametrize("turned", [95.0, 184.0, -85.0])
def test_a_photograph_from_another_side_decides(film: Film, tmp_path: Path, turned: float) -> None:
    told = settle(film.table, photograph(HIDDEN, side(turned)))
    assert turns(told) == ["+e7 +e5-e7"] and shown(film) == parse_text(HIDDEN)
    assert film.table.shown == parse_text(HIDDEN) and film.play.state.waiting is None
    assert film.calm(HIDDEN, 6) == [] and film.table.sight is Sight.CALM, "the camera does not ask again"
    again = Play.resume(GameLog.open(tmp_path / "games.sqlite"), "1")
    assert again is not None and again.state.position == parse_text(HIDDEN), "it is in the log"


def test_whoever_speaks_while_it_is_read_is_answered_and_counts(film: Film, monkeypatch: pytest.MonkeyPatch) -> None:
    look, reading, go = film.table.eyes.look, threading.Event(), threading.Event()

    def slow(*args: Any, **named: Any) -> Look:
        reading.set()
        assert go.wait(PATIENCE_S)
        return look(*args, **named)

    monkeypatch.setattr(film.table.eyes, "look", slow)
    with ThreadPoolExecutor() as people:
        settled = people.submit(settle, film.table, photograph(HIDDEN, ROUND))
        assert reading.wait(PATIENCE_S)
        assert kinds(people.submit(film.play.end).result(PATIENCE_S)) == ["ended"]
        go.set()
        with pytest.raises(InputError, match="Nothing is open"):
            settled.result(PATIENCE_S)
    assert film.play.state.position == parse_text(BEFORE)


def test_it_decides_the_other_way_too(tmp_path: Path) -> None:
    film = begin_film(tmp_path, BEFORE)
    film.calm(BEFORE)
    film.play.wait("unclear", [parse_text(HIDDEN)], ["e5-e7"])
    film.calm(BARE, 6)
    told = settle(film.table, photograph(BARE, ROUND)) if film.table.is_open else film.events
    assert turns(film.events + told)[-1] == "+e7" and shown(film) == parse_text(BARE)


def test_somebody_can_say_from_which_side_it_was_taken(film: Film) -> None:
    refused(film, photograph(HIDDEN, ROUND), "settle.stranger", turned_deg=180)
    assert turns(settle(film.table, photograph(HIDDEN, ROUND), 90)) == ["+e7 +e5-e7"]


def test_a_photograph_that_shows_no_more_leaves_it_open_and_says_what(film: Film) -> None:
    told = settle(film.table, photograph(HIDDEN, side(0.0, 32.0)))
    assert kinds(told) == ["unsure"] and told[0].data["unsure"] and film.play.state.waiting is not None
    assert film.table.sight is Sight.UNSURE


def test_a_photograph_of_another_position_is_refused(film: Film) -> None:
    refused(film, photograph("9 a1:YY c7:GG g3:B i9:Y", ROUND), "settle.stranger")


def test_a_piece_that_was_moved_in_between_is_named(film: Film) -> None:
    with pytest.raises(InputError) as error:
        settle(film.table, photograph("9 e3:RRRR e5:R e7:R c5:B g5:Y R:e5-e7@1", ROUND))
    assert error.value.message.key == "settle.disagrees" and "g5" in error.value.message.params["fields"]
    assert film.play.state.waiting is not None


def test_a_photograph_without_the_board_is_refused(film: Film) -> None:
    refused(film, np.full((600, 800, 3), 90, np.uint8), "settle.no_board")


def test_a_hand_in_the_photograph_is_asked_away(film: Film) -> None:
    refused(film, photograph(HIDDEN, ROUND, Hand("c5", 0.0), LOOK), "settle.covered")


def test_from_which_side_it_was_taken_cannot_always_be_told(tmp_path: Path) -> None:
    corners = "9 c3:R c7:R g3:R g7:R"
    film = begin_film(tmp_path, corners, 52.0)
    film.calm(corners)
    film.play.wait("unclear", [parse_text(corners)], ["c3-c5"])
    refused(film, photograph(corners, ROUND), "settle.turning")


def test_where_nothing_is_open_nothing_is_settled(tmp_path: Path) -> None:
    film = begin_film(tmp_path, BEFORE)
    film.calm(BEFORE)
    refused(film, photograph(BEFORE, ROUND), "settle.nothing")


def test_while_the_camera_does_not_see_the_board_it_has_to_wait(film: Film) -> None:
    film.hand(HIDDEN, "c5", 2)
    refused(film, photograph(HIDDEN, ROUND), "settle.camera")
    film.calm(HIDDEN, 6)
    assert turns(settle(film.table, photograph(HIDDEN, ROUND))) == ["+e7 +e5-e7"]


def test_a_paused_game_is_not_settled(film: Film) -> None:
    film.play.pause()
    refused(film, photograph(HIDDEN, ROUND), "play.paused")


def test_the_camera_goes_on_while_a_photograph_is_read(film: Film) -> None:
    """Whoever is first, the turn is confirmed once."""
    image, told, failed = photograph(HIDDEN, ROUND), list[object](), list[BaseException]()

    def bring() -> None:
        try:
            told.extend(settle(film.table, image))
        except BaseException as error:  # shown below
            failed.append(error)

    bringing = [threading.Thread(target=bring) for _ in range(2)]
    for each in bringing:
        each.start()
    while any(each.is_alive() for each in bringing):
        film.calm(HIDDEN, 1)
    confirmed = [each for each in told if getattr(each, "kind", None) is Kind.TURN]
    assert len(confirmed) == 1 and len(film.play.state.steps) == 1 and shown(film) == parse_text(HIDDEN)
    assert [str(error.message.key) for error in failed] == ["settle.nothing"]  # type: ignore[attr-defined]

"""What sees a family's board: which reader serves a game, and what a picture shows before a game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.games import GAMES, find_game
from vision.families import FAMILIES, USUAL, NotSighted, measuring_of, reader_of
from vision.tactori.settings import ASK
from vision.tasks import ASKS
from words.message import InputError

SAMPLES = Path(__file__).parents[2] / "sample_images"


def test_a_game_is_read_by_the_reader_of_its_family() -> None:
    for game in GAMES.values():
        if game.family in FAMILIES:
            assert reader_of(game) is FAMILIES[game.family]().reader
    assert reader_of(None) is FAMILIES[USUAL]().reader


@pytest.mark.parametrize(("asked", "key"), [(reader_of, "scan.no_reader"), (measuring_of, "calibrate.not_measured")])
def test_a_game_nobody_sees_is_refused(asked: object, key: str) -> None:
    with pytest.raises(InputError) as caught:
        asked(replace(find_game("taktori"), family="card houses"))  # type: ignore[operator, type-var]
    assert caught.value.message.key == key


def test_cards_are_not_measured() -> None:
    with pytest.raises(InputError) as caught:
        measuring_of(find_game("antiblok"))
    assert caught.value.message.key == "calibrate.not_measured"


def test_every_way_to_ask_is_known_to_the_reader() -> None:
    assert tuple(ASK) == ASKS


@pytest.fixture(scope="module")
def towers() -> np.ndarray:
    image = cv2.imread(str(SAMPLES / "closed_rectangle.jpg"))
    assert image is not None
    return image


@pytest.mark.parametrize("family", FAMILIES)
def test_where_there_is_no_board_it_is_said_why(family: str) -> None:
    with pytest.raises(NotSighted) as said:
        FAMILIES[family]().find(np.full((360, 640, 3), 120, np.uint8), None, None)
    assert said.value.message.key.startswith("no")


def test_a_board_with_towers_is_found_and_its_colours_told(towers: np.ndarray) -> None:
    family = FAMILIES["tactori"]()
    found = family.find(towers, None, None)
    assert found.board == 9 and len(found.corners_px) == 4
    assert family.colours(towers, 9, None) == ("R", "B", "Y", "G")


def test_towers_are_no_cards(towers: np.ndarray) -> None:
    with pytest.raises(NotSighted):
        FAMILIES["antiblok"]().find(towers, None, None)

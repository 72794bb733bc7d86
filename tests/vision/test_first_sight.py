"""Before a game: whose board is in a picture, and in which colours pieces lie on it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.first_sight import COLOURS, FIND, NotSighted

SAMPLES = Path(__file__).parents[2] / "sample_images"


@pytest.fixture(scope="module")
def towers() -> np.ndarray:
    image = cv2.imread(str(SAMPLES / "closed_rectangle.jpg"))
    assert image is not None
    return image


@pytest.mark.parametrize("family", FIND)
def test_where_there_is_no_board_it_is_said_why(family: str) -> None:
    with pytest.raises(NotSighted) as said:
        FIND[family](np.full((360, 640, 3), 120, np.uint8), None, None)
    assert said.value.message.key.startswith("no")


def test_a_board_with_towers_is_found_and_its_colours_told(towers: np.ndarray) -> None:
    found = FIND["tactori"](towers, None, None)
    assert found.board == 9 and len(found.corners_px) == 4
    assert COLOURS["tactori"](towers, 9, None) == ("R", "B", "Y", "G")


def test_towers_are_no_cards(towers: np.ndarray) -> None:
    with pytest.raises(NotSighted):
        FIND["antiblok"](towers, None, None)

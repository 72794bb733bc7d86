"""The board of cards in a picture: found, named from its near left corner, or refused with a reason."""

import cv2
import numpy as np
import pytest

from tests.vision.flat.drawn_cards import OBLIQUE, PAINTS, STEEP, Scene, develop, photograph, random_cards
from vision.flat.card_board import NoCards, find_cards, find_cards_near
from vision.flat.card_settings import DEFAULT
from vision.flat.plane import from_corners

LOW = ((90.0, 400.0), (800.0, 470.0), (700.0, 200.0), (270.0, 170.0))
TURNED = ((300.0, 500.0), (760.0, 330.0), (560.0, 80.0), (210.0, 190.0))


@pytest.mark.parametrize("corners", [OBLIQUE, STEEP, LOW, TURNED])
@pytest.mark.parametrize("rim", [True, False])
def test_cards_are_found_to_a_hundredth_of_the_board(corners: tuple[tuple[float, float], ...], rim: bool) -> None:
    found = find_cards(photograph(Scene(random_cards(3), corners=corners, rim=rim)), DEFAULT)
    side = np.linalg.norm(np.subtract(corners[1], corners[0]))
    assert np.abs(np.array(found.plane.corners_px) - corners).max() < 0.01 * side
    assert found.worth > 24


@pytest.mark.parametrize("ground", [(0.06, 0.2, 0.09), (0.45, 0.04, 0.03), (0.85, 0.85, 0.83), (0.02, 0.02, 0.02)])
def test_the_ground_may_be_of_any_colour(ground: tuple[float, float, float]) -> None:
    found = find_cards(photograph(Scene(random_cards(4), ground=ground)), DEFAULT)
    assert np.abs(np.array(found.plane.corners_px) - OBLIQUE).max() < 6


def test_pale_cards_on_a_black_board_are_found() -> None:
    """Between quarters hardly any edge, beside the cards strong ones."""
    pale = {letter: tuple(0.4 * c + 0.45 for c in paint) for letter, paint in PAINTS.items()}
    found = find_cards(photograph(Scene(random_cards(11), ground=(0.01, 0.01, 0.01), paints=pale)), DEFAULT)
    assert np.abs(np.array(found.plane.corners_px) - OBLIQUE).max() < 6


def refused(image: np.ndarray) -> str:
    with pytest.raises(NoCards) as caught:
        find_cards(image, DEFAULT)
    assert str(caught.value).startswith("no board of cards found: ")
    return caught.value.message.key


def test_an_empty_picture_is_refused() -> None:
    assert refused(np.full((540, 960, 3), 120, np.uint8)) == "nocards.none"


def test_noise_is_refused() -> None:
    refused(np.random.default_rng(1).integers(0, 256, (540, 960, 3), dtype=np.uint8))


def test_a_board_without_cards_is_refused() -> None:
    assert refused(photograph(Scene({}))) == "nocards.none"


def test_coloured_squares_that_are_no_cards_are_refused() -> None:
    """Each quarter of any paint: a lattice, but fields with a paint twice."""
    rng = np.random.default_rng(2)
    cards = {at: "".join(rng.choice(list("RBYG"), 4)) for at in random_cards(1)}
    assert refused(photograph(Scene(cards))) in ("nocards.cards", "nocards.paints", "nocards.lattice")


def test_strewn_colours_are_refused() -> None:
    rng = np.random.default_rng(6)
    canvas = np.full((540, 960, 3), 0.2, np.float32)
    for _ in range(300):
        x, y = int(rng.integers(960)), int(rng.integers(540))
        colour = [(0.5, 0.05, 0.04), (0.04, 0.16, 0.45), (0.8, 0.58, 0.08), (0.05, 0.28, 0.08)][int(rng.integers(4))]
        cv2.rectangle(canvas, (x, y), (x + 24, y + 24), colour, -1)
    refused(develop(canvas))


def test_half_a_board_is_refused() -> None:
    """One column is beyond the edge and the next one is not seen: which five are there cannot be told."""
    image = photograph(Scene(random_cards(7), corners=STEEP, ground=(0.8, 0.8, 0.78)))
    image[:, :340] = 90
    assert refused(image) == "nocards.which"


def test_where_the_board_was_it_is_found_again_though_it_moved() -> None:
    before = from_corners(np.array(OBLIQUE), (960, 540))
    moved = tuple((u + 6.0, v - 5.0) for u, v in OBLIQUE)
    found = find_cards_near(photograph(Scene(random_cards(8), corners=moved)), before, 0.2, DEFAULT)
    assert np.abs(np.array(found.plane.corners_px) - moved).max() < 4


def test_where_no_board_is_any_more_none_is_found() -> None:
    before = from_corners(np.array(OBLIQUE), (960, 540))
    with pytest.raises(NoCards):
        find_cards_near(photograph(Scene({})), before, 0.2, DEFAULT)

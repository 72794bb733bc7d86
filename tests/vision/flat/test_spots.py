"""Even spots."""

import cv2
import numpy as np

from tests.vision.flat.drawn_cards import Scene, photograph, random_cards
from vision.flat.spots import edge_strength, find_spots


def test_most_quarters_of_a_drawn_board_are_spots() -> None:
    image = photograph(Scene(random_cards(2)))
    spots = find_spots(edge_strength(image), 20.0, 30.0, 0.4, 4.5)
    assert len(spots) >= 90
    assert np.median(spots.area) > 100


def test_stripes_and_slivers_are_no_spots() -> None:
    image = np.full((100, 200, 3), 255, np.uint8)
    cv2.rectangle(image, (10, 10), (190, 20), (0, 0, 200), -1)
    cv2.rectangle(image, (20, 40), (50, 70), (200, 0, 0), -1)
    spots = find_spots(edge_strength(image), 20.0, 30.0, 0.4, 4.5)
    ground, square = spots.middle[spots.area.argsort()[::-1]]
    assert np.allclose(square, (35, 55), atol=1)
    assert spots.area.min() > 25 * 25 and np.allclose(ground, (100, 50), atol=15)

"""Even spots, and the lattice they lie in."""

import cv2
import numpy as np
import pytest

from tests.vision.flat.drawn_cards import Scene, photograph, random_cards
from vision.flat.spots import edge_strength, find_spots, grow, lattice_steps

ALONG = np.concatenate([[k + 0.28, k + 0.72] for k in range(5)])


def quarters(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Nodes and middles of a hundred quarters whose steps are unequal in turn, seen through a homography."""
    nodes = np.array([(i, j) for i in range(10) for j in range(10)])
    points = np.stack([ALONG[nodes[:, 0]], ALONG[nodes[:, 1]], np.ones(100)], 1) @ matrix.T
    return nodes, points[:, :2] / points[:, 2:]


OBLIQUE = np.array([[100.0, 20, 200], [-10, -60, 500], [0.0, 0.08, 1.0]])


@pytest.mark.parametrize("hidden", [0, 30])
def test_a_lattice_with_unequal_steps_and_holes_is_followed_most_of_the_way(hidden: int) -> None:
    nodes, middles = quarters(OBLIQUE)
    keep = np.random.default_rng(4).permutation(100)[hidden:]
    nodes, middles = nodes[keep], middles[keep]
    start, steps, seen = lattice_steps(middles, np.arange(len(middles)), 9, 0.33)
    assert seen >= 7
    reached = grow(middles, start, steps, 0.33)
    assert len(reached) > 0.5 * len(middles)
    index = np.array(list(reached))
    # The same lattice up to how its axes are named.
    found, truth = np.array(list(reached.values())), nodes[index]
    fitted = np.linalg.lstsq(np.c_[found, np.ones(len(found))], truth, rcond=None)[0]
    assert np.allclose(np.c_[found, np.ones(len(found))] @ fitted, truth, atol=1e-6)
    assert abs(round(np.linalg.det(fitted[:2]))) == 1


def test_strewn_points_are_no_lattice() -> None:
    middles = np.random.default_rng(5).uniform(0, 500, (80, 2))
    start, steps, _ = lattice_steps(middles, np.arange(80), 9, 0.2)
    assert len(grow(middles, start, steps, 0.2)) < 24


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

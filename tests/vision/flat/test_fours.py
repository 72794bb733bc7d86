"""Fours of spots that lie like a card's quarters, and the rows and columns in which cards lie."""

import numpy as np
import pytest

from vision.flat.card_settings import ROWS
from vision.flat.fours import NO_SPOT, apart, find_fours, rows_and_columns
from vision.flat.plane import apply

QUARTERS = ((0.28, 0.28), (0.72, 0.28), (0.72, 0.72), (0.28, 0.72))
CARDS = np.array([(i, j) for j in range(5) for i in range(5)], float)
OBLIQUE = np.array([[100.0, 20, 200], [-10, -60, 500], [0.0, 0.08, 1.0]])
TURNED = np.array([[70.0, -40, 500], [-40, -50, 450], [0.02, 0.05, 1.0]])


def quarters(matrix: np.ndarray) -> np.ndarray:
    """Middles (100, 2) of all quarters, four of a card after another, seen through a homography."""
    return apply(matrix, (CARDS[:, None] + np.array(QUARTERS)[None]).reshape(-1, 2))


def whole_cards(spots: np.ndarray) -> set[int]:
    """The cards whose four quarters are together, by the places of their spots."""
    return {int(four[0]) // 4 for four in np.sort(spots, axis=1) if (four // 4 == four[0] // 4).all()}


@pytest.mark.parametrize("matrix", [OBLIQUE, TURNED])
def test_every_card_is_one_of_the_fours(matrix: np.ndarray) -> None:
    assert whole_cards(find_fours(quarters(matrix), 8, 0.35).spots) == set(range(25))


def test_a_four_may_lack_one_spot() -> None:
    middles = quarters(OBLIQUE)
    fours = find_fours(np.delete(middles, 48, axis=0), 8, 0.35)
    off = np.abs(fours.corners - middles[48]).max(-1)
    assert ((fours.spots == NO_SPOT) & (off < 6)).any()


def test_two_spots_are_no_four() -> None:
    assert len(find_fours(np.array([[0.0, 0.0], [10.0, 0.0]]), 8, 0.35)) == 0


def test_cards_lie_closer_together_than_other_fours() -> None:
    fours = find_fours(quarters(OBLIQUE), 8, 0.35)
    kept = fours.only(apart(fours, np.ones(len(fours), bool)))
    assert len(set(kept.spots.ravel()) - {NO_SPOT}) == (kept.spots != NO_SPOT).sum()
    assert len(whole_cards(kept.spots)) >= 20


@pytest.mark.parametrize("matrix", [OBLIQUE, TURNED])
@pytest.mark.parametrize("hidden", [(), (12,), (10, 11, 12, 13, 14), (2, 7, 12, 17, 6, 11)])
def test_cards_are_put_in_rows_and_columns_across_what_is_hidden(matrix: np.ndarray, hidden: tuple[int, ...]) -> None:
    fours = find_fours(quarters(matrix), 8, 0.35)
    seen = [n for n, four in enumerate(np.sort(fours.spots, axis=1)) if four[0] % 4 == 0 and four[3] == four[0] + 3]
    seen = [n for n in seen if fours.spots[n].min() // 4 not in hidden]
    found = rows_and_columns(fours.only(np.array(seen)), ROWS)
    assert found is not None
    back, cards = np.linalg.inv(found[0]), found[1]
    assert len(cards) == 25 - len(hidden)
    # Every quarter lies where a quarter of some card is.
    at = apply(back, quarters(matrix)) % 1.0
    assert np.allclose(np.abs(at - 0.5), 0.22, atol=0.02)


def test_strewn_fours_are_no_rows() -> None:
    middles = np.random.default_rng(5).uniform(0, 500, (60, 2))
    fours = find_fours(middles, 8, 0.2)
    found = rows_and_columns(fours.only(apart(fours, np.ones(len(fours), bool))), ROWS)
    assert found is None or len(found[1]) < 8

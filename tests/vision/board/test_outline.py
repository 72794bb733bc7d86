"""From a map of insides to four sides, to a fraction of the map's pixels."""

import cv2
import numpy as np
import pytest

from vision.board.map import Sight
from vision.board.outline import find_outline, ordered, side_contrast
from vision.board.settings import BoardSettings

SETTINGS = BoardSettings()
DOUBLE = np.diag([2.0, 2.0, 1.0])


def seen(corners: np.ndarray, size: int = 128) -> Sight:
    """A map of a quadrilateral, drawn sixteen times as fine and made smaller; the photograph is twice as large."""
    fine = np.zeros((size * 16, size * 16), np.uint8)
    cv2.fillConvexPoly(fine, np.round((corners + 0.5) * 16 - 0.5).astype(np.int32), 255)
    inside = cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    plane = np.zeros_like(inside)
    return Sight(inside, plane, np.stack([plane] * 3), DOUBLE)


QUAD = np.array([[20.3, 100.7], [110.2, 95.1], [90.6, 30.4], [35.9, 25.2]])


def test_a_quadrilateral_is_found_to_a_tenth_of_a_pixel() -> None:
    outline = find_outline(seen(QUAD), SETTINGS, whole=True)
    assert outline is not None
    assert np.abs(outline.corners_px - 2 * QUAD).max() < 2 * 0.15
    assert outline.agreement > 0.97
    assert outline.cut == ()
    assert set(outline.side) == {0, 1, 2, 3}


def test_its_points_lie_on_its_sides() -> None:
    outline = find_outline(seen(QUAD), SETTINGS, whole=True)
    assert outline is not None
    for k in range(4):
        a, b = 2 * QUAD[k], 2 * QUAD[(k + 1) % 4]
        along = (b - a) / np.linalg.norm(b - a)
        away = (outline.points_px[outline.side == k] - a) @ np.array([-along[1], along[0]])
        assert len(away) > 20
        assert np.abs(away).max() < 0.5


def test_a_bite_out_of_a_side_does_not_move_it() -> None:
    sight = seen(QUAD)
    sight.inside[88:104, 60:72] = 0
    outline = find_outline(sight, SETTINGS, whole=True)
    assert outline is not None
    assert np.abs(outline.corners_px - 2 * QUAD).max() < 2 * 0.5
    assert outline.agreement < 0.985


@pytest.mark.parametrize(
    "shift, side", [((-50, 0), "left"), ((60, 0), "right"), ((0, -60), "upper"), ((0, 60), "lower")]
)
def test_what_the_border_cuts_off_says_where(shift: tuple[int, int], side: str) -> None:
    outline = find_outline(seen(QUAD + shift), SETTINGS, whole=True)
    assert outline is not None
    assert outline.cut == (side,)
    straight = find_outline(seen(QUAD + shift), SETTINGS, whole=False)
    assert straight is not None
    assert straight.cut == ()


def test_of_two_the_larger_is_taken_and_specks_are_none() -> None:
    sight = seen(QUAD)
    sight.inside[4:12, 4:12] = 1
    outline = find_outline(sight, SETTINGS, whole=True)
    assert outline is not None
    assert np.abs(outline.corners_px - 2 * QUAD).max() < 2 * 0.15
    sight.inside[:] = 0
    assert find_outline(sight, SETTINGS, whole=True) is None
    sight.inside[4:12, 4:12] = 1
    assert find_outline(sight, SETTINGS, whole=True) is None


def test_a_disc_is_no_quadrilateral() -> None:
    sight = seen(QUAD)
    sight.inside[:] = 0
    cv2.circle(sight.inside, (64, 64), 40, 1.0, -1)
    outline = find_outline(sight, SETTINGS, whole=True)
    assert outline is not None
    assert outline.agreement < 0.9
    assert side_contrast(sight, outline.corners_px, SETTINGS) < SETTINGS.least_worth


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("step", [1, -1])
def test_corners_are_put_in_order(turn: int, step: int) -> None:
    assert np.array_equal(ordered(np.roll(QUAD, turn, axis=0)[::step]), QUAD)

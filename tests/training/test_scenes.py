"""Scenes to learn from say truly where the board is, what kind it is and what covers it."""

import cv2
import numpy as np
import pytest

from training.data import PAINTED
from training.samples import IGNORED, STRAIGHT_SHARE, Store, batches, sample, share_inside
from training.scenes import FIVE, NINE, NOTHING, OTHER, SIDE_POINTS, SIZE, Scene, scenes
from vision.board.map import STRAIGHT_SQUARE, VIEW_PX


@pytest.fixture(scope="module")
def drawn() -> list[Scene]:
    return [scene for seed in range(10) for scene in scenes(np.random.default_rng([11, seed]), 1, [], [])]


def stored(made: list[Scene]) -> Store:
    packed = [(cv2.imencode(".png", each.picture)[1], cv2.imencode(".png", each.cover)[1]) for each in made]
    outlines = np.full((len(made), 4 * SIDE_POINTS, 2), np.nan, np.float32)
    for row, each in zip(outlines, made, strict=True):
        if len(each.outline):
            row[:] = each.outline
    kinds = np.array([each.kind for each in made])
    return Store([picture for picture, _ in packed], [cover for _, cover in packed], kinds, outlines)


def test_all_kinds_are_drawn_and_some_are_covered(drawn: list[Scene]) -> None:
    assert {scene.kind for scene in drawn} >= {OTHER, FIVE, NINE}
    assert any((scene.cover > 127).any() for scene in drawn)
    assert any(not scene.cover.any() for scene in drawn)
    for scene in drawn:
        assert scene.picture.shape == (SIZE[1], SIZE[0], 3)
        assert len(scene.outline) == (0 if scene.kind == NOTHING else 4 * SIDE_POINTS)


def test_the_same_seed_draws_the_same() -> None:
    one, other = (scenes(np.random.default_rng(7), PAINTED, [], []) for _ in range(2))
    assert len(one) == PAINTED
    for a, b in zip(one, other, strict=True):
        assert np.array_equal(a.picture, b.picture)
        assert np.array_equal(a.outline, b.outline)


def test_the_share_inside_is_exact_for_a_square_between_pixels() -> None:
    corners = np.array([[2.25, 9.5], [9.5, 9.5], [9.5, 2.75], [2.25, 2.75]])
    steps = np.arange(SIDE_POINTS)[:, None] / SIDE_POINTS
    sides = [a + (b - a) * steps for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    for outline in (np.concatenate(sides), np.concatenate(sides)[::-1][list(range(-1, 31))]):
        inside = share_inside(outline, (12, 12))
        assert inside[6, 6] == 1
        assert inside[6, 0] == inside[0, 6] == inside[11, 6] == 0
        assert inside[6, 2] == pytest.approx(0.25)  # the pixel reaches from 1.5 to 2.5
        assert inside[3, 6] == pytest.approx(0.75)
        assert inside[9, 6] == pytest.approx(1.0)


def test_a_bent_side_bends_the_inside() -> None:
    corners = np.array([[2.0, 18.0], [18.0, 18.0], [18.0, 2.0], [2.0, 2.0]])
    steps = np.arange(SIDE_POINTS)[:, None] / SIDE_POINTS
    sides = [a + (b - a) * steps for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    sides[0][4, 1] += 1.5  # the near side bulges
    inside = share_inside(np.concatenate(sides), (22, 22))
    assert inside[19, 10] == pytest.approx(1.0)
    assert inside[19, 3] < 0.5


def test_a_straightened_view_has_the_board_in_its_middle(drawn: list[Scene]) -> None:
    board = next(k for k, scene in enumerate(drawn) if scene.kind in (FIVE, NINE))
    store = stored(drawn)
    middle = np.zeros((VIEW_PX // 2, VIEW_PX // 2))
    for seed in range(12):
        made = sample(np.random.default_rng(seed), store, board, straight=True)
        assert made.picture.shape == (3, VIEW_PX, VIEW_PX)
        middle += made.inside
    low, high = (round(float(v)) // 2 for v in (STRAIGHT_SQUARE.min(), STRAIGHT_SQUARE.max()))
    assert (middle[low + 12 : high - 12, low + 12 : high - 12] / 12).mean() > 0.8


def test_only_straightened_views_teach_the_kind(drawn: list[Scene]) -> None:
    store = stored(drawn)
    (made,) = batches(store, 3, 1, 10, coarse=True)
    straight = round(STRAIGHT_SHARE * 10)
    assert all((each.kind == IGNORED).all() for each in made[straight:])
    assert any((each.kind != IGNORED).any() for each in made[:straight])
    assert made[0].picture.shape == (3, VIEW_PX // 2, VIEW_PX // 2)

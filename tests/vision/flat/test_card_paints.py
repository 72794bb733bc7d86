"""The four paints, whatever the light; and that there are four."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.flat.drawn_cards import PAINTS, develop
from vision.flat.card_paints import (
    FACES,
    LETTERS,
    colourful_region,
    learn_paints,
    match_faces,
    nearest_paint,
    own_paint,
    paint_distance,
    usual_looks,
    variety,
    worth,
)
from vision.flat.card_settings import DEFAULT
from vision.flat.light import ratios

LIGHTS = [(1.0, 1.0, 1.0), (1.0, 0.72, 0.45), (0.75, 0.9, 1.1), (0.2, 0.2, 0.2), (2.2, 2.0, 1.9)]


def quarters(light: tuple[float, float, float], seed: int = 1, paints: str = LETTERS) -> tuple[np.ndarray, np.ndarray]:
    """Faces of 25 cards, and the colours (25, 4, 3) of their quarters in some light."""
    rng = np.random.default_rng(seed)
    own = FACES[rng.integers(24, size=25)]
    linear = np.array([PAINTS[c] for c in paints])[own] * np.array(light) * rng.uniform(0.9, 1.1, (25, 1, 1))
    return own, ratios(develop(linear.astype(np.float32), noise=0.01, seed=seed))


@pytest.mark.parametrize("light", LIGHTS)
def test_all_cards_are_named_right_in_any_light(light: tuple[float, float, float]) -> None:
    own, uvl = quarters(light)
    paints = learn_paints(uvl, DEFAULT)
    assert paints is not None
    faces = match_faces(uvl, paints.around)
    assert (FACES[faces.index] == own).all()
    assert (worth(faces, DEFAULT) > 0.9).all()
    assert (nearest_paint(uvl, paints, DEFAULT) == own).all()


def test_cards_of_three_paints_teach_nothing() -> None:
    _, uvl = quarters((1.0, 1.0, 1.0), paints="RBYB")
    assert learn_paints(uvl, DEFAULT) is None


def test_grey_cards_teach_nothing() -> None:
    rng = np.random.default_rng(3)
    grey = np.repeat(rng.uniform(0.05, 0.9, (25, 4, 1)), 3, axis=2).astype(np.float32)
    assert learn_paints(ratios(develop(grey)), DEFAULT) is None


def test_too_few_cards_teach_nothing() -> None:
    _, uvl = quarters((1.0, 1.0, 1.0))
    assert learn_paints(uvl[: DEFAULT.least_teachers - 1], DEFAULT) is None
    assert learn_paints(uvl, replace(DEFAULT, clear_names=1.0)) is None


def test_more_colour_and_less_light_are_no_distance_but_another_paint_is() -> None:
    _, uvl = quarters((1.0, 1.0, 1.0))
    paints = learn_paints(uvl, DEFAULT)
    assert paints is not None
    red = paints.mean[0]
    in_shadow = red + np.array([*(0.5 * paints.around[0, :2]), -1.0], np.float32)
    away = paint_distance(np.stack([red, in_shadow, paints.mean[1]]), paints, DEFAULT)
    assert away[0, 0] < 0.01
    assert away[1].argmin() == 0 and away[1, 0] < 0.2
    assert away[2, 0] > 1.0


def test_skin_and_white_are_no_paint() -> None:
    _, uvl = quarters((1.0, 1.0, 1.0))
    paints = learn_paints(uvl, DEFAULT)
    assert paints is not None
    others = np.array([[(0.55, 0.33, 0.24), (0.75, 0.75, 0.72), (0.1, 0.1, 0.1)]], np.float32)
    assert (nearest_paint(ratios(develop(others, noise=0.0)), paints, DEFAULT) == -1).all()


def test_what_is_as_near_to_two_paints_is_neither() -> None:
    away = np.array([[0.16, 4.9, 0.18, 5.1], [0.16, 4.9, 0.9, 5.1], [0.8, 4.9, 1.9, 5.1]], np.float32)
    assert own_paint(away, DEFAULT).tolist() == [-1, 0, -1]


def test_four_colours_have_variety_and_two_have_none() -> None:
    def chequered(colours: str) -> np.ndarray:
        i, j = np.indices((90, 160)) // 8
        index = np.array([PAINTS[c] for c in colours], np.float32)
        return ratios(develop(index[(i + 2 * j) % len(colours)]))[..., :2]

    four, two = variety(chequered("RBYG"), (31,)), variety(chequered("RB"), (31,))
    assert four[20:70, 20:140].min() > 0.3
    assert two[20:70, 20:140].max() < 0.05
    assert colourful_region(chequered("RBYG"), DEFAULT) is not None
    assert colourful_region(chequered("RB"), DEFAULT) is None


def test_usual_paints_are_four_directions() -> None:
    for look in usual_looks(DEFAULT):
        assert np.allclose(look.mean(0), 0, atol=1e-5)
        assert (FACES[match_faces(look[None], look).index[0]] == np.arange(4)).all()

"""Colours as log ratios: what light does to all colours alike does nothing to how they differ."""

import numpy as np
import pytest

from tests.vision.flat.drawn_cards import develop
from vision.flat.light import ratios, samples


def patch(colour: tuple[float, float, float], gain: tuple[float, float, float]) -> np.ndarray:
    return develop(np.full((4, 4, 3), np.array(colour) * gain, np.float32), noise=0.0)


@pytest.mark.parametrize("gain", [(0.6, 0.6, 0.6), (1.2, 1.0, 0.7), (0.8, 1.0, 1.3)])
def test_another_light_moves_two_colours_alike(gain: tuple[float, float, float]) -> None:
    one, other = (0.4, 0.3, 0.2), (0.2, 0.35, 0.5)
    before = ratios(patch(one, (1, 1, 1)))[0, 0] - ratios(patch(other, (1, 1, 1)))[0, 0]
    after = ratios(patch(one, gain))[0, 0] - ratios(patch(other, gain))[0, 0]
    assert np.allclose(before, after, atol=0.08)


def test_brightness_alone_changes_no_ratio() -> None:
    bright, dark = ratios(patch((0.5, 0.4, 0.3), (1, 1, 1))), ratios(patch((0.5, 0.4, 0.3), (0.5, 0.5, 0.5)))
    assert np.allclose(bright[..., :2], dark[..., :2], atol=0.05)
    assert (bright[..., 2] - dark[..., 2] > 0.5).all()


def test_samples_lie_between_pixels_and_beyond_the_border_is_black() -> None:
    image = np.zeros((3, 3, 3), np.uint8)
    image[:, 1] = 100
    seen = samples(image, np.array([(1.0, 1.0), (0.5, 1.0), (-5.0, 1.0), (40.0, 40.0)]))
    assert seen[:, 0].tolist() == [100, 50, 0, 0]


def test_any_number_of_points_can_be_sampled() -> None:
    image = np.full((3, 3, 3), 7, np.uint8)
    for count in (1, 256, 257, 40_000):
        assert samples(image, np.ones((count, 2))).shape == (count, 3)

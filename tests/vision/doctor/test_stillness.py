"""Stillness: how far the picture moves and how much its light changes, whatever a hand does in it."""

import cv2
import numpy as np
import pytest

from benchmarks.spoiling import exposed
from tests.vision.doctor.tables import SETTINGS, picture, seen
from vision.doctor.stillness import flickering, judge_stillness, movement_px


def moved(image: np.ndarray, right_px: float, down_px: float) -> np.ndarray:
    way = np.array([[1, 0, right_px], [0, 1, down_px]], dtype=np.float32)
    size = (image.shape[1], image.shape[0])
    return cv2.warpAffine(image, way, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


def film() -> list[np.ndarray]:
    return [picture(frame=frame) for frame in range(3)]


def test_a_camera_on_a_stand_is_still() -> None:
    finding = judge_stillness(film(), seen(), SETTINGS)
    assert (finding.score, finding.advice) == (100, ())
    assert finding.measures["moved_px"] < 0.2


def test_one_picture_says_nothing() -> None:
    assert judge_stillness([picture()], seen(), SETTINGS).score is None


@pytest.mark.parametrize("way_px", [(0.6, 0.0), (2.0, -1.5), (-5.0, 3.0)])
def test_the_movement_is_measured(way_px: tuple[float, float]) -> None:
    first, second, third = film()
    taken = [first, moved(second, *way_px), third]
    assert movement_px(taken, seen().inside, SETTINGS) == pytest.approx(np.hypot(*way_px), abs=0.2)


def test_a_trembling_camera_is_named() -> None:
    first, second, third = film()
    finding = judge_stillness([first, moved(second, 4.0, 0.0), third], seen(), SETTINGS)
    assert [advice.key for advice in finding.advice] == ["doctor.stillness.trembles"]
    assert finding.advice[0].params["px"] == "4.0"


def test_a_camera_that_was_moved_is_named() -> None:
    first, second, third = film()
    taken = [first, moved(second, 30.0, 20.0), moved(third, 30.0, 20.0)]
    finding = judge_stillness(taken, seen(), SETTINGS)
    assert [advice.key for advice in finding.advice] == ["doctor.stillness.moves"]


def test_a_hand_is_no_movement() -> None:
    first, second, third = film()
    second = second.copy()
    second[300:, 500:640] = (120, 150, 200)
    assert judge_stillness([first, second, third], seen(), SETTINGS).good


def test_flickering_light_is_named() -> None:
    first, second, third = film()
    dimmer = exposed(second, 0.6, 0.0)
    assert flickering([first, dimmer, third], seen().inside) == pytest.approx(1 / 0.6 - 1, rel=0.15)
    finding = judge_stillness([first, dimmer, third], seen(), SETTINGS)
    assert [advice.key for advice in finding.advice] == ["doctor.stillness.flickers"]


def test_dark_bars_across_the_picture_are_named() -> None:
    """As bright as ever on the whole, but the light goes up and down during each picture."""
    rows = np.arange(picture().shape[0])
    taken = []
    for k, image in enumerate(film()):
        bars = 1 - 0.25 * (1 + np.cos(2 * np.pi * (rows / 270 + k / 3))) / 2
        taken.append(np.round(image * bars[:, None, None]).astype(np.uint8))
    assert [advice.key for advice in judge_stillness(taken, seen(), SETTINGS).advice] == ["doctor.stillness.flickers"]

"""Focus: the blur is measured in pixels, and a smear is told from it with its length and direction."""

import math

import cv2
import numpy as np
import pytest

from benchmarks.spoiling import blurred, smeared
from tests.vision.doctor.tables import SETTINGS, picture, seen
from vision.doctor.seen import Seen
from vision.doctor.sharpness import judge_focus, measure_blur

OWN_PX = 0.55  # the simulator's lens and its smoothed edges, in pixels of these pictures


def everywhere(image: np.ndarray) -> np.ndarray:
    return np.ones(image.shape[:2], bool)


@pytest.mark.parametrize("sigma_px", [1.0, 1.5, 2.5, 4.0])
def test_the_blur_of_plain_discs_is_measured(sigma_px: float) -> None:
    """Edges of every direction and of known blur; nothing else in the picture."""
    image = np.full((600, 800, 3), 60, np.uint8)
    for u in range(100, 800, 150):
        for v in range(100, 600, 150):
            cv2.circle(image, (u, v), 50, (190, 190, 190), -1)
    image = cv2.GaussianBlur(image, (0, 0), sigma_px)
    blur = measure_blur(image, everywhere(image), SETTINGS)
    assert blur is not None
    assert blur.sigma_px == pytest.approx(math.hypot(sigma_px, 0.3), rel=0.12)
    assert blur.smeared_px == 0


def test_a_sharp_picture_is_good() -> None:
    finding = judge_focus(seen(), SETTINGS)
    assert (finding.score, finding.advice) == (100, ())
    assert finding.measures["blur_px"] < 1.2


@pytest.mark.parametrize("sigma_px", [1.5, 2.5, 3.5])
def test_the_blur_of_a_board(sigma_px: float) -> None:
    finding = judge_focus(seen(blurred(picture(), sigma_px)), SETTINGS)
    assert finding.measures["blur_px"] == pytest.approx(math.hypot(sigma_px, OWN_PX), rel=0.25)
    assert "smeared_px" not in finding.measures


def test_a_blurred_board_is_named() -> None:
    finding = judge_focus(seen(blurred(picture(), 3.0)), SETTINGS)
    assert [advice.key for advice in finding.advice] == ["doctor.focus.blurred"]
    assert int(finding.advice[0].params["px"]) > int(finding.advice[0].params["most"])


@pytest.mark.parametrize("direction_deg", [0.0, 75.0, 90.0, 170.0])
def test_a_smear_is_told_from_a_blur(direction_deg: float) -> None:
    finding = judge_focus(seen(smeared(picture(), 14.0, direction_deg)), SETTINGS)
    assert finding.measures["smeared_px"] == pytest.approx(14, rel=0.4)
    off_deg = abs((finding.measures["direction_deg"] - direction_deg + 90) % 180 - 90)
    assert off_deg < 20
    assert [advice.key for advice in finding.advice] == ["doctor.focus.moving"]


@pytest.mark.parametrize("direction_deg", [30.0, 140.0])
def test_a_smear_across_the_boards_corners_is_at_least_called_a_blur(direction_deg: float) -> None:
    """Edges that run at right angles to each other are smeared alike then."""
    assert not judge_focus(seen(smeared(picture(), 18.0, direction_deg)), SETTINGS).good


def test_there_is_nothing_to_judge_by() -> None:
    plain = np.full((540, 960, 3), 120, np.uint8)
    assert measure_blur(plain, everywhere(plain), SETTINGS) is None
    assert judge_focus(seen(plain), SETTINGS).score is None


def test_without_a_board_the_whole_picture_is_judged() -> None:
    good = judge_focus(Seen(picture(), None, seen().physical_set), SETTINGS)
    bad = judge_focus(Seen(blurred(picture(), 4.0), None, seen().physical_set), SETTINGS)
    assert good.good
    assert not bad.good

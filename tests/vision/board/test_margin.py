"""The margin is told from four edges at one distance from the marks, and so is a lattice one field aside."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from vision.board.margin import find_margin
from vision.board.settings import BoardSettings

S = BoardSettings()


@pytest.mark.parametrize("shift", [(0, 0), (1, 0), (-1, 1)])
def test_margin_and_shift_come_back(
    draw: Callable[..., NDArray[np.uint8]],
    camera_at: Callable[..., Pose],
    physical_set: PhysicalSet,
    shift: tuple[int, int],
) -> None:
    pose = camera_at(55.0)
    pitch = physical_set.pitch_9
    aside = np.array(pose.tvec) - pose.rotation @ (np.array([*shift, 0.0]) * pitch)
    wrong = Pose(pose.camera, pose.rvec, tuple(float(v) for v in aside))
    true = physical_set.board_side / pitch
    picture = draw("lines9", pose)
    for given in (None, true, true * 1.03):
        margin = find_margin(picture, wrong, pitch, given, S)
        assert margin.shift == shift
        assert abs(margin.steps - true) < 0.05

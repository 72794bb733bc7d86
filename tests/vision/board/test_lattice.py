"""Marks are read from the top view: a lattice, its fields, and how far it is off."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from vision.board.lattice import EVEN, read_lattice, top_view
from vision.board.settings import BoardSettings

S = BoardSettings()


@pytest.mark.parametrize("kind, fields", [("5", 5), ("9", 9), ("lines5", 5), ("lines9", 9)])
def test_offsets_say_where_the_marks_are(
    draw: Callable[..., NDArray[np.uint8]],
    camera_at: Callable[..., Pose],
    physical_set: PhysicalSet,
    kind: str,
    fields: int,
) -> None:
    pose = camera_at(60.0)
    aside = Pose(pose.camera, pose.rvec, tuple(np.array(pose.tvec) - pose.rotation @ [1.5, -0.8, 0.0]))
    view = top_view(draw(kind, pose), aside, physical_set.pitch_9, S.pitch_tpx, S.blur_steps, S)
    lattice = read_lattice(view, S.search_steps, EVEN, S)
    assert lattice.fields(S) == fields
    assert lattice.clear(S) > 0.9
    assert lattice.between < 0.3
    # The mark is learned from places that are off themselves, so it is smeared and offsets come out a tenth too large.
    inner = lattice.offset[EVEN] * physical_set.pitch_9
    assert np.allclose(np.median(inner, axis=0), [1.5, -0.8], atol=0.3)
    view = top_view(draw(kind, pose), pose, physical_set.pitch_9, S.pitch_tpx, S.blur_steps, S)
    inner = read_lattice(view, S.search_steps, EVEN, S).offset[EVEN] * physical_set.pitch_9
    assert np.allclose(np.median(inner, axis=0), 0.0, atol=0.2)

"""A board's edges and marks measured in a simulated photograph, where everything about it is known."""

import numpy as np

from calibration.bundle import measures_of
from referee.tactori.text import parse_text
from simulator.look import Look
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from tests.vision.tactori.calibrate.pictures import CAMERA, FEW, SET
from vision.board.settings import BoardSettings
from vision.calibrate.board_sighting import see_board

POSE = look_at(SET, 48.0, 8.0, CAMERA)
IMAGE = draw_position(parse_text(FEW.split(" R:")[0]), SET, POSE, Look(jitter=0.0))


def test_the_board_is_seen_where_it_is() -> None:
    seen = see_board(IMAGE, POSE, SET.plan(9), 0, BoardSettings())
    points = (seen.base + seen.slopes @ measures_of(SET)) * SET.pitch_9
    off_px = ((seen.pixels - POSE.project(points)) * seen.normal).sum(1)
    assert len(off_px) > 150
    assert np.median(np.abs(off_px)) < 0.45  # half a texel of the simulated wood is in it
    assert (seen.piece == -1).all()

"""How much of each piece a simulated picture shows."""

import numpy as np

from calibration.physical_set import PhysicalSet
from referee.tactori.text import parse_text
from simulator.hand import Hand
from simulator.look import Look
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from simulator.tactori.visible import visible_px

SET = PhysicalSet.in_proportion(31.0)
CLEAN = Look(jitter=0.0, noise=0.0, blur_px=0.0)
SIZE = (640, 360)


def test_the_pixels_of_a_lone_tower_are_those_that_are_red() -> None:
    viewpoint = look_at(SET, 50, 0, None, SIZE, 1)
    position = parse_text("9 e5:R")
    towers, sticks = visible_px(position, SET, viewpoint, CLEAN)
    picture = draw_position(position, SET, viewpoint, CLEAN).astype(int)
    red = int((picture[..., 2] > 2.2 * picture[..., 1] + 10).sum())
    assert sticks == []
    assert np.isclose(towers["tower_e5_1"], red, rtol=0.1)


def test_what_stands_in_front_hides() -> None:
    viewpoint = look_at(SET, 25, 0, None, SIZE, 4)
    alone, bare = visible_px(parse_text("9 e5:R e7:R R:e5-e7@1"), SET, viewpoint, CLEAN)
    behind, hidden = visible_px(parse_text("9 e3:BBBB e4:BBBB e5:R e7:R R:e5-e7@1"), SET, viewpoint, CLEAN)
    assert behind["tower_e5_1"] < 0.2 * alone["tower_e5_1"]
    assert hidden[0] < 0.2 * bare[0]
    assert behind["tower_e3_4"] > 0


def test_a_hand_hides_too() -> None:
    viewpoint = look_at(SET, 50, 0, None, SIZE, 1)
    position = parse_text("9 g5:R")
    free, _ = visible_px(position, SET, viewpoint, CLEAN)
    covered, _ = visible_px(position, SET, viewpoint, CLEAN, hand=Hand("g5", holds="B"))
    assert covered["tower_g5_1"] < free["tower_g5_1"]

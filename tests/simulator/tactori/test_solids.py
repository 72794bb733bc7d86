"""Pieces in space: how high they lie, which stick lies on which, and that they stay where they were put."""

import numpy as np
import pytest

from calibration.physical_set import PhysicalSet
from referee.tactori.position import Position, stick
from referee.tactori.text import parse_text
from simulator.hand import Hand
from simulator.look import PAINTS, Look
from simulator.shapes import Faces, box, slab_sides
from simulator.tactori.hand import hand_faces
from simulator.tactori.solids import (
    lifted_sticks,
    piece_faces,
    rest_mm,
    stick_ends_mm,
    stock_faces,
    tower_block,
)

SET = PhysicalSet.in_proportion(31.0)
EXACT = Look(jitter=0.0)


def test_all_faces_look_outwards() -> None:
    faces = Faces(box((-1, -2, 0), (1, 2, 3)), np.zeros((5, 3)))
    outwards = faces.corners.mean(axis=1) - np.array([0, 0, 1.5])
    assert (np.einsum("ni,ni->n", faces.normals(), outwards) > 0).all()


def test_a_tower_has_its_measures_and_a_cross_on_top() -> None:
    block = tower_block(SET)
    assert np.ptp(block[..., 0]) == np.ptp(block[..., 1]) == pytest.approx(SET.tower_width)
    assert np.ptp(block[..., 2]) == pytest.approx(SET.tower_height)
    tops = [face for face in block if np.allclose(face[:, 2], SET.tower_height)]
    assert len(tops) == 4
    assert all(np.abs(face[:, :2]).min() > SET.stick_width / 2 for face in tops)


def test_floors_stand_on_each_other() -> None:
    faces = piece_faces(parse_text("9 c3:RRB"), SET, EXACT, 0)
    assert faces.corners[..., 2].max() == pytest.approx(3 * SET.tower_height)
    assert faces.corners[..., 2].min() == 0
    assert faces.corners[..., 0].mean() == pytest.approx(-2 * 31.0)


def test_a_stick_lies_in_the_groove() -> None:
    assert rest_mm(0, SET) == 0
    assert rest_mm(2, SET) == pytest.approx(2 * SET.tower_height - SET.groove_depth)
    a, b = stick_ends_mm(stick("R", "c3", "e3", 1), False, 9, SET)
    assert a[2] == b[2] == pytest.approx(SET.tower_height - SET.groove_depth)
    assert b[0] - a[0] == pytest.approx(62.0)


def test_a_diagonal_stick_lies_on_top_and_a_slanting_one_between() -> None:
    a, _ = stick_ends_mm(stick("R", "c3", "d4", 1), False, 9, SET)
    assert a[2] == pytest.approx(SET.tower_height)
    a, b = stick_ends_mm(stick("R", "c3", "e3", 2, 0), False, 9, SET)
    assert (a[2], b[2]) == (pytest.approx(2 * SET.tower_height - SET.groove_depth), 0)


def test_the_second_of_two_crossing_sticks_lies_on_the_first() -> None:
    along, across = stick("R", "c3", "e3", 1), stick("B", "d2", "d4", 1)
    assert lifted_sticks([along, across]) == [False, True]
    assert lifted_sticks([along, stick("B", "d2", "d4", 2)]) == [False, False]
    assert lifted_sticks([along, stick("R", "e3", "g3", 1)]) == [False, False]
    assert lifted_sticks([along, stick("R", "e3", "e5", 1)]) == [False, True]


def test_a_piece_lies_the_same_way_whatever_else_stands_there() -> None:
    fewer = piece_faces(parse_text("9 c3:R R:c3-e3@1"), SET, Look(), 7)
    more = piece_faces(parse_text("9 a1:B c3:R e3:R R:c3-e3@1 R:e3-e5@1"), SET, Look(), 7)
    rows = {face.tobytes() for face in more.corners}
    assert all(face.tobytes() in rows for face in fewer.corners)


def test_careless_hands_are_not_too_careless() -> None:
    exact = piece_faces(parse_text("9 c3:RRRRR"), SET, EXACT, 3).corners
    careless = piece_faces(parse_text("9 c3:RRRRR"), SET, Look(), 3).corners
    off = np.abs(careless - exact).max()
    assert 0.05 < off < 3


def test_each_piece_has_its_paint() -> None:
    faces = piece_faces(parse_text("5 a1:R b1:B c1:Y d1:G e1:?"), SET, EXACT, 0)
    per_tower = faces.colours.reshape(5, -1, 3)[:, -1]
    for colour, paint in zip("RBYG?", per_tower, strict=True):
        assert np.allclose(paint / paint.sum(), np.array(PAINTS[colour]) / sum(PAINTS[colour]))


@pytest.mark.parametrize("seed", range(5))
def test_the_stock_lies_beside_the_board(seed: int) -> None:
    faces = stock_faces(parse_text("9 c3:RRB"), SET, seed)
    assert len(faces.corners) > 50
    assert (np.abs(faces.corners[..., :2]).max(axis=-1) > SET.board_side / 2).all()
    assert faces.corners[..., 2].min() == pytest.approx(-SET.board_thickness)


def test_nobody_has_a_stock_when_all_pieces_are_in_play() -> None:
    full = Position.of(9, {"a1": "R" * 16}, [stick("R", "a1", "c1", i) for i in range(15)])
    assert len(stock_faces(full, SET, 0).corners) == 0


def test_the_board_has_four_sides_below_its_top() -> None:
    sides = slab_sides(SET, (0.6, 0.4, 0.2))
    assert len(sides.corners) == 4
    assert sides.corners[..., 2].max() == 0


def nearest_mm(faces: Faces, point: tuple[float, float, float]) -> float:
    return float(np.linalg.norm(faces.corners.mean(axis=1) - np.array(point), axis=1).min())


def test_a_hand_reaches_its_field_and_not_the_board() -> None:
    position, place = parse_text("9 g7:RR"), (62.0, 62.0, 2.6 * SET.tower_height)
    faces = hand_faces(Hand("g7"), position, SET, 1)
    assert nearest_mm(faces, place) < 25
    assert faces.corners[..., 2].min() > 2 * SET.tower_height - 10
    assert nearest_mm(hand_faces(Hand("g7", away_mm=200), position, SET, 1), place) > 100


def test_a_hand_can_hold_a_tower() -> None:
    position = parse_text("9 g7:RR")
    empty, full = (hand_faces(Hand("g7", holds=holds), position, SET, 1) for holds in ("", "B"))
    assert len(full.corners) == len(empty.corners) + len(tower_block(SET))
    blue = full.colours[len(empty.corners) :].sum(axis=0)
    assert blue[2] > 2 * blue[1] > 2 * blue[0]

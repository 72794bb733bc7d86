"""Pieces told by colour, size and shape alone; cloths, books, pens and sleeves are none."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.colours import GENERIC, ColourReferences, Paint
from simulator.look import TABLES
from tests.vision.tactori.calibrate.painted import EMPTY, GAME, ORANGE, board, true_paints
from tests.vision.tactori.pictures import SET, Drawn
from vision.tactori.calibrate.colours_beside import Candidate, find_pieces, name_paints

RED_BGR = (30, 25, 170)


def found_in(picture: Drawn) -> ColourReferences:
    return find_pieces(picture.image, picture.found, SET)


def with_thing(outline_mm: list[tuple[float, float]], picture: Drawn | None = None) -> Drawn:
    """Something red and flat on the table around an empty board."""
    picture = picture or board(EMPTY)
    image = picture.image.copy()
    corners = picture.pose.project(np.array([[x, y, -10.0] for x, y in outline_mm]))
    cv2.fillPoly(image, [np.round(corners).astype(np.int32)], RED_BGR, cv2.LINE_AA)
    return replace(picture, image=image)


def square(x: float, y: float, wide: float, deep: float) -> list[tuple[float, float]]:
    return [(x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)]


def turn_deg(paint: Paint, uv: tuple[float, float]) -> float:
    return abs(paint.turn_deg(Paint(*uv)))


@pytest.mark.parametrize("warmth", [-0.4, 0.15, 1.3])
def test_pieces_beside_an_empty_board_are_enough(warmth: float) -> None:
    made = found_in(board(EMPTY, warmth=warmth, stock=True, seed=2))
    assert made.measured == ("R", "B")
    for colour in "RB":
        assert turn_deg(made.paints[colour], true_paints()[colour]) < 8
    assert made.wood is not None


def test_pieces_on_the_board_need_no_position() -> None:
    picture = board(GAME)
    made = find_pieces(picture.image, replace(picture.found, board=None), SET)
    assert made.measured == ("R", "B", "Y", "G")
    for colour, uv in true_paints().items():
        assert turn_deg(made.paints[colour], uv) < 8


def test_nothing_is_found_on_a_bare_table() -> None:
    assert found_in(board(EMPTY)).measured == ()


@pytest.mark.parametrize("table", sorted(TABLES))
def test_no_table_is_taken_for_pieces(table: str) -> None:
    assert found_in(board(EMPTY, table=table)).measured == ()


@pytest.mark.parametrize(("table", "cloth"), [("blue cloth", "B"), ("green felt", "G")])
def test_pieces_on_the_board_are_seen_in_front_of_a_cloth_of_their_colour(table: str, cloth: str) -> None:
    made = found_in(board(GAME, table=table))
    assert made.measured == ("R", "B", "Y", "G")
    assert turn_deg(made.paints[cloth], true_paints()[cloth]) < 8


def test_pieces_beside_the_board_are_seen_on_a_cloth_of_another_colour() -> None:
    made = found_in(board(EMPTY, table="green felt", stock=True, seed=2))
    assert made.measured == ("R", "B")


@pytest.mark.parametrize(
    ("outline", "seen"),
    [
        (square(-190, 0, 21, 21), True),
        (square(-240, -60, 80, 110), False),
        (square(-190, -60, 7, 130), False),
        (square(-190, -60, 3, 3), False),
        ([(-190, 0), (-150, 0), (-150, 8), (-182, 8), (-182, 40), (-190, 40)], False),
        (square(-900, -100, 740, 25), False),
    ],
    ids=["piece", "book", "pen", "crumb", "angle", "sleeve from the edge"],
)
def test_only_what_has_the_size_and_the_shape_of_a_piece(outline: list[tuple[float, float]], seen: bool) -> None:
    assert found_in(with_thing(outline)).measured == (("R",) if seen else ())


def candidate(angle_deg: float, on_board: int = 0, beside: int = 0) -> Candidate:
    angle = math.radians(angle_deg)
    return Candidate(Paint(1.5 * math.cos(angle), 1.5 * math.sin(angle), samples=500), on_board, beside)


def names(*candidates: Candidate) -> dict[str, float]:
    return {colour: round(paint.angle_deg) for colour, paint in name_paints(candidates).items()}


def test_paints_are_named_by_their_order_around_the_wood() -> None:
    usual = [candidate(paint.angle_deg + 10, 2) for paint in GENERIC.values()]
    assert set(names(*usual)) == set("RBYG")
    assert names(candidate(-50, 3), candidate(-82, 3)) == {"R": -50, "Y": -82}
    assert names(candidate(-50, 3)) == {"Y": -50}, "alone it is most like yellow"
    assert names(candidate(150, 2), candidate(125, 2)) == {"B": 125, "G": 150}


def test_a_thing_beside_the_board_that_is_like_no_paint_has_no_name() -> None:
    assert names(candidate(65, beside=1)) == {}
    assert names(candidate(65, beside=1), candidate(10, 3), candidate(122, 3)) == {"R": 10, "B": 122}


def test_pieces_on_the_board_have_a_better_claim_than_things_beside_it() -> None:
    assert names(candidate(20, 2), candidate(8, beside=1)) == {"R": 20}


def test_an_orange_set_is_named_right() -> None:
    made = found_in(board(GAME, paints=(("R", ORANGE),)))
    assert made.measured == ("R", "B", "Y", "G")
    assert turn_deg(made.paints["R"], true_paints(R=ORANGE)["R"]) < 8

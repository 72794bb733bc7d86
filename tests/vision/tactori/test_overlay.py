"""A reading over its photograph: each thing is drawn where it is, in its colour, and what is unsure stands out."""

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.position import Position
from referee.tactori.rules import rule_book
from referee.tactori.scoring import judge_position
from referee.tactori.text import parse_text
from vision.found_board import FoundBoard
from vision.tactori.overlay import AMBER, INKS, WHITE, draw_overlay
from vision.tactori.reading import Doubt, Reading
from words.message import message

SET = PhysicalSet.in_proportion(31.0)
# A camera half a metre above the near edge, looking at the middle of the board.
POSE = Pose(Camera.simple(900.0, (960, 720)), (2.3, 0.0, 0.0), (0.0, 0.0, 420.0))
GREY = np.full((720, 960, 3), 120, np.uint8)
SQUARE = "9 c3:R e3:R c5:R e5:R R:c3-e3@1 R:c3-c5@1 R:e3-e5@1 R:c5-e5@1"


def found(board: int) -> FoundBoard:
    half = SET.board_side / 2
    corners = POSE.project(np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)]))
    return FoundBoard(board, POSE, tuple((float(u), float(v)) for u, v in corners), 0.0)


def drawn(position: Position, *doubts: str, game: str | None = None) -> NDArray[np.uint8]:
    seen = found(position.board)
    unsure = tuple(Doubt(at, message("doubt.dark")) for at in doubts)
    reading = Reading("x.jpg", seen.corners_px, position, unsure, 1.0)
    verdict = judge_position(position, rule_book(game)) if game else None
    return draw_overlay(GREY, seen, SET, reading, verdict)


def near(picture: NDArray[np.uint8], point: tuple[float, float, float], ink: tuple[int, int, int], px: int = 2) -> bool:
    """Whether the ink is there, within a few pixels of a point in space."""
    u, v = np.round(POSE.project(np.array([point]))[0]).astype(int)
    part = picture[max(0, v - px) : v + px + 1, max(0, u - px) : u + px + 1].astype(int)
    return bool((np.abs(part - ink).max(axis=2) < 60).any())


def test_the_photograph_itself_is_left_alone() -> None:
    drawn(parse_text(SQUARE), game="taktori")
    assert (GREY == 120).all()


def test_the_board_is_outlined() -> None:
    picture = drawn(parse_text("9"))
    half = SET.board_side / 2
    for x, y in ((-half, 0), (half, 0), (0, -half), (0, half), (half, half)):
        assert near(picture, (x, y, 0.0), WHITE)
    assert not near(picture, (0.0, 0.0, 0.0), WHITE, px=8)


@pytest.mark.parametrize("board", [5, 9])
def test_files_and_ranks_are_named(board: int) -> None:
    picture = drawn(parse_text(str(board)))
    half, grid = SET.board_side / 2, 4 * SET.pitch_9
    margin = -(grid + SET.tower_width / 2 + half) / 2
    for i in range(board):
        along = (i - (board - 1) / 2) * SET.pitch(board)
        assert near(picture, (along, margin, 0.0), WHITE, px=6)
        assert near(picture, (margin, along, 0.0), WHITE, px=6)


@pytest.mark.parametrize("colour", "RBYG")
def test_a_stick_is_a_line_in_its_colour(colour: str) -> None:
    position = parse_text(f"9 c3:{colour}{colour} e3:{colour}{colour} {colour}:c3-e3@2")
    middle = (-31.0, -62.0, 2 * SET.tower_height - SET.groove_depth + SET.stick_width / 2)
    assert near(drawn(position), middle, INKS[colour])
    assert not near(drawn(parse_text("9 c3:RR e3:RR")), middle, INKS[colour])


def test_a_slanting_stick_goes_down() -> None:
    picture = drawn(parse_text("9 c3:RR R:c3@2-e3@0"))
    assert near(picture, (-6.0, -62.0, SET.stick_width / 2 + 3), INKS["R"], px=4)


@pytest.mark.parametrize("height", [1, 2, 3, 4, 5])
def test_a_stack_is_outlined_as_high_as_it_is(height: int) -> None:
    half = SET.tower_width / 2
    picture = drawn(parse_text("9 e5:" + "B" * height))
    assert near(picture, (half, -half, 0.0), WHITE)
    # What is drawn beyond the empty board reaches just as high as the far edge of the stack's top.
    rows = np.flatnonzero((picture != drawn(parse_text("9"))).any(axis=(1, 2)))
    square = [(x, y, height * SET.tower_height) for x in (-half, half) for y in (-half, half)]
    assert rows.min() == pytest.approx(POSE.project(np.array(square))[:, 1].min(), abs=4)


def test_a_stack_says_its_colours() -> None:
    picture = drawn(parse_text("9 e5:RBYG"))
    u, v = np.round(POSE.project(np.array([[0.0, 0.0, 4 * SET.tower_height]]))[0]).astype(int)
    label = picture[v - 15 : v + 15, u - 45 : u + 45].astype(int)
    for colour in "RBYG":
        assert (np.abs(label - INKS[colour]).max(axis=2) < 60).sum() > 5, colour


@pytest.mark.parametrize("written", ["9", "9 e5:R"])
def test_a_doubt_is_amber(written: str) -> None:
    half = SET.tower_width / 2
    position = parse_text(written)
    corner = (-half, -half, position.height("e5") * SET.tower_height)
    assert near(drawn(position, "e5"), corner, AMBER)
    assert not near(drawn(position), corner, AMBER, px=6)


@pytest.mark.parametrize("written", ["9 c3:RR e3:R", "9 c3:RR e3:R R:c3-e3@1"])
def test_a_stick_that_may_lie_there_is_a_dashed_line_as_high_as_the_lower_stack(written: str) -> None:
    position, z = parse_text(written), SET.tower_height
    picture, plain = drawn(position, "c3-e3"), drawn(position)
    assert near(picture, (-31.0, -62.0, z), AMBER, px=6)
    assert near(picture, (-62.0 + 62.0 * 2.5 / 8, -62.0, z), AMBER)
    assert not near(plain, (-31.0, -62.0, z), AMBER, px=8)
    # The stacks themselves are vouched for.
    half = SET.tower_width / 2
    assert not near(picture, (-62.0 - half, -62.0 - half, 0.0), AMBER, px=6)


def test_a_polygon_is_filled_and_its_points_are_written() -> None:
    plain, judged = drawn(parse_text(SQUARE)), drawn(parse_text(SQUARE), game="taktori")
    inside = np.round(POSE.project(np.array([[-31.0 - 14, -31.0 - 14, 8.0]]))[0]).astype(int)
    before, after = (picture[inside[1], inside[0]].astype(int) for picture in (plain, judged))
    assert after[2] > before[2] + 20
    assert near(judged, (-31.0, -31.0, 8.0), INKS["R"], px=10)
    far = np.round(POSE.project(np.array([[93.0, 93.0, 0.0]]))[0]).astype(int)
    assert np.array_equal(plain[far[1], far[0]], judged[far[1], far[0]])


def test_what_lies_outside_the_picture_does_no_harm() -> None:
    close = Pose(Camera.simple(2500.0, (960, 720)), (2.3, 0.0, 0.0), (0.0, 60.0, 420.0))
    position = parse_text(SQUARE)
    reading = Reading("x.jpg", ((0.0, 0.0),) * 4, position, (Doubt("i9", message("doubt.edge")),), 1.0)
    verdict = judge_position(position, rule_book("taktori"))
    picture = draw_overlay(GREY, FoundBoard(9, close, (), 0.0), SET, reading, verdict)
    assert picture.shape == GREY.shape

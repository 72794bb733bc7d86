"""Outlines put beside marked ones, and the marked ones themselves."""

from __future__ import annotations

import pytest

from benchmarks.boards import NEAR, Answer, RealBoard, corner_error, load_boards, table
from vision.corners import Corners

SQUARE = ((100.0, 300.0), (300.0, 300.0), (300.0, 100.0), (100.0, 100.0))
SEEN_LOW = ((100.0, 300.0), (500.0, 300.0), (400.0, 100.0), (200.0, 100.0))
"""Its sides are 400, 224, 200 and 224 pixels long."""


def moved(corners: Corners, which: int, u: float, v: float) -> Corners:
    return tuple((x + u, y + v) if k == which else (x, y) for k, (x, y) in enumerate(corners))


@pytest.mark.parametrize("quarters", range(4))
def test_a_board_may_be_seen_from_any_side(quarters: int) -> None:
    assert corner_error(SQUARE[quarters:] + SQUARE[:quarters], SQUARE) == 0
    found = moved(SQUARE, 2, 3, 4)
    assert corner_error(found[quarters:] + found[:quarters], SQUARE) == pytest.approx(5 / 200)


def test_the_worst_corner_counts() -> None:
    found = moved(moved(moved(SQUARE, 0, 1, 0), 1, 0, -6), 3, 2, 2)
    assert corner_error(found, SQUARE) == pytest.approx(6 / 200)


def test_it_is_a_share_of_the_mean_side_of_what_is_there() -> None:
    side = (400 + 200 + 2 * (100**2 + 200**2) ** 0.5) / 4
    assert corner_error(moved(SEEN_LOW, 1, 8, 6), SEEN_LOW) == pytest.approx(10 / side)
    larger = tuple((2 * u, 2 * v) for u, v in SEEN_LOW)
    assert corner_error(moved(larger, 1, 16, 12), larger) == pytest.approx(10 / side)


def test_a_frame_is_not_the_field_in_it() -> None:
    framed = ((90.0, 310.0), (310.0, 310.0), (310.0, 90.0), (90.0, 90.0))
    assert corner_error(framed, SQUARE) == pytest.approx(200**0.5 / 200)
    assert corner_error(SQUARE, framed) == pytest.approx(200**0.5 / 220)


def test_the_table_counts_claims_outlines_and_refusals() -> None:
    framed = ((90.0, 310.0), (310.0, 310.0), (310.0, 90.0), (90.0, 90.0))
    boards = {name: RealBoard(framed, SQUARE, whole=name != "d", square=True) for name in "abcd"}
    answers = {
        "a": Answer(None, moved(framed, 0, 1, 0)),
        "b": Answer(9, SQUARE[1:] + SQUARE[:1]),
        "c": Answer(None, tuple((u + 100, v) for u, v in SQUARE)),
        "d": Answer(refused="cut_off left"),
    }
    lines = [line.split() for line in table(answers, boards)]
    assert lines[1] == ["a", "-", "0.5", "%", "(7", "%)", "-"]
    assert lines[2] == ["b", "9x9", "(6", "%)", "0.0", "%", "-"]
    assert lines[4] == ["d", "(cut", "off)", "-", "-", "-", "cut_off", "left"]
    assert lines[5] == ["all", "1/4", "1/4", "1/4", "1/4"]
    assert lines[6] == ["whole", "1/3", "1/3", "1/3", "0/3"]


def test_every_marked_board_goes_around_its_field() -> None:
    boards = load_boards()
    assert len(boards) == 19
    for name, board in boards.items():
        for corners in (board.corners, board.playing):
            assert area(corners) > 0, f"{name}: not anticlockwise from the near left"
            assert corners[0][1] > corners[3][1], name
        assert area(board.playing) < area(board.corners), name
        assert NEAR < corner_error(board.playing, board.corners) < 0.2, name


def area(corners: Corners) -> float:
    """Positive if they are listed anticlockwise as seen from above; rows of a picture go down."""
    return sum(u0 * v1 - u1 * v0 for (u1, v1), (u0, v0) in zip(corners, corners[1:] + corners[:1], strict=True)) / 2

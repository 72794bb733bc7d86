"""A board whose position is known is looked at again: what came and went is seen, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.text import parse_text, to_text
from simulator.hand import Hand
from simulator.look import LIGHTS, Look
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from vision.found_board import FoundBoard
from vision.tactori.rereading import Look as Seen
from vision.tactori.rereading import edge_gaps, look_again

SET = PhysicalSet.in_proportion(31.0)
SIZE = (960, 540)
HERE, PUSHED = look_at(SET, 52.0, 4.0, size=SIZE), look_at(SET, 53.0, 6.0, size=SIZE)
LOOK = replace(Look(), noise=0.0, stock=False)
STANDING = "9 c3:R c5:R e3:R e5:BB g4:Y R:c3-c5@1 R:c3-e3@1"
ARM = 0.1  # of an edge


@lru_cache
def picture(text: str, pose: Pose = HERE, look: Look = LOOK, hand: Hand | None = None) -> NDArray[np.uint8]:
    return draw_position(parse_text(text), SET, pose, look, 3, hand)


def found(pose: Pose, board: int = 9) -> FoundBoard:
    half = SET.board_side / 2
    corners = pose.project(np.array([[-half, -half, 0.0], [half, -half, 0.0], [half, half, 0.0], [-half, half, 0.0]]))
    four = tuple((float(u), float(v)) for u, v in corners)
    return FoundBoard(board, pose, four, 0.0)  # type: ignore[arg-type]


def first(before: str, pose: Pose = HERE) -> Seen:
    """A look at a board as it was."""
    position = parse_text(before)
    return look_again(picture(before, pose), found(pose, position.board), SET, position)


def again(before: str, image: NDArray[np.uint8]) -> Seen:
    """The same, beside a picture of what was there before."""
    position = parse_text(before)
    return look_again(image, found(HERE, position.board), SET, position, first(before).earlier())


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(STANDING, id="nothing"),
        pytest.param(f"{STANDING.replace('g4:Y', 'g4:Y g6:R')}", id="a tower"),
        pytest.param(STANDING.replace("e5:BB", "e5:BBR"), id="a tower on top"),
        pytest.param(STANDING.replace("e5:BB", "e5:B"), id="a tower less"),
        pytest.param(STANDING.replace("g4:Y", "g4:G"), id="one exchanged"),
        pytest.param(f"{STANDING} R:e3@1-g3@0", id="a stick with an end on the board"),
        pytest.param(STANDING.replace(" R:c3-e3@1", ""), id="a stick less"),
        pytest.param(STANDING.replace("e5:BB", "e5:BBB f5:Y").replace("c5:R", "c5:RR"), id="three at once"),
    ],
)
def test_what_came_and_went_is_seen(after: str) -> None:
    look = again(STANDING, picture(after))
    assert to_text(look.position) == to_text(parse_text(after))
    assert look.compared and look.strange < 0.1
    assert not look.doubtful & set(look.position.towers)


def test_only_fields_where_something_changed_are_read_anew() -> None:
    look = again(STANDING, picture(STANDING.replace("g4:Y", "g4:YR")))
    assert (6, 3) in look.read.looked_at and (2, 2) not in look.read.looked_at
    assert not again(STANDING, picture(STANDING)).read.looked_at


def test_a_stick_laid_away_from_the_camera_through_towers_of_its_own_colour_is_seen() -> None:
    """Between the posts it is as dark as the groove, and behind them hardly anything of it shows."""
    before, after = "9 b7:R b8:R d2:B", "9 b6:R b7:R b8:R d2:B R:b6-b8@1"
    assert to_text(again(before, picture(after)).position) == after
    assert to_text(again(before, picture(after.replace(" R:b6-b8@1", ""))).position) == "9 b6:R b7:R b8:R d2:B"


@pytest.mark.parametrize("after", ["5 R:a4-a5@0", "5 B:c2-d2@0", "9 R:c4-e4@0", "9 Y:c4-c6@0"])
def test_a_stick_laid_on_the_bare_board_is_seen_though_nobody_has_seen_its_paint(after: str) -> None:
    assert to_text(again(after[0], picture(after)).position) == after


def test_where_nothing_changed_no_stick_goes_whatever_the_picture_says_of_it() -> None:
    """The stick was never seen: somebody said so. It stays until something changes there."""
    said = f"{STANDING} B:e5-g5@1"
    earlier = first(STANDING).earlier()
    image = picture(STANDING.replace("g4:Y", "a9:R g4:Y"))
    look = look_again(image, found(HERE), SET, parse_text(said), earlier)
    assert "B:e5-g5@1" in to_text(look.position) and "a9:R" in to_text(look.position)


def test_a_stick_lying_on_another_is_seen_beside_it() -> None:
    before = "9 c4:R d4:B e4:R f4:B R:c4-e4@1"
    after = "9 c4:R d4:B e4:R f4:B B:d4-f4@1 R:c4-e4@1"
    assert to_text(again(before, picture(after)).position) == after


def test_a_paint_that_nobody_has_seen_is_recognised_without_an_earlier_picture() -> None:
    for after in ("5 b4:R d3:B", "5 b4:R d3:G", "5 b4:R d3:Y"):
        look = look_again(picture(after, PUSHED), found(PUSHED, 5), SET, parse_text("5 b4:R"))
        assert to_text(look.position) == after and not look.compared


def test_what_cannot_be_seen_is_as_it_was() -> None:
    """Behind a high stack stands a low one."""
    before, after = "9 e4:BRB e5:Y", "9 e4:BRBR e5:Y"
    assert to_text(again(before, picture(after)).position) == after
    pushed = look_at(SET, 40.0, 0.0, size=SIZE)
    look = look_again(picture("9 e4:BRBR e5:Y", pushed), found(pushed), SET, parse_text("9 e4:BRBR e5:Y"))
    assert look.position.towers["e4"] == "BRBR" and look.position.towers["e5"] == "Y"


def test_other_light_is_no_change() -> None:
    lamp = picture(STANDING, look=replace(LOOK, light=LIGHTS["hard"]))
    look = look_again(lamp, found(HERE), SET, parse_text(STANDING))
    assert to_text(look.position) == to_text(parse_text(STANDING))
    dimmer = (picture(STANDING) * 0.8).astype(np.uint8)
    assert to_text(again(STANDING, dimmer).position) == to_text(parse_text(STANDING))
    assert max(again(STANDING, dimmer).gaps) < ARM


def test_a_hand_is_strange_and_its_arm_hides_an_edge() -> None:
    look = again(STANDING, picture(STANDING, hand=Hand("e5", 0.0)))
    assert look.strange > 1.0 and max(look.gaps) > ARM and max(look.bare_gaps) > ARM
    without = again(STANDING, picture(STANDING))
    assert max(without.gaps) < ARM and max(without.bare_gaps) < ARM


def test_an_arm_of_the_colour_of_the_wood_is_seen_by_what_it_hides_of_the_table() -> None:
    """It shows no edge where it lies, but noise that could be one; the table beside the edge has changed."""
    image = picture(STANDING).copy()
    near = found(HERE).corners_px
    at = (np.array(near[0]) * 0.45 + np.array(near[1]) * 0.55).astype(int)
    wood = image[int(at[1]) - 60 : int(at[1]) - 50, int(at[0]) - 5 : int(at[0]) + 5].reshape(-1, 3).mean(axis=0)
    cv2.line(image, (int(at[0]), SIZE[1]), (int(at[0]), int(at[1]) - 150), tuple(float(c) for c in wood), 60)
    look = again(STANDING, image)
    assert look.gaps[0] > ARM and max(look.gaps[1:]) < ARM


def test_a_piece_of_the_stock_beside_the_board_is_no_arm() -> None:
    image = picture(STANDING).copy()
    near = found(HERE).corners_px
    at = (np.array(near[0]) * 0.4 + np.array(near[1]) * 0.6).astype(int)
    cv2.rectangle(image, (int(at[0]), int(at[1]) + 16), (int(at[0]) + 24, int(at[1]) + 40), (30, 30, 180), -1)
    assert max(again(STANDING, image).gaps) < ARM


def test_edges_of_a_board_that_nobody_has_read() -> None:
    assert max(edge_gaps(picture(STANDING), found(HERE), SET)) < ARM
    assert max(edge_gaps(picture(STANDING, hand=Hand("e5", 0.0)), found(HERE), SET)) > ARM

"""What a camera makes of a table: where the board is, whether it was pushed or turned, and what covers it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.arrays import Image
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.text import parse_text, to_text
from simulator.hand import Hand
from simulator.look import Look
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from simulator.viewpoint import corners_mm
from tests.live.filming import SET, SIZE
from vision.board.find import find_board
from vision.cover import Cover
from vision.eye_settings import EyeSettings
from vision.eyes import Where
from vision.found_board import FoundBoard, turn
from vision.known_of_picture import Known
from vision.tactori import eyes as eyes_module
from vision.tactori.calibrate import unknown_set
from vision.tactori.eyes import TowerEyes

HERE = look_at(SET, 52.0, 4.0, size=SIZE)
PUSHED = look_at(SET, 51.0, 5.5, size=SIZE)
STANDING = "9 c3:R c7:YB e3:R e5:BB g7:R R:c3-e3@1"
HIGH = PhysicalSet.in_proportion(31.0, tower_height=20.5)


@cache
def picture(text: str = STANDING, pose: Pose = HERE, hand: Hand | None = None, of: PhysicalSet = SET) -> Image:
    look = replace(Look(), noise=0.0, stock=False)
    return draw_position(parse_text(text), of, pose, look, 3, hand)


def bare_table() -> Image:
    return np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)


def corners(pose: Pose) -> NDArray[np.float64]:
    return pose.project(corners_mm(SET))


def away_px(found: FoundBoard | None, pose: Pose) -> float:
    """How far the worst corner is from where it really is."""
    assert found is not None
    return float(np.abs(np.array(found.corners_px) - corners(pose)).max())


def opened(image: Image | None = None, **known: Any) -> TowerEyes:
    """Eyes that have found the board."""
    eyes = TowerEyes(Known(**{"board": 9, "physical_set": SET, "camera": HERE.camera, **known}), EyeSettings())
    assert eyes.search(picture() if image is None else image)
    return eyes


@cache
def found_here() -> FoundBoard:
    found = opened().found
    assert found is not None
    return found


@pytest.fixture
def eyes() -> TowerEyes:
    made = TowerEyes(Known(9, SET, HERE.camera), EyeSettings())
    made.move(found_here())
    return made


@pytest.fixture
def remembering(eyes: TowerEyes) -> TowerEyes:
    """Eyes that keep a calm picture to compare others with."""
    eyes.keep(eyes.look(picture(), parse_text(STANDING)), picture())
    return eyes


# Looking for the board.


def test_the_board_is_found_where_it_is() -> None:
    eyes = TowerEyes(Known(9), EyeSettings())
    assert eyes.found is None
    assert eyes.search(picture())
    assert away_px(eyes.found, HERE) < 2


def test_its_box_holds_the_board_and_is_what_small_pictures_show(eyes: TowerEyes) -> None:
    assert eyes.box is not None
    left, upper, right, lower = eyes.box
    across, down = corners(HERE).T
    assert 0 <= left < across.min() and across.max() < right <= SIZE[0]
    assert 0 <= upper < down.min() and down.max() < lower <= SIZE[1]
    outside = picture().copy()
    outside[:, :left] = outside[:, right:] = 0
    assert np.array_equal(eyes.small(picture()), eyes.small(outside))


def test_a_table_without_a_board_leaves_everything_as_it_was(remembering: TowerEyes) -> None:
    found, box = remembering.found, remembering.box
    assert not remembering.search(bare_table())
    assert (remembering.found, remembering.box) == (found, box) and remembering.compares
    nothing = TowerEyes(Known(9), EyeSettings())
    assert not nothing.search(bare_table()) and nothing.found is None


def test_a_board_that_is_found_anew_is_not_compared_with_an_old_picture(remembering: TowerEyes) -> None:
    assert remembering.compares
    assert remembering.search(picture(pose=PUSHED))
    assert away_px(remembering.found, PUSHED) < 2 and not remembering.compares


@pytest.mark.parametrize("camera", [HERE.camera, None], ids=["a known camera", "an unknown one"])
def test_pictures_that_become_larger(camera: object) -> None:
    eyes = opened(camera=camera)
    large = np.asarray(cv2.resize(picture(), None, fx=2, fy=2), np.uint8)
    assert eyes.search(large)
    assert eyes.found is not None and eyes.found.pose.camera.size == (2 * SIZE[0], 2 * SIZE[1])
    assert np.abs(np.array(eyes.found.corners_px) - 2 * corners(HERE)).max() < 4


def test_corners_that_were_said_are_those_of_the_first_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    said = tuple((float(u) + 3, float(v) - 3) for u, v in corners(HERE))
    asked: list[Any] = []

    def noted(image: Image, *known: Any) -> FoundBoard:
        asked.append(known[-1])
        return find_board(image, *known)

    monkeypatch.setattr(eyes_module, "find_board", noted)
    eyes = opened(corners=said)
    assert asked == [said] and away_px(eyes.found, HERE) < 2
    assert eyes.search(picture(pose=PUSHED)) and away_px(eyes.found, PUSHED) < 2
    assert asked == [said, None], "by now the board is somewhere else"


# Pushed, hidden, or still there.


def test_a_board_that_stayed(remembering: TowerEyes) -> None:
    for each in (opened(), remembering):
        assert each.check(picture()) == (Where.STAYED, each.found)
        assert each.check(picture("9 c3:R c7:YBG e3:R e5:BB R:c3-e3@1")) == (Where.STAYED, each.found)


def test_a_board_that_was_pushed(remembering: TowerEyes) -> None:
    before = remembering.found
    where, followed = remembering.check(picture(pose=PUSHED))
    assert where is Where.MOVED and away_px(followed, PUSHED) < 2
    assert remembering.found is before, "it is only taken there when somebody says so"


def test_a_board_pushed_before_anything_was_remembered_has_to_be_looked_for() -> None:
    """Edges alone tell that it was pushed, but not well enough where to."""
    each = opened()
    assert each.check(picture(pose=PUSHED)) == (Where.HIDDEN, None)
    assert each.search(picture(pose=PUSHED)) and away_px(each.found, PUSHED) < 2


def test_a_board_that_is_gone(remembering: TowerEyes) -> None:
    for each in (opened(), remembering):
        assert each.check(bare_table()) == (Where.HIDDEN, None)


def test_an_arm_along_an_edge_does_not_push_the_board(remembering: TowerEyes) -> None:
    where, _ = remembering.check(picture(hand=Hand("e3", 0.0)))
    assert where is not Where.MOVED


def test_a_board_that_is_taken_elsewhere_is_looked_at_there(remembering: TowerEyes) -> None:
    box = remembering.box
    _, followed = remembering.check(picture(pose=PUSHED))
    assert followed is not None
    remembering.move(followed)
    assert remembering.found is followed and remembering.box != box and not remembering.compares
    assert not remembering.looks_the_same(remembering.small(picture()))
    assert to_text(remembering.look(picture(pose=PUSHED), parse_text(STANDING)).position) == STANDING


# What changed.


def test_only_what_is_remembered_can_be_compared_with(eyes: TowerEyes) -> None:
    assert not eyes.compares
    assert not eyes.look(picture(), parse_text(STANDING)).compared
    assert not eyes.looks_the_same(eyes.small(picture()))
    eyes.keep(eyes.look(picture(), parse_text(STANDING)), picture())
    assert eyes.compares
    assert eyes.look(picture(), parse_text(STANDING)).compared
    assert not eyes.look(picture(), parse_text(STANDING), beside=False).compared
    assert eyes.looks_the_same(eyes.small(picture()))
    eyes.forget_picture()
    assert not eyes.compares and not eyes.looks_the_same(eyes.small(picture()))
    assert eyes.check(picture(pose=PUSHED))[0] is Where.HIDDEN


def test_to_a_grey_level_it_looks_the_same_but_not_with_another_stick(remembering: TowerEyes) -> None:
    brighter = np.minimum(picture(), 254) + np.uint8(1)
    assert remembering.looks_the_same(remembering.small(brighter))
    for other in (
        "9 c3:R c7:YB e3:R e5:BB g7:R",
        "9 c3:R c7:YB e3:R e5:BB g7:RR R:c3-e3@1",
        "9 c3:R c7:YB e3:R e5:BB R:c3-e3@1",
    ):
        assert not remembering.looks_the_same(remembering.small(picture(other))), other


def test_a_turn_is_seen_beside_the_picture_before_it(remembering: TowerEyes) -> None:
    after = "9 c3:R c7:YB e3:R e5:BBR g7:R R:c3-e3@1"
    assert to_text(remembering.look(picture(after), parse_text(STANDING)).position) == after


# What covers the board.


def nobody_can_tell(_: Image, __: FoundBoard) -> None:
    """What covers the board, for what is noticed without being told."""


def test_a_hand_covers_the_board_and_pieces_do_not(remembering: TowerEyes) -> None:
    after = "9 c3:R c7:YB e3:R e5:BBR g7:R R:c3-e3@1"
    assert not remembering.is_covered(remembering.look(picture(after), parse_text(STANDING)))
    hand = remembering.look(picture(hand=Hand("e5", 0.0)), parse_text(STANDING))
    assert remembering.is_covered(hand) and remembering.is_crossed(hand)


def test_what_nothing_explains_covers_the_board_even_within_its_edges(remembering: TowerEyes) -> None:
    remembering.covers = nobody_can_tell
    scarf = picture().copy()
    middle = corners(HERE).mean(axis=0).astype(int)
    cv2.ellipse(scarf, (int(middle[0]), int(middle[1]) + 30), (60, 25), 0, 0, 360, (110, 150, 215), -1)
    look = remembering.look(scarf, parse_text(STANDING))
    assert remembering.is_covered(look) and not remembering.is_crossed(look)
    bare = remembering.look(scarf, parse_text(STANDING), beside=False)
    assert not remembering.is_covered(bare), "what was never seen without it may be the table's own"


def test_what_lies_over_an_edge_and_stays_is_no_hand_after_a_while(eyes: TowerEyes) -> None:
    eyes.covers = nobody_can_tell
    look = eyes.look(picture(hand=Hand("e3", 0.0)), parse_text(STANDING))
    assert eyes.is_crossed(look) and eyes.is_covered(look)
    eyes.bear_crossing(look)
    assert not eyes.is_crossed(look) and not eyes.is_covered(look)
    elsewhere = replace(look)
    elsewhere.__dict__["bare_gaps"] = tuple(np.roll(look.bare_gaps, 1))
    assert eyes.is_crossed(elsewhere), "but another edge is another thing"


def test_what_lay_over_an_edge_in_the_picture_compared_with_is_no_hand(eyes: TowerEyes) -> None:
    eyes.covers = nobody_can_tell
    look = eyes.look(picture(hand=Hand("e3", 0.0)), parse_text(STANDING))
    eyes.keep(look, look.image)
    assert not eyes.is_crossed(look)


def test_the_edges_of_a_board_show_when_no_arm_is_over_them(eyes: TowerEyes) -> None:
    assert eyes.found is not None
    assert eyes.shows_edges(picture(), eyes.found)
    assert not eyes.shows_edges(picture(hand=Hand("e5", 0.0)), eyes.found)


# Turned boards.


def found_board(pose: Pose = HERE) -> FoundBoard:
    return FoundBoard(9, pose, tuple((float(u), float(v)) for u, v in corners(pose)), 0.0)


@pytest.mark.parametrize("quarters", range(-1, 6))
def test_a_turned_board_has_its_a1_so_many_corners_on(quarters: int) -> None:
    board = found_board()
    turned = turn(board, quarters)
    assert turned.corners_px == tuple(board.corners_px[(quarters + k) % 4] for k in range(4))
    assert away_px(turned, turned.pose) < 1e-6, "corners and pose agree"
    assert turned.pose.tvec == board.pose.tvec and turned.pose.camera == board.pose.camera


def test_quarters_add_up() -> None:
    board = found_board()
    for one in range(4):
        for other in range(4):
            twice, once = turn(turn(board, one), other), turn(board, one + other)
            assert twice.corners_px == once.corners_px
            assert np.allclose(twice.pose.rotation, once.pose.rotation)


@pytest.mark.parametrize("quarters", range(4))
def test_a_board_found_anew_is_held_as_before(eyes: TowerEyes, quarters: int) -> None:
    """Also if it was pushed a little meanwhile."""
    old = eyes.found
    assert old is not None
    eyes.move(turn(found_board(PUSHED), quarters))
    assert eyes.hold_nearest(old) == (4 - quarters) % 4
    assert away_px(eyes.found, PUSHED) < 1e-6
    assert to_text(eyes.look(picture(pose=PUSHED), parse_text(STANDING)).position) == STANDING


@pytest.mark.parametrize("quarters", range(4))
def test_the_pieces_know_how_the_board_was_turned(eyes: TowerEyes, quarters: int) -> None:
    assert eyes.found is not None
    eyes.move(turn(eyes.found, quarters))
    assert eyes.turned(picture(), parse_text(STANDING)) == (4 - quarters) % 4
    assert away_px(eyes.found, HERE) < 2


def test_a_board_that_was_not_turned_is_still_compared_with_its_picture(remembering: TowerEyes) -> None:
    assert remembering.turned(picture(), parse_text(STANDING)) == 0 and remembering.compares


def test_a_hidden_floor_does_not_count_against_the_way_a_board_is_held(eyes: TowerEyes) -> None:
    assert eyes.turned(picture(), parse_text(STANDING.replace("e5:BB", "e5:?B").replace("c7:YB", "c7:?B"))) == 0


def test_other_pieces_do_not_tell_how_a_board_is_turned(remembering: TowerEyes) -> None:
    found = remembering.found
    assert remembering.turned(picture(), parse_text("9 a1:B b9:Y h2:G i5:RR d8:B")) is None
    assert remembering.turned(picture(), parse_text("9")) == 0
    assert remembering.found is found and remembering.compares


def test_many_more_pieces_do_not_tell_it_either(eyes: TowerEyes) -> None:
    """Every tower is there again, but most of what stands there is something else."""
    assert eyes.turned(picture(), parse_text("9 c3:R")) is None


# A set that nobody measured.


def test_a_set_is_measured_on_the_board() -> None:
    text = "9 c3:R c7:YBB e3:RR e5:BB g7:R"
    image = picture(text, of=HIGH)
    eyes = opened(image, physical_set=None)
    assert abs(eyes.set.tower_height - HIGH.tower_height) > 2
    assert eyes.measure_set(image, parse_text(text))
    assert abs(eyes.set.tower_height - HIGH.tower_height) < 0.6
    assert eyes.compares and eyes.looks_the_same(eyes.small(image))


def test_a_set_with_which_the_board_reads_otherwise_is_not_taken(
    remembering: TowerEyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is measured explains the picture, but not what is known to stand there."""
    assert remembering.found is not None
    made = unknown_set.MeasuredHere(unknown_set.MeasuredSet(HIGH), turn(remembering.found, 1))
    monkeypatch.setattr(unknown_set, "measure_here", lambda *args: made)
    kept = remembering.set, remembering.found, remembering.box
    assert not remembering.measure_set(picture(), parse_text(STANDING))
    assert (remembering.set, remembering.found, remembering.box) == kept
    assert remembering.compares and remembering.looks_the_same(remembering.small(picture()))
    assert remembering.check(picture()) == (Where.STAYED, remembering.found)


def test_a_picture_that_tells_too_little_changes_nothing(
    remembering: TowerEyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unknown_set, "measure_here", lambda *args: None)
    kept = remembering.set, remembering.found, remembering.box
    assert not remembering.measure_set(picture(), parse_text(STANDING))
    assert (remembering.set, remembering.found, remembering.box) == kept and remembering.compares


@pytest.mark.parametrize(
    ("known", "expected"),
    [(None, False), (PhysicalSet.in_proportion(31.0, board_side=300.0), False), (HIGH, True)],
    ids=["nothing", "the board only", "the towers"],
)
def test_only_towers_that_somebody_measured_need_no_measuring(known: PhysicalSet | None, expected: bool) -> None:
    assert TowerEyes(Known(9, known), EyeSettings()).is_measured_by_hand is expected


# What somebody else knows to lie over the board.


def over_the_board(share: float) -> Cover:
    """A sheet in the middle of the board, so wide and high as a share of the picture."""
    chance = np.zeros((90, 160), np.float32)
    half_x, half_y = round(80 * share), round(45 * share)
    chance[45 - half_y : 45 + half_y, 80 - half_x : 80 + half_x] = 1
    return Cover(chance)


def test_a_cover_over_the_board_is_a_hand(remembering: TowerEyes) -> None:
    position = parse_text(STANDING)
    assert not remembering.is_covered(remembering.look(picture(), position))
    remembering.covers = lambda *_: over_the_board(0.2)
    look = remembering.look(picture().copy(), position)
    assert look.covered > 1 and remembering.is_covered(look) and remembering.is_crossed(look)
    assert to_text(look.position) == to_text(position)


def test_a_cover_beside_the_board_is_none(remembering: TowerEyes) -> None:
    chance = np.zeros((90, 160), np.float32)
    chance[:, :12] = chance[:6] = 1
    remembering.covers = lambda *_: Cover(chance)
    look = remembering.look(picture(), parse_text(STANDING))
    assert look.covered == 0 and not remembering.is_covered(look)


def test_what_covers_a_picture_is_asked_for_once(eyes: TowerEyes) -> None:
    asked: list[Image] = []

    def covers(image: Image, _: FoundBoard) -> None:
        asked.append(image)

    eyes.covers = covers
    one, other = picture(), picture().copy()
    for image in (one, one, other):
        eyes.look(image, parse_text(STANDING))
    assert [id(image) for image in asked] == [id(one), id(other)]


def test_a_cover_that_stays_is_borne_until_it_is_taken_away(remembering: TowerEyes) -> None:
    position = parse_text(STANDING)
    remembering.covers = lambda *_: over_the_board(0.2)
    sheet = picture().copy()
    look = remembering.look(sheet, position)
    remembering.bear_crossing(look)
    assert not remembering.is_covered(look)
    remembering.keep(look, sheet)
    assert not remembering.is_covered(remembering.look(sheet, position))
    remembering.covers = lambda *_: over_the_board(0.4)
    assert remembering.is_covered(remembering.look(picture().copy(), position))
    remembering.covers = lambda *_: None
    remembering.keep(remembering.look(picture(), position), picture())
    remembering.covers = lambda *_: over_the_board(0.2)
    assert remembering.is_covered(remembering.look(picture().copy(), position))

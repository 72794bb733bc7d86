"""What lies over the board: fields under it are unsure, the others are read, and nothing wrong is claimed."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tactori.board import coordinates
from referee.tactori.text import parse_text, to_text
from simulator.hand import Hand
from simulator.tactori.draw import draw_light
from tests.vision.tactori.pictures import SET, SIZE, Drawn, drawn, invented_sticks, wrong_claims
from vision.cover import Cover, CoverSettings
from vision.tactori.reading import Reading
from vision.tactori.rereading import Look, look_again
from vision.tactori.scan import read_board
from vision.tactori.scene import Scene, View

WIDTH, HEIGHT = SIZE
STANDING = "9 b2:RB b6:Y c4:G d2:R d7:BG e4:GY e6:YY f2:B g4:RG g7:BB h2:Y h5:R R:b2-d2@1 G:c4-e4@1"
COVERED = "doubt.covered"
PAPER = (225, 228, 230)


def rectangle(left: int, upper: int, right: int, lower: int, size: tuple[int, int] = SIZE) -> Cover:
    chance = np.zeros((size[1], size[0]), np.float32)
    chance[upper:lower, left:right] = 1
    return Cover(chance)


@cache
def hidden_by(hand: Hand, text: str = STANDING, elevation_deg: float = 50.0) -> NDArray[np.float32]:
    """Where a simulated hand is nearer than all that stands there without it; its shadow is not part of it."""
    picture = drawn(text, elevation_deg, hand=hand)
    with_it, without = (draw_light(picture.position, SET, picture.pose, seed=1, hand=each) for each in (hand, None))
    nearer = with_it.nearness > without.nearness * 1.0001
    return np.asarray(cv2.resize(nearer.astype(np.float32), SIZE, interpolation=cv2.INTER_AREA), np.float32)


def read(picture: Drawn, cover: Cover | None) -> Reading:
    return read_board(picture.image, picture.found, SET, cover=cover)


def doubts(scan: Reading | Look) -> dict[str, str]:
    return {doubt.at: doubt.why.key for doubt in scan.unsure}


def shares(picture: Drawn, chance: NDArray[np.float32]) -> dict[str, float]:
    """How much of each field's stack, or of a tower on a bare field, is hidden."""
    scene = Scene(picture.position.board, SET, picture.pose, View(1.0, 0, 0, *SIZE))
    flat, made = chance.ravel() > 0.5, {}
    for x, y in scene.fields:
        at = f"{chr(97 + x)}{y + 1}"
        floors = range(1, max(picture.position.height(at), 1) + 1)
        made[at] = max(float(flat[scene.outline((x, y), floor).pixels].mean()) for floor in floors)
    return made


# The map.


def test_a_map_of_any_size_covers_the_same_part_of_the_picture() -> None:
    fine = rectangle(400, 200, 560, 320)
    coarse = Cover(np.asarray(cv2.resize(fine.chance, (96, 54), interpolation=cv2.INTER_AREA), np.float32))
    exact = CoverSettings(margin_share=0.0, cell_share=0.0)
    for cover in (fine, coarse):
        mask = cover.mask(WIDTH, HEIGHT, settings=exact)
        assert mask.shape == (HEIGHT, WIDTH)
        assert abs(np.count_nonzero(mask) / (160 * 120) - 1) < 0.06
        assert mask[260, 480] and not mask[190, 480] and not mask[260, 390]


def test_what_is_near_to_it_counts_as_covered_and_more_so_on_a_coarse_map() -> None:
    fine = rectangle(400, 200, 560, 320)
    coarse = Cover(np.asarray(cv2.resize(fine.chance, (60, 34), interpolation=cv2.INTER_AREA), np.float32))
    assert fine.mask(WIDTH, HEIGHT)[260, 397] and not fine.mask(WIDTH, HEIGHT)[260, 393]
    assert coarse.mask(WIDTH, HEIGHT)[260, 393] and not coarse.mask(WIDTH, HEIGHT)[260, 380]


def test_a_part_of_the_picture_has_its_part_of_the_mask() -> None:
    cover = rectangle(400, 200, 560, 320)
    part = cover.mask(240, 135, (0.25, 0.25, 0.75, 0.75))
    whole = cover.mask(WIDTH // 2, HEIGHT // 2)[67:202, 120:360]
    assert np.count_nonzero(part != whole) < 0.03 * np.count_nonzero(whole)


def test_improbable_cover_is_none() -> None:
    faint = Cover(np.full((45, 80), 0.39, np.float32))
    assert faint.is_empty() and not faint.mask(WIDTH, HEIGHT).any()
    assert not Cover(np.full((45, 80), 0.41, np.float32)).is_empty()


def test_where_nothing_covers_the_board_it_is_read_as_without_a_map() -> None:
    picture = drawn(STANDING, 50.0)
    plain, mapped = picture.read(), read(picture, Cover(np.zeros((45, 80), np.float32)))
    assert (mapped.position, mapped.unsure) == (plain.position, plain.unsure)
    beside = read(picture, rectangle(0, 0, 30, 30))
    assert (beside.position, beside.unsure) == (plain.position, plain.unsure)


# A hand over the board.

HANDS = [(Hand("e4"), 50.0), (Hand("g4", holds="R"), 50.0), (Hand("c4"), 62.0), (Hand("e6", 30.0), 42.0)]


@pytest.mark.parametrize("hand, elevation_deg", HANDS)
@pytest.mark.parametrize("how", ["exact", "coarse", "eroded", "dilated"])
def test_under_a_hand_nothing_wrong_is_claimed(hand: Hand, elevation_deg: float, how: str) -> None:
    picture = drawn(STANDING, elevation_deg, hand=hand)
    chance = hidden_by(hand, STANDING, elevation_deg)
    scan = read(picture, Cover(degraded(chance, how)))
    assert not wrong_claims(scan, picture.position)
    assert not invented_sticks(scan, picture.position)


def degraded(chance: NDArray[np.float32], how: str) -> NDArray[np.float32]:
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
    if how == "eroded":
        return np.asarray(cv2.erode(chance, kernel))
    if how == "dilated":
        return np.asarray(cv2.dilate(chance, kernel))
    if how == "coarse":
        return np.asarray(cv2.resize(chance, (80, 45), interpolation=cv2.INTER_AREA))
    return chance


def test_without_the_map_the_same_hands_mislead() -> None:
    wrong = 0
    for hand, elevation_deg in HANDS:
        picture = drawn(STANDING, elevation_deg, hand=hand)
        wrong += len(wrong_claims(read(picture, None), picture.position))
    assert wrong >= 4


@pytest.mark.parametrize("hand, elevation_deg", HANDS)
def test_what_a_hand_hides_is_unsure_and_what_it_leaves_free_is_read(hand: Hand, elevation_deg: float) -> None:
    picture = drawn(STANDING, elevation_deg, hand=hand)
    chance = hidden_by(hand, STANDING, elevation_deg)
    scan, free = read(picture, Cover(chance)), drawn(STANDING, elevation_deg).read()
    hidden = shares(picture, np.asarray(cv2.dilate(chance, np.ones((17, 17), np.uint8))))
    unsure = doubts(scan)
    mostly = {at for at, share in shares(picture, chance).items() if share > 0.7}
    assert len(mostly) >= 5 and all(unsure.get(at) == COVERED for at in mostly)
    plain = {at for at, share in hidden.items() if share == 0 and at not in doubts(free)}
    if hand.holds:  # a tower in the air hides what is behind it
        plain -= {at for at in plain if abs(coordinates(at)[0] - 6) <= 1}
    assert len(plain) >= 20 and not plain & set(unsure)
    assert all(scan.position.towers.get(at) == picture.position.towers.get(at) for at in plain)


# How much has to be free.


def papered(picture: Drawn, u: float, v: float, half_u: float, half_v: float) -> tuple[Drawn, Cover]:
    """A picture with a piece of paper held before it, and the map of that."""
    left, right, upper, lower = (round(each) for each in (u - half_u, u + half_u, v - half_v, v + half_v))
    image = picture.image.copy()
    image[upper:lower, left:right] = PAPER
    return Drawn(image, picture.found, picture.position), rectangle(left, upper, right, lower)


def test_a_stack_whose_top_is_covered_may_be_higher() -> None:
    picture = drawn("9 c3:R e5:RB g3:YG c7:G", 45.0)
    u, v = picture.field_px(4, 4, 1.9 * SET.tower_height)
    image, cover = papered(picture, u, v, 26, 24)
    scan = read(image, cover)
    assert doubts(scan)["e5"] == COVERED
    assert not wrong_claims(scan, picture.position)
    assert not {"c3", "g3", "c7"} & set(doubts(scan))


@pytest.mark.parametrize("stack", ["R", "RB"])
def test_a_tower_that_is_seen_may_carry_another_one_under_the_cover(stack: str) -> None:
    picture = drawn(f"9 c3:R e5:{stack} g3:YG c7:G", 32.0, 0.0)
    u, v = picture.field_px(4, 4 - SET.tower_width / SET.pitch_9 / 2, SET.tower_height)
    image, cover = papered(picture, u, v - 44, 30, 40)
    scan = read(image, cover)
    assert shares(picture, cover.mask(WIDTH, HEIGHT).astype(np.float32))["e5"] < 0.5 or stack == "RB"
    assert scan.position.towers["e5"][0] == "R" and doubts(scan)["e5"] == COVERED


def test_half_a_tower_is_no_bare_field() -> None:
    picture = drawn("9 c3:R e5:R g3:YG c7:G", 55.0)
    u, v = picture.field_px(4, 4, SET.tower_height / 2)
    for aside in (8, 12, 16, 20):
        image, cover = papered(picture, u - 30, v, aside + 10, 34)
        scan = read(image, cover)
        assert not wrong_claims(scan, picture.position)
        assert scan.position.towers.get("e5") == "R" or doubts(scan)["e5"] == COVERED


def test_a_stack_of_which_enough_is_free_is_claimed() -> None:
    picture = drawn("9 c3:R e5:RB g3:YG c7:G", 45.0)
    u, v = picture.field_px(4, 4, SET.tower_height)
    image, cover = papered(picture, u - 18, v, 10, 30)
    scan = read(image, cover)
    assert scan.position.towers["e5"] == "RB" and "e5" not in doubts(scan)
    assert 0.1 < shares(picture, cover.mask(WIDTH, HEIGHT).astype(np.float32))["e5"] < 0.5


def test_bare_ground_that_is_covered_is_unsure_and_ground_beside_it_is_not() -> None:
    picture = drawn("9 c3:R e5:RB g3:YG c7:G", 55.0)
    u, v = picture.field_px(6, 5, SET.tower_height / 2)
    image, cover = papered(picture, u, v, 24, 24)
    scan = read(image, cover)
    assert doubts(scan) == {"g6": COVERED}


def test_a_sheet_in_a_paint_s_colour_neither_stands_nor_teaches_what_paint_looks_like() -> None:
    picture = drawn("9 b3:R b7:RB c5:G d7:B e7:Y f2:R f8:RY g5:RG", 55.0)
    red = (58, 50, 190)
    sheet = picture.covered((2.5, 0.5), (5.4, 4.5), red)
    chance = (sheet.image != picture.image).any(axis=2).astype(np.float32)
    scan = read(sheet, Cover(chance))
    assert not wrong_claims(scan, picture.position)
    assert {"b3": "R", "b7": "RB", "g5": "RG"}.items() <= scan.position.towers.items()
    assert not {"b3", "b7", "c5", "d7", "e7", "f8", "g5"} & set(doubts(scan))
    assert doubts(scan)["e3"] == doubts(scan)["f2"] == COVERED


def test_a_board_that_is_covered_all_over_is_unsure_all_over() -> None:
    picture = drawn("9 c3:R e5:RB", 55.0)
    scan = read(picture, Cover(np.ones((45, 80), np.float32)))
    assert len(doubts(scan)) == 81 and set(doubts(scan).values()) == {COVERED}
    assert not scan.position.sticks


# Sticks.


def test_between_two_towers_that_are_seen_a_covered_stick_is_a_doubt_of_its_own() -> None:
    for text in ("9 c3:R e3:R g6:B R:c3-e3@1", "9 c3:R e3:R g6:B"):
        picture = drawn(text, 55.0, 0.0)
        u, v = picture.field_px(3, 2, SET.tower_height / 2)
        image, cover = papered(picture, u, v, 22, 22)
        scan = read(image, cover)
        assert not scan.position.sticks
        assert doubts(scan).get("c3-e3") == COVERED
        assert not {"c3", "e3"} & set(doubts(scan))
        assert [at for at in doubts(scan) if "-" in at] == ["c3-e3"]


def test_a_stick_of_which_most_is_seen_is_read() -> None:
    picture = drawn("9 c3:R e3:R g6:B R:c3-e3@1", 55.0, 0.0)
    u, v = picture.field_px(2.75, 2, SET.tower_height / 2)
    image, cover = papered(picture, u, v, 4, 22)
    scan = read(image, cover)
    assert scan.position.sticks == picture.position.sticks
    assert not [at for at in doubts(scan) if "-" in at]


# Looking again.


def looked(after: str, hand: Hand | None, cover: Cover | None, beside: bool = True) -> Look:
    before = drawn(STANDING, 50.0)
    earlier = look_again(before.image, before.found, SET, before.position).earlier() if beside else None
    now = drawn(after, 50.0, hand=hand)
    return look_again(now.image, before.found, SET, before.position, earlier, cover=cover)


@pytest.mark.parametrize("beside", [True, False])
def test_what_is_under_a_hand_is_taken_to_be_as_it_was(beside: bool) -> None:
    hand = Hand("e4")
    look = looked(STANDING, hand, Cover(hidden_by(hand)), beside)
    assert look.covered > 4 and look.compared == beside
    assert to_text(look.position) == to_text(parse_text(STANDING))


def test_what_changed_beside_a_hand_is_seen_and_what_changed_under_it_is_not() -> None:
    hand = Hand("e4")
    after = STANDING.replace("b6:Y", "b6:YR").replace("e4:GY", "e4:GB")
    look = looked(after, hand, Cover(hidden_by(hand, after)))
    assert look.position.towers["b6"] == "YR"
    assert look.position.towers["e4"] == "GY"


def test_what_is_under_a_cover_is_not_compared() -> None:
    before = drawn(STANDING, 50.0)
    earlier = look_again(before.image, before.found, SET, before.position).earlier()
    u, v = before.field_px(6, 3, SET.tower_height)
    image, cover = papered(before, u, v, 60, 40)
    seen = look_again(image.image, before.found, SET, before.position, earlier, cover=cover)
    assert seen.covered > 1 and seen.strange == 0 and not seen.read.looked_at
    assert look_again(image.image, before.found, SET, before.position, earlier).read.looked_at


def test_a_field_that_is_mostly_covered_stays_as_it_was_whatever_the_rest_of_it_shows() -> None:
    before, after = drawn(STANDING, 50.0), drawn(STANDING.replace("h5:R", "h5:B"), 50.0)
    earlier = look_again(before.image, before.found, SET, before.position).earlier()
    u, v = after.field_px(7, 4, SET.tower_height / 2)
    image, cover = papered(after, u - 8, v, 15, 30)
    look = look_again(image.image, before.found, SET, before.position, earlier, cover=cover)
    assert read(image, cover).position.towers["h5"] == "B"
    assert look.position.towers["h5"] == "R" and "h5" in look.doubtful


def test_without_a_cover_none_is_reported() -> None:
    look = looked(STANDING, None, None)
    assert look.covered == 0
    assert looked(STANDING, None, Cover(np.zeros((45, 80), np.float32))).covered == 0

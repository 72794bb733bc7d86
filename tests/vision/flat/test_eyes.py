"""How a table of cards is seen: followed, read anew in every picture, and not through hands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.arrays import Image
from referee.antiblok.position import Position
from tests.vision.flat.drawn_cards import OBLIQUE, Scene, at_pixel, photograph, random_cards
from vision.eye_settings import EyeSettings
from vision.eyes import Where
from vision.families import FAMILIES
from vision.flat.eyes import CardEyes
from vision.known_of_picture import Known
from words.message import InputError

SCENE = Scene(random_cards(11), {"b2+": "R"})
BOARD = Position.of(SCENE.cards, SCENE.blocks)
CALM = photograph(SCENE)


def opened(image: Image = CALM) -> CardEyes:
    eyes = FAMILIES["antiblok"]().eyes(Known(5), EyeSettings())
    assert isinstance(eyes, CardEyes) and eyes.search(image)
    return eyes


def turned(scene: Scene, at: str) -> Scene:
    """One card turned to the left."""
    return replace(scene, cards={**scene.cards, at: scene.cards[at][-1] + scene.cards[at][:-1]})


def covered(image: Image, upto: float) -> Image:
    """Something skin-coloured from the left side over so many files."""
    there = image.copy()
    (left, upper), (right, lower) = at_pixel(SCENE, 0, 5), at_pixel(SCENE, upto, 1)
    there[upper - 40 : lower, left - 60 : right] = (120, 150, 200)
    return there


def moved(scene: Scene, by_px: float) -> Scene:
    return replace(scene, corners=tuple((u + by_px, v) for u, v in scene.corners))


def quarter_round(scene: Scene) -> Scene:
    """The same board when somebody has turned it: a1 lies near right."""
    return replace(scene, corners=(*scene.corners[1:], scene.corners[0]))


def test_a_table_without_cards_has_no_board() -> None:
    eyes = CardEyes(Known(5), EyeSettings())
    assert not eyes.search(np.full_like(CALM, 90)) and eyes.found is None
    assert eyes.search(CALM) and eyes.found is not None
    assert np.abs(np.array(eyes.found.corners_px) - np.array(OBLIQUE)).max() < 8
    assert eyes.found.size == (960, 540)


def test_its_box_holds_the_cards() -> None:
    left, upper, right, lower = opened().box or (0, 0, 0, 0)
    across, down = np.array(OBLIQUE).T
    assert 0 <= left < across.min() and across.max() < right <= 960
    assert 0 <= upper < down.min() and down.max() < lower <= 540


def test_what_lies_there_is_read_also_if_nobody_has_seen_it_before() -> None:
    look = opened().look(CALM, Position.unseen())
    assert look.position == BOARD and not look.unsure and not look.compared and look.covered == 0


def test_a_turned_card_is_seen_and_clearly_so() -> None:
    after = turned(SCENE, "d2")
    look = opened().look(photograph(after), BOARD)
    now = Position.of(after.cards, after.blocks)
    assert look.position == now
    assert look.worth(now) - look.worth(BOARD) >= 500


def test_a_block_that_comes_and_goes_is_seen() -> None:
    eyes = opened()
    more = replace(SCENE, blocks={"b2+": "R", "d4+": "G"})
    assert eyes.look(photograph(more), BOARD).position.blocks == more.blocks
    assert eyes.look(photograph(replace(SCENE, blocks={})), BOARD).position.blocks == {}


def test_a_hand_covers_and_what_it_hides_is_taken_to_be_as_it_was() -> None:
    eyes = opened()
    look = eyes.look(covered(CALM, 1.5), BOARD)
    assert eyes.is_covered(look) and eyes.is_crossed(look)
    assert look.position == BOARD and {doubt.at for doubt in look.unsure} >= {"a2", "a3", "a4"}
    assert not eyes.is_covered(eyes.look(CALM, BOARD))


def test_what_stays_is_no_hand_until_it_was_gone() -> None:
    eyes = opened()
    lying = covered(CALM, 1.5)
    eyes.bear_crossing(eyes.look(lying, BOARD))
    assert not eyes.is_covered(eyes.look(lying, BOARD))
    eyes.keep(eyes.look(CALM, BOARD), CALM)
    assert eyes.is_covered(eyes.look(lying.copy(), BOARD))


def test_a_board_that_stays_is_not_followed_and_one_that_is_pushed_is() -> None:
    eyes = opened()
    assert eyes.check(photograph(SCENE, seed=2)) == (Where.STAYED, eyes.found)
    pushed = moved(SCENE, 14.0)
    where, found = eyes.check(photograph(pushed))
    assert where is Where.MOVED and found is not None and eyes.shows_edges(photograph(pushed), found)
    eyes.move(found)
    assert np.abs(np.array(eyes.found.corners_px) - np.array(pushed.corners)).max() < 8  # type: ignore[union-attr]
    assert eyes.look(photograph(pushed), BOARD).position == BOARD
    assert eyes.check(np.full_like(CALM, 90)) == (Where.HIDDEN, None)


def test_a_turned_board_keeps_the_names_of_its_fields() -> None:
    eyes, image = opened(), photograph(quarter_round(SCENE))
    seen = eyes.look(image, BOARD).position
    assert eyes.may_be_turned(BOARD, seen) and not eyes.may_be_turned(BOARD, BOARD)
    assert eyes.turned(image, BOARD) == eyes.quarters == 1
    assert eyes.look(image, BOARD).position == BOARD
    assert eyes.turned(photograph(Scene(random_cards(4))), BOARD) is None, "another board"
    assert eyes.turned(image, Position.unseen()) == 0, "nobody knows how it lay"


def test_a_board_that_is_found_anew_is_held_as_before() -> None:
    eyes = opened()
    old = eyes.found
    assert old is not None
    eyes.turned(photograph(quarter_round(SCENE)), BOARD)
    assert eyes.hold_nearest(old) == 3 and eyes.quarters == 0


def test_what_looks_the_same_need_not_be_read() -> None:
    eyes = opened()
    assert not eyes.compares and not eyes.looks_the_same(eyes.small(CALM))
    eyes.keep(eyes.look(CALM, BOARD), CALM)
    assert eyes.compares and eyes.looks_the_same(eyes.small(photograph(SCENE, seed=3)))
    assert not eyes.looks_the_same(eyes.small(photograph(turned(SCENE, "c3"))))
    eyes.forget_picture()
    assert not eyes.compares


@pytest.mark.parametrize("said", [None, 270])
def test_a_photograph_from_another_side_shows_what_a_hand_hides(said: int | None) -> None:
    eyes, other = opened(), photograph(quarter_round(SCENE))
    brought = eyes.place_photograph(other, BOARD, said)
    assert eyes.look_there(brought, BOARD).position == BOARD
    alone = eyes.look(covered(CALM, 1.5), Position.unseen())
    together = eyes.look(covered(CALM, 1.5), Position.unseen(), others=[brought])
    assert alone.unsure and not together.unsure and together.position == BOARD


def test_photographs_of_something_else_are_refused() -> None:
    eyes, under_paper = opened(), CALM.copy()
    (left, upper), (right, lower) = at_pixel(SCENE, 2, 4), at_pixel(SCENE, 4, 2)
    under_paper[upper:lower, left:right] = 230
    for image, why in (
        (np.full_like(CALM, 90), "settle.no_board"),
        (photograph(Scene(random_cards(4))), "settle.stranger"),
        (under_paper, "settle.covered"),
    ):
        with pytest.raises(InputError) as error:
            eyes.place_photograph(image, BOARD, None)
        assert error.value.message.key == why

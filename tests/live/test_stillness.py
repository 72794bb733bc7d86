"""Whether a table is calm: hands move, but noise, lamps and a board that is measured anew do not."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from live.frame import Frame, Picture
from live.settings import TableSettings
from live.stillness import Motion, Stillness
from vision.small_picture import Box, looks_the_same, small_picture

SETTINGS = TableSettings()
EYES = SETTINGS.eyes
BOARD: Box = (160, 60, 480, 300)


def table(width: int = 640, height: int = 360, brightness: float = 1.0) -> Picture:
    """Something with light and dark parts; the light over it is a share of the usual one."""
    y, x = np.mgrid[:height, :width] / np.array([height, width]).reshape(2, 1, 1)
    grey = 120 + 40 * np.sin(9 * x) * np.cos(7 * y)
    return np.repeat((brightness * grey)[:, :, None], 3, axis=2).astype(np.uint8)


def noisy(picture: Picture, number: int, levels: float) -> Picture:
    noise = np.random.default_rng(number).standard_normal(picture.shape, np.float32)
    return np.clip(picture + levels * noise, 0, 255).astype(np.uint8)


def touched(picture: Picture, at: tuple[int, int] = (320, 60), width: int = 16, length: int = 80) -> Picture:
    """A finger that reaches in from above."""
    made = picture.copy()
    cv2.rectangle(made, at, (at[0] + width - 1, at[1] + length - 1), (110, 150, 215), -1)
    return made


def watch(
    pictures: Sequence[Picture], every_s: float = 0.2, box: Box | None = None, stillness: Stillness | None = None
) -> list[Motion]:
    stillness = stillness or Stillness(SETTINGS)
    return [stillness.see(Frame(each, "", n, 10 + n * every_s), box) for n, each in enumerate(pictures)]


def calm(motions: Sequence[Motion]) -> list[bool]:
    return [motion.calm for motion in motions]


def rested(box: Box | None = None) -> Stillness:
    """A table that is calm."""
    stillness = Stillness(SETTINGS)
    for n in range(6):
        motion = stillness.see(Frame(table(), "", n, 0.2 * n), box)
    assert motion.calm
    return stillness


def next_frame(stillness: Stillness, picture: Picture, box: Box | None = None, alone: bool = False) -> Motion:
    return stillness.see(Frame(picture, "", 6, 1.2, alone), box)


def test_calm_comes_after_a_moment_however_fast_the_camera_is() -> None:
    motions = watch([table()] * 8, every_s=0.05)
    assert calm(motions) == [False] * 5 + [True] * 3, "a quarter of a second"
    assert [round(motion.still_s, 2) for motion in motions[:3]] == [0.0, 0.05, 0.1]


def test_a_slow_camera_must_show_the_same_twice() -> None:
    pictures = [table()] * 4 + [touched(table())] * 3
    assert calm(watch(pictures, every_s=2.0)) == [False, False, True, True, False, False, True]


def test_whoever_moves_begins_anew() -> None:
    pictures = [table()] * 4 + [touched(table())] + [table()] * 4
    motions = watch(pictures)
    assert calm(motions) == [False, False, True, True, False, False, False, True, True]
    assert [round(motion.still_s, 1) for motion in motions[3:7]] == [0.6, 0.0, 0.0, 0.2]


def test_a_finger_that_moves_is_movement_and_one_that_stays_is_not() -> None:
    there = touched(table())
    moved = touched(table(), (340, 60))
    assert calm(watch([there, moved] * 4)) == [False] * 8
    assert calm(watch([there] * 4))[-1]


def test_a_speck_is_no_movement() -> None:
    assert calm(watch([table(), touched(table(), width=8, length=16)] * 4))[2:] == [True] * 6


@pytest.mark.parametrize("size", [(640, 360), (1600, 900)])
def test_noise_is_no_movement(size: tuple[int, int]) -> None:
    assert calm(watch([noisy(table(*size), n, 6.0) for n in range(5)]))[2:] == [True] * 3


@pytest.mark.parametrize("brightness", [0.5, 0.8, 1.4])
def test_a_lamp_that_changes_all_the_light_is_no_movement(brightness: float) -> None:
    assert next_frame(rested(), table(brightness=brightness)).calm


def test_a_hand_under_a_lamp_that_is_switched_on_is_movement() -> None:
    assert not next_frame(rested(), touched(table(brightness=1.4))).calm


def test_a_shadow_over_a_part_is_movement() -> None:
    shaded = table()
    shaded[:, :200] //= 2
    assert not next_frame(rested(), shaded).calm


def test_a_photograph_is_taken_as_calm_and_has_nothing_to_do_with_others() -> None:
    stillness = Stillness(SETTINGS)
    for picture in (table(), touched(table())):
        motion = next_frame(stillness, picture, alone=True)
        assert (motion.calm, motion.still_s) == (True, 0.0)
    assert calm(watch([touched(table())] * 4, stillness=stillness)) == [False, False, True, True]


def test_after_a_photograph_a_film_has_to_come_to_rest_again() -> None:
    stillness = rested()
    next_frame(stillness, table(), alone=True)
    assert not next_frame(stillness, table()).calm


def test_what_was_forgotten_has_to_come_to_rest_again() -> None:
    stillness = rested()
    stillness.forget()
    motion = next_frame(stillness, table())
    assert (motion.calm, motion.still_s) == (False, 0.0)


def test_what_moves_beside_the_board_does_not_matter() -> None:
    beside = touched(table(), (20, 100), 100, 200)
    assert next_frame(rested(BOARD), beside, BOARD).calm
    assert not next_frame(rested(), beside).calm


@pytest.mark.parametrize("box", [(150, 70, 470, 310), (150, 50, 500, 310), None])
def test_a_board_that_is_measured_anew_has_not_moved(box: Box | None) -> None:
    assert next_frame(rested(BOARD), table(), box).calm
    assert not next_frame(rested(BOARD), touched(table()), box).calm


def test_pictures_of_another_shape_have_to_come_to_rest() -> None:
    stillness = rested()
    assert not next_frame(stillness, table(640, 480)).calm
    assert calm(watch([table(640, 480)] * 3, stillness=stillness))[-1]


@pytest.mark.parametrize(
    ("size", "small"), [((640, 360), (108, 192)), ((1920, 1080), (108, 192)), ((100, 50), (96, 192))]
)
def test_small_pictures_are_equally_wide(size: tuple[int, int], small: tuple[int, int]) -> None:
    assert small_picture(table(*size), None, EYES).shape == small


def test_a_small_picture_shows_the_box_only() -> None:
    picture = np.zeros((360, 640, 3), np.uint8)
    left, upper, right, lower = BOARD
    picture[upper:lower, left:right] = 200
    assert small_picture(picture, BOARD, EYES).min() == 200
    assert small_picture(picture, (left - 8, upper, right, lower), EYES).min() == 0


# What looks as before need not be read.

LOOK = small_picture(table(), BOARD, EYES)


def changed(*cells: tuple[int, int], by: float = EYES.same_level + 1) -> bool:
    other = LOOK.copy()
    for row, column in cells:
        other[row, column] += by
    return not looks_the_same(LOOK, other, EYES)


def test_a_stick_on_a_tower_of_its_own_colour_looks_different() -> None:
    assert changed((40, 50), (40, 51), (40, 52))
    assert changed((40, 50), (41, 51), (42, 52)), "also one that lies aslant in the picture"
    assert not changed((40, 50), (40, 51), (40, 52), by=EYES.same_level - 1)


def test_a_thing_that_became_darker_looks_different_too() -> None:
    assert changed((40, 50), (40, 51), (40, 52), by=-EYES.same_level - 1)


def test_single_cells_are_compression() -> None:
    assert not changed()
    assert not changed((40, 50), (40, 51), (10, 10), (90, 100), (90, 102), (90, 104))


def test_the_same_in_other_light_looks_the_same() -> None:
    for brightness in (0.6, 1.4):
        assert looks_the_same(LOOK, small_picture(table(brightness=brightness), BOARD, EYES), EYES)
    assert not looks_the_same(LOOK, small_picture(touched(table(brightness=1.4)), BOARD, EYES), EYES)


def test_pictures_of_different_boxes_are_not_the_same() -> None:
    assert not looks_the_same(LOOK, small_picture(table(), None, EYES), EYES)

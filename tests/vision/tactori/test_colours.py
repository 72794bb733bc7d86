"""Wood is wood and paints are told apart in every light, because all is seen relative to the board."""

import numpy as np
import pytest
from numpy.typing import NDArray

from simulator.look import PAINTS, WOODS
from vision.tactori.colours import (
    COLOURS,
    Picture,
    behind_evidence,
    face_evidence,
    learn_paints,
    see,
)
from vision.tactori.first_look import first_evidence, first_paints
from vision.tactori.scene import FACES, INNER, LEFT, NEAR, STICK_SIDE, STICK_TOP, TOP
from vision.tactori.settings import ReaderSettings

SETTINGS = ReaderSettings()
LIGHTS = {
    "daylight": (1.0, 1.0, 1.0),
    "warm": (1.3, 1.0, 0.6),
    "cold": (0.8, 1.0, 1.3),
    "greenish": (0.9, 1.1, 0.85),
    "dim": (0.17, 0.15, 0.12),
}
lights = pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
woods = pytest.mark.parametrize("wood", WOODS.values(), ids=WOODS)
SIDE, PATCH = 120, 20
TABLE = (0.2, 0.21, 0.22)
Rgb = tuple[float, float, float]


def photograph(linear: NDArray[np.float64], light: Rgb, seed: int = 0) -> NDArray[np.uint8]:
    """What a camera makes of surfaces (height, width, RGB) in linear light, with noise."""
    lit = np.clip(0.7 * linear * light, 0, 1)
    encoded = np.where(lit <= 0.0031308, 12.92 * lit, 1.055 * np.maximum(lit, 1e-9) ** (1 / 2.4) - 0.055)
    noisy = 255 * encoded + np.random.default_rng(seed).normal(0, 1.5, linear.shape)
    return np.clip(np.round(noisy), 0, 255).astype(np.uint8)[..., ::-1].copy()


def surfaces(wood: Rgb) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """A bare board on a table, and where it is."""
    linear = np.empty((SIDE, SIDE, 3))
    linear[:] = TABLE
    on_board = np.zeros((SIDE, SIDE), bool)
    on_board[8:-8, 8:-8] = True
    grain = 1 + 0.08 * np.sin(np.arange(SIDE) / 3)[:, None, None]
    linear[on_board] = (np.array(wood) * grain * np.ones((SIDE, SIDE, 1)))[on_board]
    return linear, on_board


def window(i: int, row: int = 0) -> tuple[slice, slice]:
    """One of four patches beside each other, and rows of them."""
    return slice(12 + 24 * row, 12 + 24 * row + PATCH), slice(12 + 25 * i, 12 + 25 * i + PATCH)


def inside(where: tuple[slice, slice]) -> tuple[slice, slice]:
    rows, columns = where
    return slice(rows.start + 2, rows.stop - 2), slice(columns.start + 2, columns.stop - 2)


def painted(wood: Rgb, light: Rgb, shade: float = 1.0) -> Picture:
    linear, on_board = surfaces(wood)
    for i, paint in enumerate(COLOURS):
        linear[window(i)] = np.array(PAINTS[paint]) * shade
    return see(photograph(linear, light), on_board, SETTINGS)


@lights
@woods
def test_bare_wood_is_the_origin_in_every_light(light: Rgb, wood: Rgb) -> None:
    linear, on_board = surfaces(wood)
    picture = see(photograph(linear, light), on_board, SETTINGS)
    pixels = picture.uvl[on_board]
    assert np.abs(np.median(pixels, axis=0)).max() < 0.03
    assert np.quantile(np.abs(pixels), 0.95) < 0.3
    assert (picture.wood[on_board] > 0).mean() > 0.9


@lights
def test_wood_stays_the_origin_when_a_third_of_it_is_covered(light: Rgb) -> None:
    linear, on_board = surfaces(WOODS["beech"])
    for i, paint in enumerate(COLOURS):
        for row in (0, 1):
            linear[window(i, row)] = PAINTS[paint]
    picture = see(photograph(linear, light), on_board, SETTINGS)
    assert np.abs(np.median(picture.uvl[75:110, 10:110].reshape(-1, 3), axis=0)).max() < 0.06


@lights
@woods
def test_the_four_paints_are_told_apart_in_every_light(light: Rgb, wood: Rgb) -> None:
    picture = painted(wood, light)
    behind = behind_evidence(picture, SETTINGS)
    evidence = first_evidence(picture, first_paints(picture, SETTINGS), behind, SETTINGS)
    for i in range(4):
        there = evidence[inside(window(i))].reshape(-1, 4)
        assert (there.argmax(axis=1) == i).mean() > 0.97, COLOURS[i]
        assert (there.max(axis=1) > behind[inside(window(i))].ravel()).mean() > 0.97, COLOURS[i]
    bare = np.s_[60:100, 20:100]
    assert (behind[bare] > evidence[bare].max(axis=2)).mean() > 0.99


@pytest.mark.parametrize("shade", [0.35, 0.6])
@pytest.mark.parametrize("light", [LIGHTS["daylight"], LIGHTS["warm"]], ids=["daylight", "warm"])
def test_paints_in_shadow_are_told_apart_too(shade: float, light: Rgb) -> None:
    picture = painted(WOODS["beech"], light, shade)
    behind = behind_evidence(picture, SETTINGS)
    evidence = first_evidence(picture, first_paints(picture, SETTINGS), behind, SETTINGS)
    for i in range(4):
        there = evidence[inside(window(i))].reshape(-1, 4)
        assert (there.argmax(axis=1) == i).mean() > 0.9, COLOURS[i]


@lights
def test_shadows_on_wood_are_wood(light: Rgb) -> None:
    linear, on_board = surfaces(WOODS["beech"])
    for row, shade in enumerate((0.75, 0.5, 0.3)):
        for i in range(4):
            linear[window(i, row)] *= shade
    picture = see(photograph(linear, light), on_board, SETTINGS)
    behind = behind_evidence(picture, SETTINGS)
    evidence = first_evidence(picture, first_paints(picture, SETTINGS), behind, SETTINGS)
    for row, shade in enumerate((0.75, 0.5, 0.3)):
        shadow = inside(window(1, row))
        assert picture.uvl[shadow][..., 2].mean() < np.log(shade) / 2
        assert (behind[shadow] > evidence[shadow].max(axis=2)).mean() > 0.97


def test_a_lone_piece_does_not_change_the_other_paints() -> None:
    """Where three paints are not there at all, what is said of them stays near the reference."""
    linear, on_board = surfaces(WOODS["beech"])
    linear[window(0)] = PAINTS["R"]
    picture = see(photograph(linear, LIGHTS["daylight"]), on_board, SETTINGS)
    linear[window(0)] = linear[60, 60]
    bare = see(photograph(linear, LIGHTS["daylight"]), on_board, SETTINGS)
    assert np.allclose(first_paints(picture, SETTINGS)[1:], first_paints(bare, SETTINGS)[1:])
    red = picture.uvl[inside(window(0))].reshape(-1, 3).mean(axis=0)[:2]
    assert np.linalg.norm(first_paints(picture, SETTINGS)[0] - red) < 0.25


def test_pixels_too_bright_for_the_camera_are_marked() -> None:
    linear, on_board = surfaces(WOODS["ash"])
    linear[window(0)] = 2.0
    picture = see(photograph(linear, LIGHTS["daylight"]), on_board, SETTINGS)
    assert picture.clipped[inside(window(0))].all()
    assert not picture.clipped[60:100, 20:100].any()


def test_the_colours_around_the_board_are_known() -> None:
    linear, on_board = surfaces(WOODS["beech"])
    picture = see(photograph(linear, LIGHTS["daylight"]), on_board, SETTINGS)
    behind = behind_evidence(picture, SETTINGS)
    assert np.median(behind[~on_board]) > 0
    linear[:4, :8] = (0.9, 0.05, 0.7)  # something small and pink at the border
    behind = behind_evidence(see(photograph(linear, LIGHTS["daylight"]), on_board, SETTINGS), SETTINGS)
    assert np.median(behind[:4, :8]) < np.median(behind[~on_board])


def labelled() -> tuple[Picture, NDArray[np.uint8], NDArray[np.int8], dict[tuple[int, int], float]]:
    """A board with red on tops, near and left sides, blue on tops, and labels of the two; and how bright each is."""
    linear, on_board = surfaces(WOODS["beech"])
    faces = np.zeros((SIDE, SIDE), np.uint8)
    colours = np.full((SIDE, SIDE), -1, np.int8)
    shades = {(0, TOP): 1.0, (0, NEAR): 0.5, (0, LEFT): 0.7, (1, TOP): 1.0}
    for (paint, face), shade in shades.items():
        where = window({TOP: 0, NEAR: 1, LEFT: 2}[face], paint)
        linear[where] = np.array(PAINTS[COLOURS[paint]]) * shade
        faces[where], colours[where] = face, paint
    return see(photograph(linear, LIGHTS["daylight"]), on_board, SETTINGS), faces, colours, shades


def test_what_was_seen_is_learned_as_it_looks() -> None:
    picture, faces, colours, shades = labelled()
    paints = learn_paints(picture, faces, colours, first_paints(picture, SETTINGS))
    for paint, face in shades:
        where = (faces == face) & (colours == paint)
        assert np.allclose(paints.mean[:, paint, face], picture.uvl[where].mean(axis=0), atol=0.1)


def test_faces_never_seen_are_filled_from_those_that_were() -> None:
    picture, faces, colours, shades = labelled()
    chroma = first_paints(picture, SETTINGS)
    paints = learn_paints(picture, faces, colours, chroma)
    for values in (paints.mean[:, :, 1:], paints.spread[:, :, 1:], paints.weight[:, :, 1:]):
        assert np.isfinite(values).all()
    assert (paints.spread[:, :, 1:] > 0).all()
    blue = paints.mean[0, 1]
    # Blue's sides, which nobody saw, are as much darker than its top as red's are, and as blue.
    assert blue[NEAR, 2] - blue[TOP, 2] == pytest.approx(np.log(shades[0, NEAR]), abs=0.12)
    assert blue[LEFT, 2] - blue[TOP, 2] == pytest.approx(np.log(shades[0, LEFT]), abs=0.12)
    assert np.allclose(blue[NEAR, :2], blue[TOP, :2], atol=0.05)
    # Sticks look like the towers' faces that look the same way.
    for stick, tower in ((STICK_TOP, TOP), (STICK_SIDE, NEAR)):
        assert np.array_equal(paints.mean[:, 0, stick], paints.mean[:, 0, tower])
    # Of yellow and green only the reference is known.
    for paint in (2, 3):
        assert np.allclose(paints.mean[:, paint, 1:, :2], chroma[paint])


def test_a_stick_taken_for_one_of_another_paint_teaches_nothing_about_that_paint() -> None:
    linear, on_board = surfaces(WOODS["beech"])
    faces, colours = np.zeros((SIDE, SIDE), np.uint8), np.full((SIDE, SIDE), -1, np.int8)
    for i, (face, paint) in enumerate(((TOP, "B"), (STICK_TOP, "Y"))):
        linear[window(i)] = np.array(PAINTS[paint])
        faces[window(i)], colours[window(i)] = face, COLOURS.index("B")
    picture = see(photograph(linear, LIGHTS["daylight"]), on_board, SETTINGS)
    blue = learn_paints(picture, faces, colours, first_paints(picture, SETTINGS)).mean[:, COLOURS.index("B")]
    assert np.array_equal(blue[:, STICK_TOP], blue[:, TOP])


def test_wood_that_is_bleached_teaches_nothing_about_a_paint_it_was_taken_for() -> None:
    linear, on_board = surfaces(WOODS["beech"])
    faces, colours = np.zeros((SIDE, SIDE), np.uint8), np.full((SIDE, SIDE), -1, np.int8)
    linear[window(0)] = np.array(WOODS["beech"]) * 1.25
    faces[window(0)], colours[window(0)] = TOP, COLOURS.index("Y")
    picture = see(photograph(linear, LIGHTS["daylight"]), on_board, SETTINGS)
    chroma = first_paints(picture, SETTINGS)
    yellow = learn_paints(picture, faces, colours, chroma).mean[:, COLOURS.index("Y"), TOP, :2]
    assert np.allclose(yellow, chroma[COLOURS.index("Y")])


def test_light_and_shadow_on_one_face_are_learned_apart() -> None:
    linear, on_board = surfaces(WOODS["beech"])
    faces, colours = np.zeros((SIDE, SIDE), np.uint8), np.full((SIDE, SIDE), -1, np.int8)
    for i, shade in enumerate((1.0, 0.4)):
        linear[window(i)] = np.array(PAINTS["G"]) * shade
        faces[window(i)], colours[window(i)] = TOP, 3
    picture = see(photograph(linear, LIGHTS["daylight"]), on_board, SETTINGS)
    paints = learn_paints(picture, faces, colours, first_paints(picture, SETTINGS))
    dark, bright = paints.mean[0, 3, TOP, 2], paints.mean[1, 3, TOP, 2]
    assert bright - dark == pytest.approx(-np.log(0.4), abs=0.2)
    assert np.allclose(paints.weight[:, 3, TOP], 0.5, atol=0.05)


def test_learned_paints_tell_faces_and_colours_apart() -> None:
    picture, faces, colours, shades = labelled()
    paints = learn_paints(picture, faces, colours, first_paints(picture, SETTINGS))
    maybe = np.ones((SIDE, SIDE), bool)
    maybe[:, :40] = faces[:, :40] > 0
    each, any_face = face_evidence(picture, paints, maybe, SETTINGS)
    assert each.shape == (FACES, SIDE, SIDE, 4)
    assert np.array_equal(each[1:].max(axis=0), any_face)
    for paint, face in shades:
        where = inside(window({TOP: 0, NEAR: 1, LEFT: 2}[face], paint))
        assert (any_face[where].argmax(axis=2) == paint).mean() > 0.97
        if paint == 0:
            seen = each[[TOP, NEAR, LEFT]][(slice(None), *where)][..., paint]
            assert (seen.argmax(axis=0) == [TOP, NEAR, LEFT].index(face)).mean() > 0.9
    unlikely = each[INNER][70:110, 2:30]
    assert (unlikely == SETTINGS.unlikely).all(), "what cannot be a piece is none"

"""Simulated pictures: everything is where projection says, hides what is behind it, and comes out alike each time."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.physical_set import PhysicalSet
from calibration.pose import Pose
from referee.tactori.board import coordinates
from referee.tactori.text import parse_text
from simulator.hand import Hand
from simulator.look import LIGHTS, TABLES, FieldStyle, Look
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import field_mm, look_at
from simulator.viewpoint import corners_mm

SET = PhysicalSet.in_proportion(31.0)
SIZE = (640, 360)
CLEAN = Look(jitter=0.0, noise=0.0, blur_px=0.0)
BENT = Camera.simple(560.0, SIZE, -0.15)
ALL = "9 b2:R d2:B f2:Y h2:G b6:YYY d6:GRB f6:BBBBB h6:RG"


def paint_of(pixel: NDArray[np.uint8]) -> str:
    """The paint a pixel shows, from the order of its channels; a dot for wood and table."""
    blue, green, red = (float(v) + 1 for v in pixel)
    if red > 2.2 * green:
        return "R"
    if blue > 1.4 * green:
        return "B"
    if red > 2.2 * blue and green > 2 * blue:
        return "Y"
    return "G" if green > 1.5 * red else "."


def at(picture: NDArray[np.uint8], viewpoint: Pose, point: tuple[float, float, float]) -> NDArray[np.uint8]:
    u, v = np.round(viewpoint.project(np.array([point]))[0]).astype(int)
    return picture[v, u]


def front_of(field: str, floor: int, board: int) -> tuple[float, float, float]:
    """The middle of a tower's near side, below its groove."""
    x, y = field_mm(*coordinates(field), board, SET)
    return x, y - SET.tower_width / 2, (floor - 0.75) * SET.tower_height


@pytest.mark.parametrize("camera", [None, BENT], ids=["straight", "bent"])
@pytest.mark.parametrize("elevation", [30.0, 55.0])
def test_every_floor_is_where_projection_says(camera: Camera | None, elevation: float) -> None:
    position = parse_text(ALL)
    viewpoint = look_at(SET, elevation, 0, camera, SIZE, 5)
    picture = draw_position(position, SET, viewpoint, CLEAN)
    for field, stack in position.towers.items():
        if field in ("b2", "d2", "f2", "h2") or elevation > 50:  # seen from low down, the near row hides feet
            seen = [paint_of(at(picture, viewpoint, front_of(field, i, 9))) for i in range(1, len(stack) + 1)]
            assert "".join(seen) == stack, field


def test_what_is_nearer_hides_what_is_behind() -> None:
    viewpoint = look_at(SET, 25, 0, None, SIZE, 3)
    behind = front_of("e5", 1, 9)
    alone = draw_position(parse_text("9 e5:B"), SET, viewpoint, CLEAN)
    hidden = draw_position(parse_text("9 e4:RRR e5:B"), SET, viewpoint, CLEAN)
    assert paint_of(at(alone, viewpoint, behind)) == "B"
    assert paint_of(at(hidden, viewpoint, behind)) == "R"


def test_a_higher_stack_reaches_higher() -> None:
    viewpoint = look_at(SET, 45, 0, None, SIZE, 5)
    tops = []
    for height in range(1, 6):
        picture = draw_position(parse_text("9 e5:" + "R" * height), SET, viewpoint, CLEAN).astype(int)
        rows = np.flatnonzero((picture[..., 2] > 2.2 * picture[..., 1] + 10).any(axis=1))
        tops.append(int(rows.min()))
    assert tops == sorted(tops, reverse=True)
    top = viewpoint.project(np.array([[0.0, SET.tower_width / 2, 5 * SET.tower_height]]))[0, 1]
    assert abs(tops[-1] - top) < 2.5


@pytest.mark.parametrize(
    ("written", "point"),
    [
        ("9 c3:R e3:R R:c3-e3@1", ("d3", SET.tower_height - SET.groove_depth)),
        ("9 c3:BB e3:BB B:c3-e3@2", ("d3", 2 * SET.tower_height - SET.groove_depth)),
        ("9 c3:Y c5:Y Y:c3-c5@1", ("c4", SET.tower_height - SET.groove_depth)),
        ("9 c3:G e5:G G:c3-e5@1", ("d4", SET.tower_height)),
        ("9 c3:RR R:c3@2-e3@0", ("d3", SET.tower_height - SET.groove_depth / 2)),
        ("9 Y:c3-e3@0", ("d3", 0.0)),
    ],
    ids=["level", "second floor", "away", "diagonal", "slanting", "on the board"],
)
def test_sticks_are_where_they_lie(written: str, point: tuple[str, float]) -> None:
    position = parse_text(written)
    viewpoint = look_at(SET, 55, 10, None, (960, 540), 2)
    picture = draw_position(position, SET, viewpoint, CLEAN)
    x, y = field_mm(*coordinates(point[0]), 9, SET)
    pixel = at(picture, viewpoint, (x, y, point[1] + SET.stick_width))
    assert paint_of(pixel) == position.sticks[0].colour


def test_of_two_crossing_sticks_the_second_is_seen() -> None:
    position = parse_text("9 c3:R e3:R d2:B d4:B R:c3-e3@1 B:d2-d4@1")
    viewpoint = look_at(SET, 80, 0, None, (960, 540), 1)
    picture = draw_position(position, SET, viewpoint, CLEAN)
    x, y = field_mm(3, 2, 9, SET)
    upper = [s.colour for s in position.sticks][1]
    z = SET.tower_height - SET.groove_depth + 2 * SET.stick_width
    assert paint_of(at(picture, viewpoint, (x, y, z))) == upper


@pytest.mark.parametrize("camera", [None, BENT], ids=["straight", "bent"])
def test_the_board_ends_at_its_corners(camera: Camera | None) -> None:
    viewpoint = look_at(SET, 60, 12, camera, SIZE, 1)
    picture = draw_position(parse_text("9"), SET, viewpoint, replace(CLEAN, table=TABLES["blue cloth"]))
    for x, y, _ in corners_mm(SET):
        assert paint_of(at(picture, viewpoint, (0.97 * x, 0.97 * y, 0.0))) == "."
        outside = at(picture, viewpoint, (1.06 * x, 1.06 * y, -SET.board_thickness))
        assert int(outside[0]) > int(outside[2])


def test_the_same_seed_gives_the_same_picture() -> None:
    viewpoint, position = look_at(SET, 50, 5, None, SIZE, 5), parse_text(ALL)
    look = Look(stock=True)
    first = draw_position(position, SET, viewpoint, look, 3)
    assert np.array_equal(first, draw_position(position, SET, viewpoint, look, 3))
    assert not np.array_equal(first, draw_position(position, SET, viewpoint, look, 4))


def test_frames_of_a_film_differ_in_nothing_but_noise() -> None:
    viewpoint, position = look_at(SET, 50, 5, None, SIZE, 5), parse_text(ALL)
    first, second = (draw_position(position, SET, viewpoint, Look(), 3, frame=frame).astype(int) for frame in (0, 1))
    assert not np.array_equal(first, second)
    assert np.abs(first - second).max() < 30


def test_every_style_marks_the_fields_in_its_own_way() -> None:
    viewpoint = look_at(SET, 70, 0, None, SIZE, 1)
    drawn = [draw_position(parse_text("9"), SET, viewpoint, replace(CLEAN, style=style)) for style in FieldStyle]
    for i, one in enumerate(drawn):
        for other in drawn[i + 1 :]:
            assert (np.abs(one.astype(int) - other).max(axis=2) > 25).sum() > 200


def test_light() -> None:
    viewpoint, position = look_at(SET, 55, 0, None, SIZE, 5), parse_text(ALL)
    brightness = {
        name: draw_position(position, SET, viewpoint, replace(CLEAN, light=light)).mean()
        for name, light in LIGHTS.items()
    }
    assert brightness["dim"] < 0.7 * min(brightness["soft"], brightness["hard"])


def test_a_stack_throws_its_shadow_away_from_the_lamp() -> None:
    viewpoint = look_at(SET, 70, 0, None, SIZE, 4)
    light = replace(LIGHTS["hard"], from_deg=180.0, elevation_deg=45.0)  # from the left
    picture = draw_position(parse_text("9 e5:RRRR"), SET, viewpoint, replace(CLEAN, light=light))
    reach = 3 * SET.tower_height
    shaded = at(picture, viewpoint, (reach, 5.0, 0.0)).astype(int).sum()
    lit = at(picture, viewpoint, (-reach, 5.0, 0.0)).astype(int).sum()
    assert shaded < 0.7 * lit


def test_a_hand_covers_what_is_below_it() -> None:
    viewpoint, position = look_at(SET, 55, 0, None, SIZE, 2), parse_text("9 e5:BB")
    without, with_hand = (draw_position(position, SET, viewpoint, CLEAN, hand=hand) for hand in (None, Hand("e5")))
    near = viewpoint.project(np.array([[0.0, -20.0, 3 * SET.tower_height]]))[0].astype(int)
    assert not np.array_equal(without, with_hand)
    blue, green, red = with_hand[near[1], near[0]].astype(int)
    assert red > green > blue


@pytest.mark.parametrize("written", ["5", "9", "5 a1:?", "9 a1:R i9:G", "5 e5:RBYGRBYG"])
@pytest.mark.parametrize("elevation", [15.0, 90.0])
def test_anything_can_be_drawn(written: str, elevation: float) -> None:
    picture = draw_position(parse_text(written), SET, look_at(SET, elevation, -30, BENT, SIZE, 8), Look(stock=True), 1)
    assert picture.shape == (360, 640, 3)
    assert picture.dtype == np.uint8
    assert picture.std() > 5

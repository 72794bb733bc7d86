"""Pictures of one position read as one: by other cameras, in other light, of sets and cameras that nobody measured."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.arrays import Image
from calibration.physical_set import PhysicalSet
from referee.tactori.position import Position
from referee.tactori.text import parse_text
from simulator.look import Look
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from vision.tactori.together import Shot, Together, read_together

SET = PhysicalSet.in_proportion()
HIGH = PhysicalSet.in_proportion(tower_height=1.16 * SET.tower_height)
DIM = Look(light=replace(Look().light, warmth=1.0, brightness=0.3), noise=0.015)
TEXT = "9 a1:RB c3:RRB e3:RB g7:GY h4:Y d6:BGRY f2:GG i9:Y R:c3-e3@1"


def picture(
    turned: float,
    text: str = TEXT,
    elevation: float = 45.0,
    size: tuple[int, int] = (960, 540),
    look: Look | None = None,
    physical_set: PhysicalSet = SET,
) -> Image:
    pose = look_at(physical_set, elevation, turned, size=size, highest_floor=4)
    return draw_position(parse_text(text), physical_set, pose, look or Look(), seed=3)


def read(*images: Image, physical_set: PhysicalSet | None = SET, **more: bool) -> Together:
    return read_together([Shot(image) for image in images], physical_set, **more)


def position_of(made: Together) -> Position:
    assert made.reading.unsure == ()
    return made.reading.position


def test_two_cameras_of_other_size_in_other_light_are_read_as_one() -> None:
    made = read(picture(5), picture(-80, elevation=52, size=(1280, 960), look=DIM))
    assert position_of(made) == parse_text(TEXT)
    assert [(view.turned, view.used) for view in made.views] == [(0, True), (270, True)]


def test_a_picture_that_was_stored_once_more_is_the_same_picture() -> None:
    first, second = picture(5), picture(100)
    stored = cv2.imdecode(cv2.imencode(".jpg", second, [cv2.IMWRITE_JPEG_QUALITY, 70])[1], cv2.IMREAD_COLOR)
    made = read(first, second, np.asarray(stored, np.uint8))
    assert [view.used for view in made.views] == [True, True, False]
    why = made.views[2].why
    assert why is not None
    assert (why.key, why.params["number"]) == ("together.twice", 2)
    assert made.views[2].turned == made.views[1].turned == 90
    assert made.views[2].found == made.views[1].found


def test_a_tower_set_down_between_two_pictures_from_one_place_is_no_copy() -> None:
    made = read(picture(5), picture(5, TEXT + " e7:R"), picture(95))
    assert [view.used for view in made.views] == [True, False, True]
    why = made.views[1].why
    assert why is not None
    assert (why.key, why.params["fields"]) == ("together.other_position", ("e7",))


def test_of_two_that_show_other_positions_the_first_is_believed() -> None:
    made = read(picture(5), picture(95, TEXT + " e7:R"))
    assert [view.used for view in made.views] == [True, False]
    assert made.reading.position == parse_text(TEXT)


def test_cameras_nobody_measured_are_found_out_from_all_pictures() -> None:
    """From above one picture does not tell how far away the camera is; the pieces in the others do."""
    images = [picture(turned, elevation=elevation) for turned, elevation in ((4, 82), (93, 45))]
    true = look_at(SET, 45, 0, size=(960, 540), highest_floor=4).camera.fx
    made = read(*images)
    assert position_of(made) == parse_text(TEXT)
    for view in made.views:
        assert view.found is not None
        assert view.found.pose.camera.fx == pytest.approx(true, rel=0.02)


def test_a_set_nobody_measured_is_measured_on_all_pictures() -> None:
    images = [picture(turned, elevation=elevation, physical_set=HIGH) for turned, elevation in ((4, 78), (93, 40))]
    made = read(*images, physical_set=None, measure=True)
    assert position_of(made) == parse_text(TEXT)
    assert made.reading.measured is not None
    found = made.reading.measured.physical_set
    assert found.tower_height / found.pitch_9 == pytest.approx(HIGH.tower_height / HIGH.pitch_9, rel=0.03)


def test_pieces_of_another_set_are_not_taken_for_another_position() -> None:
    higher = PhysicalSet.in_proportion(tower_height=1.5 * SET.tower_height)
    made = read(picture(5), picture(95), picture(185, physical_set=higher))
    assert [view.used for view in made.views] == [True, True, False]
    assert position_of(made) == parse_text(TEXT)

"""Sets measured on simulated photographs: found again where they show it, refused where they do not."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from calibration.measured import DEFAULT, PHOTOGRAPHS, RULER, MeasuredSet
from calibration.refused import Refused
from referee.tactori.text import parse_text
from tests.vision.tactori.calibrate.pictures import CAMERA, FEW, OTHER, SET, photograph
from vision.tactori.calibrate.set_photos import SetResult, SetSession, SetSettings
from vision.tactori.calibrate.set_picture import draw_sightings

# A coarser grid than usual: every proportion that is tried takes a reading.
QUICK = SetSettings(heights=(0.45, 0.5, 0.58), widths=(0.62,), nearer=(), most_grid_views=1)


def session(**options: object) -> SetSession:
    return SetSession(settings=QUICK, **options)  # type: ignore[arg-type]


@cache
def measured() -> SetResult:
    """From two photographs, only the pitch being known."""
    made = session(ruler={"pitch_9": 31.0})
    assert made.add(photograph()).accepted
    assert made.add(photograph(elevation_deg=58.0, turned_deg=-15.0, seed=1)).accepted
    return made.finish()


def test_the_set_is_found_again() -> None:
    found = measured().measured.physical_set
    assert found.tower_height == pytest.approx(SET.tower_height, rel=0.03)
    assert found.tower_width == pytest.approx(SET.tower_width, rel=0.03)
    assert found.board_side == pytest.approx(SET.board_side, rel=0.005)
    assert found.stick_width == pytest.approx(SET.stick_width, rel=0.15)
    assert found.groove_depth == pytest.approx(SET.groove_depth, rel=0.15)


def test_errors_are_said_and_true() -> None:
    result = measured()
    for name in ("tower_height", "tower_width", "board_side", "stick_width", "groove_depth"):
        assert result.measured.origins[name] == PHOTOGRAPHS
        off = abs(getattr(result.measured.physical_set, name) - getattr(SET, name))
        assert off < 3 * result.measured.errors[name], name
    assert result.measured.origins["pitch_9"] == RULER
    assert result.measured.origins["board_thickness"] == DEFAULT


def test_the_camera_is_found_with_it() -> None:
    camera = measured().camera
    assert camera is not None
    assert camera.camera.fx == pytest.approx(CAMERA.fx, rel=0.02)
    assert abs(camera.camera.fx / CAMERA.fx - 1) < 4 * camera.focal_error
    assert camera.rms_px < 1.0
    assert camera.views == 2


def test_what_stands_there_was_read_without_being_told() -> None:
    heights = {chr(97 + x) + str(y + 1): len(stack) for (x, y), stack in measured().seen[0].stacks.items()}
    assert heights == {field: len(stack) for field, stack in parse_text(FEW).towers.items()}


def test_marks_are_told() -> None:
    assert measured().measured.marks == "dots"


def test_it_survives_being_written() -> None:
    made = measured().measured
    again = MeasuredSet.from_json(made.to_json())
    assert again.origins == made.origins
    assert again.physical_set.tower_height == pytest.approx(made.physical_set.tower_height, abs=0.001)
    assert again.physical_set.defaults == made.physical_set.defaults


def test_sightings_are_drawn_where_they_are() -> None:
    result = measured()
    drawn = draw_sightings(result, 0)
    changed = np.abs(drawn.astype(int) - result.views[0].image).sum(2) > 0
    u, v = np.round(result.sightings.pixels[result.sightings.view == 0]).astype(int).T
    assert changed[v, u].mean() > 0.9
    assert changed.mean() < 0.2


def test_what_a_ruler_said_is_kept_and_sets_the_scale() -> None:
    made = session(ruler={"tower_height": SET.tower_height})
    made.add(photograph())
    found = made.finish().measured
    assert found.physical_set.tower_height == SET.tower_height
    assert found.origins["tower_height"] == RULER
    assert found.physical_set.pitch_9 == pytest.approx(31.0, rel=0.03)
    assert found.origins["pitch_9"] == PHOTOGRAPHS


def test_what_was_told_wrong_is_left_out() -> None:
    told = parse_text(FEW.replace("h4:GG", "h4:GGG"))
    made = session(ruler={"pitch_9": 31.0}, camera=CAMERA)
    made.add(photograph(), told)
    result = made.finish()
    assert result.unlike == 1
    assert result.camera is None
    assert (7, 3) not in result.seen[0].stacks
    assert result.measured.physical_set.tower_height == pytest.approx(SET.tower_height, rel=0.03)


def test_an_empty_board_does_not_tell_the_towers() -> None:
    made = session(ruler={"pitch_9": 31.0})
    made.add(photograph("9"))
    with pytest.raises(Refused) as refused:
        made.finish()
    assert refused.value.message.key == "calibrate.few_towers"
    assert refused.value.advice is not None


def test_from_straight_above_heights_are_not_told() -> None:
    made = session(ruler={"pitch_9": 31.0})
    made.add(photograph(elevation_deg=90.0, turned_deg=0.0))
    with pytest.raises(Refused) as refused:
        made.finish()
    assert refused.value.message.key in ("calibrate.height_open", "calibrate.heights_alike")


def test_photographs_of_another_size_are_another_cameras() -> None:
    made = session(ruler={"pitch_9": 31.0})
    views = (photograph(), photograph(elevation_deg=58.0, turned_deg=-15.0, seed=1), photograph(seed=2, camera=OTHER))
    assert all(made.add(view).accepted for view in views)
    result = made.finish()
    assert result.bundle.cameras == (0, 0, 1)
    first, second = result.cameras
    assert (first.views, second.views) == (2, 1)
    assert first.camera.fx == pytest.approx(CAMERA.fx, rel=0.02)
    assert second.camera.fx == pytest.approx(OTHER.fx, rel=0.02)
    assert second.camera.size == OTHER.size
    assert result.camera is first
    assert result.measured.physical_set.tower_height == pytest.approx(SET.tower_height, rel=0.03)


def test_photographs_without_a_board_are_not_taken() -> None:
    made = session()
    assert made.add(photograph()).accepted
    empty = made.add(np.full((540, 960, 3), 120, np.uint8))
    assert not empty.accepted
    assert empty.said.key == "noboard.none"
    assert made.add(photograph()).views == 2


def test_nothing_handed_in_is_refused() -> None:
    with pytest.raises(Refused):
        session().finish()


def test_progress_grows_to_its_end() -> None:
    seen: list[float] = []
    made = SetSession({"pitch_9": 31.0, "tower_height": 15.6, "tower_width": 19.2}, settings=replace(QUICK, widths=()))
    made.add(photograph())
    made.finish(seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


@pytest.mark.parametrize("name", ["tower_height", "tower_width", "board_side"])
def test_one_measure_sets_the_scale_of_a_set_of_any_size(name: str) -> None:
    """The same photograph, as of a set twice as large."""
    made = session(ruler={name: 2 * getattr(SET, name)})
    assert made.add(photograph()).accepted
    found = made.finish().measured
    assert getattr(found.physical_set, name) == 2 * getattr(SET, name)
    assert found.physical_set.pitch_9 == pytest.approx(62.0, rel=0.03)
    assert found.physical_set.tower_height == pytest.approx(2 * SET.tower_height, rel=0.04)
    assert 0 < found.errors["pitch_9"] < 3.0


def test_a_measure_that_photographs_do_not_show_sets_no_scale() -> None:
    made = session(ruler={"board_thickness": 9.0})
    made.add(photograph())
    found = made.finish().measured
    assert found.origins["pitch_9"] == DEFAULT
    assert found.physical_set.board_thickness == 9.0


def test_a_position_on_the_other_side_of_the_board_is_not_taken() -> None:
    added = session().add(photograph(), parse_text("5 a1:R"))
    assert not added.accepted
    assert added.said.key == "calibrate.other_board"


def test_photographs_of_one_position_share_its_pieces_however_they_are_turned() -> None:
    """The second is taken from another side of the table, and somebody there says what stands on the board."""
    turned = parse_text("9 b2:Y c5:R c7:R d2:GG f3:YB g5:B g8:GRB R:c5-c7@1")
    made = session(ruler={"pitch_9": 31.0})
    made.add(photograph())
    made.add(photograph(turned_deg=98.0, seed=1), turned)
    result = made.finish()
    assert [seen.position for seen in result.seen] == [0, 0]
    assert result.unlike == 0
    first, second = result.seen
    assert first.stacks == second.stacks
    pieces = [set(result.sightings.piece[result.sightings.view == view]) - {-1} for view in (0, 1)]
    assert len(pieces[0] & pieces[1]) >= 8
    assert result.measured.physical_set.tower_height == pytest.approx(SET.tower_height, rel=0.02)

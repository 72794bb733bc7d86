"""Paints and wood measured on a board that was read: as they are, and only from pieces that are vouched for."""

import math
from dataclasses import replace

import numpy as np
import pytest

from calibration.colours import GENERIC, ColourReferences
from tests.vision.tactori.calibrate.painted import GAME, ORANGE, board, true_paints
from tests.vision.tactori.pictures import SET
from vision.tactori.colours import Picture
from vision.tactori.doubt import Judged, judge_fields
from vision.tactori.read import Pieces, read_pieces
from vision.tactori.sample import SampleSettings, sample_board, sample_paint, sample_position, sample_wood
from vision.tactori.scene import Field
from vision.tactori.settings import ReaderSettings
from words.message import message

READING, SETTINGS = ReaderSettings(), SampleSettings()


@pytest.fixture(scope="module")
def read() -> tuple[Pieces, dict[Field, Judged]]:
    picture = board()
    pieces = read_pieces(picture.image, 9, SET, picture.pose, READING)
    return pieces, judge_fields(pieces, READING)


def flat(uv: tuple[float, float], level: float, noise: float = 0.1, clipped: bool = False) -> Picture:
    """A picture of one paint on half of it, and wood on the other half."""
    rng = np.random.default_rng(1)
    uvl = np.zeros((40, 40, 3), np.float32)
    uvl[:, :20] = (*uv, level)
    uvl += noise * rng.standard_normal(uvl.shape).astype(np.float32)
    marks = np.zeros((40, 40), bool)
    marks[:, :20] = clipped
    everywhere = np.ones((40, 40), bool)
    wood = np.where(np.arange(40) < 20, -9.0, 1.0)[None].repeat(40, axis=0).astype(np.float32)
    return Picture(uvl, marks, everywhere, np.array([0.4, -0.5, -1.0], np.float32), wood, np.zeros_like(marks))


PAINTED = np.flatnonzero(np.arange(1600) % 40 < 20)


def test_all_four_paints_are_measured_where_they_are(read: tuple[Pieces, dict[Field, Judged]]) -> None:
    made = sample_board(*read)
    assert made.measured == ("R", "B", "Y", "G")
    for colour, (u, v) in true_paints().items():
        paint = made.paints[colour]
        angle = math.degrees(math.atan2(v, u))
        assert abs((paint.angle_deg - angle + 180) % 360 - 180) < 6, colour
        assert paint.chroma == pytest.approx(math.hypot(u, v), abs=0.35), colour
        assert paint.samples > SETTINGS.fewest_px
    assert made.paints["Y"].level > made.paints["B"].level
    assert made.wood is not None
    assert made.wood.red > made.wood.green > made.wood.blue


def test_what_is_not_vouched_for_does_not_count(read: tuple[Pieces, dict[Field, Judged]]) -> None:
    pieces, judged = read
    blue = {field for field, stack in pieces.search.stacks.items() if 1 in stack}
    doubtful = {f: replace(j, why=message("doubt.close")) if f in blue else j for f, j in judged.items()}
    made = sample_board(pieces, doubtful)
    assert made.measured == ("R", "Y", "G")
    assert made.paints["R"].samples < sample_board(pieces, judged).paints["R"].samples
    assert made.paints["B"] == GENERIC["B"]


def test_a_paint_far_from_where_the_reading_began_was_taken_for_another(
    read: tuple[Pieces, dict[Field, Judged]],
) -> None:
    swapped = {**GENERIC, "R": replace(GENERIC["G"], measured=True)}
    assert "R" not in sample_board(*read, ColourReferences(swapped)).measured


def test_what_somebody_said_may_look_like_anything() -> None:
    picture = board(GAME, paints=(("R", ORANGE),))
    made = sample_position(picture.image, picture.position, picture.pose, SET)
    assert made.measured == ("R", "B", "Y", "G")
    u, v = true_paints(R=ORANGE)["R"]
    assert abs(made.paints["R"].angle_deg - math.degrees(math.atan2(v, u))) < 8
    assert abs(GENERIC["R"].turn_deg(made.paints["R"])) > 40


def test_middle_and_spread_of_a_paint() -> None:
    paint = sample_paint(flat((1.2, 0.9), -1.3), PAINTED, SETTINGS)
    assert paint is not None
    assert (paint.u, paint.v, paint.level) == pytest.approx((1.2, 0.9, -1.3), abs=0.02)
    assert (paint.spread, paint.along) == pytest.approx((0.1, 0.1), abs=0.02)
    assert paint.level_spread == SETTINGS.least_level_spread
    assert paint.samples == 800
    assert paint.measured


def test_too_few_pixels_or_too_pale_ones_say_nothing() -> None:
    assert sample_paint(flat((1.2, 0.9), -1.3), PAINTED[: SETTINGS.fewest_px - 1], SETTINGS) is None
    assert sample_paint(flat((0.05, -0.1), -0.3), PAINTED, SETTINGS) is None


def test_pixels_in_the_dark_say_nothing() -> None:
    assert sample_paint(flat((1.2, 0.9), -6.0), PAINTED, SETTINGS) is None


def test_what_is_too_bright_counts_only_if_there_is_nothing_else() -> None:
    picture = flat((1.2, 0.9), -0.1, clipped=True)
    assert sample_paint(picture, PAINTED, SETTINGS) is not None
    picture.clipped[:10] = False
    picture.uvl[:10, :20, 0] += 0.5
    paint = sample_paint(picture, PAINTED, SETTINGS)
    assert paint is not None
    assert paint.samples == 200
    assert paint.u == pytest.approx(1.7, abs=0.03)


def test_the_wood_is_told_in_linear_light() -> None:
    picture = flat((1.2, 0.9), -1.3, noise=0.03)
    wood = sample_wood(picture, np.ones((40, 40), bool), SETTINGS)
    assert wood is not None
    assert (wood.u, wood.v, wood.level) == pytest.approx((0.4, -0.5, -1.0), abs=0.02)
    assert wood.spread == pytest.approx(0.03, abs=0.01)
    assert sample_wood(picture, np.zeros((40, 40), bool), SETTINGS) is None

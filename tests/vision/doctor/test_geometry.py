"""Angle and size: measured from the pose, with the fields and sides that are meant."""

import pytest

from simulator.tactori.viewpoint import look_at
from tests.vision.doctor.tables import SET, SETTINGS, picture, pose, seen
from vision.doctor.geometry import judge_angle, judge_size, strip
from vision.doctor.seen import Seen
from words.language import say


@pytest.mark.parametrize("degrees", [25.0, 45.0, 60.0, 85.0])
def test_the_angle_is_measured(degrees: float) -> None:
    """To a degree: the camera looks at the middle of board and stacks, which is above the board's own."""
    assert judge_angle(seen(where=pose(degrees)), SETTINGS).measures["elevation_deg"] == pytest.approx(degrees, abs=3.0)


@pytest.mark.parametrize(
    ("degrees", "key"),
    [
        (25.0, "doctor.angle.flat"),
        (30.0, "doctor.angle.flat"),
        (40.0, None),
        (55.0, None),
        (70.0, None),
        (86.0, "doctor.angle.steep"),
    ],
)
def test_flat_and_steep_angles_are_named(degrees: float, key: str | None) -> None:
    finding = judge_angle(seen(where=pose(degrees)), SETTINGS)
    assert [advice.key for advice in finding.advice] == ([key] if key else [])


def test_the_sentence_says_how_much() -> None:
    where = pose(26.0)
    finding = judge_angle(seen(where=where), SETTINGS)
    angle = f"{where.elevation_deg:.0f}"
    assert say(finding.advice[0], "en").startswith(
        f"Raise the camera: it looks too flat, {angle}° instead of at least 35°"
    )


def test_a_usual_size_is_good() -> None:
    finding = judge_size(seen(), SETTINGS)
    assert (finding.score, finding.advice) == (100, ())
    assert 30 < finding.measures["pitch_px"] < 60


def test_a_small_board() -> None:
    where = pose(50.0, (480, 270))
    finding = judge_size(seen(picture(size=(480, 270)), where), SETTINGS)
    assert [advice.key for advice in finding.advice] == ["doctor.size.small"]
    assert finding.measures["pitch_px"] == pytest.approx(
        judge_size(seen(), SETTINGS).measures["pitch_px"] / 2, rel=0.02
    )


def test_no_room_for_stacks() -> None:
    """A camera that has only the bare board in its picture."""
    where = look_at(SET, 40.0, size=(960, 540), highest_floor=0)
    finding = judge_size(seen(where=where), SETTINGS)
    assert [advice.key for advice in finding.advice] == ["doctor.size.room"]
    assert set(finding.fields) >= {f"{file}9" for file in "bcdefgh"}
    assert "e1" not in finding.fields


def test_a_board_at_the_border() -> None:
    image = picture()
    corners = seen().found.corners_px
    upper_left = int(min(u for u, _ in corners)) - 1
    # Cut on the left so that one pixel is left beside the board; the camera's centre moves with it.
    moved = pose()
    camera = moved.camera
    shifted = type(moved)(
        type(camera)(
            camera.fx, camera.fy, camera.cx - upper_left, camera.cy, camera.dist, (960 - upper_left, camera.size[1])
        ),
        moved.rvec,
        moved.tvec,
    )
    finding = judge_size(seen(image[:, upper_left:], shifted), SETTINGS)
    assert [advice.key for advice in finding.advice] == ["doctor.size.border"]
    assert "on the left" in say(finding.advice[0], "en")


def test_without_a_board_nothing_is_said() -> None:
    bare = Seen(picture(), None, SET)
    assert (judge_angle(bare, SETTINGS).score, judge_size(bare, SETTINGS).score) == (None, None)


@pytest.mark.parametrize(
    ("side", "middle"),
    [("left", (9.5, 269.5)), ("right", (949.5, 269.5)), ("upper", (479.5, 9.5)), ("lower", (479.5, 529.5))],
)
def test_strips_lie_along_their_sides(side: str, middle: tuple[float, float]) -> None:
    corners = strip(side, (960, 540))
    assert sum(u for u, _ in corners) / 4 == pytest.approx(middle[0], abs=1)
    assert sum(v for _, v in corners) / 4 == pytest.approx(middle[1], abs=1)

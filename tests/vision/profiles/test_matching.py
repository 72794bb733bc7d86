"""Which profile a picture belongs to, and when one no longer fits: pictures whose camera and set are known."""

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.measured import EXIF, RULER, SHEET, MeasuredCamera, MeasuredSet
from calibration.physical_set import MEASURES, PhysicalSet
from calibration.profile import Profile
from referee.tactori.text import parse_text
from simulator.tactori.draw import draw_position
from simulator.tactori.viewpoint import look_at
from vision.board.find import NoBoard
from vision.profiles import matching
from vision.profiles.matching import COLOURS, FOCAL, MARGIN, SHAPE, Misfit, Sight, check_profile, match_profiles
from vision.tactori.scan import read_board
from words.language import LANGUAGES, say

SIZE = (960, 540)
POSITION = parse_text("9 c3:RRB e3:RB g7:YY b6:G R:c3-e3@1")
FOCAL_PX, SIDE = 850.0, 9.9
# It looks a little aside of its middle, as real ones do.
LENS = Camera(FOCAL_PX, FOCAL_PX, 492.0, 262.0, (-0.06, 0.0, 0.0, 0.0), SIZE)


def a_set(side: float = SIDE, pitch: float = 31.0) -> MeasuredSet:
    made = PhysicalSet.in_proportion(pitch, board_side=side * pitch)
    return MeasuredSet(made, {"pitch_9": 0.05, "board_side": 0.5}, dict.fromkeys(MEASURES, RULER))


def a_camera(longer: float = 1.0, lens: Camera = LENS) -> MeasuredCamera:
    return MeasuredCamera(replace(lens, fx=lens.fx * longer, fy=lens.fy * longer), SHEET, 0.005)


RIGHT = Profile("right", a_set(), a_camera())


SEE = matching.see
LOOKED: dict[bytes, Sight] = {}


@cache
def shot(elevation_deg: float = 50.0) -> NDArray[np.uint8]:
    pose = look_at(a_set().physical_set, elevation_deg, 20.0, LENS, SIZE, 3)
    return draw_position(POSITION, a_set().physical_set, pose, seed=3)


@pytest.fixture(autouse=True)
def look_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same pictures come again and again; the board in them is found once."""

    def see(image: NDArray[np.uint8]) -> Sight:
        key = image.tobytes()
        if key not in LOOKED:
            LOOKED[key] = SEE(image)
        return LOOKED[key]

    monkeypatch.setattr(matching, "see", see)


def kinds(misfits: tuple[Misfit, ...]) -> list[str]:
    return [misfit.kind for misfit in misfits]


@pytest.mark.parametrize("elevation_deg", [32.0, 50.0, 75.0])
def test_the_right_profile_fits(elevation_deg: float) -> None:
    assert check_profile(RIGHT, shot(elevation_deg)) == ()


@pytest.mark.parametrize("longer", [0.9, 1.1])
def test_another_camera_is_noticed(longer: float) -> None:
    (misfit,) = check_profile(replace(RIGHT, camera=a_camera(longer)), shot())
    assert misfit.kind == FOCAL
    assert misfit.amount == pytest.approx(1 / longer - 1, abs=0.03)
    said = "this is not the camera of the profile: the focal length is {} % {}"
    assert say(misfit.message, "en") == said.format(
        round(100 * abs(misfit.amount)), "longer" if longer < 1 else "shorter"
    )


def test_from_straight_above_the_camera_cannot_be_told() -> None:
    """Then a longer lens farther away makes the same picture; so nothing is said against the profile."""
    for longer in (0.9, 1.0, 1.1):
        assert check_profile(replace(RIGHT, camera=a_camera(longer)), shot(89.0)) == ()


@pytest.mark.parametrize("side", [SIDE - 0.3, SIDE + 0.3])
def test_another_set_is_noticed(side: float) -> None:
    (misfit,) = check_profile(replace(RIGHT, set=a_set(side)), shot())
    assert misfit.kind == MARGIN
    assert misfit.amount == pytest.approx((SIDE - side) / 2 * 31.0, abs=1.2)


def test_the_size_of_a_set_makes_no_difference() -> None:
    """Twice as large and twice as far away, it looks the same."""
    assert check_profile(replace(RIGHT, set=a_set(pitch=62.0)), shot()) == ()


def test_another_shape_is_noticed() -> None:
    wide = MeasuredCamera(Camera.simple(FOCAL_PX, (960, 720)), SHEET, 0.005)
    (misfit,) = check_profile(replace(RIGHT, camera=wide), shot())
    assert misfit.kind == SHAPE
    assert "another shape" in say(misfit.message, "en")


def test_the_same_camera_with_larger_pictures() -> None:
    twice = Camera(2 * LENS.fx, 2 * LENS.fy, 2 * LENS.cx, 2 * LENS.cy, LENS.dist, (1920, 1080))
    assert check_profile(replace(RIGHT, camera=a_camera(lens=twice)), shot()) == ()


def test_what_a_profile_does_not_say_is_no_misfit() -> None:
    assert check_profile(Profile("empty"), shot()) == ()
    assert check_profile(Profile("set", a_set()), shot()) == ()
    assert check_profile(Profile("camera", camera=a_camera()), shot()) == ()
    guessed = MeasuredSet(PhysicalSet.in_proportion(31.0), {}, {"pitch_9": RULER})
    assert check_profile(Profile("guessed", guessed), shot()) == ()


def test_other_paints_are_noticed() -> None:
    """Measured on the very picture they fit; with blue and yellow turned they are those of another set."""
    pose = look_at(a_set().physical_set, 50.0, 20.0, LENS, SIZE, 3)
    placed = replace(matching.see(shot()).found, pose=pose)
    observed = read_board(shot(), placed, a_set().physical_set, ColourReferences.generic()).observed
    assert observed is not None
    assert check_profile(replace(RIGHT, colours=observed), shot()) == ()
    paints = dict(observed.paints)
    for colour in "BY":
        paint, turn = paints[colour], np.radians(14.0)
        u = paint.u * np.cos(turn) - paint.v * np.sin(turn)
        v = paint.u * np.sin(turn) + paint.v * np.cos(turn)
        paints[colour] = replace(paint, u=float(u), v=float(v))
    (misfit,) = check_profile(replace(RIGHT, colours=replace(observed, paints=paints)), shot())
    assert misfit.kind == COLOURS
    assert misfit.amount == pytest.approx(14.0, abs=3.0)
    assert say(misfit.message, "en") == "the colours look different: blue and yellow"
    assert check_profile(replace(RIGHT, colours=ColourReferences.generic()), shot()) == ()


def test_the_right_one_of_many() -> None:
    others = [
        Profile("longer", a_set(), a_camera(1.12)),
        Profile("shorter", a_set(), a_camera(0.9)),
        Profile("narrow", a_set(9.6), a_camera()),
        Profile("wide", a_set(10.2), a_camera()),
        Profile("square", a_set(), MeasuredCamera(Camera.simple(FOCAL_PX, (960, 720)), SHEET, 0.005)),
        Profile("nothing"),
    ]
    found = match_profiles(shot(), [*others, RIGHT])
    assert found.best is RIGHT
    assert [match.profile.name for match in found.matches if match.fits] == ["right"]
    misfits = {match.profile.name: kinds(match.misfits) for match in found.matches}
    assert misfits["longer"] == misfits["shorter"] == [FOCAL]
    assert misfits["narrow"] == misfits["wide"] == [MARGIN]
    assert misfits["square"] == [SHAPE]
    alone = match_profiles(shot(), others)
    assert (alone.best, alone.undecided) == (None, ())
    for language in LANGUAGES:
        for match in found.matches:
            assert json.loads(json.dumps(match.to_json(language), allow_nan=False))["profile"] == match.profile.name


def test_no_profiles_at_all() -> None:
    assert match_profiles(shot(), []).best is None


def test_a_lens_that_bends_otherwise_is_behind() -> None:
    bent = replace(LENS, dist=(-0.13, 0.0, 0.0, 0.0))
    found = match_profiles(shot(), [replace(RIGHT, name="bent", camera=a_camera(lens=bent)), RIGHT])
    assert found.best is RIGHT
    # How a lens bends is a guess where only a photograph's notes told the focal length.
    noted = replace(a_camera(lens=bent), way=EXIF)
    (match,) = match_profiles(shot(), [replace(RIGHT, camera=noted)]).matches
    assert match.fits


def test_two_that_cannot_be_told_apart_are_both_left() -> None:
    """From straight above nobody can say which of two lenses it was; to guess would be worse than to take none."""
    one, other = replace(RIGHT, name="one", camera=a_camera(0.95)), replace(RIGHT, name="other", camera=a_camera(1.05))
    found = match_profiles(shot(89.0), [one, other])
    assert found.best is None
    assert {profile.name for profile in found.undecided} == {"one", "other"}


def test_two_that_say_the_same_are_no_dilemma() -> None:
    found = match_profiles(shot(), [RIGHT, replace(RIGHT, name="copy")])
    assert found.best is not None


def test_marks_break_the_tie() -> None:
    one, other = (
        replace(RIGHT, name=marks, set=replace(a_set(), marks=marks), camera=a_camera(longer))
        for marks, longer in (("dots", 0.95), ("rings", 1.05))
    )
    assert match_profiles(shot(89.0), [one, other]).best is one


def test_the_device_breaks_the_tie() -> None:
    one = replace(RIGHT, name="one", camera=a_camera(0.95), source="Phone 7")
    other = replace(RIGHT, name="other", camera=a_camera(1.05), source="camera 0")
    found = match_profiles(shot(89.0), [one, other], source="Phone 7")
    assert found.best is one


def test_no_board() -> None:
    plain = np.full((540, 960, 3), 90, np.uint8)
    with pytest.raises(NoBoard):
        match_profiles(plain, [RIGHT])
    with pytest.raises(NoBoard):
        check_profile(RIGHT, plain)

"""Profiles: there and back, strange names, strange files, and sets of which only a part was said."""

import json
from dataclasses import replace
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.measured import PHOTOGRAPHS, RULER, MeasuredCamera, MeasuredSet
from calibration.physical_set import PhysicalSet
from calibration.profile import MOST_LETTERS, Profile, checked_name, complete_set, same_name
from words.message import InputError

SET = MeasuredSet(
    PhysicalSet.in_proportion(30.0, board_side=300.0, tower_height=18.0),
    {"pitch_9": 0.05, "board_side": 0.4},
    {"pitch_9": RULER, "board_side": RULER, "tower_height": PHOTOGRAPHS},
    "rings",
)
CAMERA = MeasuredCamera(Camera.simple(1000.0, (1280, 720), -0.1), "sheet", 0.004, 0.3, 1.2, 0.7, 12, 0.02)
COLOURS = ColourReferences.generic()
FULL = Profile("Küche", SET, CAMERA, COLOURS, "camera 0", "2026-11-16T09:00:00Z", "2026-11-16T10:00:00Z")


def back(profile: Profile) -> Profile:
    return Profile.from_json(json.loads(json.dumps(profile.to_json())))


@pytest.mark.parametrize(
    "profile",
    [FULL, Profile("x"), replace(FULL, set=None), replace(FULL, camera=None, source=None), replace(FULL, colours=None)],
)
def test_there_and_back(profile: Profile) -> None:
    assert back(profile).to_json() == profile.to_json()
    assert back(profile).parts == profile.parts


def test_what_nobody_measured_is_still_known_after_reading() -> None:
    made = back(FULL).set
    assert made is not None
    assert made.physical_set.defaults == frozenset(SET.physical_set.defaults)
    assert (made.errors, made.origins, made.marks) == (SET.errors, SET.origins, "rings")


def test_what_we_do_not_know_is_written_back() -> None:
    data = FULL.to_json()
    data["lamp"] = {"warm": [1, 2.5, None]}
    data["camera"]["serial"] = "A7"
    made = back(Profile.from_json(data))
    assert made.to_json() == data
    # A camera measured anew is another; what was said of the old one is gone with it.
    again = made.with_parts(camera=CAMERA).to_json()
    assert "serial" not in again["camera"]
    assert again["lamp"] == data["lamp"]


def test_one_part_measured_anew_leaves_the_others() -> None:
    other = replace(CAMERA, camera=Camera.simple(900.0, (640, 480)))
    made = FULL.with_parts(camera=other)
    assert (made.set, made.colours, made.source, made.made) == (SET, COLOURS, "camera 0", FULL.made)
    assert made.camera == other
    assert made.changed > FULL.changed


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "something else"}, "is no profile of Draufsicht"),
        ({"format": None}, "is no profile of Draufsicht"),
        ({"version": 2}, "was made by a newer Draufsicht (version 2, this one knows up to 1)"),
        ({"version": 0}, "the version of a profile"),
        ({"version": True}, "the version of a profile"),
        ({"version": "1"}, "the version of a profile"),
        ({"name": 7}, "the key name is missing"),
        ({"name": "../x"}, "something in this name"),
        ({"set": []}, "a set is an object"),
        ({"set": {"pitch_9": -1}}, "pitch_9 is a length"),
        ({"camera": 7}, "a camera is an object"),
        ({"camera": {"matrix": 1, "dist": 2, "size": 3}}, "a camera has a matrix"),
        ({"colours": "red"}, "colours are an object"),
        ({"made": "yesterday"}, "made: must be a date"),
        ({"changed": 5}, "changed: must be a date"),
        ({"source": 5}, "source: what was photographed with is a text"),
        ({"other": [float("inf")]}, "this is not JSON"),
        ({"other": json.loads("[" * 30 + "]" * 30)}, "nested too deeply"),
    ],
)
def test_no_profile(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as error:
        Profile.from_json({**FULL.to_json(), **change})
    assert said in str(error.value)


@pytest.mark.parametrize("data", [None, [], 7, "x", {}, {"pitch_9": 31.0}, CAMERA.to_json()])
def test_foreign_json(data: Any) -> None:
    with pytest.raises(InputError) as error:
        Profile.from_json(data)
    assert str(error.value) == "is no profile of Draufsicht"


def test_what_a_camera_calls_itself_is_cleaned() -> None:
    data = {**FULL.to_json(), "source": "  Phone\x00 7\n " + "x" * 1000}
    made = Profile.from_json(data)
    assert made.source is not None
    assert made.source.startswith("Phone 7 x")
    assert len(made.source) <= 200
    assert Profile.from_json({**data, "source": " \n"}).source is None


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([*FULL.to_json(), "else"]), ANYTHING)
def test_whatever_stands_in_a_file(key: str, value: Any) -> None:
    try:
        made = Profile.from_json({**FULL.to_json(), key: value})
    except InputError:
        return
    assert back(made).to_json() == made.to_json()


# names


@pytest.mark.parametrize(
    "name", ["Küche", "Anna & Jörg, Stube", "3", "日本", "a.b", "Tisch (neu)", "x" * 60, "console"]
)
def test_names_of_people_and_places(name: str) -> None:
    assert Profile(name).name == name


def test_letters_are_composed_and_spaces_around_are_gone() -> None:
    assert checked_name(" Ku\u0308che ") == "Küche"
    assert same_name("KÜCHE") == same_name("ku\u0308che")


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            "   ",
            ".",
            "..",
            "a/b",
            "a\\b",
            "/etc/passwd",
            "C:x",
            "a\0b",
            "a\nb",
            ".hidden",
            "end.",
            "-o",
            "x?",
            '"',
        ),
        *("a\u202eb", "a\ud800b", "\u2028", "auto", "AUTO", "con", "NUL", "Com1", "lpt9.txt"),
        *("x" * (MOST_LETTERS + 1), "日" * (MOST_LETTERS + 1)),
    ],
)
def test_names_that_cannot_be(name: str) -> None:
    with pytest.raises(InputError):
        Profile(name)


@given(st.text(max_size=80))
def test_whatever_the_name_it_stays_in_its_folder(name: str) -> None:
    try:
        made = checked_name(name)
    except InputError:
        return
    assert checked_name(made) == made
    for kind in (PurePosixPath, PureWindowsPath):
        assert kind("folder", f"{made}.json").parent == kind("folder")
        assert kind(f"{made}.json").stem == made
    assert len(f"{made}.json".encode()) <= 255


# a set of which only a part was said


def test_nothing_said_is_as_the_profile_says() -> None:
    assert complete_set(None, SET.physical_set) == SET.physical_set
    assert complete_set(SET.physical_set, None) == SET.physical_set
    assert complete_set(None, None) is None


def test_only_the_pitch_said_scales_the_profile() -> None:
    made = complete_set(PhysicalSet.from_json({"pitch_9": 60.0}), SET.physical_set)
    assert made is not None
    assert (made.pitch_9, made.board_side, made.tower_height) == (60.0, 600.0, 36.0)
    # What neither says is still a guess.
    assert made.tower_width == PhysicalSet.in_proportion(60.0).tower_width
    assert made.defaults == SET.physical_set.defaults


def test_what_was_said_wins() -> None:
    said = PhysicalSet.from_json({"pitch_9": 33.0, "tower_height": 17.0})
    made = complete_set(said, SET.physical_set)
    assert made is not None
    assert (made.pitch_9, made.tower_height) == (33.0, 17.0)
    assert made.board_side == pytest.approx(330.0)
    assert "tower_height" not in made.defaults


def test_what_does_not_go_together_is_said() -> None:
    kept = PhysicalSet.in_proportion(30.0, groove_depth=12.0)
    with pytest.raises(InputError) as error:
        complete_set(PhysicalSet.from_json({"pitch_9": 30.0, "tower_height": 11.0}), kept)
    assert "groove_depth must be smaller than tower_height" in str(error.value)

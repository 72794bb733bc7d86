"""The command `calibrate set`: what it prints, what it keeps, and how it fails."""

import json
from pathlib import Path

import cv2
import pytest
from running import Runner

from calibration.files import load_set
from calibration.profiles import ProfileFolder
from tests.vision.tactori.calibrate.pictures import CAMERA, FEW, OTHER, SET, photograph


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.fixture
def photo(tmp_path: Path) -> str:
    cv2.imwrite(str(tmp_path / "a.png"), photograph())
    return str(tmp_path / "a.png")


@pytest.fixture
def camera(tmp_path: Path) -> str:
    (tmp_path / "camera.json").write_text(json.dumps(CAMERA.to_json()))
    return str(tmp_path / "camera.json")


def test_a_ruler_alone(run: Runner, tmp_path: Path) -> None:
    file = str(tmp_path / "set.json")
    ran = run("calibrate", "set", "--measure", "pitch_9=31.2", "--measure", "tower_height=17,6", "-o", file)
    assert ran.code == 0, ran.err
    assert "17.60 mm" in ran.out
    assert load_set(file).tower_height == 17.6
    said = run("calibrate", "set", "--measure", "pitch_9=31.2", "--json").json()
    assert said[0]["set"]["pitch_9"] == 31.2
    assert said[0]["set"]["origins"]["tower_width"] == "default"


def test_photographs_and_a_ruler(run: Runner, photo: str, camera: str, tmp_path: Path) -> None:
    known = ["--measure", "pitch_9=31", "--measure", "tower_width=19.2", "--camera", camera]
    picture = str(tmp_path / "seen.png")
    ran = run("calibrate", "set", photo, *known, "--stands", FEW, "--profile", "Küche", "--picture", picture)
    assert ran.code == 0, ran.err
    assert cv2.imread(picture).shape == photograph().shape
    kept = ProfileFolder.of_user().load("Küche")
    assert kept.set is not None
    assert kept.set.physical_set.tower_height == pytest.approx(SET.tower_height, rel=0.03)
    assert kept.camera is None  # it was given, not measured


def test_photographs_of_two_cameras(run: Runner, photo: str, tmp_path: Path) -> None:
    """The profile keeps the camera of most photographs; all are told."""
    paths = [str(tmp_path / name) for name in ("phone.png", "b.png")]
    cv2.imwrite(paths[0], photograph(camera=OTHER, seed=3))
    cv2.imwrite(paths[1], photograph(elevation_deg=58.0, turned_deg=-15.0, seed=1))
    known = ["--measure", "pitch_9=31", "--measure", "tower_width=19.2", "--measure", "tower_height=15.6"]
    (said,) = run("calibrate", "set", *paths, photo, *known, "--json").json()
    assert [camera["size"] for camera in said["cameras"]] == [list(OTHER.size), list(CAMERA.size)]
    assert said["camera"] == said["cameras"][1]
    ran = run("calibrate", "set", *paths, photo, *known, "--profile", "table")
    assert "come from 2 cameras; this one took most of them (960x540 pixels)" in ran.out
    kept = ProfileFolder.of_user().load("table").camera
    assert kept is not None
    assert kept.camera.size == CAMERA.size


def test_the_camera_is_kept_with_the_set_unless_there_is_one(run: Runner, photo: str) -> None:
    known = ["--measure", "pitch_9=31", "--measure", "tower_width=19.2", "--measure", "tower_height=15.6"]
    ran = run("calibrate", "set", photo, *known, "--profile", "table", "--json")
    assert ran.code == 0, ran.err
    (said,) = ran.json()
    assert said["camera"]["matrix"][0][0] == pytest.approx(CAMERA.fx, rel=0.02)
    assert said["unlike"] == 0
    kept = ProfileFolder.of_user().load("table")
    assert kept.camera is not None
    assert kept.camera.to_json() == said["camera"]
    again = run("calibrate", "set", photo, *known, "--profile", "table", "--json")
    assert again.code == 0, again.err
    assert ProfileFolder.of_user().load("table").camera == kept.camera


def test_a_refusal_says_why_and_what_to_do(run: Runner, tmp_path: Path, home: Path) -> None:
    empty = str(tmp_path / "empty.png")
    cv2.imwrite(empty, photograph("9"))
    known = ["--measure", "pitch_9=31", "--measure", "tower_width=19.2", "--measure", "tower_height=15.6"]
    ran = run("calibrate", "set", empty, *known, "--profile", "table")
    assert ran.code == 1
    assert len(ran.out.splitlines()) == 2
    assert not ProfileFolder.of_user().file("table").exists()
    (said,) = run("calibrate", "set", empty, *known, "--json").json()
    assert said["error"] and said["advice"]


def test_a_photograph_without_a_board_is_named(run: Runner, tmp_path: Path) -> None:
    grey = str(tmp_path / "grey.png")
    cv2.imwrite(grey, photograph("9") * 0 + 128)
    ran = run("calibrate", "set", grey, "--measure", "pitch_9=31")
    assert ran.code == 1
    assert "grey.png" in ran.out


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--measure", "pitch=31"],
        ["--measure", "pitch_9=wide"],
        ["--measure", "pitch_9=31", "--measure", "tower_height=300"],
        ["nowhere.jpg"],
        ["--measure", "pitch_9=31", "--stands", "9 a1:R"],
        ["nowhere.jpg", "--stands", "9 a1:X"],
        ["nowhere.jpg", "--picture", "seen.txt"],
        ["nowhere.jpg", "--board", "7"],
        ["nowhere.jpg", "--camera", "nowhere.json"],
        ["--measure", "pitch_9=31", "--profile", "../x"],
    ],
    ids=" ".join,
)
def test_bad_input_is_one_sentence(run: Runner, words: list[str]) -> None:
    ran = run("calibrate", "set", *words)
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
    assert not ran.out

"""Where the result of a calibration goes: a file, a profile, both, and never over something that cannot be read."""

import argparse
import json
from pathlib import Path

import pytest

from calibration.camera import Camera
from calibration.colours import ColourReferences
from calibration.files import load_camera, load_colours, load_set
from calibration.measured import RULER, MeasuredCamera, MeasuredSet
from calibration.physical_set import PhysicalSet
from calibration.profile import Profile
from calibration.profiles import ProfileFolder
from vision.calibrate.command_line import add_keeping, check_keeping, keep
from words.message import InputError

SET = MeasuredSet(PhysicalSet.in_proportion(30.0), {"pitch_9": 0.1}, {"pitch_9": RULER}, "dots")
CAMERA = MeasuredCamera(Camera.simple(1000.0, (1280, 720), -0.1), "sheet", 0.004, 0.3)
COLOURS = ColourReferences.generic()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProfileFolder:
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path / "home"))
    return ProfileFolder.of_user()


def asked(*words: str, lang: str = "en") -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_keeping(parser, lambda name: name)
    return argparse.Namespace(**vars(parser.parse_args(words)), lang=lang)


def test_nowhere_to_keep_it() -> None:
    check_keeping(asked())
    assert keep(asked(), measured_set=SET) == []


def test_nothing_to_keep(tmp_path: Path, folder: ProfileFolder) -> None:
    assert keep(asked("-o", str(tmp_path / "x.json"), "--profile", "x"), source="camera 0") == []
    assert not (tmp_path / "x.json").exists()
    assert folder.entries() == ()


def test_a_file_is_what_other_commands_read(tmp_path: Path) -> None:
    path = str(tmp_path / "x.json")
    assert keep(asked("-o", path), measured_set=SET) == [f"{path} written"]
    assert load_set(path).to_json() == SET.physical_set.to_json()
    assert json.loads(Path(path).read_text())["marks"] == "dots"
    keep(asked("--output", path), camera=CAMERA)
    assert load_camera(path) == CAMERA.camera
    keep(asked("-o", path), colours=COLOURS)
    assert load_colours(path).to_json() == COLOURS.to_json()


def test_several_things_in_one_file_are_a_profile(tmp_path: Path, folder: ProfileFolder) -> None:
    path = str(tmp_path / "Stube.json")
    keep(asked("-o", path), measured_set=SET, camera=CAMERA, source="camera 0")
    made = folder.import_file(path)
    assert (made.name, made.parts, made.source) == ("Stube", ("set", "camera"), "camera 0")
    keep(asked("-o", str(tmp_path / "auto.json")), measured_set=SET, camera=CAMERA)
    assert folder.import_file(str(tmp_path / "auto.json")).name == "profile"


def test_a_profile_is_made_and_filled(folder: ProfileFolder) -> None:
    said = keep(asked("--profile", "Küche"), measured_set=SET, source="camera 0")
    assert said == ["Kept in the profile Küche: the set"]
    said = keep(asked("--profile", "küche", lang="de"), camera=CAMERA, colours=COLOURS)
    assert said == ["Im Profil Küche behalten: die Kamera und die Farben"]
    made = folder.load("Küche")
    assert made.parts == ("set", "camera", "colours")
    assert made.source == "camera 0"
    assert made.made


def test_both(tmp_path: Path, folder: ProfileFolder) -> None:
    assert len(keep(asked("-o", str(tmp_path / "x.json"), "--profile", "x"), camera=CAMERA)) == 2
    assert folder.load("x").camera == CAMERA
    assert load_camera(str(tmp_path / "x.json")) == CAMERA.camera


@pytest.mark.parametrize("name", ["../x", "auto", "", "a/b"])
def test_names_are_checked_before_anything_is_measured(name: str, folder: ProfileFolder) -> None:
    for call in (
        lambda: check_keeping(asked("--profile", name)),
        lambda: keep(asked("--profile", name), camera=CAMERA),
    ):
        with pytest.raises(InputError):
            call()
    assert folder.entries() == ()


def test_a_damaged_profile_is_told_and_stays(folder: ProfileFolder, tmp_path: Path) -> None:
    file = folder.save(Profile("x", SET))
    file.write_bytes(file.read_bytes()[:-30])
    before = file.read_bytes()
    with pytest.raises(InputError, match="cannot be used and stays as it is"):
        check_keeping(asked("--profile", "x"))
    words = asked("--profile", "x", "-o", str(tmp_path / "out.json"))
    with pytest.raises(InputError, match="cannot be used and stays as it is"):
        keep(words, camera=CAMERA)
    assert file.read_bytes() == before
    # What was measured is not lost for it.
    assert load_camera(str(tmp_path / "out.json")) == CAMERA.camera


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere" / "x.json", tmp_path):
        with pytest.raises(InputError, match="cannot be written"):
            keep(asked("-o", str(path)), camera=CAMERA)

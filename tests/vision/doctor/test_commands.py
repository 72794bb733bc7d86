"""The command `doctor`: what it prints, what it writes and with which code it ends."""

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from running import Runner

from benchmarks.spoiling import exposed
from calibration.measured import MeasuredSet
from calibration.profiles import ProfileFolder
from tests.vision.doctor.tables import SET, picture, pose
from vision.doctor.commands import sparse
from vision.frames import Frame


@pytest.fixture
def table(tmp_path: Path) -> str:
    cv2.imwrite(str(tmp_path / "table.png"), picture())
    return str(tmp_path / "table.png")


@pytest.fixture
def dark(tmp_path: Path) -> str:
    cv2.imwrite(str(tmp_path / "dark.png"), exposed(picture(), 0.02))
    return str(tmp_path / "dark.png")


def test_a_good_table(run: Runner, table: str) -> None:
    ran = run("doctor", table)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{table}: Good to play.\n")
    assert "angle" in ran.out
    assert "81 of 81 fields are read" in ran.out
    assert "What to do" not in ran.out


def test_a_dark_table(run: Runner, dark: str) -> None:
    ran = run("doctor", dark, "--lang", "de")
    assert ran.code == 1
    assert "Zuerst zu verbessern: Licht" in ran.out
    assert "1. Es ist zu dunkel: Das Holz hat 1." in ran.out


def test_json(run: Runner, dark: str) -> None:
    ran = run("doctor", dark, "--json")
    assert (ran.code, ran.err) == (1, "")
    (said,) = ran.json()
    assert said["source"] == dark
    assert (said["good"], said["board"], said["improve"][0]) == (False, 9, "light")
    assert len(said["aspects"]) == 9


def test_the_picture_is_written(run: Runner, table: str, tmp_path: Path) -> None:
    target = tmp_path / "report.png"
    ran = run("doctor", table, "-o", str(target))
    assert ran.code == 0
    assert f"{target} written" in ran.out
    assert cv2.imread(str(target)).shape[1] > 1000
    assert [path.name for path in tmp_path.iterdir() if path.suffix not in (".png",)] == []


def test_a_picture_that_cannot_be_written(run: Runner, table: str, tmp_path: Path) -> None:
    assert run("doctor", table, "-o", str(tmp_path / "report.txt")).code == 2
    ran = run("doctor", table, "-o", str(tmp_path / "missing" / "report.png"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


def test_what_is_known_is_used(run: Runner, table: str, tmp_path: Path) -> None:
    (tmp_path / "set.json").write_text(json.dumps(SET.to_json()))
    (tmp_path / "camera.json").write_text(json.dumps(pose().camera.to_json()))
    ran = run("doctor", table, "--json", "--set", str(tmp_path / "set.json"), "--camera", str(tmp_path / "camera.json"))
    (said,) = ran.json()
    assert (ran.code, said["good"]) == (0, True)


def test_a_profile_is_used(run: Runner, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path / "home"))
    ran = run("doctor", table, "--profile", "kitchen")
    assert (ran.code, ran.out) == (2, "")
    ProfileFolder.of_user().put("kitchen", MeasuredSet(SET))
    (said,) = run("doctor", table, "--profile", "kitchen", "--json").json()
    assert said["profile"] == "kitchen"


def test_a_folder_is_looked_at_like_a_film(run: Runner, tmp_path: Path) -> None:
    for frame in range(2):
        cv2.imwrite(str(tmp_path / f"{frame}.png"), picture(frame=frame))
    ran = run("doctor", str(tmp_path), "--json")
    (said,) = ran.json()
    assert (ran.code, said["frames"]) == (0, 2)
    stillness = next(aspect for aspect in said["aspects"] if aspect["aspect"] == "stillness")
    assert stillness["score"] == 100


@pytest.mark.parametrize("content", [None, b"", b"no picture at all"])
def test_a_source_that_cannot_be_read(run: Runner, tmp_path: Path, content: bytes | None) -> None:
    source = tmp_path / "odd.png"
    if content is not None:
        source.write_bytes(content)
    ran = run("doctor", str(source))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"draufsicht: {source}: ")
    assert ran.err.count("\n") == 1


def test_a_camera_that_is_not_there(run: Runner) -> None:
    ran = run("doctor", "97")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


def test_a_camera_file_of_another_picture(run: Runner, table: str, tmp_path: Path) -> None:
    other = {"matrix": [[600, 0, 320], [0, 600, 320], [0, 0, 1]], "dist": [0], "size": [640, 640]}
    (tmp_path / "camera.json").write_text(json.dumps(other))
    ran = run("doctor", table, "--camera", str(tmp_path / "camera.json"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"draufsicht: {table}: ")


def numbered(count: int) -> Iterator[Frame]:
    return (Frame(np.full((1, 1, 3), k, np.uint8), "", k) for k in range(count))


@pytest.mark.parametrize("count", [1, 4, 5, 6, 9, 10, 11, 60, 150, 299])
def test_few_of_many_frames_are_kept_evenly(count: int) -> None:
    numbers = [int(image[0, 0, 0]) for image in sparse(numbered(min(count, 255)), 5)]
    assert len(numbers) == min(count, 5)
    assert numbers[0] == 0
    assert numbers == sorted(set(numbers))
    if count > 5:
        assert numbers[-1] > 0.7 * (min(count, 255) - 1)
        steps = np.diff(numbers)
        assert steps.max() <= 2 * steps.min() + 1

"""The command `calibrate camera`: films, folders and photographs in, a camera for people and for programs out."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image
from PIL.ExifTags import IFD, Base
from running import Runner

from calibration.camera import Camera
from calibration.measured import BOARD, MeasuredCamera
from calibration.physical_set import PhysicalSet
from calibration.refused import Refused
from tests.calibration.filming import film, hand_held, shoot, some_camera
from vision import frames as frames_module
from vision.calibrate import camera_measuring
from vision.calibrate.camera_measuring import _Sample, measure_camera
from vision.photograph import Picture, write_photograph
from words.language import LANGUAGES
from words.message import message

SIZE = (640, 480)
CAMERA = some_camera(np.random.default_rng(21), SIZE)


@cache
def pictures() -> tuple[Picture, ...]:
    rng = np.random.default_rng(22)
    shots = film(CAMERA, hand_held(CAMERA, rng, 12), rng, still=2, between=0)
    return tuple(shoot(CAMERA, replace(shot, blur_px=0.5), rng) for shot in shots)


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A real film, compressed like one."""
    path = tmp_path_factory.mktemp("film") / "sheet.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, SIZE)
    for picture in pictures():
        writer.write(picture)
    writer.release()
    return str(path)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("DRAUFSICHT_HOME", str(tmp_path / "home"))
    yield tmp_path / "home"


def test_a_film_of_the_sheet(run: Runner, filmed: str, tmp_path: Path) -> None:
    file, drawn = tmp_path / "camera.json", tmp_path / "fit.png"
    ran = run("calibrate", "camera", filmed, "--json", "-o", str(file), "--profile", "desk", "--picture", str(drawn))
    assert (ran.code, ran.err) == (0, "")
    (said,) = ran.json()
    found = Camera.from_json(said)
    assert found.fx == pytest.approx(CAMERA.fx, rel=0.005)
    assert found.size == SIZE
    assert said["quality"]["way"] == "sheet"
    assert said["quality"]["focal_error"] < 0.005
    assert said["pictures"] == len(pictures())
    assert said["fov_deg"][0] > said["fov_deg"][1] > 30
    kept = MeasuredCamera.from_json(json.loads(file.read_text()))
    assert kept.camera.fx == pytest.approx(found.fx)
    assert np.asarray(Image.open(drawn)).shape[1] > 1000
    assert "desk" in run("profile", "list").out


def test_the_same_for_people(run: Runner, filmed: str) -> None:
    ran = run("calibrate", "camera", filmed, "--from", "sheet")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Camera, measured with the sheet\n")
    for words in (
        "focal length",
        " px ± 0.",
        "field of view",
        "k1 ",
        "RMS error",
        "picture covered",
        "from 24 pictures",
    ):
        assert words in ran.out
    assert "Good: the focal length is known to 0." in ran.out
    assert "-o FILE or --profile NAME" in ran.out


def test_a_folder_of_photographs(run: Runner, tmp_path: Path) -> None:
    for number, picture in enumerate(pictures()[::2]):
        write_photograph(str(tmp_path / f"{number:02}.jpg"), picture)
    ran = run("calibrate", "camera", str(tmp_path), "--json")
    assert ran.code == 0
    assert Camera.from_json(ran.json()[0]).fx == pytest.approx(CAMERA.fx, rel=0.01)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_has_a_reason_and_advice(run: Runner, tmp_path: Path, language: str) -> None:
    path = tmp_path / "one.png"
    write_photograph(str(path), pictures()[0])
    ran = run("calibrate", "camera", str(path), "--lang", language)
    assert (ran.code, ran.err) == (1, "")
    assert len(ran.out.splitlines()) == 2
    (said,) = run("calibrate", "camera", str(path), "--json", "--lang", language).json()
    assert [said["error"], said["advice"]] == ran.out.splitlines()


def test_a_refusal_writes_nothing(run: Runner, tmp_path: Path) -> None:
    path, file = tmp_path / "one.png", tmp_path / "camera.json"
    write_photograph(str(path), pictures()[0])
    file.write_text("keep me")
    assert run("calibrate", "camera", str(path), "-o", str(file), "--profile", "desk").code == 1
    assert file.read_text() == "keep me"
    assert "desk" not in run("profile", "list").out


def test_no_sheet_where_one_is_asked_for(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "one.png"
    write_photograph(str(path), np.full((300, 300, 3), 90, np.uint8))
    ran = run("calibrate", "camera", str(path), "--from", "sheet")
    assert (ran.code, ran.out.splitlines()[0]) == (1, "The sheet was not seen in any of 1 pictures.")


@pytest.fixture
def boards(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Stands in for measuring with the board, and notes how many pictures it was given."""
    given: list[int] = []

    def measured(images: list[Picture], physical_set: PhysicalSet | None, progress: object) -> list[MeasuredCamera]:
        given.append(len(images))
        if physical_set is None:
            raise Refused(message("filming.undetermined"), message("filming.advice.tilt"))
        return [MeasuredCamera(Camera.simple(500.0, SIZE), BOARD, 0.02, views=len(images))]

    monkeypatch.setattr(camera_measuring, "cameras_from_boards", measured)
    return given


def test_without_the_sheet_the_board_is_used(run: Runner, tmp_path: Path, boards: list[int]) -> None:
    folder, measures = tmp_path / "boards", tmp_path / "set.json"
    folder.mkdir()
    for number in range(3):
        write_photograph(str(folder / f"{number}.png"), np.full((300, 300, 3), 90, np.uint8))
    measures.write_text(json.dumps(PhysicalSet.in_proportion().to_json()))
    ran = run("calibrate", "camera", str(folder), "--set", str(measures))
    assert ran.code == 0
    assert ran.out.startswith("Camera, measured from the board")
    assert "Rough: the focal length is known to 2.0 % only." in ran.out
    assert run("calibrate", "camera", str(folder)).code == 1
    assert boards == [3, 3]
    ran = run("calibrate", "camera", str(folder), "--set", str(measures), "--picture", str(tmp_path / "x.png"))
    assert "only a camera measured with the sheet can be drawn" in ran.out
    assert not (tmp_path / "x.png").exists()


def test_the_board_where_it_is_asked_for(run: Runner, filmed: str, boards: list[int]) -> None:
    assert run("calibrate", "camera", filmed, "--from", "board").code == 1
    assert boards == [len(pictures())]


def test_some_pictures_of_a_long_film_are_kept() -> None:
    sample = _Sample(8)
    for number in range(1000):
        sample.add(np.full((1, 1, 3), number % 256, np.uint8))
        assert len(sample.images) <= 8
    assert len(sample.images) >= 4
    assert sample.every == 128


def test_notes_of_a_photograph(run: Runner, tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[Base.Model] = "Phone 3"
    exif.get_ifd(IFD.Exif)[Base.FocalLengthIn35mmFilm] = 28
    path = tmp_path / "photo.jpg"
    Image.new("RGB", (400, 300)).save(path, exif=exif)
    ran = run("calibrate", "camera", str(path), "--from", "exif", "--json", "--profile", "phone")
    assert ran.code == 0
    assert ran.json()[0]["quality"]["way"] == "exif"
    assert "Phone 3" in run("profile", "show", "phone").out
    ran = run("calibrate", "camera", str(path), "--from", "exif")
    assert ran.out.startswith("Camera, from the photograph's own notes")
    assert "RMS" not in ran.out
    Image.new("RGB", (400, 300)).save(path)
    ran = run("calibrate", "camera", str(path), "--from", "exif")
    assert (ran.code, ran.out.count("\n")) == (1, 2)


class PretendCamera:
    def __init__(self) -> None:
        self.number = 0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def set(self, what: int, value: float) -> bool:
        del what, value
        return False

    def grab(self) -> bool:
        return self.number < 100

    def retrieve(self) -> tuple[bool, Picture]:
        self.number += 1
        return True, pictures()[(self.number - 1) % len(pictures())]

    def release(self) -> None:
        pass


def test_a_camera_is_filmed_until_there_is_enough(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    camera, shares = PretendCamera(), []
    monkeypatch.setattr(frames_module.cv2, "VideoCapture", lambda *_: camera)
    found = measure_camera(["7"], seconds=3000, show=lambda share, hint: shares.append(share))
    assert found.name == "camera 7"
    assert shares[-1] == 1
    assert found.pictures == len(shares) < 2 * len(pictures())


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_is_written(run: Runner, tmp_path: Path, paper: str) -> None:
    path = tmp_path / "sheet.pdf"
    ran = run("calibrate", "camera", "--make-sheet", str(path), "--paper", paper)
    assert (ran.code, ran.out) == (0, f"{path} written\n")
    data = path.read_bytes()
    assert data.startswith(b"%PDF")
    assert (b"612.0 792.0" in data) == (paper == "letter")
    (said,) = run("calibrate", "camera", "--make-sheet", str(path), "--json").json()
    assert said == {"written": str(path), "paper": "a4"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name what to measure the camera from"),
        (["--from", "photo", "x.avi"], "--from"),
        (["--make-sheet", "x.pdf", "--paper", "a5"], "--paper"),
        (["--make-sheet", "x.txt"], ".pdf"),
        (["--make-sheet", "no/such/folder/x.pdf"], "No such file"),
        (["--make-sheet", "x\0.pdf"], "null"),
        (["--make-sheet", "x.pdf", "film.avi"], "--make-sheet only writes the sheet"),
        (["x.avi", "--seconds", "0"], "--seconds"),
        (["x.avi", "--seconds", "nan"], "--seconds"),
        (["x.avi", "--seconds", "long"], "--seconds"),
        (["x.avi", "--picture", "x.gif"], ".png"),
        (["x.jpg", "--from", "exif", "--picture", "x.png"], "only a camera measured with the sheet"),
        (["x.jpg", "y.jpg", "--from", "exif"], "name one photograph"),
        (["x.jpg", "--from", "exif"], "No such file"),
        (["x.avi"], "No such file"),
        (["x.avi", "--set", "nothing.json"], "No such file"),
        (["99999"], "no camera with this number"),
    ],
)
def test_bad_input_is_one_line(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("calibrate", "camera", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert not any(tmp_path.glob("*.pdf"))
